"""The shape of an identifier: how it is minted, told apart and spelled."""

from __future__ import annotations

import re
from functools import cached_property
from typing import Any

from attrs import define, field

from whileai.base.seeds import Dice
from whileai.world.people import FIRST, LAST

_RUNS = re.compile(r"\d+|[A-Za-z]+|[^A-Za-z\d]+")
_UUID = re.compile(r"[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}")
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


@define(frozen=True, slots=False)
class Shape:
    """What the ids of one entity look like.

    Args:
        parts: pairs of kind and size, in order: ``("text", "ORD-")``,
            ``("digits", 5)``, ``("capitals", 2)``, ``("letters", 3)``, ``("hex", 8)``,
            ``("lead", "4")`` (a first digit), ``("first", 0)``, ``("last", 0)``, ``("uuid", 0)``, ``("pool", (...))``
            and ``("range", (low, high))`` for integers.
        integer: true when the tools take the id as a number.
    """

    parts: tuple[tuple[str, Any], ...] = field()
    integer: bool = False

    @cached_property
    def _match(self) -> re.Pattern[str]:
        return re.compile("".join(_pattern(*part) for part in self.parts))

    @property
    def pattern(self) -> str:
        """The shape as a regular expression."""
        return self._match.pattern

    @property
    def loose(self) -> bool:
        """True when the shape is a word or a name, which any text may be."""
        return any(kind == "pool" for kind, _ in self.parts)

    def fits(self, value: object) -> bool:
        """Tell whether ``value`` could be an id of this shape."""
        if isinstance(value, bool) or not isinstance(value, (str, int)):
            return False
        kind, size = self.parts[0]
        if kind == "range":
            return str(value).isascii() and str(value).isdigit()
        return self._match.fullmatch(str(value)) is not None

    def mint(self, dice: Dice) -> str | int:
        """Make up an id of this shape."""
        text = "".join([_mint(kind, size, dice) for kind, size in self.parts])
        return int(text) if self.integer else text


def _pattern(kind: str, size: Any) -> str:
    if kind == "text":
        return re.escape(size)
    if kind == "uuid":
        return _UUID.pattern
    if kind == "lead":
        return "[0-9]"
    if kind == "range":
        return "[0-9]+"
    if kind in ("first", "last"):
        return "[A-Za-z]+"
    if kind == "pool":
        return r"\S.*"
    return _PATTERNS[kind] % size


def _mint(kind: str, size: Any, dice: Dice) -> str:
    if kind in ("text", "lead"):
        return str(size)
    if kind == "digits":
        return str(dice.below(10**size)).zfill(size)
    if kind == "range":
        return str(dice.between(*size))
    if kind == "pool":
        return str(dice.pick(size))
    if kind in ("first", "last"):
        return dice.pick(FIRST if kind == "first" else LAST).lower()
    if kind == "uuid":
        text = f"{dice.bits():016x}{dice.bits():016x}"
        return f"{text[:8]}-{text[8:12]}-4{text[13:16]}-a{text[17:20]}-{text[20:]}"
    letters = _SETS[kind]
    return "".join([dice.pick(letters) for _ in range(size)])


def shape_of(example: str) -> Shape:
    """Read the shape off one example: ``#W0000000`` is ``#W`` and seven digits.

    Words stay as they are, except names of people, which become names; digits vary;
    letters of an example without digits vary too.
    """
    if _UUID.fullmatch(example):
        return Shape((("uuid", 0),))
    if _HEX.fullmatch(example):
        return Shape((("hex", len(example)),))
    runs = _RUNS.findall(example)
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
