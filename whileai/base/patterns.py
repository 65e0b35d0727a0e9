"""Regular expressions: those of ECMA 262 read, and text that matches them."""

from __future__ import annotations

import re
import string
from typing import TYPE_CHECKING, TypeAlias

from attrs import frozen

if TYPE_CHECKING:
    from collections.abc import Iterator

    from whileai.base.seeds import Dice

_LOWER = string.ascii_lowercase
_WORD = string.ascii_letters + string.digits + "_"
_ANY = string.ascii_letters + string.digits + " -_.,:;/@#+=()!?"
_CLASSES = {
    "d": string.digits,
    "w": _WORD,
    "s": " ",
    "D": string.ascii_letters,
    "W": " -.",
    "S": string.ascii_letters + string.digits,
}
_PLAIN = {"n": "\n", "t": "\t", "r": "\r", "f": "\f", "v": "\v"}
_REPEATS = {"*": (0, None), "+": (1, None), "?": (0, 1)}
_COUNT = re.compile(r"\{(\d+)(,(\d*))?\}")
_FOREIGN = re.compile(r"\\[pPuck]|\[\^?\]|\(\?<[=!]|\\/|\(\?[a-z-]+[:)]|&&|--")
"""Signs of what other dialects read and Python may not."""
_AHEAD = re.compile(r"\?<?=")
_FLAGS = re.compile(r"\(\?[aimsu]+\)")
_REFUSED = re.compile(r"\?<?!")
_OPENING = re.compile(r"\?[ims]*:|\?P?<[A-Za-z_]\w*>")
_SPREADS = (3, 1, 6, 0, 12, 30, 60)

_Choice: TypeAlias = "list[list[_Part]]"


class _Unsupported(Exception):
    """The pattern uses something outside the subset."""


@frozen
class _Part:
    """Characters to choose from or a group, and how often it stands there.

    ``around`` marks what is looked for beside the text and is no part of it.
    """

    what: str | _Choice
    low: int = 1
    high: int | None = 1
    around: bool = False


@frozen
class _Way:
    """How a text is drawn: at most how many repeats, and what becomes of look-arounds.

    ``around`` is ``left`` where they are left to chance, ``kept`` where what they look
    for stands before the rest, and ``alone`` where it stands in place of the rest.
    """

    spread: int
    around: str = "left"


def broken(text: str) -> str:
    """Say what is wrong with a pattern that no dialect reads; empty if nothing is.

    A pattern of ECMA 262 that only Python cannot read is not broken.
    """
    if _FOREIGN.search(text):
        return ""
    try:
        re.compile(_translated(text))
    except re.error as error:
        return str(error)
    return ""


def _translated(text: str) -> str:
    python = text.replace(r"\p{L}", r"[^\W\d_]").replace(r"\p{N}", r"\d")
    return re.sub(r"\(\?<(?=[A-Za-z_])", "(?P<", python)


def read_pattern(text: str) -> str | None:
    """Give a pattern of ECMA 262 as Python reads it, or ``None`` if it cannot be."""
    python = _translated(text)
    try:
        re.compile(python)
    except re.error:
        return None
    return python


def matching(
    pattern: str, dice: Dice, low: int = 0, high: int | None = None
) -> str | None:
    """Draw text of ``low`` to ``high`` characters in which ``pattern`` is found.

    Literals, classes, groups, alternatives, quantifiers and anchors are understood;
    what looks around is left to chance first, then put beside the rest or in its place.

    Returns:
        The text; ``None`` if the pattern says more than that (back references, ...)
        or no text of the length was found in a few tries.
    """
    try:
        choice = _Reader(pattern).read()
        compiled = re.compile(pattern)
    except (_Unsupported, re.error, IndexError):
        return None
    for way in _ways(_looks_around(choice), low):
        text = _drawn(choice, dice, way)
        if len(text) < low and not pattern.endswith("$"):
            text += "".join(dice.pick(_LOWER) for _ in range(low - len(text)))
        fits = len(text) >= low and (high is None or len(text) <= high)
        if fits and compiled.search(text):
            return text
    return None


def _ways(around: bool, low: int) -> Iterator[_Way]:
    for kind in ("left", "kept", "alone") if around else ("left",):
        for spread in (*_SPREADS, low):
            yield from [_Way(spread, kind)] * 3


