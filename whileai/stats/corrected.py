"""A pass rate that a judge's mistakes do not move, given labels on some of the rows."""

from __future__ import annotations

from math import fsum, sqrt
from typing import TYPE_CHECKING, Any

from attrs import frozen

from whileai.base.errors import unknown_name
from whileai.stats.distributions import t_quantile
from whileai.stats.levels import checked_level
from whileai.stats.sources import Rows, task_key
from whileai.stats.trust import Labelled, labelled

if TYPE_CHECKING:
    from collections.abc import Sequence

METHODS = ("ppi", "rogan-gladen")
LABELS_NEEDED = 10
"""Labelled tasks under which there is no estimate."""


@frozen(kw_only=True)
class Corrected:
    """A mean reward, corrected by labels; it prints itself.

    Args:
        method: ``ppi`` or ``rogan-gladen``.
        estimate: the corrected mean, in ``[0, 1]``; ``None`` if there is none.
        interval: where the truth lies, at ``level``; tasks are taken to be independent
            of each other, repeats of one are not.
        level: of the interval.
        judged: what the judge alone says.
        by_labels: what the labels alone say.
        weight: how much the judge was counted, in ``[0, 1]``; the ``ppi`` method alone.
        n_labels, n_judged: rows with a label and a verdict, and with a verdict alone.
        note: why there is no estimate, or what it leaves out.
    """

    method: str
    level: float
    estimate: float | None = None
    interval: tuple[float, float] | None = None
    judged: float | None = None
    by_labels: float | None = None
    weight: float | None = None
    n_labels: int = 0
    n_judged: int = 0
    note: str = ""

    def __str__(self) -> str:
        if self.estimate is None or self.interval is None:
            return f"no corrected estimate: {self.note}"
        low, high = self.interval
        return (
            f"{self.estimate:.3f} ({low:.3f} to {high:.3f}) by {self.n_labels} labels "
            f"and {self.n_judged} verdicts; the judge alone says {self.judged:.3f}"
        )


def judge_corrected(
    rows: Rows, labels: Any, *, method: str = "ppi", level: float = 0.95
) -> Corrected:
    """Estimate the true mean of rows that a judge graded, some of which have labels.

    Labelled rows have to be drawn from the same rows at random: labels on the odd ones
    alone correct for the odd ones alone.

    Args:
        rows: graded: a ``SimulationData``, its rows, or the path of its JSONL file.
        labels: as ``judge_trust`` takes them.
        method: ``ppi`` takes any reward and never does worse than the labels alone, in
            the long run; ``rogan-gladen`` takes 0 and 1 and corrects by how often the
            judge is right on either side.
        level: of the interval, above 0 and under 1.

    Raises:
        TypeError: if ``labels`` do not say whose they are.
        ValueError: for a label that is neither 0 nor 1, or an unknown method.

    Sources: Angelopoulos, Bates, Fannjiang, Jordan and Zrnic 2023, "Prediction-powered
    inference", arXiv:2301.09633; Angelopoulos, Duchi and Zrnic 2023, "PPI++",
    arXiv:2311.01453, for the weight; Rogan and Gladen 1978, "Estimating prevalence
    from the results of a screening test", doi:10.1093/oxfordjournals.aje.a112510.
    """
    if method not in METHODS:
        raise unknown_name("method=", method, METHODS)
    checked_level(level, "judge_corrected()")
    binary = method == "rogan-gladen"
    every = [
        each
        for each in labelled(rows, labels, "judge_corrected()")
        if each.reward is not None and (not binary or each.reward in (0, 1))
    ]
    known = [each for each in every if each.label is not None]
    rest = [each for each in every if each.label is None]
    about: dict[str, Any] = {
        "method": method,
        "level": level,
        "n_labels": len(known),
        "n_judged": len(rest),
    }
    tasks = len({task_key(each.row) for each in known})
    if tasks < LABELS_NEEDED:
        note = f"{tasks} tasks have a label and {LABELS_NEEDED} are needed"
        return Corrected(note=note, **about)
    about |= {
        "judged": _mean([each.reward or 0.0 for each in every]),
        "by_labels": _mean([float(each.label or 0) for each in known]),
    }
    if binary:
        return _rogan_gladen(known, rest, about)
    return _ppi(known, rest, about)


