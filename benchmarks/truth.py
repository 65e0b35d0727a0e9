"""Do the numbers hold? Known truths, simulated, and read through the public calls.

``python -m benchmarks.truth`` prints, each with its Monte Carlo error:

- ``coverage``: how often 95% intervals of pass@1, pass^k and pass@k hold the truth, and
  how wide they are on average;
- ``stopping``: how far the numbers of groups that stop early are from the truth, the
  naive ones beside them, and how often their intervals hold it;
- ``deltas``: how often intervals of a paired difference hold it;
- ``alarms``: how often comparisons raise a false alarm where nothing changed;
- ``power``: how often they find a change.

A task is drawn as the counts of its passes; what the calls say of a table of counts is
asked once a cell: no statistic reads the order of tasks or of repeats. A data set whose
counts are all 0 or all k has an interval that ends at 0 or 1, a one-sided bound; it
counts as covered when that bound holds.

Args: ``--trials N`` for each cell (2,000), ``--part`` (all), ``--tasks`` sizes,
``--seed``.
"""

from __future__ import annotations

import argparse
from bisect import bisect_right
from functools import cache, partial
from itertools import product
from math import comb, exp, fsum, log, log1p, pi, prod, sin, sqrt
from operator import add
from typing import TYPE_CHECKING, Any

from attrs import define, field, frozen

from benchmarks.tables import table
from benchmarks.timing import Finding, Settings
from whileai.base.seeds import Dice, derive
from whileai.stats import Counts, compare_runs, compare_until, delta_report, pass_at
from whileai.stats.sequential import STAKES

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from whileai.stats import PassAt

Rows = list[dict[str, Any]]
Interval = tuple[float, float]

TARGET = "truth"
LEAST, LEAST_FEW = 0.93, 0.91
"""Coverage asked of 95% intervals: from 20 tasks, and at fewer."""
MOST = 0.98
"""Coverage of pass@1 beyond which an interval is wider than it has to be."""
ALPHA = 0.05


@frozen(kw_only=True)
class Truth:
    """A population of tasks.

    Args:
        name: what it is called in the tables.
        draw: draws one task's chance to pass.
        moment: gives the mean of the n-th power of that chance.
    """

    name: str
    draw: Callable[[Dice], float]
    moment: Callable[[int], float]

    def power(self, k: int) -> float:
        return self.moment(k)

    def at(self, k: int) -> float:
        """Chance of one pass in k: by inclusion and exclusion over powers."""
        total, sign, choose = 0.0, 1.0, 1.0
        for i in range(1, k + 1):
            choose = choose * (k - i + 1) / i
            total += sign * choose * self.moment(i)
            sign = -sign
        return total


def constant(chance: float) -> Truth:
    return Truth(
        name=f"p = {chance}", draw=lambda _: chance, moment=lambda n: chance**n
    )


def beta(a: float, b: float, draw: Callable[[Dice], float]) -> Truth:
    def moment(n: int) -> float:
        value = 1.0
        for i in range(n):
            value *= (a + i) / (a + b + i)
        return value

    return Truth(name=f"Beta({a:g},{b:g})", draw=draw, moment=moment)


def mixture(*parts: tuple[float, float]) -> Truth:
    """A population of kinds of tasks, each with its share and chance."""

    def draw(dice: Dice) -> float:
        shares = [share for share, _ in parts]
        return dice.weighted([chance for _, chance in parts], shares)

    return Truth(
        name="mix " + " ".join(f"{share:g}x{chance:g}" for share, chance in parts),
        draw=draw,
        moment=lambda n: sum(share * chance**n for share, chance in parts),
    )


BETAS = (
    beta(0.5, 0.5, lambda dice: sin(pi * dice.uniform() / 2) ** 2),
    beta(2, 2, lambda dice: sorted(dice.uniform() for _ in range(3))[1]),
    beta(1, 9, lambda dice: 1 - dice.uniform() ** (1 / 9)),
)
TRUTHS = (constant(0.05), constant(0.5), constant(0.95), *BETAS)
STOPPED = (
    *(constant(chance) for chance in (0.1, 0.3, 0.5, 0.7, 0.9)),
    mixture((0.5, 0.2), (0.5, 0.9)),
    mixture((0.3, 0.0), (0.4, 0.6), (0.3, 1.0)),
)
SIZES = (10, 20, 50, 200)


