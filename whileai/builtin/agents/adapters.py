"""Agents of other libraries, found by their type and turned into callables.

A library's module is looked at only once an object of it was passed: nothing here
imports one by itself.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from whileai.builtin.agents import (
    http,
    langchain,
    openai_agents,
    pydantic_agents,
    smol_agents,
)

if TYPE_CHECKING:
    from whileai.builtin.agents.marks import MarkedAgent

ADAPTERS = (http, langchain, openai_agents, pydantic_agents, smol_agents)


def adapted(value: Any) -> MarkedAgent | None:
    """Give a library's agent as a fresh callable for each rollout; ``None`` if it is
    none that we know.
    """
    for adapter in ADAPTERS:
        if adapter.claims(value):
            marked: MarkedAgent = adapter.adapt(value)
            return marked
    return None
