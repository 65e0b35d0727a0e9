"""The Anthropic dialect over HTTP."""

from __future__ import annotations

from typing import Any

import pytest

from tests.builtin.backends.asking import TOOL, ask, asked
from tests.builtin.backends.server import Answer, Server
from whileai.builtin.backends import Anthropic
from whileai.model import ToolCall, ToolResult, Turn

pytestmark = [pytest.mark.anyio, pytest.mark.contract("S03")]


def message(*blocks: dict[str, Any], stop: str = "end_turn") -> Answer:
    usage = {"input_tokens": 3, "output_tokens": 4}
    return Answer(body={"content": list(blocks), "stop_reason": stop, "usage": usage})


TEXT = {"type": "text", "text": "Hello."}


async def test_the_request_is_spelled_as_anthropic_takes_it() -> None:
    """F136, F223: temperature capped; a tool without parameters is an object."""
    async with Server([message(TEXT)]) as server:
        await asked(
            server,
            ask(system="Be kind.", tools=(TOOL,), temperature=1.05),
            kind=Anthropic,
        )
    (seen,) = server.requests
    assert seen.path == "/v1/messages"
    assert seen.headers["x-api-key"] == "sk-secret"
    assert seen.body["system"] == "Be kind."
    assert seen.body["temperature"] == 1.0
    assert seen.body["tools"][0]["input_schema"] == {"type": "object", "properties": {}}


async def test_results_of_parallel_calls_are_one_turn_in_order() -> None:
    """F136."""
    made = tuple(ToolCall(tool="look", arguments={"n": n}, id=f"c{n}") for n in (1, 2))
    results = (ToolResult(value=1), ToolResult(value={"error": "no"}, status="error"))
    turns = (Turn(role="assistant", text="I look.", calls=made, results=results),)
    async with Server([message(TEXT)]) as server:
        await asked(server, turns=turns, kind=Anthropic)
    opener, said, answers = server.bodies[0]["messages"]
    assert [opener["role"], said["role"], answers["role"]] == [
        "user",
        "assistant",
        "user",
    ]
    assert [each["tool_use_id"] for each in answers["content"]] == ["c1", "c2"]
    assert [each["is_error"] for each in answers["content"]] == [False, True]


async def test_replies_are_read_thinking_apart() -> None:
    use = {"type": "tool_use", "id": "t1", "name": "look", "input": {"n": 1}}
    thinking = {"type": "thinking", "thinking": "hm"}
    answers = [
        message(thinking, TEXT, use, stop="tool_use"),
        message(TEXT, stop="max_tokens"),
    ]
    async with Server(answers) as server:
        first, second = await asked(server, ask(), ask(), kind=Anthropic)
    assert (first.text, first.reasoning, first.finish_reason) == (
        "Hello.",
        "hm",
        "tool",
    )
    assert first.calls[0].arguments == {"n": 1}
    assert second.finish_reason == "length"
    assert (first.input_tokens, first.output_tokens) == (3, 4)


async def test_two_completions_are_two_calls() -> None:
    """F223."""
    async with Server([message(TEXT)]) as server:
        (done,) = await asked(server, ask(n=2), kind=Anthropic)
    assert len(server.requests) == 2
    assert done.more == ("Hello.",)
