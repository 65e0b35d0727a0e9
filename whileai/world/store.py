"""The records of one rollout: made up when looked at, changed by what is called.

Which ids exist is one rule: an id exists exactly when the store holds it. The store
holds the scene's records; a small seeded set for each entity (or the ids that tool
texts name, then only those), without the scene's missing ids; what searches by place,
date or text turned up; and what was created. The right shape alone makes no id.
"""

from __future__ import annotations

from functools import partial
from math import fsum
from typing import TYPE_CHECKING, Any

from whileai.base.lines import fresh
from whileai.base.seeds import Dice, derive
from whileai.world.answers import refusal
from whileai.world.background import Background
from whileai.world.changes import Change
from whileai.world.record import copied, newborn, put_in_order
from whileai.world.sameness import normal, numbered, same, spelled
from whileai.world.shelf import Shelf
from whileai.world.words import plural

if TYPE_CHECKING:
    from collections.abc import Container, Iterable, Mapping
    from datetime import date

    from whileai.model import Record, Scene
    from whileai.world.parts import Entity, Model

    Row = dict[str, Any]

_ROOMY = 90_000
"""Shapes with more ids than this have room for new ones beyond the usual."""
_HITS = (0, *(1,) * 3, *(2,) * 4, *(3,) * 4, *(4,) * 3, *(5,) * 2, 6)
"""How many records a search turns up, each as often as it is likely."""
_ABOUT = ("overview", "a short guide", "questions and answers", "notes", "what is new")
SELF = ""
"""What finds the one record of an entity without ids."""


