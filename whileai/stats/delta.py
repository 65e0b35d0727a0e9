"""What changed between two evaluations, what did not, and what nobody can tell."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from math import ceil, sqrt
from typing import TYPE_CHECKING, Any

from attrs import asdict, evolve, frozen

from whileai.base.errors import given, unknown_name
from whileai.stats.arm import AT, PASS, POW, REWARD, Arm, passing_values
from whileai.stats.comparability import causes, selection_bound
from whileai.stats.comparison import Comparison, common_k, compared
from whileai.stats.distributions import normal_quantile
from whileai.stats.floor import (
    Floor,
    given_floor,
    measured_floor,
    repetition,
    run_means,
)
from whileai.stats.levels import checked_level
from whileai.stats.passing import FEWEST_REPEATS, reported_k
from whileai.stats.permutation import holm
from whileai.stats.variance import (
    FEWEST_TASKS,
    change_variance,
    is_saturated,
    saturated_note,
)

if TYPE_CHECKING:
    from collections.abc import Collection

    from whileai.stats.sources import Rows

EFFECT = 0.05
"""The change of pass@1 that ``tasks_needed`` speaks of."""
POWER = 0.8
"""How often that change is to be seen."""
CALL = "delta_report()"

WORDS = {
    "improved": "IMPROVED",
    "regressed": "REGRESSED",
    "within_noise": "NO CHANGE (within the noise between runs)",
    "no_change_detected": "NO CHANGE DETECTED",
}

UNMOVED = ("no_change_detected", "within_noise")


class DeltaReport(dict[str, Any]):
    """A report on what changed; printed, it has at most six lines.

    Keys: ``ok`` (comparable, and neither the target nor a guard regressed),
    ``headline_verdict`` (``improved``, ``regressed``, ``within_noise``,
    ``no_change_detected``, ``moved_unreplicated`` or ``not_comparable``), ``target``,
    ``improved`` and ``regressions`` (names of metrics), ``unreplicated`` (metrics that
    moved with one run on a side), ``replicated``, ``eval_runs``, ``not_comparable``
    (causes), ``metrics`` (by name, the numbers of a ``Comparison`` with ``status``,
    ``p_holm``, ``family``, ``lower_is_better``, ``run_std``, ``noise_band`` and
    ``within_noise``), ``repeats`` (pairs of runs one by one), ``run_std``,
    ``noise_band``, ``n_paired_tasks``, ``n_unpaired_tasks``, ``selection_bound``,
    ``saturated``, ``tasks_needed``, ``detectable_effect``, ``family_error`` (an upper
    bound, without correction), ``k``, ``alpha``, ``config`` and ``warnings``.
    """

    def __str__(self) -> str:
        lines = [self._headline(), *self._numbers(), *self._lists()]
        if self["warnings"]:
            lines.append("; ".join(self["warnings"]))
        return "\n".join(lines)

    __repr__ = __str__

    def _headline(self) -> str:
        if self["not_comparable"]:
            return f"NOT COMPARABLE: {'; '.join(self['not_comparable'])}"
        if not self["replicated"]:
            runs = min(self["eval_runs"].values())
            return (
                f"INCONCLUSIVE ({runs} eval run{'s' * (runs != 1)} a side, rerun with "
                f"runs=2 or more to confirm): {self['headline_verdict']}"
            )
        return WORDS[self["headline_verdict"]]

    def _numbers(self) -> list[str]:
        target = self["metrics"][self["target"]]
        known = {name: target[name] for name in _COMPARED}
        lines = [str(Comparison(**known))]
        if self["noise_band"] is not None:
            runs = self["eval_runs"]
            lines.append(
                f"noise between runs: {self['noise_band']:.3f} "
                f"({runs['before']} runs before, {runs['after']} after)"
            )
        return lines

    def _lists(self) -> list[str]:
        parts = [
            f"{word}: {', '.join(self[word])}"
            for word in ("improved", "regressions", "unreplicated")
            if self[word]
        ]
        return ["; ".join(parts)] if parts else []


_COMPARED = tuple(Comparison.__annotations__)


@frozen(kw_only=True)
class _Metric:
    """One metric of the report.

    Args:
        result: both sides compared.
        family: metrics that are corrected together.
        floor: the noise between runs.
        lower_is_better: the direction in which it improves.
        p_holm: the p-value corrected for its family.
    """

    result: Comparison
    family: str
    floor: Floor
    lower_is_better: bool
    p_holm: float = 1.0

    @property
    def within_noise(self) -> bool | None:
        if self.floor.band is None or self.result.delta is None:
            return None
        return abs(self.result.delta) <= self.floor.band + 1e-12

    def status(self, alpha: float, replicated: bool) -> str:
        delta = self.result.delta
        if delta is None:
            return "not_comparable"
        if self.p_holm > alpha + 1e-12 or not delta:
            return "no_change_detected"
        if self.within_noise:
            return "within_noise"
        if not replicated:
            return "moved_unreplicated"
        return "improved" if (delta < 0) == self.lower_is_better else "regressed"


def delta_report(
    before: Rows,
    after: Rows,
    *,
    target: str = PASS,
    must_not_regress: Collection[str] = (),
    lower_is_better: Collection[str] = (),
    run_std: float | Mapping[str, float] | None = None,
    by: str | None = None,
    alpha: float = 0.05,
) -> DeltaReport:
    """Report what changed between two evaluations of the same tasks.

    A change is called real when tasks, paired, speak for it (a sign-flip test,
    corrected over its family by Holm), when it exceeds the noise between runs of that
    metric, and when both sides have two or more evaluation runs (``runs=2``).

    Args:
        before: a ``SimulationData``, its rows, a JSONL path, or ``Counts``.
        after: the same of the changed agent.
        target: the metric of the headline: ``pass_at_1``, ``pass_pow_k``,
            ``pass_at_k``, ``reward`` or the name of a marker.
        must_not_regress: metrics whose regression makes the report not ``ok``, beside
            the target.
        lower_is_better: metrics that improve by falling; their deltas stay as they
            are.
        run_std: standard deviation of one run's mean, if known: of the target, or by
            metric. Unset, it is measured from ``lineage.eval_run``.
        by: row key (``tier``, ``stance``) whose values make slices of pass@1.
        alpha: how often a family of metrics may raise a false alarm.

    Raises:
        TypeError, ValueError: if an argument is of the wrong kind, or names a metric
            that was not measured.

    Source: Holm 1979, https://www.jstor.org/stable/4615733, for the correction.
    """
    alpha = checked_level(alpha, CALL, "alpha")
    sides = (Arm.of(before, CALL, by), Arm.of(after, CALL, by))
    known = _known(sides)
    k = _common_k(sides)
    lower = _named(lower_is_better, known, "lower_is_better")
    guards = _named(must_not_regress, known, "must_not_regress")
    _named([target], known, "target")
    stds = _stds(run_std, target, known)
    names = _outcomes(target, sides, k) | dict.fromkeys(_markers(sides), "markers")
    metrics = {
        name: _metric(name, family, sides, k, stds, name in lower, alpha)
        for name, family in names.items()
    }
    if by is not None:
        metrics |= _slices(sides, by, alpha)
    metrics = _corrected(metrics, target, alpha)
    return _report(sides, metrics, target, guards, k, alpha)


Sides = tuple[Arm, Arm]


def _known(sides: Sides) -> list[str]:
    return [PASS, POW, AT, REWARD, *_markers(sides)]


def _markers(sides: Sides) -> list[str]:
    return sorted({name for arm in sides for name in arm.markers})


def _named(names: Collection[str], known: Iterable[str], option: str) -> set[str]:
    if isinstance(names, str) or not isinstance(names, Iterable):
        raise TypeError(f"{CALL} takes {option} as a list of names, got {given(names)}")
    known = list(known)
    for name in names:
        if name not in known:
            raise unknown_name(f"{option}: metric", name, known)
    return set(names)


def _stds(
    run_std: float | Mapping[str, float] | None, target: str, known: list[str]
) -> dict[str, float]:
    if run_std is None:
        return {}
    if isinstance(run_std, Mapping):
        _named(list(run_std), known, "run_std")
        return dict(run_std)
    return {target: run_std}


def _common_k(sides: Sides) -> int | None:
    """Give the k that every evaluation run of both sides has repeats for."""
    found = [
        reported_k(arm.counts.of_run(run))
        for arm in sides
        if len(arm.runs) > 1
        for run in arm.runs
    ]
    whole = common_k(*sides)
    each = [k for k in (*found, whole) if k is not None]
    return min(each) if whole is not None and min(each) >= 2 else None


def _outcomes(target: str, sides: Sides, k: int | None) -> dict[str, str]:
    """Name the outcome metrics, the target first, each with its family."""
    names = {target: "target"}
    others = [PASS]
    if k is not None and k >= FEWEST_REPEATS:
        others += [POW, AT]
    if any(REWARD in arm.measured for arm in sides):
        others.append(REWARD)
    for name in others:
        names.setdefault(name, "outcomes")
    return names


def _metric(
    name: str,
    family: str,
    sides: Sides,
    k: int | None,
    stds: Mapping[str, float],
    lower: bool,
    alpha: float,
) -> _Metric:
    before, after = (_values(arm, name, k) for arm in sides)
    runs = [len(arm.runs) for arm in sides]
    if name in stds:
        floor = given_floor(stds[name], runs[0], runs[1], alpha)
    elif max(runs) > 1 and before and after:
        first, second = (run_means(arm, name, k) for arm in sides)
        floor = measured_floor(first, second, alpha)
    else:
        floor = Floor()
    return _Metric(
        result=compared(name, before, after, 1 - alpha),
        family=family,
        floor=floor,
        lower_is_better=lower,
    )


def _values(arm: Arm, name: str, k: int | None) -> dict[str, float]:
    unmeasured = name not in (PASS, POW, AT, REWARD) and name not in arm.measured
    if unmeasured or (name in (POW, AT) and k is None):
        return {}
    return arm.values(name, k)


def _slices(sides: Sides, by: str, alpha: float) -> dict[str, _Metric]:
    before, after = sides
    found = {}
    for value in sorted(set(before.slices) & set(after.slices)):
        name = f"{PASS}[{by}={value}]"
        values = [passing_values(arm.slices[value], 1, False) for arm in sides]
        found[name] = _Metric(
            result=compared(name, values[0], values[1], 1 - alpha),
            family="slices",
            floor=Floor(),
            lower_is_better=False,
        )
    return found


def _corrected(
    metrics: dict[str, _Metric], target: str, alpha: float
) -> dict[str, _Metric]:
    """Correct p-values within each family.

    The other outcomes are called changed only where the target is, so that together
    they keep its error rate.
    """
    families: dict[str, list[str]] = {}
    for name, metric in metrics.items():
        if metric.result.p_value is not None:
            families.setdefault(metric.family, []).append(name)
    corrected = dict(metrics)
    for names in families.values():
        p_values = [metrics[name].result.p_value or 0.0 for name in names]
        for name, p_value in zip(names, holm(p_values), strict=True):
            corrected[name] = evolve(metrics[name], p_holm=p_value)
    gate = corrected[target].p_holm
    return {
        name: evolve(metric, p_holm=max(metric.p_holm, gate))
        if metric.family == "outcomes"
        else metric
        for name, metric in corrected.items()
    }


def _report(
    sides: Sides,
    metrics: dict[str, _Metric],
    target: str,
    guards: set[str],
    k: int | None,
    alpha: float,
) -> DeltaReport:
    before, after = sides
    headline = metrics[target]
    against = list(causes(before, after, headline.result))
    replicated = min(len(arm.runs) for arm in sides) > 1
    status = {
        name: "not_comparable" if against else metric.status(alpha, replicated)
        for name, metric in metrics.items()
    }
    if status[target] in UNMOVED:  # the other outcomes are read off the same rewards
        status |= {
            n: status[target] for n in metrics if _follows(metrics[n], status[n])
        }
    regressions = [name for name in metrics if status[name] == "regressed"]
    size = _size(headline.result, k, alpha)
    first, second = (
        [arm.run_values(target, run, k) for run in arm.runs] for arm in sides
    )
    pairs = repetition(first, second, headline.result.delta)
    return DeltaReport(
        ok=not against and not ({target} | guards) & set(regressions),
        headline_verdict=status[target],
        target=target,
        improved=[name for name in metrics if status[name] == "improved"],
        regressions=regressions,
        unreplicated=[n for n in metrics if status[n] == "moved_unreplicated"],
        replicated=replicated,
        eval_runs={"before": len(before.runs), "after": len(after.runs)},
        not_comparable=against,
        metrics={name: _shown(metrics[name], status[name]) for name in metrics},
        repeats=asdict(pairs),
        run_std=headline.floor.run_std,
        noise_band=headline.floor.band,
        n_paired_tasks=headline.result.n_paired,
        n_unpaired_tasks=headline.result.n_only_a + headline.result.n_only_b,
        selection_bound=selection_bound(before, after),
        family_error=1 - (1 - alpha) ** len(metrics),
        k=k,
        alpha=alpha,
        config={"before": _config(before), "after": _config(after)},
        **size,
        warnings=_warnings(sides, metrics, size),
    )


def _follows(metric: _Metric, status: str) -> bool:
    return metric.family == "outcomes" and status not in (*UNMOVED, "not_comparable")


def _shown(metric: _Metric, status: str) -> dict[str, Any]:
    return metric.result.to_dict() | {
        "status": status,
        "p_holm": metric.p_holm,
        "family": metric.family,
        "lower_is_better": metric.lower_is_better,
        "run_std": metric.floor.run_std,
        "noise_band": metric.floor.band,
        "within_noise": metric.within_noise,
    }


def _config(arm: Arm) -> dict[str, Any]:
    return {
        "rows": arm.rows,
        "graded": arm.graded,
        "user_model": sorted(arm.users),
        "judge": sorted(arm.judges),
        "rubric": sorted(arm.rubrics),
    }


def _size(headline: Comparison, k: int | None, alpha: float) -> dict[str, Any]:
    """Say what change these tasks can show, and how many a small one needs."""
    if headline.mean_a is None or headline.std is None or headline.metric != PASS:
        return {"saturated": False, "tasks_needed": None, "detectable_effect": None}
    factor = normal_quantile(1 - alpha / 2) + normal_quantile(POWER)
    saturated = is_saturated(headline.mean_a)
    variance = headline.std**2
    if saturated or not variance:  # what was seen says nothing: take the model's
        variance = change_variance(headline.mean_a, EFFECT, k or 1)
    return {
        "saturated": saturated,
        "tasks_needed": max(FEWEST_TASKS, ceil(factor**2 * variance / EFFECT**2)),
        "detectable_effect": min(1.0, factor * sqrt(variance / headline.n_paired)),
    }


def _warnings(
    sides: Sides, metrics: Mapping[str, _Metric], size: Mapping[str, Any]
) -> list[str]:
    found = []
    if size["saturated"]:
        first = metrics[PASS].result.mean_a or 0.0
        found.append(f"{saturated_note(first)} (sizes are the model's)")
    several = max(len(arm.runs) for arm in sides) > 1
    lacking = [
        name
        for name, metric in metrics.items()
        if metric.floor.band is None and metric.family != "slices"
    ]
    if several and lacking:
        found.append(f"no noise floor for {', '.join(lacking)}")
    partial = sum(arm.counts.partial for arm in sides)
    if partial:
        found.append(f"{partial} partial rewards count in reward alone")
    return found
