"""Layers that take turns: much that is new meets early."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

import pytest

from tests.search.worlds import TOOLS
from whileai.search.ask import MAIN
from whileai.search.axes import Axes
from whileai.search.grid import Grid
from whileai.search.stack import Look, Shows, plainly

if TYPE_CHECKING:
    from collections.abc import Sequence

    from whileai.model import Cell

pytestmark = pytest.mark.contract("S24", "S35")

POLICY = "\n".join(f"- Rule number {number} of the house." for number in range(5))


def cells(count: int, seed: int = 7, shows: Shows = plainly) -> list[Cell]:
    axes = Axes.of(TOOLS, POLICY)
    grid = Grid(axes, seed, hard_share=0.4, fault_rate=0.1, shows=shows)
    return [grid.cell(MAIN, index) for index in range(count)]


def met(drawn: Sequence[Cell], shows: Shows, number: int) -> int:
    each = (combinations(shows(cell, 0, 0)[1], number) for cell in drawn)
    return len({meeting for found in each for meeting in found})


def odd(cell: Cell, visit: int, before: int) -> Look:
    """Show something that no axis tells: it stands for what a scene draws."""
    beside = ("beside", str(len("".join(cell.to_json().values())) % 7))
    return visit, [*plainly(cell, visit, before)[1], beside], True


def nothing(_cell: Cell, visit: int, _before: int) -> Look:
    return visit, (), False


@pytest.mark.parametrize("shows", [plainly, odd])
def test_much_meets_sooner_than_in_the_order_of_the_layers(shows: Shows) -> None:
    seen = [cells(60, seed, shows) for seed in range(9)]
    unseen = [cells(60, seed, nothing) for seed in range(9)]
    for number in (2, 3):
        ours = sum(met(each, shows, number) for each in seen)
        assert ours > 1.005 * sum(met(each, shows, number) for each in unseen)


def test_what_has_a_side_is_counted_rule_by_rule_and_class_by_class() -> None:
    looks: dict[tuple[str, str, bool], list[int]] = {}

    def shows(cell: Cell, visit: int, before: int) -> Look:
        each = (cell.rule, cell.tier, cell.tool_condition == "success")
        looks.setdefault(each, []).append(before)
        return odd(cell, visit, before)

    cells(120, shows=shows)
    assert len(looks) > 20
    assert all(each == list(range(len(each))) for each in looks.values())


def test_the_visit_that_was_taken_is_the_one_that_is_drawn() -> None:
    grid = Grid(
        Axes.of(TOOLS, POLICY),
        7,
        hard_share=0.4,
        fault_rate=0.1,
        shows=lambda cell, visit, _before: (visit * 10 + 3, (), len(cell.rule) > 0),
    )
    drawn = [grid.at(MAIN, index) for index in range(200)]
    about = [visit for cell, visit in drawn if cell.tool != "unrelated"]
    assert {visit % 10 for visit in about} == {3}


def test_the_order_of_a_layer_is_its_own() -> None:
    """F019: what other layers showed decides whose turn it is, and nothing else."""
    one = Grid(Axes.of(TOOLS, ""), 7, hard_share=0.4, fault_rate=0.1)
    many = cells(600)
    alone = [one.cell(MAIN, index) for index in range(100)]
    of_class = [
        [c for c in drawn if c.rule == "unspecified" and c.tool != "unrelated"]
        for drawn in (many, alone)
    ]
    easy = [
        [c for c in each if c.tier == "ordinary" and c.tool_condition == "success"]
        for each in of_class
    ]
    shared = min(map(len, easy))
    assert shared > 30
    assert easy[0][:shared] == easy[1][:shared]
