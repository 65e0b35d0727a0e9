"""A call that is cancelled at the moment it waits for the so-manieth time."""

from __future__ import annotations

from collections.abc import Awaitable, Generator
from typing import Any

import anyio
from attrs import define, field

MOST_CUTS = 6
"""Places at which a call is cut: its first waits, one in the middle, its last."""


@define(eq=False)
class Cut(Awaitable[Any]):
    """Awaits ``call``, and cancels it at its wait number ``at``, counted from 1.

    Args:
        call: what is awaited.
        at: 0 never cancels.

    Attributes:
        waits: how often the call has waited.
        thrown: whether the cancellation has reached it.
        swallowed: whether it gave a value though it had.
    """

    call: Awaitable[Any]
    at: int = 0
    waits: int = 0
    thrown: bool = False
    swallowed: bool = False
    _scope: anyio.CancelScope = field(init=False, factory=anyio.CancelScope)

    def __await__(self) -> Generator[Any, Any, Any]:
        with self._scope:
            steps: Any = self.call.__await__()
            step: Any = steps.send
            given: Any = None
            while True:
                try:
                    item = step(given)
                except StopIteration as stop:
                    self.swallowed = self.thrown
                    return stop.value
                self.waits += 1
                if self.waits == self.at:
                    self._scope.cancel()
                try:
                    given = yield item
                    step = steps.send
                except BaseException as error:  # noqa: BLE001 - handed on to the call
                    cancelled = isinstance(error, anyio.get_cancelled_exc_class())
                    self.thrown |= cancelled and self.waits >= self.at > 0
                    step, given = steps.throw, error
        return None


def places(waits: int) -> list[int]:
    """Give the waits at which a call with so many of them is cut."""
    early = range(1, min(waits, MOST_CUTS - 2) + 1)
    return sorted({*early, *([waits // 2 + 1, waits] if waits else [])})
