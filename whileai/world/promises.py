"""The order in which a tool says that it lists things, read off its description."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from attrs import evolve, frozen

from whileai.base.expressions import expression
from whileai.world.parts import DAYS
from whileai.world.sorting import meant
from whileai.world.words import listed

if TYPE_CHECKING:
    from whileai.world.parts import Action, Entity

_SORTED = expression(
    r"\b(?:(?:sorted|ordered|arranged)(?: \w+ly)?(?: by| on)|in order of)"
    r" (?:the |their |its )?(?P<of>[a-z_]+(?: (?:date|time|name)\b)?)(?P<rest>[^.;]*)"
)
_LETTERS = expression(r"\balphabetic(?:al|ally)?\b|\ba(?:-| to )z\b")
_TIME = expression(r"\b(?P<back>reversed? )?chronological(?:ly)?\b")
_MAY = expression(r"\b(?:can|may|could|might|if|how|whether|optionally|to)\b[^,]*$")
_DOWN = expression(r"\bdesc(?:ending)?\b|\b(?:newest|latest|highest|largest|most)\b")
_LATE = frozenset(listed("newest latest recent recently"))
_EARLY = frozenset(listed("oldest earliest soonest"))
_LARGE = frozenset(listed("highest largest biggest longest best top priciest dearest"))
_SMALL = frozenset(listed("lowest smallest shortest fewest cheapest nearest closest"))
_OF = {
    **dict.fromkeys(listed("cheapest expensive priciest dearest"), "price"),
    **dict.fromkeys(listed("nearest closest"), "distance"),
    **dict.fromkeys(listed("best top rated"), "rating"),
}
"""What is small or large where a word alone says so."""
_FIRST = expression(
    r"\b(?P<most>(?:most|least) )?"
    rf"(?P<word>{'|'.join(sorted(_LATE | _EARLY | _LARGE | _SMALL | _OF.keys()))})"
    r"(?: (?P<of>[a-z_]+))?(?: [a-z_]+)? first\b"
    r"(?!-| (?:name|page|time|line|item|entry|of|to)\b)"
)
_KINDS = {
    "price": ("amount",),
    "cost": ("amount",),
    "rating": ("rating",),
    "name": ("name", "title", "person", "payment"),
    "title": ("title", "name", "payment"),
    "date": DAYS,
    "time": DAYS,
}
"""The kinds of fields that words mean, whatever these are called."""


@frozen(kw_only=True)
class _Order:
    """An order as a text tells it.

    Args:
        about: the word for the field; empty for the days of the things.
        kinds: what the field is of, where none is called so.
        down: true when the largest, or the latest, comes first.
    """

    about: str
    kinds: tuple[str, ...]
    down: bool


def promised(action: Action, text: str, entity: Entity | None) -> Action:
    """Give the action with the order that its description promises, if it does one.

    Args:
        action: of a tool that lists or searches; others stay as they are.
        text: the description: ``oldest first``, ``sorted by title``, ``in
            alphabetical order``. What a list *can* be sorted by is no promise.
        entity: what it lists.
    """
    if entity is None or action.verb not in ("list", "search"):
        return action
    order = _told(" ".join(text.lower().split()))
    if order is None:
        return action
    field = meant(entity, order.about) if order.about else ""
    if not field and order.kinds == DAYS and order.down:
        return evolve(action, newest=True)
    usual = next((e.name for e in entity.fields if e.kind in order.kinds), "")
    named = entity.key if "name" in order.kinds else ""
    return evolve(action, order=field or usual or named, falling=order.down)


def _told(text: str) -> _Order | None:
    """The first order that a text tells and does not merely allow."""
    sentences = re.split(r"[.;:!?]\s", text)
    for read in (_sorted_by, _put_first, _by_time, _by_letters):
        for each in sentences:
            found = read(each)
            if found is not None:
                return found
    return None


def _sorted_by(text: str) -> _Order | None:
    found = _SORTED.search(text)
    if found is None or _MAY.search(text[: found.start()]):
        return None
    about = found["of"]
    kinds = _KINDS.get(about.rpartition(" ")[2], ())
    down = _DOWN.search(found["rest"]) is not None
    return _Order(about=about, kinds=kinds, down=down)


def _put_first(text: str) -> _Order | None:
    for found in _FIRST.finditer(text):
        if _MAY.search(text[: found.start()]):
            continue
        order = _first(found["most"] or "", found["word"], found["of"] or "")
        if order is not None:
            return order
    return None


def _first(most: str, word: str, of: str) -> _Order | None:
    """What ``oldest first``, ``most expensive first``, ``lowest price first`` mean."""
    if word in _LATE or word in _EARLY:
        down = (word in _LATE) is (most != "least ")
        return _Order(about=of, kinds=DAYS, down=down)
    if word not in _SMALL and word not in _LARGE and not (most and word in _OF):
        return None
    about = _OF.get(of) or _OF.get(word) or of
    down = word in _LARGE or most == "most "
    return _Order(about=about, kinds=_KINDS.get(about, ()), down=down)


def _by_time(text: str) -> _Order | None:
    found = _TIME.search(text)
    if found is None or _MAY.search(text[: found.start()]):
        return None
    return _Order(about="", kinds=DAYS, down=found["back"] is not None)


def _by_letters(text: str) -> _Order | None:
    found = _LETTERS.search(text)
    if found is None or _MAY.search(text[: found.start()]):
        return None
    return _Order(about="", kinds=_KINDS["name"], down=False)
