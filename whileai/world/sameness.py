"""When two ids, or two values, are the same to the world."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from whileai.base.lines import dumps

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

_SITE = re.compile(r"^(?:https?://)?(?:www\.)?|/+$")


def normal(found: object) -> str:
    """Give the form in which ids are compared: text, without case or web prefix."""
    text = (found if isinstance(found, str) else str(found)).casefold()
    return _SITE.sub("", text) if "/" in text or text[:4] == "www." else text


def same(one: object, other: object) -> bool:
    """Tell whether two values are equal, text without regard to case and spaces."""
    if isinstance(one, str) and isinstance(other, str):
        return " ".join(one.split()).casefold() == " ".join(other.split()).casefold()
    if isinstance(one, bool) or isinstance(other, bool):
        return one is other
    return one == other or (str(one) == str(other))


def like(other: object) -> Callable[[object], bool]:
    """Give what tells whether a value is the ``same`` as ``other``."""
    if not isinstance(other, str):
        return lambda one: same(one, other)
    text = " ".join(other.split()).casefold()
    return lambda one: (
        " ".join(one.split()).casefold() == text
        if isinstance(one, str)
        else same(one, other)
    )


def spelled(given: Mapping[str, Any]) -> str:
    """Give one text for what finds a thing: names and values, in no order of theirs."""
    return ";".join(f"{name}={_spelled(given[name])}" for name in sorted(given))


def _spelled(each: object) -> str:
    if isinstance(each, str):
        return " ".join(each.split()).casefold()
    return dumps(each).decode("utf-8", "replace")


_SEQUELS = ("Mix", "Two", "Extra", "Again", "New", "Old", "Late", "Best")


def numbered(own: Any, number: int) -> Any:
    """Give ``own`` made another id: ``notes-2.txt`` for ``notes.txt``.

    A title in words gets a word: ``Rainy Day Mix`` for ``Rainy Day``; a version goes
    on: ``release-2.3.1`` for ``release-2.3``.

    Args:
        own: an id.
        number: 1 or more; another number, another id.
    """
    if not isinstance(own, str):
        return own + number
    if own.istitle() and own.replace(" ", "").isalpha():
        turn, place = divmod(number - 1, len(_SEQUELS))
        return f"{own} {_SEQUELS[place]}" + (f" {turn + 1}" if turn else "")
    if own[-1:].isdigit() and "." in own:
        return f"{own}.{number}"
    stem, dot, ending = own.rpartition(".")
    after = f"-{number + 1}"
    return f"{stem}{after}.{ending}" if dot and "/" not in ending else f"{own}{after}"
