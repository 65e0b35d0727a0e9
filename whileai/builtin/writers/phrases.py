"""A small grammar: sentences with choices, expanded by dice.

``(a|b)`` is one of, ``[a|b]`` is one of or nothing, ``{name}`` is a slot, and a
backslash takes the next character as it is; a lone ``i`` is written large. What a
slot is filled with is text, never grammar: a value may hold any sign.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

    from whileai.base.seeds import Dice

_SIGN = re.compile(r"\\.|[()\[\]{}|]|[^\\()\[\]{}|]+", re.DOTALL)
_LONE_I = re.compile(r"(?<![{\w])i(?!\w)")
_CLOSER = {"(": ")", "[": "]"}


class Choice:
    """One of some sequences, each of text, slots and further choices."""

    __slots__ = ("branches", "count", "odds", "optional")

    def __init__(self, branches: tuple[Branch, ...], optional: bool) -> None:
        self.branches = branches
        self.optional = optional
        self.count = len(branches)
        self.odds = self.count * (3 if optional else 1)


class Slot:
    """A place that the caller fills."""

    __slots__ = ("name",)

    def __init__(self, name: str) -> None:
        self.name = name


Branch = tuple["str | Slot | Choice", ...]


class _Reader:
    """Reads one pattern from left to right."""

    def __init__(self, pattern: str) -> None:
        self.pattern = pattern
        self.signs = _SIGN.findall(pattern)
        self.at = 0

    def branches(self, closer: str) -> tuple[Branch, ...]:
        """Read up to ``closer``; the empty string is the end of the pattern."""
        branches: list[Branch] = []
        branch: list[str | Slot | Choice] = []
        while self.at < len(self.signs):
            sign = self.signs[self.at]
            self.at += 1
            if sign == closer:
                break
            if sign == "|" and closer:
                branches.append(tuple(branch))
                branch = []
            else:
                branch.append(self.part(sign))
        else:
            if closer:
                raise ValueError(f"{self.pattern!r} lacks a {closer!r}")
        branches.append(tuple(branch))
        return tuple(branches)

    def part(self, sign: str) -> str | Slot | Choice:
        """Read what ``sign`` begins."""
        if sign in _CLOSER:
            return Choice(self.branches(_CLOSER[sign]), sign == "[")
        if sign == "{":
            name = self.signs[self.at]
            self.at += 2
            return Slot(name)
        return sign[1:] if sign[0] == "\\" else _LONE_I.sub("I", sign)


@lru_cache(maxsize=8192)
def parsed(pattern: str) -> Branch:
    """Give ``pattern`` as a tree; read once.

    Raises:
        ValueError: if a bracket is not closed.
    """
    return _Reader(pattern).branches("")[0]


def expand(pattern: str, dice: Dice, slots: Mapping[str, str]) -> str:
    """Give one reading of ``pattern``.

    Raises:
        KeyError: if a slot that was chosen is not filled.
    """
    out: list[str] = []
    _expand(parsed(pattern), dice, slots, out)
    return "".join(out)


def _expand(
    branch: Branch, dice: Dice, slots: Mapping[str, str], out: list[str]
) -> None:
    """Append one reading of ``branch`` to ``out``."""
    for part in branch:
        if isinstance(part, str):
            out.append(part)
        elif isinstance(part, Choice):
            pick = dice.below(part.odds)
            if pick < part.count:
                _expand(part.branches[pick], dice, slots, out)
        else:
            out.append(slots[part.name])


def readings(pattern: str) -> int:
    """Count the readings of ``pattern``: how much variety it holds."""
    return _readings(parsed(pattern))


def _readings(branch: Branch) -> int:
    """Count the readings of ``branch``."""
    total = 1
    for part in branch:
        if isinstance(part, Choice):
            total *= sum(map(_readings, part.branches)) + part.optional
    return total


def finder(pattern: str) -> str:
    """Give a regular expression that matches every reading of ``pattern``.

    It is for text in lower case without apostrophes; a slot is anything short.
    """
    return _finder(parsed(pattern.lstrip("^+&")))


def _finder(branch: Branch) -> str:
    parts = []
    for part in branch:
        if isinstance(part, str):
            parts.append(re.escape(bare_text(part)))
        elif isinstance(part, Choice):
            each = "|".join(map(_finder, part.branches))
            parts.append(f"(?:{each}){'?' if part.optional else ''}")
        else:
            parts.append(".{0,60}?")
    return "".join(parts)


def bare_text(text: str) -> str:
    """Give ``text`` in lower case, without apostrophes and commas."""
    return re.sub(r"[\'\u2019,]", "", text).casefold()