def _looks_around(choice: _Choice) -> bool:
    return any(
        part.around or (not isinstance(part.what, str) and _looks_around(part.what))
        for parts in choice
        for part in parts
    )


def _drawn(choice: _Choice, dice: Dice, way: _Way) -> str:
    pieces = []
    for part in dice.pick(choice):
        if part.around and way.around == "left":
            continue
        most = part.low + way.spread if part.high is None else part.high
        for _ in range(dice.between(part.low, min(most, part.low + way.spread))):
            if isinstance(part.what, str):
                pieces.append(dice.pick(part.what))
            else:
                pieces.append(_drawn(part.what, dice, way))
        if part.around and way.around == "alone":
            break
    return "".join(pieces)


class _Reader:
    """Reads a pattern from left to right."""

    def __init__(self, pattern: str) -> None:
        self._text = pattern
        flags = _FLAGS.match(pattern)
        self._at = flags.end() if flags else 0

    def read(self) -> _Choice:
        choice = self._choice()
        if self._at < len(self._text):
            raise _Unsupported
        return choice

    def _more(self) -> str:
        return self._text[self._at : self._at + 1]

    def _take(self) -> str:
        self._at += 1
        return self._text[self._at - 1]

    def _choice(self) -> _Choice:
        choice: _Choice = [[]]
        while self._more() not in ("", ")"):
            sign = self._take()
            if sign == "|":
                choice.append([])
            elif sign not in "^$":
                around = sign == "(" and bool(_AHEAD.match(self._text, self._at))
                what = self._atom(sign)
                choice[-1].append(_Part(what, *self._repeat(), around=around))
        return choice

    def _atom(self, sign: str) -> str | _Choice:
        if sign == "(":
            return self._group()
        if sign == "[":
            return self._class()
        if sign == ".":
            return _ANY
        if sign == "\\":
            sign = self._take()
            return [[]] if sign in "bB" else self._escape(sign)
        if sign in "*+?":
            raise _Unsupported
        return sign

    def _group(self) -> _Choice:
        refused = _REFUSED.match(self._text, self._at)
        around = refused or _AHEAD.match(self._text, self._at)
        opening = around or _OPENING.match(self._text, self._at)
        if opening:
            self._at = opening.end()
        elif self._more() == "?":
            raise _Unsupported
        choice = self._choice()
        if self._take() != ")":
            raise _Unsupported
        # what is drawn is held against the whole pattern
        return [[]] if refused else choice

    def _escape(self, sign: str) -> str:
        if sign in _CLASSES:
            return _CLASSES[sign]
        if sign in _PLAIN:
            return _PLAIN[sign]
        if sign in "xu":
            digits = 2 if sign == "x" else 4
            code = self._text[self._at : self._at + digits]
            self._at += digits
            return chr(int(code, 16))
        if sign.isalnum():
            raise _Unsupported
        return sign

    def _class(self) -> str:
        negated = self._more() == "^"
        self._at += negated
        members = ""
        first = True
        while first or self._more() != "]":
            first = False
            sign = self._take()
            start = self._escape(self._take()) if sign == "\\" else sign
            ranged = self._more() == "-" and self._text[self._at + 1] != "]"
            if ranged and len(start) == 1:
                self._at += 1
                sign = self._take()
                end = self._escape(self._take()) if sign == "\\" else sign
                last = min(ord(end), ord(start) + 255)
                members += "".join(map(chr, range(ord(start), last + 1)))
            else:
                members += start
        self._at += 1
        if negated:
            members = "".join(each for each in _ANY if each not in members)
        if not members:
            raise _Unsupported
        return members

    def _repeat(self) -> tuple[int, int | None]:
        low: int = 1
        high: int | None = 1
        count = _COUNT.match(self._text, self._at)
        if count:
            self._at = count.end()
            low = int(count[1])
            high = low if count[2] is None else int(count[3]) if count[3] else None
        elif self._more() and self._more() in _REPEATS:
            low, high = _REPEATS[self._take()]
        else:
            return low, high
        if self._more() in ("?", "+"):
            self._at += 1
        return low, high
