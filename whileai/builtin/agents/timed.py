"""A time limit for one call, whose timer is only set once the call waits."""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable, Generator
from typing import Any

import anyio
from attrs import define, field

from whileai.base.errors import CallTimeout
from whileai.calls.waits import clock


@define(eq=False)
class Limit:
    """The time that each call may take, on the event loop of one run.

    Args:
        seconds: at most.
    """

    seconds: float
    _kind: type[anyio.CancelScope] | None = field(init=False, default=None)
    _clock: Callable[[], float] = field(init=False, default=anyio.current_time)

    def of(self, call: Awaitable[Any]) -> Timed:
        """Limit ``call``."""
        if self._kind is None:  # anyio looks its event loop up each time it is asked
            self._kind = type(anyio.CancelScope())
            self._clock = clock()
        return Timed(call, self.seconds, self._kind(), self._clock)


class Timed(Awaitable[Any]):
    """Awaits ``call`` for ``seconds`` at most.

    The scope is entered first, so that scopes of the call's own nest in it. Its timer
    is set when the call first waits: before that it could not fire, and setting it and
    taking it back is most of what the limit would cost a call that never waits.

    Raises:
        CallTimeout: when awaited, if the call takes longer.
    """

    __slots__ = ("_call", "_clock", "_scope", "_seconds")

    def __init__(
        self,
        call: Awaitable[Any],
        seconds: float,
        scope: anyio.CancelScope,
        clock: Callable[[], float],
    ) -> None:
        self._call = call
        self._seconds = seconds
        self._scope = scope
        self._clock = clock

    def __await__(self) -> Generator[Any, Any, Any]:
        began = time.monotonic()
        with self._scope as scope:
            steps: Any = self._call.__await__()
            try:
                item = next(steps)
            except StopIteration as stop:
                if time.monotonic() - began <= self._seconds:
                    return stop.value
            else:
                spent = time.monotonic() - began
                scope.deadline = deadline = self._clock() + self._seconds - spent
                returned = yield from _resumed(item, steps)
                if self._clock() <= deadline:
                    return returned
        raise CallTimeout(self._seconds)


def _resumed(item: Any, steps: Any) -> Generator[Any, Any, Any]:
    """Go on with ``steps``, whose first ``item`` is there already."""
    while True:
        try:
            sent = yield item
        except BaseException as error:  # noqa: BLE001 - handed on to the call
            step, value = steps.throw, error
        else:
            step, value = steps.send, sent
        try:
            item = step(value)
        except StopIteration as stop:
            return stop.value
