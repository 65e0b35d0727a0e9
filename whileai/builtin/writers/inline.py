"""The facts that follow the object of a request easily, in their order."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from whileai.builtin.writers.facts import Stated, joined
from whileai.builtin.writers.phrases import expand
from whileai.builtin.writers.stretches import ONE, Request
from whileai.builtin.writers.vague import led
from whileai.builtin.writers.words import (
    listed,
    vocabulary,
)

if TYPE_CHECKING:
    from whileai.base.seeds import Dice

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
_ASIDE = vocabulary("id instead paid flag reason container owner file body note")
_LEADS = {
    "compute": ("with", "with", "for", "given"),
}
_CHANGES = ("and (set|change) {to}", "so that {is}", "and make sure {is}")
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
    role, sense = fact.argument.role, request.sense
    if role == "note" and sense.verb in _HANDED:
        return f"about {_UNQUOTED.sub('', fact.text)}"
    if role == "body" and sense.flavour == "code":
        return f"with the message {fact.text}"
    if role == "paid" and sense.deed in ("back", "change"):
        return _settled(request, fact, dice)
    if role == "instead" and changes:
        return f"to {fact.text if fact.vague else f'{fact.noun} {fact.text}'}"
    if _whose(request, role):
        return f"{'of' if fact.vague else dice.pick(('for', 'of'))} {fact.text}"
    if fact.vague:
        return led(fact)
    return f"for {fact.text}" if role == "file" and sense.flavour == "code" else ""


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
