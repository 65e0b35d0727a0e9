"""An agent that is a callable: message or history in, trajectory out."""

from __future__ import annotations

import functools
import inspect
import types
from typing import TYPE_CHECKING, Any

from anyio import get_cancelled_exc_class
from attrs import evolve, field, frozen

from whileai.base.errors import LostReply, blame, given
from whileai.base.lines import misfit
from whileai.builtin.agents.adapters import adapted
from whileai.builtin.agents.callables import unwrapped, waits
from whileai.builtin.agents.calling import Bound, Caller, on_thread
from whileai.builtin.agents.joining import joined, renamed
from whileai.builtin.agents.marks import MarkedAgent
from whileai.builtin.agents.markup import raw_call
from whileai.builtin.agents.replies import Reply, read_reply
from whileai.builtin.agents.shapes import look
from whileai.builtin.agents.timed import Limit
from whileai.builtin.agents.version import version_of
from whileai.model import Rollout, Slot, Turn
from whileai.model.chat import chat_messages, wire_names
from whileai.stages import Desk, Left, StageSetup, User

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

_NESTED = 4
"""Factories that may give factories, before it is called a mistake."""


@frozen(kw_only=True)
class CallableAgent:
    """Plays each task by calling the user's function.

    Args:
        name: what rows record as ``model_version``.
        turns: ``single``, ``multi``, or empty when each fresh agent decides itself.
        bound: the agent, when all rollouts share it.
        factory: what makes an agent for each rollout, when they do not.
        chosen: what the user said of the turns, if anything.
        depth: user lines in one thread at most.
        limit: the time that one call may take.
        caller: makes the calls.
        warn: adds a line to the run's warnings.
        wire: tool names to those that providers accept, where they differ.
    """

    name: str
    turns: str = ""
    bound: Bound | None = None
    factory: Callable[[], Any] | None = field(default=None, repr=False)
    chosen: str | None = None
    depth: int
    limit: Limit
    caller: Caller
    warn: Callable[[str], None]
    wire: Mapping[str, str] = field(factory=dict)

    @classmethod
    def of(cls, setup: StageSetup) -> CallableAgent:
        """Adapt what the user passed.

        Raises:
            TypeError: if it is a class, or cannot be called with one message.
        """
        marked = settled(setup.value)
        name = setup.options.advanced.model_version or (
            marked.name or version_of(marked.agent)
        )
        bound = None if marked.fresh else Bound.of(marked.agent, marked.turns)
        warning = (
            f"agent {name!r} held the event loop for over a second in one go, and no "
            "other rollout could move: make it a plain function, which runs on a "
            "thread, or await its blocking calls with asyncio.to_thread"
        )
        return cls(
            name=name,
            turns=_turns(marked, bound),
            bound=bound,
            factory=marked.agent if marked.fresh else None,
            chosen=marked.turns,
            depth=setup.options.play.depth,
            limit=Limit(setup.options.play.timeout),
            caller=Caller(
                offload=setup.offload, held=functools.partial(setup.warn, warning)
            ),
            warn=setup.warn,
            wire=wire_names(setup.tools),
        )

    async def play(self, slot: Slot, desk: Desk, user: User, /) -> Rollout:
        """Play ``slot``: one call, or one for each line of the person.

        Raises:
            CallTimeout: if a call runs past the limit.
            LostReply: if there is no reply worth a row.
            TypeError: if what was returned is no trajectory.
        """
        bound = self.bound or await self._fresh()
        thread = [Turn(role="user", text=slot.task.prompt)]
        replies: list[Reply] = []
        ended_by = user_error = None
        for line in range(1, self.depth + 1):
            reply = await self._reply(bound, thread, desk)
            replies.append(reply)
            if not bound.multi:
                break
            if line == self.depth:
                ended_by = "depth"
                break
            said = await next_line(user, thread, slot)
            if isinstance(said, Left):
                ended_by = str(said)
                break
            user_error = user_error or getattr(said, "user_error", None)
            thread.append(Turn(role="user", text=str(said)))
        return Rollout(
            turns=tuple(thread),
            final_text=replies[-1].final_text,
            finish_reason=replies[-1].finish_reason,
            ended_by=ended_by,
            usage=_summed([each.usage for each in replies if each.usage]),
            model_version=self.name,
            user_model=name_of(user) if bound.multi else None,
            user_error=user_error,
            own_steps=any(turn.calls for each in replies for turn in each.turns),
        )

    async def _reply(self, bound: Bound, thread: list[Turn], desk: Desk) -> Reply:
        """Make one call and add what it brought to ``thread``."""
        known = len(desk.turns)
        handed: Any = thread[0].text
        if bound.multi:
            handed = list(chat_messages(thread, self.wire))
        extra = {"world": desk} if bound.takes_world else {}
        returned = await self._timed(self.caller.answer, bound, handed, **extra)
        names = {short: name for name, short in self.wire.items()}
        reply = read_reply(returned, renamed(thread, self.wire))
        told = returned if isinstance(returned, list) else look(returned, "steps")
        odd = misfit(told) if reply.turns else ""
        if odd:
            self.warn(
                f"a step that agent {self.name!r} reported holds a number that rows "
                f"cannot keep: {odd}; give such numbers as text"
            )
        if names:
            reply = evolve(reply, turns=renamed(reply.turns, names))
        _check(reply)
        thread += joined(desk.turns[known:], reply.turns)
        thread.append(
            Turn(role="assistant", text=reply.final_text, content=reply.content)
        )
        return reply

    async def _timed(self, call: Callable[..., Any], *args: Any, **extra: Any) -> Any:
        return await self.limit.of(call(*args, **extra))

    async def _fresh(self) -> Bound:
        """Make the agent of one rollout."""
        made = await self._timed(self._made)
        return Bound.of(made.agent, self.chosen or made.turns)

    async def _made(self) -> MarkedAgent:
        marked = MarkedAgent(agent=self.factory, fresh=True)
        for _ in range(_NESTED):
            made = await self._from(marked.agent)
            marked = settled(made)
            if not marked.fresh:
                break
        if marked.fresh or not (callable(marked.agent) or isinstance(made, type)):
            raise TypeError(
                f"the factory {version_of(self.factory)} of wai.per_rollout gave "
                f"{given(made)}; it must give an agent"
            )
        return marked

    async def _from(self, factory: Callable[[], Any]) -> Any:
        """Call a factory: on the loop if what it makes belongs there."""
        kind = unwrapped(factory)
        on_loop = waits(kind.__call__ if isinstance(kind, type) else kind)
        if on_loop or isinstance(factory, functools.partial):
            made = factory()
        else:
            made = await self.caller.offload(on_thread, factory)
        return await made if inspect.isawaitable(made) else made


