"""Checks of the reply as text."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from whileai.base.errors import given
from whileai.graders.check import Check, simple

Row = Mapping[str, Any]
Reference = Callable[[Row], Any]


def exact(
    expected: str | Reference, *, ignore_case: bool = False, strip: bool = True
) -> Check:
    """Pass the reply that is ``expected``, word for word.

    Args:
        expected: the text, or a function that reads it from the row; where that gives
            ``None`` the row is not graded.
        ignore_case: whether upper and lower case are the same.
        strip: whether white space at both ends is left out.
    """
    name, read = reference(expected, "exact", str)

    def test(row: Row) -> tuple[bool | None, str]:
        wanted = read(row)
        if wanted is None:
            return None, "the row has no text to compare the reply with"
        return (
            _folded(reply_of(row), ignore_case, strip)
            == _folded(str(wanted), ignore_case, strip),
            "the reply is not the expected text",
        )

    return simple(name, test)


def contains(*texts: str, ignore_case: bool = False, any_of: bool = False) -> Check:
    """Pass the reply that contains every one of ``texts``, or with ``any_of`` one.

    Args:
        texts: one or more, none of them empty.
        ignore_case: whether upper and lower case are the same.
        any_of: whether one of them is enough.
    """
    if not texts:
        raise TypeError("contains() takes one text or more, got none")
    for each in texts:
        _check_text(each, "contains()")
    sought = [_folded(each, ignore_case, False) for each in texts]

    def test(row: Row) -> tuple[bool | None, str]:
        reply = _folded(reply_of(row), ignore_case, False)
        missing = [
            text for text, each in zip(texts, sought, strict=True) if each not in reply
        ]
        passed = len(missing) < len(texts) if any_of else not missing
        return passed, f"the reply does not contain {_listed(missing)}"

    sign = " or " if any_of else ", "
    return simple(f"contains({sign.join(map(repr, texts))})", test)


def regex(
    pattern: str | re.Pattern[str], *, flags: int = 0, full: bool = False
) -> Check:
    """Pass the reply in which ``pattern`` is found.

    Args:
        pattern: a regular expression of the standard library.
        flags: as ``re.compile`` takes them.
        full: whether it has to match the whole reply.

    Raises:
        ValueError: if the pattern cannot be read.
    """
    if not isinstance(pattern, (str, re.Pattern)):
        raise TypeError(f"regex() takes a pattern as text, got {given(pattern)}")
    try:
        compiled = re.compile(pattern, flags)
    except (re.error, ValueError) as error:
        raise ValueError(f"regex() cannot read {given(pattern)}: {error}") from None
    find = compiled.fullmatch if full else compiled.search

    def test(row: Row) -> tuple[bool | None, str]:
        return find(reply_of(row)) is not None, "the reply does not match the pattern"

    return simple(f"regex({compiled.pattern!r})", test)


def reply_of(row: Row) -> str:
    """Give the last reply; empty where the row has none."""
    reply = row.get("final_text")
    return reply if isinstance(reply, str) else ""


def reference(
    expected: Any, call: str, *kinds: type
) -> tuple[str, Callable[[Row], Any]]:
    """Give the name of a check and what reads its reference from a row.

    Args:
        expected: one value for all rows, or a function of the row.
        call: the name of the check.
        kinds: what the value may be.

    Raises:
        TypeError: if it is neither.
    """
    if isinstance(expected, kinds) and not isinstance(expected, bool):
        return f"{call}({expected!r})", lambda row: expected
    if not callable(expected):
        named = " or ".join(kind.__name__ for kind in kinds)
        raise TypeError(
            f"{call}() takes {named}, or a function of the row, got {given(expected)}"
        )
    name = getattr(expected, "__name__", "reference")
    return f"{call}({'reference' if name == '<lambda>' else name})", expected


def _check_text(value: object, call: str) -> None:
    if not isinstance(value, str):
        raise TypeError(f"{call} takes texts, got {given(value)}")
    if not value:
        raise ValueError(f"{call} takes texts that are not empty, got ''")


def _folded(text: str, ignore_case: bool, strip: bool) -> str:
    text = text.strip() if strip else text
    return text.casefold() if ignore_case else text


def _listed(texts: Iterable[str]) -> str:
    return ", ".join(given(text, 40) for text in texts)
