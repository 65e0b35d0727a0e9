"""Clauses that the person's stance adds to a request.

By stance and then by what they go with: a deed, behind the flavour where it differs,
or who is asked (``service`` staff or a ``helper``), ``any`` for the rest. A line that
opens with ``^`` stands before the request. Slots: ``{it}`` a pronoun for the thing,
``{act}`` the deed in general (``cancel an order``).
"""

from __future__ import annotations

from whileai.builtin.writers.pressing import PRESSING

Lines = dict[str, dict[str, tuple[str, ...]]]

SAID: Lines = {
    "hurried": {
        "pay": (
            (
                "(it|the money) (can't be late|has to arrive on time), (they charge a "
                "fee for every day|or i lose the (spot|discount)|i already got a "
                "reminder)"
            ),
        ),
        "send": (
            (
                "(the call|the meeting|our standup) starts in (five|ten|fifteen) "
                "minutes, so this needs to go out now"
            ),
            "(they're|people are) waiting for it (right now|as we speak)",
        ),
        "look": (
            (
                "i'm on the phone with (them|someone) (right now|at the moment) and "
                "need the answer"
            ),
            "i have to call (them|someone) back in (five|ten|fifteen) minutes",
            (
                "just the short version, i'm (about to go into a meeting|on my way "
                "out|on the train)"
            ),
        ),
        "compute": (
            (
                "(my lecture|my exam|the meeting|class) starts in (five|ten|fifteen) "
                "minutes"
            ),
            (
                "just the result (please|is fine), i'm (in the middle of something|in "
                "a hurry)"
            ),
        ),
        "service": (
            (
                "i'm (about to board|between meetings|on my lunch break|at work), so "
                "(a quick answer would be great|i only have (five|ten) minutes)"
            ),
            (
                "i need this (sorted|done) (before (noon|the weekend|my shift starts|i "
                "leave for work)|by (tonight|five|the end of the day))"
            ),
            (
                "^i'm (in a bit of a hurry|in a rush|short on time|in a real hurry)(| "
                "today| right now)"
            ),
        ),
        "helper": (
            (
                "(demo|standup|the meeting|the call) is in (five|ten|fifteen|twenty) "
                "minutes"
            ),
            "i have to (leave|run|be out of here) in (five|ten|fifteen) minutes",
            (
                "(i need it|need it|needed) (asap|right now|before (lunch|the "
                "meeting|i head out)|in the next (few minutes|half hour)|for (the "
                "call|a meeting) in a (moment|minute))"
            ),
            "(people|the others) are (already |)waiting(| for me| for it)",
        ),
    },
    "retry": {
        "any": (
            "it (didn't work|got stuck) (yesterday|this morning|the last two times)",
            (
                "(yesterday|this morning|the first time|earlier today) it (never went "
                "through|came back with an error|just did nothing)"
            ),
            (
                "i (already tried|tried) (this|it) (yesterday|this morning|an hour "
                "ago|twice) and (nothing happened|it never went through|it failed)"
            ),
        ),
    },
    "exploratory": {
        "look": (
            "what else can you look up( for me| here|)?",
            "(no rush|it's not urgent), i'm just curious",
        ),
        "service": (
            (
                "don't (change|do) anything yet, i (just|only) want to know (how it "
                "works|what my options are|what it would cost)"
            ),
            (
                "(how long does that usually take|does that cost anything|what happens "
                "after that)?"
            ),
            "i'm just (asking|looking into it) for now",
        ),
        "helper": (
            (
                "(don't|no need to) (change|do) anything yet, i (just|only) want to "
                "(see|understand) (how it works|what would happen)"
            ),
            (
                "(how does that work|what exactly happens then|what else can you do "
                "with it)?"
            ),
            "i'm just (trying things out|curious what it can do)",
        ),
    },
    "mistaken": {
        "stop": (
            (
                "your website says i can {act} (any time|whenever i like)(, no "
                "questions asked| and get everything back|)"
            ),
            (
                "(a friend|my sister|my neighbor) could still do that (weeks|a month) "
                "later, so it should be (fine|no problem)"
            ),
        ),
        "back": (
            (
                "(i read|as far as i know|i'm pretty sure) you take "
                "(anything|everything) back for (a year|two years|life)(, even "
                "(used|opened) things|)"
            ),
            "it should still be covered by the lifetime (guarantee|warranty)",
        ),
        "pay": (
            "i can (always|still) pull it back within (a day|a week) anyway, right?",
            (
                "as far as i (know|remember) there's no (limit|fee) on "
                "(transfers|payments) (between friends|under a thousand|on weekdays)"
            ),
        ),
        "send": ("i can (still |)(edit|unsend) it (later|afterwards) anyway, right?",),
        "look": (
            (
                "(i'm pretty sure|as far as i remember|i'd swear) (nothing|not much) "
                "(changed|was on it|was in there) (last week|the last time i looked)"
            ),
        ),
        "look_many": (
            (
                "(as far as i remember|i think|i'm pretty sure) there (should only "
                "be|was only) (one|a couple)(| of them)"
            ),
        ),
        "compute": (
            "it should come out as a (round|whole) number(, i think|, right|)",
            (
                "(i|my colleague) got (something much bigger|a negative number|exactly "
                "half of that|zero) by hand"
            ),
        ),
        "change": (
            (
                "(that|it) counts from (today|the moment i ask|last month) (on |)"
                "anyway, right?"
            ),
        ),
        "service": (
            (
                "(the guy on the phone|someone in the chat|your colleague|the lady at "
                "the counter) (told me|said|promised) (it's|this would be) (free|no "
                "problem|done in five minutes|already approved)"
            ),
            (
                "(the guy on the phone|someone in the chat|your colleague) (told me|"
                "said) i can do that (without any paperwork|for free|any time i like)"
            ),
        ),
        "helper": (
            (
                "(as far as i know|i think|pretty sure) (anyone can do that|you "
                "don't need (permission|anyone's ok) for that)"
            ),
            "i (should have|have) the rights for that(, as far as i know|)",
        ),
    },
    "unsure": {
        "look": (
            "not sure that's where i'd find it though",
            "or is that (somewhere else|the wrong place to look)?",
        ),
        "any": (
            "or (is there|do you have) (a better|an easier) way?",
            (
                "(does that make sense|is that the right way to do it|or would you do "
                "something else)?"
            ),
        ),
    },
    "ambiguous": {
        "look": ("same as last time",),
        "any": (
            "(same as|like) (last time|before)",
            "you know (which one|the one) i mean",
        ),
    },
    **PRESSING,
}
"""Clauses that a stance adds to a request."""
