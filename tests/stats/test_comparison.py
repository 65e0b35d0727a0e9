from __future__ import annotations

from itertools import product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.stats.graded import arm, groups, stopped
from whileai.stats import compare_runs
from whileai.stats.permutation import EXACT, holm, sign_flip_p

pytestmark = pytest.mark.contract("S59")


@settings(deadline=None, max_examples=80)
@given(st.lists(st.integers(-4, 4), min_size=1, max_size=9))
def test_the_p_value_is_the_share_of_all_sign_flips(steps: list[int]) -> None:
    sums = [
        abs(sum(sign * step for sign, step in zip(signs, steps, strict=True)))
        for signs in product((1, -1), repeat=len(steps))
    ]
    share = sum(each >= abs(sum(steps)) for each in sums) / len(sums)
    assert sign_flip_p([step / 4 for step in steps]) == pytest.approx(share)


def test_the_p_value_is_scipys() -> None:
    # scipy 1.17: permutation_test(permutation_type="samples", n_resamples=inf)
    found = sign_flip_p([0.25, -0.5, 0.75, 0, 0.25, 0.5, 0.25, -0.25])
    assert found == pytest.approx(0.40625)


def test_many_differences_meet_the_exact_count() -> None:
    some = [1.0, -1.0, 0.5] * (EXACT // 3)
    more = [*some, 0.5, -0.5]
    assert sign_flip_p(more) == pytest.approx(sign_flip_p(some), rel=0.05)


def test_holms_correction_is_statsmodels() -> None:
    # statsmodels 0.15: multipletests(method="holm")
    assert holm([0.01, 0.04, 0.03, 0.005, 0.5]) == pytest.approx(
        [0.04, 0.09, 0.09, 0.025, 0.5]
    )
    assert holm([]) == []


def test_means_and_delta_are_over_the_same_tasks() -> None:
    a = groups([0], [1], [0], [1], [0], [1])
    b = groups([1], [1], [0], [1], [1])
    found = compare_runs(a, b)
    assert (found.n_paired, found.n_only_a, found.n_only_b) == (5, 1, 0)
    assert found.mean_a == pytest.approx(2 / 5)
    assert found.mean_b == pytest.approx(4 / 5)
    assert found.delta == pytest.approx(found["mean_b"] - found["mean_a"])
    assert dict(found)["verdict"] == "no_difference_detected"


def test_a_clear_difference_has_a_side() -> None:
    low, high = arm(0.2, tasks=30), arm(0.8, tasks=30, seed=1)
    assert compare_runs(low, high).verdict == "b_better"
    assert compare_runs(high, low).verdict == "a_better"
    assert compare_runs(low, low).verdict == "no_difference_detected"


@pytest.mark.parametrize("tasks", [2, 20])
def test_equal_runs_still_have_an_interval(tasks: int) -> None:
    rows = arm(0.5, tasks=tasks)
    interval = compare_runs(rows, rows).ci95
    assert interval is not None
    assert interval[0] < 0 < interval[1]


def test_few_shared_tasks_give_no_verdict() -> None:
    """F157"""
    found = compare_runs(arm(0.1, tasks=7), arm(0.9, tasks=41))
    assert found.verdict == "not_comparable"
    assert "17%" in found.note


def test_no_shared_task_gives_no_number() -> None:
    other = [{**row, "scenario_id": f"x{row['scenario_id']}"} for row in arm(0.5)]
    found = compare_runs(arm(0.5), other)
    assert (found.delta, found.p_value, found.n_paired) == (None, None, 0)
    assert "n/a" in str(found)


def test_stopped_groups_are_compared_without_bias() -> None:
    a = stopped([1, 0, 1, 1], [1, 1], [0, 0])
    b = stopped([1, 1], [1, 1], [0, 0])
    assert compare_runs(a, b).delta == pytest.approx((0.5 + 0 + 0) / 3)
    assert compare_runs(a, b, metric="pass_pow_k").mean_a == pytest.approx(1 / 3)


@pytest.mark.parametrize(
    ("metric", "mean"), [("reward", 0.5), ("tone", 2.0), ("pass_at_1", 0.5)]
)
def test_any_metric_can_be_compared(metric: str, mean: float) -> None:
    rows = groups([1, 0, 0.5], markers={"tone": 2, "note": "polite"})
    assert compare_runs(rows, rows, metric=metric).mean_a == pytest.approx(mean)


@pytest.mark.parametrize(
    ("options", "error"),
    [({"metric": "tune"}, "tune"), ({"level": 95}, "level"), ({"level": 0}, "level")],
)
def test_what_cannot_be_compared_is_refused(
    options: dict[str, Any], error: str
) -> None:
    with pytest.raises(ValueError, match=error):
        compare_runs(arm(0.5), arm(0.5), **options)


@settings(deadline=None, max_examples=30)
@given(st.randoms(use_true_random=False))
def test_swapping_the_sides_flips_the_sign(dice: Any) -> None:
    a, b = arm(0.4, tasks=8), arm(0.7, tasks=8, seed=2)
    there = compare_runs(a, b)
    dice.shuffle(a)
    back = compare_runs(b, a)
    assert there.delta is not None
    assert back.delta == pytest.approx(-there.delta)
    assert back.p_value == there.p_value
