"""How far evaluations of one agent differ, and how large a change must be to show."""

from __future__ import annotations

from math import ceil, fsum, sqrt
from typing import TYPE_CHECKING, Any, ClassVar, TypeVar

from attrs import asdict, field, frozen

from whileai.base.errors import given
from whileai.base.numbers import checked_count, is_number
from whileai.stats.arm import PASS, Arm
from whileai.stats.comparison import spread
from whileai.stats.distributions import normal_quantile, t_quantile
from whileai.stats.levels import checked_level

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from whileai.stats.sources import Rows

CEILING = 0.05
"""A pass rate this near to 0 or 1 leaves no room to see a change of its own size."""
FEWEST_TASKS = 6
"""Tasks below which no sign-flip test can reach 0.05: 2 of 32 ways at five."""


@frozen(kw_only=True, str=False)
class EvalVariance:
    """What repeated evaluation runs of one agent say of the noise between them.

    Args:
        metric: what was measured.
        n_runs: runs with a graded row.
        means: mean over tasks, by run.
        mean: of these means; ``None`` without a run.
        run_std: their standard deviation; ``None`` under two runs.
        run_std_by_metric: the same for each marker too.
        noise_band: difference of two further runs that noise alone exceeds in one of
            twenty cases; ``None`` under two runs.
        noise_band_df: degrees of freedom behind it, runs less one.
        tasks_in_every_run: tasks that no run lacks.
        notes: what has to be known to read the numbers.
    """

    metric: str
    n_runs: int = 0
    means: dict[str, float] = field(factory=dict)
    mean: float | None = None
    run_std: float | None = None
    run_std_by_metric: dict[str, float] = field(factory=dict)
    noise_band: float | None = None
    noise_band_df: int | None = None
    tasks_in_every_run: int = 0
    notes: tuple[str, ...] = ()

    def __getitem__(self, name: str) -> Any:
        return self.to_dict()[name]

    def to_dict(self) -> dict[str, Any]:
        """Give the numbers as JSON values."""
        return asdict(self) | {"notes": list(self.notes)}

    def __str__(self) -> str:
        if self.mean is None:
            return f"{self.metric} n/a ({'; '.join(self.notes)})"
        text = f"{self.metric} {self.mean:.3f} over {self.n_runs} runs"
        if self.run_std is not None and self.noise_band is not None:
            text += f", run std {self.run_std:.4f}, noise band {self.noise_band:.4f}"
        notes = "".join(f"; {note}" for note in self.notes)
        return f"{text} ({self.tasks_in_every_run} tasks in every run{notes})"


def eval_variance(*runs: Rows, metric: str = PASS) -> EvalVariance:
    """Measure how far evaluation runs of one agent differ from each other.

    Args:
        runs: each a ``SimulationData``, its rows, or a JSONL path. Rows that carry
            ``lineage.eval_run`` are split by it alone.
        metric: ``pass_at_1``, ``reward`` or the name of a marker.

    Raises:
        TypeError, ValueError: if an argument is of the wrong kind.
    """
    parts: list[tuple[str, Arm, object]] = []
    for number, source in enumerate(runs):
        arm = Arm.of(source, "eval_variance()")
        for run in arm.runs:
            name = str(number if run is None else run)
            if any(name == known for known, _, _ in parts):
                name = f"{number}:{name}"
            parts.append((name, arm, run))
    by_run = {
        name: values
        for name, arm, run in parts
        if (values := arm.run_values(metric, run))
    }
    markers = sorted({marker for _, arm, _ in parts for marker in arm.markers})
    stds = {
        marker: std
        for marker in markers
        if (std := _run_std(_marker_means(parts, marker))) is not None
    }
    return _measured(metric, by_run, stds)


def _marker_means(parts: Sequence[tuple[str, Arm, object]], marker: str) -> list[float]:
    found = (
        arm.run_values(marker, run) for _, arm, run in parts if marker in arm.measured
    )
    return [_mean(values) for values in found if values]


