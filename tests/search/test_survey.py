"""Plots: seeds first, arms mixed, mutations of failed rows."""

from __future__ import annotations

from collections import Counter

import pytest
from attrs import evolve

from tests.search.worlds import TOOLS, World, run, survey_of, worded
from whileai.model import Cell, Outcome, Row, Scene, Situation, Slot
from whileai.search.aims import CHANGES, aim_of, varied
from whileai.search.ask import AIMS, MAIN, Ask, Plan
from whileai.search.axes import Axes
from whileai.search.seeds import Guesses, sow

SEEDS = ("Please look up order A1", "I want a refund", "hm")


@pytest.mark.contract("S21")
def test_seeds_are_the_first_plots_in_their_own_words() -> None:
    survey = survey_of(Plan(budget=20, seeds=SEEDS))
    plots = [survey.plot(MAIN, index) for index in range(4)]
    assert [plot.prompt for plot in plots] == [*SEEDS, None]
    assert [plot.origin for plot in plots] == ["seed"] * 3 + ["grid"]


@pytest.mark.parametrize(
    ("ask", "tool"),
    [
        ("Please look up my order", "lookup_order"),
        ("can I get a refund?", "create_refund"),
        ("hello", None),
    ],
)
def test_a_seed_lies_at_the_tool_that_its_words_name(
    ask: str, tool: str | None
) -> None:
    assert Guesses(TOOLS).tool(ask) == tool


@pytest.mark.contract("S46")
def test_seeds_and_grid_share_one_fault_rate() -> None:
    seeds = tuple(f"refund {number}" for number in range(20))
    survey = survey_of(Plan(budget=100, seeds=seeds), fault_rate=0.3)
    plots = [survey.plot(MAIN, index) for index in range(60)]
    about = [plot for plot in plots if plot.cell.tool != "unrelated"]
    assert abs(sum(plot.faulted for plot in about) - 0.3 * len(about)) < 1
    assert sum(plot.faulted for plot in about[:20]) == 6


@pytest.mark.contract("S46")
@pytest.mark.parametrize(("situations", "short"), [(3, 1), (4, 1), (5, 0), (50, 0)])
def test_seeds_that_leave_no_room_for_hard_asks_are_said(
    situations: int, short: int
) -> None:
    plan = Plan(seeds=SEEDS, situations=situations)
    assert len(survey_of(plan, hard_share=0.5).shortfalls) == short


@pytest.mark.contract("S46")
def test_a_replay_says_that_dials_do_not_reach_it() -> None:
    survey = survey_of(Plan(pinned=()))
    named = {each.option for each in survey.shortfalls}
    assert {"hard_share", "fault_rate", "situations", "dimensions", "traces"} <= named


def test_a_run_of_40_has_three_arms_once_something_fails() -> None:
    """F180 as ruled."""
    result = run(Plan(budget=36, steer=True), World(failing=0.0, faulting=0.3), 4)
    arms = Counter(row.slot.task.arm for row in result.rows)
    assert set(arms) == {"structured", "open_ended", "failure_mutation"}


def row_of(reward: float | None, faulted: bool) -> Outcome:
    row = Row(line=b"{}", scenario_id="s", prompt="p", reward=reward, faulted=faulted)
    plot = survey_of(Plan()).plot(MAIN, 0)
    task = worded(plot, Ask(key=("wave", 0, 0), plots=(plot,)), 0)
    return Outcome(slot=Slot(place=(0, 0, 0, 0), task=task), row=row)


AIMED = [  # reward, faulted, aims, aim
    (0.0, False, AIMS, "graded_failure"),
    (0.49, True, AIMS, "graded_failure"),
    (0.5, False, AIMS, None),
    (None, False, AIMS, None),
    (None, True, AIMS, "world_fault"),
    (1.0, True, AIMS, "world_fault"),
    (0.0, True, frozenset({"world_fault"}), "world_fault"),
    (0.0, False, frozenset({"world_fault"}), None),
]


@pytest.mark.contract("S17")
@pytest.mark.parametrize(("reward", "faulted", "aims", "aim"), AIMED)
def test_a_row_fails_by_its_verdict_or_else_by_a_fault(
    reward: float | None, faulted: bool, aims: frozenset[str], aim: str | None
) -> None:
    """F144, F203."""
    assert aim_of(row_of(reward, faulted), aims) == aim


@pytest.mark.contract("S17")
@pytest.mark.parametrize("aim", sorted(AIMS))
def test_a_mutation_changes_one_thing_and_keeps_the_tier(aim: str) -> None:
    axes = Axes.of(TOOLS, "- Be kind.")
    before = situation(tool_condition="slow")
    for seed in range(60):
        change = varied(before, aim, axes, seed)
        assert change is not None
        old, new = before.cell.to_json(), change.cell.to_json()
        changed = [axis for axis, value in new.items() if value != old[axis]]
        axis = {"fault": "tool_condition"}.get(change.what, change.what)
        alike = change.what in ("fact", "side", "wording")
        assert changed == ([] if alike else [axis])
        assert change.cell.tier == before.cell.tier
        assert (change.side == before.scene.side) == (
            change.what not in ("side", "rule")
        )
        assert aim == "graded_failure" or change.what != "fault"


@pytest.mark.contract("S17")
def test_each_thing_is_changed_once_until_none_is_left() -> None:
    axes, tried = Axes.of(TOOLS, "- Be kind."), list[str]()
    before = situation(tool_condition="slow", rule="Be kind.")
    while change := varied(before, "graded_failure", axes, 7, tried):
        tried.append(change.what)
    assert sorted(tried) == sorted(CHANGES)


@pytest.mark.contract("S17", "S47")
def test_an_ask_in_its_own_words_keeps_its_facts() -> None:
    axes, tried = Axes.of(TOOLS, "- Be kind."), list[str]()
    before = evolve(situation(tool_condition="slow"), draw=None)
    while change := varied(before, "graded_failure", axes, 7, tried):
        tried.append(change.what)
        assert not change.of_scene
    assert set(tried) == {"stance", "fault", "wording", "history"}


@pytest.mark.contract("S46")
def test_no_mutation_adds_a_fault() -> None:
    axes = Axes.of(TOOLS)
    changes = [varied(situation(), "graded_failure", axes, seed) for seed in range(60)]
    assert {each.cell.tool_condition for each in changes if each} == {"success"}


def situation(**cell: str) -> Situation:
    placed = {"tool": "create_refund", "world_state": "entity exists", **cell}
    scene = Scene(seed=0, rule="Be kind.", side="within")
    return Situation(id="s", cell=Cell(**placed), scene=scene, draw=3)


@pytest.mark.contract("S21")
def test_a_budget_under_one_group_still_plays_a_seed() -> None:
    sown = sow(Plan(budget=2, repeats=4, seeds=SEEDS))
    assert (sown.kept, sown.dropped, sown.repeats) == (SEEDS[:1], SEEDS[1:], 2)
