"""A record as it is made: a name that fits its id, fields in their order."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from whileai.world import people

if TYPE_CHECKING:
    from collections.abc import Mapping

    from whileai.base.seeds import Dice
    from whileai.world.parts import Entity, Field

    Row = dict[str, Any]

_NAME_PARTS = re.compile(r"[^A-Za-z]+")


def named_person(own: object, dice: Dice) -> Row:
    """Give a person whose name is the one that the id spells, if it spells one."""
    found = people.person(dice)
    parts = [part for part in _NAME_PARTS.split(str(own)) if part] if own else []
    known = {*people.FIRST}
    if parts and parts[0].capitalize() in known:
        first = parts[0].capitalize()
        last = parts[1].capitalize() if len(parts) > 1 else found["last_name"]
        mailbox = found["email"].partition("@")[2]
        digits = re.sub(r"\D", "", found["email"].partition("@")[0])
        found |= {
            "name": f"{first} {last}",
            "first_name": first,
            "last_name": last,
            "email": f"{first}.{last}{digits}@{mailbox}".lower(),
        }
    return found


_BORN = frozenset(["datetime", "past_date"])


def is_born(each: Field, entity: Entity) -> bool:
    """Tell whether a new record has the field although nobody gave it."""
    return each.name == entity.status_field or each.kind in _BORN


def put_in_order(row: Row, entity: Entity, given: Mapping[str, Any]) -> None:
    """Put pairs such as start and end in order, unless both were given."""
    for low, high in entity.pairs:
        first, last = row.get(low), row.get(high)
        if type(first) is not type(last) or not isinstance(first, (int, float, str)):
            continue
        if first > last and not (low in given and high in given):  # type: ignore[operator]  # same type
            row[low], row[high] = (
                (last, first)
                if not {low, high} & set(given)
                else ((first, first) if low in given else (last, last))
            )
