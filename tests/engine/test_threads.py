"""The pool of threads that users' blocking functions run on."""

from __future__ import annotations

import threading
import time

import anyio
import pytest

from whileai.engine.threads import Threads

pytestmark = [pytest.mark.contract("S01", "S43"), pytest.mark.anyio]


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


async def test_no_call_waits_for_another() -> None:
    threads, together = Threads(), threading.Barrier(50)
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
    threads, stuck = Threads(), threading.Event()
    with anyio.move_on_after(0.01):
        await threads(stuck.wait)
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