def settled(agent: Any) -> MarkedAgent:
    """Give ``agent`` with all that was said of it; libraries' agents are adapted."""
    marked = agent if isinstance(agent, MarkedAgent) else MarkedAgent(agent=agent)
    if marked.fresh:
        return marked
    inner = adapted(marked.agent)
    if inner is None:
        return marked
    return evolve(inner, turns=marked.turns or inner.turns)


def _turns(marked: MarkedAgent, bound: Bound | None) -> str:
    if marked.turns or bound is not None:
        return marked.turns or ("multi" if bound and bound.multi else "single")
    kind = marked.agent
    if not isinstance(kind, type):
        return ""
    call = types.MethodType(kind.__call__, object())
    return "multi" if Bound.of(call).multi else "single"


async def next_line(user: User, thread: Sequence[Turn], slot: Slot) -> str | Left:
    """Give what the person says next, or that they left.

    A line that breaks a rule of the person's carries its name as ``user_error``.
    """
    with blame("user", "answering", get_cancelled_exc_class()):
        said = await user.reply(tuple(thread), slot)
        if not isinstance(said, str) or not said.strip():
            raise TypeError(
                f"{name_of(user)}.reply gave {given(said)}; a person says something "
                "or leaves with whileai.stages.Left('user_left')"
            )
        return said


def name_of(user: User) -> str:
    """Give what rows call the person."""
    name = getattr(user, "name", None)
    return name if isinstance(name, str) else type(user).__name__


def _check(reply: Reply) -> None:
    """Refuse a reply that is no row.

    Raises:
        LostReply: if it is empty, or if it or a step holds raw tool-call markup.
    """
    said = [turn.text for turn in reply.turns if turn.role == "assistant"]
    for text in (*said, reply.final_text):
        found = raw_call(text)
        if found is not None:
            raise LostReply(
                "tool_markup",
                f"the reply holds a raw tool call ({found}): the agent's server or "
                "parser left it as text; return it as a step instead",
            )
    empty = not reply.final_text or reply.final_text.isspace()
    if empty and reply.content is None:
        steps = " after its steps" if reply.turns else ""
        raise LostReply("empty_reply", f"the reply is empty{steps}")


def _summed(usages: Sequence[Mapping[str, Any]]) -> dict[str, Any] | None:
    """Add up what the calls of one rollout used."""
    total: dict[str, Any] = {}
    for usage in usages:
        for name, number in usage.items():
            total[name] = total.get(name, 0) + number
    return total or None
