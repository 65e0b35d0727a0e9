"""Why people ask: reasons by what the agent is for and what sort of deed it is.

They say nothing that a scene could contradict: no value, no status, no date.
"""

from __future__ import annotations

from whileai.builtin.writers.circumstances import CIRCUMSTANCES

REASONS: dict[str, dict[str, tuple[str, ...]]] = {
    "support": {
        "stop": (
            (
                "i (ordered|bought) (it|this) (by accident|twice|in the wrong "
                "(size|color)|too quickly)"
            ),
            (
                "my (wife|husband|son|daughter|mother|flatmate) (already "
                "bought|ordered|has) (the same one|one|exactly that)"
            ),
            "(we|i) (can't|won't) be (home|there) to (take|receive) it",
        ),
        "back": (
            (
                "it('s| is) (too (big|small|loud|heavy)|not what was "
                "(shown|described)|cheaper made than i (thought|expected))"
            ),
            (
                "(it|one of them) (stopped working|broke|came apart|never worked "
                "properly) (after (a day|two uses|a week)|right away)"
            ),
            (
                "(my (kid|daughter|son|wife|husband|dad) doesn't like (it|the "
                "color)|it was a (gift|present) and (it doesn't fit|they have one "
                "already))"
            ),
            (
                "i('d| would) (prefer|rather have) (a bit more (memory|space|room)|a "
                "lighter one|one with better (sound|quality)|the other color)"
            ),
        ),
        "change": (
            "i('m| am) moving (house |)(next (week|month)|soon|at the weekend)",
            (
                "i (just |)(noticed|saw) (a mistake|that i got it wrong|that it's "
                "wrong) when (i checked|the email came)"
            ),
            "(my card was|i've had my card) (replaced|stolen|blocked)",
            (
                "i('ll| will) be (at my (parents'|sister's)|away|at work) when it "
                "(comes|arrives)"
            ),
        ),
        "make": (
            (
                "it('s| is) (a (birthday|wedding|thank-you) (present|gift)|for my "
                "(mom|dad|nephew|office|daughter))"
            ),
            (
                "(the old one|mine|ours) (broke|gave up|fell apart) (yesterday|last "
                "week|this morning)"
            ),
        ),
        "look": (
            "i('ve| have) (not heard|heard nothing) (from you |)for (days|a week)",
            (
                "(the (tracking|confirmation) (email|link)|my account page) (doesn't "
                "work|shows nothing|is empty)"
            ),
            (
                "i (want|need) to (know (if|whether) i should (wait|stay home)|plan "
                "(my week|the weekend))"
            ),
            "it was (supposed|meant) to be a (present|surprise)",
        ),
        "do": (
            (
                "i('ve| have) (explained (this|it)|told this) to (two|three) "
                "(people|colleagues of yours) (already|by now)"
            ),
            "this (has been going on|is dragging on) (for (weeks|days)|too long)",
        ),
    },
    "banking": {
        "do": (
            "the (branch|hotline) is closed( already|)",
            "i want (that|this) (sorted|done) (today|before the weekend)",
        ),
        "pay": (
            (
                "(it's|that's) (for (the (rent|dinner|concert "
                "tickets|electricity|repairs|deposit|holiday house)|my share of the "
                "(trip|present|groceries)))"
            ),
            (
                "(my (friend|sister|brother|flatmate|colleague)|a friend) "
                "(paid|covered|advanced) (it|the (dinner|tickets|hotel|taxi)) for me "
                "(last (week|weekend)|yesterday|the other day)"
            ),
            (
                "i (still owe (them|him|her) for|promised to pay (them|him|her) back "
                "for) the (weekend|tickets|trip|dinner)"
            ),
            "the (invoice|bill|reminder) (came|arrived) (today|yesterday|this morning)",
        ),
        "make": (
            "i (always forget|keep forgetting) to pay on time",
            (
                "(my|the new) (landlord|gym|school|insurance) wants it (every month|on "
                "time|by transfer)"
            ),
        ),
        "change": (
            "(my|our) plans (changed|are different now)",
            "they (asked me to|wanted it changed)",
            "i (noticed|saw) (a mistake|that i got it wrong) when i (checked|looked)",
        ),
        "look": (
            (
                "i('m| am) (doing my taxes|making a budget|saving for a "
                "(car|trip|deposit)|applying for a (loan|flat))"
            ),
            (
                "(there's|i saw) (something|a payment|a charge) (i don't "
                "(recognize|remember)|that looks (odd|wrong))"
            ),
            (
                "(my (employer|landlord|accountant)|a friend) (needs|asked for) "
                "(it|that) (to pay me|for the (contract|paperwork|refund))"
            ),
            (
                "i (want|need) to (know if|see whether) i can (afford (the|a) "
                "(trip|new phone|deposit)|pay the rent)"
            ),
        ),
        "stop": (
            "i (don't (need|use) it(| any more)|moved|sold the car|switched providers)",
        ),
    },
    "messaging": {
        "send": (
            (
                "(they|the team|people) (keep asking|asked) (me |)(about it |)(in (the "
                "standup|every meeting)|since (Monday|this morning))"
            ),
            (
                "i('m| am) (on (a train|leave|my phone)|in a workshop all day) and "
                "can't do it (myself|properly)"
            ),
            (
                "i promised (it|that|to let them know) (yesterday|by (noon|tonight)|in "
                "the meeting)"
            ),
        ),
        "make": (
            "(we|i) need it for (the launch|the migration|the project)",
            "(a colleague|my manager|the team) asked (me |)for it",
        ),
        "stop": (
            "(it's|that one's) (spam|a duplicate|out of date|an old draft)",
            "i (already answered|don't need) it(| any more)",
        ),
        "look": (
            (
                "i was (on leave|sick|away|off) (last week|for (two|three) "
                "days|yesterday) and (need to|want to) catch up"
            ),
            (
                "(someone|my manager|a colleague) (mentioned|quoted) (something|it) in "
                "the (meeting|standup|call)"
            ),
            (
                "i('m| am) (writing|preparing) the (weekly "
                "summary|handover|minutes|agenda)"
            ),
            "i want to (know|check) who (i should|to) (talk to|invite|ask)",
        ),
        "change": (
            "the old (one|version) (had a typo|is out of date|confuses people)",
        ),
    },
    "files": {
        "stop": (
            "(the disk|my drive|the laptop) is (almost |)full( again|)",
            (
                "it's (an old (copy|draft)|a duplicate|left over from (the "
                "migration|testing|last year))( and confuses people|)"
            ),
            "i already sent it (out|off) and don't need it here",
            "it has (personal|private) stuff in it",
        ),
        "change": (
            "(everything|it)'s (all in one folder|in the wrong place|a mess)",
            (
                "(the script|the build|my colleague) (expects|looks for) it "
                "(there|under another name)"
            ),
        ),
        "make": (
            "(we|i) need (a place|somewhere) (for|to put) the (drafts|exports|logs)",
        ),
        "look": (
            (
                "i (don't|can't) remember (what's in there|where i put it|which "
                "version (it|that) is)( any more|)"
            ),
            (
                "i'm (looking for a number|putting the slides together|preparing the "
                "call with them) and (hope|expect) to find it there"
            ),
            "(someone|my manager|a colleague|my brother) (changed|deleted|added) "
            "(something|"
            "a line|a few things) in it (yesterday|last week|this morning)",
            (
                "(a colleague|my professor|the client|my tax guy|my landlord) "
                "(asked|is asking) (about|for) it( today| again| this morning|)"
            ),
            (
                "i have to (send|hand) it (in|over) (tonight|tomorrow|this week) and "
                "want to (check|be sure) first"
            ),
        ),
    },
    "code": {
        "do": (
            "the tests are green( now| here|)",
            "i (want|need) to (log off|start something else) with a clean tree",
            "the (review|release|demo) is (tomorrow|this afternoon|on Friday)",
            "(the reviewer|QA) is waiting",
        ),
        "make": (
            (
                "(i|we) want to (try|test) (something|a fix) without "
                "(breaking|touching) (main|anything)"
            ),
            "the (review|release|demo) is (tomorrow|this afternoon|on Friday)",
        ),
        "change": (
            "(the reviewer|CI|QA) (asked for|complained about|flagged) it",
            "we (renamed|moved) (things|the module) last sprint",
        ),
        "stop": ("it('s| was) (merged|abandoned|replaced) (last sprint|long ago)",),
        "look": (
            (
                "(something|the (build|login|export|search)) broke (over the "
                "weekend|last night|after the (merge|release)|this morning)( and i "
                "need the cause| and i'm looking for the change|)"
            ),
            (
                "i'm (writing|preparing) the (changelog|release "
                "notes|standup|retrospective|handover|monthly report)( for "
                "(Monday|tomorrow)|)"
            ),
            (
                "i'm (new here|new on the team|new to this repo|back from leave)( and "
                "trying to catch up| and a bit lost|)"
            ),
            (
                "(the reviewer|my lead|QA|our PM|the client) (asked|wants to "
                "know|keeps asking)( in the standup| this morning| again|)"
            ),
        ),
    },
    "browser": {
        "look": (
            "i (want|need) to (compare (prices|offers)|see what changed|quote it)",
            "(it|the page) (won't load|looks broken) on my (phone|side)",
        ),
        "do": (
            "i('m| am) (filling in|stuck on) the (form|application|checkout)",
            "(the page|it) (doesn't react|ignores me) when i (click|try)",
        ),
    },
    "calendar": {
        "make": (
            "(we|i) (keep missing each other|never find a time)",
            "(the client|my doctor|my boss) (asked for|suggested|wants) it",
        ),
        "change": (
            (
                "(something (else |)came up|i('m| am) double booked|the kids are "
                "sick|my flight (moved|is late))"
            ),
        ),
        "stop": ("(it's|the topic is) (settled|not needed any more|postponed)",),
        "look": (
            "i('m| am) (planning|trying to plan) (my week|a trip|the offsite)",
            "(my manager|the client|a friend) asked if i('m| am) free",
        ),
    },
    "maths": {
        "compute": (
            (
                "(it's for|i need it for|i'm checking) (my homework|a lab report|a "
                "recipe|a quote|the invoice|our budget|a school project|the new "
                "shelves|an order of (paint|tiles|wood))"
            ),
            (
                "(i|my colleague|my phone|the spreadsheet|my sister) (got|came "
                "to|says) (something else|a different (number|result)|another number)( "
                "by hand| twice| last time|)"
            ),
            (
                "(my (kid|son|daughter)|i) (can't|couldn't) (do it|work it out) "
                "without a calculator"
            ),
            (
                "(the teacher|my boss|the client|the supplier) (wants|asked for) the "
                "exact (number|figure)( today| by tonight|)"
            ),
            (
                "i'm (splitting a bill (with friends|after dinner)|comparing two "
                "(offers|quotes)|filling in a form( for the bank|)|pricing a job( for "
                "a friend|)|planning the (garden|patio|balcony)|redoing the "
                "(floor|bathroom))"
            ),
        ),
        "look": ("(it's for|i need it for) (my homework|a report|class)",),
    },
    "music": {
        "do": (
            (
                "(guests|my friends|my parents) are (coming|here|on their way) "
                "(soon|tonight|in an hour|already)"
            ),
            (
                "i'm (cooking|on the road|working out|studying|cleaning|painting the "
                "kitchen|stuck in traffic)( and it's too quiet| right now|)"
            ),
            "(the kids|my flatmates|we) (love|keep asking for) (it|that one)( lately|)",
            "(it's|it is) (our|her|his) song",
        ),
        "change": (
            "the (baby|kid|dog) (is|just fell) asleep",
            (
                "(the neighbor|my neighbor|my roommate|the guy upstairs) (is "
                "complaining|knocked on the wall|just complained|is on a call|has an "
                "exam tomorrow)"
            ),
            (
                "(we can't|i can't|nobody can) hear (each other|the "
                "doorbell|anything)( in here|)"
            ),
            "i have a (headache|call)( in a minute| right now|)",
        ),
        "make": (
            (
                "(it's for|i'm making one for) (the drive|my sister's "
                "party|running|the office|a friend|our road trip|the wedding|my mom's "
                "birthday)( this weekend| on Friday| next week|)"
            ),
            (
                "(i|we) heard it (in a cafe|on the radio|at a wedding|in a film|at the "
                "gym|in the car) (yesterday|last week|on Sunday|this morning)"
            ),
            (
                "(i|we) (can't stop humming it|danced to it all night|want to learn "
                "it on the guitar|used to play it all summer)"
            ),
            (
                "(my brother|a friend|my daughter|someone at work) (sent it to me "
                "yesterday|recommended it|keeps playing it|played it all week)"
            ),
        ),
        "look": (
            (
                "i've had (it|a tune) stuck in my head (all day|since yesterday|since "
                "the party)"
            ),
            (
                "i (want|need) something (calm|new|cheerful|slow|for (dinner|the "
                "gym|the drive|a rainy day))"
            ),
            (
                "(my kid|a friend|my mom) asked (for it|what it's called)( yesterday| "
                "again|)"
            ),
        ),
        "stop": ("(i'm|we're) (sick|tired) of it(| by now)",),
    },
    "travel": {
        "do": (
            "(i'm|we're) running late",
            "we're still (at the restaurant|in the museum|with friends)",
        ),
        "make": (
            (
                "(it's (our anniversary|a work trip|for a conference|a family "
                "visit)|we're (visiting friends|going to a wedding))"
            ),
            (
                "(there are|we're) (two of us and a (toddler|dog)|four of us|only two "
                "of us)"
            ),
        ),
        "stop": (
            "(the meeting|the wedding|our trip) (was moved|is off|got cancelled)",
            "(my (kid|mother|partner)|one of us) (is|got) (sick|ill|hurt)",
        ),
        "change": (
            "(the meeting|our plan|my shift) (moved|changed)( at the last minute|)",
        ),
        "look": (
            "(we|i) (haven't|have not) decided (yet|on anything)",
            (
                "(i'm|we're) (planning|thinking of) (a long weekend|a family trip|our "
                "honeymoon|a few days off)"
            ),
            (
                "(my boss|my wife|my husband) (wants|asked for) (the options|a plan) "
                "(by |)(tonight|tomorrow)"
            ),
        ),
    },
    "home": {
        "change": (
            "(it's|it is) (freezing|boiling|stuffy|too bright) in here",
            "(we're|i'm) (going to bed|heading out|having guests|away for the weekend)",
        ),
        "do": (
            (
                "(we're|i'm) (going to bed|heading out|away for the weekend|on the way "
                "home)"
            ),
        ),
        "look": (
            "(something|it) (smells|sounds|looks) (odd|off|wrong)( since yesterday|)",
            "(i'm|we're) (away|not at home|at work) and (can't look|want to be sure)",
        ),
    },
    **CIRCUMSTANCES,
    "generic": {
        "look": (
            (
                "(my (boss|manager|teacher)|a (client|colleague|friend)) (asked|wants "
                "to know)( this morning|)"
            ),
            (
                "i('m| am) (writing|preparing) (a (report|summary|talk)|something) "
                "(for (work|class)|about it)"
            ),
            (
                "i('m| am) trying to (understand|find out) (what happened|where (we|i) "
                "stand)"
            ),
        ),
        "compute": ("(it's for|i need it for) (work|a report|class|a friend)",),
        "any": (
            (
                "(my (boss|manager)|a (client|colleague|friend)) (asked for|needs|is "
                "waiting for) it"
            ),
            "i('ve| have) been putting (it|this) off (for (days|weeks)|all week)",
            "(it's|i need it) for (a project|work|a friend|tomorrow)",
        ),
    },
}
"""Reasons by flavour and deed; what is missing comes from ``generic``."""
