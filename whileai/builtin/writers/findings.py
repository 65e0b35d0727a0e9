"""What people want to know of what they look up, and what things and places are about.

The lines say nothing that a scene could contradict: no value, no status, no date.
"""

from __future__ import annotations

FINDINGS: dict[str, dict[str, tuple[str, ...]]] = {
    "support": {
        "order": (
            "when it's supposed to (arrive|be here)",
            "if it (left your warehouse|is on its way) yet",
            "which address it's going to",
            "how much i paid (in total|for shipping)",
            "if {goods} (is|was) part of it",
            "why it's taking so long",
            "if everything is going to come in one package",
        ),
        "product": (
            (
                "(if|whether) it (comes|is available) in (other colors|a bigger "
                "size|black)"
            ),
            "how much it is (right now|at the moment)",
            "(if|whether) you still have (any|some)(| left)",
            "how many are left",
            "(if|whether) it's (on sale|cheaper) at the moment",
        ),
        "types": (
            (
                "(if|whether) you (have|sell) (tents|lamps|headphones|anything for "
                "cyclists|garden stuff|coffee machines)"
            ),
            "how many different (kinds of things|categories) you have",
            "what you have for (a home office|hikers|small kitchens)",
        ),
        "account": (
            "which (orders|cards|address) you have (on file|for me|under my name)",
            "which of my orders (are still open|haven't shipped)",
            "if my new (address|phone number) is (in there|saved)",
            "what my last order (was|cost)",
        ),
    },
    "banking": {
        "balance": (
            (
                "if there's enough for (the rent|a new laptop|the car insurance|a "
                "flight home)"
            ),
            "(if|whether) my salary is in(| yet| already)",
            "if the refund (from the hotel|for the shoes|from the airline) came in",
            "how far i am from my savings goal",
        ),
        "transactions": (
            "how much i spent on (groceries|eating out|taxis|the trip|presents)",
            (
                "(if|whether) (the gym|my landlord|the phone company|the insurance) "
                "charged me twice"
            ),
            "(if|whether) there's anything (odd|strange|suspicious) in there",
            (
                "what i paid for (the flights|the dinner|the new tires|that birthday "
                "present)"
            ),
            "if my (salary|refund) came in",
            "who i sent the most money to",
        ),
        "scheduled": (
            "(what|which one) goes out next",
            "when the next (rent|gym) payment goes out",
            "if the gym is still on there",
            "(how much|what) that adds up to per month",
            "which ones i could cancel",
        ),
        "file": (
            "how much i (owe|have to pay) and (to whom|by when|to which account)",
            "when (it's|the next payment is) due",
            "(if|whether) (the amount|my rent|anything) changed",
            "what exactly they (want|charge me for)",
        ),
        "info": (
            "which address you have (for me|on file)",
            "if my (new address|name) is spelled right",
        ),
    },
    "messaging": {
        "channel": (
            "what (was decided|people said|the plan is) about {matter}",
            "(if|whether) anyone (answered|said something) about {matter}",
            "who's (working on|in charge of|looking after) {matter}",
            "what the latest is on {matter}",
            "if there's any news about {matter}",
        ),
        "inbox": (
            "(if|whether) (anyone|someone) (wrote|asked) about {matter}",
            "what's (urgent|important) in there",
            "(if|whether) there's anything i have to (answer|do) today",
            "who i still have to get back to",
        ),
        "users": (
            "who (i could|i should|to) ask about {matter}",
            (
                "(if|whether) (the new intern|anyone from sales|our designer|the whole "
                "team) is in (it|there)"
            ),
            "how many people are in there",
            "who's missing",
        ),
        "channels": (
            "(if|whether) there's one (about|for) {matter}",
            "where people talk about {matter}",
            "which one is the right one for {matter}",
            "which ones (nobody uses any more|i'm not in yet)",
        ),
        "webpage": (
            "(what|how much) they charge",
            "when they're open",
            "how (i|we) can reach them",
            "what they (do|offer) exactly",
            "(if|whether) there's anything new",
            "who's on their team",
        ),
    },
    "files": {
        "file": (
            "what's (missing|still open|left to do)",
            "(if|whether) (it's|that's) the (latest|right|final) version",
            "what the (main points|numbers) are",
            "(if|whether) there's anything (private|about the budget) in it",
        ),
        "folder": (
            "(if|whether) (the report|my draft|the backup) is (in there|still there)",
            "what's taking up (so much|all the) space",
            "which (one|file) is the newest",
        ),
    },
    "code": {
        "log": (
            "(who|what) broke (the build|the tests|the login)",
            "who (touched|changed) (it|that) last",
            "when (this|that|the config) changed",
            "(if|whether) my fix is in",
        ),
        "diff": (
            "(if|whether) i (left|forgot) a debug print in there",
            "what's going to be in the commit",
            "(if|whether) it's ready to commit",
        ),
        "commits": (
            "if we were (busier|faster|slower) than (last month|usual|in spring)",
            "(if|whether) we (did|got) more done than (last month|usual|i thought)",
            "how (busy|productive) that month (really |)was( for us| for my team|)",
            "(if|whether) the (numbers|stats) in (the|my) (report|slides) are right",
            (
                "(if|whether) that's (more|less) than (last month|usual|i thought|in "
                "spring)"
            ),
        ),
    },
    "music": {
        "queue": (
            "what's (next|coming up)",
            "how long it still goes on",
            "(if|whether) my song is in there",
        ),
        "songs": (
            "which one is the (original|live version)",
            "(if|whether) there's a (live|slower) version",
        ),
    },
}
"""By flavour and topic: what goes behind ``tell me``."""

