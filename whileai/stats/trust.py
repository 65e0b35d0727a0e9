"""How far a judge can be believed: agreement with labels, length, and what is left.

Sources: Cohen 1960, "A coefficient of agreement for nominal scales",
doi:10.1177/001316446002000104; Landis and Koch 1977, "The measurement of observer
agreement for categorical data", doi:10.2307/2529310; Zheng et al. 2023, "Judging
LLM-as-a-judge with MT-bench and chatbot arena", arXiv:2306.05685, for what biases a
judge.
"""

from __future__ import annotations

import warnings
from collections.abc import Iterator, Mapping
from math import fsum, sqrt
from typing import TYPE_CHECKING, Any

from attrs import frozen

from whileai.base.errors import given, unknown_name
from whileai.base.numbers import is_number
from whileai.stats.intervals import normal_quantile, wilson
from whileai.stats.sources import Rows, rows_of

if TYPE_CHECKING:
    from collections.abc import Sequence

LABELS_NEEDED = 50
"""Labels under which nothing is said for sure."""

AGREES_FROM = 0.80
"""What the lower end of the agreement's interval has to reach."""

KAPPA_FROM = 0.60
"""Agreement beyond chance that a judge needs: substantial, in Landis and Koch."""

SKIPPED_TO = 0.10
"""Share of labelled rows that may go without a verdict of 0 or 1."""

LENGTH_GAP = 0.15
"""How much more a judge may favour long replies than short ones, labels apart."""

KINDS = ("human", "verifier", "model")
"""Where labels come from."""

Pair = tuple[int, int]
"""A judge's verdict and the label, each 0 or 1."""


def kappa(pairs: Sequence[Pair]) -> float | None:
    """Give the agreement of verdicts and labels beyond what chance gives.

    Args:
        pairs: verdict and label of each row.

    Returns:
        At most 1; 0 is chance. ``None`` where either side says the same of every row,
        which leaves nothing to agree on.
    """
    count = len(pairs)
    if not count:
        return None
    agreed = sum(verdict == label for verdict, label in pairs) / count
    passed = sum(verdict for verdict, _ in pairs) / count
    good = sum(label for _, label in pairs) / count
    chance = passed * good + (1 - passed) * (1 - good)
    if passed in (0, 1) or good in (0, 1):
        return None
    return (agreed - chance) / (1 - chance)


@frozen(kw_only=True)
class JudgeTrust:
    """What labels say of a judge; it prints itself.

    Args:
        judge: whose verdicts they are.
        kind: where the labels come from.
        verdict: ``ok``, ``not trusted``, ``inconclusive``, ``unverified`` (the rows
            are not stamped by this judge) or ``not measured``.
        n_labels: rows with a label.
        n_compared: those of them with a verdict of 0 or 1.
        agreement: share of these on which judge and label agree.
        interval: the 95% interval of ``agreement`` (Wilson); rows have to be
            independent of each other.
        kappa: agreement beyond chance.
        length_gap: how much more the judge gives to the longer half of the replies
            than labels do, minus the same for the shorter half.
        length_noise: what ``length_gap`` may be by chance, with 95% confidence.
        notes: why the verdict is what it is, in plain words.
    """

    judge: str
    kind: str
    verdict: str
    n_labels: int
    n_compared: int = 0
    agreement: float | None = None
    interval: tuple[float, float] | None = None
    kappa: float | None = None
    length_gap: float | None = None
    length_noise: float | None = None
    notes: tuple[str, ...] = ()

    @property
    def ok(self) -> bool:
        """Whether the judge's grades may be counted on."""
        return self.verdict == "ok"

    @property
    def skipped(self) -> int:
        """Labelled rows that the judge gave no verdict of 0 or 1."""
        return self.n_labels - self.n_compared

    def __str__(self) -> str:
        lines = [f"judge {self.judge or '(unnamed)'}: {self.verdict}"]
        if self.agreement is not None and self.interval is not None:
            low, high = self.interval
            beyond = "n/a" if self.kappa is None else f"{self.kappa:.2f}"
            lines.append(
                f"  agrees with {self.kind} labels on {self.agreement:.1%} of "
                f"{self.n_compared} rows ({low:.1%} to {high:.1%}), kappa {beyond}"
            )
        if self.length_gap is not None:
            lines.append(
                f"  favours long replies by {100 * self.length_gap:+.0f} points "
                f"(chance alone: {100 * (self.length_noise or 0):.0f})"
            )
        return "\n".join((*lines, *(f"  ! {note}" for note in self.notes)))


