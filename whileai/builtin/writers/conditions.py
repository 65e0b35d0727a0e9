"""On what people make a second wish depend: what the first one may find.

By flavour and topic of what is looked at. The lines state nothing: each is an ``if``.
Slots: ``{matter}`` what goes on in a place of talk.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from whileai.builtin.writers.verbs import Sense

IFS: dict[str, tuple[str, ...]] = {
    "banking balance": (
        "there's enough (in it|left|for the rent after that)",
        "i'm not in the red",
        "my salary is in",
        "there's enough for that",
    ),
    "banking transactions": (
        "(something|anything) looks (odd|suspicious|wrong)",
        "there's (a payment|something) i couldn't have made",
        "my (salary|refund) came in",
        "nothing went (out|to them) this (week|month) yet",
        "i was charged twice",
    ),
    "banking scheduled": (
        "it isn't (in there|scheduled) yet",
        "nothing (else |)goes out (that week|before payday)",
        "they don't add up to too much",
    ),
    "banking details": (
        "the (old address|old name|wrong address) is still (in there|in it)",
        "(anything|something) is (out of date|wrong)",
        "it's (wrong|spelled wrong|not right)",
    ),
    "banking IBAN": ("it's the new (account|one)", "it's not the old one"),
    "files file": (
        "(it says so|that's what it says)",
        "(it's|that's) the right (file|version|one)",
        "it's not out of date",
    ),
    "messaging channels": (
        "there's one (for|about) {matter}",
        "there are more than (five|ten)",
        "nobody made a new one",
    ),
    "messaging channel": (
        "(nobody|no one) (said|wrote) anything about {matter}( yet|)",
        "(somebody|someone) (asked|asks) about {matter}",
        "{matter} (comes|came) up",
        "there's nothing new",
    ),
    "messaging inbox": (
        "(somebody|someone) (asked|wrote) about {matter}",
        "there's nothing from (my manager|the client)",
        "(anyone|someone) is (waiting|asking) for (it|an answer)",
    ),
    "messaging users": (
        "(it's|there are) (fewer than ten|only a few|more than ten)",
        "(someone|anyone) is missing",
        "the new (intern|hire) isn't in it",
    ),
    "messaging webpage": (
        "it's (out of date|still the old one|down)",
        "there's (nothing|something) about {matter} on it",
        "they're (still |)(hiring|open)",
    ),
    "support order": (
        "it hasn't left yet",
        "it won't (be here|arrive) (this week|before the weekend)",
        "it's (still possible|late|the wrong one)",
        "that's the right one",
    ),
    "support product": (
        "(it's|there are some) (still |)(available|in stock)",
        "it's (cheaper|better) (now|than mine)",
        "it doesn't come in another color",
    ),
    "support types": (
        "there's (nothing|something) like that",
        "there's nothing (better|cheaper)",
    ),
    "support account": (
        "it's still the old (address|one)",
        "that's (me|my account)",
        "everything is (right|up to date)",
        "it isn't (up to date|right)",
    ),
}
"""What may be found, by flavour and topic."""

_ANY = (
    "(that|it|everything) looks (right|ok|fine)",
    "that's the right one",
    "nothing speaks against it",
    "(there's|you find) nothing wrong",
)


def condition(sense: Sense) -> tuple[str, ...]:
    """Give what a second wish may depend on after the first is looked up."""
    keys = (f"{sense.flavour} {topic}" for topic in sense.topics)
    return next((IFS[key] for key in keys if key in IFS), _ANY)
