"""What people call by its name and not by its id: goods, and payments."""

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
_NAMES = frozenset(("product", "payment"))
_IDS = ("target", "ref", "swap")


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
        if goods is None or not _name_of(goods):
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

    Of ids that replace those of a thing called by its name, nobody knows any.
    """
    names = {
        normal(each.id)
        for each in records
        if each.fields.get(_name_of(model.entities[each.entity]))
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


def _name_of(entity: Entity) -> str:
    """Give the field that holds what people call such a thing; empty without one."""
    return next((f.name for f in entity.fields if f.kind in _NAMES), "")


def _listed(value: Any) -> list[Any]:
    if isinstance(value, (list, tuple)):
        return list(value)
    return [] if value is None else [value]