class Store:
    """What is true in one rollout's world.

    An id is looked for in its *normal form* (``sameness.normal``); methods that take a
    ``key`` take that form, methods that take a ``found`` id take any spelling.

    Args:
        model: the entities there are.
        scene: whose records hold and whose missing ids do not.
        background: what is made up for the scene's seed; unset, one of its own.

    Attributes:
        seed: the scene's seed.
        changes: what was written since somebody last emptied the list.
    """

    __slots__ = (
        "_background",
        "_lone",
        "_made_ids",
        "_missing",
        "_model",
        "_pointed",
        "_scene",
        "_shelves",
        "_vain",
        "changes",
        "seed",
    )

    def __init__(
        self, model: Model, scene: Scene, background: Background | None = None
    ) -> None:
        self._model = model
        self._scene = scene
        self.seed = scene.seed
        self._background = background or Background(model, scene.seed)
        self._missing = {normal(each) for each in scene.missing}
        self._shelves: dict[str, Shelf] = {}
        self._lone: dict[tuple[str, str], Row] = {}
        self._pointed: dict[str, list[Any]] | None = None
        self._made_ids = 0
        self._vain: list[tuple[str, Row]] = []
        self.changes: list[Change] = []

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

    def ids(self, entity: Entity) -> list[Any]:
        """Give every id of ``entity`` that exists: staged, usual and created ones."""
        return self._shelf(entity).ids()

    def keys(self, entity: Entity) -> list[str]:
        """Give the normal form of every id of ``entity`` that exists."""
        return self._shelf(entity).keys()

    def holds(self, entity: Entity, found: object) -> bool:
        """Tell whether a record with that id exists."""
        return self._shelf(entity).holds(normal(found))

    def record(self, entity: Entity, found: object) -> Row | None:
        """Give a copy of the record with that id; ``None`` if there is none."""
        row = self.at(entity, normal(found))
        return None if row is None else copied(row)

    def copies(self, entity: Entity, keys: Iterable[str]) -> list[Row]:
        """Give copies of records that exist."""
        shelf = self._shelf(entity)
        if shelf.plain and not shelf.rows and self._shares(entity):
            return self._background.copies(entity, keys)
        return [copied(row) for row in self.seen(entity, keys)]

    def seen(self, entity: Entity, keys: Iterable[str]) -> list[Row]:
        """Give records that exist, to be read and not to be changed."""
        shelf = self._shelf(entity)
        own = shelf.rows
        if not shelf.plain or not self._shares(entity):
            return [own.get(key) or self.at(entity, key) or {} for key in keys]
        if not own:
            return self._background.seen(entity, keys)
        keys = list(keys)
        usual = [key for key in keys if key not in own and shelf.holds(key)]
        rows = dict(zip(usual, self._background.seen(entity, usual), strict=True))
        return [own.get(key) or rows.get(key) or {} for key in keys]

    def at(self, entity: Entity, key: str) -> Row | None:
        """Give a record itself, to be read and not to be changed; ``None`` if none."""
        shelf = self._shelf(entity)
        row = shelf.rows.get(key)
        if row is not None:
            return row
        if key not in shelf.first or key in shelf.gone:
            return None
        if shelf.is_usual(key):
            row = self._background.record(entity, key)
            if self._shares(entity):
                return row
            row = self._adapted(entity, row)
        else:
            staged = shelf.staged.get(key)
            told = staged.fields if staged is not None else {}
            row = self._made(entity, shelf.first[key], told)
        shelf.rows[key] = row
        return row

    def _adapted(self, entity: Entity, row: Row) -> Row:
        """A usual record that points to nothing missing, its totals added up."""
        row = copied(row)
        for each in entity.fields if self._missing else ():
            if each.kind != "ref" or not row.get(each.name):
                continue
            told = row[each.name]
            if each.many:
                row[each.name] = [own for own in told if not self.missing(own)]
            elif self.missing(told):
                ids = self.ids(self._model.entities[each.entity])
                dice = Dice(derive(self.seed, "instead", entity.name, each.name))
                row[each.name] = dice.pick(ids) if ids else None
        self.sum_up(entity, row)
        return row

    def write(self, entity: Entity, row: Row) -> None:
        """Keep ``row`` as the record with the id that it carries."""
        key = normal(row.get(entity.key, SELF))
        before = self.at(entity, key)
        self._note(entity, before, row)
        self._left(entity, before or {}, row)
        self._shelf(entity).rows[key] = row

    def remove(self, entity: Entity, found: object) -> None:
        """Make the record with that id be gone for good."""
        key, shelf = normal(found), self._shelf(entity)
        before = self.at(entity, key)
        self._note(entity, before, None)
        self._left(entity, before or {}, {})
        shelf.rows.pop(key, None)
        shelf.gone.add(key)

    def create(self, entity: Entity, fields: Mapping[str, Any], own: Any = None) -> Row:
        """Add a record with ``fields`` and give it; its id is new, or ``own``."""
        new = self._new_id(entity) if own is None else own
        row = self._made(entity, new, fresh(fields), created=True)
        key, shelf = normal(new), self._shelf(entity)
        self._note(entity, None, row)
        shelf.rows[key] = row
        shelf.gone.discard(key)
        if key not in shelf.first:
            shelf.added[key] = new
        if entity.single:
            self._lone[entity.name, SELF] = row
        return copied(row)

    def _left(self, entity: Entity, before: Row, after: Row) -> None:
        """Remember by what nothing is found any more."""
        lost = {
            each: before[each]
            for each in entity.natural
            if each in before and before[each] != after.get(each)
        }
        if lost:
            self._vain.append((entity.name, lost if after else before))

    def _note(self, entity: Entity, before: Row | None, after: Row | None) -> None:
        """Note that a record was written."""
        change = Change(entity=entity.name, key=entity.key, before=before, after=after)
        self.changes.append(change)

    def unused(self, entity: Entity, seed: int, but: Any = None) -> Any:
        """Give an id of the entity's shape that does not exist, nor is ``but``."""
        pool = entity.shapes[0].pool
        free = self._free(entity, but) if entity.closed or pool else None
        if free is None and pool:  # all are taken: one that may be made missing
            free = next((each for each in pool if each != but), pool[0])
        if free is not None:
            return free
        found = self._unused(entity, Dice(derive(seed, "unused", entity.name)))
        if but is None or normal(found) != normal(but):
            return found
        return self._unused(entity, Dice(derive(seed, "other", entity.name)))

    def sketch(self, entity: Entity, own: Any, fields: Mapping[str, Any]) -> Row:
        """Give the record that creating with ``fields`` would make; do not make it."""
        return self._made(entity, own, fresh(fields), created=True)

    def own(self, entity: Entity) -> Row | None:
        """Give a copy of the record that the caller has of ``entity``, if they do."""
        if entity.lone:
            return self._kept(entity, SELF, {})
        first = self.keys(entity)[:1]
        return self.copies(entity, first)[0] if first else None

    def located(self, entity: Entity, given: Mapping[str, Any]) -> Row | None:
        """Give a copy of the record that ``given`` names, places or dates find."""
        if self._missing and any(self.missing(each) for each in given.values()):
            return None
        return self._kept(entity, spelled(given), given) or None

    def discovered(
        self, entity: Entity, told: Mapping[str, Any], *, sure: bool
    ) -> Row | None:
        """Give a copy of a record that has what is ``told`` and nobody looked at yet.

        It is made up and listed from then on. There is none of what is missing,
        deleted, or was looked for in vain, nor where tool texts say what there is.

        Args:
            entity: of the record; one that has ids.
            told: what finds it, by field.
            sure: false where it has to be known to be there: named in the scene.
        """
        fields = self._staged_fields(entity, told)
        known = sure or bool(fields) or self._spoken_of(told)
        if entity.named or not known or self._is_vain(entity, told):
            self._vain.append((entity.name, fresh(told)))
            return None
        dice = Dice(derive(self.seed, "found", entity.name, spelled(told)))
        ((key, own),) = self._newly_found(entity, 1, dice).items()
        row = self._made(entity, own, {**fresh(told), **fields})
        shelf = self._shelf(entity)
        shelf.rows[key] = row
        shelf.added[key] = own
        return copied(row)

    def _is_vain(self, entity: Entity, told: Mapping[str, Any]) -> bool:
        """Whether what is ``told`` is missing, gone, or was looked for in vain."""
        return any(self.missing(each) for each in told.values()) or any(
            name == entity.name
            and all(field in row and same(row[field], told[field]) for field in told)
            for name, row in self._vain
        )

    def _spoken_of(self, told: Mapping[str, Any]) -> bool:
        """Whether the ask itself names all that is ``told``."""
        goal = f" {normal(self._scene.goal)} "
        return bool(told) and all(normal(each) in goal for each in told.values())

    def write_located(self, entity: Entity, given: Mapping[str, Any], row: Row) -> None:
        """Keep ``row`` as the record that ``given`` find."""
        place = (entity.name, spelled(given) if given else SELF)
        self._note(entity, self._lone.get(place), row)
        self._lone[place] = row

    def derived(
        self, entity: Entity, given: Mapping[str, Any], topic: tuple[str, str] | None
    ) -> list[str]:
        """Give the ids, in normal form, of what a search turns up.

        They are made up once for each combination of ``given`` and exist from then on.

        Args:
            entity: of the records.
            given: what the search says, by field.
            topic: the field that speaks of the words searched for, and these words.
        """
        shelf = self._shelf(entity)
        context = spelled({**given, "?": topic[1]} if topic else given)
        found = shelf.found.get(context)
        if found is not None:
            return found
        dice = Dice(derive(self.seed, "search", entity.name, context))
        told: Row = fresh(given)
        if topic is not None:
            told[topic[0]] = topic[1]
        owns = self._newly_found(entity, dice.pick(_HITS), dice)
        ids = list(owns.values())
        made = self._background.made(entity, ids, context, told, self._missing)
        for (key, own), row in zip(owns.items(), made, strict=True):
            self._complete(entity, row, own, told)
            if topic is not None:
                name, text = topic
                row[name] = f"{text[:1].upper()}{text[1:]}: {dice.pick(_ABOUT)}"
            shelf.rows[key] = row
        found = shelf.found[context] = list(owns)
        return found

    def _shelf(self, entity: Entity) -> Shelf:
        shelf = self._shelves.get(entity.name)
        if shelf is None:
            staged: dict[str, Record] = {}
            for each in self._scene.records:
                if each.entity == entity.name and each.id is not None:
                    staged.setdefault(normal(each.id), each)
            shelf = self._shelves[entity.name] = Shelf(
                self._background.usual(entity),
                staged,
                self._pointed_to(entity),
                self._missing,
            )
        return shelf

    def _shares(self, entity: Entity) -> bool:
        """Whether records that the scene says nothing of are those of its seed."""
        return not self._missing and not entity.sums

    def _pointed_to(self, entity: Entity) -> list[Any]:
        """The ids that records of the scene point to: what they list exists."""
        if not self._scene.records:
            return []
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

    def _kept(self, entity: Entity, key: str, given: Mapping[str, Any]) -> Row:
        """A copy of a record without an id, made up on first sight."""
        row = self._lone.get((entity.name, key))
        if row is None:
            staged = self._staged_fields(entity, given)
            fields = {**fresh(given), **staged} if given or staged else {}
            row = self._made(entity, None, fields, seed=key)
            self._lone[entity.name, key] = row
        return copied(row)

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
        name = f"id {normal(own)}" if own is not None else f"at {seed}"
        usual = partial(self._background.one, entity, own, name, fields, self._missing)
        row = newborn(entity, own, fields, self.today, usual) if created else usual()
        self._complete(entity, row, own, fields, summed=not created)
        return row

    def _complete(
        self,
        entity: Entity,
        row: Row,
        own: Any,
        told: Mapping[str, Any],
        *,
        summed: bool = True,
    ) -> None:
        """Lay what was told over a made-up record, then what follows from it."""
        if told:
            row |= copied(told)
            if own is not None:
                row[entity.key] = own
        if summed and entity.sums:
            self.sum_up(entity, row, told)
        if entity.pairs:
            put_in_order(row, entity, told)

    def sum_up(self, entity: Entity, row: Row, told: Container[str] = ()) -> None:
        """Make the totals of ``row``, but for those ``told``, what its things cost."""
        for total, listed, price in entity.sums:
            if total in told:
                continue
            ids = row.get(listed)
            link = next(each for each in entity.fields if each.name == listed)
            target = self._model.entities[link.entity]
            if not isinstance(ids, list):
                continue
            found = [self.at(target, normal(each)) for each in ids]
            costs = [row.get(price.name) for row in found if row]
            told_costs = [each for each in costs if isinstance(each, (int, float))]
            if told_costs:
                row[total] = round(fsum(told_costs), 2)

    def _new_id(self, entity: Entity) -> Any:
        """An id for a record that is created: from beyond those that exist at first."""
        if entity.closed or entity.shapes[0].only:
            return self._vacant(entity)
        self._made_ids += 1
        shape, shelf = entity.shapes[0], self._shelf(entity)
        if shape.size > _ROOMY and not entity.named:
            for new in shelf.usual.beyond(self._made_ids):
                key = normal(new)
                if not shelf.spent(key) and key not in self._missing:
                    return new
        made = self._made_ids
        return self._unused(entity, Dice(derive(self.seed, "new", entity.name, made)))

    def _vacant(self, entity: Entity) -> Any:
        """One of the only ids that there can be, which nothing has."""
        found = self._free(entity)
        if found is not None:
            return found
        kind = plural(entity.name).replace("_", " ")
        raise refusal(
            "limit_reached",
            f"no more {kind} can be made: every {entity.key} there can be is taken",
            field=entity.key,
        )

    def _newly_found(self, entity: Entity, count: int, dice: Dice) -> dict[str, Any]:
        """Ids that nothing has, had or must not have, by their normal form."""
        shelf = self._shelf(entity)
        found = entity.shapes[0].first(dice.bits(), count)
        if self._missing.isdisjoint(found) and not any(map(shelf.spent, found)):
            return found
        unused = (self._unused(entity, dice) for _ in range(count))
        return {normal(each): each for each in unused}

    def _free(self, entity: Entity, but: Any = None) -> Any:
        """The first of the named ids that nothing has, nor is ``but``, if there is."""
        return next(
            (
                own
                for own in entity.named or entity.shapes[0].pool
                if own != but and not self.holds(entity, own) and not self.missing(own)
            ),
            None,
        )

    def _unused(self, entity: Entity, dice: Dice) -> Any:
        """An id of the entity's shape that nothing has, had or must not have."""
        shelf = self._shelf(entity)
        if entity.shapes[0].only:
            return self._vacant(entity)
        for turn in range(1000):
            new = entity.shapes[0].mint(dice)
            if turn > 60:  # a small pool of names: number them
                new = numbered(new, turn - 60)
            key = normal(new)
            if not shelf.spent(key) and key not in self._missing:
                return new
        raise RuntimeError(f"no id is left for entity {entity.name!r}")
