"""The frames of the offline writer, as grammar: requests, openings, histories, joins.

Every pattern reads in many ways, so that no sentence recurs often. ``{vp}`` is the
request for someone to do (``cancel order A-17``), ``{svp}`` the same as one's own wish,
``{np}`` the thing looked for, ``{bare}`` that thing without an article.
"""

from __future__ import annotations

Frames = dict[str, tuple[str, ...]]

DO_FRAMES: Frames = {
    "order": (
        "{vp}",
        "(please|please|just) {vp}",
        "{vp}( for me| for me| when you can| if you can|), please",
        (
            "(i need you to|i'd like you to|i want you to|go ahead and|please go ahead "
            "and) {vp}"
        ),
        (
            "(i'd appreciate it|i'd be (glad|grateful|happy)|it would help) if you "
            "could {vp}"
        ),
        "please (make sure to|be so kind and) {vp}",
    ),
    "question": (
        "(can|can|could|would) you [please |quickly |please ]{vp}[ for me| please]?",
        "(can|could) you help me {svp}?",
        "(is it possible|would it be possible|is there a way) to {svp}?",
        "(can|could) i {svp}[ please]?",
        (
            "(do you think you (can|could)|(can|could) (someone|you guys|anyone "
            "there)|can you help and) {vp}[ for me]?"
        ),
        "(can|could) (we|i) (still|just|now) {svp}?",
    ),
    "wish": (
        "i (need|want|would like|have|really need) to {svp}",
        ("i('ve decided| came here| just want| have| finally want) to {svp}"),
        ("(i was (wondering|hoping)|i wanted to ask) if you could {vp}[ for me]"),
        "i('d like| want|'d love) to {svp}[ please| if possible]",
        (
            "(help me|help me|please help me|i need help to|i'm trying to|i was hoping "
            "to|i'm looking to) {svp}"
        ),
        "(we need|i need|i want|i have) to {svp}",
    ),
}
COMPUTE_FRAMES: Frames = {
    **DO_FRAMES,
    "question": (
        "(can|could|would) you [please |quickly ]{vp}[ for me| please]?",
        "(can|could) you help me {svp}[ please]?",
        "(how do i|how can i|what do i get when i|what comes out if i) {svp}?",
        "(do you know how to|are you able to|is there a way to) {svp}?",
    ),
}
LOOK_FRAMES: Frames = {
    "order": (
        "{vp}",
        "(please|please|just) {vp}",
        "{vp}( for me| for me| when you can| if you can|), please",
        "(show me|give me|get me|let me see|i need) {np}[ please]",
    ),
    "question": (
        "(can|could|would) you [please |quickly ]{vp}[ for me| please]?",
        "(can|could|may) i (see|get|have|have a look at) {np}[ please]?",
        "(where (can|do) i find|do you have) {np}?",
        "(can|could) you help me {svp}?",
    ),
    "wish": (
        "i (need|want|would like) to {svp}[ please]",
        "i('d like| want|'d love) to {svp}",
        "(help me|i'm trying to|i'm looking to|i was hoping to) {svp}",
        "(i need|i'm looking for|i want) {np}",
    ),
}
ASKED = {
    "attribute": (
        "(what's|what is) {np}[ right now| now]?",
        "(can|could) you tell me {np}?",
    ),
    "things": ("what are {np}[ right now| now]?",),
    "many": (
        "(what|which) {bare} (do i have|are there|do we have|can i see) {rest}?",
        "(are there any|do i have any|do we have any) {bare} {rest}?",
    ),
    "item": (
        (
            "(what's (going on|happening|the story|up) with|how are things with|any "
            "news on|what's the status of) {np}?"
        ),
        "(what do you have on|what can you tell me about|where are we with) {np}?",
    ),
    "count": (
        "how many {bare} (are there|do we have|were there|did we have) {rest}?",
        "(what's|what is|can you get) the (number|total number) of {bare} {rest}?",
    ),
    "inside": (
        "(what's|what is|what do we have) in {np}?",
        "(what does {np} (say|contain)|can you tell me what's in {np})?",
    ),
    "compute": (
        "(what's|what is|what would be|how much is) {np}?",
        "(i need|give me|tell me|find) {np}[ please]",
    ),
}
OPENERS = {
    "plain": (
        "(hi|hello|hey|hey there|hi there|good (morning|afternoon|evening))(,|!|.)",
        "(hi|hey|hello)(,|!)",
        "(quick question:|ok,|so,)",
    ),
}
CLOSERS = (
    "(thanks|thank you|many thanks)[ (in advance|so much|a lot)](.|!)",
    (
        "(let me know|tell me) (when (it's|that's) done|if (you need anything else|"
        "something is missing)|once it's done)[ please]."
    ),
    "(that's all|that would be great|i'd appreciate it|no rush).",
)
MOODS = {
    "frustrated": (
        (
            "(honestly|frankly), (i'm losing patience|this is getting annoying|this "
            "shouldn't be so hard)."
        ),
        (
            "(this has cost me|i've wasted) (half my morning|the whole day|an hour) "
            "(already|by now)."
        ),
    ),
    "confused": (
        (
            "(i'm not [quite |really ]sure how this works|i don't really get how this "
            "works|i might be mixing things up)[, sorry]."
        ),
    ),
    "curt": ("(keep it short|just the (result|outcome)|short answer)(|, please).",),
}
"""Sentences that a new wording of somebody's ask may gain."""