def _measured(
    metric: str, by_run: Mapping[str, Mapping[str, float]], stds: dict[str, float]
) -> EvalVariance:
    means = {name: _mean(values) for name, values in by_run.items()}
    run_std = _run_std(list(means.values()))
    every = set.intersection(*map(set, by_run.values())) if by_run else set()
    notes = []
    if len(means) < 2:
        notes.append(
            f"{len(means)} evaluation run{'s' * (len(means) != 1)} graded, the spread "
            "needs two; run with runs=3"
        )
    elif any(len(values) != len(every) for values in by_run.values()):
        notes.append("the runs differ in their tasks; replay one task set with tasks=")
    df = len(means) - 1 if run_std is not None else None
    return EvalVariance(
        metric=metric,
        n_runs=len(means),
        means=means,
        mean=fsum(means.values()) / len(means) if means else None,
        run_std=run_std,
        run_std_by_metric=({metric: run_std} if run_std is not None else {}) | stds,
        noise_band=None if run_std is None else noise_band(run_std, df=df),
        noise_band_df=df,
        tasks_in_every_run=len(every),
        notes=tuple(notes),
    )


def _mean(values: Mapping[str, float]) -> float:
    return fsum(values.values()) / len(values)


def _run_std(means: Sequence[float]) -> float | None:
    return spread(means)[1] if len(means) > 1 else None


def noise_band(
    run_std: float,
    runs_a: int = 1,
    runs_b: int = 1,
    *,
    df: int | None = None,
    alpha: float = 0.05,
) -> float:
    """Give the difference of two means that noise between runs exceeds in ``alpha``.

    Args:
        run_std: standard deviation of one run's mean, 0 or more.
        runs_a: evaluation runs on one side, 1 or more.
        runs_b: evaluation runs on the other.
        df: runs less one that ``run_std`` was measured from, over both sides; unset,
            it is taken as known. A flat two standard deviations is passed by 15% of
            differences that are noise.
        alpha: how often noise alone may exceed the band.

    Raises:
        TypeError, ValueError: if an argument is of the wrong kind or out of range.

    Source: Student 1908, "The probable error of a mean", doi:10.2307/2331554.
    """
    if not is_number(run_std):
        raise TypeError(f"noise_band() takes run_std as a number, got {given(run_std)}")
    if not 0 <= run_std < float("inf"):
        raise ValueError(f"noise_band() takes run_std of 0 or more, got {run_std!r}")
    for name, runs in (("runs_a", runs_a), ("runs_b", runs_b), ("df", df)):
        if runs is not None:
            checked_count(runs, "noise_band()", name)
    share = 1 - checked_level(alpha, "noise_band()", "alpha") / 2
    factor = normal_quantile(share) if df is None else t_quantile(share, df)
    return factor * run_std * sqrt(1 / runs_a + 1 / runs_b)


class Sized:
    """A number that a base's pass rate decides, and whether it leaves room.

    Args:
        saturated: true when the base passes nearly always or nearly never.
        note: what that means; empty if it is not.
    """

    saturated: bool = False
    note: str = ""
    _form: ClassVar[str]

    def __str__(self) -> str:
        return self._form.format(self) + (f" ({self.note})" if self.note else "")


class HoldoutSize(Sized, int):
    """A number of tasks that each side needs, and whether the base leaves room."""

    _form = "{:d} tasks"


class DetectableEffect(Sized, float):
    """The least change that shows as often as asked, and whether there is room."""

    _form = "{:.3f}"


AnySized = TypeVar("AnySized", bound=Sized)


def _told(number: AnySized, rate: float) -> AnySized:
    """Note on a number whether the pass rate that it is made from is saturated."""
    if is_saturated(rate):
        number.saturated, number.note = True, saturated_note(rate)
    return number


