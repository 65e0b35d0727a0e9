"""Tools at random: things of any name and spelling, with fields of any schema."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from attrs import frozen
from hypothesis import strategies as st

from whileai.model import Tool
from whileai.world.words import plural, words

if TYPE_CHECKING:
    from collections.abc import Mapping

Schema = dict[str, Any]

THINGS = (
    *("ticket", "parcel", "lamp", "invoice", "team", "policy", "gadget", "loan"),
    *("zorb", "quux", "rezept", "pedido", "work_order", "seat_map", "blarg"),
)
_FIELDS = (
    *("title", "owner", "note", "size", "due", "tags", "level", "place", "kind"),
    *("rate", "details", "flag_color", "value", "tier", "starts_on", "amount"),
)
_TEXTS: tuple[Schema, ...] = (
    {"type": "string"},
    {"type": "string", "minLength": 2, "maxLength": 9},
    {"type": "string", "format": "date"},
    {"type": "string", "format": "date-time"},
    {"type": "string", "format": "email"},
    {"type": "string", "format": "uuid"},
    {"type": "string", "pattern": "^[A-Z]{2}-[0-9]{3}$"},
    {"type": "string", "pattern": "^[a-z]+$", "maxLength": 8},
    {"enum": ["low", "high"]},
    {"enum": ["auto", 3, None, True]},
    {"const": "fixed"},
)
_NUMBERS: tuple[Schema, ...] = (
    {"type": "integer"},
    {"type": "integer", "minimum": 0, "maximum": 9},
    {"type": "integer", "exclusiveMinimum": 10, "multipleOf": 5},
    {"type": "number"},
    {"type": "number", "minimum": -1, "maximum": 1},
    {"type": ["integer", "null"]},
    {"type": "boolean"},
)


def _grown(inner: st.SearchStrategy[Schema]) -> st.SearchStrategy[Schema]:
    """Objects, lists, maps and choices of what there is."""
    fields = st.dictionaries(st.sampled_from(_FIELDS), inner, min_size=1, max_size=3)
    objects = fields.flatmap(
        lambda properties: st.fixed_dictionaries(
            {
                "type": st.just("object"),
                "properties": st.just(properties),
                "required": st.lists(st.sampled_from(sorted(properties)), unique=True),
            },
            optional={"additionalProperties": st.just(False)},
        )
    )
    lists = st.fixed_dictionaries(
        {"type": st.just("array"), "items": inner},
        optional={"minItems": st.integers(1, 2), "maxItems": st.integers(2, 4)},
    )
    maps = inner.map(lambda each: {"type": "object", "additionalProperties": each})
    nullable = inner.map(lambda each: {"anyOf": [each, {"type": "null"}]})
    either = st.tuples(inner, st.sampled_from(_NUMBERS)).map(
        lambda pair: {"anyOf": list(pair)}
    )
    return st.one_of(objects, lists, maps, nullable, either)


def schemas(leaves: int = 6) -> st.SearchStrategy[Schema]:
    """Give schemas of single values, lists and objects, some levels deep."""
    plain = st.sampled_from((*_TEXTS, *_NUMBERS)).map(dict)
    return st.recursive(plain, _grown, max_leaves=leaves)


def shapes(most: int = 5, leaves: int = 3) -> st.SearchStrategy[dict[str, Schema]]:
    """Give the fields of one kind of thing, by name."""
    return st.dictionaries(
        st.sampled_from(_FIELDS), schemas(leaves), min_size=1, max_size=most
    )


def outputs() -> st.SearchStrategy[Schema]:
    """Give output schemas: objects and lists at the root, parts by reference too."""

    def referring(pair: tuple[Schema, Schema]) -> Schema:
        outer, inner = pair
        root = {**outer, "$defs": {"part": inner}}
        properties = {**outer.get("properties", {}), "part": {"$ref": "#/$defs/part"}}
        if outer.get("type") == "object":
            root["properties"] = properties
        elif outer.get("type") == "array":
            root["items"] = {"$ref": "#/$defs/part"}
        return root

    fields = shapes().map(
        lambda each: {
            "type": "object",
            "properties": each,
            "required": sorted(each)[::2],
        }
    )
    whole = st.one_of(fields, schemas(8), fields.map(_listed))
    return st.one_of(whole, st.tuples(whole, schemas(4)).map(referring))


def _listed(each: Schema) -> Schema:
    return {"type": "array", "items": each}


IDS: tuple[Schema, ...] = (
    {"type": "string"},
    {"type": "integer"},
    {"type": "integer", "minimum": 1},
    {"type": "string", "format": "uuid"},
    {"type": "string", "pattern": "^[A-Z]{2}[0-9]{6}$"},
    {"type": "string", "description": "The id, e.g. AB-1234"},
    {"anyOf": [{"type": "string"}, {"type": "null"}]},
    {"type": "string", "maxLength": 4},
    {"type": "string", "minLength": 25},
    {"type": "string", "format": "email"},
    {"type": "integer", "minimum": 10**9},
    {"type": "integer", "maximum": -1},
    {"type": "integer", "multipleOf": 7},
)


def _snake(parts: tuple[str, ...]) -> str:
    return "_".join(parts)


def _camel(parts: tuple[str, ...]) -> str:
    return parts[0] + "".join(part.capitalize() for part in parts[1:])


def _pascal(parts: tuple[str, ...]) -> str:
    return "".join(part.capitalize() for part in parts)


def _kebab(parts: tuple[str, ...]) -> str:
    return "-".join(parts)


def _dotted(parts: tuple[str, ...]) -> str:
    return f"{'_'.join(parts[1:])}.{parts[0]}_{'_'.join(parts[1:])}"


STYLES = (_snake, _camel, _pascal, _kebab, _dotted)


@frozen(kw_only=True)
class Kind:
    """One kind of thing with the tools that make, show, change and end it.

    Args:
        thing: its name, snake case.
        key: the argument that takes its id.
        fields: what it has, by name.
        tools: by what they do: ``create``, ``get``, ``update``, ``delete``, ``list``.
    """

    thing: str
    key: str
    fields: Mapping[str, Schema]
    tools: Mapping[str, Tool]


def kind_of(thing: str, own: Schema, fields: Mapping[str, Schema], style: Any) -> Kind:
    """Make the tools of one kind of thing, all of them spelled in one style."""
    parts = tuple(thing.split("_"))
    key = style((*parts, "id")) if style in (_snake, _camel) else f"{thing}_id"
    taken: dict[str, tuple[dict[str, Schema], list[str]]] = {
        "create": (dict(fields), []),
        "get": ({key: own}, [key]),
        "update": ({key: own, **fields}, [key]),
        "delete": ({key: own}, [key]),
        "list": ({}, []),
    }
    tools = {}
    for verb, (properties, required) in taken.items():
        named = tuple(words(plural(thing))) if verb == "list" else parts
        tools[verb] = Tool(
            name=style((verb, *named)),
            description="",
            parameters={
                "type": "object",
                "properties": properties,
                "required": required,
            },
        )
    return Kind(thing=thing, key=key, fields=fields, tools=tools)


_MADE_UP = re.compile(r"[b-df-hj-np-tv-z][aeiou][bdgkmnpt]{1,2}[aou]")


def kinds(leaves: int = 3) -> st.SearchStrategy[Kind]:
    """Give one kind of thing with its tools."""
    made_up = st.from_regex(_MADE_UP, fullmatch=True)
    return st.builds(
        kind_of,
        st.one_of(st.sampled_from(THINGS), made_up),
        st.sampled_from(IDS),
        shapes(leaves=leaves),
        st.sampled_from(STYLES),
    )


def toolsets() -> st.SearchStrategy[tuple[Kind, ...]]:
    """Give one to four kinds of things."""
    return st.lists(
        kinds(), min_size=1, max_size=4, unique_by=lambda each: each.thing
    ).map(tuple)
