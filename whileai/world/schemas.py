"""How a part of a JSON Schema is read: its type, its branches, what it refers to."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from whileai.base.dialect import pointed
from whileai.world.words import listed

if TYPE_CHECKING:
    from collections.abc import Mapping

_TYPES = {
    "string": "string",
    "str": "string",
    "number": "number",
    "float": "number",
    "double": "number",
    "integer": "integer",
    "int": "integer",
    "long": "integer",
    "boolean": "boolean",
    "bool": "boolean",
    "array": "array",
    "list": "array",
    "tuple": "array",
    "object": "object",
    "dict": "object",
    "null": "null",
}

_EVERY = frozenset(listed("all any both every everything"))


def base_schema(schema: Mapping[str, Any]) -> Mapping[str, Any]:
    """Give the branch of an ``anyOf``/``oneOf`` that is not null; else ``schema``."""
    for word in ("anyOf", "oneOf", "allOf"):
        for branch in schema.get(word) or ():
            if isinstance(branch, dict) and type_of(branch) not in ("", "null"):
                return branch
    return schema


def nullable(schema: Mapping[str, Any]) -> bool:
    """Tell whether a value may be null."""
    kind = schema.get("type")
    if kind == "null" or (isinstance(kind, (list, tuple)) and "null" in kind):
        return True
    return schema.get("nullable") is True or any(
        isinstance(branch, dict) and nullable(branch)
        for word in ("anyOf", "oneOf")
        for branch in schema.get(word) or ()
    )


def catchalls(schema: Mapping[str, Any]) -> frozenset[str]:
    """Give the choices of a filter that leave nothing out: ``all`` beside ``open``."""
    told = base_schema(schema).get("enum")
    texts = [each for each in told or () if isinstance(each, str)]
    found = frozenset(each for each in texts if each.lower() in _EVERY)
    return found if len(found) < len(texts) else frozenset()


_DEEPEST = 8
"""References and ``allOf`` in one another that are followed."""


def rooted(part: Any, root: Mapping[str, Any], level: int = 0) -> Mapping[str, Any]:
    """Give ``part`` so that it can be read alone: references resolved, or at hand.

    Args:
        part: of a schema.
        root: the schema that its references point into.
        level: how many of ``allOf`` it stands in.
    """
    schema: Mapping[str, Any] = part if isinstance(part, dict) else {}
    for _ in range(_DEEPEST):
        ref = schema.get("$ref")
        if not isinstance(ref, str):
            break
        try:
            target = pointed(root, ref)
        except LookupError:
            break
        beside = {name: each for name, each in schema.items() if name != "$ref"}
        schema = {**(target if isinstance(target, dict) else {}), **beside}
    if isinstance(schema.get("allOf"), list) and level < _DEEPEST:
        schema = _merged(schema, root, level)
    if "$ref" not in repr(schema):
        return schema
    shared = {name: root[name] for name in ("$defs", "definitions") if name in root}
    return {**schema, **shared}


def _merged(
    schema: Mapping[str, Any], root: Mapping[str, Any], level: int
) -> Mapping[str, Any]:
    """Put what each branch of ``allOf`` says beside the rest, where both agree."""
    whole = {name: each for name, each in schema.items() if name != "allOf"}
    apart = []
    for branch in schema["allOf"]:
        told = rooted(branch, root, level + 1) if isinstance(branch, dict) else {}
        differ = any(whole.get(name, each) != each for name, each in told.items())
        if differ or not told:
            apart.append(branch)
        else:
            whole |= told
    return {**whole, "allOf": apart} if apart else whole


def type_of(schema: Mapping[str, Any]) -> str:
    """Give the JSON type a schema declares first, or ``""`` when it declares none."""
    kind = schema.get("type")
    if isinstance(kind, (list, tuple)):
        kind = next((each for each in kind if each != "null"), "")
    if isinstance(kind, str) and kind:
        return _TYPES.get(kind.lower(), "string")
    if isinstance(schema.get("enum"), list) and schema["enum"]:
        return "integer" if type(schema["enum"][0]) is int else "string"
    if "properties" in schema:
        return "object"
    return "array" if "items" in schema else ""
