"""What is made up for one seed: which ids there are, and what their records hold.

Nothing here knows of a rollout, so that all rollouts of one scene share what one of
them made; whoever changes a record changes a copy.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any
from zlib import crc32

from whileai.base.seeds import GOLDEN, MASK, SPREAD, Dice, derive
from whileai.world import people
from whileai.world.record import in_time, named_person, put_in_order
from whileai.world.sameness import normal
from whileai.world.values import Deck

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Set
    from datetime import date

    from whileai.world.parts import Entity, Field, Model

    Row = dict[str, Any]

STRIDE = 2_654_435_761
"""A prime: steps of it visit every id of a shape before one comes again."""
WIDE = 0xD6E8FEB86659FD93_A0761D6478BD642F
"""An odd number that spreads a seed over all the ids of a shape."""
_NONE: frozenset[str] = frozenset()
_KEPT = 64
"""Seeds of which a world keeps what was made up: the latest of each remainder."""


class Backgrounds:
    """What is made up for the seeds that rollouts of a world have; a few are kept.

    Args:
        model: the entities there are.
    """

    __slots__ = ("_deck", "_kept", "_model")

    def __init__(self, model: Model) -> None:
        self._model = model
        self._deck = Deck()
        self._kept: list[Background | None] = [None] * _KEPT

    def of(self, seed: int) -> Background:
        """Give what is made up for ``seed``: the same, whoever asked before."""
        place = seed % _KEPT
        found = self._kept[place]
        if found is None or found.seed != seed:
            found = self._kept[place] = Background(self._model, seed, self._deck)
        return found


class Background:
    """The usual ids and records of one seed.

    Args:
        model: the entities there are.
        seed: everything is derived from it.
        deck: values that hang on no seed, shared with other backgrounds.

    Attributes:
        seed: the seed.
    """

    __slots__ = (
        "_context",
        "_deck",
        "_model",
        "_rows",
        "_seeds",
        "_starts",
        "_usual",
        "seed",
    )

    def __init__(self, model: Model, seed: int, deck: Deck | None = None) -> None:
        self.seed = seed
        self._model = model
        self._deck = Deck() if deck is None else deck
        self._context: Row | None = None
        self._rows: dict[tuple[str, str], Row] = {}
        self._seeds: dict[str, int] = {}
        self._starts: dict[str, int] = {}
        self._usual: dict[str, Mapping[str, Any]] = {}

    @property
    def day(self) -> date:
        """The day on which the scene plays."""
        today: date = self._around["today"]
        return today

    @property
    def _around(self) -> Row:
        if self._context is None:
            self._context = {"today": people.today(self.seed), "currency": "USD"}
        return self._context

    def start(self, entity: Entity) -> int:
        """Give the number of the first usual id of ``entity``."""
        known = self._starts.get(entity.name)
        if known is None:
            known = self._starts[entity.name] = derive(self.seed, "ids", entity.name)
        return known

    def usual(self, entity: Entity) -> Mapping[str, Any]:
        """Give the ids that exist at first, by their normal form; read only."""
        known = self._usual.get(entity.name)
        if known is None:
            known = self._usual[entity.name] = {
                normal(each): each for each in self._spelled(entity)
            }
        return known

    def _spelled(self, entity: Entity) -> Iterable[Any]:
        if entity.named:
            return entity.named
        start, shapes = self.start(entity), entity.shapes
        most = min(10, shapes[0].size)
        count = min(3, most) + (start >> 56) % max(1, most - 2)
        return (
            shapes[index % len(shapes)].spell(start * WIDE + index * STRIDE)
            for index in range(count)
        )

    def record(self, entity: Entity, key: str) -> Row:
        """Give the record of a usual id, shared by all who ask; not to be changed.

        Args:
            entity: whose record it is.
            key: the normal form of the id; the record has it as ``usual`` spells it.
        """
        row = self._rows.get((entity.name, key))
        if row is None:
            own = self.usual(entity)[key]
            row = {entity.key: own}
            row |= self.invented(entity, own, key, entity.places.keys(), {}, _NONE)
            if entity.pairs:
                put_in_order(row, entity, {})
            self._rows[entity.name, key] = row
        return row

    def invented(
        self,
        entity: Entity,
        own: Any,
        key: str,
        lacking: Set[str],
        fields: Mapping[str, Any],
        missing: Set[str],
    ) -> Row:
        """Give values for the fields of a record that nobody gave.

        Args:
            entity: whose record it is.
            own: its id; ``None`` where it has none.
            key: what everything is drawn from: the normal form of the id.
            lacking: the names of the fields.
            fields: those that somebody gave.
            missing: ids that do not exist, so that nothing points to them.
        """
        seed = self._record_seed(entity, key)
        bits, context = Dice(seed).bits(), self._around
        if entity.addressed:
            who = people.nth((bits * GOLDEN & MASK) >> 52)
            context = {**context, "person": named_person(own, who, entity, fields)}
        left_out = _left_out(entity, seed) if entity.variants else _NONE
        row: Row = {}
        for each, factor, choices in entity.plan:
            name = each.name
            if name not in lacking or name in left_out:
                continue
            if choices:
                row[name] = choices[(bits * factor & MASK) * len(choices) >> 64]
            else:
                row[name] = self._value(each, bits * factor & MASK, context, missing)
        if "scheduled" in entity.statuses:
            in_time(row, entity, lacking, self.day)
        return row

    def value(self, entity: Entity, key: str, each: Field, missing: Set[str]) -> Any:
        """Give one field of a record, without making up the others."""
        seed = self._record_seed(entity, key)
        if entity.variants and each.name in _left_out(entity, seed):
            return None
        drawn = Dice(seed).bits() * entity.plan[entity.places[each.name]][1] & MASK
        choices = entity.plan[entity.places[each.name]][2]
        if choices:
            return choices[drawn * len(choices) >> 64]
        return self._value(each, drawn, self._around, missing)

    def _record_seed(self, entity: Entity, key: str) -> int:
        """The seed of everything that is made up about one record."""
        base = self._seeds.get(entity.name)
        if base is None:
            base = self._seeds[entity.name] = derive(self.seed, "record", entity.name)
        return base ^ (crc32(key.encode("utf-8", "surrogatepass")) * SPREAD)

    def _value(self, each: Field, drawn: int, context: Row, missing: Set[str]) -> Any:
        recipe = each.recipe
        if each.kind == "ref":
            return self._reference(each, drawn, missing)
        if recipe.steady and not (recipe.personal and "person" in context):
            return self._deck.deal(recipe, drawn)
        return recipe.make(Dice(drawn), context)

    def _reference(self, each: Field, drawn: int, missing: Set[str]) -> Any:
        """Ids that a record points to: usual ones, whatever a scene adds."""
        usual = self.usual(self._model.entities[each.entity])
        known = tuple(usual.values())
        if missing:
            known = tuple(own for key, own in usual.items() if key not in missing)
        if not known:
            return [] if each.many else None
        place = drawn * len(known) >> 64
        if not each.many:
            return known[place]
        return [*known[place:], *known[:place]][: 1 + drawn % 3]


def _left_out(entity: Entity, seed: int) -> frozenset[str]:
    return Dice(seed ^ GOLDEN).pick(entity.variants)
