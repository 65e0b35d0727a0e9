"""The pool of threads that users' blocking functions run on."""

from __future__ import annotations

import threading
import time

import anyio
import anyio.to_thread
import pytest

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


async def test_a_thread_that_cannot_be_started_costs_no_later_call_its_own(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    begin, gate, starts = threading.Thread.start, threading.Event(), []

    def start(thread: threading.Thread) -> None:
        starts.append(thread)
        if len(starts) == 2:
            raise RuntimeError("can't start new thread")
        begin(thread)

    monkeypatch.setattr(threading.Thread, "start", start)
    threads, together = Threads(), threading.Barrier(3, timeout=10)
    async with anyio.create_task_group() as group:
        group.start_soon(threads, gate.wait, 10)
        await anyio.wait_all_tasks_blocked()
        with pytest.raises(RuntimeError, match="new thread"):
            await threads(len, "ab")
        gate.set()
    async with anyio.create_task_group() as group:
        for _ in range(3):
            group.start_soon(threads, together.wait)
    threads.close()


async def test_calls_share_the_threads_that_there_are_when_no_more_can_be_had(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    begin, gate, starts = threading.Thread.start, threading.Event(), []

    def start(thread: threading.Thread) -> None:
        starts.append(thread)
        if len(starts) == 1:
            serve = thread._target  # type: ignore[attr-defined]  # what it runs
            thread._target = lambda: gate.wait(10) and serve()  # type: ignore[attr-defined]
        if len(starts) == 2:
            raise RuntimeError("can't start new thread")
        begin(thread)

    monkeypatch.setattr(threading.Thread, "start", start)
    threads, together = Threads(), threading.Barrier(3, timeout=10)
    async with anyio.create_task_group() as group:
        for _ in range(4):
            group.start_soon(threads, len, "ab")
        await anyio.wait_all_tasks_blocked()
        gate.set()
    async with anyio.create_task_group() as group:
        for _ in range(3):
            group.start_soon(threads, together.wait)
    threads.close()
