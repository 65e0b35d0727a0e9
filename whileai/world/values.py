"""Values that look real: made up for a kind of field, and fitting its schema."""

from __future__ import annotations

from contextlib import suppress
from datetime import date
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from attrs import field, frozen

from whileai.base.examples import Examples, NoExample
from whileai.base.numbers import is_number
from whileai.world import people
from whileai.world.makers import MAKERS, PERSONAL, Context
from whileai.world.names import choices_in, examples_in, is_code
from whileai.world.pools import POOLS, pool_of
from whileai.world.schemas import base_schema, type_of
from whileai.world.shapes import Shape, shape_of
from whileai.world.words import listed

if TYPE_CHECKING:
    from collections.abc import Mapping

    from whileai.base.seeds import Dice

_EXACT = frozenset(
    listed("$ref pattern minLength multipleOf anyOf oneOf allOf if not minProperties")
)
"""What a schema can say that only a drawn example is sure to meet."""


_SPANS = {"date": (2, 59), "past_date": (-60, 60), "datetime": (-90, 88)}
"""Kinds of days: how many days from today the first lies, and how many there are."""


_FIRST = people.FIRST_DAY.toordinal() + min(low for low, _ in _SPANS.values())
_LAST = people.FIRST_DAY.toordinal() + people.DAYS + max(map(sum, _SPANS.values()))
_DAYS = tuple(date.fromordinal(each).isoformat() for each in range(_FIRST, _LAST))
"""Every day that lies near one on which a scene may play."""
_CLOCKS = tuple(f"T{h:02d}:{m:02d}:00Z" for h in range(8, 20) for m in (0, 15, 30, 45))
_TIMES = len(_CLOCKS)


@lru_cache(maxsize=256)
def evenly(count: int) -> bytes:
    """Give what ``bytes.translate`` needs to make bytes places below ``count``.

    Args:
        count: of places, 1 to 256; each comes of as many bytes, give or take one.
    """
    return bytes(each * count >> 8 for each in range(256))


def dated(recipe: Recipe, today: int, drawn: bytes, clocks: bytes) -> list[str]:
    """Give days, or moments on a day, near today.

    Args:
        recipe: of a field whose values are such.
        today: the proleptic Gregorian ordinal of the day on which the scene plays.
        drawn: a byte for each.
        clocks: another byte for each.
    """
    low, count = _SPANS[recipe.kind]
    first = today + low
    if recipe.form:
        return [_written(first + (e * count >> 8), recipe.form) for e in drawn]
    first -= _FIRST
    if recipe.kind != "datetime":
        return [_DAYS[first + (each * count >> 8)] for each in drawn]
    return [
        _DAYS[first + (each * count >> 8)] + _CLOCKS[(each ^ clock) * _TIMES >> 8]
        for each, clock in zip(drawn, clocks, strict=True)
    ]


def day_near(recipe: Recipe, today: int, byte: int, clock: int) -> str:
    """Give what ``dated`` does for one byte and one clock."""
    low, count = _SPANS[recipe.kind]
    day = today + low + (byte * count >> 8)
    if recipe.form:
        return _written(day, recipe.form)
    text = _DAYS[day - _FIRST]
    if recipe.kind != "datetime":
        return text
    return text + _CLOCKS[(byte ^ clock) * _TIMES >> 8]


@lru_cache(maxsize=4096)
def _written(ordinal: int, form: str) -> str:
    return date.fromordinal(ordinal).strftime(form)


def real(kind: str, dice: Dice, context: Context) -> Any:
    """Make up a value of ``kind``, whatever its schema says.

    Args:
        kind: as ``fields.kind_of`` gives it.
        dice: what is drawn from.
        context: ``today``, and ``person`` when the value is about one.
    """
    if kind == "currency" and "currency" in context:
        return context["currency"]
    person = context.get("person")
    if person is not None and kind in PERSONAL:
        return person[PERSONAL[kind]]
    maker = MAKERS.get(kind)
    if maker is not None:
        return maker(dice, context)
    return dice.pick(POOLS.get(kind, POOLS["string"]))


