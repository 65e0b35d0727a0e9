"""The facts that follow the object of a request easily, in their order."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from whileai.builtin.writers.facts import Stated, joined
from whileai.builtin.writers.phrases import expand
from whileai.builtin.writers.stretches import ONE, Request
from whileai.builtin.writers.vague import led
from whileai.builtin.writers.values import bare
from whileai.builtin.writers.words import listed, vocabulary
from whileai.world.words import singular

if TYPE_CHECKING:
    from collections.abc import Iterable

    from whileai.base.seeds import Dice
    from whileai.builtin.writers.verbs import Sense

_LAST = {"note": 4, "body": 4, "reason": 3, "count": 3, "subject": 2, "title": 1}
_BEHIND = {"instead": -1, "paid": 2}
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
_ASIDE = vocabulary(
    "id instead paid flag reason container owner file body note room born person "
    "doctor about cause spot since until"
)
_LEADS = {
    "compute": ("with", "with", "for", "given"),
}
_SUBJECTS = (", subject {v}", ", subject: {v}", "with the subject {v}")
_CHANGES = ("and (set|change) {to}", "so that {is}", "and make sure {is}")
_SHIFTED = ("move", "reschedule", "postpone", "shift", "delay")
_CLOCK = re.compile(r"\d\d?:\d\d")
_HANDED = ("transfer", "connect", "escalate", "hand")
_UNQUOTED = re.compile(r"(?<=\x02)['\"]|['\"](?=\x03)")
_MONEY_BACK = (
    "and (refund it to|put the money back on|get the money back on) {v}",
    "and get a refund (to|on) {v}",
    ", refund to {v}",
    ", the (refund|money) should go (back |)to {v}",
)
_DIFFERENCE = (
    "and (put the difference on|charge the difference to) {v}",
    ", (any|the) (difference|price difference) (can|should) go (on|to) {v}",
    "and use {v} (for|to cover) the difference",
    ", {v} for the difference",
)


def inline(request: Request, dice: Dice) -> list[str]:
    """Say the facts that follow the object easily, and some of the others."""
    ready = [
        fact
        for fact in request.left
        if (fact.argument.role not in _OFTEN_LEFT or dice.chance(0.6))
        and not (request.mine == "my" and fact.argument.entity in ONE)
        and not fact.own
        and fact.argument.role != "reason"
    ]
    changes = request.sense.kind == "update"
    named = sum(fact.argument.role in _OFTEN_LEFT for fact in request.left)
    chained = request.sense.kind == "compute" or named > 1
    out: list[str] = []
    chain: list[Stated] = []
    for fact in sorted(ready, key=_when):
        request.left.remove(fact)
        role = fact.argument.role
        special = _special(request, fact, changes, dice)
        if special:
            out.append(special)
        elif (changes and role not in _ASIDE) or (
            chained and role in ("plain", "maths", "whole")
        ):
            chain.append(fact)
        else:
            out.append(joined(fact, dice))
    if chain:
        out.insert(_leading(out), _chained(request, chain, dice))
    return out


def _special(request: Request, fact: Stated, changes: bool, dice: Dice) -> str:
    """Say a fact as its role asks beside this verb, or nothing if that is as usual."""
    text = _when_to(request, fact) or _of_verb(request.sense, fact)
    text = text or _of_deed(request.sense, fact, dice)
    if text:
        return text
    role, sense = fact.argument.role, request.sense
    if role == "paid" and sense.deed in ("back", "change"):
        return _settled(request, fact, dice)
    if role == "instead" and changes:
        return f"to {fact.text if fact.vague else f'{fact.noun} {fact.text}'}"
    if _whose(request, role):
        return f"{'of' if fact.vague else dice.pick(('for', 'of'))} {fact.text}"
    if fact.vague:
        return led(fact)
    return f"for {fact.text}" if role == "file" and sense.flavour == "code" else ""


_BY_VERB: dict[str, dict[str, str]] = {
    "assignee": dict.fromkeys(("assign", "reassign"), "to"),
    "link": dict.fromkeys(("navigate", "go", "open", "visit"), "to"),
    "file": dict.fromkeys(("export", "save", "write", "download"), "to"),
    "email": {"send": "to", "forward": "to", "transfer": "to", "share": "with"},
    "body": {
        **dict.fromkeys(
            ("detect", "analyze", "check", "classify", "extract", "identify"), "of"
        ),
        **dict.fromkeys(("reply", "respond"), "with"),
    },
}
"""By role and verb: the preposition that the verb takes before it."""

_MARKED_BY = {
    "alert": "at",
    "limit": "of",
    "goal": "of",
    "target": "of",
    "budget": "of",
}
"""What leads in the number that an alert, a goal or the like is about."""

_JOINS = {"comment": "on", "note": "on", "call": "with", "review": "of", "vote": "on"}
"""What leads in the thing that a comment, a call or the like is about."""


def _of_verb(sense: Sense, fact: Stated) -> str:
    """Say a fact with the preposition that the verb takes before its role."""
    role = fact.argument.role
    preposition = _BY_VERB.get(role, {}).get(sense.verb)
    if preposition:
        return f"{preposition} {fact.text}"
    head = sense.segments[0].noun[-1] if sense.segments[0].noun else ""
    if role in ("many", "amount") and head in _MARKED_BY:
        many = f" {fact.noun.rsplit(' ', 1)[-1]}" if role == "many" else ""
        return f"{_MARKED_BY[head]} {fact.text}{many}"
    if role in ("many", "party") and sense.verb in ("scale", "increase", "limit"):
        return f"to {_counted(fact)}"
    if role == "ticker" and sense.verb in ("buy", "sell", "trade", "purchase"):
        return f"of {fact.text}"
    join = _JOINS.get(head, "")
    if role == "id" and join:
        return f"{join} {fact.text if fact.vague else f'{fact.noun} {fact.text}'}"
    if role == "note" and sense.verb in _HANDED:
        return f"about {_UNQUOTED.sub('', fact.text)}"
    if role == "body" and sense.flavour == "code":
        return f"with the message {fact.text}"
    return ""


_ENTRIES = vocabulary("lines rows entries messages records results commits pages")
_SORTS = {
    **dict.fromkeys(("category", "section", "genre"), "{v}"),
    **dict.fromkeys(("term", "semester", "season"), "the {v} term"),
}
_FOR = ("accounting", "sales", "office", "calendar", "tasks", "generic")


def _counted(fact: Stated) -> str:
    """Give a number with the noun for what it counts: ``4 servings``, ``1 line``."""
    noun = fact.noun.rsplit(" ", 1)[-1]
    return f"{fact.text} {singular(noun) if bare(fact.text) == '1' else noun}"


def _of_deed(sense: Sense, fact: Stated, dice: Dice) -> str:
    """Say a fact as its role asks in what is made, sent or looked at."""
    role = fact.argument.role
    if role == "subject" and sense.flavour != "banking":
        return expand(dice.pick(_SUBJECTS), dice, {"v": fact.text})
    if role == "during" and fact.argument.worded and not fact.vague:
        return f"for the last {fact.text}"
    if role == "title" and sense.verb in ("book", "reserve", "join"):
        return f"for {fact.text}"
    if sense.looks:
        return _of_look(sense, fact, dice)
    if role == "query" and not fact.vague:
        ways = ("of",) if sense.flavour == "images" else ("on", "about")
        return f"{dice.pick(ways)} {fact.text}"
    return _of_made(sense, fact) if sense.kind == "create" else ""


def _of_made(sense: Sense, fact: Stated) -> str:
    """Say what or whom a thing that is made is for, or who is to be there."""
    role = fact.argument.role
    if role == "file" and sense.flavour != "code":
        return f"for {fact.text}"
    if role == "recipient" and "attend" in fact.argument.name:
        return f"with {fact.text}"
    if role == "recipient" and sense.flavour in _FOR:
        return f"for {fact.text}"
    return ""


def _of_look(sense: Sense, fact: Stated, dice: Dice) -> str:
    """Say which of the things, whose, or how many are looked at."""
    role = fact.argument.role
    if role == "many" and fact.noun.rsplit(" ", 1)[-1] in _ENTRIES:
        return f", the last {_counted(fact)}"
    if role == "state" and fact.noun in _SORTS:
        return f"in {_SORTS[fact.noun].format(v=fact.text)}"
    if role == "plain" and sense.kind in ("read", "list"):
        return f"for {dice.pick((f'{fact.noun} ', ''))}{fact.text}"
    if role == "owner" and sense.flavour != "code":
        return f"{dice.pick(('of', 'for'))} {fact.text}"
    if role == "span":
        following = "" if bare(fact.text) == "1" else "the next "
        return f"for {following}{_counted(fact)}"
    return ""


def _when_to(request: Request, fact: Stated) -> str:
    """Say when something is to be: from when to when, or to when it is moved."""
    role, sense = fact.argument.role, request.sense
    if fact.vague:
        return ""
    if sense.verb in _SHIFTED and role in ("on", "at"):
        other = "on" if role == "at" else "at"
        later = role == "at" and any(f.argument.role == other for f in _all(request))
        return f"{'at' if later else 'to'} {fact.text}"
    if role not in ("since", "until"):
        return ""
    spans = {"since", "until"} <= {each.argument.role for each in _all(request)}
    if spans:
        return f"{'from' if role == 'since' else 'to'} {fact.text}"
    if sense.looks:
        return ""
    if role == "until":
        return f"until {fact.text}"
    return f"{'at' if _CLOCK.search(fact.text) else 'from'} {fact.text}"


def _all(request: Request) -> Iterable[Stated]:
    """Give all facts that an ask states, said already or not."""
    return request.known.values()


def _settled(request: Request, fact: Stated, dice: Dice) -> str:
    """Say where the money goes back to, or where a difference is taken from."""
    if request.sense.verb in ("return", "refund"):
        return expand(dice.pick(_MONEY_BACK), dice, {"v": fact.text})
    return expand(dice.pick(_DIFFERENCE), dice, {"v": fact.text})


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
    return _LAST.get(role, _BEHIND.get(role, 0)), _ORDER.index(
        role
    ) if role in _ORDER else len(_ORDER)