@define
class Rate:
    """How often something held, and the mean of what was measured beside it."""

    held: int = 0
    trials: int = 0
    total: float = 0.0

    def take(self, held: bool, beside: float = 0.0) -> None:
        self.held += held
        self.trials += 1
        self.total += beside

    @property
    def share(self) -> float:
        return self.held / self.trials

    @property
    def error(self) -> float:
        return sqrt(self.share * (1 - self.share) / self.trials)

    def __str__(self) -> str:
        return f"{self.share:.3f}±{self.error:.3f}"

    @property
    def with_width(self) -> str:
        return f"{self} w {self.total / self.trials:.3f}"


@frozen(kw_only=True)
class Plan:
    """What is simulated: trials of each cell, sizes in tasks, and the seed."""

    trials: int = 2000
    sizes: tuple[int, ...] = SIZES
    seed: int = 0

    def dice(self, *path: str | int) -> Iterator[Dice]:
        """Give the dice of every trial of one cell."""
        for trial in range(self.trials):
            yield Dice(derive(self.seed, *path, trial))


@define
class Cell:
    """One cell of a table, which asks what it was asked before only once."""

    known: dict[Any, Any] = field(factory=dict)

    def ask(self, key: Any, question: Callable[[], Any]) -> Any:
        if key not in self.known:
            self.known[key] = question()
        return self.known[key]


@frozen(kw_only=True)
class Change:
    """What becomes of a task's chance ``p``: ``start + slope * p``."""

    start: float = 0.0
    slope: float = 1.0

    def __call__(self, chance: float) -> float:
        return self.start + self.slope * chance


SAME = Change()
CHANGES = {
    "no change": SAME,
    "a fifth worse": Change(slope=0.8),
    "a fifth better": Change(start=0.2, slope=0.8),
}

Table = list[tuple[int, ...]]
"""Passes of each task: in the runs before, then in the runs after."""
Runs = tuple[Change, ...]


@frozen(kw_only=True, eq=False)
class Draw:
    """Draws the passes of whole tasks, their chance integrated out.

    Args:
        tasks: what a task can show: its passes in each run.
        below: the chance to show this or something before it.
    """

    tasks: Table
    below: list[float]

    def __call__(self, count: int, dice: Dice) -> Table:
        last = len(self.tasks) - 1
        return [
            self.tasks[min(last, bisect_right(self.below, dice.uniform()))]
            for _ in range(count)
        ]


@cache
def drawing(truth: Truth, repeats: int, runs: Runs = (SAME,)) -> Draw:
    """Give what draws the passes of tasks with ``repeats`` in each of ``runs``.

    The chance of a table is a polynomial in the chance of its task, so its mean over
    tasks is a sum of moments.
    """
    tasks = list(product(range(repeats + 1), repeat=len(runs)))
    below, upto = [], 0.0
    for passed in tasks:
        powers = [1.0]
        for change, each in zip(runs, passed, strict=True):
            factor = (change.start, change.slope)
            against = (1 - change.start, -change.slope)
            for part in (factor,) * each + (against,) * (repeats - each):
                powers = _times(powers, part)
        ways = prod(comb(repeats, each) for each in passed)
        upto += ways * fsum(
            weight * truth.moment(power) for power, weight in enumerate(powers)
        )
        below.append(upto)
    return Draw(tasks=tasks, below=below)


def _times(powers: list[float], linear: tuple[float, float]) -> list[float]:
    start, slope = linear
    return [
        start * low + slope * high
        for low, high in zip([*powers, 0.0], [0.0, *powers], strict=True)
    ]


@cache
def _task(task: int, passed: int, repeats: int) -> Rows:
    return [
        {
            "scenario_id": f"t{task}",
            "rollout_index": repeat,
            "reward": float(repeat < passed),
        }
        for repeat in range(repeats)
    ]