FLAWS: dict[str, tuple[str, ...]] = {
    "desk lamp": (
        "it (flickers|hums) (when it's on full|and drives me crazy)",
        "the switch (broke|stopped working) (after two days|already)",
        "(it's way too bright|the arm is too short) for my desk",
    ),
    "wireless mouse": (
        (
            "it (keeps disconnecting|skips|lags) (every few minutes|when i use it for "
            "work)"
        ),
        "it's too small for my hand (and my wrist hurts|)",
    ),
    "rain jacket": (
        (
            "it's (too tight in the shoulders|a size too small|not really "
            "waterproof)(|, i was soaked after ten minutes)"
        ),
        "the zipper (broke|came off) (the first day|already)",
    ),
    "water bottle": (
        "it leaks (in my bag|all over my bag|when it's upside down)",
        "everything tastes like plastic (from it|even after washing)",
    ),
    "running shoes": (
        (
            "they (pinch|are too narrow|are half a size too small)(| and i have a race "
            "coming up)"
        ),
        "i got blisters after (one run|two runs|the first week)",
    ),
    "office chair": (
        "it (squeaks|wobbles) (when i lean back|all the time)",
        "my back hurts (more than before|after an hour on it)",
        "it doesn't fit under my desk",
    ),
    "backpack": (
        (
            "(a strap|the zipper) (ripped|broke) (on the first day|within a week|at "
            "the airport)"
        ),
        "my laptop doesn't fit (in it|in the sleeve)",
    ),
    "coffee grinder": (
        "it's so loud it wakes up the (whole house|baby|neighbors)",
        "the coffee comes out (uneven|way too coarse)(| no matter what i set it to)",
    ),
    "noise-cancelling headphones": (
        "(the left side|one side) (is silent|crackles) (already|since yesterday)",
        "they (press|hurt) after (half an hour|an hour)(| with my glasses)",
    ),
    "camping tent": (
        "it's (tiny|too small), (two people|we) don't fit with (our|the) bags",
        (
            "(a pole|one of the poles) (snapped|was missing) (on the first night|when "
            "we set it up)"
        ),
    ),
}
"""What is wrong with goods, by their name."""

