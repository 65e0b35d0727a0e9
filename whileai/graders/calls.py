"""Checks of the tools that were called.

A name that none of the declared tools has is told in ``data.warnings``.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from attrs import frozen

from whileai.base.errors import given
from whileai.base.lines import dumps, loads
from whileai.base.numbers import checked_count
from whileai.graders.check import Check, simple
from whileai.world.evidence import Evidence

Row = Mapping[str, Any]


@frozen(kw_only=True)
class Called:
    """One call of a tool: its arguments, and whether it was answered well."""

    tool: str
    arguments: Any
    worked: bool


def tool_called(
    name: str,
    arguments: Mapping[str, Any] | None = None,
    *,
    times: int | None = None,
    worked: bool = False,
) -> Check:
    """Pass the row in which the tool was called.

    Args:
        name: of the tool.
        arguments: those that the call must have, among others; a value is a JSON value
            or a function that says whether an argument will do.
        times: how many such calls there must be, exactly; unset, one or more.
        worked: whether only calls that were answered without an error count.

    Raises:
        TypeError, ValueError: if an argument is of the wrong kind or out of range.
    """
    _check_names((name,), "tool_called()")
    wanted = {} if arguments is None else dict(_mapping(arguments))
    _check_times(times)

    def test(row: Row) -> tuple[bool | None, str]:
        named = [call for call in calls_of(row) if call.tool == name]
        found = [
            call
            for call in named
            if (call.worked or not worked) and _agree(wanted, call.arguments)
        ]
        if times is None:
            return bool(found), _lacking(name, bool(named))
        return len(found) == times, f"{name} was called so {len(found)} times"

    shown = [repr(name)]
    shown += [given(wanted, 40)] if wanted else []
    shown += [f"times={times}"] if times is not None else []
    shown += ["worked=True"] if worked else []
    return simple(f"tool_called({', '.join(shown)})", test, (name,))


def tool_not_called(*names: str) -> Check:
    """Pass the row in which none of the tools was called; unnamed, no tool at all.

    A tool that nobody has is never called: ``data.warnings`` names such a one.
    """
    _check_names(names, "tool_not_called()")

    def test(row: Row) -> tuple[bool | None, str]:
        called = [call.tool for call in calls_of(row)]
        found = dict.fromkeys(each for each in called if not names or each in names)
        return not found, f"{', '.join(found)} was called"

    return simple(f"tool_not_called({', '.join(map(repr, names))})", test, names)


def tool_order(*names: str, strict: bool = False) -> Check:
    """Pass the row in which the tools were called one after the other.

    Args:
        names: in their order, two or more; a name may come twice.
        strict: whether no other tool may be called before, between or after.
    """
    _check_names(names, "tool_order()")
    if len(names) < 2:
        raise TypeError(f"tool_order() takes two names or more, got {given(names)}")

    def test(row: Row) -> tuple[bool | None, str]:
        called = [call.tool for call in calls_of(row)]
        rest = iter(called)
        passed = called == list(names) if strict else all(n in rest for n in names)
        shown = ", ".join(called) or "none"
        return passed, f"the calls were, in order: {shown[:200]}"

    shown = ", ".join(map(repr, names)) + (", strict=True" if strict else "")
    return simple(f"tool_order({shown})", test, names)


def calls_of(row: Row) -> list[Called]:
    """Give the calls of a row in their order: its steps, else those of its messages."""
    steps = row.get("steps")
    if steps or not row.get("messages"):
        seen = Evidence.of({**row, "steps": list(map(_spelled, steps or ()))})
        return [
            Called(tool=call.tool, arguments=call.arguments, worked=call.worked)
            for call in seen.calls
        ]
    return list(_in_messages(row["messages"]))


def _spelled(step: Any) -> Any:
    """Give a step that names its tool ``name`` as one that names it ``tool``."""
    if isinstance(step, Mapping) and "tool" not in step and "arguments" in step:
        return {**step, "tool": step.get("name")}
    return step


def _in_messages(messages: Any) -> Iterator[Called]:
    for message in messages:
        calls = message.get("tool_calls") if isinstance(message, Mapping) else None
        for call in calls or ():
            function = call.get("function", call)
            yield Called(
                tool=str(function.get("name")),
                arguments=_read(function.get("arguments")),
                worked=True,
            )


def _read(arguments: Any) -> Any:
    if not isinstance(arguments, str):
        return arguments
    try:
        return loads(arguments)
    except ValueError:
        return arguments


def _agree(wanted: Mapping[str, Any], arguments: Any) -> bool:
    if not wanted:
        return True
    if not isinstance(arguments, Mapping):
        return False
    return all(
        name in arguments and agrees(value, arguments[name])
        for name, value in wanted.items()
    )


def agrees(wanted: Any, value: Any) -> bool:
    """Say whether ``value`` is the JSON value ``wanted``, or one that it accepts."""
    if callable(wanted):
        return bool(wanted(value))
    if isinstance(wanted, bool) or isinstance(value, bool):
        return wanted is value
    if isinstance(wanted, (int, float)) and isinstance(value, (int, float)):
        return wanted == value
    return dumps(wanted) == dumps(value) or wanted == value


def _lacking(name: str, called: bool) -> str:
    return f"{name} was {'not called like this' if called else 'not called'}"


def _mapping(arguments: Any) -> Mapping[str, Any]:
    if not isinstance(arguments, Mapping):
        raise TypeError(
            f"tool_called() takes arguments as a dict, got {given(arguments)}"
        )
    return arguments


def _check_names(names: tuple[Any, ...], call: str) -> None:
    for name in names:
        if not isinstance(name, str) or not name:
            raise TypeError(f"{call} takes names of tools, got {given(name)}")


def _check_times(times: object) -> None:
    if times is not None:
        checked_count(times, "tool_called()", "times", least=0)
