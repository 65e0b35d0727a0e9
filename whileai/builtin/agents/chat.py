"""An agent that is a model: a system prompt, tools, and a person to talk to."""

from __future__ import annotations

import re
from math import fsum
from typing import TYPE_CHECKING, Any

from attrs import evolve, frozen

from whileai.base.errors import LostReply
from whileai.base.seeds import Dice
from whileai.builtin.agents.function import name_of, next_line
from whileai.builtin.agents.markup import raw_call
from whileai.builtin.agents.toolcalls import Asked, Names
from whileai.builtin.agents.written import written_calls
from whileai.calls import Ask, Completion, Model
from whileai.calls.files import check_open_files
from whileai.calls.reasoning import split
from whileai.model import Rollout, Slot, ToolResult, Turn
from whileai.stages import Desk, Left, StageSetup, User

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from whileai.model import ToolCall
    from whileai.options import Options

STEPS = 30
"""Replies with tool calls in a row, after which the model has to speak."""

_PREAMBLE = re.compile(
    r"\W*(?:(?:sure|ok(?:ay)?|certainly|of course|absolutely|great|thanks?|thank you|"
    r"no problem|understood|got it)\b[^.!?]{0,30}[.,!]?\s*)*"
    r"(?:let me|i(?:'ll| will| am going to|'m going to)|one moment|just a (?:moment|sec"
    r"ond)|give me a (?:moment|second)|hold on|(?:please )?wait|checking|looking)\b",
    re.IGNORECASE,
)
PREAMBLE_CHARS = 160
"""Characters from which on a reply is no mere preamble."""

GO_ON = "Go on."
"""What a model that only announced something is told, in the request alone."""


@frozen(kw_only=True)
class Setting:
    """What is the same in every request of a run.

    Args:
        system: the system prompt, scaffold included.
        temperature: ``None`` leaves it to the server.
        max_tokens: reply budget of one request.
        logprobs: ``tokens`` keeps the tokens beside their log-probabilities.
        timeout_s: seconds one request may take.
        depth: user lines in one thread at most.
    """

    system: str
    temperature: float | None
    max_tokens: int
    logprobs: bool | str
    timeout_s: float
    depth: int

    @classmethod
    def of(cls, options: Options) -> Setting:
        """Read the options of a call."""
        play = options.play
        parts = (options.who.system_prompt, play.scaffold)
        return cls(
            system="\n\n".join(each for each in parts if each and each.strip()),
            temperature=play.temperature,
            max_tokens=options.advanced.agent_max_tokens,
            logprobs=play.logprobs or False,
            timeout_s=play.timeout,
            depth=play.depth,
        )


@frozen(kw_only=True, eq=False)
class ChatAgent:
    """Plays each task by asking a model, as often as it calls tools.

    Args:
        model: makes the calls; opened and closed with the agent.
        name: what rows record as ``model_version``.
        setting: what is the same in every request.
        names: the tools by their wire names.
        tools: the tools as they go over the wire, the same in every request.
    """

    model: Model
    name: str
    setting: Setting
    names: Names
    tools: tuple[Mapping[str, Any], ...] = ()

    @classmethod
    def of(cls, setup: StageSetup) -> ChatAgent:
        """Adapt a backend, or the spec of one.

        Raises:
            NotConfigured: if the model needs a key that is not set.
            ValueError: if the system allows too few connections at once.
        """
        model = Model.of(setup.value)
        if model.calls_a_server:
            check_open_files(setup.options.play.concurrency)
        return cls(
            model=model,
            name=setup.options.advanced.model_version or model.name,
            setting=Setting.of(setup.options),
            names=Names.of(setup.tools),
            tools=tuple(tool.as_openai() for tool in setup.tools),
        )

    async def __aenter__(self) -> ChatAgent:
        await self.model.__aenter__()
        return self

    async def __aexit__(self, *exc: object) -> None:
        await self.model.__aexit__(*exc)

    async def play(self, slot: Slot, desk: Desk, user: User, /) -> Rollout:
        """Play ``slot``: the model speaks, the person answers, until one is done.

        Raises:
            CallFailed: if the model cannot be asked.
            LateCall: if one request takes longer than ``timeout``.
            LostReply: if the model says nothing, or writes markup that is no call.
        """
        thread = _Thread(agent=self, slot=slot, desk=desk)
        thread.turns.append(Turn(role="user", text=slot.task.prompt))
        ended_by = "depth"
        for line in range(1, self.setting.depth + 1):
            await thread.answer()
            if line == self.setting.depth:
                break
            said = await next_line(user, thread.turns, slot)
            if isinstance(said, Left):
                ended_by = str(said)
                break
            thread.heard(said)
        return thread.rollout(ended_by, user)


