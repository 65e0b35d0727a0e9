"""The steps of one slot: in a context of their own, and heard when they wait."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Awaitable, Callable, Coroutine, Generator
from contextvars import copy_context
from typing import Any, TypeVar

import anyio
import anyio.lowlevel

T = TypeVar("T")


class Stepped(Awaitable[T]):
    """Awaits ``work`` in a copy of the context, so that nothing it sets stays behind.

    Args:
        work: what is awaited.
        waits: called when ``work`` waits for the first time.
    """

    __slots__ = ("_waits", "_work")

    def __init__(self, work: Coroutine[Any, Any, T], waits: Callable[[], None]) -> None:
        self._work = work
        self._waits = waits

    def __await__(self) -> Generator[Any, Any, T]:
        own = copy_context()
        steps: Any = self._work
        try:
            item = own.run(steps.send, None)
        except StopIteration as stop:
            return stop.value  # type: ignore[no-any-return]  # what the work gives
        self._waits()
        while True:
            try:
                sent = yield item
            except BaseException as error:  # noqa: BLE001 - handed on to the work
                step, value = steps.throw, error
            else:
                step, value = steps.send, sent
            try:
                item = own.run(step, value)
            except StopIteration as stop:
                return stop.value  # type: ignore[no-any-return]  # what the work gives


def uncancel() -> None:
    """Take back a cancellation that an agent brought on its own task."""
    if sys.version_info < (3, 11):
        return
    task = asyncio.current_task()
    while task is not None and task.cancelling():
        task.uncancel()


async def spent_cancellation() -> None:
    """Use up a cancellation that an agent asked for and did not wait to meet."""
    if not getattr(_current(), "_must_cancel", False):
        return
    try:
        await anyio.lowlevel.checkpoint()
    except asyncio.CancelledError:
        if anyio.current_effective_deadline() == float("-inf"):
            raise  # the run itself is cancelled
        uncancel()


def _current() -> object:
    """Give asyncio's task; ``None`` on another event loop."""
    try:
        return asyncio.current_task()
    except RuntimeError:
        return None
