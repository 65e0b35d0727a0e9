"""Why people ask their bank, by topic: what it is about, payments, changes.

As in ``motives``, of the person's own life and never of what a scene holds.
"""

from __future__ import annotations

PAYMENTS: dict[str, tuple[str, ...]] = {
    "password": (
        "i think (my ex|my roommate|someone) (knows|has seen|figured out) the old one",
        (
            "i used the same one (everywhere|on a site that got hacked)(| and i'm "
            "changing all of them| and it leaked)"
        ),
        (
            "(my phone was stolen|i lost my phone|my laptop got stolen) "
            "(yesterday|last night|on the train)"
        ),
        (
            "i (clicked on|fell for) one of those fake bank emails (today|last "
            "night|yesterday)"
        ),
        "i (got|received) a login alert that wasn't me (last night|this morning|today)",
    ),
    "IBAN": (
        (
            "(my new employer|HR|payroll) needs it (to pay me|for my salary|for the "
            "contract)"
        ),
        (
            "(my landlord|the insurance|the tax office|the gym) wants to (refund "
            "me|pay me back) and asked for it"
        ),
        (
            "(a friend|my sister|my flatmate) wants to pay me back for the "
            "(trip|tickets|dinner) and i never know it by heart"
        ),
        "i'm filling in (a form|an application|the lease) and it asks for it",
    ),
    "file": (
        (
            "(my landlord|my accountant|the utility company|a friend) sent it "
            "(yesterday|this morning|last week) and i haven't (opened|read) it yet"
        ),
        "i want to be sure before i pay (anything|it)",
        "i have to (answer|reply to) them (today|this week|tomorrow)",
        "i'm not sure what they want from me",
    ),
    "info": (
        (
            "(we|i) just moved (to a new place|in together|last week) and i'm updating "
            "everything"
        ),
        "i got married (last month|in spring|over the summer) and we moved",
        "my (letters|statements) keep going to the wrong (place|person)",
    ),
    "balance": (
        (
            "i'm (about to book|thinking about booking) a (flight|trip|hotel) and "
            "(don't want to go into the red|want something left for the rent)"
        ),
        (
            "(the rent|a big bill|my insurance) is coming up and i (want to be "
            "sure|have a bad feeling)"
        ),
        "payday was supposed to be (yesterday|today|on Friday|on the first)",
        (
            "i'm (out shopping|at the till|about to order a sofa|at the car dealer) "
            "and "
            "(not sure i can afford this|want to be sure)"
        ),
        "i (lent my brother money|paid the deposit|bought a bike|paid the plumber) "
        "(last "
        "week|on Monday|yesterday)",
        "(the car needs new tires|our washing machine broke|my kid needs braces) and i "
        "don't know if i can pay for it",
    ),
    "transactions": (
        "there's (a payment|something on my card) i don't (recognize|remember)",
        (
            "i'm doing (my taxes|a budget|our household budget) and (lost track|want "
            "to see where it all goes)"
        ),
        "i think (the gym|my phone company|the streaming thing) charged me twice",
        "my balance is lower than i (thought|expected) and i can't figure out why",
        (
            "i'm splitting (the costs|everything) with my "
            "(flatmate|girlfriend|brother) (this month|as always)"
        ),
    ),
    "scheduled": (
        (
            "i (cancelled|quit) the (gym|piano lessons|phone contract) and want to be "
            "sure nothing goes out any more"
        ),
        (
            "i'm planning (the month|my expenses|next month) and (forgot|don't "
            "remember) what goes out when"
        ),
        "(rent|a big bill) is coming up and i'm not sure i set it up",
    ),
    "new recipient": (
        "they (changed banks|have a new account) and sent me the new (number|details)",
        "i (had|typed in) an old account of theirs",
        "the old account was closed",
    ),
    "new amount": (
        "i agreed on a different amount with them",
        "i (had|put in) the wrong amount (at first|the first time|when i set it up)",
        "it (turned out|came out) (a bit |)(more|less) than we (thought|expected)",
        "they (told|wrote) me what it (really |)comes to (yesterday|this morning)",
    ),
    "new bill amount": (
        "they (raised|changed) the price (this year|again|last month)",
        "it (went up|changed) (this month|with the new contract)",
        "i agreed on a different amount with them",
    ),
    "new date": (
        "i don't get paid (until|before) then",
        "they asked for it (a bit |)(earlier|later)",
        "i (picked|put in) the wrong day (when i set it up|at first)",
        "i want to have it off my account (before the holidays|after payday)",
    ),
    "new bill date": (
        "i get paid (later|earlier) in the month (now|since i changed jobs)",
        "it always goes out right before payday and i end up in the red",
        "they asked for it (a bit |)(earlier|later)",
    ),
    "new subject": (
        "they (can't|couldn't) match my payment without the right (reference|subject)",
    ),
    "new recurring": ("i set it up wrong the first time",),
    "new first_name": (
        (
            "i got married (last month|in spring|over the summer) and all my papers "
            "are new"
        ),
        "there's a typo in it since i opened the account",
        "i finally had my name changed (officially|on all my papers)",
    ),
    "new last_name": (
        (
            "i got married (last month|in spring|over the summer) and all my papers "
            "are new"
        ),
        "there's a typo in it since i opened the account",
        "i took my (old name|maiden name) back after the divorce",
    ),
    "new street": (
        "(we|i) just moved and i'm updating everything",
        "i moved in with my (boyfriend|girlfriend|sister) last week",
        "my statements still go to my old place",
    ),
    "new city": (
        "(we|i) just moved and i'm updating everything",
        "i moved for a new job (last month|in spring)",
        "my statements still go to my old place",
    ),
    "subject": (
        "i (promised|said) i'd (pay|send it) (by tonight|this week|right away)",
        "i don't want to (forget|put off) it again",
        "they (sent|gave) me the account number (today|yesterday|on the phone)",
        "i (said|promised) i'd take care of it",
    ),
    "rent": (
        (
            "my landlord only takes transfers and (gets nervous when it's late|already "
            "asked twice)"
        ),
        "the rent is due and i'd rather not be late (again|in my first year)",
        "it's my first (rent|month) in the new (flat|place)",
        "i promised my landlord (it would be on time this month|i'd sort it out)",
    ),
    "dinner": (
        (
            "(she|he|Tom|my colleague) paid for all of us (on Friday|last week|the "
            "other night) and (i still owe my share|won't let it go)"
        ),
        "we split the bill and i (didn't have cash|forgot my card)",
    ),
    "concert": (
        (
            "a friend (bought|got) the tickets for (both|all) of us and (i said i'd "
            "pay right away|i owe them for mine)"
        ),
        "(we're going|it's) with the (same people as last year|guys from work)",
    ),
    "groceries": (
        (
            "my flatmate did (all the|the big) shopping (this month|this week|for the "
            "party)"
        ),
        "(we|my flatmate and i) split the groceries every month and it's my turn",
    ),
    "birthday": (
        (
            "we're (all chipping in|putting money together) for a present (for our "
            "boss|for my mom|for a friend) and (she|he) already bought it"
        ),
        "my (brother|sister) paid for mom's present and i owe them half",
    ),
    "electricity": (
        (
            "the (power|utility) company sent (a reminder|the yearly bill) and (it's "
            "more than i thought|i don't want to pay a late fee)"
        ),
        (
            "(the bill came|i found the bill) (yesterday|this morning|last week) and i "
            "want it off my list"
        ),
    ),
    "car": (
        (
            "the garage (called|finished) (this morning|yesterday) and won't hand over "
            "the car without the money"
        ),
        "my brother (fixed|took care of) the (car|brakes) and paid for the parts",
    ),
    "deposit": (
        (
            "(the landlord|the agency|the venue) only keeps it for us (until we "
            "transfer it|for a few days)"
        ),
        "we (finally |)got the flat and they want the deposit (up front|first)",
    ),
    "taxi": (
        (
            "(my colleague|a friend|she) paid for the (cab|taxi) (after the party|on "
            "Saturday|from the airport) and i was out of cash"
        ),
    ),
    "weekend": (
        (
            "(Marta|a friend|my sister) booked the (flat|flights|hotel) for all of us "
            "and i still owe my (part|share)"
        ),
        "we're settling up after the trip",
    ),
    "football": (
        (
            "(my uncle|a friend|Ben) got us (season tickets|seats for the derby) and "
            "paid (for mine|up front)"
        ),
    ),
    "internet": (
        (
            "they (sent a reminder|threatened to cut us off) (last week|yesterday) and "
            "it's in my name"
        ),
        "it's my turn to pay for the internet (this month|this time)",
    ),
    "piano": (
        "(the teacher|she) sends (an invoice|a bill) every month and i keep forgetting",
        "my daughter (started|takes) piano lessons and the teacher prefers transfers",
    ),
    "gym": ("i (signed up|renewed) and they don't do direct debit",),
}
"""By topic; ``new`` leads in what changes."""
