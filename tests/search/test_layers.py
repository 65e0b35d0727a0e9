"""Layers: one for each rule, whose cells no other rule changes."""

from __future__ import annotations

from collections import Counter
from itertools import combinations, product
from typing import TYPE_CHECKING, Any

import pytest

from tests.search.worlds import TOOLS
from whileai.model import Cell, Tool
from whileai.search.ask import MAIN, TAIL
from whileai.search.axes import Axes
from whileai.search.grid import Grid
from whileai.search.layers import Deal

if TYPE_CHECKING:
    from collections.abc import Iterable

pytestmark = pytest.mark.contract("S24", "S35")

BARE = Tool(name="count_commits", parameters={"properties": {"month": {}}})
CLAUSES = [f"- Rule number {number} of the house." for number in range(6)]


def grid_of(
    clauses: Iterable[str] = CLAUSES,
    tools: Any = TOOLS,
    dimensions: Any = None,
    **dials: Any,
) -> Grid:
    axes = Axes.of(tools, "\n".join(clauses), dimensions)
    return Grid(axes, 7, **{"hard_share": 0.4, "fault_rate": 0.3, **dials})


def drawn(grid: Grid, count: int, zone: int = MAIN) -> list[tuple[Cell, int]]:
    return [grid.at(zone, index) for index in range(count)]


EDITS = [  # what becomes of the policy
    [*CLAUSES, "- A rule that is new."],
    ["- A rule that is new.", *CLAUSES],
    CLAUSES[:-1],
    CLAUSES[1:],
    [*CLAUSES[:2], "- A rule that was edited.", *CLAUSES[3:]],
]


@pytest.mark.parametrize("edited", EDITS)
@pytest.mark.parametrize("zone", [MAIN, TAIL])
def test_a_clause_that_changes_changes_its_own_cells_alone(
    edited: list[str], zone: int
) -> None:
    """F019."""
    before, after = grid_of(), grid_of(edited)
    kept = set(before.axes.rule) & set(after.axes.rule)
    old = {each for each in drawn(before, 400, zone) if each[0].rule in kept}
    new = set(drawn(after, 1000, zone))
    assert len(old) > 250
    assert old <= new


def test_cell_and_visit_name_a_situation() -> None:
    grid = grid_of()
    every = drawn(grid, 6000) + drawn(grid, 2000, TAIL)
    assert len(set(every)) == len(every)


def test_the_tail_has_other_cells_than_the_main_zone() -> None:
    grid = grid_of()
    main = {cell for cell, _ in drawn(grid, 200)}
    tail = {cell for cell, _ in drawn(grid, 200, TAIL)}
    assert len(main & tail) < 40


def test_under_each_rule_every_pair_of_values_is_drawn() -> None:
    grid = grid_of(CLAUSES[:1])
    for rule in grid.axes.rule:
        cells = [c for c, _ in drawn(grid, 2400) if c.rule == rule]
        about = [cell for cell in cells if cell.tool != "unrelated"]
        for one, other in combinations(("tool", "stance", "world_state", "history"), 2):
            pairs = {(getattr(c, one), getattr(c, other)) for c in about}
            values = [getattr(grid.axes, axis) for axis in (one, other)]
            wanted = set(product(*values))
            assert {p for p in wanted if "unrelated" not in p} <= pairs


def test_each_rule_is_at_stake_as_often_as_the_next_also_where_something_fails() -> (
    None
):
    cells = [cell for cell, _ in drawn(grid_of(), 1400) if cell.tool != "unrelated"]
    for some in (cells, [c for c in cells if c.tool_condition != "success"]):
        counts = Counter(cell.rule for cell in some).values()
        assert max(counts) - min(counts) <= 5


def test_an_ask_about_a_tool_without_an_id_has_no_world_state() -> None:
    grid = grid_of(tools=(*TOOLS, BARE))
    cells = [cell for cell, _ in drawn(grid, 600)]
    states = {cell.world_state for cell in cells if cell.tool == BARE.name}
    assert states == {"unknown"}
    assert len({cell.world_state for cell in cells if cell.tool == TOOLS[0].name}) == 6


def test_a_world_state_that_is_pinned_holds_for_every_tool() -> None:
    pins = {"world_state": ["entity missing"]}
    grid = grid_of(tools=(*TOOLS, BARE), dimensions=pins)
    cells = [cell for cell, _ in drawn(grid, 100)]
    assert {cell.world_state for cell in cells} == {"entity missing"}
    assert BARE.name in {cell.tool for cell in cells}


def test_only_tools_without_an_id_leave_no_world_state_to_draw() -> None:
    axes = Axes.of((*TOOLS, BARE), "", {"tool": [BARE.name]})
    assert axes.world_state == ("unknown",)


def test_a_look_back_gives_what_was_drawn() -> None:
    grid = grid_of()
    forward = drawn(grid, 700)
    assert grid.at(MAIN, 3) == forward[3]
    assert grid.at(MAIN, 699) == forward[699]


@pytest.mark.parametrize("strength", [1, 2, 3])
def test_strength_says_how_many_axes_meet(strength: int) -> None:
    grid = grid_of([], TOOLS[:1], strength=strength, fault_rate=0.9)
    coverage = grid.coverage()
    for cell, _ in drawn(grid, 4000):
        coverage.add(cell)
    assert coverage.strength == strength
    assert coverage.report().fraction > 0.99


def test_what_seeds_show_is_drawn_later() -> None:
    grid, fresh = grid_of([], fault_rate=0.0), grid_of([], fault_rate=0.0)
    known = [cell for cell, _ in drawn(fresh, 30) if cell.tool != "unrelated"]
    grid.know(known)
    coverage = grid.coverage()
    for cell in known:
        coverage.add(cell)
    new = [coverage.add(cell) for cell, _ in drawn(grid, 60)]
    assert sum(new) > 1.1 * sum(_gains(fresh, known, 60))


def _gains(grid: Grid, known: list[Cell], count: int) -> list[int]:
    coverage = grid.coverage()
    for cell in known:
        coverage.add(cell)
    return [coverage.add(cell) for cell, _ in drawn(grid, count)]


def test_rows_are_built_as_far_as_they_are_looked_at_and_then_come_again() -> None:
    def deal() -> Deal:
        easy, hard = ((0, 1), (0, 1, 2)), ((2,), (0, 1, 2))
        return Deal((3, 3), 2, (), ((easy, 2), (hard, 1)), ())

    whole = deal().all()
    assert [len(rows) for rows in whole] == [6, 3]
    late = deal()
    assert late.at(1, 7) == (2, whole[1][1])
    assert [late.at(0, place) for place in (0, 5, 6)] == [
        (0, whole[0][0]),
        (0, whole[0][5]),
        (1, whole[0][0]),
    ]


def test_a_class_that_no_cell_can_be_of_is_refused() -> None:
    everything = ((0,), (0,))
    deal = Deal((1, 1), 2, (((0, 0), (1, 0)),), ((everything, 1),), ())
    with pytest.raises(ValueError, match="no cell that can occur"):
        deal.at(0, 0)
