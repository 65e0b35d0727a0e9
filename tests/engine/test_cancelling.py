"""Rollouts share neither context nor cancellation."""

from __future__ import annotations

import asyncio
from contextvars import ContextVar

import pytest

from tests.support import sim

pytestmark = pytest.mark.contract("S50", "S52")
mark: ContextVar[int] = ContextVar("mark", default=0)
waiting = pytest.mark.parametrize("waits", [False, True], ids=["at once", "waiting"])


@waiting
def test_what_an_agent_sets_in_its_context_is_gone_in_the_next_rollout(
    waits: bool,
) -> None:
    seen = []

    async def agent(message: str) -> str:
        seen.append(mark.get())
        mark.set(mark.get() + 1)
        if waits:
            await asyncio.sleep(0)
        return "Done."

    assert len(sim(agent, budget=20, concurrency=4)) == 20
    assert seen == [0] * 20


@waiting
def test_a_cancellation_that_an_agent_does_not_wait_for_hits_nobody(
    waits: bool,
) -> None:
    calls = 0

    async def agent(message: str) -> str:
        nonlocal calls
        calls += 1
        third = calls == 3
        if waits:
            await asyncio.sleep(0)
        task = asyncio.current_task()
        if third and task is not None:
            task.cancel()
        return "Done."

    data = sim(agent, budget=20, concurrency=4)
    assert len(data) == calls == 20


@waiting
@pytest.mark.parametrize("graded", [False, True], ids=["plain", "graded"])
def test_a_cancellation_that_comes_late_ends_no_run(waits: bool, graded: bool) -> None:
    calls = 0

    async def agent(message: str) -> str:
        nonlocal calls
        calls += 1
        task = asyncio.current_task()
        if calls == 3 and task is not None:
            asyncio.get_running_loop().call_soon(task.cancel)
        elif waits:
            await asyncio.sleep(0)
        return "Done."

    async def grader(row: object) -> float:
        await asyncio.sleep(0)
        return 1.0

    options = {"grader": grader} if graded else {}
    data = sim(agent, budget=30, concurrency=4, **options)
    assert len(data) == 30
    assert data.stopped_because == "budget"
