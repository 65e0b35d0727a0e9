"""A whileai agent that is a program: ``agent="command:python my_agent.py"``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from whileai import hookimpl
from whileai_command_agent.agent import Command, CommandAgent
from whileai_command_agent.child import CommandError

if TYPE_CHECKING:
    from whileai.stages import Register

__all__ = ["Command", "CommandAgent", "CommandError", "register_agents"]


def _is_command(value: Any) -> bool:
    return isinstance(value, Command)


@hookimpl
def register_agents(register: Register) -> None:
    """Register ``command``."""
    register("command", CommandAgent.of, accepts=_is_command)
