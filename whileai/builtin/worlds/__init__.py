"""Worlds: the mock world, and worlds made of users' functions."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from whileai.builtin.worlds.function import FunctionWorld
from whileai.builtin.worlds.mock import MockWorld
from whileai.plugins.hookspecs import hookimpl

if TYPE_CHECKING:
    from whileai.stages import Register, StageSetup


def _mock(setup: StageSetup) -> MockWorld:
    return MockWorld(setup.tools, setup.options.who.system_prompt)


def _function(setup: StageSetup) -> FunctionWorld:
    return FunctionWorld(setup.value, setup.tools)


def _is_function(value: Any) -> bool:
    return callable(value) and not isinstance(value, type)


@hookimpl
def register_worlds(register: Register) -> None:
    """Register ``mock`` and ``function``."""
    register("mock", _mock)
    register("function", _function, accepts=_is_function)
