"""What is in flight is held, cancelled and ended as a task group does it."""

from __future__ import annotations

import asyncio
import sys
from contextvars import ContextVar
from typing import TYPE_CHECKING, Any

import anyio
import anyio.lowlevel
import pytest

from whileai.engine.flights import flights

if sys.version_info < (3, 11):
    from exceptiongroup import BaseExceptionGroup

if TYPE_CHECKING:
    from collections.abc import Callable

pytestmark = [
    pytest.mark.contract("S38", "S40"),
    pytest.mark.parametrize("anyio_backend", ["asyncio", "trio"]),
]


@pytest.fixture(autouse=True)
def _installed(anyio_backend: str) -> None:
    pytest.importorskip(anyio_backend, reason="trio comes with the extra 'testing'")


async def _noted(notes: list[Any], note: Any, turns: int = 1) -> None:
    for _ in range(turns):
        await anyio.lowlevel.checkpoint()
    notes.append(note)


async def _sleeping(notes: list[Any]) -> None:
    try:
        await anyio.sleep_forever()
    finally:
        notes.append("ended")


async def _failing(error: BaseException) -> None:
    await anyio.lowlevel.checkpoint()
    raise error


@pytest.mark.anyio
async def test_what_is_begun_has_ended_when_the_block_is_left() -> None:
    notes: list[Any] = []
    async with flights() as held:
        for number in range(5):
            held.begin(_noted, notes, number, 5 - number)
    assert sorted(notes) == [0, 1, 2, 3, 4]


@pytest.mark.anyio
async def test_what_one_begins_is_waited_for_too() -> None:
    notes: list[Any] = []

    async def further() -> None:
        await anyio.lowlevel.checkpoint()
        held.begin(_noted, notes, "further", 3)

    async with flights() as held:
        held.begin(further)
    assert notes == ["further"]


@pytest.mark.anyio
async def test_an_error_ends_the_others_and_leaves_in_a_group() -> None:
    notes: list[Any] = []

    async def play() -> None:
        async with flights() as held:
            held.begin(_sleeping, notes)
            held.begin(_failing, OSError("no"))

    with pytest.raises(BaseExceptionGroup) as caught:
        await play()
    assert [repr(each) for each in caught.value.exceptions] == ["OSError('no')"]
    assert notes == ["ended"]


@pytest.mark.anyio
async def test_an_error_of_the_block_ends_what_is_in_flight() -> None:
    notes: list[Any] = []

    async def play() -> None:
        async with flights() as held:
            held.begin(_sleeping, notes)
            await _failing(OSError("no"))

    with pytest.raises(BaseExceptionGroup):
        await play()
    assert notes == ["ended"]


@pytest.mark.anyio
async def test_cancelling_ends_what_is_in_flight_and_what_is_begun_after() -> None:
    notes: list[Any] = []
    async with flights() as held:
        held.begin(_sleeping, notes)
        await anyio.lowlevel.checkpoint()
        held.cancel()
        held.begin(_noted, notes, "after", 2)
    assert notes == ["ended"]


@pytest.mark.anyio
async def test_a_scope_around_it_cancels_what_is_in_flight() -> None:
    notes: list[Any] = []
    with anyio.CancelScope() as around:
        async with flights() as held:
            held.begin(_sleeping, notes)
            await anyio.lowlevel.checkpoint()
            around.cancel()
    assert around.cancelled_caught
    assert notes == ["ended"]


@pytest.mark.anyio
async def test_what_is_shielded_goes_on_to_its_end() -> None:
    notes: list[Any] = []

    async def shielded() -> None:
        with anyio.CancelScope(shield=True):
            held.cancel()
            await _noted(notes, "whole", 3)

    async with flights() as held:
        held.begin(shielded)
    assert notes == ["whole"]


@pytest.mark.anyio
async def test_one_that_swallows_a_cancellation_is_cancelled_again() -> None:
    notes: list[Any] = []

    async def stubborn() -> None:
        for _ in range(3):
            try:
                await anyio.sleep_forever()
            except anyio.get_cancelled_exc_class():  # noqa: PERF203
                notes.append("again")
        await anyio.sleep_forever()

    async with flights() as held:
        held.begin(stubborn)
        await anyio.lowlevel.checkpoint()
        held.cancel()
    assert notes == ["again"] * 3


