"""Which reasons fit a request: by what it is about, or by its deed.

Like those of ``contexts`` they say nothing that a scene could contradict.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from whileai.builtin.writers.contexts import REASONS

if TYPE_CHECKING:
    from collections.abc import Sequence

ABOUT: dict[str, dict[str, tuple[str, ...]]] = {
    "support": {
        "address": (
            "i('m| am) moving (house |)(next (week|month)|soon|at the weekend)",
            (
                "i (put in|still had) (my old address|the wrong (street|apartment|"
                "city))[ when i (ordered|signed up)]"
            ),
            (
                "i('ll| will) be (at my (parents'|sister's)|away|abroad) (for a while|"
                "when it comes)"
            ),
        ),
        "payment": (
            "my card was (replaced|stolen|blocked)[ last week| yesterday]",
            "i (picked|clicked) the wrong (card|one)[ at checkout| by mistake]",
            (
                "i (forgot|remembered) that i (still |)have (a gift card|credit) (left|"
                "to use up)"
            ),
        ),
        "human": (
            (
                "i('ve| have) explained (this|it) to (two|three) (people|colleagues of "
                "yours) (already|by now)"
            ),
            "this (has been going on|is dragging on) (for (weeks|days)|too long)",
            "(i don't think|i doubt) a (bot|machine) can (help me|solve this)",
        ),
        "account": (
            (
                "i (can't|couldn't) (log in|sign in)[ (any more|since (yesterday|the "
                "update)|with my phone)]"
            ),
            (
                "i (ordered as a guest|changed my (phone|name)) and (nothing shows up|"
                "now i see nothing)"
            ),
            (
                "i want to (know|see) (what|which address|which card) you have (on "
                "file|for me)"
            ),
        ),
    },
    "banking": {
        "password": (
            (
                "i think (someone|my ex|somebody) (knows|has seen|might know) (it|the "
                "old one)"
            ),
            "i (used|had) the same one (everywhere|on another site)[ and it leaked]",
            (
                "(i lost my phone|my laptop was stolen) (yesterday|last night|on the "
                "train)"
            ),
        ),
        "IBAN": (
            (
                "(my (new |)employer|my landlord|a friend|the tax office) (needs|asked "
                "for) (it|that)[ (to pay me|for the (contract|paperwork|refund))]"
            ),
        ),
        "file": (
            (
                "(my landlord|the utility|my accountant|a friend) (sent|forwarded) (it|"
                "that) (yesterday|this morning|last week)"
            ),
            "i want to (see|know) (what i owe|if the amount is right|what changed)",
        ),
        "info": (
            "(i|we) (just |)moved (to a new (place|flat|apartment)|last (week|month))",
            "i got married (last month|in spring|recently)",
            "(there's|i found) a (typo|mistake) in (it|my (name|address))",
        ),
    },
}
"""Reasons that go with what the request is about, before those of its deed."""


def reasons_for(flavour: str, deed: str, about: Sequence[str] = ()) -> Sequence[str]:
    """Give the reasons that fit; there is always one.

    Args:
        flavour: of the agent.
        deed: what sort of deed it is.
        about: the words for what it is about, in order; the last that is known wins.
    """
    special = ABOUT.get(flavour, {})
    for word in reversed(about):
        if word in special:
            return special[word]
    generic = REASONS["generic"]
    own = REASONS.get(flavour, generic)
    return own.get(deed) or own.get("do") or generic.get(deed) or generic["any"]
