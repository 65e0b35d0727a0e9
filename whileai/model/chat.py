"""Turns as the chat messages that providers, agents and rows share."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from whileai.base.lines import dumps, fresh

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from whileai.model.rollout import ToolCall, Turn
    from whileai.model.tool import Tool


def chat_messages(
    turns: Iterable[Turn], wire: Mapping[str, str]
) -> Iterator[dict[str, Any]]:
    """Give ``turns`` as valid OpenAI chat messages that share nothing with them.

    Calls have an id of their own where the agent gave none, or gave one twice.

    Args:
        turns: the conversation, opening ask first, without the system prompt.
        wire: tool names to the names that providers accept, where they differ.
    """
    taken: set[str] = set()
    for turn in turns:
        content = turn.text if turn.content is None else fresh(turn.content)
        if turn.role == "user":
            yield {"role": "user", "content": content}
            continue
        message: dict[str, Any] = {"role": "assistant", "content": content or ""}
        ids = [unique_id(call.id, taken) for call in turn.calls]
        if turn.calls:
            message["content"] = content or None
            message["tool_calls"] = [
                _call(call, id_, wire)
                for call, id_ in zip(turn.calls, ids, strict=True)
            ]
        yield message
        for result, id_ in zip(turn.results, ids, strict=True):
            yield {"role": "tool", "tool_call_id": id_, "content": spoken(result.value)}


def wire_names(tools: Iterable[Tool]) -> dict[str, str]:
    """Give the names that providers accept, of the tools whose own they do not."""
    return {
        tool.name: tool.wire_name
        for tool in tools
        if tool.wire_name and tool.wire_name != tool.name
    }


def unique_id(given: str, taken: set[str]) -> str:
    """Give a call its own id if it has one that is not ``taken``, else a fresh one.

    The id is added to ``taken``.
    """
    id_, number = given, len(taken)
    while not id_ or id_ in taken:
        number += 1
        id_ = f"call_{number}"
    taken.add(id_)
    return id_


def spoken(value: Any) -> str:
    """Give a tool's answer as the text a tool message carries."""
    return value if isinstance(value, str) else dumps(value).decode()


def _call(call: ToolCall, id_: str, wire: Mapping[str, str]) -> dict[str, Any]:
    return {
        "id": id_,
        "type": "function",
        "function": {
            "name": wire.get(call.tool, call.tool),
            "arguments": dumps(call.arguments).decode(),
        },
    }
