"""Schemas and their violations in the words of an API's error messages."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from whileai.base.errors import given
from whileai.base.formats import FORMATS

if TYPE_CHECKING:
    from whileai.base.checking import ValidationError

_KINDS = {
    "object": "an object",
    "array": "an array",
    "string": "a string",
    "integer": "an integer",
    "number": "a number",
    "boolean": "true or false",
    "null": "null",
}
_MOST = 10
_TITLED = {
    "minLength": "at least {} characters long",
    "maxLength": "at most {} characters long",
    "minItems": "an array of at least {} items",
    "maxItems": "an array of at most {} items",
    "minProperties": "an object of at least {} fields",
    "maxProperties": "an object of at most {} fields",
    "minimum": "at least {}",
    "maximum": "at most {}",
    "exclusiveMinimum": "more than {}",
    "exclusiveMaximum": "less than {}",
    "multipleOf": "a multiple of {}",
    "pattern": "a string that matches {!r}",
}


def expected(schema: Any) -> str:
    """Say in a few words what a schema wants: ``an integer, at least 1``."""
    if not isinstance(schema, dict):
        return "nothing" if schema is False else "any value"
    if "const" in schema:
        return _value(schema["const"])
    if "enum" in schema:
        return options(schema["enum"])
    if "format" in schema and schema["format"] in FORMATS:
        kind = FORMATS[schema["format"]][1]
        nullable = isinstance(schema.get("type"), list) and "null" in schema["type"]
        return f"{kind} or null" if nullable else kind
    for word in ("anyOf", "oneOf"):
        if word in schema:
            return _either([expected(each) for each in schema[word]])
    kinds = schema.get("type", ())
    kinds = [kinds] if isinstance(kinds, str) else kinds
    parts = [_either([_KINDS[each] for each in kinds])] if kinds else []
    parts += [
        phrase.format(_number(schema[word]))
        for word, phrase in _TITLED.items()
        if word in schema and not word.endswith(("Items", "Properties"))
    ]
    return ", ".join(parts) or "a valid value"


def options(values: list[Any]) -> str:
    """List up to ten of the values that are allowed."""
    shown = ", ".join(_value(each) for each in values[:_MOST])
    rest = len(values) - _MOST
    more = f" and {rest} more" if rest > 0 else ""
    return f"one of {shown}{more}" if len(values) != 1 else shown


def wrong(error: ValidationError) -> str:
    """Say what an error is about: ``must be at least 1, got 0``."""
    word, wanted = str(error.validator), error.validator_value
    got = given(error.instance)
    if word in _TITLED:
        size = word.endswith(("Length", "Items", "Properties"))
        got = str(len(error.instance)) if size else got
        return f"must be {_TITLED[word].format(_number(wanted))}, got {got}"
    if word in ("type", "const", "enum", "format"):
        return f"must be {expected({word: wanted})}, got {got}"
    if word == "uniqueItems":
        return f"must have no item twice, got {got}"
    if word == "oneOf":
        return f"must be exactly one of the allowed forms, but fits several: {got}"
    if word == "not":
        return f"must not be {expected(wanted)}, got {got}"
    if word == "contains":
        return f"must contain {expected(wanted)}, got {got}"
    if error.schema is False or wanted is False:
        return f"is not allowed here: {error.message}"
    return f"is not valid: {error.message[:200]}"


def _value(value: Any) -> str:
    return "null" if value is None else given(value)


def _number(value: Any) -> Any:
    whole = isinstance(value, float) and value.is_integer() and abs(value) < 1e15
    return int(value) if whole else value


def _either(parts: list[str]) -> str:
    unique = list(dict.fromkeys(parts))
    if len(unique) > _MOST:
        unique = [*unique[: _MOST - 1], f"one of {len(unique) - _MOST + 1} other forms"]
    return " or ".join(unique)
