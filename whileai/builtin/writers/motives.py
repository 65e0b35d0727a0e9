"""Why people ask, by topic: a word for what a request is about.

The lines speak of the person's own life (``on Friday``, ``my card expired``), never of
a value, a status or a date of the scene: nothing that it could contradict.
Slots: ``{matter}`` what goes on in a place of talk, ``{goods}`` a thing by its name.
"""

from __future__ import annotations

from whileai.builtin.writers.circumstances import MORE_MOTIVES
from whileai.builtin.writers.payments import PAYMENTS

MOTIVES: dict[str, dict[str, tuple[str, ...]]] = {
    "support": {
        "address": (
            (
                "i'm moving (next week|next month|at the end of the month|on Friday) "
                "and (don't want it to end up at my old place|nobody will be at the "
                "old place to take it)"
            ),
            (
                "i (just noticed|noticed) i put in (my old address|my parents' "
                "address|the wrong street) when i (ordered|signed up)"
            ),
            (
                "(we just moved|we moved last week|i moved in with my girlfriend|we "
                "got a new place) and i forgot to (update|change) (this|it)"
            ),
            (
                "i'll be (at my parents' place|staying with my sister|working from "
                "another city) for (a few|two) weeks and want (everything|it) sent "
                "there"
            ),
            "the (old|last) tenant keeps getting my (packages|mail)",
        ),
        "payment": (
            (
                "my (old |)card (expired|was stolen|got blocked) (last "
                "week|yesterday|over the weekend) and i don't want the payment to "
                "bounce"
            ),
            "i (picked|clicked) the wrong card at checkout, that one is for work",
            (
                "i forgot i still had (a gift card|money on a gift card) from "
                "(christmas|my birthday)"
            ),
            "(my wife|my husband|my dad) doesn't want it on (her|his|the shared) card",
            "i'm trying to keep (everything|all my shopping) on one card this month",
        ),
        "human": (
            (
                "i've explained (this|the whole thing) to (two|three) (different "
                "people|bots) already"
            ),
            (
                "this has been going on for (two weeks|a month|ages) and (i'm tired of "
                "it|nobody takes it seriously)"
            ),
            (
                "(it's complicated|it's a long story) and i'd rather (explain it to a "
                "person|talk than type)"
            ),
            "i don't think a bot can (decide|fix|solve) this",
            "last time the bot (just went in circles|closed the chat on me)",
        ),
        "account": (
            (
                "i can't (log in|get into my account) (any more|since yesterday|since "
                "i changed my phone|since the update)"
            ),
            (
                "i ordered as a guest (last month|a while ago) and now (nothing shows "
                "up|i can't see any of it)"
            ),
            (
                "i (have|got) a new (email|phone|laptop) and (can't find my "
                "orders|none of my orders show up)"
            ),
            "i (think|have a feeling) i made two accounts (by accident|over the years)",
            (
                "i want to (check|see) which (address|card|phone number) you have (on "
                "file|for me) before i order again"
            ),
            "i lost the email with my order number",
        ),
        "product": (
            (
                "i'm looking for (a present for my (dad|sister|brother in "
                "law|nephew)|something for the new (flat|office)|one for a trip)"
            ),
            (
                "my (old one|last one) (broke|fell apart|was stolen) (last week|on "
                "holiday|after five years)"
            ),
            (
                "(a friend|my neighbor|a colleague) has (it|one) and keeps (talking "
                "about it|recommending it)"
            ),
            (
                "i saw it (in a shop|online|at a friend's) and want to (compare|be "
                "sure before i buy)"
            ),
            (
                "i want to buy (two|a few) of them if (the price is right|they're "
                "still available)"
            ),
        ),
        "stop goods": (
            (
                "(my wife|my husband|my roommate|my dad) already (bought|ordered) the "
                "same one (yesterday|last week|in a shop)"
            ),
            (
                "i (found|saw) {goods} (cheaper|secondhand|on sale) (somewhere else|in "
                "a shop around the corner|from a neighbor)"
            ),
            (
                "i ordered {goods} (half asleep|from my phone|in a hurry) and (picked "
                "the wrong color|got the wrong one|don't even need it)"
            ),
            "we're (going away|travelling) and nobody will be (home|there) to take it",
            "money is (tight|a bit tight) this month and {goods} can wait",
        ),
        "change goods": (
            "i (picked|clicked) the wrong one (in a hurry|on my phone|half asleep)",
            ("i (read the reviews|looked at the pictures) again and {goods} won't do"),
            (
                "(my wife|my husband|my roommate|my dad) (thinks|says) i picked the "
                "wrong one"
            ),
            "i measured again and there's less room than i thought",
        ),
        "back goods": (
            (
                "{goods} (isn't|doesn't look) anything like the "
                "(picture|photos|description)"
            ),
            (
                "(my son|my wife|my mom) doesn't (like|want) it and it was (a "
                "present|meant for them)"
            ),
            (
                "{goods} (stopped working|broke|fell apart) (after two days|the first "
                "week|already)"
            ),
            "i ended up not using {goods} at all",
            "i already have one that's just as good",
        ),
        "types": (
            (
                "i'm looking for a present for my (dad|mom|sister|nephew|boss) and "
                "(have no idea what to get|don't know what you have)"
            ),
            (
                "(we're|i'm) setting up (a home office|the new flat|a guest room) and "
                "need (a few|all kinds of) things"
            ),
            "i have a gift card to (spend|use up) and no idea on what",
            "i'm new here and want to get an (idea|overview)",
        ),
    },
    "messaging": {
        "add": (
            (
                "they (just joined|started) (this week|on Monday|yesterday) and (need "
                "to follow|should be in on) {matter}"
            ),
            "they're going to help us (out |)with {matter}",
            "they (keep missing|missed) (the updates|everything) about {matter}",
            "they asked me (twice|in the hallway|at lunch) why they aren't in there",
        ),
        "invite": (
            "they start (on Monday|next week) and should have access on day one",
            "we're working with them on {matter} from now on and email is a pain",
            (
                "they (joined|signed) (this week|as a freelancer) and everything still "
                "goes by email"
            ),
            "they never got the first (invite|invitation)(|, it probably went to spam)",
        ),
        "remove": (
            "they left the company (last week|on Friday|at the end of the month)",
            "their contract (ended|ran out) (last week|on Friday)",
            "they changed teams and (asked to be taken off|still get all our alerts)",
            "we only added them for (one project|the workshop) and that's over",
        ),
        "channel": (
            (
                "i was (on leave|sick|travelling) (last week|for two weeks|for a few "
                "days) and missed (everything|most of it)"
            ),
            (
                "(somebody|my manager) brought up {matter} in the (meeting|standup) "
                "and i had no idea"
            ),
            "i have to (write|prepare) the weekly summary and need {matter} in it",
            "i don't want to ask something that was answered (yesterday|before)",
        ),
        "users": (
            (
                "i need to (ask|talk to) someone about {matter} and don't know who's "
                "(left|there)"
            ),
            (
                "i'm (organizing|planning) (a lunch|a call) about {matter} and don't "
                "want to forget anyone"
            ),
            "i want to be careful about what i (post|write) in there",
        ),
        "inbox": (
            (
                "i've been (in meetings|offline|on the road) all (day|morning) and my "
                "phone died"
            ),
            "i'm waiting for (an answer|a reply) about {matter}",
            "i muted everything (for a few days|last week) and now i'm scared to look",
        ),
        "channels": (
            "i'm new (here|on the team) and don't know my way around",
            "i want to (ask|post) something about {matter}",
            "i (lost track|think we have too many) and want to (archive|merge) some",
            "somebody (invited me|told me to post) and i forgot where",
        ),
        "message": (
            "i'm (on a train|in a workshop all day|on my phone) and can't do it myself",
            "i promised (i'd let them know|to tell them) (in the meeting|by tonight)",
            "they've been (asking|waiting) since (Monday|this morning)",
        ),
        "webpage": (
            (
                "i have (a call|a meeting) with them (later|tomorrow|this week) and "
                "want to be prepared"
            ),
            "a customer asked me about it",
            (
                "i'm (thinking about|comparing) (a few|different) (suppliers|tools) "
                "and they're on my list"
            ),
            "my manager (mentioned|shared) it in the (meeting|call)",
        ),
        "post": (
            (
                "the (old|current) (text|version) is (wrong|out of date) and people "
                "keep (calling|asking) about it"
            ),
            (
                "marketing (approved|signed off on) it (yesterday|this morning) and "
                "wants it up"
            ),
            "we promised (the client|them) it would be online (this week|by tonight)",
        ),
    },
    "banking": PAYMENTS,
    **MORE_MOTIVES,
}
"""By flavour of agent and topic."""
