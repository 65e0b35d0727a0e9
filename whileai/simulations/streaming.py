"""``stream``: rows one by one, in plan order, in memory that does not grow."""

from __future__ import annotations

from collections import deque
from contextlib import AsyncExitStack
from typing import TYPE_CHECKING, Any

import anyio
from attrs import define, evolve, field

from whileai.base.errors import RunStopped
from whileai.engine.groups import single_error
from whileai.options import Keywords, signature
from whileai.simulations.configuration import resolve
from whileai.simulations.recording import Recording

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from anyio.abc import TaskGroup
    from typing_extensions import Self, Unpack

    from whileai.model import Row, RowDict
    from whileai.results import SimulationData

OPEN_ROWS = 4096
"""Rows in memory at a time, where ``advanced["open_rows"]`` does not say."""


@define
class Backlog:
    """Rows that are final and not read yet: at most ``most``, give or take a landing.

    Args:
        most: rows after which nothing new is played until some are read.
    """

    most: int
    rows: deque[Row] = field(factory=deque)
    closed: bool = False
    _came: anyio.Event = field(factory=anyio.Event)

    def put(self, row: Row) -> None:
        """Take the next row."""
        self.rows.append(row)
        self._came.set()

    def close(self) -> None:
        """Say that no further row comes."""
        self.closed = True
        self._came.set()

    @property
    def full(self) -> bool:
        """Whether enough rows wait to be read."""
        return len(self.rows) >= self.most

    async def next(self) -> Row | None:
        """Give the next row; ``None`` once there is none and none will come."""
        while not self.rows:
            if self.closed:
                return None
            self._came = anyio.Event()
            await self._came.wait()
        return self.rows.popleft()


class Stream:
    """A run whose rows are read while it goes on.

    ``async with wai.stream(agent, ...) as run:``, then ``async for row in run:``. After
    the last row ``run.data`` has the report, search and warnings, and no rows. Leaving
    the block early stops the run: its ``data.stopped_because`` is ``"stopped"`` then.
    What ends the run as an error leaves the block, as it leaves ``simulate``.
    """

    def __init__(self, keywords: dict[str, Any]) -> None:
        options = resolve(keywords)
        if options.stop.dry_run:
            raise ValueError(
                "dry_run=True gives a forecast and no rows: pass it to simulate() "
                "instead of stream()"
            )
        rows = options.advanced.open_rows or OPEN_ROWS
        options = evolve(options, advanced=evolve(options.advanced, open_rows=rows))
        self._backlog = Backlog(max(1, rows // 2))
        self._recording = Recording(options, backlog=self._backlog)
        self._stack = AsyncExitStack()
        self._group: TaskGroup | None = None
        self._data: SimulationData | None = None
        self._status = "streaming"

    async def __aenter__(self) -> Self:
        if self._group is not None:
            raise RuntimeError("a stream is played once; call wai.stream() for another")
        self._group = await self._stack.enter_async_context(anyio.create_task_group())
        self._group.start_soon(self._play)
        return self

    async def __aexit__(self, *exc: object) -> None:
        if self._group is not None and not self._backlog.closed:
            self._status = "stopped"
            self._group.cancel_scope.cancel()
        with single_error():
            await self._stack.aclose()

    async def _play(self) -> None:
        try:
            self._data = await self._recording.play()
        except RunStopped as stopped:
            self._data = stopped.data
            raise
        finally:
            self._backlog.close()

    async def __aiter__(self) -> AsyncIterator[RowDict]:
        if self._group is None:
            raise RuntimeError(
                "a stream is opened first: `async with wai.stream(...) as run:`, then "
                "`async for row in run:`"
            )
        while (row := await self._backlog.next()) is not None:
            yield row.to_json()  # type: ignore[misc]
            self._recording.refill()

    @property
    def data(self) -> SimulationData:
        """What the run says of itself so far: report, search, warnings."""
        if self._data is None:
            return self._recording.data(self._status)
        return self._data  # it has no rows, and what has none is false


def stream(agent: Any = None, **options: Unpack[Keywords]) -> Stream:
    """Play a run and read its rows as they become final, in plan order.

    Args:
        agent: a callable that takes the person's message and returns its trajectory.
        **options: the keywords listed below, with their defaults.

    Returns:
        An async context manager that iterates over rows. Rows that are read are not
        kept: at most ``advanced["open_rows"]`` (4,096) are in memory at a time.

    Raises:
        TypeError, ValueError: at once, as ``simulate`` does.
    """
    return Stream({"agent": agent, **options})


stream.__signature__ = signature(returns=Stream)  # type: ignore[attr-defined]
