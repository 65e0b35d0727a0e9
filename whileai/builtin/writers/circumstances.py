"""Why people ask a cook, a forecast, a teacher, or a helper at their work.

As ``contexts``, to which the table is added: by flavour and deed.
"""

from __future__ import annotations

_OVER = "(friends|my in-laws|eight people|the neighbors)"

_HOME = "(we're|i'm) (going to bed|heading out|nearly home|away for the weekend)"
MORE_MOTIVES: dict[str, dict[str, tuple[str, ...]]] = {
    "home": {
        "temperature": (
            "(the baby|the dog|my mom) sleeps in there",
            "(guests are|my mom is) staying (over|with us)",
            _HOME,
            "i have to (work|study) in there( all day| tonight|)",
        ),
        "light": (
            _HOME,
            "i can't see a thing",
            "the kids are scared of the dark",
            "i'm carrying (the baby|the groceries)",
        ),
        "lock": (
            _HOME,
            "i can't remember if i did",
            "(somebody|a stranger) (rang|is hanging around)( outside|)",
        ),
        "vacuum": (
            "(guests|my in-laws) are coming (tonight|later|in an hour)",
            "the (dog|cat) is (shedding|losing hair)( again|)",
            "i spilled (flour|cereal|sugar)( everywhere|)",
            "(we're|i'm) out (until five|all morning|for a few hours)",
        ),
        "alarm": (
            "i have (an early flight|a job interview|the early shift)( tomorrow|)",
            "i overslept (twice this week|again|yesterday)",
            "(my phone|my old clock) (died|is broken)",
            "i keep (losing track of time|falling asleep on the couch)",
        ),
        "energy": (
            "the bill was higher than i (thought|expected)",
            "(my landlord|the power company) asked",
            "we got (a new fridge|solar panels|a heat pump) (in spring|last year)",
            "i'm trying to (save a bit|keep track)",
        ),
    },
    "health": {
        "lab": (
            "i had the blood taken (last week|on Monday|days ago)",
            "nobody (called|has called) me (yet|back)",
            "(my doctor|the specialist) (asked|wants to see them)",
        ),
        "wards": (
            "(someone|a patient) is coming (over|up from surgery) (soon|in an hour)",
            "the ER is (full|packed)",
            "i'm (doing|planning) the night shift",
        ),
    },
}
"""As ``motives``: by flavour and topic."""

