"""Small true stages that record what they are asked."""

from __future__ import annotations

from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Any

from whileai.base.lines import fresh
from whileai.model import Rollout, Row, Slot, Turn, Verdict

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Mapping, Sequence

    from whileai.calls import Ask, Completion
    from whileai.stages import Desk, User


class EchoAgent:
    """An agent that says the ask again, after calls of your choice.

    Args:
        calls: tools with their arguments, called in order in every rollout.
    """

    name = "echo"

    def __init__(self, calls: Sequence[tuple[str, Mapping[str, Any]]] = ()) -> None:
        self.calls = tuple(calls)
        self.slots: list[Slot] = []

    async def play(self, slot: Slot, desk: Desk, _user: User, /) -> Rollout:
        """Play ``slot`` in one turn."""
        self.slots.append(slot)
        for tool, arguments in self.calls:
            await desk.call_async(tool, arguments)
        said = f"You said: {slot.task.prompt}"
        ask = Turn(role="user", text=slot.task.prompt)
        last = Turn(role="assistant", text=said)
        return Rollout(
            turns=(ask, *desk.turns, last), final_text=said, model_version=self.name
        )


class ScriptedBackend:
    """A model that answers from a script.

    Which reply comes depends on the conversation alone: the first where the model has
    said nothing yet, the second where it has spoken once, and so on; the last of them
    again and again. So rows are the same at any concurrency.

    Args:
        replies: texts, or ``Completion`` where there is more to say; an exception is
            raised.
        name: what rows call the model.

    Raises:
        ValueError: if there is no reply.
    """

    def __init__(
        self, *replies: str | Completion | Exception, name: str = "scripted"
    ) -> None:
        if not replies:
            raise ValueError("ScriptedBackend() has no reply; pass one or more")
        self.replies = replies
        self.name = name
        self.asks: list[tuple[tuple[Turn, ...], Ask]] = []

    async def complete(self, turns: Sequence[Turn], ask: Ask, /) -> Completion:
        """Give the reply that is due in the conversation ``turns``."""
        from whileai.calls import Completion  # noqa: PLC0415 - others need no model

        self.asks.append((tuple(turns), ask))
        spoken = sum(turn.role == "assistant" for turn in turns)
        reply = self.replies[min(spoken, len(self.replies) - 1)]
        if isinstance(reply, Exception):
            raise reply
        return Completion(text=reply) if isinstance(reply, str) else reply


class DictWorld:
    """A world that answers each tool with a fixed value.

    Args:
        answers: tool name to JSON value; a tool that is not there is an error.
    """

    def __init__(self, answers: Mapping[str, Any]) -> None:
        self.answers = dict(answers)
        self.calls: list[tuple[str, Any]] = []

    @asynccontextmanager
    async def open(self, _slot: Slot, /) -> AsyncIterator[DictWorld]:
        """Open the world for one rollout."""
        yield self

    def call(self, tool: str, arguments: Mapping[str, Any], /) -> Any:
        """Answer ``tool``."""
        self.calls.append((tool, fresh(arguments)))
        return self.answers.get(tool, {"error": f"no answer for {tool}"})


class FixedGrader:
    """A grader that gives every row the same reward.

    Args:
        reward: in ``[0, 1]``.
    """

    def __init__(self, reward: float = 1.0) -> None:
        self.reward = reward
        self.rows: list[Row] = []

    async def grade(self, row: Row, /) -> Verdict:
        """Give the fixed verdict."""
        self.rows.append(row)
        return Verdict(reward=self.reward, reason="fixed", judge="fixed")


class ListSink:
    """A sink that keeps its rows in ``rows``."""

    def __init__(self) -> None:
        self.rows: list[Row] = []

    async def put(self, row: Row, /) -> None:
        """Keep one row."""
        self.rows.append(row)
