"""Traces from rows, chat messages and JSONL files, in whatever container they come."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping
from math import isnan
from typing import Any

from attrs import field, frozen

from whileai.base.errors import given
from whileai.base.lines import frozen as read_only
from whileai.model.row import read_rows
from whileai.traces.calls import Call, fault_of, read_messages

ACCEPTED = (
    "rows, chat messages (OpenAI or Anthropic), or the path of a JSONL file of either"
)
_CONTAINERS = ("rows", "traces", "data")


@frozen(kw_only=True)
class Trace:
    """What one conversation showed.

    Args:
        prompt: the first words of the user; empty if there are none.
        tools: what was called, in order of first use.
        faults: each call that failed: its tool and how.
        worked: tools of which a call gave a result that was no failure.
        world_state: of its situation, where the trace says.
        dimensions: its ``scenario_dimensions``, where it has them.
        label: its score, where it has one.
        group: what its repeats share; empty if nothing names it.
    """

    prompt: str = ""
    tools: tuple[str, ...] = ()
    faults: tuple[tuple[str, str], ...] = ()
    worked: frozenset[str] = frozenset()
    world_state: str | None = None
    dimensions: Mapping[str, Any] = field(converter=read_only, factory=dict, hash=False)
    label: float | None = None
    group: str = ""

    def failed(self, threshold: float | None = None) -> bool:
        """Tell whether its label says so: it is 0, or under ``threshold`` if given."""
        if self.label is None:
            return False
        return self.label == 0 if threshold is None else self.label < threshold


_NOTHING = Trace()


def read_traces(value: Any, reward_key: str = "reward") -> tuple[Trace, ...]:
    """Read ``traces=``.

    Args:
        value: rows, conversations, one conversation, an object with ``rows()``, a
            dict that holds one of these, or a path; ``None`` leaves it unset.
        reward_key: the column that has the label.

    Raises:
        ValueError: naming ``traces=``, if it cannot be read, holds none, or an entry
            is none.
    """
    return tuple(trace for trace, _ in traced_rows(value, reward_key))


def traced_rows(
    value: Any, reward_key: str = "reward"
) -> Iterator[tuple[Trace, Mapping[str, Any]]]:
    """Give each trace beside the row it is read from; a conversation is one of those.

    Raises:
        ValueError: as ``read_traces`` does, once the iteration comes there.
    """
    for number, entry in enumerate(_conversations(value)):
        row = {"messages": entry} if isinstance(entry, (list, tuple)) else entry
        if not isinstance(row, Mapping):
            raise ValueError(
                f"traces=: entry {number} is {given(entry, 60)}; pass {ACCEPTED}"
            )
        trace = _trace(row, reward_key)
        if trace == _NOTHING:
            raise ValueError(
                f"traces=: entry {number} is {given(entry, 60)}, which has no words, "
                f"calls, situation or label; pass {ACCEPTED}"
            )
        yield trace, row


def _conversations(value: Any) -> list[Any]:
    if value is None:
        return []
    entries = _entries(value)
    if not entries:
        raise ValueError(
            f"traces={given(value, 60)} holds no traces; pass {ACCEPTED}, or leave it "
            "out"
        )
    if all(isinstance(e, Mapping) and _is_message(e) for e in entries):
        return [entries]
    return entries


def _entries(value: Any) -> list[Any]:
    if isinstance(value, (str, os.PathLike)):
        try:
            return read_rows(value)
        except (OSError, ValueError) as error:
            raise ValueError(
                f"traces={str(value)!r} cannot be read: {error}; pass {ACCEPTED}"
            ) from error
    if isinstance(value, Mapping):
        held = next((value[key] for key in _CONTAINERS if key in value), None)
        return [value] if held is None else _entries(held)
    rows = getattr(value, "rows", value)
    listed = rows() if callable(rows) else rows
    if not isinstance(listed, Iterable):
        raise ValueError(f"traces={given(value)} holds no traces; pass {ACCEPTED}")
    return list(listed)


def _is_message(entry: Mapping[str, Any]) -> bool:
    return "role" in entry and not ("prompt" in entry or "messages" in entry)


def _trace(row: Mapping[str, Any], reward_key: str) -> Trace:
    messages = row.get("messages")
    said, calls = read_messages(messages if isinstance(messages, (list, tuple)) else ())
    steps = row.get("steps")
    if isinstance(steps, (list, tuple)):
        calls = _stepped(steps) or calls
    prompt, dimensions = row.get("prompt"), row.get("scenario_dimensions")
    dimensions = dimensions if isinstance(dimensions, Mapping) else {}
    state = row.get("world_state", dimensions.get("world_state"))
    return Trace(
        prompt=prompt if isinstance(prompt, str) else said,
        tools=_tools(row, calls),
        faults=_faults(row, calls),
        worked=frozenset(c.tool for c in calls if c.answered and c.fault is None),
        world_state=state if isinstance(state, str) else None,
        dimensions=dimensions,
        label=_label(row.get(reward_key)),
        group=_group(row),
    )


def _stepped(steps: Iterable[Any]) -> list[Call]:
    calls = []
    for step in steps:
        tool = step.get("tool") if isinstance(step, Mapping) else None
        if isinstance(tool, str) and tool:
            fault = fault_of(step.get("result"), failed=bool(step.get("is_error")))
            calls.append(Call(tool=tool, answered="result" in step, fault=fault))
    return calls


def _tools(row: Mapping[str, Any], calls: Iterable[Call]) -> tuple[str, ...]:
    named = row.get("tools_used")
    listed = named if isinstance(named, (list, tuple)) else ()
    used = (*(call.tool for call in calls), *(t for t in listed if isinstance(t, str)))
    return tuple(dict.fromkeys(used))


def _faults(
    row: Mapping[str, Any], calls: Iterable[Call]
) -> tuple[tuple[str, str], ...]:
    """Give the faults that the row names, and otherwise those its results show."""
    named = row.get("faults")
    if isinstance(named, Mapping) and named:
        found = []
        for tool, fault in named.items():
            mode = fault.get("mode") if isinstance(fault, Mapping) else fault
            if isinstance(mode, str):
                found.append((str(tool), mode))
        return tuple(found)
    return tuple((call.tool, call.fault) for call in calls if call.fault)


def _label(value: object) -> float | None:
    """Give a score as a number; what is none, NaN included, is no label."""
    if isinstance(value, (bool, int, float)) and not isnan(value):
        return float(value)
    return None


def _group(row: Mapping[str, Any]) -> str:
    """Name the situation of a row: its scenario, else its task, else its prompt."""
    for key in ("scenario_id", "task_id", "prompt"):
        value = row.get(key)
        if isinstance(value, str) and value:
            return f"{key}:{value}"
    return ""
