"""Agents of other libraries, found by their type and turned into callables.

A library's module, and what adapts its agents, is looked at only once an object of it
was passed: nothing here imports one by itself.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from whileai.builtin.agents.marks import MarkedAgent

ADAPTERS = {
    "whileai": "whileai.builtin.agents.http",
    "langchain_core": "whileai.builtin.agents.langchain",
    "agents": "whileai.builtin.agents.openai_agents",
    "pydantic_ai": "whileai.builtin.agents.pydantic_agents",
    "smolagents": "whileai.builtin.agents.smol_agents",
}
"""What adapts the agents whose class, or a base of it, is of a package."""


def adapted(value: Any) -> MarkedAgent | None:
    """Give a library's agent as a fresh callable for each rollout; ``None`` if it is
    none that we know.
    """
    packages = {str(kind.__module__).partition(".")[0] for kind in type(value).__mro__}
    for package, path in ADAPTERS.items():
        adapter = import_module(path) if package in packages else None
        if adapter is not None and adapter.claims(value):
            marked: MarkedAgent = adapter.adapt(value)
            return marked
    return None
