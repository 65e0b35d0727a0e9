"""What unset options become."""

from __future__ import annotations

from typing import Any

import pytest

from whileai.options import ADVANCED, OPTIONS, Options, parse

pytestmark = pytest.mark.contract("S05", "S06", "S09", "S14", "S25", "S34")


def flat(options: Options) -> dict[str, Any]:
    return {n: getattr(getattr(options, r.group), n) for n, r in OPTIONS.items()}


EXPLORE = {
    "budget": 1000,
    "seed": 0,
    "concurrency": 32,
    "phrasings": 1,
    "repeats": 1,
    "repeat_policy": "none",
    "mode": "explore",
    "hard_share": 0.40,
    "fault_rate": 0.10,
    "avg_turns": 12.0,
    "patience": "normal",
    "timeout": 300.0,
    "simulator": "hosted",
    "reproducible": True,
    "until": "budget",
    "runs": 1,
    "grade": False,
    "executor": "local",
}
RL = {"mode": "rl", "repeats": 8, "repeat_policy": "successive", "fault_rate": 0.40}

SETTLED: list[tuple[dict[str, Any], dict[str, Any]]] = [
    ({}, EXPLORE),
    ({"mode": "rl"}, {**EXPLORE, **RL}),
    ({"mode": "rl", "fault_rate": 0.0}, {"fault_rate": 0.0, "repeats": 8}),
    ({"mode": "rl", "repeats": 4}, {"repeats": 4, "repeat_policy": "successive"}),
    ({"mode": "rl", "repeats": 1}, {"repeats": 1, "repeat_policy": "none"}),
    ({"mode": "rl", "repeat_policy": "fixed"}, {"repeat_policy": "fixed"}),
    ({"repeats": 4}, {"repeats": 4, "repeat_policy": "none"}),
    ({"unique": True, "mode": "rl"}, {"phrasings": 1, "repeats": 1}),
    ({"unique": True, "mode": "rl"}, {"repeat_policy": "none", "fault_rate": 0.40}),
    ({"unique": True, "repeats": 2, "phrasings": 3}, {"phrasings": 3, "repeats": 2}),
    ({"tasks": ["a"], "mode": "rl"}, {"repeat_policy": "fixed"}),
    ({"tasks": ["a"], "repeats": 1}, {"repeat_policy": "fixed", "repeats": 1}),
    ({"tasks": ["a"], "repeat_policy": "successive"}, {"repeat_policy": "successive"}),
    ({"max_turns": 5}, {"max_turns": 5, "avg_turns": 5.0}),
    ({"max_turns": 50}, {"avg_turns": 12.0}),
    ({"advanced": {"agent_max_tokens": 4096}}, {"timeout": 1024.0}),
    ({"advanced": {"agent_max_tokens": 4096}, "timeout": 9}, {"timeout": 9.0}),
]


@pytest.mark.parametrize(("keywords", "values"), SETTLED)
def test_an_unset_option_is_settled_once(
    keywords: dict[str, Any], values: dict[str, Any]
) -> None:
    """F174 as ruled: four repeats in explore play four each."""
    assert values.items() <= flat(parse(keywords)).items()


REPRODUCIBLE = [
    ({}, True),
    ({"time_budget": 5}, False),
    ({"reproducible": False}, False),
    ({"reproducible": True, "time_budget": 5}, True),
    ({"reproducible": None, "time_budget": 5}, False),
]


@pytest.mark.parametrize(("keywords", "stands"), REPRODUCIBLE)
def test_a_clock_turns_reproducible_off_unless_it_is_set(
    keywords: dict[str, Any], stands: bool
) -> None:
    """F070, F178."""
    assert parse(keywords).stop.reproducible is stands


NONE_LEFT = {
    *("agent", "spec", "tools", "system_prompt", "backend", "user_model", "execute"),
    *("grader", "situations", "traces", "tasks", "max_turns", "scaffold", "sampling"),
    *("temperature", "logprobs", "time_budget", "limits", "prices", "rubric"),
    *("output", "checkpoint", "on_progress", "cassette"),
}


def test_none_is_left_only_where_it_means_there_is_none() -> None:
    assert {n for n, value in flat(parse({})).items() if value is None} == NONE_LEFT


def test_given_names_what_the_user_passed_and_nothing_else() -> None:
    """F083: a warning about a dial asks whether it was passed by name."""
    options = parse({"policy": "x", "hard_share": 0.4, "advanced": {"lag": None}})
    assert options.given == {"system_prompt", "hard_share"}


def test_no_name_is_both_an_option_and_an_advanced_key() -> None:
    assert not set(OPTIONS) & set(ADVANCED)
