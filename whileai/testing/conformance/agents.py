"""What an agent promises."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING, Any

import anyio.lowlevel
from attrs import frozen

from whileai.base.errors import given
from whileai.base.lines import NotJson
from whileai.engine.desk import RolloutDesk
from whileai.model import Rollout, Turn
from whileai.stages import Playing, playing
from whileai.testing.conformance import samples
from whileai.testing.conformance.promise import BrokenPromise, Promise
from whileai.testing.conformance.stand import Stand
from whileai.testing.conformance.trial import Trial

if TYPE_CHECKING:
    from collections.abc import Sequence

    from whileai.model import Slot
    from whileai.stages import Left, Session, User
    from whileai.testing.conformance.samples import Sample
    from whileai.testing.conformance.stand import Place

FINISHES = ("stop", "length", "tool", "error")
ENDINGS = (None, "agent", "user_left", "user_done", "depth")


def check_agent(
    agent: Any, *, repeatable: bool = True, within_s: float = 10.0, **options: Any
) -> None:
    """Check that an agent keeps its promises; no network is needed.

    It plays several tasks on the mock world, one by one, all at once and in two runs,
    and is cancelled in the middle. An ask that is hostile it may refuse by raising; the
    next is to be played as ever.

    Args:
        agent: as ``simulate(agent=...)`` takes it (a callable, an object with ``play``,
            a registered name, a backend), or a factory without arguments.
        repeatable: whether the same slot gets the same rollout; False for one that asks
            a model that samples.
        within_s: seconds that each step may take.
        options: further options of ``simulate``, as for ``check_grader``.

    Raises:
        BrokenPromise: an ``AssertionError`` that names the promise, what was given and
            what came back.
    """
    Trial(
        ask=_played,
        holds=_holds,
        samples=samples.slots,
        hostile=samples.hostile_slots,
        repeatable=repeatable,
        refuses=True,
    ).prove(Stand(kind="agent", value=agent, more=options, within_s=within_s))


@frozen(kw_only=True)
class Played:
    """A rollout, and what its agent called meanwhile.

    Args:
        slot: what was played.
        rollout: what the agent gave.
        called: the calls that its world saw.
    """

    slot: Slot
    rollout: Any
    called: tuple[Turn, ...]


@frozen
class _OffLoop:
    """A session whose calls are made off the loop, so that agents take turns."""

    session: Session
    blocking: bool = True

    def call(self, tool: str, arguments: Any, /) -> Any:
        return self.session.call(tool, arguments)


@frozen
class _Unhurried:
    """A person who waits a moment before each line, so that agents take turns."""

    user: User

    @property
    def name(self) -> str:
        return str(getattr(self.user, "name", type(self.user).__name__))

    async def reply(self, turns: Sequence[Turn], slot: Slot, /) -> str | Left:
        await anyio.lowlevel.checkpoint()
        return await self.user.reply(turns, slot)


async def _played(place: Place, slot: Slot) -> Played:
    """Have the agent play ``slot`` as a run does."""
    opening = place.opening
    async with opening.cast.world.open(slot) as session:
        desk = RolloutDesk(
            _OffLoop(session),
            slot,
            opening.run.tools,
            token=anyio.lowlevel.current_token(),
            loop_thread=threading.get_ident(),
            offload=opening.threads,
        )
        mark = playing.set(Playing(slot=slot, desk=desk))
        try:
            user = _Unhurried(opening.cast.user)
            rollout = await place.stage.play(slot, desk, user)
        finally:
            playing.reset(mark)
            desk.close()
    return Played(slot=slot, rollout=rollout, called=desk.turns)


def _holds(place: Place, sample: Sample, played: Played) -> None:
    rollout = played.rollout
    if not isinstance(rollout, Rollout):
        came = f"{given(rollout)}, which is no Rollout"
        raise BrokenPromise(Promise.TYPED, sample.said, came)
    problem = _mistyped(rollout)
    if problem:
        raise BrokenPromise(Promise.TYPED, sample.said, problem)
    ask = played.slot.task.prompt
    first = rollout.turns[0]
    if first.role != "user" or first.text != ask:
        came = f"a rollout that begins with {given(first.text)} of the {first.role}"
        raise BrokenPromise(Promise.OWN_ASK, sample.said, came)
    _is_recorded(sample, played)
    try:
        samples.row_kept(place.opening, played.slot, rollout)
    except NotJson as error:
        came = f"a rollout that a row cannot keep: {error}"
        raise BrokenPromise(Promise.TYPED, sample.said, came) from None


def _mistyped(rollout: Rollout) -> str:
    """Say what is wrong with the parts of a rollout; empty if nothing is."""
    turns = rollout.turns
    if not turns or not all(isinstance(each, Turn) for each in turns):
        return f"turns={given(turns)}; they are a tuple of Turn, and the ask is one"
    for turn in turns:
        if turn.role not in ("user", "assistant"):
            return f"a turn of the role {turn.role!r}"
    said = rollout.final_text
    if not isinstance(said, str) or not (said.strip() or turns[-1].content):
        return f"final_text={given(said)}; without a reply raise, and it is tried again"
    if turns[-1].role != "assistant" or turns[-1].text != said:
        return f"a last turn {given(turns[-1].text)} that is not final_text"
    if rollout.finish_reason not in FINISHES:
        return f"finish_reason={given(rollout.finish_reason)}"
    if rollout.ended_by not in ENDINGS:
        return f"ended_by={given(rollout.ended_by)}"
    return ""


def _is_recorded(sample: Sample, played: Played) -> None:
    turns: tuple[Turn, ...] = played.rollout.turns
    for turn in turns:
        if len(turn.calls) != len(turn.results):
            came = f"a turn of {len(turn.calls)} calls and {len(turn.results)} results"
            raise BrokenPromise(Promise.RECORDED, sample.said, came)
    told = [(call.tool, call.arguments) for turn in turns for call in turn.calls]
    seen = [(c.tool, c.arguments) for turn in played.called for c in turn.calls]
    for call in seen:
        if call not in told:
            came = f"no turn with the call {given(call)} that was made"
            raise BrokenPromise(Promise.RECORDED, sample.said, came)
        told.remove(call)
