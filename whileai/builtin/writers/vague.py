"""What people say in place of a value that they leave out: ``the second one``.

The words are never marked as a value, and say nothing that a scene could contradict.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from whileai.builtin.writers.facts import Stated
from whileai.builtin.writers.findings import BETTER
from whileai.builtin.writers.naming import called, goods_in, holding
from whileai.builtin.writers.phrases import expand
from whileai.builtin.writers.values import kept

if TYPE_CHECKING:
    from collections.abc import Sequence

    from whileai.base.seeds import Dice
    from whileai.builtin.writers.roles import Argument
    from whileai.builtin.writers.verbs import Sense
    from whileai.model import Scene

_PEOPLE = {
    "banking": "(a friend|my (sister|brother|cousin)|him|her|the usual account)",
    "messaging": (
        "(my manager|the new (guy|hire|intern)|our designer|the whole team|her|him)"
    ),
    "": "(my colleague|a friend|the usual person|him|her|my sister|the other one)",
}
_OBJECTS = frozenset(("him", "her", "the whole team"))
_THINGS = (
    "(the|my) (second|other|last|latest|newest|first) {n}",
    "(the|that) {n} (from (last week|the other day)|we talked about|i asked about)",
    "one of (my|the) {n}s",
)
_BY_ROLE: dict[str, tuple[str, ...]] = {
    "amount": (
        (
            "(the usual amount|the same amount as (before|last time)|what i owe|half "
            "of it|the full amount)"
        ),
    ),
    "container": (
        "the (team|project|other|main) {n}",
        "the {n} (for the project|of my team|for new people|we made last week)",
        "(our|my) (team|project) {n}",
    ),
    "playlist": ("(my|the) (usual|other|old|new) playlist",),
    "on": (
        (
            "(next week|sometime next week|at the end of the month|on the usual day|"
            "in a few days)"
        ),
    ),
    "at": ("(in the (morning|evening|afternoon)|at the usual time|sometime later)",),
    "since": ("(we started|last time|the last release|the start)",),
    "until": ("(now|the end|then)",),
    "during": ("(last month|for the (last|same) (month|period)|back then)",),
    "file": (
        (
            "(the|that) (report|document|file|draft|list|invoice|letter|offer) (from "
            "(last week|before|yesterday|my landlord|the accountant|our lawyer)|i was "
            "working on|with the numbers|we need|i got by mail|i have to sign)"
        ),
    ),
    "link": ("(that|the) (page|site|article) (from before|we used|i sent around)",),
    "items": (
        ("(one of (them|the items)|the (bigger|smaller|other|second|blue) one)"),
    ),
    "place": (
        "(somewhere (nearby|central|warm)|the usual place|near (the office|me))",
    ),
    "from": ("(home|the usual place|where i am)",),
    "to": ("(the same place as last time|somewhere better|the other one)",),
    "query": ("(that thing from (yesterday|before)|what we (talked about|lost))",),
    "maths": ("(the usual value|the value from before|whatever is normal)",),
    "quantity": ("(a few|a couple|the usual number)",),
    "title": ("(something (short|that fits)|whatever you think fits)",),
    "state": ("(the usual|a better|the other|a different) {n}",),
    "room": ("the (other|usual) room", "my room"),
    "doctor": ("(my usual doctor|the one from last time|whoever is free)",),
    "about": ("(the usual one|the same as last time|the one i always take)",),
    "person": ("(my (colleague|friend|sister)|the new one|that client)",),
    "instead": (
        "a (bigger|smaller|better|lighter|cheaper|newer) one",
        "the same one in (black|blue|grey|another color)",
        "one that's a bit (bigger|smaller|lighter|sturdier)",
    ),
    "paid": (
        "(my|the) (usual|other|new) (card|payment method)",
        "(the card i paid with|what i paid with)",
    ),
    "by": ("(that (singer|band|one)|the one from before)",),
}
_DOUBLED = re.compile(r"\b(\w+) \1\b")
_PLACED = frozenset(("near", "somewhere", "in", "for", "at", "where"))
"""First words of what needs no preposition before it."""
_MEANS = re.compile(r"([a-z]+(?:_[a-z]+)*)_\d+\Z")
_SAID_MEANS = {"credit_card": "credit card", "paypal": "PayPal", "card": "card"}
_NAMED = (
    "my (scheduled |){n} for {v}",
    "the {v} {n}",
    "the {n} with the subject {v}",
)
_HOLDING = ("(my|the) {n} with the {v}",)
_OWNERS = frozenset(("user", "customer", "client", "patient", "guest", "member"))
_PARTS = frozenset(("city", "state", "country", "zip", "street", "address"))
_LEADS = {
    "recipient": "to",
    "assignee": "to",
    "container": "in",
    "playlist": "to",
    "amount": "for",
    "file": "in",
    "link": "on",
    "items": "with",
    "place": "in",
    "from": "from",
    "to": "to",
    "query": "about",
    "maths": "with",
    "title": "called",
    "state": "with",
    "instead": "for",
    "paid": "using",
    "by": "by",
    "id": "for",
    "room": "in",
    "doctor": "with",
    "about": "for",
    "person": "for",
    "since": "from",
    "until": "until",
}
_OF_FLAVOUR: dict[tuple[str, str], tuple[str, ...]] = {
    ("file", "code"): (
        "(the|that) file (i changed|i broke|with the (tests|bug)|from the ticket)",
        "the (config|main|test|login) (file|module)",
    ),
    ("query", "music"): ("that (song|one) from the (radio|party|ad)",),
    ("query", "cooking"): (
        "what we had (last week|at my mom's)",
        "that (pumpkin|chicken|lemon) (dish|thing)",
    ),
    ("query", "sales"): ("that client from the (fair|call|train)", "the new client"),
    ("query", "learning"): ("what we did (in class|last week)", "the last chapter"),
    ("from", "stock"): ("(the other|the last) aisle", "where it is now", "the back"),
    ("to", "stock"): ("somewhere with more room", "the (front|other aisle)"),
    ("title", "music"): ("(that one song|the one from before)",),
    ("person", "health"): (
        "(my (mother|son|husband)|the patient (from this morning|on the ward))",
    ),
}
_PLANNED: dict[str, tuple[str, ...]] = {
    "since": ("(next Monday|the week after next|sometime next week)",),
    "until": ("(the end of that week|the Friday after|further notice)",),
}
_CLOCK = frozenset(("time", "hour"))
_BY_LAST = {
    "expression": (
        "(the total|the difference|my share|what's left|the price per piece)",
    ),
    "iban": ("(my new account|another account|the account my salary goes to)",),
    "year": ("(for|in) (last year|the same year|the other year)",),
}


def vague(sense: Sense, scene: Scene, share: float, dice: Dice) -> list[Stated]:
    """Give what is said in place of the values that ``scene`` withholds.

    Args:
        sense: of the tool.
        scene: with what is left out on purpose.
        share: chance with which such a value is pointed at, not passed over.
        dice: of this wording.
    """
    out = []
    for name in scene.withheld:
        each = sense.arguments.get(name)
        if each is None or name in _PARTS:
            continue
        text = _by_name(each, scene, dice)
        if not text and dice.chance(share):
            planned = () if sense.looks else _planned(each)
            patterns = planned or _patterns(each, sense.flavour)
            if each.role == "instead":
                patterns = BETTER.get(goods_in(scene), patterns)
            noun = each.entity if each.role == "id" else each.noun
            noun = "payment" if noun == "transaction" else noun
            text = expand(dice.pick(patterns), dice, {"n": noun}) if patterns else ""
        text = _DOUBLED.sub(r"main \1", text)
        if text in _OBJECTS and sense.looks:
            text = "my manager"
        if text:
            out.append(Stated(argument=each, text=text, vague=True))
    return out


def _planned(each: Argument) -> Sequence[str]:
    """Give the ways to point at when something is to begin or end; none for others."""
    if each.role in _PLANNED and not _CLOCK.isdisjoint(each.words):
        return _BY_ROLE["at"]
    return _PLANNED.get(each.role, ())


def _by_name(each: Argument, scene: Scene, dice: Dice) -> str:
    """Give what a thing is called, or what it holds; nothing for most values."""
    value = scene.facts.get(each.name)
    if each.role == "paid":
        kind = _MEANS.match(str(value))
        return (
            f"my {_SAID_MEANS.get(kind[1], kind[1].replace('_', ' '))}" if kind else ""
        )
    if each.role != "id":
        return ""
    noun = "payment" if each.entity == "transaction" else each.entity
    name, slots = called(value, scene), {"n": noun}
    if name:
        if name.islower():
            return f"the {name}"
        lines = _NAMED if noun == "payment" else ("the {n} {v}", "the {v} {n}")
        return expand(dice.pick(lines), dice, {**slots, "v": kept(name)})
    goods = holding(value, scene)
    if any(called(scene.facts.get(other), scene) == goods for other in scene.withheld):
        return ""  # it is spoken of by its own name
    if goods and dice.chance(0.6):
        return expand(dice.pick(_HOLDING), dice, {**slots, "v": goods})
    return ""


def _patterns(each: Argument, flavour: str) -> Sequence[str]:
    """Give the ways to point at the value of ``each``; none for most texts."""
    if flavour == "maths" and each.role not in ("maths", "amount"):
        return ()
    if each.worded and each.role in ("from", "to"):
        return ()
    if each.words[-1] in _BY_LAST and (flavour, each.words[-1]) != ("banking", "iban"):
        return _BY_LAST[each.words[-1]]
    if (each.role, flavour) in _OF_FLAVOUR:
        return _OF_FLAVOUR[each.role, flavour]
    if each.role in ("recipient", "assignee", "owner"):
        return (_PEOPLE.get(flavour, _PEOPLE[""]),)
    if each.role == "id":
        return _THINGS if each.entity and each.entity not in _OWNERS else ()
    if each.role == "plain" and flavour == "music":
        return ("(that|the) (song|one) (i played yesterday|from the (radio|party|ad))",)
    return _BY_ROLE.get(each.role, ())


def led(fact: Stated) -> str:
    """Give a vague reference with the preposition that its role takes."""
    lead = _LEADS.get(fact.argument.role, "")
    placed = fact.text.split(" ", 1)[0] in _PLACED
    return f"{lead} {fact.text}" if lead and not placed else fact.text
