"""jsonschema as the library uses it: Draft 2020-12, our formats, no network."""

from __future__ import annotations

from functools import cache, cached_property, partial
from typing import TYPE_CHECKING, Any

from whileai.base.dialect import children, rebuilt
from whileai.base.formats import FORMATS
from whileai.base.patterns import read_pattern

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from jsonschema.exceptions import (  # type: ignore[import-untyped]
        ValidationError as ValidationError,
    )


@cache
def _compiler() -> Callable[[Any], Any]:
    """Give jsonschema's compiler of a schema, with our formats and no network.

    It is imported here: what compiled checks take is never held against it, and it
    takes longer to import than a short run to play.
    """
    import jsonschema  # type: ignore[import-untyped]  # noqa: PLC0415 - as above
    from referencing import Registry  # noqa: PLC0415 - as above

    formats = jsonschema.FormatChecker(formats=())
    for name, (fits, _) in FORMATS.items():
        formats.checks(name)(_of_text(fits))
    nothing: Registry[Any] = Registry()
    return partial(
        jsonschema.Draft202012Validator, registry=nothing, format_checker=formats
    )


def _of_text(fits: Callable[[str], bool]) -> Callable[[object], bool]:
    return lambda value: not isinstance(value, str) or fits(value)


class Unresolved(LookupError):
    """A reference that leads nowhere."""


class Validator:
    """What jsonschema says of values, formats included; compiled when it is asked.

    References that lead out of the schema are never fetched.

    Args:
        schema: what values are held against.
        root: what it is part of, which its references are looked up in; unset, itself.
    """

    def __init__(self, schema: Any, root: Any = None) -> None:
        self._schema = schema
        self._root = schema if root is None else root

    @cached_property
    def _compiled(self) -> Any:
        whole = _compiler()(self._root)
        part = self._schema
        return whole if part is self._root else whole.evolve(schema=part)

    def part(self, schema: Any) -> Validator:
        """Give what checks ``schema``, a part of the same whole."""
        return Validator(schema, self._root)

    def refuse_no_schema(self) -> None:
        """Raise jsonschema's ``SchemaError`` if the schema is none."""
        type(self._compiled).check_schema(self._schema)

    def errors(self, value: Any) -> Iterator[ValidationError]:
        """Give what is wrong with ``value``, one at a time."""
        found: Iterator[ValidationError] = self._compiled.iter_errors(value)
        return found

    def fits(self, value: Any) -> bool:
        """Say whether nothing is wrong with ``value``.

        Raises:
            Unresolved: with a reference that leads nowhere.
        """
        from referencing.exceptions import Unresolvable  # noqa: PLC0415 - as above

        try:
            return bool(self._compiled.is_valid(value))
        except Unresolvable as error:
            raise Unresolved(error.ref) from None


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
