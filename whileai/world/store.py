"""The records of one rollout: made up when looked at, changed by what is called.

Which ids exist is one rule: an id exists exactly when the store holds it. The store
holds the scene's records; a small seeded set for each entity (or the ids that tool
texts name, then only those), without the scene's missing ids; what searches by place,
date or text turned up; and what was created. An id that merely has the right shape is
not found.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from whileai.base.lines import dumps, fresh
from whileai.base.seeds import Dice, derive
from whileai.world import people
from whileai.world.values import value

if TYPE_CHECKING:
    from collections.abc import Mapping
    from datetime import date

    from whileai.model import Scene
    from whileai.world.parts import Entity, Field, Model

    Row = dict[str, Any]

_SITE = re.compile(r"^(?:https?://)?(?:www\.)?|/+$")
_NAME_PARTS = re.compile(r"[^A-Za-z]+")
SELF = ""
"""The normal id of the one record of an entity without ids."""


class Store:
    """What is true in one rollout's world.

    Args:
        model: the entities there are.
        scene: whose records hold and whose missing ids do not.
    """

    __slots__ = (
        "_added",
        "_background",
        "_found",
        "_gone",
        "_missing",
        "_model",
        "_rows",
        "_scene",
        "_seed",
        "_staged",
        "_today",
    )

    def __init__(self, model: Model, scene: Scene) -> None:
        self._model = model
        self._scene = scene
        self._seed = scene.seed
        self._today = people.today(scene.seed)
        self._rows: dict[tuple[str, str], Row] = {}
        self._background: dict[str, list[Any]] = {}
        self._added: dict[str, list[Any]] = {}
        self._gone: set[tuple[str, str]] = set()
        self._found: dict[str, list[Any]] = {}
        self._missing = {normal(each) for each in scene.missing}
        self._staged: dict[str, list[Any]] = {}
        for record in scene.records:
            self._staged.setdefault(record.entity, []).append(record.id)

    @property
    def seed(self) -> int:
        """The scene's seed."""
        return self._seed

    @property
    def day(self) -> date:
        """The day on which the scene plays."""
        return self._today

    @property
    def today(self) -> str:
        """The day on which the scene plays, ISO."""
        return self._today.isoformat()

    def missing(self, found: object) -> bool:
        """Tell whether the scene says that ``found`` does not exist."""
        return bool(self._missing) and normal(found) in self._missing

    def ids(self, entity: Entity) -> list[Any]:
        """Give every id of ``entity`` that exists: staged, usual and created ones."""
        gone = self._gone
        everything = [*self._first(entity), *self._added.get(entity.name, ())]
        if not gone:
            return everything
        return [e for e in everything if (entity.name, normal(e)) not in gone]

    def record(self, entity: Entity, found: object) -> Row | None:
        """Give a copy of the record with that id; ``None`` if there is none."""
        row = self._row(entity, normal(found))
        return None if row is None else fresh(row)

    def holds(self, entity: Entity, found: object) -> bool:
        """Tell whether a record with that id exists."""
        return self._row(entity, normal(found)) is not None

    def write(self, entity: Entity, row: Row) -> None:
        """Keep ``row`` as the record with the id that it carries."""
        self._rows[entity.name, normal(row.get(entity.key, SELF))] = row

    def remove(self, entity: Entity, found: object) -> None:
        """Make the record with that id be gone for good."""
        place = (entity.name, normal(found))
        self._rows.pop(place, None)
        self._gone.add(place)

    def create(self, entity: Entity, fields: Mapping[str, Any], own: Any = None) -> Row:
        """Add a record with ``fields`` and give it; its id is new, or ``own``."""
        added = self._added.setdefault(entity.name, [])
        new = self._new_id(entity, len(added)) if own is None else own
        row = self._made(entity, new, fields, created=True)
        self._gone.discard((entity.name, normal(new)))
        if not self.holds(entity, new):
            added.append(new)
        self._rows[entity.name, normal(new)] = row
        return fresh(row)  # type: ignore[no-any-return]  # a copy of a dict

    def unused(self, entity: Entity, seed: int, but: Any = None) -> Any:
        """Give an id of the entity's shape that does not exist, nor is ``but``."""
        found = self._unused(entity, Dice(derive(seed, "unused", entity.name)))
        if but is None or normal(found) != normal(but):
            return found
        return self._unused(entity, Dice(derive(seed, "other", entity.name)))

    def sketch(self, entity: Entity, own: Any, fields: Mapping[str, Any]) -> Row:
        """Give the record that creating with ``fields`` would make, without doing so."""
        return self._made(entity, own, fields, created=True)

    def own(self, entity: Entity) -> Row:
        """Give a copy of the one record that the caller has of ``entity``."""
        if entity.single or entity.located:
            return self._kept(entity, SELF, {})
        first = self.ids(entity)
        return (self.record(entity, first[0]) if first else None) or {}

    def located(self, entity: Entity, given: Mapping[str, Any]) -> Row | None:
        """Give a copy of the record that ``given`` names, places or dates find."""
        if any(self.missing(each) for each in given.values()):
            return None
        return self._kept(entity, _context(given), given)

    def write_located(self, entity: Entity, given: Mapping[str, Any], row: Row) -> None:
        """Keep ``row`` as the record that ``given`` find."""
        self._rows[entity.name, _context(given) if given else SELF] = row

    def derived(self, entity: Entity, given: Mapping[str, Any]) -> list[Any]:
        """Give the ids of what a search by place, date or text turns up.

        They are made up once for each combination of ``given`` and exist from then on.
        """
        context = f"{entity.name}?{_context(given)}"
        if context in self._found:
            return self._found[context]
        dice = Dice(derive(self._seed, "search", context))
        found = self._found[context] = []
        for _ in range(dice.weighted((0, 1, 2, 3, 4, 5, 6), (1, 3, 4, 4, 3, 2, 1))):
            new = self._unused(entity, dice)
            self._rows[entity.name, normal(new)] = self._made(entity, new, given)
            found.append(new)
        return found

    def _first(self, entity: Entity) -> list[Any]:
        """The ids that exist before anything was called."""
        known = self._background.get(entity.name)
        if known is None:
            known = self._background[entity.name] = self._usual(entity)
        return known

    def _usual(self, entity: Entity) -> list[Any]:
        staged = self._staged.get(entity.name, [])
        taken = {normal(each) for each in staged} | self._missing
        if entity.named:
            return [*staged, *(e for e in entity.named if normal(e) not in taken)]
        dice = Dice(derive(self._seed, "ids", entity.name))
        found = list(staged)
        for _ in range(dice.between(3, 12)):
            new = dice.pick(entity.shapes).mint(dice)
            if normal(new) not in taken:
                taken.add(normal(new))
                found.append(new)
        return found

    def _row(self, entity: Entity, key: str) -> Row | None:
        place = (entity.name, key)
        row = self._rows.get(place)
        if row is not None or place in self._gone:
            return row
        for each in self._first(entity):
            if normal(each) == key:
                row = self._made(entity, each, self._scene_fields(entity, key))
                self._rows[place] = row
                return row
        return None

    def _scene_fields(self, entity: Entity, key: str) -> Mapping[str, Any]:
        if entity.name in self._staged:
            for record in self._scene.records:
                if record.entity == entity.name and normal(record.id) == key:
                    return record.fields
        return {}

    def _kept(self, entity: Entity, key: str, given: Mapping[str, Any]) -> Row:
        """A copy of a record without an id, made up on first sight."""
        row = self._rows.get((entity.name, key))
        if row is None:
            fields = {**given, **self._staged_fields(entity, given)}
            row = self._rows[entity.name, key] = self._made(entity, None, fields, seed=key)
        copy: Row = fresh(row)
        return copy

    def _staged_fields(self, entity: Entity, given: Mapping[str, Any]) -> Mapping[str, Any]:
        """The fields of the scene's record that agrees with ``given``, if one does."""
        for record in self._scene.records:
            if record.entity == entity.name and all(
                same(record.fields[name], each)
                for name, each in given.items()
                if name in record.fields
            ):
                return record.fields
        return {}

    def _made(
        self,
        entity: Entity,
        own: Any,
        fields: Mapping[str, Any],
        *,
        created: bool = False,
        seed: str = "",
    ) -> Row:
        """A full record: ``fields``, and the rest made up from the id."""
        key = normal(own) if own is not None else seed
        dice = Dice(derive(self._seed, "record", entity.name, key))
        context: Row = {"today": self._today, "currency": "USD"}
        if entity.addressed:
            context["person"] = _named_person(own, dice)
        row: Row = {} if own is None else {entity.key: own}
        left_out = () if created or not entity.variants else dice.pick(entity.variants)
        for each in entity.fields:
            if each.name in fields:
                row[each.name] = fields[each.name]
            elif each.name in left_out:
                continue
            elif created and not _born(each, entity):
                continue
            else:
                row[each.name] = self._value(entity, each, dice, context, created)
        for name, each in fields.items():
            row.setdefault(name, each)
        _ordered(row, entity, fields)
        copy: Row = fresh(row)
        return copy

    def _value(
        self, entity: Entity, each: Field, dice: Dice, context: Row, created: bool
    ) -> Any:
        if each.kind == "ref":
            return self._reference(each, dice)
        if each.name == entity.status_field and entity.statuses:
            return entity.statuses[0] if created else dice.pick(entity.statuses)
        if created and each.kind in ("datetime", "past_date"):
            return self.today if each.kind == "past_date" else f"{self.today}T09:00:00Z"
        return value(each.kind, each.schema, dice, context)

    def _reference(self, each: Field, dice: Dice) -> Any:
        target = self._model.entities[each.entity]
        known = self._first(target)
        if each.many:
            return dice.sample(known, dice.between(1, 3))
        return dice.pick(known) if known else None

    def _new_id(self, entity: Entity, count: int) -> Any:
        return self._unused(entity, Dice(derive(self._seed, "new", entity.name, count)))

    def _unused(self, entity: Entity, dice: Dice) -> Any:
        """An id of the entity's shape that nothing has, had or must not have."""
        for turn in range(1000):
            new = entity.shapes[0].mint(dice)
            if turn > 60:  # a small pool of names: number them
                new = _numbered(new, turn)
            key = normal(new)
            place = (entity.name, key)
            if key not in self._missing and place not in self._gone:
                if self._row(entity, key) is None:
                    return new
        raise RuntimeError(f"no id is left for entity {entity.name!r}")


