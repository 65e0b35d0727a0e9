"""Agents of smolagents, which keep their memory on themselves: one copy a rollout."""

from __future__ import annotations

import copy
import functools
from typing import Any

from attrs import define

from whileai.base.lines import dumps, plain
from whileai.builtin.agents.kinds import comes_from, name_of
from whileai.builtin.agents.marks import MarkedAgent

_SAID = "final_answer"
"""The tool by which these agents reply."""


def claims(value: Any) -> bool:
    """Tell whether ``value`` is an agent of the library."""
    return comes_from(value, "smolagents", "MultiStepAgent")


def adapt(value: Any) -> MarkedAgent:
    """Give the agent as one that keeps one conversation in each rollout."""
    return MarkedAgent(
        agent=functools.partial(_Conversation.of, value),
        turns="multi",
        fresh=True,
        name=name_of(value),
    )


def _alone(agent: Any) -> Any:
    """Copy an agent so that nothing it writes while it runs is shared."""
    twin = copy.copy(agent)
    twin.memory = type(agent.memory)(agent.system_prompt)
    twin.state = {}
    twin.managed_agents = {
        name: _alone(each) for name, each in (agent.managed_agents or {}).items()
    }
    if getattr(agent, "executor_type", None) == "local":
        twin.python_executor = twin.create_python_executor()
    return twin


@define
class _Conversation:
    """One rollout's conversation with a copy of the agent."""

    agent: Any
    begun: bool = False

    @classmethod
    def of(cls, agent: Any) -> _Conversation:
        """Begin a conversation."""
        return cls(_alone(agent))

    def __call__(self, messages: Any) -> Any:
        """Run the agent on the person's last words; it blocks."""
        said = messages if isinstance(messages, str) else messages[-1]["content"]
        known = len(self.agent.memory.steps) if self.begun else 0
        result = self.agent.run(said, reset=not self.begun, return_full_result=True)
        self.begun = True
        steps = [step for each in result.steps[known:] for step in _steps(each)]
        text = result.output
        if text is not None and not isinstance(text, str):
            text = dumps(plain(text)).decode()
        return {"steps": steps, "final_text": text or ""}


def _steps(action: Any) -> list[dict[str, Any]]:
    """Give the tool calls of one action; what was observed stands at the last one."""
    calls = [
        call
        for call in action.get("tool_calls") or ()
        if (call.get("function") or call).get("name") != _SAID
    ]
    seen = action.get("observations") or (action.get("error") or {}).get("message")
    return [
        {**call, "result": seen if number == len(calls) else None}
        for number, call in enumerate(calls, 1)
    ]
