"""JSON Schema as tools have it, brought to one dialect: Draft 2020-12."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any, TypeAlias
from urllib.parse import unquote

from attrs import frozen

from whileai.base.errors import given, nearest
from whileai.base.lines import NotJson, fresh
from whileai.base.numbers import is_number
from whileai.base.patterns import broken

Schema: TypeAlias = "dict[str, Any]"

TYPES = ("object", "array", "string", "integer", "number", "boolean", "null")
"""The type words of JSON Schema."""

_SPELLED = {
    "object": "dict dictionary map mapping hash hashmap hashtable linkedhashmap"
    " treemap record struct json",
    "array": "list tuple set arraylist linkedlist hashset treeset vector sequence "
    "iterable queue stack collection",
    "string": "str char character charsequence text",
    "integer": "int int32 int64 long short byte bigint biginteger",
    "number": "float float32 float64 double decimal bigdecimal numeric",
    "boolean": "bool",
    "null": "none nonetype nil void",
    "any": "anything mixed unknown",
}
_WORDS = {
    word: kind for kind, words in _SPELLED.items() for word in (kind, *words.split())
}

_ONE = (
    "items",
    "additionalProperties",
    "not",
    "if",
    "then",
    "else",
    "contains",
    "propertyNames",
    "unevaluatedItems",
    "unevaluatedProperties",
)
_MANY = ("allOf", "anyOf", "oneOf", "prefixItems")
_NAMED = ("properties", "patternProperties", "$defs", "definitions", "dependentSchemas")


def children(schema: object) -> Iterator[tuple[str, Any]]:
    """Give the direct subschemas of ``schema``, each with its dotted place."""
    if not isinstance(schema, dict):
        return
    for word in _ONE:
        if word in schema:
            yield word, schema[word]
    for word in _MANY:
        for index, each in enumerate(schema.get(word, ())):
            yield f"{word}.{index}", each
    for word in _NAMED:
        for name, each in schema.get(word, {}).items():
            yield name if word == "properties" else f"{word}.{name}", each


def rebuilt(schema: Schema, change: Callable[[str, Any], Any]) -> Schema:
    """Copy ``schema`` with every direct subschema replaced.

    Args:
        schema: a schema in the one dialect.
        change: is given a subschema's dotted place and the subschema.
    """
    copy = dict(schema)
    for word in _ONE:
        if word in copy:
            copy[word] = change(word, copy[word])
    for word in _MANY:
        if word in copy:
            copy[word] = [
                change(f"{word}.{index}", each) for index, each in enumerate(copy[word])
            ]
    for word in _NAMED:
        if word in copy:
            place = "" if word == "properties" else f"{word}."
            copy[word] = {
                name: change(place + name, each) for name, each in copy[word].items()
            }
    return copy


def pointed(root: Any, ref: str) -> Any:
    """Give what the local reference ``ref`` (``#/$defs/x``, ``#``, ``#x``) points to.

    Raises:
        LookupError: if it points nowhere, or outside ``root``.
    """
    if not ref.startswith("#"):
        raise LookupError(ref)
    if ref in ("#", "#/"):
        return root
    if not ref.startswith("#/"):
        return _anchored(root, ref[1:])
    value = root
    for part in unquote(ref[2:]).split("/"):
        step = part.replace("~1", "/").replace("~0", "~")
        try:
            value = value[int(step) if isinstance(value, list) else step]
        except (KeyError, IndexError, ValueError, TypeError):
            raise LookupError(ref) from None
    return value


def alone(part: Mapping[str, Any], root: Mapping[str, Any]) -> Schema:
    """Give ``part`` of ``root`` as a schema that has all that it refers to.

    Definitions stand beside it; where it refers to other places, all of ``root`` is
    one of them.
    """
    shared = {name: root[name] for name in ("$defs", "definitions") if name in root}
    beside: Schema = {**part, **shared}
    whole = "whole"
    while whole in beside.get("$defs", {}):
        whole += "_"
    moved = _moved(beside, f"#/$defs/{whole}")
    if moved == beside:
        return beside
    every = {**moved.get("$defs", {}), whole: _moved(root, f"#/$defs/{whole}")}
    return {**moved, "$defs": every}


_ELSEWHERE = re.compile(r"#(?:\Z|/(?!\$defs/|definitions/))")


def _moved(schema: Any, place: str) -> Any:
    """A schema whose references find the root, but for its definitions, at a place."""
    if not isinstance(schema, dict):
        return schema
    copy = rebuilt(schema, lambda _, each: _moved(each, place))
    ref = copy.get("$ref")
    if isinstance(ref, str) and _ELSEWHERE.match(ref):
        copy["$ref"] = place + ref[1:].rstrip("/")
    return copy


def _anchored(schema: Any, name: str) -> Any:
    stack = [schema]
    while stack:
        here = stack.pop()
        if isinstance(here, dict) and name in (
            here.get("$anchor"),
            here.get("$dynamicAnchor"),
        ):
            return here
        stack.extend(each for _, each in children(here))
    raise LookupError(name)


@frozen(kw_only=True)
class _Owner:
    """Whose schema is read, for messages.

    Args:
        name: what is read, and of which tool.
        part: what a place in it is called.
    """

    name: str
    part: str

    @classmethod
    def of(cls, what: str, tool: str, *, part: str) -> _Owner:
        """Name ``what`` with its tool, where that is known."""
        return cls(name=f"{what} of tool {tool!r}" if tool else what, part=part)


def normalized(schema: object, *, tool: str = "") -> Schema:
    """Give the parameters of a tool as an object schema of Draft 2020-12.

    Type words of other dialects (``dict``, ``float``, ``ArrayList``, ...) become JSON
    Schema's; ``nullable`` also admits null by type; older drafts' forms are brought up
    to date. References and recursion stay as they are. Nothing is shared with
    ``schema``.

    Args:
        schema: a mapping; without a ``type`` it is an object's.
        tool: the tool's name, for messages.

    Raises:
        TypeError: if it is no mapping or holds something that is no JSON.
        ValueError: naming tool, parameter and the word, if it is no schema of an
            object.
    """
    owner = _Owner.of("the parameters", tool, part="parameter")
    copy = _copied(schema, owner)
    _refuse_bare_properties(copy, owner)
    copy.setdefault("type", "object")
    result = _standard(copy, owner, "")
    kinds = result.get("type", "object")
    if kinds != "object" and "object" not in kinds:
        raise ValueError(
            f"{owner.name} have type {given(kinds)}; a tool takes named arguments: wrap"
            ' the schema as {"type": "object", "properties": {...}}'
        )
    rest = {key: value for key, value in result.items() if key != "type"}
    result = {"type": "object", **rest}
    if not any(word in result for word in ("$ref", "allOf", "anyOf", "oneOf")):
        result.setdefault("properties", {})
    return result


def standard(schema: object, *, tool: str = "") -> Schema:
    """Give the output schema of a tool in Draft 2020-12, of whatever type it is.

    ``True``, the schema that takes all, is ``{}``.

    Raises:
        TypeError, ValueError: as ``normalized`` does; ``False``, the schema that
            takes nothing, is none that an answer could have.
    """
    owner = _Owner.of("the output schema", tool, part="field")
    if schema is False:
        raise ValueError(
            f"{owner.name} is False, which no answer meets; leave it out, or pass {{}} "
            "where the tool may answer anything"
        )
    said = {} if schema is True else schema
    result: Schema = _standard(_copied(said, owner), owner, "")
    return result


def _copied(schema: object, owner: _Owner) -> Schema:
    if not isinstance(schema, Mapping):
        raise TypeError(
            f"{owner.name} must be a JSON Schema as a dict, got {given(schema)}"
        )
    try:
        copy: Schema = fresh(schema)
    except NotJson as error:
        raise NotJson(f"{owner.name} cannot be JSON: {error}") from None
    return copy


def _refuse_bare_properties(schema: Schema, owner: _Owner) -> None:
    """Refuse ``{"order_id": {...}}``: read as a schema it would have no argument."""
    words = {"type", *_SHAPES, *_NAMED, "description", "title", "default", "examples"}
    if (
        schema
        and not words & set(schema)
        and not any(key.startswith(("$", "x-")) for key in schema)
        and all(isinstance(each, dict) for each in schema.values())
    ):
        raise ValueError(
            f"{owner.name} name {given(next(iter(schema)))} where a JSON Schema has its"
            ' keywords; wrap them as {"type": "object", "properties": {...}}'
        )


def _standard(schema: Any, owner: _Owner, place: str) -> Any:
    if isinstance(schema, bool):
        return schema
    if not isinstance(schema, dict):
        raise _bad(owner, place, f"expected a schema, got {given(schema)}")
    schema.pop("$schema", None)
    _modernize(schema)
    if "type" in schema:
        _name_types(schema, owner, place)
    for word, (fits, wanted) in _SHAPES.items():
        if word in schema and not fits(schema[word]):
            raise _bad(
                owner, place, f"{word} must be {wanted}, got {given(schema[word])}"
            )
    _refuse_what_nothing_meets(schema, owner, place)
    if schema.get("nullable") is True:
        _admit_null(schema)
    dot = f"{place}." if place else ""
    return rebuilt(schema, lambda name, each: _standard(each, owner, dot + name))


_BOUNDS = (
    ("minimum", "maximum"),
    ("minLength", "maxLength"),
    ("minItems", "maxItems"),
    ("minProperties", "maxProperties"),
)


def _refuse_what_nothing_meets(schema: Schema, owner: _Owner, place: str) -> None:
    """Refuse patterns that are none and bounds that leave nothing between them."""
    for low, high in _BOUNDS:
        if low in schema and high in schema and schema[low] > schema[high]:
            least, most = given(schema[low]), given(schema[high])
            raise _bad(owner, place, f"{low} {least} is above {high} {most}")
    wrong = broken(schema["pattern"]) if "pattern" in schema else ""
    if wrong:
        pattern = given(schema["pattern"])
        raise _bad(owner, place, f"pattern {pattern} cannot be read: {wrong}")


def _bad(owner: _Owner, place: str, problem: str) -> ValueError:
    where = f", {owner.part} {place!r}" if place else ""
    return ValueError(f"no valid JSON Schema in {owner.name}{where}: {problem}")


def _modernize(schema: Schema) -> None:
    """Rewrite what older drafts, OpenAPI and BFCL spell differently."""
    for bound, strict in (
        ("minimum", "exclusiveMinimum"),
        ("maximum", "exclusiveMaximum"),
    ):
        flagged = isinstance(schema.get(strict), bool) and schema.pop(strict)
        if flagged and bound in schema:
            schema[strict] = schema.pop(bound)
    if isinstance(schema.get("items"), list):
        schema["prefixItems"] = schema.pop("items")
        if "additionalItems" in schema:
            schema["items"] = schema.pop("additionalItems")
    if schema.get("items") is True:  # which says nothing
        del schema["items"]
    if isinstance(schema.get("dependencies"), dict):
        for name, needed in schema.pop("dependencies").items():
            word = (
                "dependentRequired" if isinstance(needed, list) else "dependentSchemas"
            )
            schema.setdefault(word, {})[name] = needed
    _lift_required(schema)


def _lift_required(schema: Schema) -> None:
    """Move ``required: true`` of a property into the list of the object."""
    if isinstance(schema.get("required"), bool):
        del schema["required"]
    properties = schema.get("properties")
    if isinstance(properties, dict):
        lifted = [
            name
            for name, each in properties.items()
            if isinstance(each, dict) and each.get("required") is True
        ]
        if lifted and isinstance(schema.get("required", []), list):
            schema["required"] = list(
                dict.fromkeys([*schema.get("required", []), *lifted])
            )
    if schema.get("required") in ([], None):
        schema.pop("required", None)


def _name_types(schema: Schema, owner: _Owner, place: str) -> None:
    words = schema["type"]
    several = isinstance(words, list)
    if words == []:
        raise _bad(owner, place, "type must be a word or a list of words, got []")
    kinds = []
    for word in words if several else [words]:
        kind = _WORDS.get(word.strip().lower()) if isinstance(word, str) else None
        if kind is None:
            near = nearest(word.lower(), _WORDS) if isinstance(word, str) else None
            hint = f"; did you mean {_WORDS[near]!r}?" if near else ""
            raise _bad(
                owner,
                place,
                f"type {given(word)} is not known{hint} Known: {', '.join(TYPES)}",
            )
        kinds.append(kind)
    if "any" in kinds:
        del schema["type"]
    else:
        schema["type"] = list(dict.fromkeys(kinds)) if several else kinds[0]


def _admit_null(schema: Schema) -> None:
    """Say in JSON Schema's own words what OpenAPI's ``nullable`` says."""
    kinds = schema.get("type")
    if kinds is not None:
        kinds = kinds if isinstance(kinds, list) else [kinds]
        schema["type"] = kinds if "null" in kinds else [*kinds, "null"]
        if "enum" in schema and None not in schema["enum"]:
            schema["enum"] = [*schema["enum"], None]
        return
    for word in ("anyOf", "oneOf"):
        if word in schema:
            if {"type": "null"} not in schema[word]:
                schema[word] = [*schema[word], {"type": "null"}]
            return
    if "$ref" in schema:
        schema["anyOf"] = [{"$ref": schema.pop("$ref")}, {"type": "null"}]


def _is_count(value: object) -> bool:
    return is_number(value) and value == int(value) and value >= 0


def _is_names(value: object) -> bool:
    return isinstance(value, list) and all(isinstance(each, str) for each in value)


def _is_named(value: object) -> bool:
    return isinstance(value, dict)


_Shape: TypeAlias = "tuple[Callable[[Any], bool], str]"
_NUMBER: _Shape = (is_number, "a number")
_COUNT: _Shape = (_is_count, "a whole number of 0 or more")
_TEXT: _Shape = (lambda value: isinstance(value, str), "a string")
_FLAG: _Shape = (lambda value: isinstance(value, bool), "true or false")
_BY_NAME: _Shape = (_is_named, "an object of schemas by name")
_LISTED: _Shape = (
    lambda value: isinstance(value, list) and bool(value),
    "a list of one or more schemas",
)
_SHAPES: dict[str, _Shape] = {
    "required": (_is_names, "a list of names"),
    "enum": (
        lambda value: isinstance(value, list) and bool(value),
        "a list of one or more values",
    ),
    "multipleOf": (
        lambda value: is_number(value) and value > 0,
        "a number above 0",
    ),
    **dict.fromkeys(
        ("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"), _NUMBER
    ),
    **dict.fromkeys(
        (
            "minLength",
            "maxLength",
            "minItems",
            "maxItems",
            "minContains",
            "maxContains",
            "minProperties",
            "maxProperties",
        ),
        _COUNT,
    ),
    **dict.fromkeys(("pattern", "format", "$ref", "$id", "$anchor"), _TEXT),
    "uniqueItems": _FLAG,
    **dict.fromkeys(_NAMED, _BY_NAME),
    **dict.fromkeys(_MANY, _LISTED),
    "dependentRequired": (
        lambda value: isinstance(value, dict) and all(map(_is_names, value.values())),
        "an object of lists of names",
    ),
}
