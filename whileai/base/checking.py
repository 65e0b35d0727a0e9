"""jsonschema as the library uses it: Draft 2020-12, our formats, no network."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from jsonschema import (  # type: ignore[import-untyped]
    Draft202012Validator,
    FormatChecker,
)
from jsonschema.exceptions import ValidationError  # type: ignore[import-untyped]
from referencing import Registry

from whileai.base.dialect import children, rebuilt
from whileai.base.formats import FORMATS
from whileai.base.patterns import read_pattern

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

__all__ = ["ValidationError", "readable", "unreadable", "validator"]


def _formats() -> FormatChecker:
    checker = FormatChecker(formats=())
    for name, (fits, _) in FORMATS.items():
        checker.checks(name)(_of_text(fits))
    return checker


def _of_text(fits: Callable[[str], bool]) -> Callable[[object], bool]:
    return lambda value: not isinstance(value, str) or fits(value)


_FORMATS = _formats()


def validator(schema: Any) -> Any:
    """Compile ``schema`` into a jsonschema validator that checks formats.

    References that lead out of the schema are never fetched.
    """
    nothing: Registry[Any] = Registry()
    return Draft202012Validator(schema, registry=nothing, format_checker=_FORMATS)


def readable(schema: Any) -> Any:
    """Copy a schema with patterns as Python reads them; others are left out."""
    if not isinstance(schema, dict):
        return schema
    copy = rebuilt(schema, lambda _, each: readable(each))
    if "pattern" in copy:
        pattern = read_pattern(copy.pop("pattern"))
        if pattern is not None:
            copy["pattern"] = pattern
    if "patternProperties" in copy:
        read = {
            read_pattern(name): each for name, each in copy["patternProperties"].items()
        }
        if None in read:
            del read[None]
            copy.pop("additionalProperties", None)
        copy["patternProperties"] = read
    return copy


def unreadable(schema: Any) -> tuple[str, ...]:
    """Give the patterns of a schema that Python cannot read."""
    return tuple(dict.fromkeys(_unreadable(schema)))


def _unreadable(schema: Any) -> Iterator[str]:
    if not isinstance(schema, dict):
        return
    own = [*schema.get("patternProperties", ())]
    if "pattern" in schema:
        own.append(schema["pattern"])
    yield from (each for each in own if read_pattern(each) is None)
    for _, each in children(schema):
        yield from _unreadable(each)
