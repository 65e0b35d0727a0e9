"""A quick yes to values that fit a plain schema, before jsonschema explains a no."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from attrs import define, field

from whileai.base.formats import FORMATS
from whileai.base.numbers import is_number

Check: TypeAlias = Callable[[Any], bool]

LEFT = frozenset(
    (
        *("contains", "dependentRequired", "dependentSchemas", "if", "maxProperties"),
        *("minProperties", "multipleOf", "not", "patternProperties", "prefixItems"),
        *("propertyNames", "unevaluatedItems", "unevaluatedProperties", "uniqueItems"),
    )
)
"""Words that are left to jsonschema; others that have no check say nothing to it."""
_NOTES = frozenset(
    ("title", "description", "default", "examples", "example", "deprecated", "nullable")
)
"""Words that say nothing of what fits."""


class Unsure(Exception):
    """The schema has words that are left to jsonschema."""


def quick(schema: Any) -> Check | None:
    """Compile what tells whether a value fits ``schema``, as jsonschema would.

    Args:
        schema: Draft 2020-12, with references into itself only.

    Returns:
        A function of the value; ``None`` where the schema has a word (``not``,
        ``patternProperties``, ...) that only jsonschema knows.
    """
    try:
        return _Compiler(schema).check(schema)
    except Unsure:
        return None


@define
class _Compiler:
    """Compiles one schema; what references name is compiled once."""

    root: Any
    known: dict[str, list[Check]] = field(factory=dict)

    def check(self, schema: Any) -> Check:
        if schema is True or schema == {}:
            return _anything
        if not isinstance(schema, dict):
            raise Unsure
        checks: list[Check] = []
        objects = self._object(schema, checks)
        for word, value in schema.items():
            if word in _NOTES or word in _OTHERS or (word == "type" and objects):
                continue
            make = _MAKERS.get(word)
            if make is not None:
                checks.append(make(self, value))
            elif word in LEFT or word[:1] == "$":
                raise Unsure
        return _every(checks)

    def _object(self, schema: Mapping[str, Any], checks: list[Check]) -> bool:
        """Compile the words that speak of an object's fields, as one check.

        Returns:
            Whether that check says too that nothing but an object fits.
        """
        if not any(word in schema for word in _OF_OBJECTS):
            return False
        only = schema.get("type") == "object"
        parts = {
            name: self.check(each)
            for name, each in schema.get("properties", {}).items()
        }
        extra = schema.get("additionalProperties", True)
        rest = None if extra is False else self.check(extra)
        checks.append(_fields(parts, tuple(schema.get("required", ())), rest, only))
        return only

    def refer(self, ref: Any) -> Check:
        if not isinstance(ref, str) or not ref.startswith("#/$defs/"):
            raise Unsure
        name = ref[len("#/$defs/") :]
        if "/" in name or "~" in name or "%" in name:
            raise Unsure
        made = self.known.get(name)
        if made is None:
            made = self.known[name] = []
            made.append(self.check(self.root.get("$defs", {})[name]))
        there = made
        return lambda value: there[0](value)  # compiled by the time it is asked

    def all_of(self, parts: list[Any]) -> Check:
        return _every([self.check(each) for each in parts])

    def any_of(self, parts: list[Any]) -> Check:
        checks = [self.check(each) for each in parts]
        return lambda value: any(check(value) for check in checks)

    def one_of(self, parts: list[Any]) -> Check:
        checks = [self.check(each) for each in parts]
        return lambda value: sum(check(value) for check in checks) == 1

    def items(self, schema: Any) -> Check:
        check = self.check(schema)
        if check is _anything:
            return _anything
        return lambda value: not isinstance(value, list) or all(map(check, value))


def _anything(_value: Any) -> bool:
    return True


def _every(checks: list[Check]) -> Check:
    if len(checks) == 1:
        return checks[0]
    if len(checks) == 2:
        first, second = checks
        return lambda value: first(value) and second(value)
    return lambda value: all(check(value) for check in checks)


def _fields(
    parts: Mapping[str, Check],
    needed: tuple[str, ...],
    rest: Check | None,
    only: bool,
) -> Check:
    def fits(value: Any) -> bool:
        if not isinstance(value, dict):
            return not only
        for name in needed:
            if name not in value:
                return False
        for name, each in value.items():
            check = parts.get(name, rest)
            if check is None or not check(each):
                return False
        return True

    return fits


def _is_integer(value: Any) -> bool:
    if isinstance(value, bool):
        return False
    return isinstance(value, int) or (isinstance(value, float) and value.is_integer())


_TYPES: Mapping[str, Check] = {
    "string": lambda value: isinstance(value, str),
    "integer": _is_integer,
    "number": is_number,
    "boolean": lambda value: isinstance(value, bool),
    "null": lambda value: value is None,
    "object": lambda value: isinstance(value, dict),
    "array": lambda value: isinstance(value, list),
}


def _type(_compiler: _Compiler, kinds: Any) -> Check:
    checks = [
        _TYPES.get(kind) for kind in ([kinds] if isinstance(kinds, str) else kinds)
    ]
    known = [each for each in checks if each is not None]
    if len(known) != len(checks):
        raise Unsure
    if len(known) == 1:
        return known[0]
    return lambda value: any(check(value) for check in known)


def _enum(_compiler: _Compiler, choices: Any) -> Check:
    if any(isinstance(each, (list, dict)) for each in choices):
        raise Unsure
    texts = frozenset(each for each in choices if isinstance(each, str))
    others = [each for each in choices if not isinstance(each, str)]

    def fits(value: Any) -> bool:
        if isinstance(value, str):
            return value in texts
        flag = isinstance(value, bool)
        return any(isinstance(e, bool) is flag and e == value for e in others)

    return fits


def _number(fits: Callable[[Any, Any], bool]) -> Any:
    def make(_compiler: _Compiler, bound: Any) -> Check:
        return lambda value: (
            not isinstance(value, (int, float))
            or isinstance(value, bool)
            or fits(value, bound)
        )

    return make


def _sized(kind: type[str] | type[list[Any]], fits: Callable[[int, Any], bool]) -> Any:
    def make(_compiler: _Compiler, bound: Any) -> Check:
        return lambda value: not isinstance(value, kind) or fits(len(value), bound)

    return make


def _pattern(_compiler: _Compiler, pattern: str) -> Check:
    search = re.compile(pattern).search
    return lambda value: not isinstance(value, str) or search(value) is not None


def _format(_compiler: _Compiler, name: Any) -> Check:
    known = FORMATS.get(name) if isinstance(name, str) else None
    if known is None:
        return _anything
    fits = known[0]
    return lambda value: not isinstance(value, str) or fits(value)


_OF_OBJECTS = frozenset(("properties", "required", "additionalProperties"))
_OTHERS = frozenset(
    (*_OF_OBJECTS, "readOnly", "writeOnly", "$schema", "$comment", "$defs")
)
_MAKERS: Mapping[str, Callable[[_Compiler, Any], Check]] = {
    "type": _type,
    "enum": _enum,
    "const": lambda compiler, value: _enum(compiler, [value]),
    "minimum": _number(lambda value, bound: not value < bound),
    "maximum": _number(lambda value, bound: not value > bound),
    "exclusiveMinimum": _number(lambda value, bound: not value <= bound),
    "exclusiveMaximum": _number(lambda value, bound: not value >= bound),
    "minLength": _sized(str, lambda size, bound: size >= bound),
    "maxLength": _sized(str, lambda size, bound: size <= bound),
    "minItems": _sized(list, lambda size, bound: size >= bound),
    "maxItems": _sized(list, lambda size, bound: size <= bound),
    "pattern": _pattern,
    "format": _format,
    "items": _Compiler.items,
    "allOf": _Compiler.all_of,
    "anyOf": _Compiler.any_of,
    "oneOf": _Compiler.one_of,
    "$ref": _Compiler.refer,
}