class _Thread:
    """One rollout under way."""

    def __init__(self, agent: ChatAgent, slot: Slot, desk: Desk) -> None:
        self.turns: list[Turn] = []
        self._agent = agent
        self._slot = slot
        self._desk = desk
        self._seeds = Dice(slot.derive("agent", slot.eval_run or 0))
        self._tools = agent.tools
        self._ids: set[str] = set()
        self._completions: list[Completion] = []
        self._reasoning: list[str] = []
        self._user_error: str | None = None

    def heard(self, said: str) -> None:
        """Take the person's next line, and the rule it breaks if it breaks one."""
        self.turns.append(Turn(role="user", text=str(said)))
        self._user_error = self._user_error or getattr(said, "user_error", None)

    async def answer(self) -> None:
        """Let the model work until it has said something to the person."""
        announced = False
        for step in range(STEPS + 1):
            done = await self._completion("none" if step == STEPS else "auto")
            if done.calls and step < STEPS:
                names = self._agent.names
                self.turns.append(await worked(done, names, self._ids, self._desk))
                continue
            _check(done, self._agent.setting)
            self.turns.append(Turn(role="assistant", text=done.text))
            if announced or not self._tools or not _announces(done):
                return
            announced = True

    async def _completion(self, tool_choice: str) -> Completion:
        """Ask the model for its next words, in the form that all replies have here."""
        setting = self._agent.setting
        ask = Ask(
            system=setting.system,
            tools=self._tools,
            tool_choice=tool_choice,
            max_tokens=setting.max_tokens,
            temperature=setting.temperature,
            seed=self._seeds.bits(),
            logprobs=bool(setting.logprobs),
            timeout_s=setting.timeout_s,
        )
        done = await self._agent.model.complete(self._wire(), ask)
        self._completions.append(done)
        said = split(done.text)
        self._reasoning += filter(None, (done.reasoning.strip(), said.reasoning))
        if said.text != done.text:
            done = evolve(done, text=said.text)
        return unwritten(done)

    def _wire(self) -> list[Turn]:
        """Give the conversation as the model is sent it."""
        wire = self._agent.names.renamed(self.turns)
        if wire[-1].role == "assistant" and not wire[-1].calls:
            wire.append(Turn(role="user", text=GO_ON))
        return wire

    def rollout(self, ended_by: str, user: User) -> Rollout:
        """Give the thread as it ended."""
        agent, every = self._agent, self._completions
        cut = any(each.finish_reason == "length" for each in every)
        return Rollout(
            turns=tuple(self.turns),
            final_text=self.turns[-1].text,
            finish_reason="length" if cut else "stop",
            ended_by=ended_by,
            sampling={
                "temperature": every[-1].temperature,
                "max_tokens": every[-1].max_tokens or agent.setting.max_tokens,
                "model": agent.model.name,
            },
            usage={"agent": _usage(every)},
            model_version=agent.name,
            user_model=name_of(user),
            user_error=self._user_error,
            extra=self._extra(),
        )

    def _extra(self) -> dict[str, Any]:
        extra: dict[str, Any] = {}
        if self._reasoning:
            extra["reasoning"] = list(self._reasoning)
        if self._agent.setting.logprobs:
            extra["logprobs"] = logprobs_of(
                self._completions, tokens=self._agent.setting.logprobs == "tokens"
            )
        return extra


async def worked(done: Completion, names: Names, taken: set[str], desk: Desk) -> Turn:
    """Make the calls of one reply, in order, and give them with their results.

    Args:
        done: the reply.
        names: the tools.
        taken: ids used in this thread so far; those of the calls are added.
        desk: the world.
    """
    asked = names.read(done.calls, taken)
    results = [await _result(each, desk) for each in asked]
    return Turn(
        role="assistant",
        text=done.text,
        calls=tuple(each.call for each in asked),
        results=tuple(results),
    )


async def _result(asked: Asked, desk: Desk) -> ToolResult:
    if asked.refusal:
        return ToolResult(value={"error": asked.refusal}, status="error")
    call: ToolCall = asked.call
    value = await desk.call_async(call.tool, call.arguments)
    made = desk.turns
    if made and made[-1].results:
        return made[-1].results[-1]
    return ToolResult(value=value)


def unwritten(done: Completion) -> Completion:
    """Give a reply whose calls were written as text with the calls it means.

    Raises:
        LostReply: if it holds markup of a call that is not whole.
    """
    if done.calls or not done.text:
        return done
    found = raw_call(done.text)
    if found is None:
        return done
    written = written_calls(done.text)
    if written is None:
        raise LostReply(
            "tool_markup",
            f"the model wrote tool-call markup that is no whole call ({found!r}): "
            "serve it with a tool parser, or with a larger reply budget",
        )
    return evolve(done, text=written.text, calls=written.calls)


def _check(done: Completion, setting: Setting) -> None:
    """Refuse a reply that says nothing.

    Raises:
        LostReply: naming the reply budget, where that ended it.
    """
    if done.text.strip():
        return
    cut = done.finish_reason == "length"
    advice = (
        f": its budget of {setting.max_tokens} tokens was spent before it spoke; raise "
        "advanced={'agent_max_tokens': ...}"
        if cut
        else ""
    )
    raise LostReply("empty_reply", f"the model said nothing{advice}")


def _announces(done: Completion) -> bool:
    """Whether a reply only says that something will be done."""
    text = done.text.strip()
    short = len(text) <= PREAMBLE_CHARS and "?" not in text
    return short and _PREAMBLE.match(text) is not None


def _usage(every: Sequence[Completion]) -> dict[str, int]:
    return {
        "calls": len(every),
        "input_tokens": sum(each.input_tokens or 0 for each in every),
        "output_tokens": sum(each.output_tokens or 0 for each in every),
    }


def logprobs_of(every: Sequence[Completion], *, tokens: bool) -> dict[str, Any] | None:
    """Give the log-probabilities of a rollout's tokens, in order.

    Args:
        every: its completions.
        tokens: whether the tokens and their ids are kept too.

    Returns:
        ``values``, ``sum`` and ``count``; ``None`` if the server gave none.
    """
    held = [each for done in every for each in done.logprobs]
    if not held:
        return None
    values = [each.logprob for each in held]
    rolled: dict[str, Any] = {
        "values": values,
        "sum": fsum(values),
        "count": len(values),
    }
    if tokens:
        rolled["tokens"] = [each.token for each in held]
        if all(each.id is not None for each in held):
            rolled["ids"] = [each.id for each in held]
    return rolled
