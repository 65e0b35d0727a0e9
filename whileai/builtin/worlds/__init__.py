"""Worlds: the mock world, and worlds made of functions, objects and MCP servers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from whileai.builtin.worlds.function import FunctionWorld
from whileai.builtin.worlds.mcp import McpStage, McpWorld
from whileai.builtin.worlds.mock import MockWorld
from whileai.plugins.hookspecs import hookimpl

if TYPE_CHECKING:
    from whileai.stages import Register, StageSetup


def _mock(setup: StageSetup) -> MockWorld:
    world = MockWorld(setup.tools, setup.options.who.system_prompt)
    for line in world.warnings:
        setup.warn(line)
    return world


def _function(setup: StageSetup) -> FunctionWorld:
    return FunctionWorld(setup.value, setup.tools)


def _is_function(value: Any) -> bool:
    return callable(value) and not isinstance(value, type)


def _mcp(setup: StageSetup) -> McpStage:
    if not isinstance(setup.value, McpWorld):
        raise ValueError(
            f"execute={setup.value!r}: pass execute=wai.McpWorld(command=...), whose "
            "tools are then the run's"
        )
    return McpStage(setup.value)


@hookimpl
def register_worlds(register: Register) -> None:
    """Register ``mock``, ``function`` and ``mcp``."""
    register("mock", _mock)
    register("function", _function, accepts=_is_function)
    register("mcp", _mcp, accepts=lambda value: isinstance(value, McpWorld))
