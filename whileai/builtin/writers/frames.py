"""What the person's stance makes of the request itself: frames that replace it.

By stance and then as the clauses of a stance. Slots: ``{svp}`` and ``{vp}`` the
request, ``{first}`` the same framed already, ``{other}`` what a sibling tool does to
the same thing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from whileai.builtin.writers.stances import Lines

FRAMED: Lines = {
    "retry": {
        "any": (
            "can you try (again|once more) to {svp}?",
            (
                "(please try again|let's try again|trying again|one more try)(:| -) "
                "(can you |please |){vp}"
            ),
            (
                "i (tried|wanted|was trying) to {svp} (yesterday|earlier|this "
                "morning|last night|before the weekend) (but|and) (it (never went "
                "through|failed|timed out|got stuck)|nothing happened|i got an "
                "error)(.|, can you do it?|. can you have another go?|. could you try "
                "again?)"
            ),
        ),
    },
    "exploratory": {
        "look": (
            "(is it possible|is there a way|would i be able) to {svp}?",
            "how (would|do|can) i {svp}?",
            (
                "(can you|are you able to) {vp}(, or do i have to (look it up|do that) "
                "myself|)?"
            ),
        ),
        "compute": (
            (
                "(can|could) you {vp} and (show me the steps|explain how you got "
                "there|tell me how that works)?"
            ),
            "(how would you|how do you) {svp}?",
        ),
        "any": (
            "what (happens|would happen) if i {svp}?",
            (
                "(what do you need from me|what would i have to do|how does it work) "
                "if i want to {svp}?"
            ),
            (
                "if i {svp}, (can i still change my mind (later|afterwards)|how long "
                "does (it|that) take|is that final|what happens next|can that be "
                "undone)?"
            ),
            "what would it take to {svp}?",
        ),
    },
    "unsure": {
        "look": (
            (
                "i think i need to {svp}, (is that something you can (do|help "
                "with)|can you do that|or is there a better way)?"
            ),
            (
                "not sure where to start, (i think i need|i guess i have|maybe i need) "
                "to {svp}"
            ),
            "(would it help|does it make sense|is it a good idea) to {svp} first?",
        ),
        "compute": (
            (
                "i think i (need|have) to {svp}, (does that make sense?|but i'm not "
                "sure that's the right (formula|way))"
            ),
        ),
        "any": (
            (
                "(should i|do i need to|does it make sense to) {svp}, or (leave it (as "
                "it is|for now)|wait a bit|is there a better way)?"
            ),
            (
                "i think i (need|want|have) to {svp}(, but i'm not (sure|certain)|, "
                "but tell me if that's wrong|, is that right?|, does that make sense?)"
            ),
        ),
    },
}
"""Frames for the request itself, which they take the place of."""

COMPARED = (
    "i can't decide (whether|if) (i should|it's better to) {svp} or {other}",
    "(is it better to|should i|would you) {svp} or {other}?",
)
"""For the unsure where the agent has another tool for the same thing."""

OPPOSED = (
    "{first}, unless you can {other}, (then do that|that's even better)",
    "{first}, and (at the same time|also) {other}, i (want|need) both",
    "{first}. (actually no|or wait|hmm or no), {other}. or both",
)
"""For those who want two things at once."""
