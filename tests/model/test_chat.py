"""Turns as chat messages: ids, names on the wire, and nothing shared."""

from __future__ import annotations

from typing import Any

import pytest

from whileai.model import Tool, ToolCall, ToolResult, Turn
from whileai.model.chat import chat_messages, unique_id, wire_names

pytestmark = pytest.mark.contract("S58")


def asked(*ids: str, text: str = "") -> Turn:
    return Turn(
        role="assistant",
        text=text,
        calls=tuple(ToolCall(tool="shop.find", arguments={"n": 1}, id=i) for i in ids),
        results=tuple(ToolResult(value={"found": i}) for i in ids),
    )


def told(*turns: Turn, **wire: str) -> list[dict[str, Any]]:
    return list(chat_messages(turns, wire))


def test_every_call_has_an_id_of_its_own_that_its_answer_repeats() -> None:
    messages = told(asked("a", "a"), asked(""))
    calls = [call["id"] for m in messages for call in m.get("tool_calls", ())]
    assert calls == [m["tool_call_id"] for m in messages if m["role"] == "tool"]
    assert calls[0] == "a"
    assert len(set(calls)) == 3


def test_a_bare_call_has_no_content_and_a_bare_reply_has_text() -> None:
    call, _, reply = told(asked("a"), Turn(role="assistant"))
    assert call["content"] is None
    assert reply["content"] == ""


def test_calls_go_by_the_names_that_providers_accept() -> None:
    tools = (Tool(name="shop.find", wire_name="shop_find"), Tool(name="plain"))
    (call, _) = chat_messages([asked("a")], wire_names(tools))
    assert call["tool_calls"][0]["function"]["name"] == "shop_find"


def test_content_parts_are_copies() -> None:
    parts = [{"type": "image_url", "image_url": {"url": "data:"}}]
    (message,) = told(Turn(role="user", content=parts))
    message["content"][0]["type"] = "changed"
    assert parts[0]["type"] == "image_url"


def test_a_fresh_id_is_none_that_was_taken() -> None:
    taken = {"call_2"}
    assert unique_id("", taken) == "call_3"
    assert taken == {"call_2", "call_3"}