def _ppi(
    known: Sequence[Labelled], rest: Sequence[Labelled], about: dict[str, Any]
) -> Corrected:
    """Give ``weight * mean(judged) + mean(label - weight * judged)``."""
    said, true = [e.reward or 0.0 for e in known], [float(e.label or 0) for e in known]
    weight = _weight(said, true, len(rest))
    off = [t - weight * s for s, t in zip(said, true, strict=True)]
    base = weight * _mean([e.reward or 0.0 for e in rest]) if rest else 0.0
    estimate = base + _mean(off)
    pull = {
        id(e): (each - _mean(off)) / len(known)
        for e, each in zip(known, off, strict=True)
    }
    for each in rest:
        gap = weight * (each.reward or 0.0) - base
        pull[id(each)] = gap / len(rest)
    unseen = 2 * (weight / len(known)) ** 2
    about = {**about, "weight": weight}
    return _told(estimate, pull, known, rest, unseen, about)


def _weight(said: Sequence[float], true: Sequence[float], rest: int) -> float:
    """Give the weight of the judge with the least variance, from the labelled rows."""
    if not rest:
        return 0.0
    mean_said, mean_true = _mean(said), _mean(true)
    spread = fsum((each - mean_said) ** 2 for each in said)
    if not spread:
        return 0.0
    together = fsum(
        (s - mean_said) * (t - mean_true) for s, t in zip(said, true, strict=True)
    )
    return min(1.0, max(0.0, together / (spread * (1 + len(said) / rest))))


def _rogan_gladen(
    known: Sequence[Labelled], rest: Sequence[Labelled], about: dict[str, Any]
) -> Corrected:
    """Give ``(p + specificity - 1) / (sensitivity + specificity - 1)``."""
    good = [e for e in known if e.label]
    bad = [e for e in known if not e.label]
    if not good or not bad:
        note = "all labels are the same: label rows of both kinds"
        return Corrected(note=note, **about)
    hits = _mean([e.reward or 0.0 for e in good])
    slips = _mean([e.reward or 0.0 for e in bad])
    power = hits - slips
    if power <= 0:
        note = "the judge passes bad rows as often as good ones, so it tells nothing"
        return Corrected(note=note, **about)
    every = (*known, *rest)
    share = _mean([e.reward or 0.0 for e in every])
    estimate = (share - slips) / power
    pull = {id(e): ((e.reward or 0.0) - share) / len(every) / power for e in every}
    for each in good:
        pull[id(each)] -= estimate * ((each.reward or 0.0) - hits) / len(good) / power
    for each in bad:
        miss = ((each.reward or 0.0) - slips) / len(bad) / power
        pull[id(each)] -= (1 - estimate) * miss
    unseen = (estimate / len(good)) ** 2 + ((1 - estimate) / len(bad)) ** 2
    return _told(estimate, pull, known, rest, unseen / power**2, about)


def _told(
    estimate: float,
    pull: dict[int, float],
    known: Sequence[Labelled],
    rest: Sequence[Labelled],
    unseen: float,
    about: dict[str, Any],
) -> Corrected:
    """Give the estimate with its interval, by how much each task pulls on it.

    ``unseen`` is the variance of one mistake of the judge that the labels did not
    happen to show: without them a judge that was right on every
    label would be taken for one that is always right.
    """
    tasks: dict[str, list[float]] = {}
    for each in (*known, *rest):
        tasks.setdefault(task_key(each.row), []).append(pull[id(each)])
    labels = len({task_key(each.row) for each in known})
    count = len(tasks)
    squares = fsum(fsum(parts) ** 2 for parts in tasks.values())
    variance = squares * count / max(1, count - 1) + unseen
    share = _inside(estimate)
    reach = t_quantile((1 + about["level"]) / 2, labels - 1)
    if about["method"] == "rogan-gladen":  # may leave 0..1, where no score goes
        off = reach * sqrt(variance)
        interval = _inside(estimate - off), _inside(estimate + off)
    else:
        worth = share * (1 - share) / variance if variance else 0.0
        interval = _scored(share, worth or float(len(known)), reach)
    return Corrected(estimate=share, interval=interval, **about)


def _scored(share: float, worth: float, reach: float) -> tuple[float, float]:
    """Give the score interval of a share that is worth ``worth`` rows.

    Unlike the estimate plus and minus its error it is skewed as shares near 0 and 1
    are, and never of zero width.

    Source: Wilson 1927, doi:10.1080/01621459.1927.10502953, with the effective sample
    size in the place of the count.
    """
    square = reach * reach
    spread = reach * sqrt(share * (1 - share) / worth + square / (4 * worth * worth))
    middle, scale = share + square / (2 * worth), 1 + square / worth
    return max(0.0, (middle - spread) / scale), min(1.0, (middle + spread) / scale)


def _inside(share: float) -> float:
    return min(1.0, max(0.0, share))


def _mean(values: Sequence[float]) -> float:
    return fsum(values) / len(values)
