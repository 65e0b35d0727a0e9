"""What ends a coroutine, a task or a program elsewhere ends only its own rollout."""

from __future__ import annotations

import asyncio
import sys
import threading
from itertools import count
from typing import TYPE_CHECKING, Any

import pytest
from anyio.lowlevel import checkpoint

import whileai as wai
from tests.support import look, ok, sim, slow_look
from whileai.engine.blocking import Loop

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Awaitable, Callable

pytestmark = [
    pytest.mark.contract("S15", "S52"),
    pytest.mark.filterwarnings("ignore::UserWarning"),
]


async def quits(message: object) -> str:
    raise GeneratorExit


async def quits_late(message: object) -> str:
    await asyncio.sleep(0)
    raise GeneratorExit


async def quits_between(message: str) -> AsyncIterator[str]:
    yield "Do"
    await asyncio.sleep(0)
    raise GeneratorExit


async def makes_none() -> Callable[[str], Awaitable[str]]:
    raise GeneratorExit


QUITTERS = {
    "at once": quits,
    "waiting": quits_late,
    "in pieces": quits_between,
    "made anew": wai.per_rollout(lambda: quits_late),
    "unmade": wai.per_rollout(makes_none),
}


@pytest.mark.parametrize("agent", QUITTERS.values(), ids=QUITTERS)
def test_an_agents_generator_exit_is_its_rollouts_error(agent: Any) -> None:
    lost = sim(agent, budget=12)
    assert (len(lost), lost.stopped_because) == (0, "agent_failed")
    assert lost.search["first_agent_error"] == "GeneratorExit"
    assert len(sim(ok, budget=12)) == 12


async def cancels(row: object) -> float:
    raise asyncio.CancelledError


async def cancels_itself(row: object) -> float:
    task = asyncio.current_task()
    assert task is not None
    task.cancel()
    await asyncio.sleep(0)
    return 1.0


GRADERS = [quits, quits_late, cancels, cancels_itself]


@pytest.mark.parametrize("grader", GRADERS)
@pytest.mark.parametrize("later", [False, True], ids=["in the run", "afterwards"])
def test_a_grader_that_exits_keeps_the_row_without_a_reward(
    grader: Any, later: bool
) -> None:
    data = sim(ok, budget=12, **({} if later else {"grader": grader}))
    if later:
        data.grade(grader)
    assert [row["reward"] for row in data] == [None] * 12
    assert {row["judge_status"] for row in data} == {"error"}
    assert all("Error" in str(row) or "Exit" in str(row) for row in data)


def test_a_graders_cancellation_that_comes_late_hits_no_other_row() -> None:
    calls = 0

    async def grader(row: object) -> float:
        nonlocal calls
        calls += 1
        task = asyncio.current_task()
        if calls % 2 and task is not None:
            task.cancel()
        else:
            await asyncio.sleep(0)
        return 1.0

    data = sim(ok, budget=12).grade(grader, concurrency=1)
    assert [row["reward"] for row in data] == [1.0] * 12


@pytest.mark.parametrize("error", [GeneratorExit, asyncio.CancelledError, SystemExit])
def test_a_callback_that_exits_is_not_called_again(error: type[BaseException]) -> None:
    def tell(counts: object) -> None:
        raise error

    data = sim(ok, budget=12, on_progress=tell)
    assert len(data) == 12
    assert any(f"on_progress raised {error.__name__}" in each for each in data.warnings)


async def exits(tool: str, arguments: object) -> None:
    raise SystemExit(2)


@pytest.mark.parametrize("agent", [look, slow_look])
def test_a_tool_that_exits_has_failed(agent: Any) -> None:
    for execute in (exits, lambda tool, arguments: quits(tool)):
        data = sim(agent, budget=3, execute=execute, fault_rate=0)
        assert [row["final_text"] for row in data] == ["Not found."] * 3


def interrupt(*_: object) -> Any:
    raise KeyboardInterrupt


async def interrupt_later(*_: object) -> Any:
    raise KeyboardInterrupt


