"""One model object in several runs, loops and threads: nothing passes between them."""

from __future__ import annotations

import asyncio
import gc
from itertools import pairwise
from threading import Thread
from typing import TYPE_CHECKING, Any

import pytest

import whileai as wai
from tests.builtin.backends.server import HASTE, Answer, Server, calls, fails, says
from tests.support import POLICY, sim_async

if TYPE_CHECKING:
    from whileai.results import SimulationData

pytestmark = [
    pytest.mark.contract("S03", "S08", "S54"),
]

LOOK = ("lookup_order", {"order_id": "A1000"})


def script(body: dict[str, Any], _number: int) -> Answer:
    """Call one tool, then say something."""
    told = body["messages"][-1]["role"] == "tool"
    return says("Done.") if told else calls(LOOK)


async def run(model: Any, **options: Any) -> SimulationData:
    common: dict[str, Any] = {
        "budget": 4,
        "avg_turns": 1,
        "fault_rate": 0,
    }
    return await sim_async(model, **(common | options))


def test_one_object_plays_in_two_loops_one_after_the_other() -> None:
    """Its server lives in a third loop, so that the address stays."""
    server, served = Server(script), asyncio.new_event_loop()
    thread = Thread(target=served.run_forever)
    thread.start()
    asyncio.run_coroutine_threadsafe(server.__aenter__(), served).result(10)
    model = wai.OpenAI("m", server.url)
    rows = [len(asyncio.run(run(model))) for _ in range(2)]
    gc.collect()  # what a first loop left open would warn here
    asyncio.run_coroutine_threadsafe(server.__aexit__(None, None, None), served).result(
        10
    )
    served.call_soon_threadsafe(served.stop)
    thread.join(10)
    served.close()
    assert rows == [4, 4]
    assert len(server.requests) == 16


def test_one_object_plays_in_two_threads_at_once() -> None:
    server, found = Server(script), list[int]()

    async def both() -> None:
        async with server:
            model = wai.OpenAI("m", server.url)
            threads = [
                Thread(target=lambda: found.append(len(asyncio.run(run(model)))))
                for _ in range(2)
            ]
            for each in threads:
                each.start()
            for each in threads:
                await asyncio.to_thread(each.join)

    asyncio.run(both())
    assert found == [4, 4]
    assert len(server.requests) == 16


def test_one_loop_plays_the_same_object_twice_at_once() -> None:
    async def both() -> tuple[SimulationData, SimulationData]:
        async with Server(script) as server:
            model = wai.OpenAI("m", server.url)
            return await asyncio.gather(run(model), run(model))

    first, second = asyncio.run(both())
    for data in (first, second):
        assert data.report()["usage"]["agent"]["calls"] == 8
    assert [r["messages"] for r in first.rows()] == [
        r["messages"] for r in second.rows()
    ]


def test_what_one_run_was_refused_is_asked_anew_in_the_next() -> None:
    """What a limiter, a host or a dropped parameter taught stays with its run."""

    def no_seed(body: dict[str, Any], number: int) -> Answer:
        return fails(400, "unknown field seed") if "seed" in body else script(body, 0)

    async def twice() -> list[bool]:
        async with Server(no_seed) as server:
            model = wai.OpenAI("m", server.url)
            for _ in range(2):
                await run(model, budget=1)
        return ["seed" in body for body in server.bodies]

    assert asyncio.run(twice()) == [True, False, False] * 2


def test_every_request_has_the_policy_first_and_roles_that_alternate() -> None:
    """F302, F303: on every turn of a thread with a person, tools and policy alike."""
    server = Server(
        lambda body, n: (
            calls(LOOK)
            if body["messages"][-1]["role"] == "user"
            else says("Which order do you mean?")
        )
    )

    async def play() -> SimulationData:
        async with server:
            return await run(
                wai.OpenAI("m", server.url),
                user_model="offline",
                avg_turns=2,
                max_turns=4,
                patience="endless",
            )

    data = asyncio.run(play())
    assert {sum(m["role"] == "user" for m in r["messages"]) for r in data.rows()} == {4}
    for body in server.bodies:
        said = [m["role"] for m in body["messages"]]
        assert body["messages"][0] == {"role": "system", "content": POLICY}
        assert body["tools"] == server.bodies[0]["tools"]
        assert all(a != b for a, b in pairwise(said))


@pytest.mark.parametrize(
    "first", [Answer(drop=True), fails(500), Answer(stream=[b'{"ch'], length=900)]
)
def test_a_call_whose_answer_was_lost_leaves_one_turn(first: Answer) -> None:
    """F272: made again, counted, and no second turn."""

    def lost_once(body: dict[str, Any], number: int) -> Answer:
        return first if number == 1 else script(body, number)

    async def play() -> SimulationData:
        async with Server(lost_once) as server:
            return await run(wai.OpenAI("m", server.url, **HASTE), budget=1)

    data = asyncio.run(play())
    roles = [m["role"] for m in data.rows()[0]["messages"]]
    assert roles == ["user", "assistant", "tool", "assistant"]
    usage = data.report()["usage"]["agent"]
    assert (usage["calls"], usage["requests"]) == (2, 3)
