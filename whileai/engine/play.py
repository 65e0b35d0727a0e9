"""One slot from its task to its outcome: world, agent, row, verdict."""

from __future__ import annotations

import threading
import time
from typing import TYPE_CHECKING, Any

import anyio
from anyio import get_cancelled_exc_class
from anyio.lowlevel import EventLoopToken, current_token
from attrs import asdict, evolve, field, frozen

from whileai.base.errors import (
    CallTimeout,
    LostReply,
    StageError,
    WhileAIError,
    blame,
    describe,
)
from whileai.base.lines import NotJson
from whileai.calls import Cost
from whileai.engine.cancelling import take_back
from whileai.engine.desk import RolloutDesk
from whileai.engine.verdicts import cut_verdict, graded, verdict_of
from whileai.model import Outcome, Rollout, Row, Slot
from whileai.stages import Offload, Playing, Run, Session, playing

if TYPE_CHECKING:
    from collections.abc import Callable

    from whileai.calls import Price
    from whileai.calls.errand import Errand
    from whileai.engine.cast import Company
    from whileai.engine.checkpoint import Checkpoint
    from whileai.engine.rows import RowMaker
    from whileai.plugins import Watch


@frozen(kw_only=True)
class Player:
    """Plays slots in this process. Every failure of a stage becomes an ``Outcome``.

    Args:
        run: what hooks see.
        cast: the stages; without a grader there are no verdicts.
        makes: turns rollouts into row fields.
        judging: verdicts under way at most.
        watch: plugins that annotate rows.
        checkpoint: where outcomes are kept, if anywhere.
        offload: runs blocking worlds off the loop.
        warn: takes lines for the run's warnings.
        token, loop_thread: the run's event loop and the thread it runs on.
        cancelled: what that loop raises to cancel.
        scoring_run_id: fresh for each call.
    """

    run: Run
    cast: Company
    makes: RowMaker
    judging: anyio.Semaphore
    watch: Watch
    checkpoint: Checkpoint | None
    offload: Offload
    warn: Callable[[str], None] = field(repr=False)
    token: EventLoopToken
    loop_thread: int
    cancelled: type[BaseException]
    scoring_run_id: str
    _of_world: blame = field(init=False, repr=False)
    _of_agent: blame = field(init=False, repr=False)
    _of_report: blame = field(init=False, repr=False)

    @_of_world.default
    def _world_blame(self) -> blame:
        return blame("world", "opening or closing", self.cancelled)

    @_of_agent.default
    def _agent_blame(self) -> blame:
        return blame("agent", "playing", self.cancelled)

    @_of_report.default
    def _report_blame(self) -> blame:
        return blame("agent", "reporting its steps", self.cancelled)

    @classmethod
    def here(cls, **parts: Any) -> Player:
        """Make the player of the event loop that runs here."""
        return cls(
            token=current_token(),
            loop_thread=threading.get_ident(),
            cancelled=get_cancelled_exc_class(),
            **parts,
        )

    async def play(self, slot: Slot, free: Callable[[], None]) -> Outcome | None:
        """Play ``slot``; ``free`` is called once the rollout's place is free.

        Returns:
            How it ended; ``None`` if a call of it was not to be made, which leaves the
            slot as it was.
        """
        known = self.checkpoint.recall(slot) if self.checkpoint else None
        lines = self.cast.models.lines
        if known is not None:
            if lines.spending is not None:
                price = lines.prices.get(self.cast.names["model"])
                lines.spending.count(
                    Cost(**known.cost) if known.cost else _spent(known, price)
                )
            return known
        if not lines.minds:
            return await self._played(slot, free, None)
        own = await lines.begin(slot.key)
        if own is None:
            return None
        outcome = None
        try:
            outcome = await self._played(slot, free, own)
        finally:
            lines.end(own, finished=outcome is not None)
        return outcome

    async def _played(
        self, slot: Slot, free: Callable[[], None], own: Errand | None
    ) -> Outcome | None:
        try:
            fields = await self._rollout(slot)
            outcome = await self._land(slot, fields, free)
        except StageError as error:
            outcome = _lost(slot, error)
        except self.cancelled as error:
            take_back()  # an agent's that came late
            outcome = _lost(slot, StageError("agent", "ending", error))
        if own is not None and own.unmade:
            return None
        if own is not None and self.cast.models.lines.spending is not None:
            outcome = evolve(outcome, cost=asdict(own.cost))
        if self.checkpoint is not None:
            self.checkpoint.keep(outcome)
        return outcome

    async def _rollout(self, slot: Slot) -> dict[str, Any]:
        began = time.perf_counter()
        with self._of_world:
            async with self.cast.world.open(slot) as session:
                desk = RolloutDesk(
                    session,
                    slot,
                    self.run.tools,
                    token=self.token,
                    loop_thread=self.loop_thread,
                    offload=self.offload,
                )
                rollout = await self._agent(slot, desk)
                desk.close()
                if desk.misfit:
                    self.warn(f"{desk.misfit}; give such numbers as text")
                effects = _effects(session, rollout, desk)
        taken = time.perf_counter() - began
        timing = {"rollout_s": taken, "virtual_ms": desk.virtual_ms}
        with self._of_report:
            return self.makes.fields(slot, rollout, desk.fired, timing, effects)

    async def _agent(self, slot: Slot, desk: RolloutDesk) -> Rollout:
        mark = playing.set(Playing(slot=slot, desk=desk))
        try:
            with self._of_agent:
                return await self.cast.agent.play(slot, desk, self.cast.user)
        except self.cancelled as error:
            take_back()
            raise StageError("agent", "playing", error) from error
        finally:
            playing.reset(mark)

    async def _land(
        self, slot: Slot, fields: dict[str, Any], free: Callable[[], None]
    ) -> Outcome:
        verdict = None
        with self._of_report:
            row = Row.of(fields)
        if self.cast.grader is not None:
            async with self.judging:
                free()
                verdict = cut_verdict(fields, self.cast.names["grader"])
                verdict = verdict or await verdict_of(self.cast.grader, row)
            graded(fields, verdict, self.scoring_run_id)
        if self.watch.watched("annotate_row"):
            notes = self.watch.call("annotate_row", row=Row.of(fields), run=self.run)
            fields["extra"] = {**fields["extra"], **notes}
        try:
            landed = row if verdict is None and not fields["extra"] else Row.of(fields)
        except NotJson as error:
            raise StageError("plugin", "annotating a row", error) from error
        return Outcome(slot=slot, row=landed, verdict=verdict)


