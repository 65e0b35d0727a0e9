"""What a call changed: the difference that it made to the store."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from attrs import frozen

from whileai.base.lines import fresh

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from whileai.world.parts import Action

    Row = dict[str, Any]
    Effect = dict[str, Any]


@frozen
class Change:
    """One record written: as it was and as it is.

    Args:
        entity: what kind of thing.
        key: the field that holds its id.
        before: the record before; ``None`` if there was none.
        after: the record now; ``None`` if it is gone.
    """

    entity: str
    key: str
    before: Row | None
    after: Row | None

    @property
    def did(self) -> str:
        """What happened to the record: ``create``, ``update`` or ``delete``."""
        if self.before is None:
            return "create"
        return "delete" if self.after is None else "update"


def effect_of(change: Change, action: Action) -> Effect:
    """Give a change as a row keeps it: JSON values, only the fields that differ.

    Args:
        change: of one record.
        action: of the tool that was called. Where it changed something beside what it
            acts on (the order that a refund is for), that is an ``update``.

    Returns:
        ``tool``, ``action`` (``create``, ``update``, ``delete``, ``transition``,
        ``transfer``, ``send``), ``entity``, ``id`` (``None`` for things without one),
        ``fields`` (their new values) and ``before`` (the values they had).
    """
    before, after, key = change.before or {}, change.after or {}, change.key
    differ = [
        name
        for name in ({**before, **after} if before else after)
        if name != key and before.get(name) != after.get(name)
    ]
    if change.after is None:
        differ = []
    did = action.verb if change.entity == action.entity else change.did
    effect: Effect = fresh(
        {
            "tool": action.tool,
            "action": did,
            "entity": change.entity,
            "id": after.get(key, before.get(key)),
            "fields": {name: after[name] for name in differ if name in after},
            "before": {name: before[name] for name in differ if name in before},
        }
    )
    return effect


def net(effects: Iterable[Mapping[str, Any]]) -> dict[tuple[str, str], dict[str, Any]]:
    """Give the difference that all effects together made to the store.

    Returns:
        (entity, id as text) to field to ``[before, after]``; what ended as it began
        is left out. A record that was created or deleted has the field ``exists``.
    """
    found: dict[tuple[str, str], dict[str, Any]] = {}
    for effect in effects:
        place = (effect["entity"], str(effect["id"]))
        fields = found.setdefault(place, {})
        if effect["action"] == "delete":
            fields.setdefault("exists", [True, True])[1] = False
        elif not effect["before"] and effect["action"] != "update":
            fields.setdefault("exists", [False, True])[1] = True
        for name, value in effect["fields"].items():
            old = effect["before"].get(name)
            fields.setdefault(name, [old, old])[1] = value
    differing = {
        place: {name: pair for name, pair in fields.items() if pair[0] != pair[1]}
        for place, fields in found.items()
        if fields.get("exists") != [False, False]
    }
    return {place: fields for place, fields in differing.items() if fields}
