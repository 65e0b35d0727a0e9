"""What the person's stance makes of the request itself: frames that replace it.

By stance and then by deed, ``any`` for the rest. Slots: ``{svp}`` and ``{vp}`` the
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
            (
                "(please try again|can you try again|try once more|let's try once "
                "more) to {svp}"
            ),
            (
                "(second (try|attempt)|trying again|another attempt|one more time)(:|,|"
                " -) [please |can you ]{vp}"
            ),
            (
                "i (tried|already tried|was trying) to {svp} (yesterday|earlier|this "
                "morning|last night|a while ago|before the weekend) (but|and) (it "
                "(didn't go through|failed|hung|timed out|never finished)|nothing "
                "happened|i got an error)(.|, can you do it?|, please try again.|, "
                "could you try now?)"
            ),
        ),
    },
    "exploratory": {
        "look": (
            "(is it possible to|is there a way to|how (would|do|can) i) {svp}?",
            "(what do you need from me|what would it take) to {svp}?",
            "(can you even|are you able to|do you have what you need to) {vp}?",
        ),
        "compute": (
            (
                "(can|could) you {vp} and (show me the steps|explain how you got there|"
                "tell me how that works)?"
            ),
            "(how would you|how does one|what's the way to) {svp}?",
        ),
        "any": (
            "what (happens|would happen|does it mean) if i {svp}?",
            (
                "(what do you need from me|what would i have to do|how does it work if "
                "i want|is it possible|is there a way) to {svp}?"
            ),
            (
                "if i {svp}, (can i still change my mind (later|afterwards)|does that "
                "cost anything|how long does (it|that) take|is that final|what happens "
                "next|can that be undone)?"
            ),
            (
                "i might (want|have|need) to {svp}, but (what are my options|what "
                "would that involve|what would that cost me|is there anything i should "
                "know first)?"
            ),
        ),
    },
    "unsure": {
        "look": (
            (
                "i (think|guess) i (need|want) to {svp}, (is that (possible|something "
                "you can do|what this is for)|but i'm not sure (where to look|that's "
                "it|what it's called))"
            ),
            (
                "(should i|do i have to) {svp} (first|myself)(?|, or (can you|do you) "
                "do that?)"
            ),
        ),
        "compute": (
            (
                "i (think|guess) i (need|have) to {svp}, (does that make sense|but i'm "
                "not sure (that's the right formula|i have it right))"
            ),
        ),
        "any": (
            (
                "(should i|would it be better to|do i need to|does it make sense to) "
                "{svp}, or (leave it (as it is|for now)|wait (a bit|until next week)|"
                "do something else)?"
            ),
            (
                "i (think|believe|guess) i (need|have|want) to {svp}, (but i'm not "
                "(sure|certain)|but i don't know if that's right|tell me if that's "
                "wrong|is that right)"
            ),
        ),
    },
}
"""Frames for the request itself, which they take the place of."""

RECALLED = {
    "prior_failure": (
        (
            "i (tried|wanted|was trying) to {svp} (on the (website|phone)|in the app|"
            "myself|yesterday|this morning|an hour ago) (but|and) (it (failed|kept "
            "loading|just spun|crashed)|nothing (happened|came of it)|i only got an "
            "error|the page froze)(.|, can you do it[ for me]?|, please help.|, so "
            "could you?)"
        ),
        (
            "i can't do it myself (because|since) the (site|app|form) (won't let me|"
            "keeps crashing|is down), (please|can you|could you) {vp}"
        ),
        (
            "i keep (failing|getting (an error|nowhere)) on my own, so (please|can you|"
            "could you) {vp}"
        ),
    ),
    "prior_partial_action": (
        (
            "i was about to {svp} when (the (call|line) dropped|my (laptop|phone) died|"
            "the connection broke|i was (logged out|interrupted))(.|, can you "
            "(finish|take over)?|, please take it from there.)"
        ),
        (
            "i (asked your colleague|had someone begin) to {svp}, (has that "
            "happened|did that go through|how far did that get)?"
        ),
        (
            "i'm (half|not quite|almost) done with this, (i still (need|have) to|"
            "what's left is to) {svp}"
        ),
    ),
    "contradicts_earlier": (
        (
            "i've (changed my mind|reconsidered|had second thoughts)(:|, so|, sorry:) "
            "[please |can you ]{vp}"
        ),
        (
            "i don't want what i (said|wrote|asked for) (before|earlier|yesterday)(,|:)"
            " i (want|need) to {svp}( after all| instead|)"
        ),
        (
            "i (said no|told you not to|wanted something else) (yesterday|earlier|last "
            "time), but (now |)i('d like| want| need) to {svp}[ after all]"
        ),
    ),
    "repeat visit": (
        (
            "i (said|wrote|mentioned) (yesterday|last week|on the phone|the other day) "
            "that i (need|want|have|would like) to {svp}(|, (and|but) (nothing has "
            "happened|nobody answered))"
        ),
        (
            "i asked (for|about) this (yesterday|last week|twice) already: (please|can "
            "you|could you) {vp}"
        ),
        (
            "i('m| am) (back|still waiting)( again| about this|): (can|could) you "
            "(please |){vp}?"
        ),
    ),
}
"""Frames for the request itself that say what came before, by history."""

COMPARED = (
    (
        "i (don't know|can't decide|'m not sure) (whether|if) (i should|it's better "
        "to) {svp} or {other}"
    ),
    "(is it better to|would you) {svp} or {other}?",
)
"""For the unsure where the agent has another tool for the same thing."""

OPPOSED = (
    (
        "{first}, unless you can {other}, (then do that|that's even better|in which "
        "case leave the rest)"
    ),
    "{first}, and (at the same time|also) {other}, (i want both|i need both done)",
    (
        "{first}. (actually|or no), {other}(, whichever (is possible|comes first)|. or "
        "both)"
    ),
)
"""For those who want two things at once; ``{other}`` is what a sibling tool does."""
