"""The pool of threads that users' blocking functions run on."""

from __future__ import annotations

import threading
import time
from itertools import count

import anyio
import anyio.to_thread
import pytest

from whileai.base.errors import NoThread
from whileai.engine.threads import Threads

pytestmark = [
    pytest.mark.contract("S50"),
    pytest.mark.parametrize("anyio_backend", ["asyncio", "trio"]),
]


async def test_no_call_waits_for_another() -> None:
    threads, together = Threads(), threading.Barrier(50, timeout=10)
    async with anyio.create_task_group() as group:
        for _ in range(50):
            group.start_soon(threads, together.wait)
    threads.close()
    assert threads.abandoned == 0


async def test_a_thread_that_is_done_takes_the_next_call() -> None:
    threads = Threads()
    names = {await threads(lambda: threading.current_thread().name) for _ in range(9)}
    threads.close()
    assert len(names) == 1


async def test_a_call_that_was_abandoned_leaves_the_others_a_thread_each() -> None:
    threads, begun, stuck = Threads(), threading.Event(), threading.Event()

    def hang() -> bool:
        begun.set()
        return stuck.wait(10)

    async with anyio.create_task_group() as group:
        group.start_soon(threads, hang)
        await anyio.to_thread.run_sync(begun.wait)
        group.cancel_scope.cancel()
    assert threads.abandoned == 1
    assert await threads(lambda: "There.") == "There."
    stuck.set()
    assert [await threads(len, "ab") for _ in range(3)] == [2, 2, 2]
    threads.close()


async def test_what_a_call_raises_is_raised_where_it_was_awaited() -> None:
    threads = Threads()
    with pytest.raises(ZeroDivisionError):
        await threads(lambda: 1 // 0)
    assert await threads(time.thread_time) >= 0
    threads.close()


@pytest.fixture
def gate(monkeypatch: pytest.MonkeyPatch) -> threading.Event:
    """Let no second thread start; the others begin their work at this gate."""
    begin, opened, starts = threading.Thread.start, threading.Event(), count(1)

    def start(thread: threading.Thread) -> None:
        if next(starts) == 2:
            raise RuntimeError("can't start new thread")
        work = thread.run
        monkeypatch.setattr(thread, "run", lambda: opened.wait(10) and work())
        begin(thread)

    monkeypatch.setattr(threading.Thread, "start", start)
    return opened


async def a_thread_each(threads: Threads, calls: int) -> None:
    """Make calls that end once all of them are under way."""
    together = threading.Barrier(calls, timeout=10)
    async with anyio.create_task_group() as group:
        for _ in range(calls):
            group.start_soon(threads, together.wait)
    threads.close()


async def test_a_call_without_a_thread_of_its_own_waits_for_one_that_there_is(
    gate: threading.Event,
) -> None:
    threads, held = Threads(), threading.Event()
    gate.set()
    async with anyio.create_task_group() as group:
        group.start_soon(threads, held.wait, 10)
        await anyio.wait_all_tasks_blocked()
        group.start_soon(threads, len, "ab")
        await anyio.wait_all_tasks_blocked()
        held.set()
    await a_thread_each(threads, 3)


async def test_where_no_thread_can_be_had_at_all_the_error_says_what_to_do(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def start(_thread: threading.Thread) -> None:
        raise RuntimeError("can't start new thread")

    threads = Threads()
    with monkeypatch.context() as none:
        none.setattr(threading.Thread, "start", start)
        for _ in range(2):
            with pytest.raises(NoThread, match=r"new thread.*lower concurrency="):
                await threads(len, "ab")
    assert await threads(len, "ab") == 2
    await a_thread_each(threads, 3)


async def test_calls_share_the_threads_that_there_are_when_no_more_can_be_had(
    gate: threading.Event,
) -> None:
    threads = Threads()
    async with anyio.create_task_group() as group:
        for _ in range(4):
            group.start_soon(threads, len, "ab")
        await anyio.wait_all_tasks_blocked()
        gate.set()
    await a_thread_each(threads, 3)