def _effects(session: Session, rollout: Rollout, desk: RolloutDesk) -> Any:
    """Give what the world says was changed; ``None`` where it was not asked."""
    if rollout.own_steps and not desk.turns:
        return None
    return getattr(session, "effects", None)


def _spent(known: Outcome, price: Price | None) -> Cost:
    """Give what the agent's calls for a row came to, where nobody kept count of all."""
    usage = None if known.row is None else known.row.to_json().get("usage")
    every = [each for each in (usage or {}).values() if isinstance(each, dict)]
    sent, said = (
        sum(each.get(name) or 0 for each in every)
        for name in ("input_tokens", "output_tokens")
    )
    return Cost(
        sum(each.get("calls") or 0 for each in every),
        sent + said,
        0.0 if price is None else price.of(sent, said),
    )


class LostThere(StageError):
    """A slot was lost where an executor played it.

    Args:
        outcome: how it ended there.
    """

    def __init__(self, outcome: Outcome) -> None:
        super().__init__("executor", "playing", WhileAIError(outcome.error))
        self.outcome = outcome


def _lost(slot: Slot, error: StageError) -> Outcome:
    if isinstance(error, LostThere):
        return error.outcome
    reason = error.reason if isinstance(error, LostReply) else f"{error.stage}_error"
    return Outcome(
        slot=slot,
        lost=reason,
        error=describe(error.error),
        timed_out=isinstance(error, CallTimeout),
    )