@pytest.mark.anyio
async def test_each_is_begun_in_the_context_of_the_run() -> None:
    name: ContextVar[str] = ContextVar("name", default="")
    seen: list[str] = []

    async def named(own: str, *others: str) -> None:
        seen.append(name.get())
        name.set(own)
        if others:
            held.begin(named, *others)

    name.set("run")
    async with flights() as held:
        name.set("later")
        held.begin(named, "first", "second")
    assert seen == ["run", "run"]


@pytest.mark.anyio
async def test_one_that_cancels_itself_ends_the_run(anyio_backend: str) -> None:
    if anyio_backend == "trio":
        pytest.skip("trio's tasks cannot be cancelled one by one")
    notes: list[Any] = []

    async def itself() -> None:
        task = asyncio.current_task()
        assert task is not None
        task.cancel()
        await anyio.lowlevel.checkpoint()

    async def play() -> None:
        async with flights() as held:
            held.begin(_sleeping, notes)
            held.begin(itself)

    with pytest.raises(BaseExceptionGroup) as caught:
        await play()
    assert "cancelled a task of the run" in str(caught.value.exceptions[0])
    assert notes == ["ended"]


@pytest.mark.anyio
async def test_one_that_is_cancelled_before_it_ran_is_told(anyio_backend: str) -> None:
    if anyio_backend == "trio":
        pytest.skip("trio's tasks cannot be cancelled one by one")
    notes: list[Any] = []

    async def play() -> None:
        before = asyncio.all_tasks()
        async with flights() as held:
            held.begin(_noted, notes, "ran")
            (task,) = asyncio.all_tasks() - before
            task.cancel()

    with pytest.raises(BaseExceptionGroup) as caught:
        await play()
    assert "cancelled a task of the run" in str(caught.value.exceptions[0])
    assert not notes


@pytest.mark.anyio
async def test_whoever_cancels_the_run_too_meets_the_cancellation(
    anyio_backend: str,
) -> None:
    if anyio_backend == "trio":
        pytest.skip("trio's tasks cannot be cancelled one by one")
    notes: list[Any] = []

    async def play() -> None:
        async with flights() as held:
            held.begin(_sleeping, notes)

    before = asyncio.all_tasks()
    run = asyncio.ensure_future(play())
    await anyio.wait_all_tasks_blocked()
    for task in asyncio.all_tasks() - before:
        task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await run
    assert notes == ["ended"]


@pytest.mark.anyio
@pytest.mark.skipif(sys.version_info < (3, 12), reason="eager tasks came with 3.12")
async def test_nothing_runs_before_its_turn(anyio_backend: str) -> None:
    if anyio_backend == "asyncio":
        eager: Callable[..., Any] = asyncio.eager_task_factory  # type: ignore[attr-defined]
        asyncio.get_running_loop().set_task_factory(eager)
    notes: list[Any] = []
    async with flights() as held:
        held.begin(_noted, notes, "begun", 0)
        assert not notes
    assert notes == ["begun"]


@pytest.mark.anyio
async def test_cancelling_again_leaves_nothing_behind(anyio_backend: str) -> None:
    if anyio_backend == "trio":
        pytest.skip("trio's tasks cannot be cancelled one by one")
    notes: list[Any] = []
    gate = anyio.Event()

    async def shielded() -> None:
        with anyio.CancelScope(shield=True):
            await gate.wait()
        notes.append("cleaned")

    async def play() -> None:
        async with flights() as held:
            held.begin(shielded)

    task = asyncio.ensure_future(play())
    for _ in range(3):
        await anyio.wait_all_tasks_blocked()
        task.cancel()
    await anyio.wait_all_tasks_blocked()
    gate.set()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert notes == ["cleaned"]


@pytest.mark.anyio
async def test_trio_may_be_a_guest_of_asyncio(anyio_backend: str) -> None:
    if anyio_backend == "trio":
        pytest.skip("asyncio is the host")
    trio = pytest.importorskip("trio")
    loop, over = asyncio.get_running_loop(), anyio.Event()
    notes: list[Any] = []

    async def play() -> None:
        async with flights() as held:
            held.begin(_noted, notes, "flown")

    trio.lowlevel.start_guest_run(
        play,
        run_sync_soon_threadsafe=loop.call_soon_threadsafe,
        done_callback=lambda _outcome: over.set(),
    )
    with anyio.fail_after(10):
        await over.wait()
    assert notes == ["flown"]
