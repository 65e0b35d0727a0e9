"""Every option with values it accepts, and what each of them becomes."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from whileai.options import ADVANCED, OPTIONS
from whileai.options.parse import parse

pytestmark = pytest.mark.contract("S02", "S03", "S12", "S13", "S24", "S32", "S40")


def agent(message: str) -> str:
    return message


class Part:
    """An object that plays some part."""

    async def put(self, row: Any) -> None:
        """Take nothing."""


PART = Part()
PRICES = {"openai:m": {"input": 1.0, "output": 0.0}}
STANCES = {"stance": ("unsure", "boundary")}

ACCEPTED: list[tuple[str, Any, Any]] = [
    ("agent", agent, agent),
    ("agent", PART, PART),
    ("agent", " openai:gpt-4.1-mini ", "openai:gpt-4.1-mini"),
    ("tools", [agent], [agent]),
    ("tools", (), ()),
    ("tools", iter([agent]), (agent,)),
    ("system_prompt", "", ""),
    ("system_prompt", "Be kind.", "Be kind."),
    ("backend", "openai:m", "openai:m"),
    ("simulator", False, False),
    ("simulator", "hosted", "hosted"),
    ("simulator", PART, PART),
    ("user_model", "openai:m", "openai:m"),
    ("execute", agent, agent),
    ("execute", "sql:orders.db", "sql:orders.db"),
    ("grader", agent, agent),
    ("grader", "contains:done", "contains:done"),
    ("grader", PART, PART),
    ("plugins", [PART], (PART,)),
    ("seed", -1, -1),
    ("seed", 2**70, 2**70),
    ("seed", 7.0, 7),
    ("mode", "rl", "rl"),
    ("situations", 3, 3),
    ("phrasings", 2, 2),
    ("repeats", 4, 4),
    ("repeat_policy", "fixed", "fixed"),
    ("unique_situations", True, True),
    ("seeds", ["Where is A1?", "Cancel A2"], ("Where is A1?", "Cancel A2")),
    ("seeds", [], ()),
    ("traces", "traces.jsonl", "traces.jsonl"),
    ("tasks", [{"prompt": "hi"}], [{"prompt": "hi"}]),
    ("tasks", Path("base.jsonl"), "base.jsonl"),
    ("hard_share", 0, 0.0),
    ("hard_share", Fraction(1, 4), 0.25),
    ("dimensions", {"stance": ["unsure", "boundary", "unsure"]}, STANCES),
    ("dimensions", {"rule": ["No refunds"]}, {"rule": ("No refunds",)}),
    ("dimensions", {}, {}),
    ("concurrency", 1, 1),
    ("timeout", 0.5, 0.5),
    ("max_turns", 3.0, 3),
    ("avg_turns", 1, 1.0),
    ("fault_rate", 1, 1.0),
    ("patience", "endless", "endless"),
    ("patience", (0.1, 0.2), (0.1, 0.2)),
    ("patience", {"later": 1, "second": 0}, (0.0, 1.0)),
    ("patience", SimpleNamespace(second=0.3, later=0.5), (0.3, 0.5)),
    ("scaffold", "Think.", "Think."),
    ("sampling", {"temperature": 0.2}, {"temperature": 0.2}),
    ("temperature", 0, 0.0),
    ("logprobs", "tokens", "tokens"),
    ("logprobs", False, False),
    ("budget", 10.0, 10),
    ("time_budget", 5, 5.0),
    ("until", "saturation", "saturation"),
    ("reproducible", False, False),
    ("limits", {"calls": 10, "tokens": 5.0}, {"calls": 10, "tokens": 5}),
    ("prices", {"openai:m": {"input": 1, "output": 0}}, PRICES),
    ("dry_run", True, True),
    ("grade", "conduct", "conduct"),
    ("grade", False, False),
    ("rubric", "Polite.", "Polite."),
    ("rubric", ["Polite", "Short"], ("Polite", "Short")),
    ("output", Path("rows.jsonl"), "rows.jsonl"),
    ("output", PART, PART),
    ("checkpoint", "kept.jsonl", "kept.jsonl"),
    ("on_progress", print, print),
    ("runs", 3, 3),
    ("cassette", "calls.jsonl", "calls.jsonl"),
    ("executor", "local", "local"),
    ("executor", "ray:auto", "ray:auto"),
]

ACCEPTED_KEYS: list[tuple[str, Any, Any]] = [
    ("completions_per_request", 4, 4),
    ("seed_prompts", ["Where is it?"], ("Where is it?",)),
    ("mutate_graded_failures", False, False),
    ("agent_max_tokens", 64, 64),
    ("agent_max_tokens", None, 1024),
    ("resume", "mix", "mix"),
    ("open_rows", 8, 8),
    ("lag", 0, 0),
    ("purse", 0, 0),
    ("purse", None, None),
    ("tail", 10, 10),
    ("wave", 4, 4),
    ("strength", 3, 3),
    ("model_version", "shop-7", "shop-7"),
    ("fill", True, True),
    ("replay_only", False, False),
]


def value_of(name: str, **keywords: Any) -> Any:
    row = OPTIONS[name]
    return getattr(getattr(parse(keywords), row.group), name)


@pytest.mark.parametrize(("name", "passed", "becomes"), ACCEPTED)
def test_an_accepted_value_has_one_form(name: str, passed: Any, becomes: Any) -> None:
    value = OPTIONS[name].check(name, passed)
    assert value == becomes
    assert isinstance(becomes, Mapping) or type(value) is type(becomes)


LANDING = [each for each in ACCEPTED if each[0] != "tools"]


@pytest.mark.parametrize(("name", "passed", "becomes"), LANDING)
def test_an_accepted_value_lands_in_its_group(
    name: str, passed: Any, becomes: Any
) -> None:
    """F219: every knob lands on the record."""
    assert value_of(name, **{name: passed}) == becomes


@pytest.mark.parametrize(("key", "passed", "becomes"), ACCEPTED_KEYS)
def test_an_advanced_key_lands_in_its_group(
    key: str, passed: Any, becomes: Any
) -> None:
    """F219: every knob lands on the record."""
    options = parse({"advanced": {key: passed}})
    assert getattr(options.advanced, key) == becomes
    assert (key in options.given) is (passed is not None)


def test_the_tables_above_name_every_option() -> None:
    named = {name for name, _, _ in ACCEPTED}
    assert set(OPTIONS) - named == {"spec"}
    assert {key for key, _, _ in ACCEPTED_KEYS} == set(ADVANCED)


@pytest.mark.parametrize("name", [n for n, row in OPTIONS.items() if row.optional])
def test_none_is_the_same_as_leaving_the_option_out(name: str) -> None:
    assert parse({name: None}) == parse({})


@pytest.mark.contract("S35")
def test_the_order_of_dimensions_and_of_sets_changes_nothing() -> None:
    """F073."""
    one = {"tool": ["b", "a"], "stance": {"unsure", "boundary", "retry"}}
    other = {"stance": {"retry", "unsure", "boundary"}, "tool": ["b", "a"]}
    pinned = value_of("dimensions", dimensions=one)
    assert list(pinned.items()) == list(
        value_of("dimensions", dimensions=other).items()
    )
    assert pinned["stance"] == ("boundary", "retry", "unsure")
    assert pinned["tool"] == ("b", "a")


def test_what_the_user_changes_later_does_not_reach_the_options() -> None:
    sampling = {"stop": ["x"]}
    options = parse({"sampling": sampling})
    sampling["stop"].append("y")
    assert options.play.sampling == {"stop": ["x"]}
