"""The dials are delivered, or it is said before the first call that they cannot be."""

from __future__ import annotations

from typing import Any

import pytest

from tests.support import SEEDS10, ok, sim

pytestmark = pytest.mark.contract("S23", "S46")

HARD = {"ambiguous", "boundary", "adversarial"}


@pytest.mark.parametrize("share", [0.0, 0.2, 0.35, 0.4, 0.8, 1.0])
def test_hard_share_is_delivered_within_rounding(share: float) -> None:
    """F096, F097."""
    data = sim(ok, situations=100, budget=100, hard_share=share, fault_rate=0)
    hard = sum(row["tier"] in HARD for row in data)
    assert abs(hard - share * 100) < 1
    mix = data.search["tier_mix"]
    assert mix["hard_share_requested"] == share
    assert mix["hard_share_realized"] == pytest.approx(hard / 100)


@pytest.mark.parametrize("rate", [0.0, 0.1, 0.5, 1.0])
def test_fault_rate_is_the_share_of_rollouts_about_a_tool(rate: float) -> None:
    data = sim(ok, situations=80, budget=80, fault_rate=rate)
    about = [row for row in data if row["scenario_dimensions"]["tool"] != "unrelated"]
    planned = sum(bool(row["lineage"]["planned_faults"]) for row in about)
    assert abs(planned - rate * len(about)) < 1
    faults = data.search["faults"]
    assert sum(faults["scheduled"].values()) == planned
    assert faults["fault_rate_requested"] == rate


@pytest.mark.contract("S19")
def test_a_drawn_run_of_40_holds_every_kind_of_ask() -> None:
    data = sim(ok, situations=40, budget=40, fault_rate=0)
    tiers = {row["tier"] for row in data}
    tools = {row["scenario_dimensions"]["tool"] for row in data}
    assert tiers == {"ordinary", *HARD}
    assert {"lookup_order", "create_refund", "multi_tool"} <= tools


@pytest.mark.contract("S24")
def test_pinning_an_axis_keeps_the_others() -> None:
    """F098."""
    pinned = ["adversarial", "boundary"]
    data = sim(
        ok, situations=60, budget=60, dimensions={"stance": pinned}, fault_rate=0
    )
    cells = [row["scenario_dimensions"] for row in data]
    assert {cell["stance"] for cell in cells} == set(pinned)
    assert len({cell["world_state"] for cell in cells}) >= 5
    assert len({cell["history"] for cell in cells}) == 5
    assert len({cell["tool"] for cell in cells}) == 4


@pytest.mark.contract("S24", "S02")
@pytest.mark.parametrize(
    ("dimensions", "named"),
    [
        ({"tier": ["hard"]}, "stance"),
        ({"stance": ["angry"]}, "adversarial"),
        ({"stance": []}, "stance"),
        ({"tool": ["lokup_order"]}, "lookup_order"),
    ],
)
def test_an_unknown_axis_or_value_is_refused_with_what_there_is(
    dimensions: dict[str, Any], named: str
) -> None:
    """F099."""
    with pytest.raises(ValueError, match=named):
        sim(pytest.fail, dimensions=dimensions)


@pytest.mark.parametrize(
    "options",
    [
        {"hard_share": 0.8, "dimensions": {"stance": ["ordinary"]}},
        {"hard_share": 0.5, "seeds": SEEDS10, "situations": 10, "budget": 10},
        {"fault_rate": 0.5, "tools": None},
        {"fault_rate": 0.2, "dimensions": {"tool_condition": ["success"]}},
    ],
)
def test_a_dial_that_cannot_be_met_is_said_before_the_first_call(
    options: dict[str, Any],
) -> None:
    """F083, F100."""
    order: list[str] = []

    def agent(message: str) -> str:
        order.append("call")
        return "Done."

    name = next(iter(options))
    with pytest.warns(UserWarning, match=name):
        data = sim(agent, **({"budget": 20} | options))
    assert any(name in line for line in data.warnings)


def test_defaults_that_cannot_be_met_are_no_ones_fault() -> None:
    """F083."""
    data = sim(ok, seeds=SEEDS10, situations=10, budget=10)
    assert [line for line in data.warnings if "called a tool" not in line] == []


@pytest.mark.contract("S24")
def test_clauses_past_the_sixteenth_are_named_with_both_counts() -> None:
    """F089."""
    policy = "\n".join(f"- Never do thing number {n} twice." for n in range(20))
    with pytest.warns(UserWarning, match="clauses"):
        data = sim(ok, budget=5, system_prompt=policy)
    (line,) = [each for each in data.warnings if "clauses" in each]
    assert "20" in line
    assert "16" in line


@pytest.mark.contract("S15")
def test_a_rubric_that_nothing_reads_is_told_once() -> None:
    """The judge reads it, and so does the grader of a call that names one."""
    told = sim(ok, budget=2, rubric="Is it polite?").warnings
    assert sum("rubric=" in line and "grade=True" in line for line in told) == 1
    graded = sim(ok, budget=2, rubric="Is it polite?", grader=lambda row: 1.0)
    assert not any("rubric=" in line for line in graded.warnings)
