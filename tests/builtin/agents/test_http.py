"""Agents behind an HTTP endpoint."""

from __future__ import annotations

from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Any

import pytest
from aiohttp import web

from tests.builtin.agents.playing import DeskOf, Says, adapt, slot_of
from whileai.base.errors import WhileAIError
from whileai.builtin.agents import Http

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from whileai.model import Rollout

pytestmark = [pytest.mark.contract("S03", "S04"), pytest.mark.anyio]


@asynccontextmanager
async def served(answer: Any, seen: list[Any]) -> AsyncIterator[str]:
    async def post(request: web.Request) -> web.StreamResponse:
        seen.append(await request.json())
        if isinstance(answer, web.Response):
            return answer
        if isinstance(answer, str):
            return web.Response(text=answer)
        return web.json_response(answer)

    app = web.Application()
    app.router.add_post("/chat", post)
    runner = web.AppRunner(app)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    try:
        yield f"http://127.0.0.1:{runner.addresses[0][1]}/chat"
    finally:
        await runner.cleanup()


async def ask(answer: Any, *args: Any, **options: Any) -> tuple[Rollout, list[Any]]:
    seen: list[Any] = []
    async with served(answer, seen) as url:
        agent = adapt(Http(url, *args, **options))
        rollout = await agent.play(slot_of(), DeskOf(), Says("More."))
    return rollout, seen


ANSWERS: dict[str, Any] = {
    "text": "Hi.",
    "a reply key": {"reply": "Hi.", "took_ms": 5},
    "a completion": {"choices": [{"message": {"role": "assistant", "content": "Hi."}}]},
    "a message": {"role": "assistant", "content": "Hi."},
    "messages": [{"role": "assistant", "content": "Hi."}],
    "a trajectory": {"steps": [], "final_text": "Hi.", "text": "no"},
}


@pytest.mark.parametrize("answer", ANSWERS)
async def test_the_answer_of_an_endpoint_is_read(answer: str) -> None:
    rollout, seen = await ask(ANSWERS[answer])
    assert (rollout.final_text, seen) == ("Hi.", [{"message": "Hello?"}])


async def test_the_reply_is_where_the_user_says() -> None:
    answer = {"data": [{"text": "Hi."}], "reply": "no"}
    rollout, _ = await ask(answer, reply="data.0.text")
    assert rollout.final_text == "Hi."


async def test_the_template_takes_the_history_and_a_session() -> None:
    template = {"id": "s-{session}", "chat": "{messages}", "extra": [1, None]}
    rollout, seen = await ask({"reply": "Hi."}, template)
    assert [len(body["chat"]) for body in seen] == [1, 3]
    assert seen[0]["id"] == seen[1]["id"] != "s-{session}"
    assert seen[0]["extra"] == [1, None]
    assert rollout.ended_by == "user_done"


async def test_a_session_alone_is_a_conversation_of_single_messages() -> None:
    template = {"session": "{session}", "text": "Q: {message}"}
    _, seen = await ask({"reply": "Hi."}, template)
    assert [body["text"] for body in seen] == ["Q: Hello?", "Q: More."]


async def test_what_the_person_says_is_never_read_as_a_place() -> None:
    seen: list[Any] = []
    async with served("Hi.", seen) as url:
        agent = adapt(Http(url, {"a": "{message}", "s": "{session}"}))
        await agent.play(slot_of("{session} {messages}"), DeskOf(), Says())
    assert seen[0]["a"] == "{session} {messages}"


async def test_a_byte_order_mark_is_no_part_of_the_answer() -> None:
    raw = b'\xef\xbb\xbf{"reply": "Hi."}'
    rollout, _ = await ask(web.Response(body=raw, content_type="application/json"))
    assert rollout.final_text == "Hi."


@pytest.mark.parametrize(
    ("answer", "match"),
    [
        (web.Response(status=503, text="busy"), "answered 503: busy"),
        ({"data": {}}, "has nothing at 'data.text'"),
    ],
)
async def test_what_an_endpoint_does_wrong_is_named(answer: Any, match: str) -> None:
    with pytest.raises(WhileAIError, match=match):
        await ask(answer, reply="data.text")


def test_a_template_without_a_place_for_the_message_is_refused() -> None:
    with pytest.raises(ValueError, match=r"\{message\}"):
        Http("http://localhost/chat", {"text": "hi"})
    with pytest.raises(ValueError, match="is no address"):
        Http("localhost/chat")
    with pytest.raises(TypeError, match="no JSON value"):
        Http("http://localhost/chat", {"text": object()})


def test_an_endpoint_is_named_without_its_secrets() -> None:
    agent = adapt(Http("https://user:key@host.example/chat?token=secret"))
    assert agent.name == "host.example/chat"
