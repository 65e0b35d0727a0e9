"""Coverage: what is planned, what was shown, and what is missing."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import pytest

from tests.search.worlds import TOOLS, survey_of
from whileai.model import Cell, Tool
from whileai.search.ask import MAIN, Plan
from whileai.search.axes import Axes
from whileai.search.coverage import AXES, Coverage
from whileai.search.grid import Grid

pytestmark = pytest.mark.contract("S24")

POLICY = "\n".join(f"- Rule number {number} of the house." for number in range(8))
TINY = Axes.of(TOOLS[:1], "", {"stance": ["ordinary"], "history": ["fresh"]})


def test_a_pair_counts_once_and_only_if_it_is_planned() -> None:
    coverage = Coverage(Axes.of(TOOLS, POLICY))
    cell = Cell(tool="lookup_order", world_state="entity exists")
    assert coverage.add(cell) == 15
    assert coverage.add(cell) == 0
    assert coverage.add(Cell(tool="no_such_tool", history="no such")) == 3


def test_what_no_ask_can_hold_is_not_planned() -> None:
    """An ask about no tool meets no fault, no rule and no world state."""
    axes = Axes.of(TOOLS[:1], "- Be kind.", {"stance": ["ordinary"]})
    coverage = Coverage(axes)
    apart = Cell(rule="Be kind.", world_state="duplicate entity", history="fresh")
    assert coverage.add(apart) == 15 - len(["its rule", "its world state"])
    late = Cell(tool_condition="timeout", history="repeat visit")
    assert Coverage(axes).add(late) == 15 - len(["its fault", "its history"])


def test_the_report_lists_the_first_20_of_what_is_missing() -> None:
    report = Coverage(Axes.of(TOOLS, POLICY)).report()
    assert (report.covered, report.fraction) == (0, 0.0)
    assert len(report.missing) == 20
    assert report.missing[0] == {
        "tool": "lookup_order",
        "rule": report.missing[0]["rule"],
    }


def test_the_report_has_the_keys_of_the_row_of_the_contract() -> None:
    coverage = Coverage(TINY)
    found = coverage.report().to_json()
    assert list(found) == ["pairs_planned", "pairs_covered", "fraction", "missing"]


@pytest.mark.parametrize("strength", [1, 2, 3])
def test_counts_agree_with_counting_by_hand(strength: int) -> None:
    grid = Grid(Axes.of(TOOLS, POLICY), 1, hard_share=0.4, fault_rate=0.2)
    coverage, shown = Coverage(grid.axes, strength), set()
    for index in range(200):
        cell = grid.cell(MAIN, index)
        coverage.add(cell)
        pairs = [(axis, getattr(cell, axis)) for axis in AXES]
        shown |= set(combinations(pairs, strength))
    assert coverage.report().covered == len(shown)


@pytest.mark.parametrize(
    ("hard", "faulted", "absent"),
    [
        (0.0, 0.1, "adversarial"),
        (1.0, 0.1, "ordinary"),
        (0.4, 0.0, "timeout"),
    ],
)
def test_what_a_dial_leaves_no_room_for_is_not_planned(
    hard: float, faulted: float, absent: str
) -> None:
    axes = Axes.of(TOOLS, POLICY)
    grid = Grid(axes, 1, hard_share=hard, fault_rate=faulted)
    cell = Cell(tool="lookup_order", stance=absent, tool_condition=absent)
    plain = Cell(tool="lookup_order", stance="none", tool_condition="none")
    assert grid.coverage().add(cell) == grid.coverage().add(plain)


FEWEST = [  # tools, clauses, pairs that 100, 300 and 1,000 situations cover at least
    (3, 0, (310, 390, 495)),
    (3, 8, (485, 603, 734)),
    (10, 8, (620, 820, 1000)),
    (50, 16, (855, 1580, 2700)),
]
"""Axes that were drawn apart came to about 3 in 100 fewer."""


@pytest.mark.parametrize(("number", "clauses", "fewest"), FEWEST)
def test_situations_cover_many_pairs_early(
    number: int, clauses: int, fewest: tuple[int, ...]
) -> None:
    parameters: dict[str, Any] = {"properties": {"order_id": {}}}
    tools = [Tool(name=f"tool_{n}", parameters=parameters) for n in range(number)]
    policy = "\n".join(f"- Rule number {n} holds always." for n in range(clauses))
    grid = Grid(Axes.of(tools, policy), 3, hard_share=0.4, fault_rate=0.1)
    coverage = grid.coverage()
    new = [coverage.add(grid.cell(MAIN, index)) for index in range(1000)]
    for count, least in zip((100, 300, 1000), fewest, strict=True):
        assert sum(new[:count]) >= least


@pytest.mark.contract("S21")
def test_seeds_count_as_covered() -> None:
    survey = survey_of(Plan(seeds=("Please look up order A1",)))
    seed = survey.plot(MAIN, 0)
    assert survey.coverage().report().covered == 15
    assert survey.coverage().add(seed.cell) == 0
