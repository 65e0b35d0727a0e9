"""The stretches of a request's object: what its nouns and ids are worded as."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import define, field

from whileai.builtin.writers.words import article, is_mass, is_plural, vocabulary
from whileai.world.words import singular

if TYPE_CHECKING:
    from collections.abc import Mapping

    from whileai.base.seeds import Dice
    from whileai.builtin.writers.facts import Stated
    from whileai.builtin.writers.verbs import Segment, Sense

_MINE = frozenset(
    (
        *("support", "banking", "health", "travel", "calendar", "office", "tasks"),
        *("fitness", "library", "investing"),
    )
)
ONE = vocabulary("user customer account_holder guest patient client employee")
_OBJECTS = vocabulary(
    "plain title recipient file query body items assignee id note place container "
    "playlist person about"
)
_NEW = vocabulary("book reserve order buy schedule draft post rent request take")
_ASKS = vocabulary("apply ask register sign request")
_PUBLIC = vocabulary(
    "product products types flight flights hotel hotels file webpage ward wards doctor "
    "doctors bed beds clinic clinics room rooms restaurant restaurants holidays quote "
    "rate rates stock workout class classes goal catalog"
)
_PLAIN = {
    "transactions": ("transactions", "payments"),
    "transaction": ("transfer", "payment", "transfer"),
    "user address": ("address",),
    "user info": ("details", "info"),
    "product types": ("product categories", "types of products", "product types"),
}
_NAMELESS = frozenset(("result", "expression", "value"))
_INTRANSITIVE = vocabulary(
    "transfer connect hover navigate go scroll log wait look hop reply respond turn"
)
_RESTS = {
    "payment": "for",
    "details": "of",
    "status": "of",
    "history": "of",
    "info": "on",
    "information": "on",
    "address": "on",
    "items": "in",
    "review": "on",
}


@define
class Request:
    """A request under way: what is left to say of the facts."""

    sense: Sense
    left: list[Stated]
    known: Mapping[str, Stated] = field(factory=dict)

    def take(self, *roles: str) -> Stated | None:
        """Give the first fact left that has one of ``roles``; it counts as said."""
        for fact in self.left:
            if fact.argument.role in roles:
                self.left.remove(fact)
                return fact
        return None

    @property
    def mine(self) -> str:
        """The article for what is already there."""
        nouns = self.sense.segments[0].noun if self.sense.segments else ()
        own = self.sense.flavour in _MINE and not _PUBLIC.intersection(nouns)
        return "my" if own or any(fact.own for fact in self.left) else "the"


def _spoken(words: str, dice: Dice) -> str:
    """Give ``words`` as people say them: a bank's transaction is a payment."""
    for formal, plain in _PLAIN.items():
        if formal in words:
            return words.replace(formal, dice.pick(plain))
    return words


def kept_words(request: Request, words: tuple[str, ...]) -> list[str]:
    """Drop the words that a stated fact is about to say."""
    said = {fact.noun for fact in request.left if not fact.argument.entity}
    return [word for word in words if word not in said]


def stretch(request: Request, segment: Segment, dice: Dice) -> str:
    """Word one stretch of the object."""
    if not segment.noun:
        if request.sense.verb in _INTRANSITIVE:
            return ""
        fact = request.take(*(_OBJECTS - {"id"})) or request.take("id")
        return fact.text if fact else ""
    if segment.preposition == "as":
        return " ".join(segment.noun)
    fact = request.known.get(segment.argument)
    if fact is not None and fact in request.left and fact.vague:
        return _pointed(request, segment, fact)
    if fact is not None and fact in request.left:
        return _named(request, segment, fact, dice)
    if request.sense.kind == "compute" and segment.noun[-1] in _NAMELESS:
        return "something"
    if "human" in segment.noun:
        return dice.pick(("a human", "a person", "a real person", "a human agent"))
    named = _person(request, segment) if not segment.preposition else ""
    if named:
        return named
    noun = [*kept_words(request, segment.noun[:-1]), segment.noun[-1]]
    words = _spoken(" ".join([*segment.before, *noun, *segment.after]), dice)
    return _article(request, words, bool(segment.preposition), dice) + words


def _person(request: Request, segment: Segment) -> str:
    """Give the person whom a tool looks up, by their name, or nothing."""
    noun = segment.noun[-1]
    fact = next((f for f in request.left if f.argument.role == "person"), None)
    if fact is None or fact.own or not request.sense.looks or is_plural(noun):
        return ""
    request.left.remove(fact)
    after = " ".join(segment.after) or ("contact details" if noun == "contact" else "")
    if after:
        return f"the {after} of {fact.text}" if fact.vague else f"{fact.text}'s {after}"
    return fact.text if fact.vague else f"{noun} {fact.text}"


