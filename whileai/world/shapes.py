"""The shape of an identifier: how it is minted, told apart and spelled."""

from __future__ import annotations

import re
from functools import cached_property, partial
from math import prod
from typing import TYPE_CHECKING, Any

from attrs import define, field

from whileai.base.formats import UUID
from whileai.world.people import FIRST, LAST
from whileai.world.sameness import normal

if TYPE_CHECKING:
    from collections.abc import Callable

    from whileai.base.seeds import Dice

_RUNS = re.compile(r"\d+|[^\W\d_]+|[\W_]+")
_HEX = re.compile(r"(?=.*\d)(?=.*[a-f])[0-9a-f]{7,64}")
_NAMES = frozenset(name.lower() for name in (*FIRST, *LAST)) | {
    "john", "jane", "doe", "smith", "sara", "bob", "carol", "maria", "james",
}  # fmt: skip
_CAPITALS = "ABCDEFGHJKLMNPQRSTUVWXYZ"
_LETTERS = "abcdefghijkmnopqrstuvwxyz"
_SETS = {
    "digits": "0123456789",
    "capitals": _CAPITALS,
    "letters": _LETTERS,
    "hex": "0123456789abcdef",
}
_PATTERNS = {
    "digits": "[0-9]{%d}",
    "capitals": "[A-Z]{%d}",
    "letters": "[a-z]{%d}",
    "hex": "[0-9a-f]{%d}",
}
_STRIDE = 2_654_435_761
"""A prime: steps of it visit every id of a shape before one comes again."""
_WIDE = 0xD6E8FEB86659FD93_A0761D6478BD642F
"""An odd number that spreads a seed over all the ids of a shape."""


@define(frozen=True, slots=False)
class Shape:
    """What the ids of one entity look like.

    Args:
        parts: pairs of kind and size, in order: ``("text", "ORD-")``,
            ``("digits", 5)``, ``("capitals", 2)``, ``("letters", 3)``,
            ``("hex", 8)``, ``("lead", "4")`` (a first digit), ``("first", 0)``,
            ``("last", 0)``, ``("uuid", 0)``, ``("pool", (...))`` and
            ``("range", (low, high))`` for integers.
        integer: true when the tools take the id as a number.
        only: true when no other ids than those of its pool can be made.
    """

    parts: tuple[tuple[str, Any], ...] = field()
    integer: bool = False
    only: bool = False

    @cached_property
    def _match(self) -> re.Pattern[str]:
        return re.compile("".join(_pattern(*part) for part in self.parts))

    @property
    def pattern(self) -> str:
        """The shape as a regular expression."""
        return self._match.pattern

    @property
    def pool(self) -> tuple[Any, ...]:
        """The ids, where no others can be made; else nothing."""
        return tuple(map(self.spell, range(self.size))) if self.only else ()

    @property
    def loose(self) -> bool:
        """True when the shape is a word or a name, which any text may be."""
        return any(kind == "pool" for kind, _ in self.parts)

    def fits(self, value: object) -> bool:
        """Tell whether ``value`` could be an id of this shape."""
        if isinstance(value, bool) or not isinstance(value, (str, int)):
            return False
        if self.parts[0][0] == "range":
            return str(value).isascii() and str(value).isdigit()
        return self._match.fullmatch(str(value)) is not None

    @cached_property
    def _wheels(self) -> tuple[tuple[Any, int], ...]:
        """For each part what stands in its place, and how many choices that is."""
        return tuple(_wheel(kind, size) for kind, size in self.parts)

    @cached_property
    def size(self) -> int:
        """How many ids of this shape there are."""
        return prod(count for _, count in self._wheels)

    @cached_property
    def _counter(self) -> str | None:
        """The shape as a format of one number, where all else is fixed text."""
        if self.integer or sum(kind == "digits" for kind, _ in self.parts) != 1:
            return None
        if not all(kind in ("digits", "text", "lead") for kind, _ in self.parts):
            return None
        return "".join(
            f"%0{size}d" if kind == "digits" else str(size).replace("%", "%%")
            for kind, size in self.parts
        )

    @cached_property
    def _range(self) -> int | None:
        """The least id, where ids are the whole numbers from it on."""
        kind, size = self.parts[0]
        if not self.integer or kind != "range" or len(self.parts) > 1:
            return None
        return int(size[0])

    @cached_property
    def _spelling(self) -> Callable[[int], Any]:
        """What gives the id of a number under ``size``."""
        if self._counter is not None:
            return self._counter.__mod__
        if len(self.parts) > 1 or self.integer:
            return self.spell
        return partial(_turned, self._wheels[0][0])

    @cached_property
    def _codes(self) -> bool:
        """True when ids are told apart by their lower case alone."""
        form = self._counter
        plain = form is not None and "/" not in form and not form.startswith(("w", "W"))
        return plain or self.parts[0][0] == "uuid"

    @cached_property
    def _forms(self) -> tuple[tuple[str, Any], ...]:
        """The ids with their normal form, where they are the words of a pool."""
        kind, words = self.parts[0]
        if kind != "pool" or len(self.parts) > 1:
            return ()
        ids = map(self.spell, range(len(words)))
        return tuple((normal(each), each) for each in ids)

    def spell(self, number: int) -> str | int:
        """Give the ``number``-th id; numbers up to ``size`` give different ids."""
        if self._counter is not None:
            return self._counter % (number % self.size)
        if self._range is not None:
            return self._range + number % self.size
        rest, texts = number % self.size, []
        for wheel, count in self._wheels:
            rest, place = divmod(rest, count)
            texts.append(_turned(wheel, place))
        text = "".join(texts)
        return int(text) if self.integer else text

    def along(self, seed: int, place: int) -> str | int:
        """Give the id at a place of the walk over all ids that ``seed`` begins."""
        return self.spell(seed * _WIDE + place * _STRIDE)

    def first(self, seed: int, count: int) -> dict[str, str | int]:
        """Give the first ids of the walk that ``seed`` begins, by their normal form."""
        size = self.size
        start = seed * _WIDE % size
        places = [e % size for e in range(start, start + count * _STRIDE, _STRIDE)]
        if self._forms:
            return dict(map(self._forms.__getitem__, places))
        low = self._range
        if low is not None:
            return {str(low + each): low + each for each in places}
        ids = map(self._spelling, places)
        if self._codes:
            return {each.casefold(): each for each in ids}
        return {normal(each): each for each in ids}

    def mint(self, dice: Dice) -> str | int:
        """Make up an id of this shape."""
        return self.spell(
            dice.bits() if self.size < 1 << 64 else dice.bits() << 64 | dice.bits()
        )


