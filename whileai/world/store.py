"""The records of one rollout: made up when looked at, changed by what is called.

Which ids exist is one rule: an id exists exactly when the store holds it. The store
holds the scene's records; a small seeded set for each entity (or the ids that tool
texts name, then only those), without the scene's missing ids; what searches by place,
date or text turned up; and what was created. An id that merely has the right shape is
not found.
"""

from __future__ import annotations

from math import fsum
from typing import TYPE_CHECKING, Any

from whileai.base.lines import fresh
from whileai.base.seeds import Dice, derive
from whileai.world.answers import refusal
from whileai.world.background import STRIDE, WIDE, Background
from whileai.world.changes import Change
from whileai.world.record import copied, is_born, put_in_order
from whileai.world.sameness import normal, numbered, same, spelled
from whileai.world.words import plural

if TYPE_CHECKING:
    from collections.abc import Mapping
    from datetime import date

    from whileai.model import Record, Scene
    from whileai.world.parts import Entity, Field, Model

    Row = dict[str, Any]

_ROOMY = 90_000
"""Shapes with more ids than this have room for new ones beyond the usual."""
_ABOUT = ("overview", "a short guide", "questions and answers", "notes", "what is new")
SELF = ""
"""The normal id of the one record of an entity without ids."""


class Store:
    """What is true in one rollout's world.

    Args:
        model: the entities there are.
        scene: whose records hold and whose missing ids do not.
        background: what is made up for the scene's seed; unset, one of its own.

    Attributes:
        changes: what was written since somebody last emptied the list.
    """

    __slots__ = (
        "_added",
        "_background",
        "_first_ids",
        "_found",
        "_gone",
        "_made_ids",
        "_missing",
        "_model",
        "_pointed",
        "_rows",
        "_scene",
        "_scene_ids",
        "_seed",
        "_staged",
        "changes",
    )

    def __init__(
        self, model: Model, scene: Scene, background: Background | None = None
    ) -> None:
        self._model = model
        self._scene = scene
        self._seed = scene.seed
        self._rows: dict[tuple[str, str], Row] = {}
        self._background = background or Background(model, scene.seed)
        self._first_ids: dict[str, Mapping[str, Any]] = {}
        self._added: dict[str, list[Any]] = {}
        self._gone: set[tuple[str, str]] = set()
        self._found: dict[str, list[Any]] = {}
        self._missing = {normal(each) for each in scene.missing}
        self.changes: list[Change] = []
        self._made_ids = 0
        self._pointed: dict[str, list[Any]] | None = None
        self._staged: dict[tuple[str, str], Record] = {}
        self._scene_ids: dict[str, list[Any]] = {}
        for record in scene.records:
            if record.id is not None:
                self._staged.setdefault((record.entity, normal(record.id)), record)
                self._scene_ids.setdefault(record.entity, []).append(record.id)

    @property
    def seed(self) -> int:
        """The scene's seed."""
        return self._seed

    @property
    def day(self) -> date:
        """The day on which the scene plays."""
        return self._background.day

    @property
    def today(self) -> str:
        """The day on which the scene plays, ISO."""
        return self.day.isoformat()

    def missing(self, found: object) -> bool:
        """Tell whether the scene says that ``found`` does not exist."""
        return bool(self._missing) and normal(found) in self._missing

    def snapshot(self) -> tuple[Any, ...]:
        """Give the state of the store, to be handed to ``restore``; rows are shared."""
        added = {name: list(each) for name, each in self._added.items()}
        found = {name: list(each) for name, each in self._found.items()}
        return dict(self._rows), added, set(self._gone), found, self._made_ids

    def restore(self, state: tuple[Any, ...]) -> None:
        """Make everything as it was when ``snapshot`` gave ``state``."""
        rows, added, gone, found, self._made_ids = state
        self._rows, self._gone = dict(rows), set(gone)
        self._added = {name: list(each) for name, each in added.items()}
        self._found = {name: list(each) for name, each in found.items()}

    def ids(self, entity: Entity) -> list[Any]:
        """Give every id of ``entity`` that exists: staged, usual and created ones."""
        gone = self._gone
        everything = [*self._first(entity).values(), *self._added.get(entity.name, ())]
        if not gone:
            return everything
        return [e for e in everything if (entity.name, normal(e)) not in gone]

    def record(self, entity: Entity, found: object) -> Row | None:
        """Give a copy of the record with that id; ``None`` if there is none."""
        row = self._row(entity, normal(found))
        return None if row is None else copied(row)

    def seen(self, entity: Entity, found: object) -> Row | None:
        """Give the record itself, to be read and not to be changed."""
        return self._row(entity, normal(found))

    def holds(self, entity: Entity, found: object) -> bool:
        """Tell whether a record with that id exists."""
        return self._row(entity, normal(found)) is not None

    def write(self, entity: Entity, row: Row) -> None:
        """Keep ``row`` as the record with the id that it carries."""
        self._put(entity, (entity.name, normal(row.get(entity.key, SELF))), row)

    def _put(self, entity: Entity, place: tuple[str, str], row: Row) -> None:
        """Keep ``row`` at ``place``, and note what it was before."""
        before = self._rows.get(place)
        self.changes.append(
            Change(entity=entity.name, key=entity.key, before=before, after=row)
        )
        self._rows[place] = row

    def remove(self, entity: Entity, found: object) -> None:
        """Make the record with that id be gone for good."""
        place = (entity.name, normal(found))
        before = self._row(entity, place[1])
        self.changes.append(
            Change(entity=entity.name, key=entity.key, before=before, after=None)
        )
        self._rows.pop(place, None)
        self._gone.add(place)

    def create(self, entity: Entity, fields: Mapping[str, Any], own: Any = None) -> Row:
        """Add a record with ``fields`` and give it; its id is new, or ``own``."""
        added = self._added.setdefault(entity.name, [])
        new = self._new_id(entity) if own is None else own
        row = self._made(entity, new, fields, created=True)
        place = (entity.name, normal(new))
        self._gone.discard(place)
        if new not in added and place[1] not in self._first_ids.get(entity.name, ()):
            added.append(new)
        self._put(entity, place, row)
        return fresh(row)  # type: ignore[no-any-return]  # a copy of a dict

    def unused(self, entity: Entity, seed: int, but: Any = None) -> Any:
        """Give an id of the entity's shape that does not exist, nor is ``but``."""
        found = self._unused(entity, Dice(derive(seed, "unused", entity.name)))
        if but is None or normal(found) != normal(but):
            return found
        return self._unused(entity, Dice(derive(seed, "other", entity.name)))

    def sketch(self, entity: Entity, own: Any, fields: Mapping[str, Any]) -> Row:
        """Give the record that creating with ``fields`` would make; do not make it."""
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
        return self._kept(entity, spelled(given), given)

    def write_located(self, entity: Entity, given: Mapping[str, Any], row: Row) -> None:
        """Keep ``row`` as the record that ``given`` find."""
        self._put(entity, (entity.name, spelled(given) if given else SELF), row)

    def derived(
        self, entity: Entity, given: Mapping[str, Any], topic: tuple[str, str] | None
    ) -> list[Any]:
        """Give the ids of what a search by place, date or text turns up.

        They are made up once for each combination of ``given`` and exist from then on.

        Args:
            entity: of the records.
            given: what the search says, by field.
            topic: the field that speaks of the words searched for, and these words.
        """
        told = {**given, "?": topic[1]} if topic else given
        context = f"{entity.name}?{spelled(told)}"
        if context in self._found:
            return self._found[context]
        dice = Dice(derive(self._seed, "search", context))
        found = self._found[context] = []
        for _ in range(dice.weighted((0, 1, 2, 3, 4, 5, 6), (1, 3, 4, 4, 3, 2, 1))):
            new = self._unused(entity, dice)
            fields = dict(given)
            if topic is not None:
                name, text = topic
                fields[name] = f"{text[:1].upper()}{text[1:]}: {dice.pick(_ABOUT)}"
            self._rows[entity.name, normal(new)] = self._made(entity, new, fields)
            found.append(new)
        return found

    def peek(self, entity: Entity, own: Any, each: Field) -> Any:
        """Give one field of a record that exists, without making up the others."""
        key = normal(own)
        row = self._rows.get((entity.name, key))
        staged = None if row is not None else self._staged.get((entity.name, key))
        if row is not None or staged is not None:
            return (self._row(entity, key) or {}).get(each.name)
        return self._background.value(entity, key, each, self._missing)

    def _first(self, entity: Entity) -> Mapping[str, Any]:
        """The ids that exist before anything was called, by their normal form."""
        known = self._first_ids.get(entity.name)
        if known is None:
            usual = self._background.usual(entity)
            more = (*self._scene_ids.get(entity.name, ()), *self._pointed_to(entity))
            known = usual
            if more or not self._missing.isdisjoint(usual):
                told: dict[str, Any] = {}
                for each in more:
                    told.setdefault(normal(each), each)
                for key, own in usual.items():
                    told.setdefault(key, own)
                for gone in self._missing & told.keys():
                    del told[gone]
                known = told
            self._first_ids[entity.name] = known
        return known

    def _pointed_to(self, entity: Entity) -> list[Any]:
        """The ids that records of the scene point to: what they list exists."""
        if self._pointed is None:
            self._pointed = {}
            for record in self._scene.records:
                holder = self._model.entities.get(record.entity)
                for each in () if holder is None else holder.fields:
                    if each.kind == "ref":
                        told = record.fields.get(each.name)
                        ids = told if isinstance(told, list) else [told]
                        self._pointed.setdefault(each.entity, []).extend(
                            e for e in ids if isinstance(e, (str, int)) and e != ""
                        )
        return self._pointed.get(entity.name, [])

    def _row(self, entity: Entity, key: str) -> Row | None:
        place = (entity.name, key)
        row = self._rows.get(place)
        if row is not None or place in self._gone:
            return row
        staged = self._staged.get(place)
        own = staged.id if staged is not None else None
        if staged is None:
            own = self._first(entity).get(key)
        if own is None:
            return None
        if staged is None and self._is_usual(entity, key, own):
            row = self._background.record(entity, key)  # shared, never written to
        else:
            row = self._made(entity, own, staged.fields if staged is not None else {})
        self._rows[place] = row
        return row

    def _is_usual(self, entity: Entity, key: str, own: Any) -> bool:
        """Whether the record of ``own`` has nothing of the scene, nor its spelling."""
        if self._missing or entity.sums:
            return False
        usual = self._background.usual(entity).get(key)
        return usual is own or (usual == own and type(usual) is type(own))

    def _kept(self, entity: Entity, key: str, given: Mapping[str, Any]) -> Row:
        """A copy of a record without an id, made up on first sight."""
        row = self._rows.get((entity.name, key))
        if row is None:
            fields = {**given, **self._staged_fields(entity, given)}
            row = self._rows[entity.name, key] = self._made(
                entity, None, fields, seed=key
            )
        copy: Row = fresh(row)
        return copy

    def _staged_fields(
        self, entity: Entity, given: Mapping[str, Any]
    ) -> Mapping[str, Any]:
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
        row: Row = {} if own is None else {entity.key: own}
        lacking = [each for each in entity.fields if each.name not in fields]
        if lacking and created:
            row |= {
                e.name: self._newborn(entity, e) for e in lacking if is_born(e, entity)
            }
        elif lacking:
            key = normal(own) if own is not None else seed
            row |= self._background.invented(
                entity, own, key, {each.name for each in lacking}, fields, self._missing
            )
            for total, _, _ in entity.sums:
                if total in row:
                    self.sum_up(entity, row, fields)
        if fields:
            row |= fields
            known = {
                each.name: row[each.name] for each in entity.fields if each.name in row
            }
            own_id = {} if own is None else {entity.key: own}
            row = {**own_id, **known, **row, **own_id}
        if entity.pairs:
            put_in_order(row, entity, fields)
        copy: Row = fresh(row) if fields else row
        return copy

    def sum_up(
        self, entity: Entity, row: Row, told: Mapping[str, Any] | None = None
    ) -> None:
        """Make the totals of ``row`` what the things that it lists cost together."""
        for total, listed, price in entity.sums:
            ids = (told or {}).get(listed, row.get(listed))
            link = next(each for each in entity.fields if each.name == listed)
            target = self._model.entities[link.entity]
            if not isinstance(ids, list):
                continue
            costs = [self.peek(target, e, price) for e in ids if self.holds(target, e)]
            told_costs = [each for each in costs if isinstance(each, (int, float))]
            if told_costs:
                row[total] = round(fsum(told_costs), 2)

    def _newborn(self, entity: Entity, each: Field) -> Any:
        """What a new record holds where nobody gave a value."""
        if each.name == entity.status_field and entity.statuses:
            return entity.statuses[0]
        return self.today if each.kind == "past_date" else f"{self.today}T09:00:00Z"

    def _new_id(self, entity: Entity) -> Any:
        """An id for a record that is created: from beyond those that exist at first."""
        if entity.closed:
            return self._vacant(entity)
        self._made_ids += 1
        shape = entity.shapes[0]
        if shape.size > _ROOMY and not entity.named:
            start = self._background.start(entity)
            for turn in range(64):
                index = 1000 + 64 * self._made_ids + turn
                new = shape.spell(start * WIDE + index * STRIDE)
                place = (entity.name, normal(new))
                if not self._taken(place):
                    return new
        made = self._made_ids
        return self._unused(entity, Dice(derive(self._seed, "new", entity.name, made)))

    def _vacant(self, entity: Entity) -> Any:
        """One of the only ids that there can be, which nothing has."""
        for own in entity.named:
            if not self.holds(entity, own) and not self.missing(own):
                return own
        kind = plural(entity.name).replace("_", " ")
        raise refusal(
            "limit_reached",
            f"no more {kind} can be made: every {entity.key} there can be is taken",
            field=entity.key,
        )

    def _taken(self, place: tuple[str, str]) -> bool:
        """Whether an id beyond the usual ones exists, existed, or must not exist."""
        return (
            place in self._rows
            or place in self._gone
            or place in self._staged
            or place[1] in self._missing
        )

    def _unused(self, entity: Entity, dice: Dice) -> Any:
        """An id of the entity's shape that nothing has, had or must not have."""
        for turn in range(1000):
            new = entity.shapes[0].mint(dice)
            if turn > 60:  # a small pool of names: number them
                new = numbered(new, turn - 60)
            key = normal(new)
            place = (entity.name, key)
            free = key not in self._missing and place not in self._gone
            if free and self._row(entity, key) is None:
                return new
        raise RuntimeError(f"no id is left for entity {entity.name!r}")
