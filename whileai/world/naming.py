"""What things are called, and which of them people call by name and not by id."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from whileai.model import Record
from whileai.world.sameness import normal

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from whileai.base.seeds import Dice
    from whileai.world.parts import Action, Entity, Model
    from whileai.world.states import Draft
    from whileai.world.store import Store

_BY_NAME = 0.85
_SPOKEN = frozenset(("product", "payment"))
_IDS = ("target", "ref", "swap")
_NAMES = ("name", "subject", "title", "product_name", "item_name")
_PERSONAL = frozenset(("first_name", "last_name", "email", "user_email"))
_LONGEST = 40


def name_of(record: Record) -> str:
    """Give what people call a thing; empty for a person, and without a short name.

    The field that holds it is ``name``, ``subject`` or ``title``; goods may have a
    ``product_name`` or an ``item_name``, too.
    """
    if not _PERSONAL.isdisjoint(record.fields):
        return ""
    for field in _NAMES:
        name = record.fields.get(field)
        if isinstance(name, str) and 0 < len(name) <= _LONGEST:
            return name
    return ""


def named_goods(draft: Draft, model: Model, store: Store) -> list[Record]:
    """Give the records of the goods that the scene's record holds, as they are.

    Those that the person speaks of, else the first of them: with it in the scene they
    can say ``the order with the desk lamp``. None where the record itself is missing.
    """
    entity = draft.entity
    if entity is None or draft.missing or not draft.row:
        return []
    told = {a.field: draft.facts.get(a.name) for a in draft.action.role("ref")}
    out = []
    for each in entity.fields:
        goods = model.entities.get(each.entity)
        if goods is None or not _called_by_name(goods):
            continue
        found = _listed(told.get(each.name) or _listed(draft.row.get(each.name))[:1])
        for own in found:
            row = store.record(goods, own) or {}
            fields = {k: v for k, v in row.items() if k != goods.key}
            if fields:
                out.append(Record(entity=goods.name, id=own, fields=fields))
    return out


def by_name(
    actions: Sequence[Action],
    model: Model,
    records: Iterable[Record],
    facts: Mapping[str, Any],
    dice: Dice,
) -> list[str]:
    """Give the arguments whose ids the person leaves out, as they say the name.

    Who calls a thing by its name does not know the id of its replacement either.

    Args:
        actions: what the person wants done.
        model: of the agent's tools; only goods and payments are called by name.
        records: everything that the scene shows; what is not among them has no name.
        facts: what the person knows, by argument.
        dice: most people say the name, some read out the id.
    """
    names = {
        normal(each.id)
        for each in records
        if _called_by_name(model.entities[each.entity]) and name_of(each)
    }
    if not names or not dice.chance(_BY_NAME):
        return []
    out: list[str] = []
    for action in actions:
        ids = [a for role in _IDS for a in action.role(role) if facts.get(a.name)]
        said = [
            a.name
            for a in ids
            if all(normal(own) in names for own in _listed(facts[a.name]))
        ]
        out += said
        out += [a.name for a in ids if said and a.role == "swap" and a.name not in said]
    return out


def _called_by_name(entity: Entity) -> bool:
    """Answer whether people call such a thing by its name: goods, and payments."""
    return any(field.kind in _SPOKEN for field in entity.fields)


def _listed(value: Any) -> list[Any]:
    if isinstance(value, (list, tuple)):
        return list(value)
    return [] if value is None else [value]
