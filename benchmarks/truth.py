"""Do the numbers hold? Known truths, simulated, and read through the public calls.

``python -m benchmarks.truth`` prints, with its Monte Carlo error:

- how often 95% intervals of pass@1, pass^k and pass@k hold the truth, and how wide
  they are on average;
- how far the numbers of groups that stop early are from the truth, and the naive ones;
- how often intervals of a difference hold it;
- how often comparisons raise a false alarm where nothing changed, and how often they
  find a change.

Args: ``--trials N`` for each cell (2,000), ``--part`` one of ``coverage``,
``stopping``, ``deltas``, ``alarms``, ``power`` (all), ``--tasks`` sizes, ``--seed``.
"""

from __future__ import annotations

import argparse
from math import pi, sin, sqrt
from typing import TYPE_CHECKING, Any

from attrs import define, frozen

from whileai.base.seeds import Dice, derive
from whileai.stats import (
    Counts,
    compare_runs,
    compare_until,
    delta_report,
    pass_at,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

Rows = list[dict[str, Any]]


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
        return f"{self.share:.3f}±{self.error:.3f} w {self.total / self.trials:.3f}"


def chances(truth: Truth, tasks: int, dice: Dice) -> list[float]:
    return [truth.draw(dice) for _ in range(tasks)]


def played(
    found: list[float], repeats: int, dice: Dice, run: int | None = None
) -> Rows:
    """Play every task ``repeats`` times."""
    return [
        {
            "scenario_id": f"t{task}",
            "rollout_index": repeat,
            "reward": float(dice.chance(chance)),
            "lineage": {"eval_run": run},
        }
        for task, chance in enumerate(found)
        for repeat in range(repeats)
    ]


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


def holds(interval: tuple[float, float] | None, truth: float) -> tuple[bool, float]:
    if interval is None:
        return False, 0.0
    lower, upper = interval
    return lower - 1e-12 <= truth <= upper + 1e-12, upper - lower


def coverage(trials: int, sizes: tuple[int, ...], seed: int) -> Iterator[str]:
    yield "coverage of 95% intervals ± Monte Carlo error, w mean width"
    yield "truth | rollouts | figure | " + " | ".join(f"{n} tasks" for n in sizes)
    for truth in TRUTHS:
        for repeats, ks in ((1, ()), (4, (4,)), (8, (4, 8))):
            cells = [
                _covered(truth, tasks, repeats, ks, trials, seed) for tasks in sizes
            ]
            for name in cells[0]:
                shown = " | ".join(str(cell[name]) for cell in cells)
                yield f"{truth.name} | {repeats} | {name} | {shown}"


def _covered(
    truth: Truth, tasks: int, repeats: int, ks: tuple[int, ...], trials: int, seed: int
) -> dict[str, Rate]:
    rates: dict[str, Rate] = {"pass@1": Rate()}
    for trial in range(trials):
        dice = Dice(derive(seed, "coverage", truth.name, tasks, repeats, trial))
        counts = Counts.of(played(chances(truth, tasks, dice), repeats, dice))
        for k in ks or (1,):
            found = pass_at(counts, k)
            if k == (ks or (1,))[0]:
                rates["pass@1"].take(*holds(found.ci95, truth.power(1)))
            if k > 1:
                power = rates.setdefault(f"pass^{k}", Rate())
                power.take(*holds(found.pass_pow_k_ci95, truth.power(k)))
                at = rates.setdefault(f"pass@{k}", Rate())
                at.take(*holds(found.pass_at_k_ci95, truth.at(k)))
    return rates


def early(trials: int, seed: int, tasks: int = 100) -> Iterator[str]:
    yield f"bias under early stopping (probe 2), {tasks} tasks; ± Monte Carlo error"
    yield "truth | k | figure | truth | bias | naive bias | coverage"
    for truth in STOPPED:
        for k in (4, 8):
            yield from _biased(truth, k, tasks, trials, seed)


def _biased(truth: Truth, k: int, tasks: int, trials: int, seed: int) -> Iterator[str]:
    known = {
        "pass_at_1": (truth.power(1), "ci95"),
        "pass_pow_k": (truth.power(k), "pass_pow_k_ci95"),
        "pass_at_k": (truth.at(k), "pass_at_k_ci95"),
    }
    sums = {name: [0.0, 0.0, 0.0] for name in known}
    rates = {name: Rate() for name in known}
    for trial in range(trials):
        dice = Dice(derive(seed, "stopping", truth.name, k, trial))
        found = pass_at(stopping(chances(truth, tasks, dice), k, dice), k)
        for name, (value, interval) in known.items():
            estimate = getattr(found, name)
            sums[name][0] += estimate - value
            sums[name][1] += (estimate - value) ** 2
            sums[name][2] += getattr(found, f"naive_{name}") - value
            rates[name].take(*holds(getattr(found, interval), value))
    for name, (value, _) in known.items():
        bias, squares, naive = (each / trials for each in sums[name])
        error = sqrt(max(0.0, squares - bias * bias) / trials)
        yield (
            f"{truth.name} | {k} | {name} | {value:.4f} | {bias:+.4f}±{error:.4f} | "
            f"{naive:+.4f} | {rates[name]}"
        )


CHANGES: dict[str, Callable[[float], float]] = {
    "none": lambda chance: chance,
    "a fifth worse": lambda chance: chance * 0.8,
    "a fifth better": lambda chance: chance + 0.2 * (1 - chance),
}


def deltas(trials: int, sizes: tuple[int, ...], seed: int) -> Iterator[str]:
    yield "coverage of 95% intervals of a paired difference, w mean width"
    yield "truth | change | rollouts | " + " | ".join(f"{n} tasks" for n in sizes)
    for truth in TRUTHS:
        for name, change in CHANGES.items():
            for repeats in (1, 4, 8):
                cells = [
                    _difference(truth, name, change, tasks, repeats, trials, seed)
                    for tasks in sizes
                ]
                shown = " | ".join(map(str, cells))
                yield f"{truth.name} | {name} | {repeats} | {shown}"


def _difference(
    truth: Truth,
    name: str,
    change: Callable[[float], float],
    tasks: int,
    repeats: int,
    trials: int,
    seed: int,
) -> Rate:
    mean = truth.power(1)
    known = change(mean) - mean
    rate = Rate()
    for trial in range(trials):
        dice = Dice(derive(seed, "deltas", truth.name, name, tasks, repeats, trial))
        found = chances(truth, tasks, dice)
        after = [change(chance) for chance in found]
        result = compare_runs(
            played(found, repeats, dice), played(after, repeats, dice)
        )
        rate.take(*holds(result.ci95, known))
    return rate


def alarms(trials: int, sizes: tuple[int, ...], seed: int) -> Iterator[str]:
    yield "false alarms where nothing changed (at most 0.05)"
    yield "truth | rollouts | call | " + " | ".join(f"{n} tasks" for n in sizes)
    for truth in TRUTHS:
        for repeats in (1, 4):
            yield from _told(truth, repeats, sizes, trials, seed, CHANGES["none"])


def power(trials: int, sizes: tuple[int, ...], seed: int) -> Iterator[str]:
    yield "how often a change (a fifth of failures gone) is found"
    yield "truth | rollouts | call | " + " | ".join(f"{n} tasks" for n in sizes)
    for truth in TRUTHS:
        yield from _told(truth, 4, sizes, trials, seed, CHANGES["a fifth better"])


CALLS: dict[str, Callable[[list[float], list[float], int, Dice], bool]] = {}


def _call(name: str) -> Callable[[Any], Any]:
    def keep(function: Any) -> Any:
        CALLS[name] = function
        return function

    return keep


@_call("compare_runs")
def _compare(before: list[float], after: list[float], repeats: int, dice: Dice) -> bool:
    result = compare_runs(played(before, repeats, dice), played(after, repeats, dice))
    return result.verdict in ("a_better", "b_better")


@_call("delta_report")
def _report(before: list[float], after: list[float], repeats: int, dice: Dice) -> bool:
    """Two evaluation runs a side, all rewards 0 or 1."""
    sides = [
        played(side, repeats, dice, 0) + played(side, repeats, dice, 1)
        for side in (before, after)
    ]
    report = delta_report(*sides)
    return bool(report["improved"] or report["regressions"])


@_call("compare_until")
def _until(before: list[float], after: list[float], repeats: int, dice: Dice) -> bool:
    """Look after every tenth of the tasks, stop at the first decision."""
    first, second = played(before, repeats, dice), played(after, repeats, dice)
    step = max(1, len(before) // 10)
    return any(
        compare_until(first[: upto * repeats], second[: upto * repeats]).decided
        for upto in range(step, len(before) + 1, step)
    )


def _told(
    truth: Truth,
    repeats: int,
    sizes: tuple[int, ...],
    trials: int,
    seed: int,
    change: Callable[[float], float],
) -> Iterator[str]:
    for name, call in CALLS.items():
        cells = []
        for tasks in sizes:
            rate = Rate()
            for trial in range(trials):
                path = ("told", truth.name, name, tasks, repeats, trial)
                dice = Dice(derive(seed, *path))
                found = chances(truth, tasks, dice)
                after = [change(chance) for chance in found]
                rate.take(call(found, after, repeats, dice))
            cells.append(f"{rate.share:.3f}±{rate.error:.3f}")
        yield f"{truth.name} | {repeats} | {name} | {' | '.join(cells)}"


def main() -> None:
    parser = argparse.ArgumentParser(description="simulate known truths")
    parser.add_argument("--trials", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--tasks", type=int, nargs="+", default=list(SIZES))
    parts = ("coverage", "stopping", "deltas", "alarms", "power")
    parser.add_argument("--part", choices=parts, nargs="+", default=list(parts))
    given = parser.parse_args()
    sizes = tuple(given.tasks)
    tables = {
        "coverage": lambda: coverage(given.trials, sizes, given.seed),
        "stopping": lambda: early(given.trials, given.seed),
        "deltas": lambda: deltas(given.trials, sizes, given.seed),
        "alarms": lambda: alarms(given.trials, sizes, given.seed),
        "power": lambda: power(given.trials, sizes, given.seed),
    }
    for part in given.part:
        for line in tables[part]():
            print(line, flush=True)
        print()


if __name__ == "__main__":
    main()
