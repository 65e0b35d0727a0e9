"""Worlds: the mock world, and worlds made of functions, objects and MCP servers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from whileai.builtin.worlds.function import FunctionWorld
from whileai.builtin.worlds.mock import MockWorld
from whileai.plugins.hookspecs import hookimpl
from whileai.plugins.later import is_from, later

if TYPE_CHECKING:
    from whileai.stages import Register, StageSetup

MCP = "whileai.builtin.worlds.mcp"


def _mock(setup: StageSetup) -> MockWorld:
    world = MockWorld(setup.tools, setup.options.who.system_prompt)
    for line in world.warnings:
        setup.warn(line)
    return world


def _function(setup: StageSetup) -> FunctionWorld:
    return FunctionWorld(setup.value, setup.tools)


def _is_function(value: Any) -> bool:
    return callable(value) and not isinstance(value, type)


def _is_mcp(value: Any) -> bool:
    return is_from(MCP, value) and not isinstance(value, type)


@hookimpl
def register_worlds(register: Register) -> None:
    """Register ``mock``, ``function`` and ``mcp``."""
    register("mock", _mock)
    register("function", _function, accepts=_is_function)
    register("mcp", later(f"{MCP}:McpStage.of"), accepts=_is_mcp)
