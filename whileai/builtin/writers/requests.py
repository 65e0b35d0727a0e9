"""The request itself: a tool's verb and object with the facts that belong in it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import define, field, frozen

from whileai.builtin.writers.facts import Stated, joined
from whileai.builtin.writers.phrases import expand
from whileai.builtin.writers.vague import led
from whileai.builtin.writers.words import (
    article,
    is_mass,
    is_plural,
    listed,
    singular,
    vocabulary,
)

if TYPE_CHECKING:
    from collections.abc import Mapping

    from whileai.base.seeds import Dice
    from whileai.builtin.writers.verbs import Segment, Sense

_MINE = frozenset(("support", "banking", "health", "travel", "calendar"))
_ONE = vocabulary("user customer account_holder guest patient client")
_LAST = {"note": 4, "body": 4, "reason": 3, "count": 3, "subject": 2, "title": 1}
_ORDER = [
    "amount",
    "from",
    "to",
    "recipient",
    "assignee",
    "container",
    "playlist",
    "place",
    "since",
    "until",
    "on",
    "at",
]
_OFTEN_LEFT = vocabulary("plain whole flag state maths items email")
_PLACES = vocabulary("file folder directory path page webpage document link url")
_LOCATED = frozenset(("file", "link"))
_OBJECTS = vocabulary(
    "plain title recipient file query body items assignee id note place"
)
_NEW = vocabulary("book reserve order buy schedule draft post rent")
_SUPERLATIVES = frozenset(("all", "most", "recent", "latest", "last"))
_PUBLIC = vocabulary("product products types flight flights hotel hotels file webpage")
_HELD = vocabulary("inbox page webpage file folder log diff queue feed history list")
_NAMELESS = frozenset(("result", "expression", "value"))
_ASIDE = vocabulary("id instead paid flag reason container owner file body note")
_LEADS = {
    "compute": ("with", "with", "for", "given"),
}
_CHANGES = ("and (set|change) {to}", "so that {is}", "and make sure {is}")
_INFO = vocabulary("info information details data profile settings")
_INTRANSITIVE = vocabulary(
    "transfer connect hover navigate go scroll switch log wait look hop"
)
_THROUGH = ("transfer me", "put me through", "connect me", "hand me over")
_RESTS = {
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
        return "my" if own else "the"


@frozen(kw_only=True)
class Wording:
    """A request in words.

    Args:
        verbs: ways to ask for it.
        wants: ways to want it.
        object: what it is about, with the facts that fit in: ``order A-17 for 20``.
        bare: the object's noun alone, without an article.
        rest: the facts that followed the object.
        kind: how a plain question asks for it: a key of ``ASKED``, or empty.
        tail: facts for a sentence of their own.
    """

    verbs: tuple[str, ...]
    wants: tuple[str, ...]
    object: str
    bare: str
    rest: str
    kind: str
    tail: tuple[Stated, ...]


def worded(sense: Sense, facts: list[Stated], dice: Dice) -> Wording:
    """Put the request in words.

    Args:
        sense: of the tool.
        facts: all that is to be said, here or in the tail.
        dice: decides the shape, and which facts go where.
    """
    request = Request(sense, list(facts), {fact.argument.name: fact for fact in facts})
    first = sense.segments[0]
    verbs, wants = sense.verbs, sense.self_verbs
    head = _special(request)
    if not head and _own_account(request):
        return _account(request, dice)
    located = ""
    if not head and first.noun and first.noun[-1] in _PLACES and not first.after:
        located = _located(request, dice)
    named = not head and not located and first.argument in request.known
    item = named and not first.after
    if item or located:
        wants = tuple(verb for verb in wants if verb != "find out") or wants
    if sense.verb in ("transfer", "connect") and not (head or first.noun):
        verbs, wants = _THROUGH, ("be put through", "be transferred", "talk")
    if sense.kind == "search" and not head and not located:
        head, verbs, wants = _sought(request, first, dice)
    head = head or located or _changed(request, first) or _segment(request, first, dice)
    parts = [head] if head else []
    parts += [
        f"{each.preposition} {_segment(request, each, dice)}"
        for each in sense.segments[1:]
    ]
    if sense.kind == "update":
        parts += _target(request, first)
    rest = _inline(request, dice)
    noun = [*_kept_words(request, first.noun[:-1]), *first.noun[-1:]]
    bare = " ".join([*first.before, *noun, *first.after])
    return Wording(
        verbs=verbs,
        wants=wants,
        object=" ".join([*parts, *rest]),
        bare=" ".join(filter(None, [bare or "results", *parts[1:]])),
        rest=" ".join(rest),
        kind=_asked(sense, first, item, bool(located)),
        tail=tuple(request.left),
    )


def _changed(request: Request, first: Segment) -> str:
    """Give what changes in somebody's details: ``my city to Boston``."""
    if request.sense.kind != "update" or not _INFO.intersection(
        first.noun + first.after
    ):
        return ""
    own = [f for f in request.left if f.argument.role in ("plain", "place", "email")]
    request.left = [fact for fact in request.left if fact not in own]
    return listed([f"{request.mine} {fact.noun} to {fact.text}" for fact in own])


