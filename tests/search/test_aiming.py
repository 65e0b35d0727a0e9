"""Traces aim the grid: at tools, faults and states seen, and at what labels fail."""

from __future__ import annotations

from typing import Any

import pytest

from tests.search.worlds import TOOLS
from whileai.model import Cell, Tool
from whileai.search.aiming import Sight, aimed, cells_of, failing_asks
from whileai.search.ask import MAIN
from whileai.search.axes import Axes
from whileai.search.grid import Grid
from whileai.traces import Trace, read_traces

pytestmark = pytest.mark.contract("S22")

UNSEEN = Tool(name="close_account", parameters={"properties": {"account_id": {}}})
AXES = Axes.of((*TOOLS, UNSEEN), "- Be kind.")

MISSED = ("lookup_order", "not_found")
SHOWN = (
    Trace(prompt="a", tools=("lookup_order",), worked=frozenset({"lookup_order"})),
    Trace(prompt="b", tools=("lookup_order",), faults=(MISSED,)),
    Trace(prompt="c", tools=("lookup_order",), faults=(MISSED,)),
    Trace(prompt="d", tools=("create_refund",), faults=(("create_refund", "timeout"),)),
)


def test_the_grid_is_narrowed_to_what_traces_show() -> None:
    """F211."""
    sight = Sight.of(SHOWN)
    assert (sight.faults, sight.flawed) == ({"not_found": 2, "timeout": 1}, 3)
    assert sight.tools == {"lookup_order": 3, "create_refund": 1}
    axes = aimed(AXES, SHOWN)
    assert axes.tool == ("lookup_order", "create_refund")
    assert axes.tool_condition == ("success", "timeout")
    assert axes.world_state == ("entity exists", "entity missing")
    assert (axes.rule, axes.stance) == (AXES.rule, AXES.stance)


def test_what_is_pinned_stays_and_what_traces_say_nothing_of_too() -> None:
    pinned = Axes.of((*TOOLS, UNSEEN), "", {"tool": ["close_account"]})
    assert aimed(pinned, SHOWN).tool == ("close_account",)
    assert aimed(AXES, [Trace(prompt="hello")]) == AXES
    assert aimed(AXES, []) == AXES


def test_two_tools_in_one_trace_and_none_in_another_are_shown_too() -> None:
    traces = [Trace(tools=("lookup_order", "create_refund")), Trace(prompt="hi")]
    tools = ("lookup_order", "create_refund", "multi_tool", "unrelated")
    assert aimed(AXES, traces).tool == tools


def labelled(label: Any, key: str = "reward") -> list[dict[str, Any]]:
    """30 traces of each tool; those of the refund have ``label``."""
    return [
        {"prompt": f"{tool} {n}", "tools_used": [tool], key: value}
        for tool, value in (("lookup_order", 1), ("create_refund", label))
        for n in range(30)
    ]


LABELS = [  # label, column, reward_key, threshold, whether it leads
    (0, "reward", "reward", None, True),
    (False, "passed", "passed", None, True),
    (1, "reward", "reward", None, False),
    (None, "reward", "reward", None, False),
    (0, "passed", "reward", None, False),
    (0.25, "reward", "reward", None, False),
    (0.25, "reward", "reward", 0.5, True),
]


@pytest.mark.parametrize(("label", "column", "key", "threshold", "leads"), LABELS)
def test_a_tool_that_labels_fail_leads(
    label: Any, column: str, key: str, threshold: float | None, leads: bool
) -> None:
    """F215."""
    axes = aimed(AXES, read_traces(labelled(label, column), key), threshold)
    unlabelled = aimed(AXES, read_traces(labelled(1)))
    assert axes.lead == (("create_refund",) if leads else ())
    assert leads or axes == unlabelled
    assert (axes.tool[0] == "create_refund") == leads


def test_a_leading_tool_is_drawn_three_times_as_often() -> None:
    axes = aimed(AXES, read_traces(labelled(0)))
    grid = Grid(axes, 5, hard_share=0.4, fault_rate=0.1)
    drawn = [grid.at(MAIN, index) for index in range(800)]
    tools = [cell.tool for cell, _ in drawn]
    assert 2.7 < tools.count("create_refund") / tools.count("lookup_order") < 3.3
    assert len(set(drawn)) == len(drawn)


def test_failing_asks_are_ground_to_vary_from_each_once() -> None:
    """F212."""
    again = Trace(prompt="B ", faults=(MISSED,))
    assert failing_asks((*SHOWN, again)) == ("b", "c", "d")
    assert failing_asks(SHOWN, most=2) == ("b", "c")
    many = [Trace(prompt=f"ask {n}", label=0.0) for n in range(60)]
    assert len(failing_asks(many)) == 40


def test_cells_of_rows_of_earlier_runs_are_known() -> None:
    dimensions = Cell(tool="lookup_order", stance="hurried").to_json()
    traces = read_traces([{"prompt": "x", "scenario_dimensions": dimensions}] * 2)
    assert cells_of((*traces, *SHOWN)) == (Cell(tool="lookup_order", stance="hurried"),)