TOOL = "the world (tool 'lookup_order')"
WHO = {
    "agent": ("the agent", {"agent": lambda message: interrupt()}),
    "grader": ("the grader", {"grader": lambda row: interrupt()}),
    "on_progress": ("on_progress", {"on_progress": interrupt}),
    "tool": (TOOL, {"agent": look, "execute": interrupt}),
    "async tool": (TOOL, {"agent": look, "execute": interrupt_later}),
    "awaited tool": (TOOL, {"agent": slow_look, "execute": interrupt_later}),
}


@pytest.mark.parametrize(("who", "options"), WHO.values(), ids=WHO)
def test_an_interruption_names_who_raised_it(who: str, options: dict[str, Any]) -> None:
    given = {"agent": ok, "budget": 12, "fault_rate": 0, **options}
    with pytest.raises(wai.Interrupted) as caught:
        sim(given.pop("agent"), **given)
    assert str(caught.value).startswith(f"{who} raised KeyboardInterrupt")


def in_a_task(error: type[BaseException]) -> Callable[[str], Awaitable[str]]:
    """Give an agent whose third call begins a task that raises ``error``."""
    calls = count(1)

    async def fails() -> None:
        raise error

    async def agent(message: str) -> str:
        if next(calls) == 3:
            await asyncio.create_task(fails())
        return "Done."

    return agent


def test_an_exit_in_a_task_of_an_agent_is_its_rollouts_error() -> None:
    data = sim(in_a_task(SystemExit), budget=12)
    assert len(data) == 12
    assert data.search["rollouts"]["rerolled_by"]["agent_error"] == 1


def test_an_interruption_in_a_task_of_an_agent_keeps_what_landed() -> None:
    with pytest.raises(wai.Interrupted, match="the agent raised") as caught:
        sim(in_a_task(KeyboardInterrupt), budget=12, concurrency=1)
    assert len(caught.value.data) == 2


def test_an_exit_in_a_callback_of_the_loop_hits_nobody() -> None:
    async def agent(message: str) -> str:
        asyncio.get_running_loop().call_soon(sys.exit)
        await asyncio.sleep(0)
        return "Done."

    assert len(sim(agent, budget=12)) == 12


def test_an_agent_that_stops_the_loop_is_told_so_and_hits_no_later_run() -> None:
    async def agent(message: str) -> str:
        asyncio.get_running_loop().stop()
        return "Done."

    with pytest.raises(wai.WhileAIError, match="stopped it, such as"):
        sim(agent, budget=12)
    assert len(sim(ok, budget=12)) == 12


def test_an_inner_run_whose_loop_is_stopped_says_so_too() -> None:
    told: list[str] = []

    async def inner(message: str) -> str:
        asyncio.get_running_loop().stop()
        return "Done."

    async def outer(message: str) -> str:
        with pytest.raises(wai.WhileAIError) as caught:
            sim(inner, budget=2)
        told.append(str(caught.value))
        return "Done."

    assert len(sim(outer, budget=2)) == 2
    assert all("stopped it, such as" in each for each in told)


def name_of(task: asyncio.Task[Any] | None) -> str:
    """Give the name of the function that a task runs: one for all rollouts."""
    return "" if task is None else getattr(task.get_coro(), "__qualname__", "")


def test_an_agent_that_cancels_tasks_of_the_run_is_told_with_the_rows() -> None:
    calls: list[str] = []

    async def agent(message: str) -> str:
        calls.append(message)
        if len(calls) == 6:
            for task in asyncio.all_tasks() - {asyncio.current_task()}:
                if name_of(task) == name_of(asyncio.current_task()):
                    task.cancel()
        await asyncio.sleep(0)
        return "Done."

    with pytest.raises(wai.RunStopped, match="cancel your own tasks alone") as caught:
        sim(agent, budget=60, concurrency=4)
    assert 0 < len(caught.value.data) < 60
    assert caught.value.data.stopped_because == "task_cancelled"


def test_a_loop_that_is_ending_is_replaced() -> None:
    loop, ending, gate = Loop(), threading.Event(), threading.Event()
    first = loop.portal()

    async def stops() -> None:
        await first.stop()
        for _ in range(9):
            await checkpoint()
        ending.set()
        gate.wait(10)

    assert loop.portal() is first
    first.start_task_soon(stops)
    assert ending.wait(10)
    second = loop.portal()
    assert second is not first
    assert second.call(threading.get_ident) != threading.get_ident()
    gate.set()
    loop.stop()
