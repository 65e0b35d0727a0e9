"""What sort of deed a tool is to the person who asks for it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from whileai.builtin.writers.words import article, is_plural, vocabulary
from whileai.world.words import singular

if TYPE_CHECKING:
    from collections.abc import Sequence

    from whileai.builtin.writers.verbs import Sense

DEEDS = ("look", "compute", "stop", "back", "pay", "send", "change", "make", "do")
"""Every deed; ``do`` is whatever is none of the others."""

_OF_KIND = {
    "read": "look",
    "list": "look",
    "search": "look",
    "count": "look",
    "compute": "compute",
    "create": "make",
    "add": "make",
    "send": "send",
    "update": "change",
    "delete": "stop",
}
_OF_VERB = {
    **dict.fromkeys(
        ["cancel", "close", "unsubscribe", "deactivate", "leave", "revoke"], "stop"
    ),
    **dict.fromkeys(["refund", "return", "exchange", "claim", "dispute"], "back"),
    **dict.fromkeys(["transfer", "wire", "pay", "withdraw", "deposit"], "pay"),
    **dict.fromkeys(["reschedule", "rename", "move", "assign", "renew"], "change"),
    **dict.fromkeys(
        ["book", "reserve", "order", "buy", "purchase", "schedule", "rent"], "make"
    ),
}
_MONEY = vocabulary("money payment transaction transfer fund")
_ONES = vocabulary("details info data settings")
_BACK = vocabulary("refund return exchange")


def deed_of(sense: Sense) -> str:
    """Give one of ``DEEDS`` for a tool."""
    nouns = {singular(word.lower()) for each in sense.segments for word in each.noun}
    acts = sense.kind in ("create", "do", "send", "add")
    if acts and nouns & _BACK:
        return "back"
    if acts and nouns & _MONEY and any(a.money for a in sense.arguments.values()):
        return "pay"
    if sense.verb == "transfer" and "human" in nouns:
        return "do"
    return _OF_VERB.get(sense.verb) or _OF_KIND.get(sense.kind, "do")


def thing_of(sense: Sense) -> str:
    """Give the noun for one of what the tool is about, or an empty text."""
    words = sense.segments[0].noun if sense.segments else ()
    return " ".join((*words[:-1], singular(words[-1]))) if words else ""


def act_of(sense: Sense) -> str:
    """Give the deed in general: ``cancel an order``; empty when it has no object."""
    thing = thing_of(sense)
    if not thing or not sense.self_verbs:
        return ""
    return f"{sense.self_verbs[0]} {article(thing)} {thing}"


def pronoun_of(sense: Sense) -> str:
    """Give the pronoun for what the tool is about: ``it`` or ``them``."""
    words = sense.segments[0].noun if sense.segments else ()
    after = sense.segments[0].after if sense.segments else ()
    last = (after or words or ("it",))[-1]
    return "them" if is_plural(last) and last not in _ONES else "it"


def siblings(known: Sequence[Sense]) -> dict[str, tuple[str, ...]]:
    """Give, for each tool, what the others do to the same thing.

    Only deeds that change something count, and each is put without any value:
    ``change the address on it``.
    """
    out: dict[str, tuple[str, ...]] = {}
    for one in known:
        out[one.tool.name] = tuple(
            text
            for other in known
            if other is not one and not other.looks and not one.looks
            for text in [_shortly(other, one)]
            if text
        )
    return out


def _shortly(other: Sense, one: Sense) -> str:
    """Put what ``other`` does in a few words, if it is about the same thing."""
    mine = _entities(one)
    shared = mine & _entities(other)
    if not shared or other.verb == one.verb or not other.self_verbs:
        return ""
    segment = other.segments[0]
    noun = " ".join(segment.after or segment.noun)
    if not noun:
        return ""
    if segment.after:
        return f"{other.self_verbs[0]} the {noun}"
    thing = thing_of(other)
    it = "it" if thing.split(" ")[-1] in {e.split(" ")[-1] for e in shared} else ""
    return f"{other.self_verbs[0]} {it or f'the {noun}'}"


def _entities(sense: Sense) -> set[str]:
    """Give what the ids among a tool's arguments identify."""
    return {
        each.entity
        for each in sense.arguments.values()
        if each.role == "id" and each.entity
    }