def rows_of(passed: Sequence[int], repeats: int) -> Rows:
    """Give the rows of tasks of which so many repeats passed."""
    return [
        row for task, each in enumerate(passed) for row in _task(task, each, repeats)
    ]


def counts_of(*runs: Sequence[int], repeats: int) -> Counts:
    """Give the counts of tasks of which so many repeats passed, run by run."""
    counts = Counts()
    for run, passed in enumerate(runs):
        for task, each in enumerate(passed):
            counts.put(f"t{task}", each, repeats, run if len(runs) > 1 else None)
    return counts


def stopping(found: list[float], k: int, dice: Dice) -> Rows:
    """Play probes of two; groups that disagree are filled to k."""
    rows: Rows = []
    for task, chance in enumerate(found):
        rewards = [float(dice.chance(chance)) for _ in range(2)]
        reasons = ["probe", "probe"]
        if len(set(rewards)) == 2:
            rewards += [float(dice.chance(chance)) for _ in range(k - 2)]
            reasons += ["fill"] * (k - 2)
        rows += (
            {"scenario_id": f"t{task}", "reward": reward, "selection_reason": reason}
            for reward, reason in zip(rewards, reasons, strict=True)
        )
    return rows


def holds(interval: Interval | None, truth: float) -> tuple[bool, float]:
    if interval is None:
        return False, 0.0
    lower, upper = interval
    return lower - 1e-12 <= truth <= upper + 1e-12, upper - lower


def _asked(tasks: int) -> float:
    return LEAST if tasks >= 20 else LEAST_FEW


def _shown(cells: dict[int, Rate], width: bool = True) -> str:
    return " | ".join(
        f"{tasks}: {rate.with_width if width else rate}"
        for tasks, rate in cells.items()
    )


def coverage(plan: Plan) -> Iterator[Finding]:
    """Intervals of pass@1, pass^k and pass@k."""
    for truth in TRUTHS:
        for repeats, ks in ((1, (1,)), (4, (4,)), (8, (4, 8))):
            cells = {
                size: _covered(plan, truth, size, repeats, ks) for size in plan.sizes
            }
            for name in next(iter(cells.values())):
                rates = {size: cell[name] for size, cell in cells.items()}
                yield _covering(truth, f"{repeats} rollouts, {name}", rates)


def _covering(truth: Truth, what: str, rates: dict[int, Rate]) -> Finding:
    least = all(rate.share >= _asked(size) for size, rate in rates.items())
    narrow = truth in BETAS and what.endswith("pass@1")
    most = not narrow or all(
        rate.share <= MOST for size, rate in rates.items() if size in (50, 200)
    )
    limit = f"{LEAST_FEW} at 10, {LEAST} from 20"
    return Finding(
        target=TARGET,
        what=f"{truth.name}, {what}",
        figure=_shown(rates),
        limit=f"{limit}; {MOST} at most" if narrow else limit,
        holds=least and most,
    )


def _covered(
    plan: Plan, truth: Truth, tasks: int, repeats: int, ks: tuple[int, ...]
) -> dict[str, Rate]:
    rates: dict[str, Rate] = {}
    cell, draw = Cell(), drawing(truth, repeats)
    for dice in plan.dice("coverage", truth.name, tasks, repeats):
        counts = sorted(passed for (passed,) in draw(tasks, dice))
        ask = partial(_passing, counts, repeats, ks)
        found: list[PassAt] = cell.ask(tuple(counts), ask)
        _take(rates, "pass@1", found[0].ci95, truth.power(1))
        for k, each in zip(ks, found, strict=True):
            if k > 1:
                _take(rates, f"pass^{k}", each.pass_pow_k_ci95, truth.power(k))
                _take(rates, f"pass@{k}", each.pass_at_k_ci95, truth.at(k))
    return rates


def _passing(counts: list[int], repeats: int, ks: tuple[int, ...]) -> list[PassAt]:
    kept = counts_of(counts, repeats=repeats)
    return [pass_at(kept, k) for k in ks]


def _take(
    rates: dict[str, Rate], name: str, interval: Interval | None, truth: float
) -> None:
    rates.setdefault(name, Rate()).take(*holds(interval, truth))


