"""A world made of a function ``(tool, arguments) -> result``, sync or async."""

from __future__ import annotations

import inspect
from contextlib import nullcontext
from typing import TYPE_CHECKING, Any

from attrs import frozen

from whileai.base.errors import given
from whileai.world.answers import unknown_tool

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from contextlib import AbstractAsyncContextManager

    from whileai.model import Slot, Tool


@frozen
class FunctionSession:
    """One rollout's calls of the function; the function keeps what state it has.

    Args:
        execute: the user's function.
        names: the tools that were declared; a call of any other is refused.
        blocking: true when a call may block, so that it is made off the loop.
    """

    execute: Callable[[str, Any], Any]
    names: tuple[str, ...]
    blocking: bool

    def call(self, tool: str, arguments: Mapping[str, Any], /) -> Any:
        """Give what the function returns for a declared tool."""
        if self.names and tool not in self.names:
            return unknown_tool(tool, self.names)
        return self.execute(tool, arguments)


class FunctionWorld:
    """Answers every tool call with the user's ``execute``.

    Args:
        execute: takes the tool's name and its arguments, gives a JSON value; may be
            async, may raise (the error becomes the tool's answer).
        tools: the agent's tools.

    Raises:
        TypeError: if ``execute`` cannot take two positional arguments.
    """

    def __init__(
        self, execute: Callable[[str, Any], Any], tools: Sequence[Tool]
    ) -> None:
        check_arity(execute)
        call = getattr(execute, "__call__", None)  # noqa: B004 - its kind is read
        waits = inspect.iscoroutinefunction(execute) or inspect.iscoroutinefunction(
            call
        )
        names = tuple(tool.name for tool in tools)
        self._session = FunctionSession(execute, names, not waits)

    def open(self, _slot: Slot, /) -> AbstractAsyncContextManager[FunctionSession]:
        """Open the world of one rollout: the function, as it is."""
        return nullcontext(self._session)


def check_arity(execute: Callable[..., Any]) -> None:
    """Make sure that ``execute`` can be called as ``execute(tool, arguments)``.

    Raises:
        TypeError: saying what it takes instead.
    """
    try:
        signature = inspect.signature(execute)
    except (TypeError, ValueError):  # built-ins that do not say
        return
    try:
        signature.bind("tool", {})
    except TypeError as error:
        raise TypeError(
            f"execute={given(execute)} cannot be called as execute(tool, arguments): "
            f"{error}; its signature is {signature}"
        ) from None
