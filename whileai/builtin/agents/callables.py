"""What can be told of a callable before it is called."""

from __future__ import annotations

import functools
import inspect
import types
import typing
from collections.abc import Iterator, MutableSequence, Sequence
from typing import Annotated, Any, Union

from whileai.base.errors import given

_CHAT_NAMES = ("messages", "history", "chat")
_LISTS = ("list", "sequence", "mutablesequence")
_POSITIONAL = (
    inspect.Parameter.POSITIONAL_ONLY,
    inspect.Parameter.POSITIONAL_OR_KEYWORD,
)


def waits(call: Any) -> bool:
    """Tell whether calling ``call`` only makes a coroutine or an async generator."""
    call = unwrapped(call)
    inner = getattr(call, "__call__", None)  # noqa: B004 - its kind is read
    return any(
        check(each)
        for each in (call, inner)
        for check in (inspect.iscoroutinefunction, inspect.isasyncgenfunction)
    )


def takes_world(call: Any) -> bool:
    """Tell whether ``call`` has a parameter ``world`` beside that for the message."""
    parameters = _parameters(call)
    names = [each.name for each in parameters]
    return "world" in names[1:] and (
        parameters[names.index("world")].kind is not inspect.Parameter.POSITIONAL_ONLY
    )


def takes_history(call: Any) -> bool:
    """Tell whether ``call`` asks for the whole conversation, by its signature.

    It does if its first positional parameter is annotated as a list or a sequence, or
    is named ``messages``, ``history`` or ``chat`` and not annotated ``str``.
    """
    parameters = _parameters(call)
    if not parameters or parameters[0].kind not in _POSITIONAL:
        return False
    first = parameters[0]
    heads = set(_heads(_resolved(first.annotation, call)))
    if "str" in heads:
        return False
    return first.name in _CHAT_NAMES or bool(heads & set(_LISTS))


def check_arity(call: Any) -> None:
    """Make sure that ``call`` can be called with one message.

    Raises:
        TypeError: saying what it takes instead.
    """
    try:
        signature = inspect.signature(call)
    except (TypeError, ValueError):  # built-ins that do not say
        return
    try:
        signature.bind("message", **({"world": None} if takes_world(call) else {}))
    except TypeError as error:
        raise TypeError(
            f"agent={given(call)} cannot be called as agent(message): {error}; its "
            f"signature is {signature}. An agent takes the person's message (and, if "
            "it likes, a keyword `world`) and returns its trajectory"
        ) from None


def unwrapped(call: Any) -> Any:
    """Give the callable inside of partials."""
    while isinstance(call, functools.partial):
        call = call.func
    return call


def _parameters(call: Any) -> list[inspect.Parameter]:
    try:
        return list(inspect.signature(call).parameters.values())
    except (TypeError, ValueError):  # built-ins that do not say
        return []


def _resolved(annotation: Any, call: Any) -> Any:
    """Evaluate an annotation that is text; one that cannot be stays as it is."""
    if not isinstance(annotation, str):
        return annotation
    function = inspect.unwrap(unwrapped(call))
    if not inspect.isroutine(function):
        function = inspect.unwrap(type(function).__call__)
    known = getattr(getattr(function, "__func__", function), "__globals__", {})
    try:
        return eval(annotation, dict(known))
    except Exception:  # noqa: BLE001 - a name for type checkers only
        return annotation


def _heads(annotation: Any) -> Iterator[str]:
    """Give the names an annotation is made of: ``list`` of ``list[dict] | None``."""
    if annotation is inspect.Parameter.empty:
        return
    if isinstance(annotation, str):
        for part in annotation.replace("Optional[", "").split("|"):
            yield part.strip(" '\"]").partition("[")[0].rpartition(".")[2].lower()
        return
    origin = typing.get_origin(annotation)
    if origin in (Union, types.UnionType, Annotated):
        inner = typing.get_args(annotation)
        for each in inner[:1] if origin is Annotated else inner:
            yield from _heads(each)
        return
    kind = origin or annotation
    if kind in (list, Sequence, MutableSequence) or kind is str:
        yield kind.__name__.lower()
    elif isinstance(kind, type) and issubclass(kind, list):
        yield "list"