def _named(request: Request, segment: Segment, fact: Stated, dice: Dice) -> str:
    """Word a stretch whose noun is a stated argument."""
    noun = " ".join(segment.noun)
    if noun in ONE and request.mine == "my" and segment.after:
        return "my " + " ".join(segment.after)
    request.left.remove(fact)
    if not fact.argument.entity:
        return _plainly(request, segment, fact, dice)
    text, before = fact.text, " ".join([*segment.before, ""])
    if request.sense.kind == "create" and not segment.preposition and not segment.after:
        return f"{article(before + noun)} {before}{noun} for {text}"
    many = is_plural(segment.noun[-1]) and "," not in text and " and " not in text
    if before and before.split(" ")[-2].endswith(("ing", "ed")) and dice.chance(0.85):
        before = ""  # who gives the number does not say that it is pending
    plain = (
        f"{before}{noun} {text}",
        f"{request.mine} {before}{noun} {text}",
        f"{noun} {text}",
    )
    if not segment.after:
        return text if many else dice.pick(plain)
    after = " ".join(segment.after)
    part = _part(request, segment)
    if part:
        join = dice.pick(("from", "from", "in")) if request.sense.kind == "do" else "in"
        return f"{part} {join} {dice.pick(plain)}"
    if dice.chance(0.35):
        return f"{request.mine} {noun} {after} for {text}"
    join = _RESTS.get(segment.after[-1], "for")
    made = request.sense.kind == "create"
    return f"{article(after) if made else 'the'} {after} {join} {dice.pick(plain)}"


def _pointed(request: Request, segment: Segment, fact: Stated) -> str:
    """Word a stretch whose noun only points at what is left out."""
    request.left.remove(fact)
    after = " ".join(segment.after)
    if not after:
        return fact.text
    after = _part(request, segment) or f"the {after}"
    return f"{after} {_RESTS.get(segment.after[-1], 'of')} {fact.text}"


def _part(request: Request, segment: Segment) -> str:
    """Give the ids of the parts that a request is about: ``item 17`` of an order."""
    one = singular(segment.after[-1])
    for fact in request.left:
        if fact.argument.role == "id" and fact.argument.entity == one:
            request.left.remove(fact)
            if fact.vague:
                return fact.text
            many = " and " in fact.text or "," in fact.text
            return f"{segment.after[-1] if many else one} {fact.text}"
    return ""


def _plainly(request: Request, segment: Segment, fact: Stated, dice: Dice) -> str:
    """Word a stretch that is the argument itself: a song, a channel, a user."""
    noun, text, role = " ".join(segment.noun), fact.text, fact.argument.role
    if request.sense.kind == "update" and not segment.preposition:
        return f"{request.mine} {noun} to {text}"
    if segment.before and segment.before[-1] in ("over", "on"):
        return f"{segment.before[-1]} {text}"
    if request.sense.kind == "create" and not segment.preposition:
        new = dice.pick(("", "new "))
        called = dice.pick((" called", " named", ""))
        return f"{article(new + noun)} {new}{noun}{called} {text}"
    own = noun == text.strip("\x02\x03").rsplit(" ", 1)[-1]
    if fact.argument.worded and (own or request.sense.flavour == "home"):
        return f"the {text}"
    if noun in ("folder", "directory"):
        return dice.pick((text, f"the {text} folder", f"the {noun} {text}"))
    if role in ("container", "playlist"):
        mine = f"my {text} {noun}" if role == "playlist" else f"the {text} {noun}"
        return dice.pick((text, f"the {text} {noun}", mine))
    if role in ("recipient", "assignee", "maths", "items", "whole"):
        return text
    if text.lstrip("\x02").startswith("the "):
        return text
    return dice.pick((text, text, text, f"the {noun} {text}"))


def _article(request: Request, words: str, later: bool, dice: Dice) -> str:
    """Give the article that ``words`` take, with its space."""
    sense = request.sense
    first, last = words.split(" ", 1)[0], words.rsplit(" ", 1)[-1]
    if first in ("all", "my", "every", "each", "it", "any", "some", "this", "your"):
        return ""
    many = is_plural(last)
    new = sense.kind in ("create", "add", "send", "search") or sense.verb in _NEW
    if (new and not later) or (later and sense.verb in _ASKS):
        if many or is_mass(last) or words == "money":
            return dice.pick(("", "some ", ""))
        fresh = sense.kind == "create" and first != "new" and dice.chance(0.3)
        return "a new " if fresh else f"{article(words)} "
    if later and last in ("Slack", "Google", "GitHub"):
        return ""
    if request.mine == "my" and dice.chance(0.95):
        return "my "
    alone = words == last and last != "text"
    if sense.kind == "do" and not later and alone and is_mass(last):
        return ""
    if many and sense.kind == "list":
        return dice.pick(("the ", "all ", "all the ", "the "))
    return "the "
