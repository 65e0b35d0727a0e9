"""Failed rows in a whole run: what a mutation keeps, what it says, what it costs."""

from __future__ import annotations

from typing import Any

import pytest

import whileai as wai
from tests.golden import TOOLS

pytestmark = pytest.mark.contract("S17")

POLICY = "- Refunds over 100 dollars need a manager.\n- Be brief."


def agent(message: str, world: Any) -> str:
    """Look at one order, whatever is asked."""
    world.call("get_order", {"order_id": "A1001"})
    return "Done."


Rows = list[dict[str, Any]]
Pairs = list[tuple[dict[str, Any], dict[str, Any]]]


def run(**options: Any) -> wai.SimulationData:
    common: dict[str, Any] = {
        "tools": TOOLS,
        "system_prompt": POLICY,
        "simulator": False,
        "budget": 80,
        "grader": lambda row: False,
    }
    data: wai.SimulationData = wai.simulate(agent, **(common | options))
    return data


@pytest.fixture(scope="module")
def steered() -> Pairs:
    """Mutated rows, each with the row that it is a mutation of."""
    rows: Rows = [dict(row) for row in run(dimensions=REFUNDS)]
    by_task = {row["task_id"]: row for row in rows}
    return [
        (row, by_task[row["lineage"]["parent"]])
        for row in rows
        if row["selection_reason"] == "mutation"
    ]


REFUNDS = {
    "tool": ["refund_order"],
    "rule": ["Refunds over 100 dollars need a manager.", "Be brief."],
}
AXES = {"fault": "tool_condition", "fact": "", "side": "", "wording": ""}


def test_a_mutated_row_says_what_it_changed_and_nothing_else_moved(
    steered: Pairs,
) -> None:
    for row, parent in steered:
        what, now = row["lineage"]["change"], row["scenario_dimensions"]
        before = parent["scenario_dimensions"]
        moved = [axis for axis, value in now.items() if value != before[axis]]
        assert moved == [each for each in [AXES.get(what, what)] if each]
        assert row["arm"] == "failure_mutation"
        assert row["prompt"] != parent["prompt"]
        if what in ("stance", "fault", "wording", "history"):
            assert row["scene"] == parent["scene"]
    assert len({row["lineage"]["change"] for row, _ in steered}) > 5


@pytest.mark.contract("S47")
def test_the_side_of_the_rule_changes_and_the_case_stays(
    steered: Pairs,
) -> None:
    sides = [
        (row["scene"], parent["scene"])
        for row, parent in steered
        if row["lineage"]["change"] == "side"
    ]
    assert sides
    for now, before in sides:
        assert now["side"] != before["side"]
        assert now["person"] == before["person"]
        assert now["facts"]["order_id"] == before["facts"]["order_id"]


def test_what_was_changed_is_counted_with_what_failed_still() -> None:
    data = run()
    changes = data.search["mutation_changes"]
    rows = sum(each["rows"] for each in changes.values())
    assert rows == data.search["mutation_aims"]["graded_failure"]["rows"] > 0
    assert all(each["still_failed"] == each["rows"] for each in changes.values())


def test_grading_beside_the_loop_draws_what_a_run_without_a_grader_draws() -> None:
    beside = run(advanced={"mutate_graded_failures": False})
    without = run(grader=None)
    keys = ("task_id", "prompt", "selection_reason", "rollout_index")
    drawn: list[Rows] = [[dict(row) for row in data] for data in (beside, without)]
    one, other = ([[row[key] for key in keys] for row in rows] for rows in drawn)
    assert one == other
    assert beside.search["mutation_aims"]["graded_failure"]["rows"] == 0
    assert without.search["mutation_aims"]["world_fault"]["rows"] > 0


@pytest.mark.contract("S06")
def test_a_run_that_shows_nothing_new_stops_for_that() -> None:
    data = run(until="saturation", budget=2000, grader=None, fault_rate=0.0)
    assert data.stopped_because == "saturation"
    assert 300 < len(data) < 900
    assert data.search["saturation"]["since_new"] >= 300
