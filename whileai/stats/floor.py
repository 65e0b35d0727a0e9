"""The noise floor of a comparison: what repeated evaluation runs differ by."""

from __future__ import annotations

from math import fsum, sqrt
from typing import TYPE_CHECKING

from attrs import field, frozen

from whileai.stats.variance import noise_band

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from whileai.stats.arm import Arm

Values = dict[str, float]


@frozen(kw_only=True)
class Floor:
    """How far two means of one metric may differ by noise between runs alone.

    Args:
        run_std: standard deviation of one run's mean; ``None`` where unknown.
        band: difference that noise exceeds with the error rate of the comparison.
        df: degrees of freedom behind ``run_std``; ``None`` where it was given.
    """

    run_std: float | None = None
    band: float | None = None
    df: int | None = None


@frozen(kw_only=True)
class Repetition:
    """Whether each pair of evaluation runs tells the same story.

    Args:
        deltas: difference of the metric in each pair of runs.
        agreement: how many have the sign of the whole; ``None`` with a single pair.
        spread: standard deviation of the deltas; ``None`` with a single pair.
    """

    deltas: tuple[float, ...] = field(default=())
    agreement: str | None = None
    spread: float | None = None


def run_means(arm: Arm, metric: str, k: int | None) -> list[float]:
    """Give the mean of ``metric`` over tasks in each evaluation run that has one."""
    found = (arm.run_values(metric, run, k) for run in arm.runs)
    return [fsum(each.values()) / len(each) for each in found if each]


def measured_floor(
    before: Sequence[float], after: Sequence[float], alpha: float
) -> Floor:
    """Give the floor from the means of the runs of both sides."""
    df = max(0, len(before) - 1) + max(0, len(after) - 1)
    if not (df and before and after):
        return Floor()
    squares = 0.0
    for means in (before, after):
        middle = fsum(means) / len(means)
        squares += fsum((each - middle) ** 2 for each in means)
    std = sqrt(squares / df)
    band = noise_band(std, len(before), len(after), df=df, alpha=alpha)
    return Floor(run_std=std, band=band, df=df)


def given_floor(run_std: float, before: int, after: int, alpha: float) -> Floor:
    """Give the floor for a known standard deviation and these numbers of runs."""
    band = noise_band(run_std, max(1, before), max(1, after), alpha=alpha)
    return Floor(run_std=run_std, band=band)


def repetition(
    before: Sequence[Values], after: Sequence[Values], whole: float | None
) -> Repetition:
    """Compare the runs of two sides pair by pair, each over the tasks it shares."""
    deltas = [
        delta
        for first, second in zip(before, after, strict=False)
        if (delta := _delta(first, second)) is not None
    ]
    if len(deltas) < 2 or whole is None:
        return Repetition(deltas=tuple(deltas))
    agreeing = sum(_sign(each) == _sign(whole) for each in deltas)
    middle = fsum(deltas) / len(deltas)
    squares = fsum((each - middle) ** 2 for each in deltas)
    return Repetition(
        deltas=tuple(deltas),
        agreement=f"{agreeing}/{len(deltas)} agree",
        spread=sqrt(squares / (len(deltas) - 1)),
    )


def _delta(before: Mapping[str, float], after: Mapping[str, float]) -> float | None:
    shared = [task for task in before if task in after]
    if not shared:
        return None
    return fsum(after[task] - before[task] for task in shared) / len(shared)


def _sign(value: float) -> int:
    return (value > 1e-12) - (value < -1e-12)
