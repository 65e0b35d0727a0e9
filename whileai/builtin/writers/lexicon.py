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
        "{vp}[ please]",
        "i need you to {vp}",
    ),
    "question": (
        "(can|can|could) you {vp}[ for me]?",
        "(can|could) you please {vp}?",
        "would you be able to {vp}?",
        "(can|could) i {svp}[ please]?",
        "(could|can) you {vp} please?",
        "can (somebody|someone) [please ]{vp}?",
    ),
    "wish": (
        "i (need|want|want) to {svp}",
        "i'd like to {svp}",
        "i (would like|have) to {svp}",
        "i'd like you to {vp}",
        "i (need|want|have) to {svp}",
        "i (wanted to ask|was wondering) if you (can|could) {vp}",
        "(i'm trying|i've been trying) to {svp}",
    ),
}
HELPED = "(can|could|would) you [please ]{vp}[ for me]?"
"""For a deed that is the helper's own, such as to explain."""

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
        "please {vp}",
        "(please show me|show me|i need) {np}",
    ),
    "question": (
        "(can|could|can) you {vp}[ for me| please]?",
        "(can|could) you please {vp}?",
        "(can|could|can) i (see|get|have a look at) {np}[ please]?",
    ),
    "wish": (
        "i (need|want|would like) to {svp}",
        "i'd like to {svp}",
        "(i want to see|i need) {np}",
    ),
}
SET_FRAMES: Frames = {
    "order": ("{vp}", "please {vp}", "{vp}", "please {vp}", "{vp} please"),
    "question": (
        "(can|could) you {vp}?",
        "(can|could) you please {vp}?",
        "can you {vp}?",
    ),
    "wish": (
        "i (need|want) to {svp}",
        "i want to {svp}",
        "i'd like to {svp}",
        "i (need|have) to {svp}",
        "i need you to {vp}",
    ),
}
"""For deeds that an idiom words."""

SEE_FRAMES: Frames = {
    "order": ("{vp}", "please {vp}", "{vp} please"),
    "question": (
        "(can|can|could) you {vp}[ for me]?",
        "(can|could) you please {vp}?",
        "(could|can) you {vp} please?",
    ),
    "wish": (
        "i need you to {vp}",
        "i (need|want) to {svp}",
        "i'd like you to {vp}",
        "i'd like to {svp}",
    ),
}
"""For looking things up in an idiom."""

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
        "(roughly |quick one: )how much is {np}?",
        "(got a sec?|hey,|i forgot,) (what's|how much is) {np}?",
        "(can|could) you tell me (what|how much) {np} is?",
        "(do you know|any idea) (what|how much) {np} (is|comes to)?",
    ),
    "compute": (
        "(what's|what is|what would be|how much is) {np}?",
        "(i need|give me|tell me|find) {np}[ please]",
    ),
}
OPENERS = ("(hi|hey|hello)(,|!|.)", "(hi|hey|hello|hi|good morning)(,|!)")
CLOSERS = ("((thanks|thank you)[ (in advance|so much|a lot)]|many thanks)(.|!)",)
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
    "(can|could) you [please ]{vp} and (tell me|check) {aim}?",
    "[please ]{vp} and (tell me|let me know) {aim}",
    "i (need|want) to {svp} and find out {aim}",
    "i (want|need) to know {aim}, (so |)please {vp}",
)
"""Requests to look something up, for ``{aim}``: what is wanted of it."""

AIMED_BARELY = (
    "(can|could) you [please ](find out|tell me|check) {aim}?",
    "[please ](find out|tell me|check) {aim}",
    "i (want|need) to know {aim}",
)
"""The same where there is no more to say of the thing itself."""

CURIOUS = (
    "i (want|need|just want|would like) to know {aim}",
    "please (tell me|check) {aim}",
)
"""What is wanted of a thing, in a sentence of its own."""

CAUSED = (
    "{np} {state}(,| and| so) (can you|could you) {verb} it[ please| for me]",
    "{np} {state}(,| so) please {verb} it[ for me]",
    "{np} {state}(.|, sorry.) (please|can you|could you) {verb} it[ for me]",
    "(since|as|because) {np} {state}, (i'd like to|please|can you) {verb} it",
)
"""A thing and what is the matter with it, and then the request."""

JOINS = (
    "{first}( and| and then|, then|, and then) {second}",
    "{first}. (also,|then|and then|and) {second}",
    "{first}. (after that,|then|and|once that's done,) [please ]{second}",
    "{first}, and (also |)(please |){second}",
    "{first}. while you're at it, {second}",
    "{first}, and while you're at it, {second}",
    "{first}. (oh and|and another thing:|one more thing:) {second}",
    "{first}. i also (need|want) to {wanted}",
    "{first}. (and |)(can|could) you (also |){second}?",
)
"""Two wishes one after the other."""

UNLINKED = (
    "{first}. (also,|and|oh, and) {second}",
    "{first}, and (also |)(please |){second}",
    "{first}. (unrelated, but|another thing:|something else:|and, unrelated:) {second}",
    "{first}. while (i'm|you're) at it, {second}",
    "{first}, and while you're at it, {second}",
    "{first}. (oh and|and another thing:|one more thing:) [please ]{second}",
    "{first}. i also (need|want) to {wanted}",
    "{first}. (can|could) you also {second}?",
)
"""Two wishes that have nothing to do with each other."""

COUNTED = (
    "two things: {first}, and {second}",
    "(two|a couple of) things[ please]: first {first}, second {second}",
    "i need (two things|help with two things): {first}, and {second}",
    "(can|could) you do two things for me? {first}, and {second}",
)
"""The same of two orders, which are counted first."""

FIRST_THEN = "first {first}, then {second}"
"""The same of two orders."""

CONDITIONS = (
    "{first} and if {if}, {second}",
    "{first} and(, if|, in case) {if}, {second}",
    "{first}. if {if}, [please ]{second}",
    "{first}, and {second} if {if}",
    "{first}. only if {if}, {second}",
    "{first}. {second}, but only if {if}",
    "{first} first. if {if}, [please ]{second}",
)
"""One wish, and another that depends on what the first finds."""
