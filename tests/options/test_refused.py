"""Every option with values it refuses: the message names option and value."""

from __future__ import annotations

from math import inf, nan
from types import SimpleNamespace
from typing import Any

import pytest

from whileai.options import ADVANCED, OPTIONS, parse

pytestmark = pytest.mark.contract("S02", "S03", "S07", "S15", "S19", "S24", "S32")

T, V = TypeError, ValueError


def agent(message: str) -> str:
    return message


class Agent:
    """Stands for a class that is passed instead of an instance."""


REFUSED: list[tuple[str, Any, type[Exception], str]] = [
    ("agent", 5, T, "callable"),
    ("agent", Agent, T, r"agent=Agent\(\.\.\.\)"),
    ("agent", {"agent": "x"}, T, "spec="),
    ("agent", ["python", "bot.py"], T, "callable"),
    ("agent", "  ", V, "callable"),
    ("spec", 5, T, "path"),
    ("spec", "openai:m", V, "agent="),
    ("spec", "missing.json", V, "cannot be read"),
    ("tools", "get_order", T, "wrap it in a list"),
    ("tools", {"name": "get_order"}, T, "wrap it in a list"),
    ("tools", 42, T, "list of tools"),
    ("tools", {agent}, T, "no fixed order"),
    ("tools", agent, T, "wrap it in a list"),
    ("system_prompt", 5, T, "str"),
    ("system_prompt", ["Be kind."], T, "str"),
    ("backend", 5, T, "spec"),
    ("simulator", True, T, "False"),
    ("simulator", 0, T, "False"),
    ("simulator", "", V, "hosted"),
    ("user_model", 5, T, "spec"),
    ("execute", 5, T, "callable"),
    ("execute", False, T, "callable"),
    ("grader", 5, T, "callable"),
    ("grader", [agent], T, "callable"),
    ("grader", Agent, T, "instance"),
    ("plugins", agent, T, "wrap it in a list"),
    ("plugins", ["rules"], T, "hooks"),
    ("seed", True, T, "whole number"),
    ("seed", 1.5, T, "whole number"),
    ("seed", "7", T, "whole number"),
    ("seed", nan, T, "whole number"),
    ("mode", "sft", V, 'mode="explore", repeats=4'),
    ("mode", "adaptive", V, 'mode="explore", repeats=4'),
    ("mode", "exlpore", V, "did you mean 'explore'"),
    ("mode", None, T, "'rl'"),
    ("situations", 0, V, "1 or more"),
    ("situations", "3", T, "whole number"),
    ("phrasings", -1, V, "1 or more"),
    ("repeats", 1.7, T, "whole number"),
    ("repeats", 0, V, "1 or more"),
    ("repeat_policy", "adaptive", V, "successive"),
    ("unique_situations", "no", T, "True or False"),
    ("unique_situations", 1, T, "True or False"),
    ("seeds", "Where is A1?", T, "wrap it in a list"),
    ("seeds", [{"prompt": "x"}], T, r"seeds\[0\]"),
    ("seeds", ["a", 5], T, r"seeds\[1\]"),
    ("seeds", ["a", None], T, r"seeds\[1\]"),
    ("seeds", ["a", " "], V, r"seeds\[1\]"),
    ("seeds", {"a", "b"}, T, "no fixed order"),
    ("seeds", 5, T, "list"),
    ("traces", 5, T, "JSONL"),
    ("traces", {"prompt": "x"}, T, "wrap a single row"),
    ("tasks", 5, T, "JSONL"),
    ("tasks", b"x", T, "JSONL"),
    ("tasks", "", V, "path"),
    ("hard_share", 1.1, V, "from 0 to 1"),
    ("hard_share", nan, V, "from 0 to 1"),
    ("hard_share", "0.4", T, "number"),
    ("hard_share", True, T, "number"),
    ("hard_share", None, T, "number"),
    ("dimensions", ["stance"], T, "dict"),
    ("dimensions", {"tier": ["adversarial"]}, V, "'stance'"),
    ("dimensions", {"stanse": ["unsure"]}, V, "did you mean 'stance'"),
    ("dimensions", {"stance": []}, V, "not empty"),
    ("dimensions", {"stance": "unsure"}, T, "wrap it in a list"),
    ("dimensions", {"stance": ["angry"]}, V, "'exploratory'"),
    ("dimensions", {"stance": 5}, T, "not empty"),
    ("dimensions", {"stance": [5]}, T, "one of"),
    ("dimensions", {"tool_condition": ["stale"]}, V, "'stale_result'"),
    ("dimensions", {"world_state": ["entity mising"]}, V, "mean 'entity missing'"),
    ("dimensions", {"history": ["repeat_visit"]}, V, "mean 'repeat visit'"),
    ("dimensions", {"tool": [" "]}, V, "name"),
    ("concurrency", 0, V, "1 or more"),
    ("concurrency", "8", T, "Default: 32"),
    ("timeout", 0, V, "above 0"),
    ("timeout", inf, V, "above 0"),
    ("timeout", "x", T, "agent_max_tokens / 4"),
    ("max_turns", 0, V, "1 or more"),
    ("avg_turns", 0.5, V, "1 or more"),
    ("avg_turns", "x", T, "number"),
    ("fault_rate", -1, V, "from 0 to 1"),
    ("fault_rate", 2.0, V, "from 0 to 1"),
    ("fault_rate", nan, V, "from 0 to 1"),
    ("patience", "shrot", V, "did you mean 'short'"),
    ("patience", 5, T, "odds"),
    ("patience", (0.1, 1.5), V, "from 0 to 1"),
    ("patience", (0.1,), T, "odds"),
    ("patience", SimpleNamespace(second=0.1), T, "odds"),
    ("patience", {"second": 0.1}, T, "odds"),
    ("patience", (True, 0.5), T, "number"),
    ("scaffold", 5, T, "str"),
    ("sampling", "hot", T, "dict"),
    ("sampling", {"x": object()}, T, "no JSON value"),
    ("temperature", 2.1, V, "from 0 to 2"),
    ("temperature", "x", T, "number"),
    ("logprobs", "all", V, "'tokens'"),
    ("logprobs", 1, V, "'tokens'"),
    ("budget", 0, V, "1 or more"),
    ("budget", -5, V, "1 or more"),
    ("budget", 1.5, T, "Default: 1000"),
    ("budget", "10", T, "whole number"),
    ("budget", True, T, "whole number"),
    ("budget", None, T, "whole number"),
    ("time_budget", 0, V, "above 0"),
    ("time_budget", 10**400, V, "above 0"),
    ("until", "compute", V, "pass 'budget'"),
    ("until", "done", V, "'saturation'"),
    ("reproducible", "yes", T, "True or False"),
    ("limits", {"dollars": 5}, V, "'usd'"),
    ("limits", {"token": 5}, V, "did you mean 'tokens'"),
    ("limits", {"usd": 0}, V, "above 0"),
    ("limits", {"calls": 1.5}, T, "whole number"),
    ("limits", {}, V, "'calls'"),
    ("limits", 5, T, "dict"),
    ("prices", {"openai:m": {"input": 1}}, V, "'output'"),
    ("prices", {"openai:m": {"input": 1, "output": -1}}, V, "0 or more"),
    ("prices", {"openai:m": 0.4}, T, "'input'"),
    ("prices", {5: {"input": 1, "output": 1}}, T, "provider:model"),
    ("prices", 5, T, "dict"),
    ("dry_run", 1, T, "True or False"),
    ("grade", 1, V, "'conduct'"),
    ("grade", None, V, "'conduct'"),
    ("grade", "judge", V, "'conduct'"),
    ("rubric", 5, T, "criteria"),
    ("rubric", "", V, "text"),
    ("rubric", [], V, "criteria"),
    ("output", 5, T, "path"),
    ("output", " ", V, "path"),
    ("checkpoint", 5, T, "path"),
    ("checkpoint", b"x", T, "path"),
    ("checkpoint", "", V, "path"),
    ("checkpoint", "a\0b", V, "path"),
    ("on_progress", "print", T, "callable"),
    ("runs", 0, V, "1 or more"),
    ("runs", -1, V, "1 or more"),
    ("runs", None, T, "whole number"),
    ("runs", "2", T, "whole number"),
    ("cassette", 5, T, "path"),
    ("executor", 5, T, "local"),
]

