"""What is made up for one seed: which ids there are, and what their records hold.

Nothing here knows of a rollout, so that all rollouts of one scene share what one of
them made; whoever changes a record changes a copy.
"""

from __future__ import annotations

from functools import lru_cache, partial
from itertools import repeat
from struct import unpack_from
from types import MappingProxyType
from typing import TYPE_CHECKING, Any
from weakref import WeakValueDictionary

from whileai.base.seeds import GOLDEN, MASK, Dice, derive_bytes
from whileai.world import people
from whileai.world.record import copied, in_time, named_person, put_in_order
from whileai.world.sameness import normal
from whileai.world.values import dated, day_near

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
    from datetime import date

    from whileai.world.deck import Pile
    from whileai.world.parts import Entity, Model

    Row = dict[str, Any]

_NONE: frozenset[str] = frozenset()
_NOTHING: Mapping[str, Any] = MappingProxyType({})
_TOGETHER = 16
"""Records that are made up at a time."""
_KEPT = 512
"""Seeds of which a world keeps what was made up: those last asked for."""


class Backgrounds:
    """What is made up for the seeds that rollouts of a world have; some are kept.

    Args:
        model: the entities there are.

    Attributes:
        of: gives what is made up for a seed: the same, whoever asked before.
    """

    __slots__ = ("__weakref__", "of")

    def __init__(self, model: Model) -> None:
        self.of: Callable[[int], Background] = lru_cache(maxsize=_KEPT)(
            partial(Background, model)
        )

    @classmethod
    def shared(cls, model: Model) -> Backgrounds:
        """Give those of a model: the same ones as long as somebody holds them."""
        return _SHARED.setdefault(id(model), cls(model))


_SHARED: WeakValueDictionary[int, Backgrounds] = WeakValueDictionary()
"""By the model that each holds, so that no other model can have its number."""


class Usual:
    """What one entity has at first under one seed; made when first asked for.

    Args:
        entity: the entity.
        seed: of the scene.

    Attributes:
        rows: its records so far, by the normal form of their ids.
    """

    __slots__ = ("_entity", "_ids", "_start", "rows")

    def __init__(self, entity: Entity, seed: int) -> None:
        self._entity = entity
        self._start = Dice(seed ^ entity.deck.salt).bits()
        self._ids: dict[str, Any] | None = None
        self.rows: dict[str, Row] = {}

    @property
    def ids(self) -> Mapping[str, Any]:
        """The ids that exist, by their normal form; not to be changed."""
        if self._ids is None:
            self._ids = self._first()
        return self._ids

    def known(self, missing: Set[str]) -> Sequence[Any]:
        """Give the ids that exist, without ``missing`` ones."""
        if missing:
            return [own for key, own in self.ids.items() if key not in missing]
        return list(self.ids.values())

    def beyond(self, number: int) -> Iterator[Any]:
        """Give ids for the ``number``-th new record, which lie beyond the first ones.

        Args:
            number: 1 or more; each has 64 ids of its own.
        """
        start, first = self._start, 1000 + 64 * number
        shape = self._entity.shapes[0]
        return (shape.along(start, each) for each in range(first, first + 64))

    def _first(self) -> dict[str, Any]:
        start = self._start
        if self._entity.named:
            spare = self._entity.spare
            free = spare[start % len(spare)] if spare else None
            return {normal(each): each for each in self._entity.named if each != free}
        shapes = self._entity.shapes
        most = min(10, shapes[0].size)
        count = min(3, most) + (start >> 56) % max(1, most - 2)
        if len(shapes) == 1:
            return shapes[0].first(start, count)
        several = len(shapes)
        ids = (shapes[each % several].along(start, each) for each in range(count))
        return {normal(each): each for each in ids}


