"""Covering arrays: every meeting that a row can hold occurs, in few rows."""

from __future__ import annotations

from itertools import combinations, product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from whileai.search.covering import Meetings, covering

pytestmark = pytest.mark.contract("S24", "S35")

Barred = list[tuple[tuple[int, int], tuple[int, int]]]


def held(row: tuple[int, ...], strength: int) -> set[tuple[Any, ...]]:
    return set(combinations(enumerate(row), strength))


def meetings(sizes: list[int], strength: int, barred: Barred) -> set[tuple[Any, ...]]:
    """List by brute force what some whole row holds."""
    return {
        meeting
        for row in product(*map(range, sizes))
        if fits(row, barred)
        for meeting in held(row, strength)
    }


def fits(row: tuple[int, ...], barred: Barred) -> bool:
    return not any(row[a] == v and row[b] == w for (a, v), (b, w) in barred)


@st.composite
def models(draw: Any) -> tuple[list[int], int, Barred]:
    sizes = draw(st.lists(st.integers(1, 4), min_size=1, max_size=5))
    choices = [
        (axis, value) for axis, size in enumerate(sizes) for value in range(size)
    ]
    pairs = [(a, b) for a, b in combinations(choices, 2) if a[0] != b[0]]
    barred = draw(st.lists(st.sampled_from(pairs), max_size=8)) if pairs else []
    return sizes, draw(st.integers(1, 3)), barred


@settings(max_examples=80, deadline=None, derandomize=True)
@given(models())
def test_every_meeting_that_can_occur_does_and_no_other(
    model: tuple[list[int], int, Barred],
) -> None:
    sizes, strength, barred = model
    rows = covering(sizes, strength, barred)
    depth = min(strength, len(sizes))
    shown = set[Any]().union(*(held(row, depth) for row in rows))
    assert shown == meetings(sizes, depth, barred)
    assert len(set(rows)) == len(rows)


@settings(max_examples=50, deadline=None, derandomize=True)
@given(models())
def test_what_is_planned_is_what_can_occur(
    model: tuple[list[int], int, Barred],
) -> None:
    sizes, strength, barred = model
    planned = Meetings(sizes, strength, barred).planned
    assert planned == len(meetings(sizes, min(strength, len(sizes)), barred))


SIZES = [  # sizes of the axes, strength, rows, rows that covertable 3.2 needs
    ([2, 10, 6, 11, 5], 2, 110, 110),
    ([4, 10, 6, 11, 5], 2, 110, 110),
    ([11, 10, 6, 11, 5], 2, 127, 128),
    ([51, 10, 6, 11, 5], 2, 561, 561),
    ([1, 10, 1, 1, 1, 1], 2, 10, 10),
    ([201, 10, 6, 11, 5], 2, 2211, 2211),
    ([3] * 10, 2, 15, 17),
    ([5] * 8, 2, 47, 41),
]


@pytest.mark.parametrize(("sizes", "strength", "rows", "theirs"), SIZES)
def test_rows_are_few(sizes: list[int], strength: int, rows: int, theirs: int) -> None:
    assert len(covering(sizes, strength)) == rows
    assert rows <= 1.15 * theirs


@pytest.mark.parametrize(
    "sizes",
    [
        pytest.param(sizes, marks=pytest.mark.full if max(sizes) > 20 else ())
        for sizes, *_ in SIZES
        if max(sizes) < 60
    ],
)
def test_rows_are_at_most_1_15_times_those_of_an_independent_generator(
    sizes: list[int],
) -> None:
    covertable = pytest.importorskip("covertable", reason="covertable is not installed")
    theirs = covertable.make([list(range(size)) for size in sizes], strength=2)
    assert len(covering(sizes)) <= 1.15 * len(theirs)


def test_rows_that_were_drawn_before_are_not_needed_again() -> None:
    meetings = Meetings((4, 5, 3))
    for row in covering((4, 5, 3)):
        assert meetings.take(row) > 0
    assert meetings.open == 0
    assert meetings.best() is None


def test_a_row_of_some_values_only_is_found_while_it_shows_something_new() -> None:
    meetings = Meetings((4, 5))
    domains = ((1, 2), (0,))
    rows = []
    while (row := meetings.best(domains)) is not None:
        meetings.take(row)
        rows.append(row)
    assert sorted(rows) == [(1, 0), (2, 0)]
    assert meetings.any(domains) in rows


def test_the_rows_are_pinned() -> None:
    barred = [((0, 0), (2, 1)), ((0, 0), (2, 2))]
    assert covering((2, 3, 3), 2, barred) == GOLDEN


GOLDEN = [
    (0, 0, 0),
    (1, 1, 1),
    (1, 2, 2),
    (0, 1, 0),
    (0, 2, 0),
    (1, 0, 1),
    (1, 0, 2),
    (1, 1, 2),
    (1, 2, 1),
    (1, 0, 0),
]
