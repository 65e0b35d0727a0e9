"""Checks of what the world holds in the end."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from whileai.base.errors import given
from whileai.graders.calls import agrees
from whileai.graders.check import Check, simple
from whileai.world.changes import net

Row = Mapping[str, Any]
Records = dict[str, "Mapping[str, Any] | None"]

_UNTOLD = "the row has no account of what was changed, as its world keeps none"


def state(
    entity: str,
    fields: Mapping[str, Any] | None = None,
    *,
    id: Any = None,
    exists: bool = True,
) -> Check:
    """Pass the row whose world ends with such a record.

    What the world holds in the end is what the row's scene says, changed by its
    effects. A record that neither speaks of is not known, and the row is not graded.

    Args:
        entity: what kind of thing, as ``wai.explain_world`` and the row's ``scene``
            name it (``order``).
        fields: values that it must have, among others; a value is a JSON value or a
            function that says whether a value will do.
        id: of the record, or a function that reads it from the row; unset, any record
            of the entity that the scene or the effects speak of.
        exists: false for a record that must be gone, or must never have been.

    Raises:
        TypeError: if an argument is of the wrong kind.
    """
    wanted = _checked(entity, fields, exists)
    read: Callable[[Row], Any] = id if callable(id) else lambda row: id

    def test(row: Row) -> tuple[bool | None, str]:
        records = final_records(row, entity)
        if records is None:
            return None, _UNTOLD
        which = read(row)
        if which is not None:
            name = str(which)
            if name not in records:
                return None, f"the row does not speak of {entity} {name}"
            records = {name: records[name]}
        return _test(entity, records, wanted, exists)

    shown = [repr(entity)]
    shown += [repr(id)] if id is not None and not callable(id) else []
    shown += [given(wanted, 60)] if wanted else []
    shown += [] if exists else ["exists=False"]
    return simple(f"state({', '.join(shown)})", test)


def unchanged(*entities: str) -> Check:
    """Pass the row whose world ends as it began; named, only these entities count."""
    for entity in entities:
        if not isinstance(entity, str):
            raise TypeError(f"unchanged() takes names of entities, got {given(entity)}")

    def test(row: Row) -> tuple[bool | None, str]:
        effects = row.get("effects")
        if not isinstance(effects, list):
            return None, _UNTOLD
        found = [
            f"{entity} {record}"
            for entity, record in net(effects)
            if not entities or entity in entities
        ]
        return not found, f"changed: {', '.join(found)[:200]}"

    return simple(f"unchanged({', '.join(map(repr, entities))})", test)


def final_records(row: Row, entity: str) -> Records | None:
    """Give the records of ``entity`` that the row speaks of, as they are in the end.

    Returns:
        By id as text; ``None`` for one that is gone or was never there. ``None`` as a
        whole where the row has no account of effects.
    """
    effects = row.get("effects")
    if not isinstance(effects, list):
        return None
    scene = row.get("scene") or {}
    found: Records = {
        str(record["id"]): record["fields"]
        for record in scene.get("records") or ()
        if record["entity"] == entity
    }
    for effect in effects:
        if effect["entity"] != entity:
            continue
        name = str(effect["id"])
        if effect["action"] == "delete":
            found[name] = None
        else:
            before = found.get(name)
            found[name] = {**(before or effect["before"]), **effect["fields"]}
    for missing in scene.get("missing") or ():
        found.setdefault(str(missing), None)
    return found


def _test(
    entity: str, records: Records, wanted: Mapping[str, Any], exists: bool
) -> tuple[bool | None, str]:
    if not records:
        return None, f"the row speaks of no {entity}"
    matching = [
        name
        for name, fields in records.items()
        if fields is not None
        and all(n in fields and agrees(v, fields[n]) for n, v in wanted.items())
    ]
    if exists:
        return bool(matching), f"no {entity} ends like this: {_shown(records, wanted)}"
    return not matching, f"{entity} {', '.join(matching)} is there in the end"


def _shown(records: Records, wanted: Mapping[str, Any]) -> str:
    parts = []
    for name, fields in records.items():
        seen = None if fields is None else {each: fields.get(each) for each in wanted}
        parts.append(f"{name} " + ("is gone" if seen is None else given(seen, 80)))
    return "; ".join(parts)[:300]


def _checked(entity: object, fields: object, exists: object) -> dict[str, Any]:
    if not isinstance(entity, str) or not entity:
        raise TypeError(f"state() takes the name of an entity, got {given(entity)}")
    if fields is not None and not isinstance(fields, Mapping):
        raise TypeError(f"state() takes fields as a dict, got {given(fields)}")
    if not isinstance(exists, bool):
        raise TypeError(f"state() takes exists as true or false, got {given(exists)}")
    return dict(fields or {})
