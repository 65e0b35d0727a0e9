"""Why people ask: a sentence of background, by what the agent is for.

They say nothing that a scene could contradict: no value, no status, no date.
"""

from __future__ import annotations

CONTEXTS: dict[str, dict[str, tuple[str, ...]]] = {
    "support": {
        "do": (
            (
                "(it's (a gift|for my (kid|mom|dad|partner|sister|office))|i bought "
                "(it|this) for (my (kid|mom|partner|sister)|work|a friend)) (and|but|"
                "so) (plans changed|it has to be right|we need this sorted|i got it "
                "wrong)."
            ),
            (
                "(i (ordered|bought) (in a hurry|too fast|late at night)|i wasn't "
                "(paying attention|careful) when i (ordered|bought it)|i clicked the "
                "wrong (thing|option))(|, (my bad|sorry|silly me|these things happen))."
            ),
            (
                "((it's|this is) not what i (expected|had in mind|wanted)|i changed my "
                "mind|we (changed our minds|found something better)|(i|we) don't need "
                "it (any more|like that|after all))[, sadly| unfortunately]."
            ),
            (
                "(i've been a customer for (ages|years|a long time)|i shop with you (a "
                "lot|all the time)|first time (buying|ordering) (here|from you))(,| "
                "and) (so i hope (this is easy|we can sort it)|never had (a problem|to "
                "ask) before)."
            ),
        ),
        "look": (
            (
                "(it's (a gift|for my (kid|mom|dad|partner|office))|someone('s| is) "
                "(waiting for|asking about) it)(,| and| so) (i want to (be sure|plan|"
                "double check)|i'd like to know where i stand)."
            ),
            (
                "(i (can't|couldn't) find (it|this|anything) (on the (site|app|page)|"
                "in my (emails|inbox))|the (app|site|page) (won't load|shows nothing|"
                "keeps spinning) (for me|on my phone))(|, so asking here|, hence the "
                "message)."
            ),
            (
                "(haven't heard (anything|back)|no (word|news|email|update)) (yet|so "
                "far|from anyone|since i (ordered|asked))(|, (so just checking|hence "
                "this message|and i'm getting nervous))."
            ),
        ),
    },
    "banking": {
        "do": (
            (
                "(i'm (sorting|tidying|cleaning) (out|up) my (finances|bills|payments)|"
                "i promised (i'd|to) (get this|have this) done|it's (due|overdue|time))"
                " (today|tonight|this week|this evening|this weekend)."
            ),
            (
                "(my (landlord|flatmate|accountant|partner|sister|brother)|a friend of "
                "mine) (keeps asking|is waiting|reminded me|has been chasing me)(| "
                "about (this|it))(| all week| again| since yesterday)."
            ),
            (
                "(don't want (any|a) (late fee|trouble|mess)|i'd rather not (forget|be "
                "late|leave it) again)(|, (you know how it is|so better now|so let's "
                "get it done))."
            ),
        ),
        "look": (
            (
                "(i'm (doing|going over|working on) my (budget|taxes|books|accounts|"
                "spending)|i'm (planning|saving for) (a trip|the holidays|a big "
                "purchase|next month))(| (tonight|today|this weekend|right now))."
            ),
            (
                "(something (looks|seems|feels) (off|odd|wrong|strange)|i (lost|lose) "
                "track of (things|my spending|what went out)|i want to be sure "
                "(nothing's missing|it adds up))(|, (maybe it's me|probably nothing|"
                "hence asking))."
            ),
            (
                "(my (partner|accountant|landlord|bank|flatmate)) (asked|wants to know|"
                "is asking|needs it)(| for (some|our|the) (paperwork|form|application))"
                "(| by tonight| today| this week)."
            ),
        ),
    },
    "messaging": {
        "do": (
            (
                "((they|people) (should (know|hear|see it) (before|by) (the (meeting|"
                "call|standup)|lunch|tonight)|have been (asking|waiting))|the team "
                "(missed it (last time|yesterday)|has been (asking|waiting)))."
            ),
            (
                "(i'm (away|on leave|in meetings|traveling|offline) (today|all day|"
                "this week|from tomorrow)|i'm stuck in (a meeting|calls|traffic))(,| "
                "and| so) (can't do it myself|someone has to do it|i need this off my "
                "list)."
            ),
            (
                "((keep it|make it) (simple|friendly|short)|(nothing|no need for "
                "anything) (fancy|special)|don't (overthink|overdo) it)(|, (people are "
                "busy|it's only the team|just get it out))."
            ),
        ),
        "look": (
            (
                "(i (was|have been) (away|off|out|in meetings|on leave) (yesterday|all "
                "morning|last week|for a few days))(,| and| so) (catching up (now|on "
                "things)|i have no idea what (i missed|happened)|i'm behind)."
            ),
            (
                "((someone|a colleague|my manager|the team)) (mentioned|referred to|"
                "asked about|quoted) (it|something) (in (the|our) (meeting|standup|"
                "call)|this morning|earlier|at lunch)(| and i (missed it|drew a blank)|"
                ")."
            ),
        ),
    },
    "files": {
        "do": (
            (
                "(i'm (cleaning up|tidying|reorganizing|sorting out) (my (disk|machine|"
                "laptop|files)|this (mess|project)|the (server|project))|everything's "
                "(all over the place|a mess))(| (today|before the (handover|demo|"
                "release)))(|, (finally|at last|bit by bit))."
            ),
            (
                "((the|a) (build|script|handover|backup|upload) (expects|needs|depends "
                "on) (it|this)|someone else (picks this up|works on this) (tomorrow|"
                "next|after me))(|, so (do it carefully|no surprises please|it has to "
                "be right))."
            ),
        ),
        "look": (
            (
                "(i (can't|don't) remember (where i (put|left|saved) (it|things)|"
                "what's in there)|no idea what (i|we) (kept|left|saved) in there)(| "
                "any more| to be honest|, it's been (ages|a while))."
            ),
            (
                "((i'm|we're) (looking for something|about to (clean up|hand this over|"
                "archive things))|need it for (the (handover|demo|review)|a (report|"
                "ticket)))(| (today|in a minute|this afternoon))(|, so checking first)."
            ),
        ),
    },
    "code": {
        "do": (
            (
                "((i'm|we're) (going to|supposed to) (release|demo|ship|deploy|hand "
                "over|merge) (today|tomorrow|this afternoon|soon|in a bit))(|, "
                "(fingers crossed|so let's be careful|no pressure))."
            ),
            (
                "((CI|the build|the pipeline|review|the team) is (waiting (on|for) "
                "(this|me)|blocked|red|complaining))(| (again|since this morning|"
                "because of me))(|, (so let's go|sorry everyone))."
            ),
            (
                "(i (broke|messed up|fat-fingered) something (earlier|yesterday|last "
                "night)|i've been (putting this off|meaning to do this))(,| and| so) "
                "(now's the time|want it (clean|done)|let's fix it properly)."
            ),
        ),
        "look": (
            (
                "(i'm (writing|preparing|working on) (the|our) (changelog|release "
                "notes|retro|standup notes|handover))(| (for (the team|monday|tomorrow)"
                "|right now|today))."
            ),
            (
                "(something (changed|broke|regressed) (recently|lately|overnight|since "
                "(yesterday|last week))|tests (went red|started failing)( on my branch|"
                "))(,| and) (i want to know (why|what)|trying to find out (why|when)|"
                "no idea (why|who))."
            ),
            (
                "((before|until) i (push|rebase|merge|touch anything|start)|coming "
                "back (to this|from holiday)|new on this (project|codebase))(,) (i "
                "want to (see where things stand|get my bearings|know what's there)|"
                "just checking|bear with me)."
            ),
        ),
    },
    "browser": {
        "do": (
            (
                "(the (page|site|form) (is (slow|weird|fiddly)|keeps (jumping|"
                "reloading)))(,| so) (give it a (second|moment)|(wait|hold on) (till|"
                "until) it('s| has) loaded|(go|do it) slowly)."
            ),
            (
                "((i'm|we're) (testing|checking|going through) (this|the (page|site|"
                "form|flow)))(| (for (work|a client)|before launch|step by step|again))"
                "[, (so take care|nothing serious)]."
            ),
        ),
        "look": (
            (
                "(it's for (a (report|talk|friend|client|school project)|work|an "
                "article)|i'm (writing|preparing|researching) (something|a (piece|talk|"
                "summary)))(|, (nothing fancy|so sources matter|so be thorough))[ "
                "(today|right now)]."
            ),
            (
                "((i'm|we're) (comparing|weighing up|looking into) (options|a few "
                "things|what's out there)|(curious|wondering) what('s| is) out there)(|"
                " (before (i|we) decide|at the moment|for work))."
            ),
        ),
    },
    "calendar": {
        "do": (
            (
                "(my (week|day|calendar) is (packed|a mess|all over the place)|i keep "
                "(forgetting|double booking) things|i can't keep track (any more|of it "
                "all))(|, (so please|hence this|help))."
            ),
            (
                "((everyone|the team|they|my manager)) (agreed|said (yes|it works)|"
                "asked for (it|this)|is fine with it)(| (yesterday|already|this "
                "morning))(|, just needs doing)."
            ),
        ),
        "look": (
            (
                "(i'm (planning|organizing|sorting out) (my (week|day|trip)|the (week|"
                "sprint|offsite)))(| (right now|tonight|with the team))(|, (so just "
                "checking|trying not to double book))."
            ),
            (
                "((someone|my boss|a client|the team)) (wants|is asking) (to meet|for "
                "a slot|to catch up)(| (soon|this week|at some point))(|, (let's see|i "
                "have no clue))."
            ),
        ),
    },
    "maths": {
        "do": (
            (
                "(it's for (my (homework|thesis|class|kid's homework)|a (report|lab|"
                "quiz)|work)|i'm (checking|grading|revising) (something|some exercises)"
                ")(| (tonight|right now|again))(|, (nothing fancy|step by step would "
                "be nice))."
            ),
        ),
        "look": (
            (
                "(it's for (my (homework|thesis|class|kid's homework)|a (report|lab|"
                "quiz|spreadsheet)|work)|i'm (checking|grading|revising) (something|"
                "some exercises|my own numbers))(| (tonight|right now|again))."
            ),
            (
                "(i (got|came up with) (something (strange|odd|else)|a (strange|"
                "different|odd) result)|my (calculator|spreadsheet|friend) (says|gives)"
                " (something else|otherwise)|i don't trust my (own maths|mental "
                "arithmetic|spreadsheet))(|, so (double checking|asking you)|, "
                "(probably|maybe) a typo)."
            ),
            (
                "((no need to|don't) (show|explain) (the|all the|every) (steps|working|"
                "details)|(show|explain) (the|your) (steps|working)|(a rough|an exact) "
                "(answer|figure|number) (is fine|will do|please))(| if (you can|"
                "possible)|, thanks)."
            ),
        ),
    },
    "music": {
        "do": (
            (
                "(i'm (cooking|working out|driving|studying|cleaning|having people "
                "over|getting ready))(| (right now|tonight|in a bit|all evening)) (and|"
                "so) (need|want|could use) (some (energy|company|background)|something "
                "(good|calm|loud|familiar))."
            ),
            (
                "((it's|been) stuck in my head (all day|since yesterday|since the "
                "drive)|(my (kid|friend|partner|sister)) (loves|won't stop (humming|"
                "asking for)) (it|this))(|, (sorry|what can i say|so here we go))."
            ),
        ),
        "look": (
            (
                "(heard (it|something) (in (a (café|shop|film|taxi)|the car)|on the "
                "radio)|a friend (mentioned|played|recommended) (it|something))(| "
                "(earlier|yesterday|last night))(| and (loved it|can't place it|it "
                "stuck))."
            ),
            (
                "(i'm (putting together|building|making) (a (mix|party list|set)|"
                "something for (the (party|drive|weekend|wedding)|a friend)))(| "
                "(tonight|right now|for later))."
            ),
        ),
    },
    "travel": {
        "do": (
            (
                "((it's|this is) for (a (work trip|wedding|family visit|conference|"
                "long weekend)|our (anniversary|holiday|honeymoon)))(| (and|so) (we're|"
                "i'm) (flexible|excited|a bit late)|, (finally|at last))."
            ),
            (
                "((we're|i'm) (traveling|going) (with (kids|my (parents|partner|team)|"
                "friends)|alone|for work))(| (this time|again))(,| and| so) (comfort "
                "matters|nothing too (early|complicated)|cheap is fine|it has to work "
                "out)."
            ),
        ),
        "look": (
            (
                "((we're|i'm) (planning|thinking about|trying to plan) (a (trip|"
                "weekend away|work trip|family visit)|our (holiday|anniversary)))(| "
                "(with (kids|friends|my parents)|on a budget|last minute))."
            ),
            (
                "(haven't (booked|decided) anything yet|still (comparing|deciding|"
                "looking around)|nothing's fixed yet)(|, (so all ideas welcome|just "
                "looking|flexible on most things))."
            ),
        ),
    },
    "health": {
        "do": (
            (
                "((it's for|i'm asking for) (my (son|daughter|mother|father|partner)|"
                "myself))(,| and) (i (can't|couldn't) get through (on the phone|to "
                "anyone)|(mornings|evenings) (are|work) best|it's been (on my mind|a "
                "while))."
            ),
            (
                "(my doctor (said|told me|suggested|asked me) to (do this|sort it out|"
                "get it done|ask) (soon|this week|when i can)|i keep putting (it|this) "
                "off)(|, (so here i am|better now|you know how it is))."
            ),
        ),
        "look": (
            (
                "((i'm|we're) (trying to|going to) (keep track|eat better|get "
                "organized|plan ahead))(| (this (month|week|year)|again|properly))(,| "
                "and| so) (need the (facts|numbers)|want to be sure|just checking)."
            ),
            (
                "(i'm a (bit|little) (worried|nervous|unsure)|it's probably nothing|"
                "(my (partner|mom|doctor)) (asked|told me to check))(|, (but|so) (i'd "
                "rather (know|ask)|better safe than sorry))."
            ),
        ),
    },
    "home": {
        "do": (
            (
                "((i'm|we're) (heading out|on (my|our) way home|going to bed|away for "
                "the weekend|having guests))(| (now|soon|in a bit|tonight))(|, (so "
                "make it nice|so save some energy|so get it ready))."
            ),
            (
                "(it's (freezing|boiling|stuffy|dark|too loud|noisy) in here|the (kids|"
                "neighbors|cat|dog) (are|is) (complaining|asleep|going crazy))(| "
                "(again|already|right now))(|, (help|please))."
            ),
        ),
        "look": (
            (
                "(something (smells|sounds|feels|looks) (off|odd|weird)|i (think|feel "
                "like) (something|it)'s (acting up|not right))(| (again|since "
                "yesterday|over here))(|, (just checking|maybe it's nothing))."
            ),
            (
                "((i'm|we're) (away|at work|not home|on the road))(| (till (tonight|"
                "tomorrow|monday)|right now)) (and|so) (want to be sure|just checking "
                "in|can't look myself)."
            ),
        ),
    },
    "generic": {
        "do": (
            (
                "((it's|this is) (for (work|a client|a friend|my team|a project)|part "
                "of something bigger|the last thing on my list))(| (today|this week|i "
                "think))(|, (so it matters|nothing dramatic|so let's get it right))."
            ),
            (
                "((someone|my (boss|team|colleague)|a client)) (asked|is asking|is "
                "waiting) for (it|this)(| (since (this morning|yesterday)|today|again))"
                "(|, (so|you know how it is|no pressure))."
            ),
            (
                "(i've been (meaning to (do|sort out)|putting off) this|it's (long "
                "overdue|about time)|this has been on my list)(| (for (ages|weeks)|all "
                "week|since forever))."
            ),
        ),
        "look": (
            (
                "((it's|this is) for (work|a client|a friend|my team|a (report|project|"
                "presentation)))(| (today|this week|tomorrow))(|, (so it matters|"
                "nothing dramatic|so i want it right))."
            ),
            (
                "((someone|my (boss|team|colleague)|a client)) (asked|is asking|wants "
                "to know)(| (this morning|again|today|in a meeting))(|, (and i had no "
                "answer|so i need to know|so checking))."
            ),
            (
                "((i'm|we're) (trying to (understand|figure out)|looking into|going "
                "through) (something|a few things|where things stand))(| (today|right "
                "now|this week))."
            ),
        ),
    },
}
"""Background by flavour, for asks that change something and for those that look."""
