"""Counts that are kept in place of rows."""

from __future__ import annotations

import pytest

import whileai as wai
from tests.stats.graded import arm, groups, stopped
from whileai.stats import Counts, compare_runs, delta_report, pass_at

pytestmark = pytest.mark.contract("S59")


def put(*tasks: tuple[int, int]) -> Counts:
    counts = Counts()
    for number, (passed, total) in enumerate(tasks):
        counts.put(f"t{number}", passed, total)
    return counts


def test_counts_of_numbers_say_what_rows_say() -> None:
    rows = groups([1, 1, 0, 1], [0, 0, 0, 0], [1, 1, 1, 1])
    assert pass_at(put((3, 4), (0, 4), (4, 4))) == pass_at(rows)


def test_comparisons_take_counts_in_place_of_rows() -> None:
    before, after = arm(0.3, runs=2), arm(0.8, runs=2, seed=1)
    counted = Counts.of(before), Counts.of(after)
    assert compare_runs(*counted) == compare_runs(before, after)
    assert delta_report(*counted)["metrics"] == delta_report(before, after)["metrics"]


@pytest.mark.parametrize("numbers", [(2, 1), (-1, 1), (0, 0)])
def test_numbers_that_cannot_be_are_refused(numbers: tuple[int, int]) -> None:
    with pytest.raises(ValueError, match="repeats of 't0'"):
        put(numbers)


def test_a_task_is_put_once() -> None:
    counts = put((1, 2))
    with pytest.raises(ValueError, match="counted before"):
        counts.put("t0", 1, 2)
    counts.put("t0", 1, 2, run=1)


def test_with_every_group_stopped_the_k_is_the_planned_one() -> None:
    counts = Counts.of(stopped(*[[1.0, 1.0]] * 80, *[[0.0, 0.0]] * 20))
    assert pass_at(counts, min_k=2).k == 2
    counts.planned = 8
    found = pass_at(counts)
    assert (found.k, found.pass_pow_k, found.pass_at_k) == (8, 0.8, 0.8)


def test_unanimous_passes_do_not_promise_eight_in_a_row() -> None:
    """A chance of 0.98 still shows 100 such groups in 1 of 50 runs."""
    counts = Counts.of(stopped(*[[1.0, 1.0]] * 100))
    bounds = pass_at(counts, 8).pass_pow_k_ci95
    assert bounds is not None
    assert bounds[0] < 0.982**8


def test_once_a_group_was_filled_the_plan_does_not_matter() -> None:
    counts = Counts.of(stopped([1, 1], [0, 1, 1, 1], [0, 1, 0, 1]))
    counts.planned = 8
    assert pass_at(counts).k == 4


@pytest.mark.contract("S07", "S17")
def test_a_run_knows_the_k_it_fills_to() -> None:
    data = wai.simulate(
        lambda message: "Done.",
        simulator=False,
        mode="rl",
        repeats=6,
        situations=4,
        grader=lambda row: True,
        advanced={"tail": 0},
    )
    assert data.pass_at.k == 6
    assert wai.pass_at(data) == data.pass_at


def test_counts_kept_with_the_data_follow_its_grades() -> None:
    data = wai.simulate(lambda message: "Done.", simulator=False, budget=6)
    assert pass_at(data).pass_at_1 is None
    assert pass_at(data.grade(lambda row: 1)).pass_at_1 == 1
    assert pass_at(wai.grade(data, lambda row: 0)).pass_at_1 == 0
    assert pass_at(data).pass_at_1 == 1
    assert data.counts.seen == 6