def _pattern(kind: str, size: Any) -> str:
    if kind == "text":
        return re.escape(str(size))
    if kind == "uuid":
        return UUID.pattern
    if kind == "lead":
        return "[0-9]"
    if kind == "range":
        return "[0-9]+"
    if kind in ("first", "last"):
        return "[A-Za-z]+"
    if kind == "pool":
        return r"\S.*"
    return str(_PATTERNS[kind] % size)


def _wheel(kind: str, size: Any) -> tuple[Any, int]:
    """What stands for a part: texts to pick from, or (base, digits) of a number."""
    if kind in ("text", "lead"):
        return (str(size),), 1
    if kind == "digits":
        return f"0{size}d", 10**size
    if kind == "range":
        low, high = size
        return range(low, high + 1), high - low + 1
    if kind == "pool":
        return size, len(size)
    if kind in ("first", "last"):
        return tuple(n.lower() for n in (FIRST if kind == "first" else LAST)), len(
            FIRST if kind == "first" else LAST
        )
    if kind == "uuid":
        return None, 1 << 120
    letters = _SETS[kind]
    return (letters, size), len(letters) ** size


def _turned(wheel: Any, place: int) -> str:
    """The text that a wheel shows when it is turned to ``place``."""
    if isinstance(wheel, str):
        return str(format(place, wheel))
    if wheel is None:
        text = f"{place:030x}"
        return f"{text[:8]}-{text[8:12]}-4{text[12:15]}-a{text[15:18]}-{text[18:30]}"
    if len(wheel) == 2 and isinstance(wheel[1], int) and isinstance(wheel[0], str):
        letters, size = wheel
        picked = []
        for _ in range(size):
            place, step = divmod(place, len(letters))
            picked.append(letters[step])
        return "".join(picked)
    return str(wheel[place])


def shape_of(example: str) -> Shape:
    """Read the shape off one example: ``#W0000000`` is ``#W`` and seven digits.

    Words stay as they are, except names of people, which become names; digits vary;
    letters of an example without digits vary too.
    """
    if UUID.fullmatch(example):
        return Shape((("uuid", 0),))
    if _HEX.fullmatch(example):
        return Shape((("hex", len(example)),))
    runs = _RUNS.findall(example) or [""]
    fixed = any(run.isdigit() for run in runs)
    return Shape(tuple(_part(run, fixed, index) for index, run in enumerate(runs)))


def _part(run: str, fixed: bool, index: int) -> tuple[str, Any]:
    if run.isdigit():
        return ("digits", len(run))
    if run.lower() in _NAMES:
        return ("last" if index else "first", 0)
    if fixed or not run.isalpha():
        return ("text", run)
    return ("capitals" if run.isupper() else "letters", len(run))
