"""An event loop whose time jumps to the next thing due instead of waiting for it."""

from __future__ import annotations

import asyncio
import selectors
from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    from collections.abc import Coroutine

T = TypeVar("T")
Ready = list[tuple[selectors.SelectorKey, int]]


class _Skipping(selectors.SelectSelector):
    """Never waits for time, only for other threads."""

    now = 0.0

    def select(self, timeout: float | None = None) -> Ready:
        """Give what is ready; with nothing ready, let the time pass at once."""
        ready = super().select(0)
        if ready or timeout == 0:
            return ready
        if timeout is None:
            return super().select(None)
        self.now += timeout
        return []


class SkippingLoop(asyncio.SelectorEventLoop):
    """Runs what sleeps as fast as it can be scheduled; ``time()`` is the sleepers'."""

    def __init__(self) -> None:
        self._skipping = _Skipping()
        super().__init__(self._skipping)

    def time(self) -> float:
        """Give the seconds that the sleepers believe have passed."""
        return self._skipping.now


def skipped(work: Coroutine[Any, Any, T]) -> tuple[T, float]:
    """Run ``work`` without waiting; give its value and the time it believes it took."""
    loop = SkippingLoop()
    try:
        return loop.run_until_complete(work), loop.time()
    finally:
        loop.close()