def early(plan: Plan) -> Iterator[Finding]:
    """Groups that stop after two repeats that agree: bias, and the naive one."""
    for truth in STOPPED:
        for k in (4, 8):
            yield from _biased(plan, truth, k)


def _biased(plan: Plan, truth: Truth, k: int, tasks: int = 100) -> Iterator[Finding]:
    known = {
        "pass_at_1": (truth.power(1), "ci95"),
        "pass_pow_k": (truth.power(k), "pass_pow_k_ci95"),
        "pass_at_k": (truth.at(k), "pass_at_k_ci95"),
    }
    sums = {name: [0.0, 0.0, 0.0] for name in known}
    rates = {name: Rate() for name in known}
    for dice in plan.dice("stopping", truth.name, k):
        found = pass_at(stopping([truth.draw(dice) for _ in range(tasks)], k, dice), k)
        for name, (value, interval) in known.items():
            estimate = getattr(found, name)
            sums[name][0] += estimate - value
            sums[name][1] += (estimate - value) ** 2
            sums[name][2] += getattr(found, f"naive_{name}") - value
            rates[name].take(*holds(getattr(found, interval), value))
    for name, (value, _) in known.items():
        bias, squares, naive = (each / plan.trials for each in sums[name])
        error = sqrt(max(0.0, squares - bias * bias) / plan.trials)
        yield Finding(
            target=TARGET,
            what=f"{truth.name}, stopped or filled to {k}, {name} {value:.4f}",
            figure=f"bias {bias:+.4f}±{error:.4f}, naive {naive:+.4f}",
            limit=f"3 errors of 0, {LEAST} covered",
            holds=abs(bias) <= 3 * error + 1e-12 and rates[name].share >= LEAST,
            note=rates[name].with_width,
        )


def deltas(plan: Plan) -> Iterator[Finding]:
    """Intervals of a paired difference of pass@1, from the means of tasks."""
    for truth in TRUTHS:
        for name in CHANGES:
            for repeats in (1, 4, 8):
                cells = {
                    size: _difference(plan, truth, name, size, repeats)
                    for size in plan.sizes
                }
                yield _covering(truth, f"{name}, {repeats} rollouts, delta", cells)


def _difference(plan: Plan, truth: Truth, name: str, tasks: int, repeats: int) -> Rate:
    change, rate, cell = CHANGES[name], Rate(), Cell()
    known = change(truth.power(1)) - truth.power(1)
    draw = drawing(truth, repeats, (SAME, change))
    for dice in plan.dice("deltas", truth.name, name, tasks, repeats):
        pairs = sorted(draw(tasks, dice))
        interval = cell.ask(tuple(pairs), partial(_bounds, pairs, repeats))
        rate.take(*holds(interval, known))
    return rate


def _bounds(pairs: Table, repeats: int) -> Interval | None:
    before, after = zip(*pairs, strict=True)
    return compare_runs(
        counts_of(before, repeats=repeats), counts_of(after, repeats=repeats)
    ).ci95


def alarms(plan: Plan) -> Iterator[Finding]:
    """How often a change is told where there is none."""
    most = ALPHA + 2 * sqrt(ALPHA * (1 - ALPHA) / plan.trials)
    for truth in TRUTHS:
        for repeats in (1, 4):
            for name, cells in _told(plan, truth, repeats, "no change"):
                yield Finding(
                    target=TARGET,
                    what=f"{truth.name}, {repeats} rollouts, {name} alarms",
                    figure=_shown(cells, False),
                    limit=f"at most {most:.4f}",
                    holds=all(rate.share <= most for rate in cells.values()),
                )


def power(plan: Plan) -> Iterator[Finding]:
    """How often a change is found: a fifth of failures gone."""
    for truth in TRUTHS:
        for name, cells in _told(plan, truth, 4, "a fifth better"):
            yield Finding(
                target=TARGET,
                what=f"{truth.name}, 4 rollouts, {name} power",
                figure=_shown(cells, False),
            )


def _compare(found: Table, repeats: int) -> bool:
    before, after = zip(*found, strict=True)
    result = compare_runs(
        counts_of(before, repeats=repeats), counts_of(after, repeats=repeats)
    )
    return result.verdict in ("a_better", "b_better")


