"""The request itself: a tool's verb and object with the facts that belong in it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import frozen

from whileai.builtin.writers.inline import inline
from whileai.builtin.writers.stretches import ONE, Request, kept_words, stretch
from whileai.builtin.writers.words import is_plural, listed, vocabulary

if TYPE_CHECKING:
    from whileai.base.seeds import Dice
    from whileai.builtin.writers.facts import Stated
    from whileai.builtin.writers.verbs import Segment, Sense

_MEMBERS = (("users",), ("members",))
_PLACES = vocabulary(
    "file folder directory path page webpage document link url image photo picture "
    "article"
)
_LOCATED = frozenset(("file", "link"))
_SUPERLATIVES = frozenset(("all", "most", "recent", "latest", "last"))
_HELD = vocabulary("inbox page webpage file folder log diff queue feed history list")
_INFO = vocabulary("info information details data profile settings")
_ACCOUNTS = ("account", "account", "profile", "details", "customer record")
ACCOUNT = frozenset(_ACCOUNTS)
"""What a person calls the record that is theirs."""

_THROUGH = ("transfer me", "put me through", "connect me", "hand me over")
_INSIDE = ("list", "show me what's in", "list everything in", "look through")


_HAYSTACKS = vocabulary("inbox mailbox archive catalog catalogue history log base")
_MEASURES = vocabulary("kilograms kilos grams pounds tons liters litres boxes bags")
_WORKED = vocabulary("solve predict integrate differentiate derive")
_TARGETS = frozenset(
    ("degrees", "level", "maths", "quantity", "amount", "state", "recipient")
)
_UNITS = {"degrees": " degrees", "level": "%"}


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
    head = _special(request, dice)
    if not head and _own_account(request):
        return _account(request, dice)
    located = ""
    placed = first.noun[-1:] and first.noun[-1] in _PLACES and sense.kind != "create"
    if not head and placed and not first.after:
        located = _located(request, dice)
    named = not head and not located and first.argument in request.known
    item = named and not first.after
    if sense.kind == "update" and any(f.argument.role == "instead" for f in facts):
        verbs = wants = ("change", "switch", "change")
    if sense.kind == "list" and (located or _holds_files(request, first)):
        verbs, wants = _INSIDE, ("see what's in", "look through", "list")
    if sense.verb in ("transfer", "connect") and not (head or first.noun):
        verbs, wants = _THROUGH, ("be put through", "be transferred", "talk")
    if sense.kind == "search" and not head and not located:
        head, verbs, wants = _sought(request, first, dice)
    head = head or located or _changed(request, first) or stretch(request, first, dice)
    parts = [head] if head else []
    parts += [
        f"{each.preposition} {stretch(request, each, dice)}"
        for each in sense.segments[1:]
    ]
    if sense.kind == "update":
        parts += _target(request, first)
    rest = inline(request, dice)
    noun = [*kept_words(request, first.noun[:-1]), *first.noun[-1:]]
    bare = " ".join([*first.before, *noun, *first.after])
    return Wording(
        verbs=verbs,
        wants=wants,
        object=" ".join([*parts, *rest]),
        bare=" ".join(filter(None, [bare or "results", *parts[1:]])),
        rest=" ".join([*parts[1:], *rest])
        if first.noun[-1:] in _MEMBERS
        else " ".join(rest),
        kind=_asked(sense, first, item, bool(located)),
        tail=tuple(request.left),
    )


def _holds_files(request: Request, first: Segment) -> bool:
    """Answer whether a request lists what is in a folder that it names."""
    return first.noun[-1:] in (("folder",), ("directory",)) and bool(
        first.argument in request.known
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
    person = {*sense.segments[0].noun} & ONE or {*sense.segments[0].before} & ONE
    other = any(f.argument.role == "person" and not f.own for f in request.left)
    return bool(sense.looks and request.mine == "my" and person and not other)


def _account(request: Request, dice: Dice) -> Wording:
    """Word the wish to be found: a person says who they are, not what to look up."""
    thing = dice.pick(_ACCOUNTS)
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
        if sense.verb == "convert":
            return "convert"
        return "" if sense.verb in _WORKED else "compute"
    if sense.kind not in ("read", "list") or not first.noun:
        return ""
    if located:
        return "inside"
    if item:
        return "item"
    last = (first.after or first.noun)[-1]
    if last in ("users", "members") and len(sense.segments) > 1:
        return "people"
    if not is_plural(last):
        return "" if last in _HELD else "attribute"
    whole = first.argument or {*first.before, *first.noun} & _SUPERLATIVES
    return "things" if whole else "many"


def _special(request: Request, dice: Dice) -> str:
    """Give the object where an argument says it all: an expression, an amount."""
    sense = request.sense
    text = _favored(request) or _sole(request) or _bought(request)
    if text:
        return text
    if sense.verb == "convert":
        value, unit = request.take("maths", "amount"), request.take("from")
        return " ".join(fact.text for fact in (value, unit) if fact is not None)
    roles = {fact.argument.role for fact in request.left if not fact.vague}
    if sense.kind == "send" and {"body", "link"} <= roles:
        body, link = request.take("body"), request.take("link")
        return (
            f"{body.text} {dice.pick(('on', 'to'))} {link.text}"
            if body and link
            else ""
        )
    return ""


def _favored(request: Request) -> str:
    """Give what is to be a favorite, if that is what a tool makes of a thing."""
    if request.sense.segments[0].noun != ("favorite",):
        return ""
    fact = request.take("id", "title", "query")
    if fact is None:
        return "it as a favorite"
    named = fact.argument.entity and not fact.vague
    return f"{f'{fact.noun} ' if named else ''}{fact.text} as a favorite"


def _sole(request: Request) -> str:
    """Give the one value that a tool works on: an expression, a bare number."""
    sense, left = request.sense, request.left
    only = left[0] if len(sense.arguments) == len(left) == 1 else None
    if only is not None and (len(only.noun) != 1 or only.vague):
        only = None
    if sense.kind == "compute":
        only = request.known.get("expression", only)
    if only is None:
        return ""
    left.remove(only)
    return only.text


def _bought(request: Request) -> str:
    """Give how much money goes somewhere, or how many of a thing change hands."""
    sense = request.sense
    money = sense.verb == "send" and sense.segments[0].noun == ("money",)
    if money or sense.verb in ("transfer", "wire", "deposit", "withdraw", "pay"):
        fact = request.take("amount", *(() if money else ("maths",)))
        return fact.text if fact else ""
    if sense.verb not in ("buy", "sell", "trade", "purchase", "order"):
        return ""
    fact = next((f for f in request.left if f.argument.role == "many"), None)
    if fact is None or fact.vague:
        return ""
    request.left.remove(fact)
    thing = " ".join(sense.segments[0].noun)
    measured = thing and fact.noun.rsplit(" ", 1)[-1] in _MEASURES
    return f"{fact.text} {fact.noun}{f' of {thing}' if measured else ''}"


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
    if noun in ("folder", "directory"):
        return dice.pick((fact.text, f"the {fact.text} folder"))
    last = {"webpage": "page", "directory": "folder", "path": "file"}.get(noun, noun)
    return dice.pick((fact.text, fact.text, fact.text, f"the {last} {fact.text}"))


def _sought(
    request: Request, first: Segment, dice: Dice
) -> tuple[str, tuple[str, ...], tuple[str, ...]]:
    """Give the object of a search and the verbs that go with it."""
    sense = request.sense
    verbs, wants = sense.verbs, sense.self_verbs
    places = first.noun[-1:] and first.noun[-1] in _HAYSTACKS
    bare = not first.noun or first.noun[-1] in ("web", "text", "pattern", "content")
    if not (bare or places):
        return "", verbs, wants
    fact = request.take("query", "body", "title")
    where = f" {dice.pick(('on the web', 'online'))}" if "web" in first.noun else ""
    where = f" in {request.mine} {' '.join(first.noun)}" if places else where
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
            return [f"to {fact.text if fact.vague else f'{fact.noun} {fact.text}'}"]
        if tokens.intersection(words) or words[0] == "new":
            request.left.remove(fact)
            return [fact.text if fact.text.startswith("to ") else f"to {fact.text}"]
    return _only_target(request)


def _only_target(request: Request) -> list[str]:
    """Give what a thing is set to where that can be but one of the facts."""
    ready = [each for each in request.left if each.argument.role in _TARGETS]
    if len(ready) != 1 or ready[0].vague:
        return []
    fact = ready[0]
    request.left.remove(fact)
    unit = _UNITS.get(fact.argument.role, "")
    return [f"to {fact.text}{unit}"]