def _numbered(own: Any, number: int) -> Any:
    """``own`` made another id: ``notes-61.txt`` for ``notes.txt``."""
    if not isinstance(own, str):
        return own + number
    stem, dot, ending = own.rpartition(".")
    return f"{stem}-{number}.{ending}" if dot and "/" not in ending else f"{own}-{number}"


def normal(found: object) -> str:
    """Give the form in which ids are compared: text, without case or web prefix."""
    text = found if isinstance(found, str) else str(found)
    if "/" in text or text[:4].lower() == "www.":
        text = _SITE.sub("", text)
    return text.casefold()


def same(one: object, other: object) -> bool:
    """Tell whether two values are equal, text without regard to case and spaces."""
    if isinstance(one, str) and isinstance(other, str):
        return " ".join(one.split()).casefold() == " ".join(other.split()).casefold()
    if isinstance(one, bool) or isinstance(other, bool):
        return one is other
    return one == other or (str(one) == str(other))


def _context(given: Mapping[str, Any]) -> str:
    return ";".join(f"{name}={_spelled(given[name])}" for name in sorted(given))


def _spelled(each: object) -> str:
    if isinstance(each, str):
        return " ".join(each.split()).casefold()
    return dumps(each).decode("utf-8", "replace")


def _named_person(own: object, dice: Dice) -> Row:
    """A person whose name is the one that the id spells, if it spells one."""
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


_BORN = frozenset("datetime past_date".split())


def _born(each: Field, entity: Entity) -> bool:
    """Whether a new record has the field although nobody gave it."""
    return each.name == entity.status_field or each.kind in _BORN


def _ordered(row: Row, entity: Entity, given: Mapping[str, Any]) -> None:
    """Put pairs such as start and end in order, unless both were given."""
    for low, high in entity.pairs:
        first, last = row.get(low), row.get(high)
        if type(first) is not type(last) or not isinstance(first, (int, float, str)):
            continue
        if first > last and not (low in given and high in given):  # type: ignore[operator]  # same type
            row[low], row[high] = (last, first) if not {low, high} & set(given) else (
                (first, first) if low in given else (last, last)
            )
