"""What the person says of what came before: sentences, and frames for the request.

By history and then as the clauses of a stance. Slots of the frames: ``{svp}`` and
``{vp}``, the request, ``{it}`` a pronoun for the thing, ``{app}`` what it is done in.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from whileai.builtin.writers.private import RECALLED_AT_HOME

if TYPE_CHECKING:
    from whileai.builtin.writers.stances import Lines

HISTORIES: Lines = {
    "prior_failure": {
        "service": (
            (
                "(the website|the app|your site) (keeps (giving me an error|logging me "
                "out|freezing)|just gives me an error|won't let me)"
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
                "i (saw|got|read) the first (half|part) (yesterday|earlier|this "
                "morning) (and then|before) (it cut off|i got cut off|the page closed)"
            ),
        ),
        "service": (
            (
                "i (started|was halfway through) (this|it) (online|in the app|on my "
                "phone) (yesterday|last night|earlier) (and|but) (got cut off|it "
                "crashed|had to leave)"
            ),
            "i never got a confirmation (when i tried it|yesterday|last time)",
        ),
        "helper": (
            (
                "i (started|began) (this|it) (earlier|yesterday|by hand) (and|but) "
                "(never finished|got interrupted|didn't get to the end)"
            ),
            "(part|some|half) of it (may|might) already be done",
        ),
    },
    "contradicts_earlier": {
        "look": ("i can't find it myself",),
        "any": (
            "^i changed my mind",
            "^i've thought about it",
        ),
    },
    "repeat visit": {
        "service": (
            (
                "i (called|wrote|emailed) about (this|it) (last week|on Monday|twice|a "
                "few days ago) (already |)(and|but) (never heard back|nobody got back "
                "to me|nothing happened)"
            ),
            "^(hi, |)me again",
            "(it's|this is) the (second|third) time i('m asking| ask)",
        ),
        "helper": (
            "^(hey, me again|hi again|me again|another one)",
            (
                "i (asked for|needed) (this|the same) (last week|yesterday|the other "
                "day) (too|already|as well)"
            ),
        ),
    },
}
"""Sentences of their own."""

_RECALLED: Lines = {
    "prior_failure": {
        "support human": (
            "(nobody picks up|i can't get through) on the phone, please {vp}",
            "the bot (closed the chat|didn't understand me), (please|can you) {vp}",
        ),
        "banking look": (
            "i can't (log in to|get into) (my online banking|the app), can you {vp}?",
            "the app (is down|crashes|won't open)( on my phone|), (please|can you) "
            "{vp}",
            (
                "(my online banking|the app) only shows (an empty page|an error), so "
                "please {vp}"
            ),
            "(i forgot my login|my card reader is broken), can you {vp}?",
        ),
        "service look": (
            "(the app|your website|the site) (is down|crashes|won't load), can you "
            "{vp}?",
            (
                "(the app|your website|the site) (shows an empty page|logs me "
                "out|gives me an error) when i (try|want) to {svp}"
            ),
            "i can't {svp} (online|in the app|on my phone), the page stays empty",
            "(can you|could you) {vp}? i can't (log in|get into my account)( any "
            "more|)",
        ),
        "messaging look": (
            "{app} (is stuck|won't load|keeps crashing)( on my phone|), can you {vp}?",
            "i (can't open {app}|can't log in) on my phone, (please|can you) {vp}",
            "the search (is broken|finds nothing), can you {vp}?",
        ),
        "look": (
            (
                "i tried to {svp} (earlier|this morning|before lunch) and (got nothing "
                "back|it just hung|it timed out)(, can you?|. can you try?|)"
            ),
            "i (get an error|get nothing|get a timeout) when i {svp}, can you try?",
            "i can't {svp} (on my machine|from here|on my laptop)(, can you?|)",
        ),
        "banking": (
            "the app won't let me {svp}, it says (to contact you|something went wrong)",
            "(my online banking|the app) is down and i (need|have) to {svp}",
            "my card reader (broke|is empty), so please {vp}",
            "i tried to {svp} but the code never (arrived|came)",
        ),
        "service": (
            (
                "i tried to {svp} (on the website|in the app|on my phone) but (the "
                "button is greyed out|it says (something went wrong|my session "
                "expired|to contact you)|the page froze)"
            ),
            "(the website|the app|your site) won't let me {svp}",
            "i can't {svp} (online|on your website|in the app), can you do it?",
            "your website is (down|broken), so please {vp}",
        ),
        "messaging": (
            "i (don't have the rights|haven't got the rights) to do it myself, "
            "please {vp}",
            "{app} (gives me an error|freezes) when i (try|want) to {svp}",
            "i (can't|couldn't) {svp}, (the button is greyed out|it says i'm offline)",
            "i'm logged out of {app}, can you {vp}?",
            "{app} (crashed|is down)( here|), please {vp}",
        ),
        "helper": (
            (
                "i tried to {svp} (myself|earlier|this morning|yesterday) (but|and) "
                "(it just hung|it timed out|i only got an error)"
            ),
            "i can't {svp} (from here|on my machine|on my laptop), can you?",
            "it fails when i {svp}, can you (try|have a go)?",
        ),
    },
    "prior_partial_action": {
        "support human": ("i got cut off (on the phone|in the chat), please {vp}",),
        "look": (
            (
                "(i lost the connection|my battery died|i got a call) (halfway|in the "
                "middle|before i was done)( this morning| earlier|), (please|can you) "
                "{vp} again"
            ),
            "please {vp} again, i closed the (window|tab) (too early|by accident)",
            "{vp} again[ please], i (didn't write it down|forgot half of it)",
        ),
        "look_many": (
            "i only (saw|got) the first (few|page), (please|can you) {vp} again",
            "{vp} again please, i (closed the tab|lost the connection) halfway through",
        ),
        "banking": (
            "i wanted to {svp} (last night|this morning) but (fell asleep|ran out of "
            "time) before the (last step|code came)",
            "i'm not sure it went through (when|that) i tried to {svp}, please check",
            "please {vp}, i (filled it in|entered it) (yesterday|last night) but never "
            "(confirmed|sent) it",
        ),
        "service": (
            (
                "i was about to {svp} (online|on my phone|in the app) when (it "
                "crashed|my battery died|i got logged out|my train went into a tunnel)"
            ),
            (
                "i (started|wanted) to {svp} (yesterday|last week) but never got a "
                "confirmation, can you (check|finish it)?"
            ),
            "(did it work when i tried|did my attempt go through) to {svp}? (if not, "
            "|otherwise |)please (do it|do it again|finish it|take care of it)",
        ),
        "messaging": (
            "i was about to {svp} when (the meeting started|my laptop died|i had to "
            "run)",
            "i wanted to {svp} (yesterday|before lunch) and forgot, can you do it now?",
            "i never (got around|came) to it (yesterday|this morning), please {vp}",
            "i promised to {svp} and didn't finish it, can you?",
        ),
        "helper": (
            (
                "i was about to {svp} when (my laptop died|i had to run|it crashed|i "
                "got pulled into a meeting)(.|, can you (finish it|take over)?)"
            ),
            "i started to {svp} (yesterday|this morning) and got interrupted",
            "i wanted to {svp} (yesterday|before lunch) and forgot, can you do it now?",
        ),
    },
    "contradicts_earlier": {
        "look": (
            "(actually|ok), (please|can you) {vp}",
            "please {vp}, i can't find it myself",
        ),
        "messaging": (
            "we decided differently, please {vp}",
            "(my manager changed his|the team changed their|the client changed "
            "their) mind, please {vp}",
            "after (the meeting|talking to my manager) i think you should {vp}",
            "(actually|on second thought), (please |can you |){vp}",
            "i first wanted to (leave it|wait), but now i (want|need) to {svp}",
        ),
        "support human": ("i tried it with the bot, now i want to {svp}",),
        "banking": (
            "i wanted to wait with (it|this) but please {vp}",
            "(actually|ok), please {vp}, (my wife|my husband|my brother) talked me "
            "into it",
            "i changed my mind (again|since yesterday|about this), please {vp}",
            "i first wanted to (leave it|wait), but now i (want|need) to {svp}",
        ),
        "support back": (
            "i first wanted to keep {it}, but now i('d like| want) to {svp}",
            "i (thought|said) i could live with {it} but no, please {vp}",
            "i changed my mind (about it|overnight), i want to {svp}",
        ),
        "any": (
            "(on second thought|i changed my mind|i've thought about it|actually)(,|:) "
            "(please |can you |){vp}",
            "i first wanted to (leave it|wait), but now i (want|need) to {svp}",
            "i (decided|want) to {svp} now",
        ),
    },
    "repeat visit": {
        "compute": (
            "{vp} again[ please], (same as|like) (last week|yesterday|the other day)",
        ),
        "look": (
            "(can|could) you {vp} again?",
            "i need to {svp} again, (i forgot what it said|something (changed|came "
            "up)|i want "
            "to be sure|i deleted my notes)",
            "{vp} again[ please], (same as|like) (last week|yesterday|on Monday)",
        ),
        "service": (
            (
                "i (wrote|called|emailed) (last week|on Monday|twice) to {svp}(, and "
                "nobody (answered|got back to me)| and never heard back)"
            ),
            "(second|third) time i'm asking: (please |){vp}",
            "i'm still waiting for someone to {vp}",
            "i asked you (last week|on Monday|days ago) to {vp}, (is that done|any "
            "news)?",
        ),
        "helper": (
            "(can|could) you {vp} (too|as well)?",
            "one more (thing|for today)(:|,) (please |){vp}",
            "i asked you (last week|yesterday|on Monday) to {vp}, (is that done|can "
            "you "
            "do it now)?",
        ),
    },
}

RECALLED: Lines = {
    history: {**lines, **RECALLED_AT_HOME.get(history, {})}
    for history, lines in _RECALLED.items()
}
"""Frames that take the place of the request's own."""