@frozen(kw_only=True)
class Labelled:
    """One row beside its label.

    Args:
        row: as ``data.rows()`` has it.
        label: 0 or 1; ``None`` where the row has none.
    """

    row: Mapping[str, Any]
    label: int | None

    @property
    def reward(self) -> float | None:
        """The judge's number, where there is one."""
        value = self.row.get("reward")
        if not is_number(value):
            return None
        return float(value) if 0 <= value <= 1 else None


def labelled(rows: Rows, labels: Any, call: str) -> Iterator[Labelled]:
    """Put each row beside its label.

    Args:
        rows: a ``SimulationData``, its rows, or the path of its JSONL file.
        labels: a mapping from ``lineage.slot``, ``task_id``, ``scenario_id`` or prompt
            to 0 or 1; a function of the row; or the name of a row's key.
        call: the name of the call, for errors.

    Raises:
        TypeError: for anything else, a bare list above all.
        ValueError: if a label is neither 0 nor 1.
    """
    for row in rows_of(rows, call):
        yield Labelled(row=row, label=_checked(_looked_up(row, labels, call), call))


def _looked_up(row: Mapping[str, Any], labels: Any, call: str) -> Any:
    if isinstance(labels, str):
        return row.get(labels)
    if isinstance(labels, Mapping):
        slot = (row.get("lineage") or {}).get("slot")
        keys = (slot, *(row.get(n) for n in ("task_id", "scenario_id", "prompt")))
        return next((labels[key] for key in keys if key in labels), None)
    if callable(labels):
        return labels(row)
    raise TypeError(
        f"{call} got labels={given(labels)}, which does not say whose label each is: "
        "pass a dict by lineage.slot, task_id, scenario_id or prompt, a function of "
        "the row, or the name of a row's key"
    )


def _checked(label: Any, call: str) -> int | None:
    if label is None:
        return None
    if isinstance(label, (bool, int, float)) and label in (0, 1):
        return int(label)
    raise ValueError(f"{call} got the label {given(label)}; a label is 0 or 1")


def judge_trust(
    rows: Rows, labels: Any, *, judge: Any = None, kind: str | None = None
) -> JudgeTrust:
    """Say whether a judge's grades may be counted on, by rows whose truth is known.

    Args:
        rows: graded by the judge: a ``SimulationData``, its rows, or a JSONL path.
        labels: the truth, 0 or 1: a dict by ``lineage.slot``, ``task_id``,
            ``scenario_id`` or prompt; a function of the row; or a row's key.
        judge: the judge, or its name; rows that another one graded are not measured.
            Unset, the one that graded them.
        kind: where the labels come from, one of ``human``, ``verifier``, ``model``.

    Raises:
        TypeError: if ``labels`` do not say whose they are.
        ValueError: for a label that is neither 0 nor 1, or an unknown kind.
    """
    if kind is None:
        warnings.warn(
            "judge_trust() takes the labels for human ones; pass kind='human', "
            "'verifier' or 'model'",
            UserWarning,
            stacklevel=2,
        )
    elif kind not in KINDS:
        raise unknown_name("kind=", kind, KINDS)
    every = [e for e in labelled(rows, labels, "judge_trust()") if e.label is not None]
    name = _judge_name(every, judge)
    own = [e for e in every if name and e.row.get("judge_name") == name]
    about: dict[str, Any] = {
        "judge": name,
        "kind": kind or "human",
        "n_labels": len(every),
    }
    if not every:
        note = "no row has a label"
        return JudgeTrust(verdict="not measured", notes=(note,), **about)
    if not own:
        note = f"no labelled row was graded by {name or 'a named judge'}"
        return JudgeTrust(verdict="unverified", notes=(note,), **about)
    return _measured(own, len(every), about)