REFUSED_KEYS: list[tuple[str, Any, type[Exception], str]] = [
    ("completions_per_request", 0, V, "Default: 1"),
    ("seed_prompts", "x", T, "wrap it in a list"),
    ("mutate_graded_failures", 0, T, "Default: True"),
    ("agent_max_tokens", 63, V, "64 or more. Default: 1024"),
    ("agent_max_tokens", "100", T, "64 or more"),
    ("resume", "force", V, "'mix'"),
    ("open_rows", 0, V, "Default: 4096 in a stream"),
    ("open_rows", True, T, "1 or more"),
    ("lag", -1, V, "0 or more"),
    ("purse", -1, V, "Default: 3"),
    ("purse", 1.5, T, "0 or more"),
    ("tail", -1, V, "0 or more"),
    ("wave", 0, V, "Default: 32"),
    ("strength", 0, V, "Default: 2"),
    ("strength", 7, V, "whole number of axes from 1 to 6"),
    ("model_version", "", V, "not blank"),
    ("model_version", 5, T, "str"),
    ("fill", "yes", T, "Default: False"),
    ("replay_only", 1, T, "Default: False"),
]


def shown(value: Any) -> list[str]:
    """What a message may show of a value: all of it, or the part that is wrong."""
    parts = [repr(value)[:60]]
    if isinstance(value, dict):
        parts += [each for pair in value.items() for one in pair for each in shown(one)]
    if isinstance(value, (list, tuple)):
        parts += [each for one in value for each in shown(one)]
    return parts


