"""Rows leave the run here: in plan order, as they become final."""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING

import anyio
from attrs import define, field

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from whileai.model import Outcome, Row, Slot
    from whileai.plugins import Watch
    from whileai.stages import Run, Sink


@define(kw_only=True)
class Release:
    """Hands final rows to the data, the sinks and the watching plugins.

    Args:
        run: what hooks see.
        keep: takes each row for the data.
        sinks: take each row after that.
        watch: plugins that watch commits.
        full: says whether nothing new is to be played until rows are read.
        played: collects the slots of the rows, where they are to be replayed.
    """

    run: Run
    keep: Callable[[Row], None]
    sinks: Sequence[Sink]
    watch: Watch
    full: Callable[[], bool] = lambda: False
    played: list[Slot] | None = None
    _waiting: deque[Row] = field(factory=deque)
    _draining: bool = False

    def put(self, outcome: Outcome) -> None:
        """Take the next outcome in plan order."""
        if outcome.row is None:
            return
        self.give(outcome.row)
        if self.played is not None:
            self.played.append(outcome.slot)

    def give(self, row: Row) -> None:
        """Take the next row."""
        self._waiting.append(row)

    async def drain(self) -> None:
        """Hand on every row that waits, unless someone is at it already."""
        if self._draining or not self._waiting:
            return
        self._draining = True
        watched = self.watch.watched("row_committed")
        try:
            while self._waiting:
                row = self._waiting.popleft()
                self.keep(row)
                if self.sinks:
                    with anyio.CancelScope(shield=True):  # a row goes out whole
                        for sink in self.sinks:
                            await sink.put(row)
                if watched:
                    self.watch.call("row_committed", row=row, run=self.run)
        finally:
            self._draining = False

    @property
    def waiting(self) -> int:
        """Rows that are final and not yet handed on."""
        return len(self._waiting)
