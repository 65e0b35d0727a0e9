"""Two JSON Schemas that both hold, as one, in the simple cases."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable

    from whileai.base.dialect import Schema


class NoExample(ValueError):
    """No value satisfies the schema, or none could be found."""


def merged(first: Schema, second: Schema) -> Schema:
    """Give a schema whose values satisfy both, without combinators at its top.

    Raises:
        NoExample: if no value can satisfy both.
    """
    both = {**first, **second}
    for word in first.keys() & second.keys():
        combine = _COMBINED.get(word)
        if combine is not None and first[word] != second[word]:
            both[word] = combine(first[word], second[word])
    return both


def _types(first: Any, second: Any) -> Any:
    mine = first if isinstance(first, list) else [first]
    theirs = second if isinstance(second, list) else [second]
    shared = [
        kind
        for kind in mine
        if kind in theirs or (kind == "integer" and "number" in theirs)
    ]
    if "integer" in theirs and "number" in mine and "integer" not in shared:
        shared.append("integer")
    if not shared:
        raise NoExample(f"no value has type {first!r} and type {second!r}")
    return shared[0] if len(shared) == 1 else shared


def _enums(first: list[Any], second: list[Any]) -> list[Any]:
    shared = [each for each in first if each in second]
    if not shared:
        raise NoExample(f"no value is one of {first!r} and one of {second!r}")
    return shared


def _consts(first: Any, second: Any) -> Any:
    raise NoExample(f"no value is both {first!r} and {second!r}")


def _named(first: Schema, second: Schema) -> Schema:
    return {
        name: _both(first[name], second[name])
        if name in first and name in second
        else first.get(name, second.get(name))
        for name in (*first, *(name for name in second if name not in first))
    }


def _both(first: Any, second: Any) -> Any:
    if first is False or second is False:
        return False
    if first is True or first == second:
        return second
    return first if second is True else {"allOf": [first, second]}


def _union(first: list[Any], second: list[Any]) -> list[Any]:
    return list(dict.fromkeys([*first, *second]))


_COMBINED: dict[str, Callable[[Any, Any], Any]] = {
    "type": _types,
    "enum": _enums,
    "const": _consts,
    "properties": _named,
    "patternProperties": _named,
    "required": _union,
    "uniqueItems": lambda first, second: first or second,
    **dict.fromkeys(("items", "additionalProperties", "propertyNames"), _both),
    **dict.fromkeys(
        (
            "minimum",
            "exclusiveMinimum",
            "minLength",
            "minItems",
            "minProperties",
        ),
        max,
    ),
    **dict.fromkeys(
        (
            "maximum",
            "exclusiveMaximum",
            "maxLength",
            "maxItems",
            "maxProperties",
        ),
        min,
    ),
}
