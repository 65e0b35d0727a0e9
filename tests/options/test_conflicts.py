"""Options that cannot both be meant, and those that wait for a later version."""

from __future__ import annotations

from typing import Any

import pytest

from whileai.options import parse

pytestmark = pytest.mark.contract("S02")


def agent(message: str) -> str:
    return message


class Model:
    """A backend that may also be called."""

    def __call__(self, message: str) -> str:
        return message

    async def complete(self) -> None:
        """Complete nothing."""


USD = {"usd": 5}
CONFLICTS: list[tuple[dict[str, Any], type[Exception], str]] = [
    ({"seeds": ["a"], "tasks": [{"prompt": "b"}]}, ValueError, "tasks="),
    ({"agent": agent, "backend": "openai:m"}, TypeError, "both say who plays"),
    ({"grade": "conduct", "grader": agent}, TypeError, "pass one of them"),
    ({"grade": True, "rubric": "x", "grader": agent}, TypeError, "pass one of them"),
    ({"grade": True}, ValueError, "rubric="),
    ({"grade": True, "system_prompt": " "}, ValueError, "rubric="),
    ({"limits": USD}, ValueError, "prices="),
    ({"limits": USD, "prices": {}}, ValueError, "prices="),
    ({"agent": agent, "temperature": 0}, TypeError, "temperature=0.0 .*sampling="),
    ({"agent": agent, "logprobs": True}, TypeError, "logprobs=True .*sampling="),
    (
        {"agent": "openai:m", "temperature": 1, "sampling": {"temperature": 0.5}},
        TypeError,
        "two names",
    ),
    ({"avg_turns": 5, "max_turns": 4}, ValueError, "avg_turns=5 .*max_turns=4"),
]


@pytest.mark.parametrize(("keywords", "kind", "says"), CONFLICTS)
@pytest.mark.contract("S15", "S25", "S55")
def test_options_that_exclude_each_other_are_refused(
    keywords: dict[str, Any], kind: type[Exception], says: str
) -> None:
    with pytest.raises(kind, match=says):
        parse(keywords)


FINE: list[dict[str, Any]] = [
    {"seeds": [], "tasks": [{"prompt": "b"}]},
    {"grade": False, "grader": agent},
    {"agent": agent, "logprobs": False},
    {"agent": agent, "sampling": {"temperature": 0.5}},
    {"avg_turns": 4, "max_turns": 4},
    {"time_budget": 5, "reproducible": True},
    {"runs": 2, "checkpoint": "kept.jsonl"},
]


@pytest.mark.parametrize("keywords", FINE)
def test_options_that_agree_are_taken(keywords: dict[str, Any]) -> None:
    """F029 as ruled: runs and checkpoint go together."""
    assert set(parse(keywords).given) == set(keywords)


@pytest.mark.parametrize("against", ["rubric", "system_prompt"])
@pytest.mark.contract("S15")
def test_the_judge_needs_a_rubric_or_a_policy_and_not_both(against: str) -> None:
    assert parse({"grade": True, against: "Be kind."}).grade.grade is True


def test_a_backend_that_may_be_called_is_a_model() -> None:
    assert parse({"agent": Model(), "temperature": 0}).play.temperature == 0


@pytest.mark.contract("S16")
def test_the_conduct_check_needs_nothing_else() -> None:
    assert parse({"grade": "conduct"}).grade.grade == "conduct"
