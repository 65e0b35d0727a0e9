"""One run under way: a planner, what it is played with, and what is known so far."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import anyio
from attrs import define, field, frozen

from whileai.base.errors import StageError, WhileAIError, describe
from whileai.calls import Unmade
from whileai.calls.hosts import STRIKES, Hearsay
from whileai.engine.conductor import Conductor, Stop
from whileai.engine.notices import say_abandoned, say_unfinished, say_unmade
from whileai.engine.play import Player
from whileai.engine.rows import RowMaker
from whileai.plugins.later import later

if TYPE_CHECKING:
    from collections.abc import Callable

    from whileai.calls import CassetteMiss
    from whileai.engine.conductor import Plans
    from whileai.engine.opening import Opening
    from whileai.engine.progress import Progress
    from whileai.engine.release import Release
    from whileai.engine.supply import Supply
    from whileai.model import Outcome
    from whileai.search.counts import Counts

_elsewhere = later("whileai.engine.remote:RemotePlayer.here")

GRACE_S = 5.0
"""Seconds that rollouts under way get after the time budget has run out."""


@frozen(kw_only=True)
class Leg:
    """How one of the runs of a call went.

    Args:
        rows: that it gave.
        stopped_because: why it ended.
        counts: what its planner counted.
    """

    rows: int
    stopped_because: str
    counts: Counts


@define(kw_only=True)
class Course:
    """Plays one run of a call.

    Args:
        opening: the open stages.
        planner: decides every row.
        supply: words what the planner asks.
        release: hands final rows on.
        progress: speaks of the call.
        replayed_from: the run whose tasks it replays, where it does.
        unfinished: rollouts that were cut off once the time budget's grace was over.
    """

    opening: Opening
    planner: Plans
    supply: Supply
    release: Release
    progress: Progress
    replayed_from: int | None = None
    stop: Stop = field(factory=Stop)
    rows: int = 0
    unfinished: int = 0
    refill: Callable[[], None] = lambda: None
    _hearsay: Hearsay = field(factory=Hearsay)

    async def run(self) -> None:
        """Plan and play until nothing is left, or something stops the run.

        Whatever ends it, the rows that landed are handed on before this returns.
        """
        options = self.opening.run.options
        conductor = Conductor(
            planner=self.planner,
            play=player_of(self.opening, self.replayed_from).play,
            write=self.supply.write,
            concurrency=options.play.concurrency,
            stop=self.stop,
            release=self.release,
            landed=self._landed,
            unwritten=self._unwritten,
        )
        self.progress.inflight = lambda: conductor.flying
        self.refill = conductor.refill
        lines = self.opening.cast.models.lines
        lines.halt, lines.unmet = self._halted, self._unmet
        if lines.spending is not None:
            lines.spending.reached = self.stop.soon
            self.stop.soon(lines.spending.stopped_because)
        try:
            await self._within(options.stop.time_budget, conductor)
        finally:
            self.planner.flush()
            await self.release.drain()
        if self.stop.reason == "time_budget":
            say_unfinished(self.opening.ledger, self.unfinished)
            say_abandoned(self.opening.ledger, self.stop.abandoned)
        say_unmade(lines, self.opening.ledger)

    @property
    def leg(self) -> Leg:
        """How the run went so far."""
        return Leg(
            rows=self.rows,
            stopped_because=self._stopped_because(),
            counts=self.planner.counts(),
        )

    @property
    def _missing(self) -> bool:
        """Whether the cassette lacked calls that nobody answers."""
        tape = self.opening.cast.models.lines.cassette
        return tape is not None and tape.misses > 0

    def _landed(self, outcome: Outcome, again: bool) -> None:
        """Count an outcome, tell of it, and stop if the agent is dead."""
        ledger = self.opening.ledger
        ledger.count(outcome, again)
        self.rows += outcome.row is not None
        self.progress.event()
        self._hear(outcome)
        if outcome.row is None and not ledger.rows:
            most = max(16, 2 * self.opening.run.options.stop.budget)
            if ledger.failures >= most:
                self.stop.now(self._dead())

    def _hear(self, outcome: Outcome) -> None:
        """Stop where the errors of a callable say that its model's host is gone."""
        if outcome.resumed or self.stop.reason:
            return
        if outcome.row is not None:
            self._hearsay.succeeded()
            return
        host = self._hearsay.failed(outcome.error)
        if host is not None:
            self._halted(
                "agent_host_dead",
                WhileAIError(
                    f"{host} said {STRIKES} times in a row that it serves no such "
                    "thing; check the address and the name of the model that the agent "
                    f"calls (last: {outcome.error})"
                ),
            )

    def _stopped_because(self) -> str:
        if self.stop.reason or self._missing:
            return self.stop.reason or "cassette_misses"
        ledger = self.opening.ledger
        dead = ledger.lost_by and not ledger.rows
        return self._dead() if dead else self.planner.stopped_because

    def _dead(self) -> str:
        """Say why no slot gave a row."""
        ledger = self.opening.ledger
        reasons = {*ledger.lost_by, *ledger.rerolled_by}
        return "empty_replies" if reasons == {"empty_reply"} else "agent_failed"

    def _unwritten(self, error: StageError) -> None:
        """Stop: the writer's model was asked as often as it may be."""
        ledger = self.opening.ledger
        if isinstance(error.error, Unmade):
            if self._missing:
                self.stop.soon("cassette_misses")
            return
        ledger.writer_errors.append(describe(error.error))
        ledger.warn(
            f"the writer failed and the run stopped: {error}; pass another simulator=, "
            "or simulator=False to write offline"
        )
        self.stop.soon("writer_failed")

    def _halted(self, reason: str, failure: Exception) -> None:
        """Stop at once: no further call of a model can succeed."""
        self.opening.ledger.fatal = describe(failure)
        self.opening.ledger.warn(f"the run stopped ({reason}): {failure}")
        self.stop.now(reason)

    def _unmet(self, missed: CassetteMiss) -> None:
        """Stop before anything is spent: a call can be neither replayed nor made.

        Where nothing but models of the cassette can cost anything, the other slots are
        played all the same, so that every miss is counted.
        """
        self.opening.ledger.fatal = str(missed)
        who, cast = self.opening.run.options.who, self.opening.cast
        free = cast.names["model"] and who.execute is None and cast.grader is None
        if not free:
            self.stop.soon("cassette_misses")

    async def _within(self, seconds: float | None, conductor: Conductor) -> None:
        """Conduct, at most ``seconds`` plus a grace for what is under way then."""
        async with anyio.create_task_group() as group:
            group.start_soon(self._ticking)
            if seconds is not None:
                group.start_soon(self._clock, seconds, conductor)
            await conductor.conduct()
            group.cancel_scope.cancel()

    async def _ticking(self) -> None:
        while True:
            await anyio.sleep(1.0)
            self.progress.tick()

    async def _clock(self, seconds: float, conductor: Conductor) -> None:
        await anyio.sleep(seconds)
        self.stop.soon("time_budget")
        await anyio.sleep(GRACE_S)
        self.unfinished = conductor.flying
        self.stop.now("time_budget")


def player_of(opening: Opening, replayed_from: int | None = None) -> Player:
    """Give who plays the slots of a run on the event loop that runs here.

    Args:
        opening: the open stages.
        replayed_from: the run whose tasks are replayed, where it is one of the call's.
    """
    run, cast = opening.run, opening.cast
    who, play = run.options.who, run.options.play
    if cast.executor is None:
        here: Callable[..., Player] = Player.here
    else:
        here = partial(_elsewhere, executor=cast.executor)
    return here(
        run=run,
        cast=cast,
        makes=RowMaker.of(
            who.system_prompt,
            run.tools,
            sampling=play.sampling,
            replayed=opening.pinned is not None or replayed_from is not None,
            replayed_from=replayed_from,
        ),
        judging=anyio.Semaphore(play.concurrency),
        watch=opening.watch,
        checkpoint=opening.checkpoint,
        offload=opening.threads,
        warn=opening.ledger.warn,
        scoring_run_id=opening.scoring_run_id,
    )
