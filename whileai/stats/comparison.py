"""Two sets of rows on the same tasks: how far apart they are, and whether by chance."""

from __future__ import annotations

from math import fsum, sqrt
from typing import TYPE_CHECKING, Any

from attrs import asdict, frozen

from whileai.stats.arm import AT, PASS, POW, Arm
from whileai.stats.distributions import t_quantile
from whileai.stats.levels import checked_level
from whileai.stats.passing import reported_k
from whileai.stats.permutation import sign_flip_p

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from whileai.stats.sources import Rows

FEWEST_PAIRS = 5
"""Shared tasks that a verdict needs; with five, signs alone can reach p = 0.0625."""
SHARED = 0.5
"""Share of all tasks that both sides must have, for their difference to mean much."""
UNSEEN = 0.05
"""Weight of one pair that went all the way up and of one that went all the way down.

So the interval never has zero width; chosen by simulation of known differences.
"""


@frozen(kw_only=True, str=False)
class Comparison:
    """How two sets of rows differ on the tasks they share; printed, it is one line.

    ``comparison["delta"]`` reads the same as ``comparison.delta``.

    Args:
        metric: what was compared.
        delta: mean of ``b`` less mean of ``a``, over shared tasks; ``None`` without.
        mean_a: mean of the first over shared tasks.
        mean_b: mean of the second over the same tasks.
        ci95: interval of ``delta`` at ``level``; never of zero width.
        level: how often the interval holds the truth.
        p_value: chance of a difference as large without a change.
        verdict: ``b_better``, ``a_better``, ``no_difference_detected`` or
            ``not_comparable``; better means a greater value.
        n_paired: tasks that both sides have.
        n_only_a: tasks that only the first has.
        n_only_b: tasks that only the second has.
        paired_share: shared tasks among all tasks.
        std: standard deviation of the differences between tasks.
        note: why a number is missing or the verdict is what it is; else empty.
    """

    metric: str
    delta: float | None = None
    mean_a: float | None = None
    mean_b: float | None = None
    ci95: tuple[float, float] | None = None
    level: float = 0.95
    p_value: float | None = None
    verdict: str = "not_comparable"
    n_paired: int = 0
    n_only_a: int = 0
    n_only_b: int = 0
    paired_share: float = 0.0
    std: float | None = None
    note: str = ""

    def __getitem__(self, name: str) -> Any:
        return self.to_dict()[name]

    def keys(self) -> Iterator[str]:
        """Give the names of the numbers, so that ``dict(comparison)`` works."""
        return iter(self.to_dict())

    def to_dict(self) -> dict[str, Any]:
        """Give the numbers as JSON values."""
        return asdict(self)

    def __str__(self) -> str:
        if self.delta is None or self.mean_a is None or self.mean_b is None:
            return f"{self.metric} n/a: {self.verdict} ({self.note})"
        text = (
            f"{self.metric} {self.mean_a:.3f} -> {self.mean_b:.3f}, {self.delta:+.3f}"
        )
        if self.ci95 is not None:
            text += f" [{self.ci95[0]:+.3f}..{self.ci95[1]:+.3f}]"
        if self.p_value is not None:
            text += f", p {self.p_value:.3f}"
        note = f"; {self.note}" if self.note else ""
        return f"{text}: {self.verdict} ({self.n_paired} shared tasks{note})"


def compare_runs(
    a: Rows,
    b: Rows,
    *,
    metric: str = PASS,
    level: float = 0.95,
    min_paired: int = FEWEST_PAIRS,
) -> Comparison:
    """Compare two sets of rows on the tasks that both have.

    Means, delta and interval are over the same pairs. The verdict is that of an exact
    sign-flip test over tasks: equals are told apart in at most ``1 - level`` of cases.

    Args:
        a: the first: a ``SimulationData``, its rows, a JSONL path, or ``Counts``.
        b: the second, compared with it.
        metric: ``pass_at_1``, ``pass_pow_k``, ``pass_at_k``, ``reward`` or a marker.
        level: how often the interval holds the truth, above 0 and under 1.
        min_paired: shared tasks that a verdict needs.

    Raises:
        TypeError, ValueError: if an argument is of the wrong kind or out of range.
    """
    level = checked_level(level, "compare_runs()")
    first, second = Arm.of(a, "compare_runs()"), Arm.of(b, "compare_runs()")
    k = common_k(first, second) if metric in (POW, AT) else None
    return compared(
        metric,
        first.values(metric, k),
        second.values(metric, k),
        level,
        min_paired,
    )