CIRCUMSTANCES: dict[str, dict[str, tuple[str, ...]]] = {
    "health": {
        "make": (
            "(it's for|i'm asking for) my (son|daughter|mother|father)",
            "it's been (getting worse|bothering me) (for days|since the weekend)",
            "my (knee|back|shoulder) (hurts|is acting up)( again|)",
        ),
        "change": ("(i have to work|my shift changed|the sitter cancelled)",),
        "stop": ("(i('m| am) feeling better|i found one closer to home)",),
        "do": (
            "i only have (two|three|a few) (pills |)left",
            "i'm (travelling|away) (next week|soon) and don't want to run out",
            "the pharmacy says (there are none left|they need a new one)",
        ),
        "look": (
            "(my doctor|the nurse|the specialist) (asked|wants to know)",
            "i('m| am) trying to (keep track|get my papers in order)",
            "i have (a checkup|an appointment) (tomorrow|on Monday)",
        ),
    },
    "cooking": {
        "make": (
            f"(we're|i'm) having {_OVER} over (tonight|on Saturday|this weekend)",
            "i'm going (shopping|to the store) (later|after work|in a minute)",
            "we (ran out|are out) (yesterday|this morning)",
        ),
        "look": (
            f"(we're|i'm) having {_OVER} over (tonight|on Saturday|this weekend)",
            "i (don't know|have no idea) what to (cook|make) (tonight|for dinner)",
            "(half the fridge|a lot of it) is about to go bad",
            "the kids (don't eat|won't touch) anything (green|else)( at the moment|)",
            "i want to (cook|try) something (new|quick|easy) (tonight|for once)",
        ),
        "do": (
            "there are (more|fewer) of us than usual (tonight|on Sunday)",
            "we had it (last week|on Sunday) and (everybody|even my son) loved it",
        ),
        "change": ("there are (more|fewer) of us than usual (tonight|on Sunday)",),
    },
    "weather": {
        "look": (
            (
                "(i'm|we're) (going on a hike|having a barbecue|driving up|flying in|"
                "going camping) (tomorrow|this weekend|on Saturday)"
            ),
            "(the kids have|my son has) a match (outside|on Saturday)",
            (
                "i want to (hang out the laundry|paint the fence|go for a run|take "
                "the bike)( today| tomorrow|)"
            ),
            "i don't know what to (wear|pack)",
            "(my dad|my daughter) has asthma",
            "(my sister|a friend) is (getting married|moving) there (soon|in June)",
        ),
        "make": (
            "i don't want to get caught out (again|on the way home)",
            "my (tomatoes are|car is|laundry is) outside",
            "(we|i) cycle to work",
        ),
    },
    "learning": {
        "make": (
            "(i have|my class has|my son has) a test (on Friday|next week|tomorrow)",
            "i (teach|have) a group of (beginners|teenagers|adults)",
            "i want to (practice|revise) (on the train|a bit|before class)",
        ),
        "look": (
            "i (didn't get it|got lost|fell asleep) in class",
            "(i have|my daughter has) a test (on Friday|next week|tomorrow)",
            "(her|his) (parents|teacher) asked",
        ),
        "do": (
            "i have to hand it (in|back) (tomorrow|on Monday|tonight)",
            "i'd like a second opinion",
            "i (didn't get it|got lost|fell asleep) in class",
        ),
    },
    "translation": {
        "look": (
            "i (found|got) it on (a postcard|an old letter|a parcel)",
            "(a customer|somebody) wrote to us and nobody here knows",
            "i (forgot|don't know) which ones you can do",
        ),
        "do": (
            (
                "(it's|that's) for (my landlord|a customer|our partners|my "
                "grandmother|a friend abroad|the new colleague)"
            ),
            "i have to send it (out|off) (today|tonight|before noon)",
            "my own version sounds (stiff|wrong|like a robot)",
        ),
    },
    "tasks": {
        "make": (
            "i'd only forget otherwise",
            "i promised (my wife|my husband|my flatmate|a friend)",
            "it came to me (in the shower|on the bus|in bed) just now",
        ),
        "do": (
            "i finally got around to it",
            "that one's off my chest now",
        ),
        "send": (
            "they asked me for it( twice|)",
            "we talked about it (yesterday|on the phone|at lunch)",
        ),
        "stop": ("somebody else took care of it", "it's not worth it any more"),
        "look": (
            "i'm planning my (day|week|weekend)",
            "i have (half an hour|an evening) free",
            "i (have a feeling|fear) i forgot something",
        ),
        "change": ("(something|a call) came up",),
    },
    "car": {
        "do": (
            "(we're|i'm) (about to leave|late already|on my way out)",
            "it's (freezing|pouring) (out there|outside)",
            "the kids are already (in the back|strapped in)",
        ),
        "change": ("the kids are in the back", "my hands are (cold|full)"),
        "look": (
            "(i|we) have a long drive (ahead|tomorrow)",
            "my (wife|son|brother) drove it (last|yesterday)",
        ),
    },
    "food": {
        "do": ("we ate there (last night|on Friday|with my parents)",),
        "make": (
            "(we're|i'm) (hungry|starving)",
            "everybody's at my place( already|)",
            "i don't feel like cooking( tonight|)",
        ),
        "look": (
            "(we're|i'm) (hungry|starving)",
            "it's my (mom's|wife's|friend's) birthday",
            "we have (two vegetarians|a toddler|my in-laws) with us",
        ),
        "stop": ("we changed our minds", "we've been waiting for ages"),
    },
    "fitness": {
        "do": (
            "i (almost|nearly) forgot",
            "my watch (was dead|didn't record it)",
            "(i'm|we're) training for a (race|half marathon)",
        ),
        "make": (
            "my doctor says i should move more",
            "(i'm|we're) training for a (race|half marathon)",
            "a friend is coming along",
        ),
        "look": (
            "i have a bet with my (sister|colleague)",
            "i hardly moved (all week|yesterday)",
            "(my doctor|my coach) wants to know",
        ),
    },
    "library": {
        "make": (
            "it's for my (thesis|book club|daughter)",
            "i'll come by (tomorrow|on Saturday) to pick it up",
        ),
        "change": ("i'm only halfway through", "i was ill and couldn't come in"),
        "do": ("i'm only halfway through", "it's for my (thesis|book club)"),
        "look": (
            "i got a letter (yesterday|last week)",
            "it's for my (thesis|book club|daughter)",
            "i (can't|couldn't) find it on the shelf",
        ),
    },
    "investing": {
        "look": (
            "(i'm|we're) thinking of (selling|getting out|buying more)",
            "everybody (at work|in my family) is talking about it",
            "i want to know where i stand (before the weekend|this month)",
        ),
        "make": (
            "a friend (recommended|keeps praising) it",
            "i have some money left (over|from my bonus)",
            "i don't want to miss it (again|this time)",
        ),
        "do": (
            "i need the money for (a car|the move|the roof)",
            "i have a bad feeling about it",
            "i read something (worrying|odd) about them",
        ),
    },
    "accounting": {
        "make": (
            "the job (was finished|is done) (last week|on Friday|today)",
            "they asked for it (on the phone|twice already)",
        ),
        "send": (
            "they (say|claim) they never got it",
            "their accounting (asked|is asking) for it",
        ),
        "do": (
            "the money came in (this morning|yesterday|on Friday)",
            "i saw it on the bank statement",
        ),
        "look": (
            "my tax guy (asked|wants to know)",
            "i'm doing the books for (the quarter|last month)",
            "i want to know who still owes us",
        ),
    },
    "images": {
        "do": (
            "it's for (the website|a birthday card|the newsletter|my profile)",
            "the printer (wants|needs) it that way",
        ),
        "change": ("it's too big for the (form|upload)",),
        "stop": ("there's a mess in the back", "it's for (the website|my profile)"),
        "make": (
            "it's for (the website|a birthday card|the newsletter|a poster)",
            "i can't draw (to save my life|at all)",
        ),
    },
    "news": {
        "look": (
            "somebody brought something up at (lunch|dinner)",
            "i was (offline|on holiday) (for a week|all weekend)",
            "i have to (give a talk|write a column) (tomorrow|on Friday)",
        ),
        "do": ("i don't have time for all of it", "my aunt sent me the link"),
    },
    "office": {
        "do": (
            "i've (talked to|cleared it with) my team",
            "(the handover|my cover) is (sorted out|arranged)",
            "the form on the intranet (is down|keeps crashing)",
        ),
        "make": (
            "i've (talked to|cleared it with) my team",
            "(the handover|my cover) is (sorted out|arranged)",
        ),
        "stop": (
            "(our plans|things) changed",
            "(my colleague|someone) is off (then|already) and we can't both be",
            "we have (a release|an audit) (then|that week)",
        ),
        "change": ("things changed (last month|over the summer|since i moved)",),
        "look": (
            "i'm planning (my summer|a long weekend|the school holidays)",
            "payroll (asked|wants to know)",
            "i want to (plan|book) (a trip|something) before the prices go up",
            "my manager wants (our|the) plans by (Friday|the end of the week)",
        ),
    },
    "sales": {
        "make": (
            "(we|i) met (at the trade show|on the train|at a conference) (last week|"
            "yesterday)",
            "they (called|wrote|filled in the form) (this morning|yesterday)",
            "i have (the|a) business card (here|on my desk)",
        ),
        "change": (
            "i just got off the phone with them",
            "they (called|wrote) back (this morning|yesterday|an hour ago)",
            "we talked about it in the (review|team call) (today|yesterday)",
        ),
        "do": (
            "i just got off the phone",
            "i tend to forget (things|to write it down)",
            "we spoke (this morning|for an hour|yesterday)",
        ),
        "send": ("they've been waiting (since Monday|for days|all morning)",),
        "look": (
            (
                "i have (a sales meeting|the forecast call|the pipeline review) "
                "(at two|this afternoon|tomorrow|in an hour)"
            ),
            "(i'm|we're) preparing the (quarterly|monthly) numbers",
            "my manager wants an update (tonight|before the call|by noon)",
            "i'm taking over (from Dana|for a colleague)( this week|)",
        ),
    },
    "stock": {
        "look": (
            "a customer is (on the phone|asking|here in person)",
            "we count (everything|that aisle) (tomorrow|this week)",
            "(the supplier|my supervisor|the shop) wants to know( today|)",
            "the shelf looks (empty|half empty) to me",
        ),
        "make": (
            "(we'll be|we're nearly) out (soon|by Friday|before the weekend)",
            "the (promotion|season|sale) starts (next week|soon)",
            "the last delivery was (short|late)",
        ),
        "change": (
            "(we|i) counted (again|twice|this morning)",
            "the (count|number) from last night was off",
        ),
        "do": (
            "the (shelf|dock|aisle) is (full|blocked)",
            "(picking|loading) starts (in an hour|at six|soon)",
        ),
    },
    "data": {
        "look": (
            (
                "(i'm|we're) (building a dashboard|writing a report|checking the "
                "numbers)( for (Monday|the board|finance)|)"
            ),
            "finance (asked|wants to know)( again| today|)",
            "(a number|the total|a chart) in the report looks (off|wrong|too high)",
            "i'm new here and don't know the schema( yet|)",
        ),
        "do": (
            "finance (asked|wants to know)( again| today|)",
            "(a number|the total|a chart) in the report looks (off|wrong|too high)",
            "i need the numbers (for the board|for a slide|before the call)",
            "the nightly job (failed|didn't run)( again|)",
        ),
        "stop": (
            "(it's|that one's) left over from (the migration|a test|last year)",
            "(nobody|nothing) uses it( any more|)",
        ),
    },
}
