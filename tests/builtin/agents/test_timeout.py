"""Calls that take too long, and calls that hold the event loop."""

from __future__ import annotations

import threading
import time
from typing import TYPE_CHECKING, Any

import anyio
import pytest
from anyio.lowlevel import checkpoint

from tests.builtin.agents.playing import DeskOf, Says, adapt, slot_of
from whileai.base.errors import CallTimeout, StageError
from whileai.builtin.agents.calling import HELD_S, Bound, Caller
from whileai.engine.threads import Threads

if TYPE_CHECKING:
    from collections.abc import Callable

pytestmark = pytest.mark.contract("S14", "S52")


async def forever(message: str) -> str:
    await anyio.sleep_forever()
    return message


async def streams_forever(message: str) -> Any:
    yield "a"
    await anyio.sleep_forever()


@pytest.mark.parametrize("agent", [forever, streams_forever, lambda m: forever(m)])
def test_an_async_call_is_cancelled_at_its_timeout(agent: Any) -> None:
    """F269."""
    adapted = adapt(agent, timeout=0.01)
    with pytest.raises(CallTimeout, match=r"timeout=0\.01"):
        anyio.run(adapted.play, slot_of(), DeskOf(), Says())


def test_a_blocking_call_is_abandoned_at_its_timeout_and_counted() -> None:
    """F269."""
    gate = threading.Event()
    threads = Threads()

    def stuck(message: str) -> str:
        gate.wait(20)
        return message

    adapted = adapt(stuck, timeout=0.01, offload=threads)
    with pytest.raises(CallTimeout):
        anyio.run(adapted.play, slot_of(), DeskOf(), Says())
    gate.set()
    assert threads.abandoned == 1


def test_an_answer_that_comes_late_is_late_even_if_nothing_could_cancel_it() -> None:
    async def blocks(message: str) -> str:
        until = time.monotonic() + 0.02
        while time.monotonic() < until:
            pass
        return message

    with pytest.raises(CallTimeout):
        anyio.run(adapt(blocks, timeout=0.01).play, slot_of(), DeskOf(), Says())


class Clock:
    """A clock that the agent moves."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


async def _held(agent: Callable[..., Any], clock: Clock) -> int:
    held: list[int] = []
    caller = Caller(offload=Threads(), held=lambda: held.append(1), clock=clock)
    await caller.answer(Bound.of(agent), "hi")
    return len(held)


def test_a_step_that_holds_the_loop_is_noticed_and_a_wait_is_not() -> None:
    clock = Clock()

    async def blocks(message: str) -> str:
        clock.now += HELD_S + 1
        await checkpoint()
        return message

    async def waits(message: str) -> str:
        for _ in range(5):
            clock.now += HELD_S / 2
            await checkpoint()
        return message

    assert anyio.run(_held, blocks, clock) == 1
    assert anyio.run(_held, waits, clock) == 0


def test_a_thread_may_take_its_time() -> None:
    clock = Clock()

    def blocks(message: str) -> str:
        clock.now += HELD_S + 1
        return message

    assert anyio.run(_held, blocks, clock) == 0


def test_the_warning_names_the_agent_and_the_way_on() -> None:
    warnings: list[str] = []

    async def slow_bot(message: str) -> str:
        return message

    adapt(slow_bot, warnings=warnings).caller.held()
    assert "'slow_bot' held the event loop" in warnings[0]
    assert "asyncio.to_thread" in warnings[0]


@pytest.mark.parametrize("backend", ["asyncio", "trio"])
def test_watching_changes_nothing_of_what_an_agent_awaits(backend: str) -> None:
    async def agent(message: str) -> str:
        async with anyio.create_task_group() as group:
            group.start_soon(anyio.sleep, 0)
        with anyio.move_on_after(0):
            await anyio.sleep_forever()
        with pytest.raises(TimeoutError), anyio.fail_after(0):
            await anyio.sleep_forever()
        return "Done."

    async def played() -> Any:
        return await adapt(agent).play(slot_of(), DeskOf(), Says())

    assert anyio.run(played, backend=backend).final_text == "Done."


def test_cancelling_the_run_is_no_error_of_the_agent() -> None:
    ended: list[str] = []

    async def main() -> None:
        with anyio.move_on_after(0.01) as scope:
            try:
                await adapt(forever).play(slot_of(), DeskOf(), Says())
            except StageError:
                ended.append("blamed")
        ended.append(f"cancelled {scope.cancelled_caught}")

    anyio.run(main)
    assert ended == ["cancelled True"]