def common_k(a: Arm, b: Arm) -> int | None:
    """Give the k that both sides have repeats for, if there is one above 1."""
    found = [k for arm in (a, b) if (k := reported_k(arm.counts))]
    return min(found) if len(found) == 2 and min(found) > 1 else None


def compared(
    metric: str,
    a: dict[str, float],
    b: dict[str, float],
    level: float,
    min_paired: int = FEWEST_PAIRS,
) -> Comparison:
    """Compare the values of two sides, by task."""
    shared = [task for task in a if task in b]
    every = len(a) + len(b) - len(shared)
    share = len(shared) / every if every else 0.0
    counts: dict[str, Any] = {
        "metric": metric,
        "level": level,
        "n_paired": len(shared),
        "n_only_a": len(a) - len(shared),
        "n_only_b": len(b) - len(shared),
        "paired_share": share,
    }
    if not shared:
        note = f"no task has {metric} on both sides; replay one with tasks= the other"
        return Comparison(note=note, **counts)
    differences = [b[task] - a[task] for task in shared]
    delta, std = spread(differences)
    p_value = sign_flip_p(differences)
    verdict, note = _verdict(delta, p_value, level, share, len(shared), min_paired)
    return Comparison(
        delta=delta,
        mean_a=fsum(a[task] for task in shared) / len(shared),
        mean_b=fsum(b[task] for task in shared) / len(shared),
        ci95=delta_bounds(delta, std, len(shared), level) if len(shared) > 1 else None,
        p_value=p_value,
        verdict=verdict,
        std=std,
        note=note,
        **counts,
    )


def _verdict(
    delta: float,
    p_value: float,
    level: float,
    share: float,
    paired: int,
    min_paired: int,
) -> tuple[str, str]:
    if share < SHARED:
        return "not_comparable", (
            f"the sides share {share:.0%} of their tasks, under half; replay one with "
            "tasks= the other"
        )
    if paired < min_paired:
        return "no_difference_detected", (
            f"{paired} shared tasks, a verdict needs {min_paired}; raise situations="
        )
    if p_value <= 1 - level + 1e-12:
        return ("b_better" if delta > 0 else "a_better"), ""
    return "no_difference_detected", ""


def spread(values: Sequence[float]) -> tuple[float, float]:
    """Give the mean of ``values`` and their standard deviation, 0 for a single one."""
    mean = fsum(values) / len(values)
    if len(values) < 2:
        return mean, 0.0
    squares = fsum((each - mean) ** 2 for each in values)
    return mean, sqrt(squares / (len(values) - 1))


def delta_bounds(
    delta: float, std: float, pairs: int, level: float
) -> tuple[float, float]:
    """Give the interval in which the true mean difference lies, most likely.

    Student's interval, a little widened, so that it never has zero width. Where all
    differences are alike it reaches as far as a change may that not one of ``pairs``
    tasks shows.

    Args:
        delta: mean difference, in ``[-1, 1]``.
        std: standard deviation of the differences.
        pairs: how many there are, 2 or more.
        level: how often such an interval holds the truth.
    """
    variance = std * std + 2 * UNSEEN / (pairs - 1)
    reach = t_quantile((1 + level) / 2, pairs - 1) * sqrt(variance / pairs)
    if std < 1e-12:
        reach = max(reach, 1 - (1 - level) ** (1 / pairs))
    return delta - reach, delta + reach