def _report(found: Table, repeats: int) -> bool:
    """Two evaluation runs a side, all rewards 0 or 1."""
    runs = list(zip(*found, strict=True))
    report = delta_report(
        counts_of(*runs[:2], repeats=repeats), counts_of(*runs[2:], repeats=repeats)
    )
    return bool(report["improved"] or report["regressions"])


def _until(found: Table, repeats: int) -> bool:
    """Look after every task, and stop at the first look that decides.

    The look that is likeliest to decide is found beforehand; it alone is asked for.
    """
    before, after = zip(*found, strict=True)
    upto = _best_look(before, after, repeats)
    if upto is None:
        return False
    return compare_until(
        rows_of(before[:upto], repeats), rows_of(after[:upto], repeats)
    ).decided


@cache
def _gains(difference: float) -> tuple[float, ...]:
    return tuple(log1p(stake * difference) for stake in STAKES)


def _best_look(before: Sequence[int], after: Sequence[int], repeats: int) -> int | None:
    """Give the number of tasks at which the evidence is the greatest, if it is any."""
    by_pair = by_task = (0.0,) * len(STAKES)
    best, look = log(1 / ALPHA) - 0.01, None
    for task, (first, second) in enumerate(zip(before, after, strict=True)):
        moved = second - first
        if not moved:
            continue
        # a task's first repeats are those that passed: its pairs differ one way only
        pair, often = _gains((moved > 0) - (moved < 0)), abs(moved)
        by_pair = tuple(
            has + often * won for has, won in zip(by_pair, pair, strict=True)
        )
        by_task = tuple(map(add, by_task, _gains(moved / repeats)))
        if max(by_pair) < best or max(by_task) < best:
            continue
        owned = min(map(_log_mean, (by_pair, by_task)))
        if owned > best:
            best, look = owned, task + 1
    return look


def _log_mean(logs: Sequence[float]) -> float:
    return log(fsum(map(exp, logs)) / len(logs))


CALLS: dict[str, tuple[int, Callable[[Table, int], bool]]] = {
    "compare_runs": (1, _compare),
    "delta_report": (2, _report),
    "compare_until": (1, _until),
}
"""What is asked: evaluation runs a side, and whether a change is told."""


def _told(
    plan: Plan, truth: Truth, repeats: int, change: str
) -> Iterator[tuple[str, dict[int, Rate]]]:
    for name, (runs, call) in CALLS.items():
        draw = drawing(truth, repeats, (SAME,) * runs + (CHANGES[change],) * runs)
        cells = {}
        for tasks in plan.sizes:
            rate = cells[tasks] = Rate()
            cell = Cell()
            for dice in plan.dice("told", truth.name, change, name, tasks, repeats):
                found = draw(tasks, dice)
                if name != "compare_until":  # which looks at tasks as they come in
                    found.sort()
                ask = partial(call, found, repeats)
                rate.take(cell.ask(tuple(found), ask))
        yield name, cells


PARTS: dict[str, Callable[[Plan], Iterator[Finding]]] = {
    "coverage": coverage,
    "stopping": early,
    "deltas": deltas,
    "alarms": alarms,
    "power": power,
}


def findings(settings: Settings) -> Iterator[Finding]:
    """Simulate every part."""
    plan = Plan(trials=20, sizes=(10, 20)) if settings.quick else Plan()
    for part in PARTS.values():
        yield from part(plan)


def main() -> None:
    parser = argparse.ArgumentParser(description="simulate known truths")
    parser.add_argument("--trials", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--tasks", type=int, nargs="+", default=list(SIZES))
    parser.add_argument("--part", choices=PARTS, nargs="+", default=list(PARTS))
    given = parser.parse_args()
    plan = Plan(trials=given.trials, sizes=tuple(given.tasks), seed=given.seed)
    for part in given.part:
        print(f"{part}: by number of tasks, ± Monte Carlo error, w mean width")
        print(table(list(PARTS[part](plan))), end="\n\n", flush=True)


if __name__ == "__main__":
    main()
