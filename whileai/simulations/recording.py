"""One call as it goes: its rows, and what can be said of them at any moment."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from attrs import define, field

from whileai.base.errors import Interrupted, RunStopped, StoppedByStage, describe
from whileai.base.text import counted
from whileai.engine.blocking import blocking
from whileai.engine.run import Call
from whileai.plugins import installed
from whileai.results import SimulationData
from whileai.results.search import Gathered, data_of

if TYPE_CHECKING:
    from whileai.engine.forecast import Forecast
    from whileai.model import Row
    from whileai.options import Options


class Reader(Protocol):
    """Takes rows in place of the recording."""

    def put(self, row: Row) -> None:
        """Take the next row."""
        ...

    @property
    def full(self) -> bool:
        """Whether enough rows wait to be read."""
        ...


@define
class Recording:
    """Plays one call and keeps its rows, unless a reader takes them.

    Args:
        options: everything the user asked for, resolved.
        backlog: takes the rows, where they are read while the run goes on.
        quiet: whether it prints nothing and shows no warning.
        lines: the rows kept so far, as JSON.
        gathered: what is counted of them.
    """

    options: Options
    backlog: Reader | None = None
    quiet: bool = False
    lines: list[bytes] = field(factory=list)
    gathered: Gathered = field(factory=Gathered)
    _call: Call = field(init=False)

    def __attrs_post_init__(self) -> None:
        manager = installed().with_plugins(self.options.who.plugins)
        self._call = Call(
            options=self.options,
            manager=manager,
            keep=self._keep,
            full=self._full,
            quiet=self.quiet,
        )

    def _keep(self, row: Row) -> None:
        if self.backlog is None:
            # a copy, because the encoder leaves its whole buffer behind the line
            self.lines.append(bytes(memoryview(row.line)))
            self.gathered.add(row, replayed=self.options.draw.tasks is not None)
        else:
            self.backlog.put(row)

    def _full(self) -> bool:
        return self.backlog is not None and self.backlog.full

    def refill(self) -> None:
        """Go on playing, where that waited for rows to be read."""
        if not self._full():
            self._call.refill()

    def forecast(self) -> Forecast:
        """Give what the call would come to; nothing is spent."""
        return self._call.forecast()

    async def play(self) -> SimulationData:
        """Play the call to its end.

        Raises:
            Interrupted: if a stage raises ``KeyboardInterrupt``.
            RunStopped: if a model's host, key or quota ended it before a row landed, a
                file of the run could not be written after rows had, a task of it was
                cancelled by something else, or workers could not be had any more.
        """
        try:
            ended = await self._call.play()
        except StoppedByStage as stopped:
            raise self.interrupted(str(stopped)) from None
        except OSError as error:
            if not self.lines:
                raise
            raise self._cut_off("not_written", describe(error)) from error
        except RunStopped as stopped:
            raise self._cut_off(stopped.reason, str(stopped)) from None
        data = data_of(self.lines, self.gathered, ended, self.options)
        if ended.ledger.fatal and not ended.ledger.rows:
            raise RunStopped(
                f"the run ended before a row landed ({ended.stopped_because}): "
                f"{ended.ledger.fatal}",
                data,
                ended.stopped_because,
            )
        return data

    def wait(self) -> SimulationData:
        """Play the call to its end; the sync form of ``play``.

        Raises:
            Interrupted: on Ctrl-C, with every row that landed; and whatever ``play``
                raises.
        """
        try:
            return blocking(self.play)()
        except Interrupted:
            raise
        except KeyboardInterrupt:
            raise self.interrupted("Ctrl-C stopped the run") from None

    def _cut_off(self, reason: str, why: str) -> RunStopped:
        data = self.data(reason)
        kept = f"; {counted(len(data), 'row')} landed and are in .data"
        told = kept if self.backlog is None else ""  # who reads a stream has its rows
        return RunStopped(f"the run stopped: {why}{told}", data, reason)

    def interrupted(self, why: str) -> Interrupted:
        """Give the error of a call that was stopped, with every row that landed."""
        data = self.data("interrupted")
        return Interrupted(f"{why}; {len(data)} rows landed and are in .data", data)

    def data(self, reason: str) -> SimulationData:
        """Give what there is by now, stopped for ``reason``."""
        ended = self._call.ended()
        if ended is None:
            return SimulationData(lines=self.lines, stopped_because=reason)
        data = data_of(self.lines, self.gathered, ended, self.options)
        data.stopped_because = reason
        return data
