"""An event loop and a thread for one run of a check, and what may not outlive it."""

from __future__ import annotations

import asyncio
import threading
import time
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Generic, TypeVar

import anyio
from attrs import define, field

from whileai.engine.steady import steady_loop
from whileai.testing.conformance.promise import BrokenPromise, Promise, promised

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Iterator

T = TypeVar("T")

LOOKS = 4
"""How often it is looked, within the time of a step, whether steps go on."""

GRACE_S = 0.2
"""Seconds that tasks have to end in once their stage is closed."""

THREAD_GRACE_S = 0.5
"""The same of threads, once their event loop has ended."""


@define
class Doing:
    """What a check is at, so that it can be said of a stage that never comes back."""

    promise: Promise = Promise.OPENED
    given: str = ""
    steps: int = 0

    @contextmanager
    def step(self, promise: Promise, given: str) -> Iterator[None]:
        """Name ``promise`` as the broken one, whatever happens in the block."""
        before = self.promise, self.given
        self._at(promise, given)
        with promised(promise, given):
            yield
        self._at(*before)

    def _at(self, promise: Promise, given: str) -> None:
        self.promise, self.given = promise, given
        self.steps += 1


@define
class _Box(Generic[T]):
    """What came of a run of a check, handed from its thread to the caller's."""

    value: list[T] = field(factory=list)
    error: BaseException | None = None
    told: threading.Event = field(factory=threading.Event)


def on_fresh_loop(main: Callable[[], Awaitable[T]], doing: Doing, within_s: float) -> T:
    """Give what ``main`` gives on an event loop of its own.

    The loop has a thread of its own, so that a running loop is no obstacle and a stage
    that never comes back is told of.

    Args:
        main: the run of a check.
        doing: what it is at.
        within_s: seconds that each step may take.

    Raises:
        BrokenPromise: as ``main`` does, if a step takes longer, or if the loop or a
            thread that it started does not end.
    """
    box: _Box[T] = _Box()
    before = set(threading.enumerate())
    thread = threading.Thread(
        target=_serve, args=(main, box), name="whileai-check", daemon=True
    )
    thread.start()
    _wait(box, doing, within_s)
    thread.join(within_s)
    if box.error is not None:
        raise box.error
    if thread.is_alive():
        came = "a task that does not end when it is cancelled"
        raise BrokenPromise(Promise.LEFT, "a run that is over", came)
    _no_thread_left(before)
    return box.value[0]


def _serve(main: Callable[[], Awaitable[T]], box: _Box[T]) -> None:
    async def run() -> None:
        try:
            box.value.append(await main())
        except BaseException as error:  # noqa: BLE001 - raised again for the caller
            box.error = error
        box.told.set()

    try:
        anyio.run(run, backend_options={"loop_factory": steady_loop})
    except BaseException as error:  # noqa: BLE001 - raised again for the caller
        box.error = box.error or error
        box.told.set()


def _wait(box: _Box[Any], doing: Doing, within_s: float) -> None:
    """Wait for what comes of a run, as long as its steps go on."""
    seen, quiet = -1, 0
    while not box.told.wait(within_s / LOOKS):
        quiet = quiet + 1 if doing.steps == seen else 0
        seen = doing.steps
        if quiet == LOOKS:
            came = f"nothing within {within_s:g} s"
            raise BrokenPromise(doing.promise, doing.given, came)


def _no_thread_left(before: set[threading.Thread]) -> None:
    """Make sure that no thread is left but those of the library's own pools."""
    until = time.monotonic() + THREAD_GRACE_S
    for thread in set(threading.enumerate()) - before:
        if thread.name.startswith("whileai-"):
            continue
        thread.join(max(until - time.monotonic(), 0))
        if thread.is_alive():
            came = f"the thread {thread.name!r} still runs"
            raise BrokenPromise(Promise.LEFT, "a run that is over", came)


def tasks_now() -> set[asyncio.Task[Any]]:
    """Give the tasks of the running loop."""
    return asyncio.all_tasks()


async def no_task_left(before: set[asyncio.Task[Any]]) -> None:
    """Make sure that no task is left but those that were there before.

    Raises:
        BrokenPromise: naming one that is.
    """
    left = asyncio.all_tasks() - before
    if left:
        _, left = await asyncio.wait(left, timeout=GRACE_S)
    for task in left:
        what = getattr(task.get_coro(), "__qualname__", "")
        came = f"the task {task.get_name()!r} ({what}) still runs"
        raise BrokenPromise(Promise.LEFT, "a stage that is closed", came)
