"""Agents: models, people's own callables, agents of other libraries, endpoints."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from attrs import evolve

from whileai.base.naming import named
from whileai.builtin.agents.adapters import adapted
from whileai.builtin.agents.function import CallableAgent
from whileai.builtin.agents.marks import MarkedAgent, agent, per_rollout
from whileai.calls import is_model
from whileai.plugins.hookspecs import hookimpl
from whileai.plugins.later import later

if TYPE_CHECKING:
    from whileai.builtin.agents.http import Http
    from whileai.stages import Register, StageSetup

__all__ = ["CallableAgent", "Http", "MarkedAgent", "agent", "per_rollout"]

CHAT = "whileai.builtin.agents.chat:ChatAgent.of"
HTTP = "whileai.builtin.agents.http"

__getattr__ = named(__name__, {"Http": HTTP})


def _function(setup: StageSetup) -> CallableAgent:
    return CallableAgent.of(setup)


def _http(setup: StageSetup) -> CallableAgent:
    return CallableAgent.of(evolve(setup, value=later(f"{HTTP}:Http")(setup.argument)))


def _is_agent(value: Any) -> bool:
    return callable(value) or adapted(value) is not None


@hookimpl
def register_agents(register: Register) -> None:
    """Register ``chat``, ``function`` and ``http`` (``agent="http:https://..."``)."""
    register("chat", later(CHAT), accepts=is_model)
    register("function", _function, accepts=_is_agent)
    register("http", _http)
