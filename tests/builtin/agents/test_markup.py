"""Raw tool calls in a reply, and talk about them."""

from __future__ import annotations

from typing import Any

import pytest

from tests.builtin.agents.playing import play
from whileai.base.errors import LostReply

pytestmark = pytest.mark.contract("S62")

RAW = [
    '<tool_call>\n{"name": "look", "arguments": {}}\n</tool_call>',
    "Let me see.\n<tool_call>look</tool_call>",
    '<tool_call>{"name": "look"',
    "<function=look>{}</function>",
    '[TOOL_CALLS] [{"name": "look", "arguments": {}}]',
    "[TOOL_CALLS]look{}",
    '<|python_tag|>{"name": "look"}',
    "```tool_code\nlook()\n```",
    '<function_calls>\n<invoke name="look">\n</invoke>\n</function_calls>',
    '<invoke name="look">',
    "<\uff5ctool\u2581calls\u2581begin\uff5c>look",
    "<|tool_call_begin|>look",
    "to=functions.look {}",
]
TALK = [
    "Wrap it as ``<tool_call>{}</tool_call>`` and send it.",
    "For example:\n```xml\n<tool_call>\n{}\n</tool_call>\n```\nThat is all.",
    "I used the <tool_call> tag there.",
    "Use <b>bold</b> and `<invoke name=x>`.",
    "The tool_call count was three.",
    "See tool_code.py for that.",
]


@pytest.mark.parametrize("text", RAW)
@pytest.mark.parametrize("place", ["reply", "step"])
def test_a_raw_tool_call_is_no_row(text: str, place: str) -> None:
    """F116."""
    returned: Any = text
    if place == "step":
        returned = {"steps": [{"text": text}], "final_text": "Done."}
    with pytest.raises(LostReply) as caught:
        play(lambda message: returned)
    assert caught.value.reason == "tool_markup"


@pytest.mark.parametrize("text", TALK)
def test_talk_about_tool_calls_is_a_reply(text: str) -> None:
    assert play(lambda message: text).final_text == text


@pytest.mark.parametrize("returned", ["", " \n", {"steps": []}, [], {"final_text": ""}])
def test_nothing_said_is_an_empty_reply(returned: Any) -> None:
    with pytest.raises(LostReply) as caught:
        play(lambda message: returned)
    assert caught.value.reason == "empty_reply"
