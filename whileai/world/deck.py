"""What the records of an entity are dealt from, worked out once for a set of tools."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from attrs import frozen

from whileai.base.seeds import SPREAD, Dice, derive
from whileai.world.values import ANY_DAY

if TYPE_CHECKING:
    from collections.abc import Callable

    from whileai.world.parts import Entity, Field
    from whileai.world.values import Recipe

_FEW = 64
"""More choices than this are too many for one byte to pick from evenly."""
_NAMING = frozenset(("first", "last", "pool"))
_NESTED = frozenset(("array", "object", "products", "tags"))


@frozen(kw_only=True, eq=False)
class Pile:
    """How the values of one field are dealt.

    Args:
        field: the field.
        choices: what a byte picks from, where picking is all there is to it.
        deal: a byte to a value, where nothing but chance decides on it.
        part: the part of a person that it is, where a person decides on it.
        timed: true for a day or a moment near today.
        factor: an odd number that makes 64 bits of a record the field's own, where
            all that is not enough.
    """

    field: Field
    choices: tuple[Any, ...]
    deal: Callable[[int], Any] | None
    part: str
    timed: bool
    factor: int

    @property
    def wide(self) -> bool:
        """True when a byte is not enough to tell the value."""
        ids = self.field.kind == "ref" and not self.field.many
        byte = bool(self.choices) or self.deal is not None or self.timed
        return not (byte or self.part or ids)


class Deck:
    """What the fields of one entity's records are dealt from.

    A value that hangs on nothing but chance is told by a byte: of each field there are
    at most 256, made once each and shared by all records.

    Args:
        entity: whose records they are.

    Attributes:
        names: of the fields of a record, its id first.
        piles: one for each field, in order.
        naming: true when an id may be a person's name.
        flat: true when no field holds a list or an object.
        wide: true when a record takes more than a byte for each field.
        salt: what makes the ids of each entity others.
    """

    __slots__ = ("flat", "names", "naming", "piles", "salt", "wide")

    def __init__(self, entity: Entity) -> None:
        self.salt = derive(0, "ids", entity.name)
        self.names = (entity.key, *(each.name for each in entity.fields))
        self.piles = tuple(
            _pile(place, each, entity) for place, each in enumerate(entity.fields)
        )
        self.wide = entity.addressed or bool(entity.variants)
        self.wide |= any(each.wide for each in self.piles)
        self.flat = not any(_nests(each) for each in entity.fields)
        kinds = {kind for shape in entity.shapes for kind, _ in shape.parts}
        self.naming = bool(entity.named) or not _NAMING.isdisjoint(kinds)


def _pile(place: int, each: Field, entity: Entity) -> Pile:
    recipe = each.recipe
    status = each.name == entity.status_field and entity.statuses
    who = entity.addressed and recipe.personal and not status and each.kind != "ref"
    choices = entity.statuses if status else recipe.choices
    many = len(choices or recipe.options) > _FEW
    dealt = bool(status) or (recipe.steady and not who and not many)
    return Pile(
        field=each,
        choices=choices if dealt and each.kind != "ref" else (),
        deal=_Values(recipe).__getitem__
        if dealt and not choices and each.kind != "ref"
        else None,
        part=recipe.personal if who and recipe.bare else "",
        timed=recipe.timed,
        factor=Dice(place).bits() | 1,
    )


def _nests(each: Field) -> bool:
    """Whether values of the field may be lists or objects."""
    recipe = each.recipe
    made = recipe.drawn is not None or recipe.items is not None
    options = any(isinstance(e, (list, dict)) for e in recipe.options)
    return each.many or made or options or each.kind in _NESTED


class _Values(dict[int, Any]):
    """The values of one field by the byte that tells them; each is made when dealt."""

    __slots__ = ("_recipe",)

    def __init__(self, recipe: Recipe) -> None:
        self._recipe = recipe

    def __missing__(self, byte: int) -> Any:
        value = self[byte] = self._recipe.make(Dice(byte * SPREAD), ANY_DAY)
        return value
