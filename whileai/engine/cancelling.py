"""A cancellation that an agent brings on its own task, told from that of the run."""

from __future__ import annotations

import asyncio
import sys

import anyio
import anyio.lowlevel


def is_asked_for(*, lone: bool) -> bool:
    """Say whether the task was told to end; where Python cannot tell, it was.

    Args:
        lone: whether nobody has the task but the run, whose cancellations are scopes'.
    """
    if anyio.current_effective_deadline() == float("-inf"):
        return True
    task = _current()
    if task is None:
        return True
    return not lone if sys.version_info < (3, 11) else task.cancelling() > 0


def take_back() -> None:
    """Undo the cancellation that is being handled, unless it is the run's.

    Raises:
        BaseException: the cancellation itself, if the run is cancelled.
    """
    if anyio.current_effective_deadline() == float("-inf"):
        raise
    uncancel()


def uncancel() -> None:
    """Take back what was asked of asyncio's task and has arrived."""
    if sys.version_info < (3, 11):
        return
    task = _current()
    while task is not None and task.cancelling():
        task.uncancel()


async def settle_cancellation() -> None:
    """Use up a cancellation that nobody waited to meet, before its task ends.

    A task that ends with one counts as cancelled, and with it the run would end.
    """
    task = _current()
    if task is None:
        return
    if sys.version_info >= (3, 11) and not task.cancelling():
        return
    try:
        await anyio.lowlevel.checkpoint()
    except asyncio.CancelledError:
        take_back()
    else:
        uncancel()


def _current() -> asyncio.Task[object] | None:
    """Give asyncio's task; ``None`` on another event loop."""
    try:
        return asyncio.current_task()
    except RuntimeError:
        return None
