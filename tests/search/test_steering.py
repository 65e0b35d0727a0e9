"""How a lineage goes on after a failure, one change after the other."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

import pytest
from attrs import evolve

from tests.search.worlds import Played, World, run, survey_of
from whileai.search.ask import Plan

if TYPE_CHECKING:
    from whileai.model import Outcome, Slot

pytestmark = pytest.mark.contract("S17", "S07")


class Choosy(World):
    """Fails in every root; a mutation of the facts or of the words alone passes."""

    def play(self, slot: Slot) -> Outcome:
        outcome = super().play(slot)
        assert outcome.row is not None
        reward = float(slot.task.change in ("fact", "wording"))
        return evolve(outcome, row=evolve(outcome.row, reward=reward))


def chains(result: Played) -> list[list[Outcome]]:
    """Give the mutations of each lineage, in order."""
    found: defaultdict[int, list[Outcome]] = defaultdict(list)
    for each in result.rows:
        if each.slot.reason == "mutation":
            found[each.slot.place[1]].append(each)
    for chain in found.values():
        chain.sort(key=lambda each: max(each.slot.place[2:-2]))
    return list(found.values())


def test_no_lineage_changes_the_same_thing_twice() -> None:
    for chain in chains(run(Plan(budget=200, steer=True, purse=9), Choosy())):
        changes = [each.slot.task.change for each in chain]
        assert len(changes) == len(set(changes)) > 2


def test_what_still_fails_is_mutated_next_and_what_passes_is_left() -> None:
    for chain in chains(run(Plan(budget=200, steer=True, purse=9), Choosy(), 8)):
        base: tuple[int, ...] = ()
        for each in chain:
            path = each.slot.place[2:-2]
            assert path[:-1] == base
            assert each.row is not None
            base = path if not each.row.reward else base


def test_the_purse_is_one_reroll_and_the_rest_mutations() -> None:
    result = run(Plan(budget=300, steer=True, purse=4), World(failing=1.0), 8)
    counts = result.planner.counts()
    roots = counts.rows_by_reason["plan"]
    assert counts.rows_by_reason["reroll"] == roots
    assert counts.rows_by_reason["mutation"] == 3 * roots
    assert counts.parents == {"graded_failure": 3 * roots}
    assert counts.changed == counts.still_failed


def test_a_fault_that_no_grader_minds_is_met_once_more_and_no_further() -> None:
    world = World(failing=0.0, faulting=1.0)
    plan = Plan(budget=300, steer=True, purse=6)
    result = run(plan, world, 8, survey=survey_of(plan, fault_rate=1.0))
    counts = result.planner.counts()
    assert counts.rows_by_reason["mutation"] == result.faulted_roots > 0
    assert set(counts.parents) == {"world_fault"}
    assert not counts.changed


def test_without_a_grader_faults_take_the_whole_purse() -> None:
    plan = Plan(budget=300, steer=True, purse=4, aims=frozenset({"world_fault"}))
    world, survey = World(faulting=1.0, graded=False), survey_of(plan, fault_rate=1.0)
    result = run(plan, world, 8, survey=survey)
    counts = result.planner.counts()
    assert counts.rows_by_reason["mutation"] == 3 * result.faulted_roots > 0


@pytest.mark.contract("S11", "S34")
@pytest.mark.parametrize("budget", [8, 40, 200])
def test_roots_that_cannot_fail_leave_no_place_free(budget: int) -> None:
    """F260: what they hold for follow-ups keeps nobody waiting"""
    plan = Plan(budget=budget, steer=True, aims=frozenset({"world_fault"}))
    world = World(faulting=1.0, graded=False)
    wide = run(plan, world, budget, survey=survey_of(plan, fault_rate=0.0))
    assert len(wide.rows) == budget
    assert wide.peak >= budget - 2
    few = run(plan, evolve(world, paid=[]), budget)
    assert few.peak >= budget // 2
    assert few.line == run(plan, evolve(world, paid=[]), 1).line


def test_a_split_group_is_filled_and_not_mutated() -> None:
    plan = Plan(budget=600, steer=True, repeats=4, repeat_policy="successive", purse=3)
    result = run(plan, World(failing=0.5), 16)
    sizes = result.groups()
    for chain in chains(result):
        for each in chain:
            root = each.slot.task.situation.id[1:].partition("/")[0]
            assert sizes.get(f"{root}/0", 2) == 2


@pytest.mark.parametrize("reward", [0.5, 0.7, None])
def test_what_is_not_under_a_half_is_no_failure(reward: float | None) -> None:
    """F203, F144."""

    class Constant(World):
        def play(self, slot: Slot) -> Outcome:
            outcome = super().play(slot)
            assert outcome.row is not None
            return evolve(outcome, row=evolve(outcome.row, reward=reward))

    counts = run(Plan(budget=60, steer=True), Constant()).planner.counts()
    assert counts.parents == {}
