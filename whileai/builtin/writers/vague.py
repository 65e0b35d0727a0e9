"""What people say in place of a value that they leave out: ``the second one``.

The words are never marked as a value, and say nothing that a scene could contradict.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from whileai.builtin.writers.facts import Stated
from whileai.builtin.writers.phrases import expand

if TYPE_CHECKING:
    from collections.abc import Sequence

    from whileai.base.seeds import Dice
    from whileai.builtin.writers.roles import Argument
    from whileai.builtin.writers.verbs import Sense
    from whileai.model import Scene

_PEOPLE = {
    "banking": (
        "(my (landlord|flatmate|sister|brother|accountant|friend)|the (plumber|gym|"
        "electrician|usual account)|a friend|him|her)"
    ),
    "messaging": (
        "(my manager|the (new (guy|hire|intern)|designer|other team|whole team|person "
        "who asked)|her|him|everyone who needs it)"
    ),
    "": "(my colleague|a friend|the usual person|him|her|my sister|the other one)",
}
_THINGS = (
    "(the|my) (second|other|last|latest|newest|first|bigger|smaller|cheaper|wrong) {n}",
    (
        "(the|that) {n} (from (last week|yesterday|the other day|before)|i "
        "mentioned|we talked about|with the (mistake|problem))"
    ),
    "one of (my|the) {n}s",
)
_BY_ROLE: dict[str, tuple[str, ...]] = {
    "amount": (
        (
            "(the usual amount|the same amount as (before|last time)|what i owe|half "
            "of it|a bit (more|less) than last time|the full amount)"
        ),
    ),
    "container": (
        "the (usual|other|right|old|same) {n}",
        "(the|our) {n} (for the project|everyone uses|from yesterday|we made)",
    ),
    "playlist": ("(my|the) (usual|other|old|new) playlist",),
    "on": (
        (
            "(next week|sometime next week|at the end of the month|on the usual day|"
            "soon|in a few days|when it suits)"
        ),
    ),
    "at": ("(in the (morning|evening|afternoon)|at the usual time|sometime later)",),
    "since": ("(since (we started|last time|the last release)|from (the start|then))",),
    "until": ("(until (further notice|the end|then)|up to now)",),
    "during": ("(last month|for the (last|same) (month|period)|back then)",),
    "file": (
        (
            "(the|that) (report|document|file|draft|list|invoice) (from (last week|"
            "before|yesterday)|i was working on|with the numbers|we need)"
        ),
    ),
    "link": ("(that|the) (page|site|article) (from before|we used|i sent around)",),
    "items": (
        (
            "(one of (them|the items)|the (bigger|smaller|other|second|blue|broken) "
            "one|the ones that don't fit)"
        ),
    ),
    "place": (
        "(somewhere (nearby|central|warm)|the usual place|near (the office|me))",
    ),
    "from": ("(home|the usual place|where i am)",),
    "to": ("(the same place as last time|somewhere better|the other one)",),
    "query": ("(that thing from (yesterday|before)|what we (talked about|lost))",),
    "maths": ("(the usual value|the value from before|whatever is normal)",),
    "quantity": ("(a few|a couple|the usual number)",),
    "title": ("(that one song|the one from before|something that fits)",),
    "state": ("(the usual|a better|the other|a different) {n}",),
    "instead": ("(a (bigger|smaller|better|different|cheaper) one|the other size)",),
    "paid": (
        "(my|the) (usual|other|new) (card|payment method)",
        "(my (gift card|credit card|paypal)|the card i paid with|what i paid with)",
    ),
    "by": ("(that (singer|band|one)|the one from before)",),
}
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
        if each is None or name in _PARTS or not dice.chance(share):
            continue
        patterns = _patterns(each, sense.flavour)
        if patterns:
            noun = each.entity if each.role == "id" else each.noun
            text = expand(dice.pick(patterns), dice, {"n": noun})
            out.append(Stated(argument=each, text=text, vague=True))
    return out


def _patterns(each: Argument, flavour: str) -> Sequence[str]:
    """Give the ways to point at the value of ``each``; none for most texts."""
    if flavour == "maths" and each.role not in ("maths", "amount"):
        return ()
    if each.role in ("recipient", "assignee", "owner"):
        return (_PEOPLE.get(flavour, _PEOPLE[""]),)
    if each.role == "id":
        return _THINGS if each.entity and each.entity not in _OWNERS else ()
    return _BY_ROLE.get(each.role, ())


def led(fact: Stated) -> str:
    """Give a vague reference with the preposition that its role takes."""
    lead = _LEADS.get(fact.argument.role, "")
    return f"{lead} {fact.text}" if lead else fact.text
