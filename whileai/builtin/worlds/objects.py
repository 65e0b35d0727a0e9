"""A world made of a class: its public methods are the tools."""

from __future__ import annotations

import inspect
from collections.abc import Mapping
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Any

from attrs import evolve, frozen

from whileai.base.errors import given
from whileai.base.lines import fresh
from whileai.options.tools import read_tools
from whileai.world.answers import invalid, unknown_tool
from whileai.world.arguments import not_an_object

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable

    from whileai.model import Slot, Tool


@frozen
class ObjectSession:
    """One rollout's own instance.

    Args:
        instance: what the methods are called on.
        names: the methods that are tools.
        blocking: true when a call may block, so that it is made off the loop.
    """

    instance: Any
    names: tuple[str, ...]
    blocking: bool

    def call(self, tool: str, arguments: Any, /) -> Any:
        """Call the method with the arguments by name, and give what it returns."""
        if tool not in self.names:
            return unknown_tool(tool, self.names)
        if not isinstance(arguments, Mapping):
            return invalid((not_an_object(arguments),))
        method = getattr(self.instance, tool)
        told = fresh(dict(arguments))
        try:
            inspect.signature(method).bind(**told)
        except TypeError as error:
            return {"error": f"{tool}: {error}", "code": "invalid_arguments"}
        return method(**told)


class ObjectWorld:
    """Answers tools with the methods of an object, a fresh one for each rollout.

    Pass it as ``execute=``; its ``tools`` are then the run's, unless ``tools=`` says
    otherwise.

    Args:
        factory: called without arguments to make the object: a class, or a function.

    Raises:
        TypeError: if it cannot be called so, or the object has no public method.
    """

    def __init__(self, factory: Callable[[], Any]) -> None:
        if not callable(factory):
            raise TypeError(
                f"ObjectWorld({given(factory)}): pass a class, or a function that "
                "makes the object of one rollout"
            )
        self._factory = factory
        instance = factory()
        self._names = _public(instance)
        if not self._names:
            raise TypeError(
                f"ObjectWorld({given(factory)}): {given(instance)} has no public "
                "method that could be a tool"
            )
        methods = [getattr(instance, name) for name in self._names]
        self.tools: tuple[Tool, ...] = tuple(
            evolve(each, call=None) for each in read_tools(methods)
        )
        self._blocking = not all(map(inspect.iscoroutinefunction, methods))

    @asynccontextmanager
    async def open(self, _slot: Slot, /) -> AsyncIterator[ObjectSession]:
        """Open the world of one rollout: an instance of its own."""
        yield ObjectSession(self._factory(), self._names, self._blocking)


def _public(instance: object) -> tuple[str, ...]:
    """The methods that the class itself spells without an underscore, in order."""
    found: dict[str, None] = {}
    for kind in reversed(type(instance).__mro__[:-1]):
        for name, value in vars(kind).items():
            plain = inspect.isfunction(value) or isinstance(
                value, (staticmethod, classmethod)
            )
            if plain and not name.startswith("_"):
                found[name] = None
    return tuple(found)
