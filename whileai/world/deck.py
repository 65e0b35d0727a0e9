"""What the records of an entity are dealt from, worked out once for a set of tools."""

from __future__ import annotations

from functools import lru_cache
from operator import itemgetter
from typing import TYPE_CHECKING, Any, Literal

from attrs import frozen

from whileai.base.seeds import SPREAD, Dice, derive
from whileai.world.values import ANY_DAY, evenly

if TYPE_CHECKING:
    from collections.abc import Callable

    from whileai.world.parts import Entity, Field
    from whileai.world.values import Recipe

_FEW = 64
"""Of more choices than this, one byte makes some too much likelier than others."""
_NAMING = frozenset(("first", "last", "pool"))
_NESTED = frozenset(("array", "object", "products", "tags"))
_By = Literal["byte", "person", "day", "id", "ids", "bits"]


@frozen(kw_only=True, eq=False)
class Pile:
    """How the values of one field are dealt.

    Args:
        field: the field.
        name: the field's.
        by: what tells a value: a ``byte``, where nothing but chance decides; the
            ``person`` that the record is about; a ``day`` near today; one ``id`` of
            those that exist, or several ``ids``; 64 ``bits``, for all the rest.
        deal: of a pile by byte, what each gives; by person, what each has.
        factor: an odd number that makes 64 bits of a record the field's own.
    """

    field: Field
    name: str
    by: _By
    deal: Callable[[Any], Any]
    factor: int


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
        self.wide |= any(each.by in ("ids", "bits") for each in self.piles)
        self.flat = not any(_nests(each) for each in entity.fields)
        kinds = {kind for shape in entity.shapes for kind, _ in shape.parts}
        self.naming = bool(entity.named) or not _NAMING.isdisjoint(kinds)


def _pile(place: int, each: Field, entity: Entity) -> Pile:
    recipe, by = each.recipe, _told_by(each, entity)
    status = each.name == entity.status_field and entity.statuses
    choices = entity.statuses if status else recipe.choices
    deal: Callable[[Any], Any] = _Values(recipe).__getitem__
    if by == "person":
        deal = itemgetter(recipe.personal)
    elif by == "byte" and choices:
        deal = _by_byte(choices).__getitem__
    return Pile(
        field=each,
        name=each.name,
        by=by,
        deal=deal,
        factor=Dice(place).bits() | 1,
    )


@lru_cache(maxsize=1024)
def _by_byte(choices: tuple[Any, ...]) -> tuple[Any, ...]:
    """What each byte gives of ``choices``: each as often, give or take one."""
    return tuple(choices[place] for place in evenly(len(choices)))


def _told_by(each: Field, entity: Entity) -> _By:
    """What it takes to tell a value of the field."""
    recipe = each.recipe
    if each.kind != "ref":
        if each.name == entity.status_field and entity.statuses:
            return "byte"
        who = entity.addressed and recipe.personal
        many = len(recipe.choices or recipe.options) > _FEW
        if recipe.steady and not who and not many:
            return "byte"
        if who and recipe.bare:
            return "person"
    if recipe.timed:
        return "day"
    if each.kind == "ref":
        return "ids" if each.many else "id"
    return "bits"


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
