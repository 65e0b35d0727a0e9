"""Agents of the OpenAI Agents SDK."""

from __future__ import annotations

import functools
import sys
from typing import Any

from attrs import define, field

from whileai.builtin.agents.kinds import comes_from, name_of
from whileai.builtin.agents.marks import MarkedAgent


def claims(value: Any) -> bool:
    """Tell whether ``value`` is an agent of the SDK."""
    return comes_from(value, "agents", "AgentBase", "Agent") and hasattr(
        sys.modules.get("agents"), "Runner"
    )


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
    """One rollout's conversation: the items that the next run goes on from."""

    agent: Any
    items: list[Any] = field(factory=list)

    async def __call__(self, messages: Any) -> Any:
        """Run the agent on the person's last words."""
        runner = sys.modules["agents"].Runner
        said = messages if isinstance(messages, str) else messages[-1]["content"]
        asked = [*self.items, {"role": "user", "content": said}]
        result = await runner.run(self.agent, asked)
        self.items = result.to_input_list()
        return result
