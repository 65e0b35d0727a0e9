"""A record as it is made: a name that fits its id, fields in their order."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from whileai.base.formats import day_of
from whileai.base.lines import fresh
from whileai.world import people
from whileai.world.schemas import base_schema

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from datetime import date

    from whileai.world.parts import Entity, Field

    Row = dict[str, Any]

_NAME_PARTS = re.compile(r"[^A-Za-z]+")


def copied(row: Mapping[str, Any]) -> Row:
    """Give a copy of a record that shares nothing with it."""
    copy = dict(row)
    if not _NESTED.isdisjoint(map(type, copy.values())):
        copy = {k: fresh(v) if type(v) in _NESTED else v for k, v in copy.items()}
    return copy


_NESTED = frozenset((dict, list))


def named_person(
    own: object, who: Row, entity: Entity, fields: Mapping[str, Any]
) -> Row:
    """Give a person who agrees with what is known of them.

    Args:
        own: their id, which may spell their name.
        who: what they are where nothing is known; it stays as it is.
        entity: whose record it is.
        fields: what is known: names, city and zip are kept to.
    """
    told: Row = {}
    if fields:
        told = {e.kind: fields[e.name] for e in entity.fields if fields.get(e.name)}
    first, last = _names(own, told)
    if not first and not told:
        return who
    found = dict(who)
    if first:
        last = last or found["last_name"]
        was = (found["first_name"], found["last_name"])
        found |= {
            "name": f"{first} {last}",
            "first_name": first,
            "last_name": last,
            "email": people.renamed(found["email"], was, (first, last)),
        }
    settled = "zip" in told or "city" in told
    for city, state, area in people.PLACES if settled else ():
        here = str(told.get("zip", ""))[:3] == area or told.get("city") == city
        if here and told.get("city", city) == city:
            found |= {"city": city, "state": state}
            found["zip"] = f"{area}{found['zip'][3:]}"
    return found


def _names(own: object, told: Mapping[str, Any]) -> tuple[str, str]:
    """First and last name as the record or its id says; empty if it does not."""
    first, last = str(told.get("first_name", "")), str(told.get("last_name", ""))
    if "person" in told and not first:
        first, _, last = str(told["person"]).partition(" ")
    if first:
        return first, last
    parts = [part for part in _NAME_PARTS.split(str(own)) if part] if own else []
    if parts and parts[0].capitalize() in _FIRST:
        return parts[0].capitalize(), parts[1].capitalize() if len(parts) > 1 else ""
    return "", ""


_FIRST = frozenset(people.FIRST)


def in_time(row: Row, entity: Entity, told: Mapping[str, Any], today: date) -> None:
    """Let what is scheduled lie ahead: days that nobody ``told`` are moved there."""
    status = entity.status_field
    if told.get(status, row.get(status)) != "scheduled":
        return
    for each in entity.fields:
        value = None if each.name in told else row.get(each.name)
        if each.kind != "past_date" or not isinstance(value, str):
            continue
        day = day_of(value)
        if day is not None:
            row[each.name] = (today + abs(today - day)).isoformat()


def _soon_after(start: Any, end: Any) -> Any:
    """An end on the day of the start, where both are moments; else the end as it is."""
    if not (isinstance(start, str) and isinstance(end, str) and len(start) == 20):
        return end
    hour = min(23, int(start[11:13]) + 1 + int(start[14:16]) // 15 % 3)
    return f"{start[:11]}{hour:02d}{start[13:]}" if end[10:11] == "T" else end


def newborn(
    entity: Entity,
    own: Any,
    told: Mapping[str, Any],
    today: str,
    usual: Callable[[], Row],
) -> Row:
    """Give a new record in its order: what it holds where nobody gave a value.

    Args:
        entity: whose record it is.
        own: its id; ``None`` where it has none.
        told: what somebody gave; the record has ``None`` in these places.
        today: the day on which the scene plays, ISO.
        usual: gives a record such as there are, for what every answer must show.
    """
    row: Row = {} if own is None else {entity.key: own}
    for each in entity.fields:
        if each.name in told:
            row[each.name] = None
        elif each.name == entity.status_field and entity.statuses:
            row[each.name] = entity.statuses[0]
        elif each.born == "null" and not each.name.startswith(_BORN):
            row[each.name] = None
        elif each.kind == "past_date":
            row[each.name] = today
        elif each.kind == "datetime":
            row[each.name] = f"{today}T09:00:00Z"
        elif each.born == "made":
            made = _unsaid(each)
            row[each.name] = usual().get(each.name) if made is None else made
    return row


_BORN = ("created", "updated")
"""How the names of times begin that a new record has."""


def _unsaid(field: Field) -> Any:
    """What a field holds of which nobody has said anything; ``None``: anything."""
    schema = base_schema(field.schema)
    if field.many and not schema.get("minItems"):
        return []
    choices = schema.get("enum")
    return choices[0] if choices else None


def put_in_order(row: Row, entity: Entity, given: Mapping[str, Any]) -> None:
    """Put pairs such as start and end in order, unless both were given."""
    for low, high in entity.pairs:
        first, last = row.get(low), row.get(high)
        if low.startswith(("start", "depart")) and not {low, high} & set(given):
            last = row[high] = _soon_after(first, last)
        if type(first) is not type(last) or not isinstance(first, (int, float, str)):
            continue
        if first > last and not (low in given and high in given):  # type: ignore[operator]  # same type
            row[low], row[high] = (
                (last, first)
                if not {low, high} & set(given)
                else ((first, first) if low in given else (last, last))
            )
