"""Checks of a number in the reply."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from math import isfinite
from typing import Any

from whileai.base.errors import given, unknown_name
from whileai.base.numbers import is_number
from whileai.graders.check import Check, simple
from whileai.graders.texts import reference, reply_of

Row = Mapping[str, Any]

# no part of a word or an id (ORD-48213, v2), of a date or a version (2026-08-01, 1.2.3)
_NUMBER = re.compile(
    r"(?<![\w.,:/])(?<!\w[-\u2212])[-+\u2212]?(?:[$€£]\s?)?"
    r"(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?(?:[eE][-+]?\d+)?"
    r"(?![\w]|[-/:]\w|[.,]\d)"
)
WHICH = ("last", "first", "any", "only")


def numeric(
    expected: float | Callable[[Row], float | None],
    *,
    tolerance: float = 0.0,
    relative: float = 0.0,
    which: str = "last",
) -> Check:
    """Pass the reply whose number is ``expected``, near enough.

    Thousands may be set apart by commas; signs of currency and of per cent are passed
    over; digits inside ids, dates and versions are no numbers.

    Args:
        expected: the number, or a function that reads it from the row; where that gives
            ``None`` the row is not graded.
        tolerance: how far off it may be, 0 or more.
        relative: how far off as a share of ``expected``; the wider of both holds.
        which: the number that counts: the ``last`` of the reply, the ``first``, ``any``
            of them, or the ``only`` one.

    Raises:
        TypeError, ValueError: if an argument is of the wrong kind or out of range.
    """
    name, read = reference(expected, "numeric", int, float)
    for option, value in (("tolerance", tolerance), ("relative", relative)):
        _check(option, value)
    if which not in WHICH:
        raise unknown_name("numeric(): which", which, WHICH)
    if not callable(expected) and not isfinite(expected):
        raise ValueError(f"numeric() takes a finite number, got {expected!r}")

    def test(row: Row) -> tuple[bool | None, str]:
        wanted = read(row)
        if wanted is None:
            return None, "the row has no number to compare the reply with"
        found = _picked(numbers_in(reply_of(row)), which)
        if not found:
            return False, "the reply has no such number"
        room = max(tolerance, relative * abs(float(wanted)))
        # what is written in decimals may be off by its binary rounding
        room += 1e-12 * max(1.0, abs(float(wanted)))
        near = any(abs(each - float(wanted)) <= room for each in found)
        return near, f"the reply says {', '.join(f'{each:g}' for each in found[:5])}"

    return simple(name, test)


def numbers_in(text: str) -> list[float]:
    """Give the numbers of a text, in their order."""
    return [float(_bare(each)) for each in _NUMBER.findall(text)]


def _bare(text: str) -> str:
    return re.sub(r"[,$€£\s]", "", text).replace("\u2212", "-")


def _picked(found: list[float], which: str) -> list[float]:
    if which == "only":
        return found if len(found) == 1 else []
    if which == "any":
        return found
    return found[-1:] if which == "last" else found[:1]


def _check(option: str, value: object) -> None:
    if not is_number(value):
        raise TypeError(f"numeric() takes {option} as a number, got {given(value)}")
    if not (value >= 0 and isfinite(value)):
        raise ValueError(f"numeric() takes {option} of 0 or more, got {value!r}")
