"""The conversation so far, as the OpenAI chat messages an agent is handed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from whileai.base.lines import dumps, fresh
from whileai.builtin.agents.shapes import spoken

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from whileai.model import Turn


def history(turns: Sequence[Turn], wire: Mapping[str, str]) -> list[dict[str, Any]]:
    """Give ``turns`` as chat messages that share nothing with anything.

    Args:
        turns: the conversation, opening ask first.
        wire: tool names to the names that providers accept, where they differ.
    """
    return list(_messages(turns, wire))


def _messages(
    turns: Sequence[Turn], wire: Mapping[str, str]
) -> Iterator[dict[str, Any]]:
    seen: set[str] = set()
    for turn in turns:
        content = turn.text if turn.content is None else fresh(turn.content)
        message: dict[str, Any] = {"role": turn.role, "content": content}
        ids = [_unique(call.id, seen) for call in turn.calls]
        if turn.calls:
            message["content"] = content or None
            message["tool_calls"] = [
                {
                    "id": id_,
                    "type": "function",
                    "function": {
                        "name": wire.get(call.tool, call.tool),
                        "arguments": dumps(call.arguments).decode(),
                    },
                }
                for call, id_ in zip(turn.calls, ids, strict=True)
            ]
        yield message
        for result, id_ in zip(turn.results, ids, strict=True):
            yield {
                "role": "tool",
                "tool_call_id": id_,
                "content": spoken(result.value),
            }


def _unique(given: str, seen: set[str]) -> str:
    """Give a call its own id if it has one that nobody used, else a fresh one."""
    id_, number = given, len(seen)
    while not id_ or id_ in seen:
        number += 1
        id_ = f"call_{number}"
    seen.add(id_)
    return id_