_MOVING = frozenset(
    listed("date datetime past_date year path username iban sha uuid code tracking ref")
)
"""Kinds whose values hang on the day, or are no other thing's."""
ANY_DAY: Context = {"today": date(2026, 6, 1), "currency": "USD"}
"""What values may be made with that hang on no day."""

_DATE_FORMATS = (
    ("yyyy-mm-dd", ""),
    ("mm/dd/yyyy", "%m/%d/%Y"),
    ("dd/mm/yyyy", "%d/%m/%Y"),
    ("dd-mm-yyyy", "%d-%m-%Y"),
    ("mm-dd-yyyy", "%m-%d-%Y"),
)
_OPEN = frozenset(listed("string name title text query category measure code place"))


@frozen(kw_only=True, eq=False)
class Recipe:
    """How the values of one field are made up, read off its schema once.

    Args:
        kind: as ``fields.kind_of`` gives it.
        pool: words for what the field is about, where there are such.
        type: the JSON type that the schema wants, or ``""``.
        options: what there is to choose from, if the schema or its text says so.
        code: the shape of a code that the text shows, if it shows one.
        drawn: draws valid examples, for schemas that only these are sure to meet.
        form: how dates are written.
        low: least number.
        high: greatest number.
        longest: most characters.
        steady: true when nothing but chance decides on a value: no day, no other id.
        personal: the part of a person, where there is one, that the value is of; or
            ``""``.
        bare: true when the value is whatever is usual for its kind.
        timed: true when it is a day or a moment near today.
        choices: texts to pick from, where picking is all there is to it.
        items: how the items of a list are made up, and how many at least.
    """

    kind: str
    pool: tuple[Any, ...] = ()
    type: str = ""
    options: tuple[Any, ...] = ()
    code: Shape | None = None
    drawn: Examples | None = None
    form: str = ""
    low: float | None = None
    high: float | None = None
    longest: int | None = None
    items: tuple[Recipe, int] | None = None
    steady: bool = field(init=False)
    personal: str = field(init=False)
    bare: bool = field(init=False)
    timed: bool = field(init=False)
    choices: tuple[Any, ...] = field(init=False, repr=False)

    @steady.default
    def _steady(self) -> bool:
        moving = self.kind in _MOVING or self.code is not None
        inner = self.items[0] if self.items is not None else None
        return not moving and (inner is None or inner.steady)

    @personal.default
    def _personal(self) -> str:
        return PERSONAL.get(self.kind, "")

    @bare.default
    def _bare(self) -> bool:
        told = self.options or self.drawn or self.items or self.code or self.pool
        return not told and self.type in ("", "string") and self.longest is None

    @timed.default
    def _timed(self) -> bool:
        return self.bare and self.kind in _SPANS

    @choices.default
    def _choices(self) -> tuple[Any, ...]:
        found = self.options
        drawn = self.drawn is not None or self.items is not None
        if not found and not drawn and self.kind not in (*MAKERS, "currency"):
            found = self.pool or POOLS.get(self.kind, POOLS["string"])
            if self.type not in ("", "string") or self.longest is not None:
                found = ()
        return found if all(isinstance(each, str) for each in found) else ()

    def make(self, dice: Dice, context: Context) -> Any:
        """Make up a value.

        Args:
            dice: what is drawn from.
            context: what the value has to agree with.
        """
        if self.options:
            return dice.pick(self.options)
        if self.drawn is not None:
            with suppress(NoExample):
                return self.drawn.draw(dice)
        if self.items is not None:
            recipe, count = self.items
            return [recipe.make(dice, context) for _ in range(count)]
        if self.code is not None:
            return self.code.mint(dice)
        found = self._usual(dice, context)
        return self._fitted(found, dice) if self.type else found

    def _usual(self, dice: Dice, context: Context) -> Any:
        """What is usual for the kind, whatever the schema says."""
        if self.kind in _SPANS:
            bits = dice.bits().to_bytes(8, "big")
            return day_near(self, context["today"].toordinal(), bits[0], bits[1])
        return dice.pick(self.pool) if self.pool else real(self.kind, dice, context)

    def _fitted(self, found: Any, dice: Dice) -> Any:
        """Bend ``found`` to the type and the bounds of the schema."""
        if self.type == "string":
            text = found if isinstance(found, str) else str(found)
            return text[: self.longest] if self.longest is not None else text
        if self.type in ("integer", "number"):
            return self._bounded(found, dice)
        if self.type == "boolean" and not isinstance(found, bool):
            return dice.chance(0.5)
        return found

    def _bounded(self, found: Any, dice: Dice) -> Any:
        number = found if isinstance(found, (int, float)) else dice.between(1, 40)
        if self.low is not None and number < self.low:
            number = self.low
        if self.high is not None and number > self.high:
            low = self.low or 0
            span = int(self.high - low)
            number = low + (dice.between(0, span) if span > 0 else 0)
        return int(number) if self.type == "integer" else number


