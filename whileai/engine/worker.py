"""The other end of an executor: makes the stages it is told, and plays what comes."""

from __future__ import annotations

import faulthandler
import itertools
from contextlib import AsyncExitStack, suppress
from typing import TYPE_CHECKING

import anyio
from anyio import BrokenResourceError, ClosedResourceError, EndOfStream
from attrs import define, field, frozen

from whileai._version import __version__
from whileai.base.errors import StoppedByStage, describe
from whileai.engine import letters
from whileai.engine.cancelling import settle_cancellation, take_back
from whileai.engine.groups import single_error
from whileai.engine.outbox import Outbox
from whileai.engine.parcels import unpacked
from whileai.engine.play import Player
from whileai.engine.rows import RowMaker
from whileai.engine.steady import steady_loop
from whileai.engine.threads import Threads
from whileai.plugins import PluginManager, Watch
from whileai.stages import Opened, playing

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Sequence

    from anyio.abc import ObjectStream, TaskGroup

    from whileai.calls import Ask, Completion
    from whileai.engine.cast import Company
    from whileai.engine.recipe import Recipe
    from whileai.model import Outcome, Slot, Turn

GONE = (EndOfStream, BrokenResourceError, ClosedResourceError)
"""What a way raises once the other end is gone."""

_LONGEST_S = 1e6

HUNG_S = 60.0
"""Seconds beyond ``timeout`` that an event loop may stand still."""

CUT = (
    "something cancelled a task of the worker that was not its own, such as an agent "
    "that cancels what asyncio.all_tasks() gives; cancel your own tasks alone"
)


@frozen(kw_only=True)
class Worker:
    """What plays slots in another place; see ``whileai.stages.Worker``.

    Args:
        recipe: what its stages are made of, packed: it is opened in that place alone.
        backend: ``asyncio`` or ``trio``, as the run has it.
        hung_s: seconds after which a loop that stands still is given up.
        spare: whether it is one more, for what may end it.
    """

    recipe: bytes = field(repr=False)
    backend: str = "asyncio"
    hung_s: float = HUNG_S
    spare: bool = False

    def run(self, connect: Callable[[], Awaitable[ObjectStream[bytes]]], /) -> None:
        """Play what comes, on an event loop of its own, until the run is over.

        The process ends where its loop stands still for ``hung_s`` seconds.
        """

        async def main() -> None:
            await self.serve(await connect(), alone=True)

        ours = {"loop_factory": steady_loop} if self.backend == "asyncio" else {}
        anyio.run(main, backend=self.backend, backend_options=ours)

    async def serve(self, way: ObjectStream[bytes], /, *, alone: bool = False) -> None:
        """Play what comes, on the event loop that runs here, until the run is over."""
        hung_s = self.hung_s if alone else None
        shift = Shift(way=way, outbox=Outbox(way), hung_s=hung_s)
        try:
            with single_error():
                await shift.work(self.recipe)
        except GONE:
            return  # the run is: nobody is left to tell
        except anyio.get_cancelled_exc_class():
            take_back()  # the agent's: what else is cancelled here is over
            shift.outbox.put(letters.Farewell(why=CUT))
        except Exception as error:  # noqa: BLE001 - told, whatever it is
            shift.outbox.put(letters.Farewell(why=describe(error)))
        with suppress(*GONE), anyio.CancelScope(shield=True):
            await shift.outbox.flush()


