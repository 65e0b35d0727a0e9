"""What the person says of what came before: sentences, and frames for the request.

By history and then as the clauses of a stance. Slots of the frames: ``{svp}`` and
``{vp}``, the request.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from whileai.builtin.writers.stances import Lines

HISTORIES: Lines = {
    "prior_failure": {
        "service": (
            (
                "(the website|the app|your site) (keeps (giving me an error|logging me "
                "out|freezing)|just gives me an error|won't let me)(| when i try "
                "(it|this) (myself|online)| every time)"
            ),
            (
                "i tried (it|this) (online|in the app|on your website) "
                "(twice|yesterday|this morning|last night) (and|but) (it (never went "
                "through|kept loading)|the page froze|i got an error)"
            ),
        ),
        "helper": (
            (
                "(last time|yesterday|earlier|this morning) it (just hung|failed|came "
                "back with an error|timed out)"
            ),
            (
                "it (didn't work|failed|gave me an error) when i tried (it "
                "|)(earlier|myself|yesterday|by hand)"
            ),
        ),
    },
    "prior_partial_action": {
        "look": (
            (
                "you only (sent|showed|gave) me (half|part|some) of it (yesterday|last "
                "time|this morning)"
            ),
            (
                "i (saw|got|read) the first (half|part) (yesterday|earlier|this "
                "morning) (and then|before) (it cut off|i got cut off|the page closed)"
            ),
        ),
        "service": (
            (
                "i (started|was halfway through) (this|it) (online|in the app|on my "
                "phone) (yesterday|last night|earlier) (and|but) (got cut off|it "
                "crashed|had to leave|never finished)"
            ),
            (
                "(part|some|half) of it (may|might|should) (already be|be) done, (not "
                "sure how much|can you check|i never got a confirmation)"
            ),
        ),
        "helper": (
            (
                "i (started|began) (this|it) (earlier|yesterday|by hand) (and|but) "
                "(never finished|got interrupted|didn't get to the end)"
            ),
            (
                "(part|some|half) of it (may|might) already be done(, not sure how "
                "much|, so check first|)"
            ),
        ),
    },
    "contradicts_earlier": {
        "look": (
            (
                "i know i said i didn't need it (any more |)(yesterday|earlier|this "
                "morning|last time)(, but now i do|, sorry|)"
            ),
            (
                "^(ignore|forget) my (last|earlier|other) (message|question)(, i mixed "
                "something up|, that was the wrong one|)"
            ),
            (
                "(that's|this is) not what i asked for (earlier|yesterday|before), "
                "(sorry|i mixed things up|i know)"
            ),
        ),
        "any": (
            (
                "i know i (said|asked for|wanted) something else "
                "(yesterday|earlier|this morning|last time), (sorry|but i changed my "
                "mind|plans changed)"
            ),
            (
                "^(actually|sorry), i (changed my mind|thought about it again)(| since "
                "yesterday| about (this|that))"
            ),
            (
                "(forget|ignore|never mind) what i (said|wrote|asked for) "
                "(before|earlier|yesterday|this morning)"
            ),
        ),
    },
    "repeat visit": {
        "service": (
            (
                "i (called|wrote|asked|emailed) about (this|it) (last week|on "
                "Monday|twice|a few days ago) (already |)(and|but) (never heard "
                "back|nobody got back to me|nothing happened)"
            ),
            (
                "^(hi, |hi, |hey, |)me again(| about the same thing|, same thing as "
                "(last week|yesterday|on Monday))"
            ),
            (
                "(we|i) (talked|spoke) (about this|to someone about this) (last "
                "week|on Monday|the other day)"
            ),
        ),
        "helper": (
            (
                "^(hey, me again|hi again|hey, it's me again|hey, another one)(| with "
                "the same (thing|question)|, same as (yesterday|last week|the other "
                "day)|, sorry)"
            ),
            (
                "i (asked for|needed) (this|the same thing) (last week|yesterday|the "
                "other day) (too|already|as well)"
            ),
        ),
    },
}
"""Sentences of their own."""

RECALLED: Lines = {
    "prior_failure": {
        "service": (
            (
                "i (tried|wanted|was trying) to {svp} (on the website|in the "
                "app|online|on my phone) (but|and) (it (failed|kept loading|crashed)|i "
                "only got an error|the page froze|it won't let me)(.|, can you do it "
                "(for me|)?|. can you help?)"
            ),
            (
                "(the website|the app|your site) (won't let me|keeps crashing when i "
                "try to|gives me an error when i try to) {svp}(.|, can you do it[ for "
                "me]?|. can you help?)"
            ),
        ),
        "helper": (
            (
                "i (tried|wanted|was trying) to {svp} (myself|earlier|this "
                "morning|yesterday) (but|and) (it (failed|just hung|timed out)|i only "
                "got an error|it didn't work)(.|, can you do it?|, can you try?)"
            ),
        ),
    },
    "prior_partial_action": {
        "service": (
            (
                "i was (about to|trying to) {svp} (online|on my phone|in the app) when "
                "(it crashed|the page froze|my phone died|i got logged out)(.|, can "
                "you (finish it|take over)?|. can you finish that for me?)"
            ),
            (
                "your colleague (started|wanted) to {vp} (yesterday|last week), (did "
                "that go through|is that done) or (can you finish it|do you need "
                "anything else)?"
            ),
        ),
        "helper": (
            (
                "i was about to {svp} when (i got interrupted|it crashed|my laptop "
                "died)(.|, can you (finish it|take over)?)"
            ),
        ),
    },
    "contradicts_earlier": {
        "any": (
            (
                "(i changed my mind|changed my mind|actually|i've thought about "
                "it)(:|,| -) [please |can you ]{vp}"
            ),
            (
                "i (said no|said i didn't need it|wanted something else) "
                "(yesterday|earlier|last time), but now i('d like| want| need) to "
                "{svp}[ after all]"
            ),
        ),
    },
    "repeat visit": {
        "service": (
            (
                "i (wrote|called|emailed) (yesterday|last week|on Monday|the other "
                "day) because i (need|want|wanted) to {svp}(|, and nobody "
                "(answered|got back to me)| and never heard back)"
            ),
            (
                "i'm still (waiting|trying) to {svp}(|, can you (help|do it)?|. can "
                "you please look into it?)"
            ),
        ),
        "helper": (
            (
                "(same|the same) (as|thing as) (yesterday|last week)(:|,| -) [please "
                "|can you ]{vp}"
            ),
        ),
    },
}
"""Frames that take the place of the request's own."""
