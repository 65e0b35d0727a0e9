"""Keywords in, ``Options`` out: sorted, checked, and resolved once."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from whileai.base.errors import given, nearest
from whileai.base.lines import frozen as read_only
from whileai.model import Tool
from whileai.options.checks import WrongType, WrongValue, wrong_type
from whileai.options.spec import read_spec
from whileai.options.table import (
    ADVANCED,
    ALIASES,
    GROUPS,
    OPTIONS,
    Advanced,
    Options,
)

if TYPE_CHECKING:
    from whileai.options.option import Option

BY_MODE: Mapping[str, Mapping[str, Any]] = read_only(
    {
        "explore": {"repeats": 1, "repeat_policy": "none", "fault_rate": 0.10},
        "rl": {"repeats": 8, "repeat_policy": "successive", "fault_rate": 0.40},
    }
)
"""What unset options are in each mode."""

AVG_TURNS = 12.0
"""User turns that a thread aims at, unless set."""


def parse(keywords: Mapping[str, Any]) -> Options:
    """Give the options of one call, every one checked and resolved.

    Args:
        keywords: what the user passed to ``simulate``, ``agent`` included.

    Raises:
        TypeError: for an unknown name, a wrong type, or two names of one option with
            different values.
        ValueError: for a value out of range, or options that exclude each other.
    """
    passed = _named(keywords)
    keys = _advanced(keywords.get("advanced"))
    _join_spec(passed)
    _join_world(passed)
    _refuse_conflicts(passed)
    if keys.get("replay_only") and "cassette" not in passed:
        raise ValueError(
            "advanced={'replay_only': True} replays a cassette, and there is none; "
            "pass cassette="
        )
    values = _resolve(passed, keys)
    groups = {
        group: holder(
            **{n: values[n] for n, row in OPTIONS.items() if row.group == group}
        )
        for group, holder in GROUPS.items()
    }
    return Options(
        **groups,
        advanced=Advanced(**keys),
        given=frozenset(passed) | frozenset(keys),
    )


def _named(keywords: Mapping[str, Any]) -> dict[str, Any]:
    """Give what was passed by option name, checked; what is ``None`` is left out."""
    passed: dict[str, Any] = {}
    spelled: dict[str, str] = {}
    for name, value in keywords.items():
        if name == "advanced":
            continue
        row = OPTIONS.get(ALIASES.get(name, name))
        if row is None:
            raise _unexpected(name)
        if value is None and row.optional:
            continue
        checked = _checked(row, name, value)
        if row.name in passed and not _same(passed[row.name], checked):
            raise _clash(spelled[row.name], passed[row.name], name, checked)
        passed[row.name] = checked
        spelled[row.name] = name
    return passed


def _checked(row: Option, name: str, value: Any) -> Any:
    try:
        return row.check(name, value)
    except (WrongType, WrongValue) as error:
        raise type(error)(f"{error} {row.leave_out}") from None


def _same(first: Any, second: Any) -> bool:
    """Whether two values are the same; objects that cannot tell are not."""
    if first is second:
        return True
    try:
        return bool(first == second)
    except Exception:  # noqa: BLE001 - a user's __eq__ may raise anything
        return False


def _clash(first: str, value: Any, second: str, other: Any) -> TypeError:
    return TypeError(
        f"{first}={given(value)} and {second}={given(other)} are two names of one "
        "option with different values; pass one of them"
    )


def _unexpected(name: str) -> TypeError:
    start = f"simulate() got an unexpected keyword argument {name!r}"
    if name in ADVANCED:
        return TypeError(
            f"{start}; it belongs in advanced=: pass advanced={{{name!r}: ...}}"
        )
    near = nearest(name, (*OPTIONS, *ALIASES, "advanced", *ADVANCED))
    if near is None:
        return TypeError(f"{start}; see help(wai.simulate)")
    if near in ADVANCED:
        return TypeError(f"{start}; did you mean advanced={{{near!r}: ...}}?")
    return TypeError(f"{start}; did you mean {near!r}?")


def _advanced(value: Any) -> dict[str, Any]:
    """Give the keys of ``advanced=`` that were passed, checked."""
    if value is None:
        return {}
    if not isinstance(value, Mapping):
        raise wrong_type("advanced", value, "a dict of the keys in help(wai.simulate)")
    keys = {}
    for key, each in value.items():
        row = ADVANCED.get(key) if isinstance(key, str) else None
        if row is None:
            raise _unexpected_key(key)
        if each is not None or not row.optional:
            keys[row.name] = _checked(row, f"advanced[{key!r}]", each)
    return keys


def _unexpected_key(key: object) -> TypeError:
    start = f"advanced= got an unexpected key {given(key)}"
    if key in OPTIONS or key in ALIASES:
        return TypeError(
            f"{start}; {key} is a keyword of simulate(), not a key of advanced=: "
            f"pass {key}=..."
        )
    near = nearest(key, (*ADVANCED, *OPTIONS)) if isinstance(key, str) else None
    if near is None:
        return TypeError(f"{start}; it takes {', '.join(ADVANCED)}")
    where = "" if near in ADVANCED else f" That is a keyword: pass {near}=..."
    return TypeError(f"{start}; did you mean {near!r}?{where}")


def _join_spec(passed: dict[str, Any]) -> None:
    """Add to ``passed`` what the spec says, where no keyword says another thing."""
    if "spec" not in passed:
        return
    spelled: dict[str, str] = {}
    for key, value in read_spec(passed["spec"]).items():
        row = OPTIONS[ALIASES.get(key, key)]
        if value is None:
            continue
        name = f"spec[{key!r}]"
        checked = _checked(row, name, value)
        if row.name in passed and not _same(passed[row.name], checked):
            first = spelled.get(row.name, row.name)
            raise _clash(first, passed[row.name], name, checked)
        passed[row.name] = checked
        spelled[row.name] = name


def _join_world(passed: dict[str, Any]) -> None:
    """Add the tools of a world that brings its own, where no keyword gives tools."""
    tools = getattr(passed.get("execute"), "tools", None)
    ours = isinstance(tools, tuple) and all(isinstance(each, Tool) for each in tools)
    if "tools" not in passed and tools and ours:
        passed["tools"] = tools


def _refuse_conflicts(passed: Mapping[str, Any]) -> None:
    """Refuse options that cannot both be meant."""
    if passed.get("seeds") and "tasks" in passed:
        raise ValueError(
            f"seeds={given(passed['seeds'])} beside tasks=: a replay plays the tasks "
            "of tasks= and nothing else; drop one of the two"
        )
    if "agent" in passed and "backend" in passed:
        raise TypeError(
            f"agent={given(passed['agent'])} and backend={given(passed['backend'])} "
            "both say who plays; pass one of them"
        )
    if passed.get("grade") and "grader" in passed:
        raise TypeError(
            f"grade={passed['grade']!r} and grader={given(passed['grader'])} both say "
            "who grades; pass one of them, and run the other with data.grade(...)"
        )
    if passed.get("grade") is True and not _gradable(passed):
        raise ValueError(
            "grade=True needs something to grade against: pass rubric=, or a policy "
            "as system_prompt="
        )
    if "usd" in (passed.get("limits") or {}) and not passed.get("prices"):
        raise ValueError(
            f"limits={given(dict(passed['limits']))} has 'usd', which needs prices=: "
            "pass prices={'provider:model': {'input': ..., 'output': ...}}"
        )
    _refuse_one_file(passed)
    _refuse_sampling(passed)
    _refuse_turns(passed)


def _refuse_one_file(passed: Mapping[str, Any]) -> None:
    """Refuse one file for two things that each write it."""
    seen: dict[Path, str] = {}
    for name in ("output", "checkpoint", "cassette"):
        path = passed.get(name)
        if not isinstance(path, str):
            continue
        first = seen.setdefault(Path(path).absolute(), name)
        if first != name:
            raise ValueError(
                f"{first}={passed[first]!r} and {name}={path!r} are one file, and each "
                "would overwrite the other; pass two paths"
            )


def _gradable(passed: Mapping[str, Any]) -> bool:
    return bool(passed.get("rubric") or passed.get("system_prompt", "").strip())


def _refuse_sampling(passed: Mapping[str, Any]) -> None:
    """Refuse what only a model can be asked for, and a temperature given twice."""
    agent = passed.get("agent")
    if callable(agent) and not hasattr(agent, "complete"):
        for name in ("temperature", "logprobs"):
            if _asks(passed.get(name)):
                raise TypeError(
                    f"{name}={passed[name]!r} is asked of a model, and agent="
                    f"{given(agent)} is a callable that samples as it does; record its "
                    "settings with sampling={...}"
                )
    recorded = (passed.get("sampling") or {}).get("temperature")
    asked = passed.get("temperature")
    if None not in (asked, recorded) and asked != recorded:
        raise _clash("temperature", asked, "sampling['temperature']", recorded)


def _asks(value: Any) -> bool:
    """Whether a value asks for something; zero does, ``False`` does not."""
    return value is not None and value is not False


def _refuse_turns(passed: Mapping[str, Any]) -> None:
    average, most = passed.get("avg_turns"), passed.get("max_turns")
    if average is not None and most is not None and average > most:
        raise ValueError(
            f"avg_turns={average:g} is above max_turns={most}; raise max_turns or "
            "lower avg_turns"
        )


def _resolve(passed: Mapping[str, Any], keys: Mapping[str, Any]) -> dict[str, Any]:
    """Give every option its value: as passed, else by mode, else its default."""
    values = {name: row.default for name, row in OPTIONS.items()}
    values.update(BY_MODE[passed.get("mode", values["mode"])])
    tokens = keys.get("agent_max_tokens", ADVANCED["agent_max_tokens"].default)
    clock = passed.get("time_budget") is not None
    values.update(
        seed=0,
        phrasings=1,
        timeout=max(300.0, tokens / 4),
        avg_turns=min(AVG_TURNS, float(passed.get("max_turns", AVG_TURNS))),
        reproducible=not clock,
    )
    if passed.get("unique_situations"):
        values["repeats"] = 1
    if "tasks" in passed:
        values["repeat_policy"] = "fixed"
    elif passed.get("repeats", values["repeats"]) == 1:
        values["repeat_policy"] = "none"
    return {**values, **passed}