@define(kw_only=True, eq=False)
class Shift:
    """One worker at work.

    Args:
        way: to the run.
        outbox: takes what the run is to know.
        hung_s: seconds after which the process ends where its loop stands still;
            ``None`` where it is not ours to end.
    """

    way: ObjectStream[bytes]
    outbox: Outbox
    hung_s: float | None = None
    _threads: Threads = field(init=False, factory=Threads)
    _scopes: dict[str, anyio.CancelScope] = field(init=False, factory=dict)
    _calls: dict[int, Call] = field(init=False, factory=dict)
    _numbers: itertools.count[int] = field(init=False, factory=itertools.count)
    _abandoned: int = field(init=False, default=0)
    _over: bool = field(init=False, default=False)

    async def work(self, recipe: bytes) -> None:
        """Make the stages, open them, and play until the run is over.

        Raises:
            Exception: if the stages cannot be made or opened here, or the way is gone.
        """
        known: Recipe = unpacked(recipe)
        async with AsyncExitStack() as stack:
            stack.callback(self._threads.close)
            company = known.company(self._asked, self._warn, self._threads)
            sending = await stack.enter_async_context(anyio.create_task_group())
            sending.start_soon(self.outbox.send)
            if self.hung_s is not None:
                sending.start_soon(_beat, self.hung_s)
            stack.callback(sending.cancel_scope.cancel)
            for each in company.players:
                if isinstance(each, Opened):
                    await stack.enter_async_context(each)
            self.outbox.put(letters.Ready(version=__version__))
            player = self._player(known, company)
            async with anyio.create_task_group() as group:
                await self._read(player, group)
                self._over = True
                group.cancel_scope.cancel()

    def _player(self, recipe: Recipe, company: Company) -> Player:
        run = recipe.run
        return Player.here(
            run=run,
            cast=company,
            makes=RowMaker.of(
                run.options.who.system_prompt,
                run.tools,
                sampling=run.options.play.sampling,
            ),
            judging=anyio.Semaphore(1),
            watch=Watch(PluginManager(()), self._warn),
            checkpoint=None,
            offload=self._threads,
            warn=self._warn,
            scoring_run_id="",
        )

    async def _read(self, player: Player, group: TaskGroup) -> None:
        """Do what the run writes, until it closes."""
        while True:
            for letter in unpacked(await self.way.receive()):
                if isinstance(letter, letters.Close):
                    return
                if isinstance(letter, letters.Play):
                    group.start_soon(self._slot, player, letter.slot)
                elif isinstance(letter, letters.Drop):
                    if letter.key in self._scopes:
                        self._scopes[letter.key].cancel()
                elif letter.call in self._calls:
                    self._calls[letter.call].end(letter)

    async def _slot(self, player: Player, slot: Slot) -> None:
        """Play a slot and tell how it ended; one that is cut off ends the worker."""
        scope = self._scopes[slot.key] = anyio.CancelScope()
        try:
            with scope:
                outcome = await player.play(slot, _free)
                self._count(player.cast)
                self._tell(slot, outcome)
        except StoppedByStage as stopped:
            self.outbox.put(letters.Ended(key=slot.key, stopped=stopped.who))
        except anyio.get_cancelled_exc_class():
            if not self._over:
                self.outbox.put(letters.Farewell(why=CUT))
            raise
        finally:
            del self._scopes[slot.key]
        await settle_cancellation()

    def _tell(self, slot: Slot, outcome: Outcome | None) -> None:
        if outcome is None:
            return  # only where calls are limited, which is not here
        row = outcome.row
        self.outbox.put(
            letters.Ended(
                key=slot.key,
                line=b"" if row is None else row.line,
                lost=outcome.lost,
                error=outcome.error,
                timed_out=outcome.timed_out,
            )
        )

    def _count(self, company: Company) -> None:
        """Tell what was counted since this was last told."""
        abandoned = self._threads.abandoned - self._abandoned
        thinking = getattr(company.user, "thinking", None)
        if abandoned or thinking:
            told = letters.Counted(abandoned=abandoned, thinking=dict(thinking or {}))
            self.outbox.put(told)
            self._abandoned += abandoned
            if thinking:
                thinking.clear()

    def _warn(self, line: str) -> None:
        self.outbox.put(letters.Said(line=line))

    async def _asked(self, part: str, turns: Sequence[Turn], ask: Ask) -> Completion:
        """Have the run ask a model.

        Raises:
            BaseException: what asking it raises there.
        """
        here, number = playing.get(), next(self._numbers)
        key = "" if here is None else here.slot.key
        call = self._calls[number] = Call()
        asked = letters.Asked(
            key=key, call=number, part=part, turns=tuple(turns), ask=ask
        )
        self.outbox.put(asked)
        try:
            return await call.answer()
        except anyio.get_cancelled_exc_class():
            self.outbox.put(letters.Withdrawn(key=key, call=number))
            raise
        finally:
            del self._calls[number]


@define(eq=False)
class Call:
    """A model call that waits for its answer."""

    _letter: letters.Answer | None = None
    _ended: anyio.Event = field(init=False, factory=anyio.Event)

    def end(self, letter: letters.Answer) -> None:
        """Take the answer."""
        self._letter = letter
        self._ended.set()

    async def answer(self) -> Completion:
        """Wait for the answer.

        Raises:
            BaseException: the error that it is.
        """
        while self._letter is None:
            await self._ended.wait()
        if self._letter.error is not None:
            raise self._letter.error
        completion: Completion = self._letter.value
        return completion


async def _beat(hung_s: float) -> None:
    """Put off the end of this process for as long as its event loop moves."""
    with suppress(AttributeError, RuntimeError, ValueError):  # nowhere to write to
        while True:
            faulthandler.dump_traceback_later(min(hung_s, _LONGEST_S), exit=True)
            await anyio.sleep(1.0)


def _free() -> None:
    """The run counts what is in flight."""
