"""The fields of each entity: what its tools show, then what is usual."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from attrs import evolve

from whileai.world import nouns
from whileai.world.branches import REPLIES, tags_of, united, wrapper
from whileai.world.fields import kind_of
from whileai.world.flags import flag_of
from whileai.world.parts import Action, Argument, Born, Field
from whileai.world.ranges import is_dated
from whileai.world.schemas import base_schema, nullable, rooted, type_of
from whileai.world.statuses import status_of
from whileai.world.words import TAKING, listed, words

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from whileai.model import Tool


_UNIQUE = (
    *("title", "name", "text", "person", "amount", "currency", "date", "email"),
    *("phone", "address"),
)
"""Kinds of which a record that tools describe has no second field by custom."""


def entity_fields(
    name: str,
    key: str,
    tools: Mapping[str, Tool],
    own: Sequence[Action],
) -> Iterator[Field]:
    """Give the fields of an entity: what its tools take and return, then the usual."""
    fields = _declared(name, tools, own)
    kinds = {each.kind for each in fields.values()} if fields else set()
    flagged = any(flag_of(each, fields.values()) for each in own)
    for usual, kind in nouns.fields_of(name):
        if kind == "status" and flagged:
            continue
        if usual not in fields and not (kind in _UNIQUE and kind in kinds):
            fields[usual] = Field(name=usual, kind=kind)
    about = nouns.category(name)
    fields.pop(key, None)
    address = kind_of(key, {"type": "string"})
    for each in fields.values():
        if each.kind == address and address in ("url", "path"):
            continue
        past = about == "money" and each.kind == "date"
        yield evolve(each, kind="past_date" if past else each.kind, about=about)
    told = list(fields.values())
    moves = any(
        a.needs or (a.verb == "transition" and flag_of(a, told) is None) for a in own
    )
    if moves and status_of(told) is None:
        yield Field(name="status", kind="status")


def _declared(
    name: str, tools: Mapping[str, Tool], own: Sequence[Action]
) -> dict[str, Field]:
    """The fields that arguments and output schemas show."""
    fields: dict[str, Field] = {}
    for action in own:
        for argument in action.arguments:
            for each in _argued(argument, name, action):
                fields.setdefault(each.name, each)
        gone = action.verb == "delete"  # what it answers is no thing any more
        for each in () if gone else returned(tools[action.tool].output):
            known = fields.setdefault(each.name, each)
            if each.born and not known.born:
                fields[each.name] = evolve(known, born=each.born)
    bounds = [a for action in own for a in action.arguments if is_dated(a)]
    for bound in bounds:
        kind = "past_date" if bound.field.endswith("_on") else bound.kind
        kind = "datetime" if bound.field.endswith("_at") else kind
        fields.setdefault(bound.field, Field(name=bound.field, kind=kind))
    return fields


def _argued(argument: Argument, name: str, action: Action) -> Iterator[Field]:
    """The field that an argument shows the entity to have, if it does."""
    link = action.link
    if link is not None and argument.name == link.member and not argument.entity:
        plain = {"type": "array", "items": {"type": "string"}}
        kind = kind_of(link.field, plain)
        yield Field(name=link.field, kind=kind, schema=plain, many=True)
    elif link is not None and argument.name == link.member:
        yield Field(name=link.field, kind="ref", entity=argument.entity, many=True)
    elif link is not None and argument.name == link.holder:
        return
    elif action.verb == "transition" and action.word in TAKING:
        return  # who takes it is known once it is taken
    elif argument.role == "ref" and (argument.entity != name or argument.many):
        yield Field(
            name=argument.field,
            kind="ref",
            entity=argument.entity,
            many=argument.many,
            schema=argument.schema,
        )
    elif action.verb in ("list", "search") and (
        argument.seeks or argument.kind == "object"
    ):
        return
    elif argument.role in ("field", "filter", "locator", "least", "most"):
        if action.verb == "transition" or is_dated(argument):
            return
        yield Field(
            name=argument.field,
            kind=argument.kind,
            schema=_narrow(argument, action),
            many=argument.many,
        )


def _narrow(argument: Argument, action: Action) -> Mapping[str, Any]:
    """The schema of an argument as that of a field, which has no ``all``."""
    every = action.catchalls.get(argument.name)
    if not every:
        return argument.schema
    schema = base_schema(argument.schema)
    return {**schema, "enum": [each for each in schema["enum"] if each not in every]}


_COUNTS = frozenset(
    listed(
        "count counts total has more next prev previous page pages per size limit "
        "offset cursor token num number results found took query"
    )
)
"""Words for how long a list is, and where it goes on."""


def _counts(name: str) -> bool:
    """Whether a field that stands beside a list tells of the list."""
    return name in REPLIES or _COUNTS.issuperset(words(name))


def _lists(part: Any) -> bool:
    return isinstance(part, dict) and type_of(base_schema(part)) == "array"


def returned(output: Mapping[str, Any] | None) -> Iterator[Field]:
    """Give the fields that an output schema declares for one record."""
    root = output or {}
    schema = united(root, root)
    for _ in range(2):
        whole = wrapper(schema, root)
        if whole:
            schema = united(schema["properties"][whole], root)
        inner = schema.get("items")
        if isinstance(inner, dict):
            schema = united(inner, root)
        parts = schema.get("properties") or {}
        lists = [
            united(part["items"], root)
            for part in parts.values()
            if isinstance(part, dict) and isinstance(part.get("items"), dict)
        ]
        beside = [name for name, part in parts.items() if not _lists(part)]
        if lists and "properties" in lists[0] and all(map(_counts, beside)):
            schema = lists[0]
    properties = schema.get("properties") or {}
    if len(properties) == len(lists) == 1 and type_of(lists[0]) in ("", "object"):
        return  # what wraps a list of records is no field of a record
    for name, part in properties.items():
        part = rooted(part, root)
        if name in ("error", "errors") or len(tags_of(part)) == 1:
            continue  # a record is no failure, and what never differs tells nothing
        if name in REPLIES and type_of(base_schema(part)) == "boolean":
            continue
        many = type_of(base_schema(part)) == "array"
        born: Born = "made" if name in schema.get("required", ()) else "may"
        yield Field(
            name=name,
            kind=kind_of(name, part),
            schema=part,
            many=many,
            born="null" if nullable(part) else born,
        )