def recipe_of(
    kind: str,
    schema: Mapping[str, Any],
    root: Mapping[str, Any] | None = None,
    about: str = "",
) -> Recipe:
    """Read off ``schema``, once, how values of ``kind`` are made up for it.

    Args:
        kind: as ``fields.kind_of`` gives it.
        schema: JSON Schema of the values.
        root: the schema that its references point into, if it is not itself.
        about: the category of the thing whose field it is, if that is known.
    """
    root = schema if root is None else root
    text = str(schema.get("description") or "")
    schema = base_schema(schema)
    text = text or str(schema.get("description") or "")
    options = _options(kind, schema, text)
    if options:
        return Recipe(kind=kind, options=options)
    if not _EXACT.isdisjoint(schema):
        return Recipe(kind=kind, drawn=Examples(dict(schema), dict(root)))
    if kind == "array":
        return Recipe(kind=kind, items=_item_recipe(schema, root))
    low, high = schema.get("minimum"), schema.get("maximum")
    if is_number(schema.get("exclusiveMinimum")):
        low = schema["exclusiveMinimum"] + 1
    if is_number(schema.get("exclusiveMaximum")):
        high = schema["exclusiveMaximum"] - 1
    longest = schema.get("maxLength")
    return Recipe(
        kind=kind,
        pool=pool_of(about, kind),
        type=type_of(schema),
        code=_code(kind, text),
        form=_form(text) if kind in ("date", "past_date") else "",
        low=low if is_number(low) else None,
        high=high if is_number(high) else None,
        longest=longest if isinstance(longest, int) else None,
    )


def _options(kind: str, schema: Mapping[str, Any], text: str) -> tuple[Any, ...]:
    """What a value is chosen from: const, enum, choices or examples of the text."""
    if schema.get("const") is not None:
        return (schema["const"],)
    enum = tuple(each for each in schema.get("enum") or () if each is not None)
    if enum or type_of(schema) not in ("string", ""):
        return enum
    chosen = choices_in(text) if text else []
    if not chosen and kind in _OPEN and text:
        chosen = [each for each in examples_in(text) if not is_code(each)]
    return tuple(chosen)


def _code(kind: str, text: str) -> Shape | None:
    if kind not in ("code", "string", "tracking", "place") or not text:
        return None
    codes = [each for each in examples_in(text) if is_code(each)]
    return shape_of(codes[0]) if codes else None


def _form(text: str) -> str:
    lower = text.lower()
    return next((form for mark, form in _DATE_FORMATS if mark in lower), "")


def _item_recipe(
    schema: Mapping[str, Any], root: Mapping[str, Any]
) -> tuple[Recipe, int]:
    inner = schema.get("items")
    inner = inner if isinstance(inner, dict) else {}
    least = schema.get("minItems")
    least = least if isinstance(least, int) else 0
    if type_of(inner) in ("object", "array"):
        return Recipe(kind="object", drawn=Examples(inner, dict(root))), least
    kind = {"integer": "integer", "number": "number"}.get(type_of(inner), "string")
    return recipe_of(kind, inner, root), max(1, least)