BETTER: dict[str, tuple[str, ...]] = {
    "desk lamp": (
        "(one|the one) with a (longer arm|warmer light|heavier base)",
        "a (dimmable|smaller|brighter) one",
        "the same (lamp|one) in (black|white|brass)",
    ),
    "wireless mouse": (
        "a (bigger|quieter|left-handed) one",
        "(one|the one) with (more buttons|a cable|a longer battery life)",
        "the same (mouse|one) in (black|grey)",
    ),
    "rain jacket": (
        "(the same one|the same jacket) (one size bigger|one size smaller|in blue)",
        "(one|the one) with (a hood|proper pockets|a longer back)",
        "a (lighter|warmer) one in the same size",
    ),
    "water bottle": (
        "a (bigger|smaller|steel) one",
        "(one|the one) (with a straw|that fits in a cup holder|without plastic)",
        "the same (bottle|one) in (blue|black)",
    ),
    "running shoes": (
        "(the same ones|the same shoes) (half a size bigger|one size smaller|in black)",
        "(ones|a pair) with (more cushioning|a wider toe|better grip)",
        "(ones|a pair) for (trails|the gym)",
    ),
    "office chair": (
        "(one|the one) (with armrests|without armrests|with a headrest|with a mesh "
        "back)",
        "a (lower|quieter|sturdier) one",
        "the same (chair|one) in (grey|black)",
    ),
    "backpack": (
        "a (bigger|smaller|waterproof) one",
        "(one|the one) with (a laptop sleeve|a hip belt|more pockets)",
        "the same (backpack|one) in (green|black)",
    ),
    "coffee grinder": (
        "a (quieter|bigger|manual) one",
        "(one|the one) with (finer settings|a bigger container)",
        "the same (grinder|one) in (black|steel)",
    ),
    "noise-cancelling headphones": (
        "(ones|the ones) with (a longer battery life|softer pads|a cable)",
        "(the in-ear ones|the foldable ones|smaller ones)",
        "the same (headphones|ones) in (black|blue|white)",
    ),
    "camping tent": (
        "a (bigger|lighter|warmer) one",
        "the (three|four) person one",
        "(one|the one) with (a porch|two entrances|fewer poles)",
    ),
}
"""What people would rather have, by the name of the goods."""

MATTERS: dict[str, tuple[str, ...]] = {
    "general": (
        "the office party",
        "the new opening hours",
        "the new rules",
        "the move",
    ),
    "random": (
        "the photos from the summer party",
        "the cake on Friday",
    ),
    "support": (
        "the (login|refund) complaints",
        "that angry customer",
    ),
    "design": (
        "the new logo",
        "the landing page",
        "the mockups",
    ),
    "releases": (
        "the next release",
        "what goes out this week",
        "the delayed release",
    ),
    "marketing": (
        "the spring campaign",
        "the newsletter",
    ),
    "sales": (
        "the new pricing",
        "the big client from last week",
    ),
    "office": (
        "the broken heating",
        "the new desks",
        "the parking spots",
    ),
    "hiring": (
        "the candidates from last week",
        "the open designer job",
    ),
    "backend": (
        "the slow queries",
        "the database migration",
    ),
    "frontend": (
        "the new checkout page",
        "the button colors",
    ),
    "research": (
        "the user interviews",
        "the survey results",
    ),
    "events": (
        "the summer party",
        "the conference booth",
    ),
    "finance": (
        "the unpaid invoices",
        "the travel budget",
    ),
    "book-club": (
        "the next book",
        "the date for the next meetup",
    ),
    "lunch": (
        "where to eat on Friday",
        "the new ramen place",
    ),
    "travel": (
        "the offsite hotel",
        "the train tickets",
    ),
    "announcements": (
        "the new office",
        "the reorg",
    ),
    "incidents": (
        "the outage last night",
        "the payment errors",
    ),
    "feedback": (
        "the new search",
        "the complaints about the app",
    ),
    "": (
        "the launch",
        "the client workshop",
        "the new project",
        "the migration",
        "the new website",
        "the office move",
        "our prices",
        "the fair in spring",
        "the holiday schedule",
        "the new printer",
        "parental leave",
        "the trainees",
        "the phone bill",
    ),
}
"""What goes on in a place of talk, by its name; of any other, under the empty name."""
