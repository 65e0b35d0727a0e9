"""Agents of pydantic-ai."""

from __future__ import annotations

import functools
from typing import Any

from attrs import define, field

from whileai.builtin.agents.kinds import comes_from, name_of
from whileai.builtin.agents.marks import MarkedAgent


def claims(value: Any) -> bool:
    """Tell whether ``value`` is an agent of the library."""
    return comes_from(value, "pydantic_ai", "AbstractAgent", "Agent")


def adapt(value: Any) -> MarkedAgent:
    """Give the agent as one that keeps one conversation in each rollout."""
    return MarkedAgent(
        agent=functools.partial(_Conversation, value),
        turns="multi",
        fresh=True,
        name=name_of(value),
    )


@define
class _Conversation:
    """One rollout's conversation: the messages that the next run goes on from."""

    agent: Any
    kept: list[Any] = field(factory=list)

    async def __call__(self, messages: Any) -> Any:
        """Run the agent on the person's last words."""
        said = messages if isinstance(messages, str) else messages[-1]["content"]
        result = await self.agent.run(said, message_history=self.kept)
        self.kept = result.all_messages()
        return result
