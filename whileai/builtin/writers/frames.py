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
        "look": (
            "(can you|please) try (again|once more) to {svp}",
            "{vp} again[ please], (it timed out|i got an error|nothing came)( before|)",
            "i got (nothing|an error) (before|the first time), (please|can you) {vp}",
        ),
        "any": (
            "can you try (again|once more) to {svp}?",
            "(please try again|one more try)(: | and ){vp}",
            (
                "i (tried|wanted) to {svp} (yesterday|earlier|this morning|last night) "
                "(but|and) (it (never went through|failed|timed out|got stuck)|i got "
                "an error)(.|, can you do it?|. could you try again?)"
            ),
            "it (failed|didn't go through) (before|the first time), please {vp}",
            "did my attempt to {svp} go through? if not, please do it",
        ),
    },
    "exploratory": {
        "look": (
            "is there a(n easy|) way to {svp}?",
            "(can you|are you able to) {vp}?",
            "what (would|do) you need from me to {svp}?",
            "(would it be|is it) possible to {svp}?",
            "i'm just curious, can you {vp}?",
        ),
        "compute": (
            (
                "(can|could) you {vp} and (show me the steps|explain how you got "
                "there|tell me how that works)?"
            ),
            "(how would you|how do you) {svp}?",
        ),
        "support human": (
            "is there a way to {svp}?",
            "(what do i have to do|how long does it take) to {svp}?",
        ),
        "support": (
            "what happens if i {svp}?",
            "is it (still |)possible to {svp}?",
            "can i {svp} without paying (extra|for shipping)?",
            "if i {svp}, (how long does (it|that) take|can i still change my mind)?",
            "how (does it work|do i do it) if i want to {svp}?",
        ),
        "banking pay": (
            "if i {svp}, (when does it get there|is there a fee|can i still stop it)?",
            "how (long does it take|much does it cost) to {svp}?",
            "can i {svp} from here?",
        ),
        "banking make": (
            "if i {svp}, can i (change|stop) it (later|any time)?",
            "can i {svp} from here?",
            "is it possible to {svp}?",
        ),
        "messaging": (
            "(are you able to|can you) {vp}?",
            "can i {svp}, or (can only admins do that|does that need an admin)?",
            "(is it possible|is there a way) to {svp}?",
            "(do you need anything else from me|what else do you need) to {svp}?",
        ),
        "any": (
            "(is it possible|is there a way) to {svp}?",
            (
                "(what do you need from me|what would i have to do|how does it work) "
                "if i want to {svp}?"
            ),
            "if i {svp}, (can i undo that|is that final|can that be undone)?",
            "how (do|can|would) i {svp}?",
        ),
    },
    "unsure": {
        "look": (
            "i think i need to {svp}, (can you do that|is that something you can "
            "do|is that "
            "possible|or am i wrong)?",
            "i'm not sure where to (look|start|find that), (can|could) you {vp}?",
            "i don't (really |)know where to start, maybe {vp}(| first)",
            "(i forgot|no idea) where i saw it, (maybe|can you) {vp}(|, i'd start "
            "there)",
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
                "it is|for now)|wait a bit)?"
            ),
            (
                "i think i (need|want|have) to {svp}(, but i'm not (sure|certain)|, is "
                "that right?|, does that make sense?)"
            ),
            "i guess i (should|have to) {svp}(, right?|)",
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
    "{first}, unless you can (still |){other}(, then do that|, that's even better|)",
    "{first}, or {other} if (that's|it's) (faster|easier), i don't mind which",
    "{first}, and {other} at the same time",
)
"""For those who want two things at once."""