def _own_account(request: Request) -> bool:
    """Answer whether a tool finds the person themselves among the users."""
    sense = request.sense
    person = {*sense.segments[0].noun} & _ONE or {*sense.segments[0].before} & _ONE
    return bool(sense.looks and request.mine == "my" and person)


def _account(request: Request, dice: Dice) -> Wording:
    """Word the wish to be found: a person says who they are, not what to look up."""
    thing = dice.pick(("account", "account", "profile", "details", "customer record"))
    return Wording(
        verbs=("find", "look up", "pull up", "check", "open"),
        wants=("see", "check", "get to", "look at"),
        object=f"my {thing}",
        bare=thing,
        rest="",
        kind="",
        tail=tuple(request.left),
    )


def _asked(sense: Sense, first: Segment, item: bool, located: bool) -> str:
    """Give the kind of plain question that fits, or nothing."""
    if sense.kind == "count":
        return "count"
    if sense.kind == "compute":
        return "" if sense.verb in ("convert", "solve", "predict") else "compute"
    if sense.kind not in ("read", "list") or not first.noun:
        return ""
    if located:
        return "inside"
    if item:
        return "item"
    last = (first.after or first.noun)[-1]
    if not is_plural(last):
        return "" if last in _HELD else "attribute"
    whole = first.argument or {*first.before, *first.noun} & _SUPERLATIVES
    return "things" if whole else "many"


def _special(request: Request) -> str:
    """Give the object where an argument says it all: an expression, an amount."""
    sense = request.sense
    if sense.kind == "compute" and "expression" in request.known:
        fact = request.known["expression"]
        request.left.remove(fact)
        return fact.text
    if sense.verb in ("convert", "transfer", "wire", "deposit", "withdraw", "pay"):
        fact_ = request.take("amount", "maths")
        if fact_:
            return fact_.text
    if sense.verb == "send" and sense.segments[0].noun == ("money",):
        fact_ = request.take("amount")
        return fact_.text if fact_ else ""
    return ""


def _located(request: Request, dice: Dice) -> str:
    """Give the path or link that stands for the file or page itself."""
    own = [f for f in request.left if f.argument.role in _LOCATED]
    source = [f for f in request.left if f.argument.role == "from"]
    if not (own or source):
        return ""
    fact = (source or own)[0]
    request.left.remove(fact)
    if fact.vague:
        return fact.text
    noun = request.sense.segments[0].noun[-1]
    last = {"webpage": "page", "directory": "folder", "path": "file"}.get(noun, noun)
    return dice.pick((fact.text, fact.text, fact.text, f"the {last} {fact.text}"))


def _sought(
    request: Request, first: Segment, dice: Dice
) -> tuple[str, tuple[str, ...], tuple[str, ...]]:
    """Give the object of a search and the verbs that go with it."""
    sense = request.sense
    verbs, wants = sense.verbs, sense.self_verbs
    bare = not first.noun or first.noun[-1] in ("web", "text", "pattern", "content")
    if not bare:
        return "", verbs, wants
    fact = request.take("query", "body", "title")
    where = f" {dice.pick(('on the web', 'online'))}" if "web" in first.noun else ""
    looks = ("search for", "look for", "find", "search for")
    if sense.verb == "grep":
        looks = ("grep for", "search for", "look for", "find")
    text = f"{fact.text}{where}" if fact else f"something{where}"
    return text, looks, ("find", "look for", "search for")


def _target(request: Request, first: Segment) -> list[str]:
    """Give what a changed thing is changed to, if that is one of the facts."""
    tokens = {*first.noun, *first.after}
    for fact in request.left:
        words = fact.argument.words
        if fact.argument.role in ("flag", "id", "instead"):
            continue
        if fact.argument.role == "paid" and tokens.intersection(words):
            request.left.remove(fact)
            return [f"to {fact.noun} {fact.text}"]
        if tokens.intersection(words) or words[0] == "new":
            request.left.remove(fact)
            return [fact.text if fact.text.startswith("to ") else f"to {fact.text}"]
    return []


def _kept_words(request: Request, words: tuple[str, ...]) -> list[str]:
    """Drop the words that a stated fact is about to say."""
    said = {fact.noun for fact in request.left if not fact.argument.entity}
    return [word for word in words if word not in said]


def _segment(request: Request, segment: Segment, dice: Dice) -> str:
    """Word one stretch of the object."""
    if not segment.noun:
        if request.sense.verb in _INTRANSITIVE:
            return ""
        fact = request.take(*_OBJECTS)
        return fact.text if fact else ""
    fact = request.known.get(segment.argument)
    if fact is not None and fact in request.left and fact.vague:
        return _pointed(request, segment, fact)
    if fact is not None and fact in request.left:
        return _named(request, segment, fact, dice)
    if request.sense.kind == "compute" and segment.noun[-1] in _NAMELESS:
        return "something"
    if "human" in segment.noun:
        return dice.pick(("a human", "a person", "a real person", "a human agent"))
    noun = [*_kept_words(request, segment.noun[:-1]), segment.noun[-1]]
    words = " ".join([*segment.before, *noun, *segment.after])
    return _article(request, words, bool(segment.preposition), dice) + words


