"""Tool calls that models write as text."""

from __future__ import annotations

from typing import Any

import pytest

from tests.builtin.agents.chatting import FakeChat, row_of, said
from whileai.builtin.agents.written import written_calls

pytestmark = pytest.mark.contract("S62")

HERMES = '<tool_call>\n{"name": "look", "arguments": {"n": 1}}\n</tool_call>'
INVOKED = (
    '<function_calls><invoke name="look"><parameter name="q">a b</parameter>'
    "</invoke></function_calls>"
)
WHOLE: list[tuple[str, list[tuple[str, Any]], str]] = [
    (HERMES, [("look", {"n": 1})], ""),
    (f"Sure.\n{HERMES}", [("look", {"n": 1})], "Sure."),
    (HERMES + HERMES.replace("1", "2"), [("look", {"n": 1}), ("look", {"n": 2})], ""),
    ('[TOOL_CALLS][{"name": "look", "arguments": {"n": 1}}]', [("look", {"n": 1})], ""),
    ('[TOOL_CALLS]look[ARGS]{"n": 1}', [("look", {"n": 1})], ""),
    (
        '<|python_tag|>{"name": "look", "parameters": {"n": 1}}',
        [("look", {"n": 1})],
        "",
    ),
    ('<function=look>{"n": 1}</function>', [("look", {"n": 1})], ""),
    (
        "<tool_call><function=look><parameter=n>\n1\n</parameter></function></tool_call>",
        [("look", {"n": 1})],
        "",
    ),
    (
        INVOKED,
        [("look", {"q": "a b"})],
        "",
    ),
]


@pytest.mark.parametrize(("text", "calls", "rest"), WHOLE)
def test_whole_calls_are_read(
    text: str, calls: list[tuple[str, Any]], rest: str
) -> None:
    """F116 as ruled."""
    written = written_calls(text)
    assert written is not None
    assert [(each.name, each.arguments) for each in written.calls] == calls
    assert written.text == rest


@pytest.mark.parametrize(
    "text",
    [
        '<tool_call>{"name": "look"',
        "<tool_call>look(1)</tool_call>",
        f"{HERMES}<tool_call>",
        '<tool_call>{"name": "look", "arguments": [1]}</tool_call>',
        '<tool_call>{"arguments": {}}</tool_call>',
        "[TOOL_CALLS]",
        "<function=look>n=1</function>",
    ],
)
def test_what_is_not_whole_is_no_call(text: str) -> None:
    assert written_calls(text) is None


@pytest.mark.anyio
async def test_a_written_call_is_played_as_the_call_it_is() -> None:
    text = HERMES.replace("look", "lookup_order").replace('"n": 1', '"order_id": "A1"')
    row = await row_of(FakeChat([said(text), said("Done.")]))
    assert row["steps"][0]["tool"] == "lookup_order"
    assert "tool_call>" not in str(row)