@pytest.mark.parametrize(("name", "value", "kind", "says"), REFUSED)
def test_a_refused_value_is_named_with_its_option(
    name: str, value: Any, kind: type[Exception], says: str
) -> None:
    """F105: ``on_progress="print"`` is in the table; F219 and F094 too."""
    with pytest.raises(kind, match=says) as caught:
        parse({name: value})
    message = str(caught.value)
    assert message.startswith(name)
    assert any(each in message for each in shown(value))


@pytest.mark.parametrize(("key", "value", "kind", "says"), REFUSED_KEYS)
def test_a_refused_advanced_value_is_named_with_its_key(
    key: str, value: Any, kind: type[Exception], says: str
) -> None:
    """F094: bound and default are in the message."""
    with pytest.raises(kind, match=says) as caught:
        parse({"advanced": {key: value}})
    message = str(caught.value)
    assert message.startswith(f"advanced[{key!r}]={value!r}")
    assert "Default: " in message


def test_the_tables_above_name_every_option() -> None:
    assert {name for name, *_ in REFUSED} == set(OPTIONS)
    assert {key for key, *_ in REFUSED_KEYS} == set(ADVANCED)


@pytest.mark.parametrize("name", ["concurrency", "hard_share", "patience", "seeds"])
def test_one_except_valueerror_catches_what_an_option_refuses(name: str) -> None:
    """F094: a wrong type is a TypeError and a ValueError."""
    with pytest.raises(TypeError) as caught:
        parse({name: 5j})
    assert isinstance(caught.value, ValueError)


def test_a_message_begins_with_the_alias_the_user_wrote() -> None:
    with pytest.raises(ValueError, match=r"^requests_per_situation=0 "):
        parse({"requests_per_situation": 0})
