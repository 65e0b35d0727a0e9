"""``unbiased``: pass^k and pass@k of groups that stop early, against known truths.

Two ways. *Exact*: every kind of group that the planner can make (stopped at its probe,
filled to k, played on up to 2k) is weighted by its chance, so that no sampling error is
left. *Played*: whole runs of the real planner at a budget of 1,000, their rows read by
``pass_at``; the figure must be there in every run.
"""

from __future__ import annotations

from math import comb, fsum, sqrt
from statistics import fmean, pstdev
from typing import TYPE_CHECKING, Any

from benchmarks.timing import Finding, Settings
from benchmarks.truth import STOPPED
from whileai.base.seeds import Dice, derive
from whileai.model import Outcome, Row, Scene, Situation, Task
from whileai.search.ask import Plan
from whileai.search.axes import Axes
from whileai.search.planner import Planner
from whileai.search.survey import Survey
from whileai.stats import Counts, pass_at

if TYPE_CHECKING:
    from collections.abc import Iterator

    from benchmarks.truth import Truth
    from whileai.model import Slot
    from whileai.search.ask import Ask

TARGET = "unbiased"
MOST = 0.01
PROBE = 2
BUDGET = 1_000
SIZES = (4, 8)
FIGURES = ("pass_pow_k", "pass_at_k")
Chances = list[tuple[float, float]]
"""Kinds of tasks: the share of each, and its chance to pass."""


def findings(settings: Settings) -> Iterator[Finding]:
    """Give a line for each truth, k, figure and policy."""
    for k in SIZES:
        for truth in STOPPED:
            yield from _exact(truth, k)
    runs = settings.size(40 * settings.seeds, 2)
    for policy in ("fixed", "successive"):
        for k in SIZES:
            for truth in STOPPED:
                yield from _played(truth, k, policy, runs)


# ------------------------------------------------------------------------------ exact


def _exact(truth: Truth, k: int) -> Iterator[Finding]:
    """Give the worst bias over groups that are filled to k, k + 1, ... 2k."""
    known = {"pass_pow_k": truth.power(k), "pass_at_k": truth.at(k)}
    for name, value in known.items():
        biases = [expected(truth, k, fills, name) - value for fills in fillings(k)]
        naive = expected(truth, k, k - PROBE, f"naive_{name}") - value
        worst = max(map(abs, biases))
        yield Finding(
            target=TARGET,
            what=f"exact, k = {k}, {truth.name}: {name}",
            figure=f"bias {worst:.1e}",
            limit=f"at most {MOST}",
            holds=worst <= MOST,
            note=f"truth {value:.4f}, naive {naive:+.4f}",
        )


def fillings(k: int) -> range:
    """Give the numbers of fills that a split group may have."""
    return range(k - PROBE, 2 * k - PROBE + 1)


def expected(truth: Truth, k: int, fills: int, name: str) -> float:
    """Give the mean of a figure over everything that one group can come to."""
    total = 0.0
    for passed in range(PROBE + 1):
        split = 0 < passed < PROBE
        for later in range(fills + 1 if split else 1):
            size = PROBE + fills * split
            rows = _group(passed, later, fills * split)
            chance = comb(PROBE, passed) * comb(fills * split, later)
            weight = chance * _chance(truth, passed + later, size)
            total += weight * float(getattr(pass_at(rows, k), name))
    return total


def _chance(truth: Truth, passed: int, size: int) -> float:
    """Give the chance of one order of ``passed`` passes among ``size`` rollouts."""
    failed = size - passed
    terms = (
        float((-1) ** i * comb(failed, i)) * truth.moment(passed + i)
        for i in range(failed + 1)
    )
    return fsum(terms)


def _group(passed: int, later: int, fills: int) -> list[dict[str, Any]]:
    first = [True] * passed + [False] * (PROBE - passed)
    then = [True] * later + [False] * (fills - later)
    return [
        {"scenario_id": "t", "reward": float(good), "selection_reason": reason}
        for reason, each in (("probe", first), ("fill", then))
        for good in each
    ]


# ----------------------------------------------------------------------------- played


def _played(truth: Truth, k: int, policy: str, runs: int) -> Iterator[Finding]:
    known = {"pass_pow_k": truth.power(k), "pass_at_k": truth.at(k)}
    found = [pass_at(run(truth, k, policy, seed), k) for seed in range(runs)]
    for name, value in known.items():
        there = [x for x in (getattr(each, name) for each in found) if x is not None]
        if not there:
            yield Finding(
                target=TARGET, what=f"{policy}, {name}", figure="withheld", holds=False
            )
            continue
        bias = fmean(there) - value
        error = pstdev(there) / sqrt(len(there))
        naive = fmean(getattr(each, f"naive_{name}") for each in found) - value
        present = len(there) == len(found)
        yield Finding(
            target=TARGET,
            what=f"{policy}, k = {k}, {truth.name}: {name}",
            figure=f"bias {bias:+.4f}±{error:.4f}",
            limit=f"at most {MOST}, present",
            holds=present and abs(bias) <= MOST,
            note=f"truth {value:.4f}, naive {naive:+.4f}, {len(there)} of {len(found)} "
            "runs have it",
        )


def run(truth: Truth, k: int, policy: str, seed: int) -> Counts:
    """Play one run of the planner on tasks of ``truth``, and count its rows."""
    counts = Counts()

    def emit(outcome: Outcome) -> None:
        slot, row = outcome.slot, outcome.row
        if row is not None:
            counts.add(
                {
                    "scenario_id": row.scenario_id,
                    "task_id": slot.task.id,
                    "reward": row.reward,
                    "selection_reason": slot.reason,
                    "behavior_signature": row.signature,
                }
            )

    plan = Plan(budget=BUDGET, repeats=k, repeat_policy=policy, run_seed=seed)
    planner = Planner(plan, Survey(plan, Axes.of(()), ()), emit)
    while not planner.done:
        for ask in planner.wanted():
            planner.feed(ask, _worded(ask))
        slot = planner.ready()
        if slot is not None:
            planner.land(slot, _outcome(slot, truth, seed))
    planner.flush()
    return counts


def _worded(ask: Ask) -> list[Task]:
    zone = ask.key[1]
    return [
        Task(
            id=f"{zone}.{plot.index}",
            situation=Situation(
                id=f"{zone}.{plot.index}", cell=plot.cell, scene=Scene(seed=0)
            ),
            prompt="",
        )
        for plot in ask.plots
    ]


def _outcome(slot: Slot, truth: Truth, seed: int) -> Outcome:
    name = slot.task.id
    chance = truth.draw(Dice(derive(seed, "task", name)))
    passed = Dice(derive(seed, "row", name, slot.repeat)).chance(chance)
    row = Row(
        line=b"{}",
        scenario_id=name,
        prompt="",
        reward=float(passed),
        signature=str(passed),
    )
    return Outcome(slot=slot, row=row)
