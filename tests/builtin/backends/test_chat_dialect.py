"""The OpenAI dialect over HTTP: what goes out, and what comes back."""

from __future__ import annotations

from typing import Any

import pytest

from tests.builtin.backends.asking import TOOL, ask, asked
from tests.builtin.backends.server import Answer, Server, calls, fails, says
from whileai.calls import CallFailed
from whileai.calls.completion import TokenLogprob
from whileai.model import ToolCall, ToolResult, Turn

pytestmark = [
    pytest.mark.anyio,
    pytest.mark.contract("S03", "S58"),
]


async def test_the_first_message_is_the_policy_and_roles_alternate() -> None:
    """F124, F302."""
    turns = (
        Turn(role="user", text="Hi."),
        Turn(role="assistant", text="One moment."),
        Turn(role="assistant", text="Which order?"),
        Turn(role="user", text="A1."),
    )
    async with Server([says("ok")]) as server:
        await asked(server, ask(system="Be kind."), ask(), turns=turns)
    first, second = (body["messages"] for body in server.bodies)
    assert [each["role"] for each in first] == ["system", "user", "assistant", "user"]
    assert first[0]["content"] == "Be kind."
    assert second == first[1:]


async def test_calls_and_results_are_paired_on_the_wire() -> None:
    made = tuple(ToolCall(tool="look", arguments={"n": n}, id=f"c{n}") for n in (1, 2))
    results = tuple(ToolResult(value={"n": n}) for n in (1, 2))
    turns = (
        Turn(role="user", text="Hi."),
        Turn(role="assistant", calls=made, results=results),
    )
    async with Server([says("ok")]) as server:
        await asked(server, ask(tools=(TOOL,)), turns=turns)
    _, said, first, second = server.bodies[0]["messages"]
    assert [each["id"] for each in said["tool_calls"]] == ["c1", "c2"]
    assert [first["tool_call_id"], second["tool_call_id"]] == ["c1", "c2"]
    assert first["content"] == '{"n":1}'


REPLIES: list[tuple[Answer, dict[str, Any]]] = [
    (says("Hello."), {"text": "Hello.", "finish_reason": "stop"}),
    (says("Hel", "length"), {"text": "Hel", "finish_reason": "length"}),
    (says(None, refusal="I cannot."), {"text": "I cannot."}),
    (says("Hi.", reasoning_content="hm"), {"text": "Hi.", "reasoning": "hm"}),
    (calls(("look", {})), {"finish_reason": "tool", "text": ""}),
    (calls(("look", {}), text="Let me see."), {"text": "Let me see."}),
    (says(None), {"text": "", "finish_reason": "stop"}),
]


@pytest.mark.parametrize(("answer", "fields"), REPLIES)
async def test_replies_are_read(answer: Answer, fields: dict[str, Any]) -> None:
    """F137, F184."""
    async with Server([answer]) as server:
        (done,) = await asked(server, ask())
    assert {name: getattr(done, name) for name in fields} == fields
    assert (done.input_tokens, done.output_tokens) == (10, 5)


@pytest.mark.contract("S12")
async def test_logprobs_come_with_tokens_and_ids() -> None:
    """F217."""
    answer = says("a b")
    tokens = [
        {"token": "a", "logprob": -0.4, "token_id": 7},
        {"token": " b", "logprob": -0.6, "token_id": 8},
    ]
    answer.body["choices"][0]["logprobs"] = {"content": tokens}
    async with Server([answer]) as server:
        (done,) = await asked(server, ask(logprobs=True))
    assert server.bodies[0]["logprobs"] is True
    assert done.logprobs[1] == TokenLogprob(token=" b", logprob=-0.6, id=8)


def refuses(name: str, words: str) -> Any:
    def script(body: dict[str, Any], _number: int) -> Answer:
        return fails(400, words) if name in body else says("ok")

    return script


OTHER = "Unsupported parameter: 'max_tokens'. Use 'max_completion_tokens' instead."
DEFAULT = "Unsupported value: 'temperature' does not support 0.3 with this model."


@pytest.mark.parametrize(
    ("name", "words", "parts"),
    [
        ("max_tokens", OTHER, {}),
        ("temperature", DEFAULT, {"temperature": 0.3}),
        ("logprobs", "logprobs is not supported by this model", {"logprobs": True}),
        ("seed", "Unrecognized request argument supplied: seed", {}),
        ("response_format", "unknown field response_format", {"schema": {}}),
    ],
)
async def test_a_refused_parameter_is_dropped_once_and_remembered(
    name: str, words: str, parts: dict[str, Any]
) -> None:
    """F126, F127, F128."""
    async with Server(refuses(name, words)) as server:
        done = await asked(server, ask(**parts), ask(**parts))
    assert [name in body for body in server.bodies] == [True, False, False]
    assert done[0].text == "ok"
    if name == "max_tokens":
        assert server.bodies[1]["max_completion_tokens"] == 1024
    if name == "temperature":
        assert done[0].temperature is None


async def test_several_completions_are_asked_one_by_one_where_n_is_refused() -> None:
    """F128."""
    async with Server(refuses("n", "n must be 1")) as server:
        (done,) = await asked(server, ask(n=3))
    assert ["n" in body for body in server.bodies] == [True, False, False, False]
    assert len({body["seed"] for body in server.bodies[1:]}) == 3
    assert (done.text, done.more) == ("ok", ("ok", "ok"))


async def test_a_prompt_that_is_too_long_is_refused_and_nothing_is_dropped() -> None:
    """F126, F129: no halving, no silent cut."""
    words = "maximum context length is 4096 tokens; reduce max_tokens or the messages"
    async with Server([fails(400, words)]) as server:
        with pytest.raises(CallFailed, match="maximum context length"):
            await asked(server, ask())
    assert len(server.requests) == 1


async def test_a_gateway_that_reports_an_error_as_success_is_understood() -> None:
    answer = Answer(body={"error": {"code": 429, "message": "slow down"}})
    async with Server([answer, says("ok")]) as server:
        (done,) = await asked(server, ask())
    assert done.text == "ok"


@pytest.mark.contract("S54")
async def test_what_broke_off_is_asked_again_and_leaves_one_reply() -> None:
    """F272: the server had counted the first request."""
    async with Server([Answer(drop=True), says("ok")]) as server:
        (done,) = await asked(server, ask())
    assert done.text == "ok"
    assert server.bodies[0] == server.bodies[1]
