"""What a run has in flight: tasks begun by the thousand, held and ended together.

A task group of anyio gives each task a handle, an event and a state beside the cancel
scope, which is half of what beginning a rollout costs. Nobody waits for one rollout, so
asyncio's tasks with a scope each are enough: shields, deadlines and cancellations that
are asked for again and again work in them as they do in the group.
"""

from __future__ import annotations

import asyncio
from contextlib import asynccontextmanager, suppress
from contextvars import Context, copy_context
from typing import TYPE_CHECKING

import anyio
from anyio.lowlevel import current_token
from attrs import define, field

from whileai.base.errors import RunStopped

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable, Coroutine

    from anyio.abc import TaskGroup

    Flight = Callable[..., Coroutine[object, object, None]]


@asynccontextmanager
async def flights() -> AsyncIterator[Flights]:
    """Hold what is begun until all of it has ended.

    An error of one ends the others, as in a task group, and leaves in a group.

    Raises:
        ExceptionGroup: of what they raised; of a ``RunStopped`` where one of them was
            cancelled and not the run.
    """
    async with anyio.create_task_group() as group:
        held = Flights(group=group, loop=_loop())
        try:
            yield held
            await held.over()
            held.check()
        except BaseException:
            held.cancel()
            await held.let_end()
            raise


@define(kw_only=True, eq=False)
class Flights:
    """Begins functions that run side by side.

    Args:
        group: takes their errors; on another event loop than asyncio's, takes them.
        loop: asyncio's, if that runs here.
    """

    group: TaskGroup
    loop: asyncio.AbstractEventLoop | None
    _context: Context = field(init=False, factory=copy_context, repr=False)
    _kind: type[anyio.CancelScope] = field(init=False, repr=False)
    _under_way: dict[asyncio.Task[None], anyio.CancelScope] = field(
        init=False, factory=dict, repr=False
    )
    _none_left: anyio.Event | None = field(init=False, default=None, repr=False)
    _cut: bool = field(init=False, default=False)

    @_kind.default
    def _scopes(self) -> type[anyio.CancelScope]:
        """Anyio looks its event loop up each time it is asked for a scope."""
        return type(anyio.CancelScope())

    def begin(self, function: Flight, *args: object) -> None:
        """Begin a function, in the context of the run and not in that of another."""
        if self.loop is None:
            self._context.run(self.group.start_soon, function, *args)
        else:
            self._context.run(self._begin, self.loop, function, args)

    def _begin(
        self,
        loop: asyncio.AbstractEventLoop,
        function: Flight,
        args: tuple[object, ...],
    ) -> None:
        scope = self._kind()
        if self._cut or self.group.cancel_scope.cancel_called:
            scope.cancel()
        # not by the loop's factory, which may run it at once
        task = asyncio.Task(self._flown(scope, function, args), loop=loop)
        self._under_way[task] = scope
        task.add_done_callback(self._ended)

    async def _flown(
        self,
        scope: anyio.CancelScope,
        function: Flight,
        args: tuple[object, ...],
    ) -> None:
        try:
            with scope:
                await function(*args)
        except asyncio.CancelledError:
            raise
        except BaseException as error:  # noqa: BLE001 - the group raises it
            self.group.start_soon(_raise, error)

    def _ended(self, task: asyncio.Task[None]) -> None:
        """Let go of a task; it may have been cancelled before it ever ran."""
        del self._under_way[task]
        if task.cancelled():  # and not by its scope: nothing here may go on
            self._cut = True
            self._cancel_all()
        if self._none_left is not None and not self._under_way:
            self._none_left.set()

    def cancel(self) -> None:
        """End everything that is under way, and what is begun from here on."""
        self.group.cancel_scope.cancel()
        self._cancel_all()

    def _cancel_all(self) -> None:
        for scope in tuple(self._under_way.values()):
            scope.cancel()

    def check(self) -> None:
        """Refuse to go on as if nothing had happened, where a task was cut off.

        Raises:
            RunStopped: if somebody cancelled a task of the run, and not the run.
        """
        if self._cut:
            raise RunStopped(
                "something cancelled a task of the run that was not its own, such as "
                "an agent that cancels what asyncio.all_tasks() gives; cancel your own "
                "tasks alone"
            )

    async def over(self) -> None:
        """Wait until nothing is under way."""
        while self._under_way:
            self._none_left = anyio.Event()
            await self._none_left.wait()

    async def let_end(self) -> None:
        """Wait for what was cancelled, however often the task that waits is, too."""
        with anyio.CancelScope(shield=True):
            while self._under_way:
                with suppress(asyncio.CancelledError):
                    await self.over()


async def _raise(error: BaseException) -> None:
    raise error


def _loop() -> asyncio.AbstractEventLoop | None:
    """Give asyncio's event loop; ``None`` where another one runs, as its guest too."""
    native = current_token().native_token
    return native if isinstance(native, asyncio.AbstractEventLoop) else None
