"""Clauses that the person's stance adds to a request.

By stance and then by what they go with: a topic or a deed, behind the flavour where it
differs, or who is asked (``service`` staff or a ``helper``), ``any`` for the rest. A
line that opens with ``^`` stands before the request; one with ``+`` may go on with it.
Slots: ``{it}`` a pronoun for the thing, ``{act}`` the deed (``cancel an order``).
"""

from __future__ import annotations

from whileai.builtin.writers.pressing import PRESSING
from whileai.builtin.writers.private import SAID_AT_HOME

Lines = dict[str, dict[str, tuple[str, ...]]]

_SAID: Lines = {
    "hurried": {
        "pay": (
            "it can't be late[ again], they (charge a fee|already sent a reminder)",
            "they (charge|want) a late fee (this time|for every day)",
        ),
        "send": (
            "the (call|meeting|standup) starts in (five|ten|fifteen) minutes",
            "+asap[ please], (they're waiting|i'm already in the call)",
            "i'm (driving|on stage in a minute|about to lose my signal)",
        ),
        "look": (
            "i'm on the phone with (them|someone) right now",
            "i have to call (them|someone) back in (five|ten|fifteen) minutes",
            (
                "just the short version[ please], i'm (about to go into a meeting|on "
                "my way out|on the train|in the middle of something)"
            ),
            "(quickly|quick answer) please, i'm in a meeting",
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
                "i'm (about to board|between two meetings|on my lunch break|at work) "
                "and only have (five|ten|a couple of) minutes"
            ),
            (
                "i need (this|it) (sorted|done) (before (noon|the weekend|my shift "
                "starts|i leave for work)|by (tonight|five|the end of the day))"
            ),
            "+asap[ please]",
            "+today if (possible|you can)",
        ),
        "helper": (
            (
                "(demo|standup|the meeting|the call) is in (five|ten|fifteen|twenty) "
                "minutes"
            ),
            "i have to (leave|run|be out of here) in (five|ten|fifteen) minutes",
            (
                "(i need it|need it|needed) (right now|before (lunch|the meeting|i "
                "head out)|in the next (few minutes|half hour)|for (the call|a "
                "meeting) in a (moment|minute))"
            ),
            "+asap[ please]",
        ),
    },
    "retry": {
        "look": (
            "it timed out (before|this morning|the first time)",
            "(earlier|this morning) i only got an (error|empty page)",
        ),
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
        "service": (
            "don't (change|do) anything yet, i (just|only) want to know what it costs",
            "(how long does that (usually |)take|does that cost (anything|extra))?",
        ),
        "banking pay": (
            "(how long does that (usually |)take|is there a fee for that)?",
            "when (would|will) it (arrive|get there)?",
        ),
        "messaging send": ("can (they|people) see that it (came|comes) from me?",),
        "messaging add": (
            "(will|do) they (get an email|get a notification|see the old messages)?",
        ),
        "helper": (
            "what happens (then|after that)?",
            "how does that work?",
        ),
    },
    "mistaken": {
        "stop": (
            "(that|it) can be undone (later|any time|for a month), right?",
            "(that|it) only (goes away|disappears) for me, right?",
        ),
        "support stop": (
            (
                "your website says i can {act} (any time|whenever i like)(, no "
                "questions asked| and get everything back|)"
            ),
            "(that's|it's) free (until|as long as) it arrives, right?",
            "the money (is|will be) back( on my card|) the same day, right?",
        ),
        "service stop": (
            (
                "your website says i can {act} (any time|whenever i like)(, no "
                "questions asked|)"
            ),
            "(that's|it's) free (until the day before|at any time), right?",
        ),
        "messaging remove": (
            "they can (still |)read along (afterwards|without an account), right?",
            "(all their|their) messages (disappear|are gone) then, right?",
        ),
        "back": (
            (
                "(i read|as far as i know|i'm pretty sure) you take "
                "(anything|everything) back for (a year|two years|life)(, even "
                "(used|opened) things|)"
            ),
            "it's (still |)(covered by|under) the lifetime (guarantee|warranty)",
        ),
        "pay": (
            "i can (always|still) pull it back within (a day|a week), right?",
            (
                "as far as i (know|remember) there's no (limit|fee) (between "
                "friends|under a thousand|on weekdays)"
            ),
            "(it'll be|it's) there within (the hour|a few minutes), right?",
        ),
        "messaging message": (
            "i can (still |)(edit|unsend|delete) it (later|afterwards), right?",
        ),
        "messaging invite": (
            "they can join without an account, right?",
            "they only see the public channels, right?",
        ),
        "messaging post": ("it's online right away, right?",),
        "banking balance": (
            "i can't be in the red, my card still works",
            "my savings are (included|in there too), right?",
            "the rent (went|is) out already, right?",
        ),
        "banking transactions": (
            "(cash|what i paid in cash) is in there too, right?",
            "(card payments|they) show up the same day, right?",
            "it goes back (five|ten) years, right?",
        ),
        "banking scheduled": (
            "they (skip|are skipped on) holidays, right?",
            "they (all |)go out on the first of the month, right?",
            "direct debits are in there too, right?",
        ),
        "banking IBAN": (
            "it's the same as my card number, right?",
            "it's the one on (the back of my card|my card), right?",
        ),
        "banking details": (
            "you get my new address from the post office, right?",
            "my wife can change (them|it) for me, right?",
        ),
        "messaging channel": (
            "(deleted|old) messages are (still |)in there, right?",
            "nobody gets a notification when you read it, right?",
            "it's only our team in there, right?",
        ),
        "messaging inbox": (
            "(deleted|archived) messages are (still |)in there, right?",
            "they (don't|won't) see that you read (it|them), right?",
        ),
        "messaging users": (
            "(everybody|the whole company) is in there by default, right?",
            "guests aren't counted, right?",
        ),
        "messaging channels": (
            "(archived|private) ones are (listed|in there) too, right?",
            "everyone can see all of them, right?",
        ),
        "messaging webpage": (
            "(that's|it's) their official (site|page), right?",
            "you can see the members' area too, right?",
        ),
        "support order": (
            "it (ships|goes out) the same day, right?",
            "(delivery|shipping) is always free, right?",
            "i can refuse it at the door, right?",
        ),
        "support product": (
            "you price match (everybody|other shops), right?",
            "it comes with (batteries|a lifetime warranty), right?",
        ),
        "support types": (
            "you (sell|have) everything (online|in the shop) too, right?",
        ),
        "support account": (
            "you delete (old orders|the account) after a year, right?",
            "my husband sees the same orders in his account, right?",
        ),
        "look": (
            (
                "(i'm pretty sure|as far as i remember|i'd swear) (nothing|not much) "
                "(changed|was in there) (last week|the last time i looked)"
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
        "banking password": (
            "my old one (keeps working|still works) (too|for a day), right?",
            "you (can|could) send me the old one if i forget this one, right?",
        ),
        "banking reschedule": (
            "that (changes|counts for) the one from last month too, right?",
            "they get a message about the change, right?",
            "it goes out the day before if that's a Sunday, right?",
        ),
        "banking info": (
            "(that|it) changes (in|at) my other banks too, right?",
            "you don't need (any|the) papers for that, right?",
        ),
        "support change": (
            (
                "that's (always |)(free|possible) (until|as long as) it's (out for "
                "delivery|in the van), right?"
            ),
            "(that|it) (changes|counts) for (all my|my) (other|old) orders too, right?",
        ),
        "messaging add": (
            "they (don't|won't) (need|have to) accept (anything|it), right?",
            "(anyone|everyone) in there can do that, right?",
        ),
        "service": (
            (
                "(the guy on the phone|someone in the chat|your colleague) (told me|"
                "said) (it's free|that's no problem|it takes five minutes)"
            ),
        ),
        "helper": (
            "(that|it) (happens|takes effect) right away, right?",
            "(that|it) can be undone (later|any time), right?",
            "i should have the rights for that(, as far as i know|)",
        ),
    },
    "unsure": {
        "look": ("not sure (that's where i'd find it|i'm looking in the right place)",),
        "any": (
            "(or is there an easier way|is that the right way to do it)?",
            "(would|does) that make sense?",
        ),
    },
    "ambiguous": {
        "any": ("you know (which one|the one) i mean", "(same as|like) last time"),
        "look": ("same as last time",),
        "compute": ("same as last time",),
    },
    **PRESSING,
}

SAID: Lines = {
    stance: {**lines, **SAID_AT_HOME.get(stance, {})} for stance, lines in _SAID.items()
}
"""Clauses that a stance adds to a request."""
