from __future__ import annotations

import itertools
from typing import Any

import pytest

from tests.graders.rows import replied
from whileai import graders
from whileai.graders import Check, check, contains

pytestmark = pytest.mark.contract("S39")


def fixed(reward: float | None, name: str) -> Check:
    return check(lambda row: {"reward": reward, "reason": f"{name} said so"}, name)


VALUES = (0.0, 0.25, 1.0, None)


@pytest.mark.parametrize(("a", "b"), list(itertools.product(VALUES, VALUES)))
def test_both_is_the_lesser_and_either_the_greater(
    a: float | None, b: float | None
) -> None:
    first, second = fixed(a, "a"), fixed(b, "b")
    both, either = (first & second)({}).reward, (first | second)({}).reward
    if a is None or b is None:  # one part decides alone, or nobody knows
        assert both == (0 if 0 in (a, b) else None)
        assert either == (1 if 1 in (a, b) else None)
    else:
        assert (both, either) == (min(a, b), max(a, b))


def test_a_sum_is_the_mean_by_weight() -> None:
    a, b, c = fixed(1.0, "a"), fixed(0.0, "b"), fixed(0.5, "c")
    assert (3 * a + b)({}).reward == 0.75
    assert (a + b + c)({}).reward == pytest.approx(0.5)
    assert (a + 2 * (b + c))({}).reward == pytest.approx(0.5)


def test_a_sum_with_a_part_that_abstains_is_no_grade() -> None:
    said = (fixed(1.0, "a") + fixed(None, "b"))({})
    assert (said.reward, said.reason) == (None, "b said so")


def test_not_turns_the_reward_around() -> None:
    unsure = ~contains("a")
    assert unsure(replied("b")).reward == 1
    said = unsure(replied("a"))
    assert (said.reward, said.reason) == (0, "contains('a') holds")


def test_every_part_leaves_a_marker() -> None:
    grader = (contains("a") & ~contains("b")) | graders.exact("c")
    said = grader(replied("a b"))
    assert said.markers == {"contains('a')": 1, "contains('b')": 1, "exact('c')": 0}
    assert (
        said.judge == grader.name == "(contains('a') & not contains('b')) | exact('c')"
    )


def test_reasons_are_those_of_what_failed() -> None:
    said = (contains("a") & contains("b"))(replied("a"))
    assert said.reason == "the reply does not contain 'b'"
    assert (contains("a") | contains("b"))(replied("a")).reason == ""


def test_plain_functions_combine_with_ready_ones() -> None:
    def polite(row: Any) -> dict[str, Any]:
        said = "please" in row["final_text"]
        return {"reward": float(said), "markers": {"polite": int(said)}}

    for grader in (polite & contains("a"), contains("a") & polite):
        assert grader(replied("a please")).reward == 1
        assert grader(replied("a")).reward == 0
        assert grader(replied("a")).markers == {"polite": 0, "contains('a')": 1}
    assert (polite | contains("a"))(replied("a")).reward == 1
    assert (polite + contains("a"))(replied("a")).reward == 0.5


def test_what_is_no_plain_grader_is_refused_when_combined() -> None:
    async def later(row: Any) -> float:
        return 1.0

    for wrong in ("a", 1, later, dict):
        with pytest.raises(TypeError, match=r"combine"):
            contains("a") & wrong


@pytest.mark.parametrize("weight", [0, -1, float("nan"), float("inf")])
def test_a_weight_is_above_zero(weight: float) -> None:
    with pytest.raises(ValueError, match="above 0"):
        weight * contains("a")


def test_a_weight_is_a_number() -> None:
    for wrong in (True, "2"):
        with pytest.raises(TypeError, match="number"):
            contains("a") * wrong  # type: ignore[operator]


def test_long_names_stay_short_and_apart() -> None:
    first, second = contains("x" * 500), contains("x" * 501)
    assert len(first.name) <= 80
    assert first.name != second.name
    assert "\n" not in contains("a\nb").name


def test_a_verdict_of_a_part_that_is_none_is_no_grade() -> None:
    said = (check(lambda row: "good") & contains("a"))(replied("a"))
    assert said.reward is None
    assert "'good'" in said.reason
