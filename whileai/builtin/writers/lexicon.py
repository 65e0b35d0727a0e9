"""The frames of the offline writer, as grammar: requests, openings, joins.

Every pattern reads in many ways, so that no sentence recurs often. ``{vp}`` is the
request for someone to do (``cancel order A-17``), ``{svp}`` the same as one's own wish,
``{np}`` the thing looked for, ``{bare}`` that thing without an article.
"""

from __future__ import annotations

Frames = dict[str, tuple[str, ...]]

DO_FRAMES: Frames = {
    "order": (
        "{vp}",
        "please {vp}",
        "please {vp}[ for me| when you can]",
        "(i need you to|i'd like you to) {vp}",
    ),
    "question": (
        "(can|can|could|could) you [please |please ]{vp}[ for me| please]?",
        "(can|could) you help me {svp}?",
        "is it possible to {svp}?",
        "(can|could) i {svp}[ please]?",
        "(do you think you (can|could)|any chance you (can|could)) {vp}[ for me]?",
    ),
    "wish": (
        "i (need|want|would like|need) to {svp}",
        "i'd like to {svp}",
        "(i was hoping|i was wondering if) you could {vp}",
        "i'm trying to {svp}",
        "(help me|please help me) {svp}",
        "(we need|i need|i want) to {svp}",
    ),
}
COMPUTE_FRAMES: Frames = {
    **DO_FRAMES,
    "question": (
        "(can|could|would) you [please |quickly ]{vp}[ for me| please]?",
        "(can|could) you help me {svp}[ please]?",
        "(how do i|how can i|what do i get when i|what comes out if i) {svp}?",
    ),
}
LOOK_FRAMES: Frames = {
    "order": (
        "{vp}",
        "please {vp}[ for me]",
        "(please show me|show me|i need|i need|i'm looking for) {np}",
    ),
    "question": (
        "(can|could|can) you [please |please ]{vp}[ for me| please]?",
        "(can|could|can) i (see|get|have a look at) {np}[ please]?",
        "(can|could) you help me {svp}?",
    ),
    "wish": (
        "i (need|want|would like) to {svp}",
        "i'd like to {svp}[ please]",
        "(help me|i'm trying to|i was hoping to) {svp}",
        "(i need|i'm looking for) {np}",
    ),
}
ASKED = {
    "attribute": (
        "(what's|what is) {np}[ right now| at the moment]?",
        "(can|could) you tell me {np}?",
    ),
    "things": ("what are {np}[ right now]?",),
    "many": (
        "(what|which) {bare} (do i have|are there|do we have) {rest}?",
        "(are there any|do i have any|do we have any) {bare} {rest}?",
    ),
    "item": (
        "(what's (going on|happening|up) with|any news on|what's the status of) {np}?",
        "(what can you tell me about|what do you have on) {np}?",
    ),
    "count": (
        "how many {bare} (are there|do we have|were there|did we have) {rest}?",
        "(what's|what is|can you get) the (number|total number) of {bare} {rest}?",
    ),
    "inside": (
        "(what's|what is) in {np}?",
        "(what does {np} say|can you tell me what's in {np})?",
    ),
    "people": (
        "(who's|who is|who all is) {rest}?",
        "(can|could) you tell me who's {rest}?",
    ),
    "convert": (
        "(what's|what is|how much is) {np}?",
        "(can|could) you tell me (what|how much) {np} is?",
        "(do you know|any idea) (what|how much) {np} (is|comes to)?",
    ),
    "compute": (
        "(what's|what is|what would be|how much is) {np}?",
        "(i need|give me|tell me|find) {np}[ please]",
    ),
}
OPENERS = {
    "plain": (
        "(hi|hey|hello)(,|!|.)",
        "(hi|hey|hello|hi|good morning)(,|!)",
    ),
}
CLOSERS = (
    "(thanks|thank you|many thanks)[ (in advance|so much|a lot)](.|!)",
    (
        "(let me know|tell me) (when (it's|that's) done|if you need anything else|if "
        "something is missing)."
    ),
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

AIMED = (
    "(can|could) you [please |please ]{vp} and (tell me|let me know|check) {aim}?",
    "(please |please |){vp} and (tell me|let me know|see) {aim}",
    "i (need|want|would like) to {svp} (to see|and find out|to find out) {aim}",
    (
        "(i (want|need|would like|just need) to know|i'm trying to (find out|figure "
        "out)) {aim}(, so please {vp}|, can you {vp}?|. can you {vp}?|. please {vp})"
    ),
)
"""Requests to look something up, for ``{aim}``: what is wanted of it."""

AIMED_BARELY = (
    "(can|could) you [please ](find out|tell me|check|look up) {aim}?",
    "[please ](find out|tell me|check|look up) {aim}",
    "(i (want|need|just need) to know|i'm trying to (find out|figure out)) {aim}",
)
"""The same where there is no more to say of the thing itself."""

CURIOUS = (
    "i (want|need|just want|just need|would like) to know {aim}",
    "i'm (trying to find out|wondering|not sure) {aim}",
    "please (tell me|check) {aim}",
)
"""What is wanted of a thing, in a sentence of its own."""

CAUSED = (
    "{np} {state}(,| and| so) (please|can you|could you) {verb} it[ please| for me]",
    "{np} {state}(.|, sorry.) (please|can you|could you) {verb} it[ for me]",
    "(since|as|because) {np} {state}, (i'd like to|please|can you) {verb} it",
)
"""A thing and what is the matter with it, and then the request."""

JOINS = (
    "{first}( and| and then|, then|, and then) {second}",
    "{first}. (also,|after that,|and then) {second}",
    "{first}. (after that,|also,) [please |can you ]{second}",
    "{first}, and (also |)(could you |please |){second}",
)
"""Two wishes one after the other."""

CONDITIONS = (
    "{first} and if (everything|that) looks (ok|fine|right), {second}",
    "before you {second}, [please ]{first}",
    "{first} first. (then|if that looks right,) [please ]{second}",
)
"""One wish conditional on the other; the first looks, the second acts."""
