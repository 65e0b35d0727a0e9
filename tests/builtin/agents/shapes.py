"""Every shape of callable, each giving what it is told to."""

from __future__ import annotations

import functools
from collections.abc import AsyncIterator, Callable, Iterator
from typing import Any

import whileai as wai
from whileai.builtin.agents import agent as marked
from whileai.builtin.agents import per_rollout

Make = Callable[[], Any]


def function(make: Make) -> Any:
    def answer(message: str) -> Any:
        return make()

    return answer


def async_function(make: Make) -> Any:
    async def answer(message: str) -> Any:
        return make()

    return answer


class Bot:
    make: Make

    def __init__(self, make: Make) -> None:
        self.make = make

    def answer(self, message: str) -> Any:
        return self.make()

    async def answer_async(self, message: str) -> Any:
        return self.make()

    def __call__(self, message: str) -> Any:
        return self.make()


class AsyncBot(Bot):
    async def __call__(self, message: str) -> Any:
        return self.make()


def later(make: Make) -> Any:
    async def answer() -> Any:
        return make()

    return lambda message: answer()


def wrapped(make: Make) -> Any:
    inner = async_function(make)

    @functools.wraps(inner)
    def outer(*args: Any, **kwargs: Any) -> Any:
        return inner(*args, **kwargs)

    return outer


def fresh(kind: type[Bot]) -> Callable[[Make], Any]:
    return lambda make: per_rollout(functools.partial(kind, make))


def fresh_async(make: Make) -> Any:
    async def factory() -> Any:
        return AsyncBot(make)

    return per_rollout(factory)


def partial(make: Make) -> Any:
    return functools.partial(lambda extra, message: make(), "extra")


def async_partial(make: Make) -> Any:
    async def answer(extra: str, message: str) -> Any:
        return make()

    return functools.partial(answer, "extra")


def with_world(make: Make) -> Any:
    def answer(message: str, *, world: Any) -> Any:
        assert world.tools == []
        return make()

    return answer


SHAPES: dict[str, Callable[[Make], Any]] = {
    "function": function,
    "async function": async_function,
    "lambda": lambda make: lambda message: make(),
    "method": lambda make: Bot(make).answer,
    "async method": lambda make: Bot(make).answer_async,
    "partial": partial,
    "async partial": async_partial,
    "object": Bot,
    "object with async call": AsyncBot,
    "function that gives an awaitable": later,
    "wrapped async function": wrapped,
    "with a world": with_world,
    "marked": lambda make: marked(function(make)),
    "fresh object": fresh(Bot),
    "fresh async object": fresh(AsyncBot),
    "async factory": fresh_async,
}


def streamed(message: str) -> Iterator[str]:
    yield "All "
    yield "done."


async def streamed_async(message: str) -> AsyncIterator[str]:
    yield "All "
    yield "done."


CALL = {"name": "look", "arguments": {"id": "A1"}}
OPENAI = [
    {
        "role": "assistant",
        "content": None,
        "tool_calls": [
            {
                "id": "c1",
                "type": "function",
                "function": {"name": "look", "arguments": '{"id": "A1"}'},
            }
        ],
    },
    {"role": "tool", "tool_call_id": "c1", "content": '{"status": "paid"}'},
    {"role": "assistant", "content": "All done."},
]
ANTHROPIC = [
    {
        "role": "assistant",
        "content": [
            {"type": "tool_use", "id": "c1", "name": "look", "input": {"id": "A1"}}
        ],
    },
    {
        "role": "user",
        "content": [
            {
                "type": "tool_result",
                "tool_use_id": "c1",
                "content": [{"type": "text", "text": '{"status": "paid"}'}],
            }
        ],
    },
    {"role": "assistant", "content": [{"type": "text", "text": "All done."}]},
]
STEP = {"tool": "look", "arguments": {"id": "A1"}, "result": {"status": "paid"}}

RETURNS: dict[str, tuple[Make, bool]] = {
    "text": (lambda: "All done.", False),
    "final_text": (lambda: {"final_text": "All done."}, False),
    "steps": (lambda: {"steps": [STEP], "final_text": "All done."}, True),
    "OpenAI messages": (lambda: OPENAI, True),
    "Anthropic messages": (lambda: ANTHROPIC, True),
    "steps of messages": (
        lambda: {"steps": OPENAI[:2], "final_text": "All done."},
        True,
    ),
    "trajectory": (
        lambda: wai.Trajectory(steps=[STEP], final_text="All done."),
        True,
    ),
    "completion": (lambda: {"choices": [{"message": OPENAI[2]}]}, False),
    "Anthropic reply": (lambda: {"type": "message", **ANTHROPIC[2]}, False),
    "generator": (lambda: streamed(""), False),
    "async generator": (lambda: streamed_async(""), False),
}
"""What an agent may return, and whether it tells of the call of ``look``."""
