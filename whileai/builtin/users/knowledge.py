"""What the person knows, and which of it a question is about."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from attrs import frozen

from whileai.world.words import singular, words

if TYPE_CHECKING:
    from whileai.model import Scene

_GROUPS = (
    "id identifier number code reference ref num nr #",
    "email e-mail mail",
    "phone telephone mobile cell",
    "name called",
    "date day when",
    "time hour when clock",
    "amount much total sum price cost value figure money",
    "quantity many count units size people guests persons",
    "reason why cause",
    "address where",
    "street address where",
    "zip postcode postal",
    "city town where",
    "location where place",
    "method way option",
    "type kind sort category",
    "start begin beginning starting",
    "end until finish ending",
    "description details describe",
    "message text body content wording",
    "title subject heading",
    "user username account customer profile member",
    "priority urgent urgency",
    "status state",
    "product item article",
    "note notes comment remark",
)
"""Words that ask for the same; the first is the one that names use."""

_SAME_AS = (
    "number=id code=id reference=id ids=id total=amount price=amount count=quantity "
    "qty=quantity size=quantity kind=type category=type text=message body=message "
    "content=message subject=title customer=user username=user destination=location "
    "item=product postcode=zip comment=note"
)


def _alike() -> dict[str, frozenset[str]]:
    """Give the words by which a question may name each word of a fact's name."""
    alike: dict[str, frozenset[str]] = {}
    for group in _GROUPS:
        head, *_ = group.split()
        alike[head] = frozenset(group.split())
    for pair in _SAME_AS.split():
        word, _, head = pair.partition("=")
        alike[word] = alike[head] | {word}
    return alike


_ALIKE = _alike()
_QUALIFIED = re.compile(
    r"\b([a-z]+)[ -](number|id|code|reference|date|name|time|address|type)\b"
)
_OF = re.compile(r"\b(date|time|place) of ([a-z]+)\b")
_WHICH = re.compile(r"\b(?:which|what)(?: one)?(?: of (?:your|the|these))? ([a-z]+)\b")
"""What is asked for by its kind alone: *which order* asks for the order's id."""
_UNQUALIFYING = frozenset(
    (
        *("your", "the", "a", "an", "this", "that", "which", "what", "its", "his"),
        *("her", "their", "our", "my", "some", "any", "full", "first", "last", "exact"),
        *("correct", "right", "current", "own", "same", "and", "or", "with", "by"),
        *("me", "of", "for", "is", "provide", "confirm", "give", "share"),
    )
)
"""Words before ``number`` and the like that do not say whose number it is."""

_WORD = re.compile(r"[^\W_]+(?:-[^\W_]+)?|#")
_SPOKEN = {"id": "number", "qty": "quantity", "zip": "zip code", "ids": "numbers"}
_OWN = ("name", "email", "phone", "street", "city", "state", "zip", "country")
LONG = 160
"""Characters of a value from which on a person does not read it out whole."""


@frozen(kw_only=True)
class Fact:
    """One thing the person can say."""

    name: str
    value: str
    withheld: bool = False
    own: bool = False

    @property
    def noun(self) -> str:
        """What the person calls it."""
        parts = [part for part in words(self.name) if part] or [self.name]
        parts[-1] = _SPOKEN.get(parts[-1], parts[-1])
        return " ".join(parts)


def facts_of(scene: Scene) -> tuple[Fact, ...]:
    """Give what the person of ``scene`` knows: its facts, and who they are."""
    own = {name: scene.person[name] for name in _OWN if scene.person.get(name)}
    known: Mapping[str, Any] = {**own, **scene.facts}
    said = ((name, spoken(value)) for name, value in known.items())
    return tuple(
        Fact(
            name=name,
            value=value,
            withheld=name in scene.withheld,
            own=name in own or name.endswith(("id", "email", "phone")),
        )
        for name, value in said
        if value
    )


def spoken(value: Any) -> str:
    """Give a JSON value as a person says it; empty for what cannot be said."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, str):
        return value if len(value) <= LONG else f"{value[:LONG].rsplit(' ', 1)[0]}"
    if isinstance(value, (int, float)):
        return str(value)
    if isinstance(value, Mapping):
        parts = [
            f"{' '.join(words(str(name)))} {said}"
            for name, each in value.items()
            if (said := spoken(each))
        ]
    else:
        parts = [said for each in value if (said := spoken(each))]
    if len(parts) < 2:
        return "".join(parts)
    return f"{', '.join(parts[:-1])} and {parts[-1]}"


def asked_for(question: str, facts: tuple[Fact, ...]) -> list[Fact]:
    """Give the facts that ``question`` asks for, the surest first; at most three."""
    text = question.lower()
    tokens = set(_WORD.findall(text))
    tokens |= {singular(each) for each in tokens}
    pairs = [
        *_QUALIFIED.findall(text),
        *((word, head) for head, word in _OF.findall(text)),
    ]
    pairs += [(singular(word), "which") for word in _WHICH.findall(text)]
    qualified = [pair for pair in pairs if pair[0] not in _UNQUALIFYING]
    scored = [(_score(fact, tokens, qualified), fact) for fact in facts]
    sure = sorted(
        ((score, fact) for score, fact in scored if score > 1),
        key=lambda each: -each[0],
    )
    if sure:
        return [fact for _, fact in sure][:3]
    part = [fact for score, fact in scored if score == 1]
    return [fact for fact in part if fact.withheld] or part[:1]


def _score(fact: Fact, tokens: set[str], qualified: list[tuple[str, str]]) -> int:
    """Say how surely a question is about a fact: 2 on by its name, 1 by part, 0 not.

    A question for the account number is none for the order number.
    """
    parts = [singular(part) for part in words(fact.name)]
    if not parts:
        return 0
    alike = [_ALIKE.get(part, frozenset({part})) for part in parts]
    of_others = [
        word for word, head in qualified if head in alike[-1] and len(parts) < 3
    ]
    named = {*parts, *(each for group in alike[:-1] for each in group)}
    if of_others and parts != ["id"] and named.isdisjoint(of_others):
        return 0
    if "identifier" in alike[-1] and any(
        head == "which" and word in named for word, head in qualified
    ):
        return 2
    heard = [bool(group & tokens) for group in alike]
    if all(heard):
        return 2 + (len(parts) > 1) + all(part in tokens for part in parts)
    return 1 if heard[-1] and len(parts) > 1 else 0