HISTORIES = {
    "prior_failure": (
        (
            "when i tried (it|that|this) (yesterday|on my phone|online|earlier), (it "
            "just spun|i was logged out|the button did nothing|a blank page came up)"
        ),
        (
            "(your (site|app)|the (form|portal)) (is down|only shows an error|lost "
            "everything i typed)(| again| for me)"
        ),
        (
            "(i got an error|it timed out|it hung|the (page|app|site) (crashed|froze|"
            "kept loading)) when i tried (it|this)[ (myself|yesterday|earlier|this "
            "morning|on my phone|last night)]"
        ),
        (
            "(it|this) (failed|didn't work) (yesterday|earlier|last time|this morning|"
            "the first time)[, (no idea why|maybe it works for you)]"
        ),
        (
            "(the app|the website|the site) ((keeps (failing|crashing)|won't let me)[ "
            "(today|since this morning|for some reason)]|gave me an error)"
        ),
    ),
    "prior_partial_action": (
        (
            "(it's|this is) (half|partly) done (already|i think|as far as i can tell)"
            "(|, (please check|just the rest is missing|don't do it twice))"
        ),
        (
            "(last night|yesterday|at lunch) i got as far as the (last|second|"
            "confirmation) (page|step|screen)"
        ),
        (
            "i (started (this|it)|got halfway|was halfway through) (yesterday|earlier|"
            "before lunch|last night) (but|and) (had to stop|got cut off|never "
            "finished|lost the connection|had to leave)"
        ),
        (
            "(part of (it|this)|the first (half|step)|some of it) (may|should|might) "
            "(already |)be done[, (please check first|i'm not sure (what|how much))]"
        ),
        (
            "(your colleague|someone) (began|started) (this|with it) (yesterday|last "
            "week|the other day)[, i don't know how far (they|it) got]"
        ),
    ),
    "contradicts_earlier": (
        (
            "(that's|this is) not what i (asked for|said|wanted) (yesterday|before|at "
            "first|last week), (i know|sorry|but things have changed)"
        ),
        (
            "^(scratch|ignore|forget about) my (last|earlier|other) (message|request|"
            "note)"
        ),
        (
            "(forget|never mind) what i (said|wrote|asked for) (earlier|yesterday|"
            "before|this morning)[, (plans changed|i changed my mind|we talked it "
            "over)]"
        ),
        (
            "^i know i said (not to|something else|the opposite|otherwise) (earlier|"
            "yesterday|last time|before)[, (but plans changed|i changed my mind|this "
            "is what i need now)]"
        ),
        (
            "^i (changed my mind|thought it over)(| again| since yesterday|, sorry "
            "about that|, so here it is|, and this is what i need)"
        ),
    ),
    "repeat visit": (
        (
            "(nobody|no one) (got back to me|answered) (since|after) (my last "
            "message|i called|last (week|time))"
        ),
        (
            "(this is|it's) (about|for) the same (thing|matter) as (last (week|time)|"
            "on Monday|before)"
        ),
        (
            "^(me|it's me|hi|hello|hey) again(|, (same topic|about the same thing|"
            "sorry|one more try|this time with details))"
        ),
        (
            "i (wrote|asked|called|was in touch) about (this|it) (yesterday|last week|"
            "before|the other day|a few days ago)[ already]"
        ),
        (
            "(we|i) (spoke|talked|chatted) about (this|it) (yesterday|last week|before|"
            "the other day)[ with your colleague]"
        ),
        "^following up on (my (earlier |last |)message|yesterday|our last chat)",
    ),
}
"""What the person says of what came before, by value of the axis."""

LOOKED = {
    "prior_partial_action": (
        (
            "(you|someone|your colleague) (sent|gave|showed) me (part|half|some) of "
            "(it|that) (yesterday|last time|this morning)[, (i still need the rest|the "
            "rest was missing)]"
        ),
        (
            "i only (saw|got) (part|half|the first half) of it (last time|yesterday|"
            "before it cut off|earlier)[ and need the rest]"
        ),
    ),
}
"""The same where nothing is changed, as far as it reads otherwise."""

JOINS = (
    "{first}( and| and then|, then|, and then) {second}",
    "{first}. (also,|after that,|then|and then) {second}",
    "{first}. (after that,|then|once that's done,) [please ]{second}",
)
"""Two wishes one after the other."""

CONDITIONS = (
    (
        "{first} and if (it (looks|seems) (ok|fine|right)|everything is (fine|in "
        "order)|that works), {second}"
    ),
    (
        "{first}. if (something (looks|seems) (off|wrong|odd)|it's not (right|what i "
        "expect)|nothing (looks off|is missing)), [please ]{second}"
    ),
    "{first}, (and based on that|then depending on (that|what it says)), {second}",
    "before you {second}, [please ]{first}",
    "{first} first. (after that,|then|if all is well,|once you've seen it,) {second}",
)
"""One wish conditional on the other; the first looks, the second acts."""
