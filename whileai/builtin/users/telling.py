"""Facts as people say them in an answer: a reason, an amount, a date, a yes or no."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from whileai.world.words import words

if TYPE_CHECKING:
    from collections.abc import Iterable

    from whileai.builtin.users.knowledge import Fact

ASKED: dict[str, tuple[str, ...]] = {
    "reason": ("{state}", "{state}", "because {state}", "just because {state}"),
    "amount": ("it's {value}", "{value}", "that's {value}", "{value} it is"),
    "quantity": ("{value}", "it's {value}", "{value} of them", "{value} in all"),
    "date": ("it's {value}", "{value}", "the {noun} is {value}", "that's {value}"),
    "address": ("it's {value}", "{value}", "the address is {value}"),
    "yes_no": ("{value}", "{value}, that's right", "I'd say {value}"),
    "own": ("it's {value}", "{value}", "my {noun} is {value}", "that's {value}"),
    "plain": ("it's {value}", "{value}", "the {noun} is {value}", "that's {value}"),
}
"""One fact, told to somebody who asked for it."""

CLAUSES: dict[str, tuple[str, ...]] = {
    "reason": ("{state}",),
    "address": ("the address is {value}",),
    "yes_no": ("{value} to the {noun}",),
    "own": ("my {noun} is {value}",),
    "plain": ("the {noun} is {value}",),
}
"""One fact, told beside others, or to somebody who did not ask."""

_KINDS = (
    ("reason", frozenset(("reason", "cause", "why"))),
    ("amount", frozenset(("amount", "price", "cost", "fee", "sum", "total", "budget"))),
    ("quantity", frozenset(("quantity", "qty", "count"))),
    ("date", frozenset(("date", "day"))),
    ("address", frozenset(("address",))),
)
_STATES = {
    "unwanted": "I just don't want it any more",
    "changed mind": "I changed my mind",
    "change of mind": "I changed my mind",
    "customer request": "I asked for it",
    "requested by customer": "I asked for it",
    "other": "it's for another reason",
    "duplicate": "it's a duplicate",
}
_LEADS = (
    ("", frozenset(("it", "it's", "they", "the", "my", "we", "nobody"))),
    ("I ", frozenset(("changed", "found", "got", "bought", "moved", "lost", "have"))),
    (
        "it ",
        frozenset(("arrived", "came", "took", "broke", "stopped", "never", "does")),
    ),
    ("it was ", frozenset(("ordered", "sent", "delivered", "charged", "booked"))),
    ("I'm ", frozenset(("moving", "leaving", "travelling", "traveling", "switching"))),
    ("it's the ", frozenset(("wrong",))),
    ("it's ", frozenset(("no", "not", "too", "late", "early", "faulty", "missing"))),
)
_ALONE = re.compile(r"(just )?because\b|I'd say\b|(yes|no)\b(?! longer)")
_QUALITY = re.compile(r"(ed|en|ive|ent|ant|able|ible|ful|less)\Z")


def kind_of(fact: Fact) -> str:
    """Give what sort of thing a fact is, of those that people say in their own way."""
    if fact.value in ("yes", "no"):
        return "yes_no"
    parts = [part for part in words(fact.name) if part]
    last = parts[-1] if parts else ""
    found = next((kind for kind, named in _KINDS if last in named), "plain")
    return "own" if found == "plain" and fact.own else found


def ways(fact: Fact, asked: bool) -> list[str]:
    """Give the clauses that tell a fact.

    Args:
        fact: what is told.
        asked: whether it is all that was asked for; else its name is said, too.
    """
    kind = kind_of(fact)
    pool = ASKED[kind] if asked else CLAUSES.get(kind, CLAUSES["plain"])
    slots = {"noun": fact.noun, "value": fact.value, "state": _state(fact.value)}
    return [each.format(**slots) for each in pool]


def stands_alone(clause: str) -> bool:
    """Answer whether nothing goes before a clause: ``because ...``, ``no``."""
    return _ALONE.match(clause) is not None


def is_told(fact: Fact, texts: Iterable[str]) -> bool:
    """Answer whether one of ``texts`` says a fact, in whichever words."""
    said = {fact.value}
    if kind_of(fact) == "reason":
        said.add(_state(fact.value))
    return any(each in text for text in texts for each in said)


def _state(value: str) -> str:
    """Give a reason as a clause: ``it's damaged``, ``I found it cheaper elsewhere``."""
    text = value.replace("_", " ").strip().rstrip(".")
    known = _STATES.get(text.lower())
    if known:
        return known
    first = text.split(" ", 1)[0].lower()
    for lead, named in _LEADS:
        if first in named:
            return f"{lead}{text[:1].lower()}{text[1:]}"
    if first in ("i", "i'm"):
        return text
    if _QUALITY.search(first):
        return f"it's {text}"
    return f"it's because of this: {text}" if " " in text else f"it's the {text}"