class Background:
    """The usual ids and records of one seed.

    Args:
        model: the entities there are.
        seed: everything is derived from it.

    Attributes:
        seed: the seed.
        day: the day on which the scene plays.
    """

    __slots__ = ("_around", "_model", "_today", "_usual", "day", "seed")

    def __init__(self, model: Model, seed: int) -> None:
        self.seed = seed
        self.day: date = people.today(seed)
        self._today = self.day.toordinal()
        self._around: Row = {"today": self.day, "currency": "USD"}
        self._model = model
        self._usual: dict[str, Usual] = {}

    def usual(self, entity: Entity) -> Usual:
        """Give what there is of ``entity`` at first."""
        known = self._usual.get(entity.name)
        if known is None:
            known = self._usual[entity.name] = Usual(entity, self.seed)
        return known

    def record(self, entity: Entity, key: str) -> Row:
        """Give the record of a usual id, shared by all who ask; not to be changed.

        Args:
            entity: whose record it is.
            key: the normal form of the id; the record has it as ``usual`` spells it.
        """
        usual = self.usual(entity)
        row = usual.rows.get(key)
        if row is None:
            first, keys = _beside(usual, key)
            place, count = keys.index(key), len(keys)
            own, name = usual.ids[key], f"{first}"
            row = self.one(entity, own, name, _NOTHING, _NONE, place, count)
            if entity.pairs:
                put_in_order(row, entity, _NOTHING)
            usual.rows[key] = row
        return row

    def _fill(self, entity: Entity, usual: Usual, key: str) -> None:
        """Make up the record of an id and those beside it."""
        first, keys = _beside(usual, key)
        owns = list(map(usual.ids.__getitem__, keys))
        rows = self.made(entity, owns, f"{first}", _NOTHING, _NONE)
        if entity.pairs:
            for row in rows:
                put_in_order(row, entity, _NOTHING)
        usual.rows.update(zip(keys, rows, strict=True))

    def seen(self, entity: Entity, keys: Iterable[str]) -> list[Row]:
        """Give the records of usual ids, shared as ``record`` has them."""
        usual, found = self.usual(entity), []
        for key in keys:
            if key not in usual.rows:
                self._fill(entity, usual, key)
            found.append(usual.rows[key])
        return found

    def copies(self, entity: Entity, keys: Iterable[str]) -> list[Row]:
        """Give copies of the records of usual ids."""
        copy = dict if entity.deck.flat else copied
        return list(map(copy, self.seen(entity, keys)))

    def made(
        self,
        entity: Entity,
        owns: Sequence[Any],
        name: str,
        told: Mapping[str, Any],
        missing: Set[str],
    ) -> list[Row]:
        """Give records with all their fields made up.

        Args:
            entity: whose records they are.
            owns: their ids.
            name: what they are drawn from: another name, other values.
            told: fields that somebody gave, with which the others have to agree.
            missing: ids that do not exist, so that nothing points to them.
        """
        deck, count = entity.deck, len(owns)
        size = count * (len(deck.piles) + 1)
        whole = size + count * 8 * deck.wide
        drawn = derive_bytes(self.seed, entity.name, name, size=whole)
        bits = unpack_from(f">{count}Q", drawn, size) if deck.wide else ()
        who = self._people(entity, owns, bits, told) if entity.addressed else ()
        clocks = drawn[size - count : size]
        columns: list[Iterable[Any]] = [owns]
        for place, pile in enumerate(deck.piles):
            dealt = drawn[place * count : place * count + count]
            by = pile.by
            if by == "byte":
                columns.append(map(pile.deal, dealt))
            elif by == "person":
                columns.append(map(pile.deal, who))
            elif by == "day":
                recipe = pile.field.recipe
                columns.append(dated(recipe, self._today, dealt, clocks))
            elif by == "bits":
                columns.append(self._wide(pile, bits, who))
            else:
                columns.append(self._references(pile, dealt, bits, missing))
        values = zip(*columns, strict=True)
        rows: list[Row] = list(map(dict, map(zip, repeat(deck.names), values)))
        if entity.variants or "scheduled" in entity.statuses:
            self._finish(entity, rows, bits, told)
        return rows

    def one(
        self,
        entity: Entity,
        own: Any,
        name: str,
        told: Mapping[str, Any],
        missing: Set[str],
        place: int = 0,
        count: int = 1,
    ) -> Row:
        """Give one of the records that ``made`` gives, without making the others.

        Args:
            entity: whose record it is.
            own: its id; ``None`` for a record without one.
            name: as of ``made``.
            told: as of ``made``.
            missing: as of ``made``.
            place: where it stands among them, from 0.
            count: how many they are.
        """
        deck = entity.deck
        size = count * (len(deck.piles) + 1)
        whole = size + count * 8 * deck.wide
        drawn = derive_bytes(self.seed, entity.name, name, size=whole)
        start, clock = size + place * 8, drawn[size - count + place]
        bits = unpack_from(">Q", drawn, start) if deck.wide else ()
        who: Sequence[Row] = ()
        if entity.addressed:
            who = self._people(entity, (own,), bits, told)
        row: Row = {} if own is None else {entity.key: own}
        column = place
        for pile in deck.piles:
            byte, by = drawn[column], pile.by
            column += count
            if by == "byte":
                value = pile.deal(byte)
            elif by == "person":
                value = pile.deal(who[0])
            elif by == "day":
                value = day_near(pile.field.recipe, self._today, byte, clock)
            elif by == "bits":
                (value,) = self._wide(pile, bits, who)
            else:
                (value,) = self._references(pile, bytes((byte,)), bits, missing)
            row[pile.name] = value
        if entity.variants or "scheduled" in entity.statuses:
            self._finish(entity, (row,), bits, told)
        return row

    def _people(
        self,
        entity: Entity,
        owns: Sequence[Any],
        bits: Sequence[int],
        told: Mapping[str, Any],
    ) -> list[Row]:
        """The person that each record is about, in agreement with what is known."""
        who = [people.nth((each * GOLDEN & MASK) >> 52) for each in bits]
        if not told and not entity.deck.naming:
            return who
        return [
            named_person(own, each, entity, told)
            for own, each in zip(owns, who, strict=True)
        ]

    def _wide(self, pile: Pile, bits: Iterable[int], who: Sequence[Row]) -> list[Any]:
        """Values that more than a byte decides on."""
        recipe, around = pile.field.recipe, [self._around]
        if who:
            around = [{**self._around, "person": each} for each in who]
        return [
            recipe.make(Dice(each * pile.factor), around[place % len(around)])
            for place, each in enumerate(bits)
        ]

    def _references(
        self, pile: Pile, dealt: bytes, bits: Iterable[int], missing: Set[str]
    ) -> list[Any]:
        """Ids that records point to: usual ones, whatever a scene adds."""
        target = self._model.entities[pile.field.entity]
        known = self.usual(target).known(missing)
        count, many = len(known), pile.by == "ids"
        if not known:
            return [[] if many else None for _ in dealt]
        if not many:
            return [known[each * count >> 8] for each in dealt]
        drawn = [each * pile.factor & MASK for each in bits]
        return [
            [*known[place:], *known[:place]][: 1 + each % 3]
            for each in drawn
            for place in (each * count >> 64,)
        ]

    def _finish(
        self,
        entity: Entity,
        rows: Iterable[Row],
        bits: Iterable[int],
        told: Mapping[str, Any],
    ) -> None:
        """Take out what records lack, and move what is still to come."""
        if entity.variants:
            for row, number in zip(rows, bits, strict=True):
                for name in _left_out(entity, number) - told.keys():
                    del row[name]
        if "scheduled" in entity.statuses:
            for row in rows:
                in_time(row, entity, told, self.day)


def _beside(usual: Usual, key: str) -> tuple[int, list[str]]:
    """The ids whose records are made up together with that of ``key``.

    Returns:
        Their normal forms, and the place of the first among all.
    """
    keys, first = list(usual.ids), 0
    if len(keys) > _TOGETHER:
        first = keys.index(key) // _TOGETHER * _TOGETHER
        keys = keys[first : first + _TOGETHER]
    return first, keys


def _left_out(entity: Entity, bits: int) -> frozenset[str]:
    return Dice(bits ^ GOLDEN).pick(entity.variants)