def _named(request: Request, segment: Segment, fact: Stated, dice: Dice) -> str:
    """Word a stretch whose noun is a stated argument."""
    noun = " ".join(segment.noun)
    if noun in _ONE and request.mine == "my" and segment.after:
        return "my " + " ".join(segment.after)
    request.left.remove(fact)
    if not fact.argument.entity:
        return _plainly(request, segment, fact, dice)
    text, before = fact.text, " ".join([*segment.before, ""])
    if request.sense.kind == "create" and not segment.preposition and not segment.after:
        return f"{article(before + noun)} {before}{noun} for {text}"
    many = is_plural(segment.noun[-1]) and "," not in text and " and " not in text
    plain = (
        f"{before}{noun} {text}",
        f"{request.mine} {before}{noun} {text}",
        f"{request.mine} {before}{noun} ({text})",
        f"{noun} {text}" if before or text[1:-1].isdigit() else text,
    )
    if not segment.after:
        return text if many else dice.pick(plain)
    after = " ".join(segment.after)
    part = _part(request, segment)
    if part:
        return f"{part} {_RESTS.get(segment.after[-1], 'in')} {dice.pick(plain)}"
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
    if role in ("container", "playlist"):
        return dice.pick(
            (
                text,
                f"the {text} {noun}",
                f"{noun} {text}",
                f"my {text} {noun}" if role == "playlist" else f"the {noun} {text}",
            )
        )
    if role in ("recipient", "assignee", "maths", "items", "whole"):
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
    if new and not later:
        if many or is_mass(last) or words == "money":
            return dice.pick(("", "some ", ""))
        fresh = sense.kind == "create" and first != "new" and dice.chance(0.3)
        return "a new " if fresh else f"{article(words)} "
    if later and last in ("Slack", "Google", "GitHub"):
        return ""
    if request.mine == "my" and dice.chance(0.75):
        return "my "
    if many and sense.kind == "list":
        return dice.pick(("the ", "all ", "all the ", "the "))
    return "the "


def _inline(request: Request, dice: Dice) -> list[str]:
    """Say the facts that follow the object easily, and some of the others."""
    ready = [
        fact
        for fact in request.left
        if (fact.argument.role not in _OFTEN_LEFT or dice.chance(0.6))
        and not (request.mine == "my" and fact.argument.entity in _ONE)
    ]
    changes = request.sense.kind == "update"
    named = sum(fact.argument.role in _OFTEN_LEFT for fact in request.left)
    chained = request.sense.kind == "compute" or named > 1
    out: list[str] = []
    chain: list[Stated] = []
    for fact in sorted(ready, key=_when):
        request.left.remove(fact)
        role = fact.argument.role
        if fact.vague:
            out.append(f"of {fact.text}" if _whose(request, role) else led(fact))
        elif role == "instead" and changes:
            out.append(f"to {fact.noun} {fact.text}")
        elif (changes and role not in _ASIDE) or (
            chained and role in ("plain", "maths", "whole")
        ):
            chain.append(fact)
        elif _whose(request, role):
            out.append(f"{dice.pick(('for', 'of'))} {fact.text}")
        else:
            out.append(joined(fact, dice))
    if chain:
        out.insert(_leading(out), _chained(request, chain, dice))
    return out


def _chained(request: Request, chain: list[Stated], dice: Dice) -> str:
    """Say several named values in one stretch."""
    if request.sense.kind == "update":
        return expand(
            dice.pick(_CHANGES),
            dice,
            {
                "to": listed([f"the {fact.noun} to {fact.text}" for fact in chain]),
                "is": listed([f"the {fact.noun} is {fact.text}" for fact in chain]),
            },
        )
    lead = _LEADS.get(request.sense.kind, ("with",))
    return f"{dice.pick(lead)} {listed([_equal(fact) for fact in chain])}"


def _whose(request: Request, role: str) -> bool:
    """Answer whether a person is the one whose things are looked at."""
    return role == "recipient" and request.sense.looks


def _equal(fact: Stated) -> str:
    """Say a named number: ``mass 5``, or ``a = 4`` where the name is a letter."""
    sign = " = " if len(fact.noun) == 1 else " "
    return f"{fact.noun}{sign}{fact.text}"


def _leading(out: list[str]) -> int:
    """Give how many of ``out`` go before a list: those led in by a preposition."""
    count = 0
    while count < len(out) and out[count].split(" ", 1)[0] in (
        "from",
        "to",
        "in",
        "on",
        "at",
        "for",
        "since",
        "until",
    ):
        count += 1
    return count


def _when(fact: Stated) -> tuple[int, int]:
    """Order the facts behind the object: places and dates, then texts."""
    role = fact.argument.role
    return _LAST.get(role, 0), _ORDER.index(role) if role in _ORDER else len(_ORDER)
