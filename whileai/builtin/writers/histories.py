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
                "i know i said i didn't need (it|that|this) (any more |)(yesterday|"
                "earlier|this morning|last time)(, sorry|)"
            ),
        ),
        "any": (
            (
                "i know i (said|told you) not to (yesterday|earlier|this morning)"
                "(, plans changed|, sorry|)"
            ),
            (
                "^(sorry, |)i (changed my mind|thought about it again)(| since "
                "yesterday)"
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
        "service look": (
            (
                "(the app|your website|the site) (just keeps loading|shows an empty "
                "page|logs me out|gives me an error) when i try to {svp}(, can you "
                "(check|look) for me?|, can you help?|.)"
            ),
            (
                "(can you|could you) {vp}[ for me]? (the app|your website) (only shows "
                "an error|just keeps loading|says to try again later) on my "
                "(phone|laptop)"
            ),
            (
                "i can't {svp} (online|in the app|on my phone), (it just keeps "
                "loading|the page stays empty|it logs me out every time)(, can you?|. "
                "can you do it from your side?|)"
            ),
        ),
        "look": (
            (
                "{vp}[ please]. when i did it (myself|earlier|this morning) (nothing "
                "came back|it just hung|i only got half of it|it timed out)"
            ),
            (
                "i tried to {svp} (earlier|this morning|before lunch) and (got nothing "
                "back|it just hung|it timed out)(, can you?|. can you try?|)"
            ),
        ),
        "service": (
            (
                "i tried to {svp} (on the website|in the app|online|on my phone) "
                "(but|and) (the button is greyed out|it says (something went wrong|my "
                "session expired|to contact you)|it kept loading|the page froze)(.|, "
                "can you do it (for me|)?|, please do it from your side.)"
            ),
            (
                "(the website|the app|your site) (won't let me|says i'm not allowed "
                "to|crashes when i try to|gives me an error when i try to) {svp}(.|, "
                "can you do it[ for me]?|, so please do it for me.)"
            ),
        ),
        "helper": (
            (
                "i tried to {svp} (myself|earlier|this morning|yesterday) (but|and) "
                "(it just hung|it timed out|i only got an error|nothing happened)(.|, "
                "can you do it?|, can you try?)"
            ),
        ),
    },
    "prior_partial_action": {
        "look": (
            (
                "{vp} again[ please], (i got cut off|my phone died|it crashed) "
                "(earlier|this morning|last time) before i (saw it|could write it down)"
            ),
            (
                "{vp} again[ please], (earlier|this morning|last time) the page "
                "(closed|froze) before i (could read it|could write it down)"
            ),
        ),
        "look_many": (
            (
                "i (only got|got) (half of it|the first part|the top of it) "
                "(yesterday|earlier|this morning), please {vp}[ in full]"
            ),
            (
                "{vp} again please, (last time|earlier|this morning) (it cut off "
                "halfway|i only saw the top half|the rest was missing)"
            ),
        ),
        "service": (
            (
                "i was (about to|trying to) {svp} (online|on my phone|in the app) when "
                "(it crashed|my phone died|i got logged out|the page froze)(.|, can "
                "you (finish it|take over)?|, please check what went through and do "
                "the rest.)"
            ),
            (
                "someone (in your chat|on the phone) was going to {vp} (yesterday|last "
                "week) but (the call dropped|we got cut off|i never got a "
                "confirmation)(.|, can you (check|finish it)?)"
            ),
        ),
        "helper": (
            (
                "i was about to {svp} when (my laptop died|i had to run|it crashed|i "
                "got pulled into a meeting)(.|, can you (finish it|take over)?)"
            ),
        ),
    },
    "contradicts_earlier": {
        "look": (
            (
                "{vp} after all[ please], i (couldn't|can't) find (it|that) (on my "
                "own|myself|anywhere)"
            ),
            (
                "i (said|thought) i'd (manage|find it myself) but (can you|could "
                "you|please) {vp} after all"
            ),
        ),
        "any": (
            (
                "(on second thought|i changed my mind|ok i changed my mind|i've "
                "thought about it)(,|:) [please |can you ]{vp}"
            ),
            (
                "i (said no|said not to|wanted to leave it) (yesterday|earlier|last "
                "time|this morning), but i('d like| want| need) to {svp} after all"
            ),
            (
                "{vp} after all[ please], i know i (said|told you) not to[ "
                "(earlier|yesterday|last time)]"
            ),
        ),
    },
    "repeat visit": {
        "compute": (
            "{vp} again[ please], (same as|like) (last week|yesterday|the other day)",
        ),
        "look": (
            (
                "i asked (last week|on Monday|the other day) already, can you (finally "
                "|){vp}"
            ),
            "{vp} again[ please], (same as|like) (last week|yesterday|on Monday)",
        ),
        "service": (
            (
                "i (wrote|called|emailed) (last week|on Monday|twice) to {svp}(, and "
                "nobody (answered|got back to me)| and never heard back|, is anyone "
                "working on it?)"
            ),
            (
                "i'm still trying to {svp}(, it's been a week|, can you please do it|. "
                "i called on Monday about it|)"
            ),
        ),
        "helper": (
            (
                "i (still need|asked you last week|asked you yesterday) to {svp}(, can "
                "you do it now?|, is that done?|)"
            ),
            "i still have to {svp}",
        ),
    },
}
"""Frames that take the place of the request's own."""
