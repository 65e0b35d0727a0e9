"""The grid: balanced axes, exact dials, a pure function of its place."""

from __future__ import annotations

from collections import Counter
from math import floor
from typing import TYPE_CHECKING, Any

import pytest

from tests.search.worlds import TOOLS
from whileai.search.ask import MAIN, TAIL
from whileai.search.axes import Axes
from whileai.search.grid import Grid

if TYPE_CHECKING:
    from whileai.model import Cell

pytestmark = pytest.mark.contract("S24", "S35")

POLICY = "- Refund at most 100 dollars.\n- Never promise a date."
SHARES = [0.0, 0.05, 0.2, 0.29, 0.4, 0.5, 0.7, 0.8, 1.0]


def grid_of(
    hard_share: float = 0.4,
    fault_rate: float = 0.1,
    dimensions: dict[str, Any] | None = None,
    tools: Any = TOOLS,
    seeded: tuple[int, int] = (0, 0),
) -> Grid:
    axes = Axes.of(tools, POLICY, dimensions)
    return Grid(axes, 7, hard_share=hard_share, fault_rate=fault_rate, seeded=seeded)


def cells(grid: Grid, count: int, zone: int = MAIN) -> list[Cell]:
    return [grid.cell(zone, index) for index in range(count)]


def hard(drawn: list[Cell]) -> int:
    return sum(cell.tier != "ordinary" for cell in drawn)


@pytest.mark.contract("S23", "S46")
@pytest.mark.parametrize("share", SHARES)
def test_hard_share_is_met_by_any_first_part_of_both_zones(share: float) -> None:
    """F096: 0.5, 0.7 and 0.8 all gave 0.5."""
    grid = grid_of(share)
    main, tail = cells(grid, 120), cells(grid, 40, TAIL)
    for end in range(121):
        for last in (0, 1, 13, 40):
            drawn = hard(main[:end]) + hard(tail[:last])
            assert abs(drawn - share * (end + last)) < 1
    assert hard(main[:100]) == round(100 * share)


@pytest.mark.contract("S46")
@pytest.mark.parametrize("rate", SHARES)
def test_fault_rate_is_met_over_the_situations_about_a_tool(rate: float) -> None:
    grid = grid_of(fault_rate=rate)
    main, tail = cells(grid, 300), cells(grid, 60, TAIL)
    for end, last in ((300, 60), (17, 4), (299, 0), (1, 1)):
        about = [c for c in (*main[:end], *tail[:last]) if c.tool != "unrelated"]
        faulted = sum(cell.tool_condition != "success" for cell in about)
        assert abs(faulted - rate * len(about)) < 1


@pytest.mark.contract("S23")
def test_the_hard_tiers_share_evenly() -> None:
    """F097: 75% of 100 gave 60, 14 and 1."""
    tiers = Counter(cell.tier for cell in cells(grid_of(0.75), 100))
    assert tiers == {"ordinary": 25, "ambiguous": 25, "boundary": 25, "adversarial": 25}


def test_every_value_of_every_axis_comes_about_as_often_as_the_others() -> None:
    drawn = cells(grid_of(0.5, 1.0), 1920)
    about = [cell for cell in drawn if cell.tool != "unrelated"]
    for axis in ("tool", "world_state", "history", "tool_condition"):
        counts = Counter(getattr(cell, axis) for cell in about).values()
        assert max(counts) <= 1.1 * min(counts), axis
    rules = Counter(cell.rule for cell in about).values()
    assert max(rules) - min(rules) <= 5


def test_axes_are_drawn_apart_so_that_pairs_of_values_meet() -> None:
    drawn = cells(grid_of(), 1500)
    about = [cell for cell in drawn if cell.tool != "unrelated"]
    pairs = Counter((cell.rule, cell.world_state) for cell in about)
    assert len(pairs) == 3 * 6
    assert max(pairs.values()) < 2 * min(pairs.values())


def test_an_ask_about_no_tool_leaves_the_other_axes_alone() -> None:
    apart = [c for c in cells(grid_of(fault_rate=1), 200) if c.tool == "unrelated"]
    assert apart
    for cell in apart:
        assert cell.rule == "unspecified"
        assert (cell.world_state, cell.history) == ("unknown", "fresh")
        assert cell.tool_condition == "success"