def holdout_size(
    effect: float,
    base: float | Rows = 0.6,
    k: int = 4,
    *,
    power: float = 0.8,
    alpha: float = 0.05,
) -> HoldoutSize:
    """Give how many tasks a comparison needs to see a change of ``effect``.

    Both sides play the same tasks. The variance is that of ``k`` rollouts a task at
    the base's pass rate before and after the change, with no help from how tasks
    differ; so the answer errs on the large side.

    Args:
        effect: change of pass@1, above 0 and under 1.
        base: pass rate before, in ``[0, 1]``, or the rows of the base.
        k: repeats of each task, 1 or more.
        power: how often the change is to be seen.
        alpha: how often a change is seen where there is none.

    Raises:
        TypeError, ValueError: if an argument is of the wrong kind or out of range.
    """
    effect = checked_level(effect, "holdout_size()", "effect")
    rate = base_rate(base, "holdout_size()")
    repeats = checked_count(k, "holdout_size()", "k")
    factor = _factor(power, alpha)
    variance = change_variance(rate, effect, repeats)
    tasks = max(FEWEST_TASKS, ceil(factor * factor * variance / (effect * effect)))
    return _told(HoldoutSize(tasks), rate)


def detectable_effect(
    n_tasks: int,
    base: float | Rows = 0.6,
    k: int = 4,
    *,
    power: float = 0.8,
    alpha: float = 0.05,
) -> DetectableEffect:
    """Give the least change of pass@1 that so many tasks show; see ``holdout_size``.

    Args:
        n_tasks: tasks that both sides play, 1 or more.
        base: pass rate before, in ``[0, 1]``, or the rows of the base.
        k: repeats of each task, 1 or more.
        power: how often the change is to be seen.
        alpha: how often a change is seen where there is none.

    Returns:
        The effect, at most 1; 1 means that no change would be seen so often.

    Raises:
        TypeError, ValueError: if an argument is of the wrong kind or out of range.
    """
    tasks = checked_count(n_tasks, "detectable_effect()", "n_tasks")
    repeats = checked_count(k, "detectable_effect()", "k")
    rate = base_rate(base, "detectable_effect()")
    factor = _factor(power, alpha)
    low, high = 0.0, 1.0
    for _ in range(60):
        middle = (low + high) / 2
        variance = change_variance(rate, middle, repeats)
        if middle * middle * tasks < factor * factor * variance:
            low = middle
        else:
            high = middle
    effect = 1.0 if tasks < FEWEST_TASKS else high
    return _told(DetectableEffect(effect), rate)


def _factor(power: float, alpha: float) -> float:
    asked = checked_level(power, "power analysis", "power")
    error = checked_level(alpha, "power analysis", "alpha")
    return normal_quantile(1 - error / 2) + normal_quantile(asked)


def change_variance(base: float, effect: float, k: int) -> float:
    """Give the variance of one task's difference when ``base`` moves by ``effect``.

    The change goes where there is room for it: up, unless that would leave ``[0, 1]``.
    """
    after = base + effect if base + effect <= 1 else base - effect
    after = min(1.0, max(0.0, after))
    return (base * (1 - base) + after * (1 - after)) / k


def is_saturated(rate: float) -> bool:
    """Say whether a pass rate is so near to 0 or 1 that it shows little of a change."""
    return min(rate, 1 - rate) < CEILING


def saturated_note(rate: float) -> str:
    """Say what a saturated base means."""
    way = "harder tasks" if rate > 0.5 else "easier tasks"
    return f"the base passes {rate:.0%}, too near to an end to show a change; add {way}"


def base_rate(base: float | Rows, call: str) -> float:
    """Give the pass rate of a base that is given as a number or as rows."""
    if is_number(base):
        if not 0 <= base <= 1:
            raise ValueError(f"{call} takes base in 0 to 1, got {base!r}")
        return float(base)
    values = Arm.of(base, call).values(PASS)
    if not values:
        raise ValueError(f"{call} got a base without rewards of 0 or 1; grade it first")
    return _mean(values)
