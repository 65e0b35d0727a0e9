"""The loop: play what is ready, land what finishes."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from typing import TYPE_CHECKING, Protocol

import anyio
import anyio.lowlevel
from attrs import define, field

from whileai.base.errors import StageError
from whileai.engine.cancelling import settle_cancellation, take_back
from whileai.engine.flights import Flights, flights
from whileai.model import Outcome, Slot, Task
from whileai.search.ask import Ask

if TYPE_CHECKING:
    from whileai.engine.flights import Flight
    from whileai.engine.release import Release
    from whileai.search.counts import Counts

Free = Callable[[], None]
Play = Callable[[Slot, Free], Awaitable[Outcome | None]]
Write = Callable[[Ask], Awaitable[Sequence[Task]]]


class Plans(Protocol):
    """What decides the rows of a run: a planner, or a replay of an earlier run."""

    cap: int
    retries: int

    def ready(self) -> Slot | None:
        """Take a slot that may be played now."""
        ...

    def wanted(self) -> list[Ask]:
        """Take what the writer may be asked now."""
        ...

    def feed(self, ask: Ask, tasks: Sequence[Task]) -> None:
        """Take what was written."""
        ...

    def land(self, slot: Slot, outcome: Outcome) -> None:
        """Learn how a slot ended."""
        ...

    def flush(self) -> None:
        """Emit every landed row that still waits."""
        ...

    def counts(self) -> Counts:
        """Give how the budget was spent so far."""
        ...

    @property
    def stopped_because(self) -> str:
        """Why there are no more slots, once there are none."""
        ...


def _unheard(_outcome: Outcome, _again: bool) -> None:
    """Nobody listens."""


def _unwritten(error: StageError) -> None:
    raise error


@define
class Stop:
    """The run's brake: once it has a reason, nothing new begins.

    Args:
        reason: why, as ``stopped_because`` says it; empty while the run goes on.
        abandoned: waves of the writer that nobody waited for any more.
        waves: those that are under way.
    """

    reason: str = ""
    abandoned: int = 0
    waves: set[anyio.CancelScope] = field(factory=set, repr=False)
    _flights: Flights | None = field(default=None, repr=False)

    def bind(self, held: Flights) -> None:
        """Say what holds everything that is under way."""
        self._flights = held

    def soon(self, reason: str) -> None:
        """Begin nothing new; rollouts under way may finish, waves serve nobody."""
        self.reason = self.reason or reason
        for wave in self.waves:
            wave.cancel()
        self.abandoned += len(self.waves)
        self.waves.clear()

    def now(self, reason: str) -> None:
        """Begin nothing new and cancel what is under way."""
        self.soon(reason)
        if self._flights is not None:
            self._flights.cancel()


@define
class Conductor:
    """Plays every slot a planner makes ready, in any order, until it makes no more.

    Args:
        planner: decides every row.
        play: turns every failure of a stage into an ``Outcome``, and gives ``None``
            for a slot that it left as it was; what it raises ends the run. It calls
            the function it is handed when the rollout needs its place no longer (a
            verdict may still be under way).
        write: gives the tasks for what the planner asks.
        concurrency: rollouts in flight at most.
        stop: the brake.
        release: hands final rows on.
        landed: called for each outcome once the planner has it, with whether its
            slot is tried again.
        unwritten: called when the writer failed for a whole wave.
    """

    planner: Plans
    play: Play
    write: Write
    concurrency: int
    stop: Stop
    release: Release
    landed: Callable[[Outcome, bool], None] = _unheard
    unwritten: Callable[[StageError], None] = _unwritten
    flying: int = 0
    _room: anyio.Event | None = field(init=False, default=None)
    _flights: Flights | None = field(init=False, default=None)

    async def conduct(self) -> None:
        """Run until nothing is ready and nothing is under way."""
        async with flights() as self._flights:
            self.stop.bind(self._flights)
            while self._begin():  # a call goes out before the next one is made ready
                await anyio.lowlevel.checkpoint()

    def fill(self) -> None:
        """Begin whatever may begin now."""
        while self._begin():
            pass

    def _begin(self) -> bool:
        """Begin one rollout, if one may begin now."""
        slot = self._next()
        if slot is not None:
            self._start(self._rollout, slot)
        return slot is not None

    def _start(self, function: Flight, *args: object) -> None:
        if self._flights is not None:
            self._flights.begin(function, *args)

    def _next(self) -> Slot | None:
        """Take a slot to play now, and let the writer begin what it may."""
        if self.stop.reason:
            return None
        if self.release.full():
            self._park()
            return None
        for ask in self.planner.wanted():
            self._start(self._supply, ask)
        slot = self.planner.ready() if self.flying < self.concurrency else None
        self.flying += slot is not None
        return slot

    def refill(self) -> None:
        """Go on: rows were read, and there is room for more."""
        if self._room is not None:
            self._room.set()

    def _park(self) -> None:
        """Stay under way until rows are read, though nothing may begin meanwhile."""
        if self._room is None:
            self._room = anyio.Event()
            self._start(self._parked, self._room)

    async def _parked(self, room: anyio.Event) -> None:
        await room.wait()
        self._room = None
        self.fill()

    async def _supply(self, ask: Ask) -> None:
        tasks: Sequence[Task] = ()
        scope = anyio.CancelScope()
        self.stop.waves.add(scope)
        try:
            with scope:
                tasks = await self.write(ask)
        except StageError as error:
            self.unwritten(error)
        finally:
            self.stop.waves.discard(scope)
        if scope.cancelled_caught:
            return
        self.planner.feed(ask, tasks)
        self.fill()

    async def _rollout(self, slot: Slot) -> None:
        held = True

        def free() -> None:
            nonlocal held
            if held:
                held = False
                self.flying -= 1
                self.fill()

        outcome = await self.play(slot, free)
        if outcome is None:
            free()
            return
        again = outcome.row is None and slot.attempt < self.planner.retries
        self.planner.land(slot, outcome)
        self.landed(outcome, again)
        if held:
            free()
        else:
            self.fill()
        try:
            await self.release.drain()
        except anyio.get_cancelled_exc_class():
            take_back()
            await self.release.drain()
        await settle_cancellation()
