"""Ready graders go wherever a grader goes."""

from __future__ import annotations

from typing import Any

import pytest

import whileai as wai
from whileai import graders

pytestmark = pytest.mark.contract("S17", "S18", "S39")


def cancel_order(order_id: str) -> dict[str, Any]:  # type: ignore[empty-body]
    """Cancel one order by its number, in the form ORD-48213."""


async def agent(message: str, world: Any) -> str:
    number = next((w for w in message.split() if w.startswith("ORD-")), "ORD-1")
    answer = await world.call_async(
        "cancel_order", {"order_id": number.strip(".,?!()")}
    )
    return "I could not do it." if answer.get("error") else "It is cancelled."


def run(**options: Any) -> wai.SimulationData:
    data: wai.SimulationData = wai.simulate(
        agent, tools=[cancel_order], simulator=False, fault_rate=0, budget=20, **options
    )
    return data


def test_a_run_is_steered_and_stamped_by_a_ready_grader() -> None:
    grader = graders.tool_called("cancel_order") & graders.contains("cancelled")
    data = run(grader=grader)
    assert {row["judge_name"] for row in data} == {grader.name}
    assert {row["reward"] for row in data} == {0.0, 1.0}
    assert set(data[0]["markers"] or ()) == {
        "tool_called('cancel_order')",
        "contains('cancelled')",
    }
    assert data.search["mutation_aims"]["graded_failure"]["parents"] > 0


def test_the_state_agrees_with_what_the_world_did() -> None:
    data = run().grade(graders.state("order", {"status": "cancelled"}))
    done = [row for row in data if row["final_text"] == "It is cancelled."]
    assert done
    assert {row["reward"] for row in done} == {1.0}


def test_rows_are_graded_by_ready_graders() -> None:
    graded = wai.grade(run(), graders.contains("cancelled") | graders.unchanged())
    assert {row["reward"] for row in graded} == {1.0}
    assert graded[0]["judge_name"] == "contains('cancelled') | unchanged()"
    assert graded[0]["judge_status"] == "ok"


def test_a_row_that_abstains_has_no_reward_and_says_why() -> None:
    row = {"prompt": "hello", "final_text": "Hi."}
    graded = wai.grade([row], graders.state("order"))
    assert graded[0]["reward"] is None
    assert graded[0]["judge_status"] == "abstained"
    assert "no account" in (graded[0]["reason"] or "")


def test_both_addresses_have_the_graders() -> None:
    import whileai.simulations as simulations  # noqa: PLC0415 - the other address

    assert simulations.graders is wai.graders is graders
    assert set(graders.__all__) >= {
        *("exact", "contains", "regex", "json_schema", "numeric"),
        *("tool_called", "tool_order", "state"),
    }


@pytest.mark.contract("S38")
def test_a_tool_that_a_grader_names_and_nobody_has_is_told_before_the_first_call() -> (
    None
):
    heard: list[str] = []

    async def counting(message: str, world: Any) -> str:
        heard.append(message)
        raise KeyboardInterrupt

    named = ~graders.tool_called("cancel_ordr") & graders.unchanged()
    with pytest.raises(wai.Interrupted) as stopped:
        wai.simulate(
            counting, tools=[cancel_order], simulator=False, budget=1, grader=named
        )
    data = stopped.value.data
    told = [line for line in data.warnings if "cancel_ordr" in line]
    assert len(told) == len(heard) == 1
    assert told[0].endswith("; did you mean 'cancel_order'?")


def test_tools_that_graders_name_are_looked_for_in_rows_too() -> None:
    data = run()
    both = 2 * graders.tool_not_called("refund") + graders.tool_called("cancel_order")
    assert not any("names the tool" in line for line in data.warnings)
    told = [line for line in data.grade(both).warnings if "names the tool" in line]
    assert len(told) == 1
    assert "'refund'" in told[0]
    assert "['cancel_order']" in told[0]


def test_of_a_grader_s_tools_nothing_is_said_where_none_is_declared() -> None:
    graded = wai.grade([{"prompt": "a", "steps": []}], graders.tool_not_called("pay"))
    assert not graded.warnings
