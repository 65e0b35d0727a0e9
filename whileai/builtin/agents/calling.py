"""One call of an agent: on the loop or on a thread, drained, and watched."""

from __future__ import annotations

import asyncio
import functools
import inspect
import time
from collections.abc import AsyncGenerator, Awaitable, Callable, Generator, Iterator
from contextlib import aclosing, closing
from typing import TYPE_CHECKING, Any

import anyio
from attrs import field, frozen

from whileai.base.errors import StageError, StoppedByStage, given, interruption
from whileai.base.text import named_type
from whileai.builtin.agents.callables import (
    check_arity,
    takes_history,
    takes_world,
    waits,
)
from whileai.builtin.agents.marks import class_refused

if TYPE_CHECKING:
    from whileai.stages import Offload

HELD_S = 1.0
"""Seconds an async agent may hold the event loop in one go without a warning."""


@frozen(kw_only=True)
class Bound:
    """One agent object, and how it is called.

    Args:
        call: the function, method, partial or callable object.
        waits: true when calling it only makes a coroutine; else it runs on a thread,
            and what it returns is awaited on the run's loop if it can be.
        takes_world: true when it has a parameter spelled ``world``.
        multi: true when it is handed the history, once per user turn.
    """

    call: Callable[..., Any] = field(repr=False)
    waits: bool = False
    takes_world: bool = False
    multi: bool = False

    @classmethod
    def of(cls, agent: Any, turns: str | None = None) -> Bound:
        """Look at an agent.

        Raises:
            TypeError: if it is a class, or cannot be called with one message.
        """
        if isinstance(agent, type):
            raise class_refused(agent, "agent=")
        if not callable(agent):
            raise TypeError(
                f"agent={given(agent)} cannot be called; an agent takes the person's "
                "message and returns its trajectory"
            )
        check_arity(agent)
        return cls(
            call=agent,
            waits=waits(agent),
            takes_world=takes_world(agent),
            multi=takes_history(agent) if turns is None else turns == "multi",
        )


@frozen(kw_only=True)
class Caller:
    """Calls agents.

    Args:
        offload: runs a blocking call on a thread.
        held: called when an agent held the event loop for longer than ``HELD_S``.
        clock: gives seconds.
    """

    offload: Offload = field(repr=False)
    held: Callable[[], None] = field(repr=False)
    clock: Callable[[], float] = field(default=time.perf_counter, repr=False)

    async def answer(self, bound: Bound, *args: Any, **extra: Any) -> Any:
        """Give what the agent returns, awaited, and drained to text if it streams."""
        call = functools.partial(bound.call, *args, **extra)
        if bound.waits:
            return await _Watched(self._settled(call()), self.clock, self.held)
        returned = await self.offload(on_thread, call)
        if not inspect.isawaitable(returned) and not isinstance(
            returned, AsyncGenerator
        ):
            return returned
        return await _Watched(self._settled(returned), self.clock, self.held)

    async def _settled(self, returned: Any) -> Any:
        while inspect.isawaitable(returned):
            returned = await returned
        if isinstance(returned, AsyncGenerator):
            async with aclosing(returned):
                return "".join([checked(item) async for item in returned])
        if isinstance(returned, Generator):
            return await self.offload(drained, returned)
        return returned


def on_thread(call: Callable[[], Any]) -> Any:
    """Make a blocking call; what it raises to end a task or a program is its error.

    Raises:
        StageError: for such a raise; any other exception comes as it is.
        StoppedByStage: for ``KeyboardInterrupt``.
    """
    try:
        returned = call()
        return drained(returned) if isinstance(returned, Generator) else returned
    except (Exception, StoppedByStage):
        raise
    except BaseException as error:
        stopped = interruption(error, "the agent")
        raise stopped or StageError("agent", "answering", error) from error


def drained(pieces: Generator[Any, Any, Any]) -> str:
    """Give the text of a generator.

    Raises:
        TypeError: if it yields anything but text.
    """
    with closing(pieces):
        return "".join(map(checked, pieces))


def checked(piece: Any) -> str:
    """Give one piece of streamed text.

    Raises:
        TypeError: if it is anything else.
    """
    if isinstance(piece, str):
        return piece
    raise TypeError(
        f"the agent's generator gave {named_type(piece)} ({given(piece, 60)}); a "
        "generator gives the reply as pieces of text"
    )


class _Watched(Awaitable[Any]):
    """Awaits a coroutine and times each of its steps, in which nothing else can run."""

    def __init__(
        self,
        steps: Awaitable[Any],
        clock: Callable[[], float],
        held: Callable[[], None],
    ) -> None:
        self._steps = steps
        self._clock = clock
        self._held = held

    def __await__(self) -> Generator[Any, Any, Any]:
        steps = self._steps.__await__()
        value: Any = None
        thrown: BaseException | None = None
        while True:
            began = self._clock()
            try:
                item = _next(steps, value, thrown)
            except StopIteration as stop:
                return stop.value
            finally:
                if self._clock() - began > HELD_S:
                    self._held()
            value = thrown = None
            try:
                value = yield item
            except BaseException as error:  # noqa: BLE001 - handed on to the agent
                thrown = error


def _next(steps: Iterator[Any], value: Any, thrown: BaseException | None) -> Any:
    """Go one step on; a cancellation that nobody asked for is the agent's own error."""
    generator: Any = steps
    if thrown is not None:
        return generator.throw(thrown)
    try:
        return next(steps) if value is None else generator.send(value)
    except (asyncio.CancelledError, GeneratorExit) as error:
        late = anyio.current_effective_deadline() == float("-inf")
        if late and not isinstance(error, GeneratorExit):
            raise
        raise StageError("agent", "answering", error) from error