@pytest.mark.parametrize(("tools", "most"), [(TOOLS[:1], 1 / 6), (TOOLS, 1 / 7)])
def test_few_asks_are_about_no_tool_even_with_few_tools(
    tools: Any, most: float
) -> None:
    drawn = cells(grid_of(tools=tools), 420)
    apart = sum(cell.tool == "unrelated" for cell in drawn)
    assert 0 < apart <= most * 420


def test_rules_are_tested_also_without_any_tool() -> None:
    rules = {cell.rule for cell in cells(grid_of(tools=()), 9)}
    assert len(rules) == 3


@pytest.mark.contract("S19")
@pytest.mark.parametrize("zone", [MAIN, TAIL])
def test_a_run_of_40_holds_ordinary_vague_complex_and_adversarial(zone: int) -> None:
    drawn = cells(grid_of(), 40, zone)
    assert {"ordinary", "ambiguous", "boundary", "adversarial"} == {
        cell.tier for cell in drawn
    }
    assert any(c.tool == "multi_tool" or c.stance == "conflicting" for c in drawn)


def test_a_cell_is_a_function_of_its_place_alone() -> None:
    grid, again = grid_of(), grid_of()
    forward = cells(grid, 200)
    backward = [again.cell(MAIN, index) for index in reversed(range(200))]
    assert forward == backward[::-1]
    assert cells(grid, 50, TAIL) != forward[:50]


def test_the_draw_is_pinned() -> None:
    drawn = [tuple(cell.to_json().values()) for cell in cells(grid_of(0.5, 0.5), 4)]
    assert drawn == GOLDEN


GOLDEN = [
    (
        "lookup_order",
        "unspecified",
        "mistaken",
        "entity already acted on",
        "success",
        "repeat visit",
    ),
    (
        "multi_tool",
        "Never promise a date.",
        "ambiguous",
        "entity already acted on",
        "permission_denied",
        "prior_failure",
    ),
    (
        "create_refund",
        "Refund at most 100 dollars.",
        "exploratory",
        "unknown",
        "success",
        "prior_failure",
    ),
    (
        "lookup_order",
        "Never promise a date.",
        "conflicting",
        "entity exists",
        "slow",
        "contradicts_earlier",
    ),
]


@pytest.mark.contract("S23")
@pytest.mark.parametrize("share", [0.0, 0.4, 0.6])
def test_what_seeds_miss_of_the_hard_share_is_made_up_for(share: float) -> None:
    grid = grid_of(share, seeded=(10, 0))
    drawn = [grid.cell(MAIN, index) for index in range(10, 40)]
    assert hard(drawn) == floor(40 * share)


PINS: list[tuple[dict[str, Any], float, float, list[str]]] = [
    ({}, 0.4, 0.1, []),
    ({"stance": ["ordinary"]}, 0.0, 0.1, []),
    ({"stance": ["ordinary"]}, 0.4, 0.1, ["hard_share"]),
    ({"stance": ["adversarial"]}, 1.0, 0.1, []),
    ({"stance": ["adversarial"]}, 0.4, 0.1, ["hard_share"]),
    ({"stance": ["adversarial", "hurried"]}, 0.4, 0.1, []),
    ({"tool_condition": ["timeout"]}, 0.4, 0.1, ["fault_rate"]),
    ({"tool_condition": ["timeout"]}, 0.4, 1.0, []),
    ({"tool_condition": ["timeout", "success"]}, 0.4, 0.1, []),
    ({"tool_condition": ["success"]}, 0.4, 0.1, ["fault_rate"]),
    ({"tool": ["unrelated"]}, 0.4, 0.1, ["fault_rate"]),
]


@pytest.mark.contract("S46")
@pytest.mark.parametrize(("pins", "share", "rate", "short"), PINS)
def test_a_dial_that_pins_make_impossible_is_said_in_a_sentence(
    pins: dict[str, Any], share: float, rate: float, short: list[str]
) -> None:
    found = grid_of(share, rate, pins).shortfalls
    assert [each.option for each in found] == short
    for each in found:
        assert f"{each.option}=" in each.text


def test_pinned_values_alone_are_drawn() -> None:
    pins = {
        "stance": ["boundary"],
        "history": ["repeat visit"],
        "tool_condition": ["slow"],
    }
    for cell in cells(grid_of(dimensions=pins), 60):
        assert (cell.stance, cell.history) == ("boundary", "repeat visit")
        assert (cell.tool_condition, cell.tier) == ("slow", "boundary")