def _judge_name(every: Sequence[Labelled], judge: Any) -> str:
    """Give the name that rows of ``judge`` carry; of unnamed ones, their own."""
    if isinstance(judge, str):
        return judge
    if judge is not None:
        named = getattr(judge, "name", None) or getattr(judge, "__name__", None)
        if isinstance(named, str) and named:
            return named
        model = getattr(getattr(judge, "model", None), "name", None)
        spelled = model or getattr(judge, "model", None) or type(judge).__name__
        return f"judge:{spelled}" if hasattr(judge, "rubric") else str(spelled)
    names = dict.fromkeys(e.row.get("judge_name") for e in every)
    found = [name for name in names if isinstance(name, str) and name]
    return found[0] if len(found) == 1 else ""


def _measured(
    own: Sequence[Labelled], n_labels: int, about: dict[str, Any]
) -> JudgeTrust:
    compared = [each for each in own if each.reward in (0, 1)]
    pairs = [(int(e.reward or 0), e.label or 0) for e in compared]
    if not pairs:
        note = "the judge gave no labelled row a verdict of 0 or 1"
        return JudgeTrust(verdict="not measured", notes=(note,), **about)
    agreed = sum(verdict == label for verdict, label in pairs)
    interval, beyond = wilson(agreed, len(pairs)), kappa(pairs)
    gap, noise = length_gap(compared)
    doubts = list(_doubts(len(pairs), n_labels, interval, beyond))
    faults = list(_faults(interval, beyond, gap, noise))
    verdict = "not trusted" if faults else "inconclusive" if doubts else "ok"
    return JudgeTrust(
        verdict=verdict,
        n_compared=len(pairs),
        agreement=agreed / len(pairs),
        interval=interval,
        kappa=beyond,
        length_gap=gap,
        length_noise=noise,
        notes=tuple(faults + doubts),
        **about,
    )


def _doubts(
    count: int, n_labels: int, interval: tuple[float, float], beyond: float | None
) -> Iterator[str]:
    """Say what is not known well enough."""
    skipped = (n_labels - count) / n_labels
    if count < LABELS_NEEDED:
        yield f"{count} labels were compared and {LABELS_NEEDED} are needed"
    if skipped > SKIPPED_TO:
        yield (
            f"{skipped:.0%} of the labelled rows have no verdict of 0 or 1 by this "
            f"judge, and what is left may be the easy part; at most {SKIPPED_TO:.0%}"
        )
    if interval[0] < AGREES_FROM <= interval[1]:
        yield f"the agreement may be under {AGREES_FROM:.0%}: label more rows"
    if beyond is None:
        yield "all labels, or all verdicts, are the same: label rows of both kinds"


def _faults(
    interval: tuple[float, float],
    beyond: float | None,
    gap: float | None,
    noise: float | None,
) -> Iterator[str]:
    """Say what speaks against the judge."""
    if interval[1] < AGREES_FROM:
        yield f"the agreement is under {AGREES_FROM:.0%}"
    if beyond is not None and beyond < KAPPA_FROM:
        yield f"kappa is {beyond:.2f}, under {KAPPA_FROM:.2f}"
    if gap is not None and abs(gap) > max(LENGTH_GAP, noise or 0.0):
        side = "long" if gap > 0 else "short"
        yield f"the judge favours {side} replies by {100 * abs(gap):.0f} points"


def length_gap(rows: Sequence[Labelled]) -> tuple[float | None, float | None]:
    """Give how much a judge favours long replies, labels apart, and what chance gives.

    Args:
        rows: with verdict and label.

    Returns:
        The mean error in the longer half minus that in the shorter half, in -2..2, and
        1.96 of its standard errors; ``None`` twice under 20 rows.
    """
    errors = [
        (len(str(e.row.get("final_text") or "")), (e.reward or 0.0) - (e.label or 0))
        for e in rows
    ]
    if len(errors) < 20:
        return None, None
    errors.sort(key=lambda each: each[0])
    half = len(errors) // 2
    short, long = [e for _, e in errors[:half]], [e for _, e in errors[-half:]]
    spread = sqrt(_variance(short) / half + _variance(long) / half)
    gap = fsum(long) / half - fsum(short) / half
    return gap, normal_quantile(0.975) * spread


def _variance(values: Sequence[float]) -> float:
    mean = fsum(values) / len(values)
    return fsum((each - mean) ** 2 for each in values) / max(1, len(values) - 1)
