"""The sentences of the offline writer, as grammar: requests, moods, histories, stances.

Every pattern reads in many ways, so that no sentence recurs often. ``{vp}`` is the
request for someone to do (``cancel order A-17``), ``{svp}`` the same as one's own wish,
``{np}`` the thing looked for, ``{bare}`` that thing without an article, ``{thing}`` a
pointing word for it.
"""

from __future__ import annotations

DO_FRAMES = {
    "order": (
        "(|||please |just |now |kindly |please just ){vp}[ for me]",
        (
            "(go ahead and|quick one:|one thing:|next:|ok,|so,) {vp}[ for me][ please| "
            "thanks]"
        ),
        "{vp}[ when you (get a chance|have a (sec|minute|moment)|can)][ please]",
        "{vp}, (please|thanks|if you can|will you|would you)",
        "(need you to|i need you to|i'd like you to|i want you to) {vp}[ for me]",
    ),
    "question": (
        (
            "(can|could|would|will) you [please |quickly |just |maybe ]{vp}[ for me| "
            "please]?"
        ),
        "(any chance you (can|could)|is there a way to|would it be possible to) {vp}?",
        (
            "(are you able to|is it possible for you to|would you be able to) {vp}[ "
            "for me]?"
        ),
        "(could i get you to|can i get you to|can i ask you to) {vp}[ please]?",
        "(mind helping me|can you help me|could you help me) {svp}?",
    ),
    "wish": (
        "(i need to|i want to|i'd like to|i have to|i've got to) {svp}[ please]",
        "(i'm trying to|i'm looking to|trying to|i was hoping to|hoping to) {svp}",
        (
            "(help me|please help me|i need (some|a bit of) help to|i could use a hand "
            "to) {svp}"
        ),
        (
            "(i think i need to|looks like i have to|turns out i need to|i guess i "
            "should) {svp}"
        ),
        "(let's|time to|i'm ready to|i decided to|we need to) {svp}",
    ),
}
LOOK_FRAMES = {
    "order": (
        "(|||please |just |quickly |can you ){vp}[ for me]",
        "(quick one:|one thing:|next:|ok,|so,) {vp}[ please| thanks]",
        "{vp}[ when you (get a chance|have a (sec|minute|moment)|can)][ please]",
        "(i need|need|looking for|i'm after|i could use) {np}[ please| real quick]",
        (
            "(give me|get me|let me (see|have)|show me) {np}[ please| real quick| if "
            "you can]"
        ),
    ),
    "question": (
        "(can|could|would) you [please |quickly |just ]{vp}[ for me][ please]?",
        "(can|could|may) i (see|get|have|have a look at) {np}[ please]?",
        "(where can i (find|see)|how do i (see|find|get to)|do you have) {np}?",
        "(any chance (of seeing|you have)|mind pulling up|have you got) {np}?",
        (
            "(can you find out|could you find|are you able to pull up|would you look "
            "up) {np}[ for me]?"
        ),
    ),
    "wish": (
        "(i need to|i want to|i'd like to|i have to|i've got to) {svp}[ please]",
        "(i'm trying to|i'm looking to|trying to|i was hoping to|hoping to) {svp}",
        "(help me|please help me|i need (some|a bit of) help to) {svp}",
        "(i'm (curious about|interested in|wondering about)|i'd like to know) {np}",
        (
            "(i was wondering about|i want to double check|i'd like a look at|i forgot)"
            " {np}"
        ),
    ),
}
ASKED = {
    "attribute": (
        "what's {np}[ right now| at the moment| currently]?",
        "(what is|so what's|and what's|remind me, what's|do you know what's) {np}?",
    ),
    "things": (
        (
            "(what are|so what are|and what are|remind me, what are) {np}[ right now| "
            "at the moment| currently]?"
        ),
        "(do you know|can you tell me|could you tell me) what {np} are?",
    ),
    "many": (
        "(what are|so what are|and what are) {np}?",
        "(what|which) {bare} (do i have|are there|do we have) {rest}?",
        "(are there any|do i have any|do we have any) {bare} {rest}?",
    ),
    "item": (
        (
            "(what's (going on|happening|the story|up) with|how are things with|any "
            "news on) {np}?"
        ),
        "(anything new on|where are we with|where do things stand with) {np}[ now]?",
        "(what do you have on|what can you tell me about|what do we know about) {np}?",
    ),
    "count": (
        "how many {bare} (are there|do we have|were there|did we have) {rest}?",
        (
            "(do you know|can you tell me|could you check|any idea) how many {bare} "
            "(there are|we have|there were) {rest}?"
        ),
        "(what's|what is|can you get) the (number|total number) of {bare} {rest}?",
    ),
    "inside": (
        "(what's|what is|what do we have|what's actually) in {np}?",
        (
            "(what does {np} (say|contain)|can i see what's in {np}|do you know what's "
            "in {np})?"
        ),
    ),
    "compute": (
        "what's {np}[ exactly| roughly]?",
        (
            "(what is|what would be|how much is|so what's|and what's|what do you get "
            "for) {np}?"
        ),
        "(i need|give me|tell me|find) {np}[ please]",
    ),
}
OPENERS = {
    "plain": (
        (
            "(hi|hello|hey|hey there|hi there|good (morning|afternoon|evening)|morning|"
            "hiya)(,| -|!|.| and)"
        ),
        "(ok|okay|alright|right|so|um|hm|oh)(,| so| -|)",
        (
            "(quick (question|one|thing)|small (thing|request|favor)|one (more|quick) "
            "thing)(:| -|.|,)"
        ),
        (
            "(hope you're (well|doing ok|having a good (day|one|week))|hope (this|"
            "today) finds you well)(.| -)"
        ),
        "(sorry to bother you|excuse me|hey, quick one|sorry, one thing)(,| -|.|:)",
        (
            "(got a (minute|sec|moment)|you there|are you there|can you help|free for "
            "a sec)?"
        ),
    ),
}
CLOSERS = (
    (
        "(thanks|thank you|cheers|many thanks|thx|ta)[ (in advance|so much|a lot|a "
        "bunch|very much)][ for (the help|this|helping|looking into it|doing this)](.|"
        "!)"
    ),
    (
        "(appreciate it|much appreciated|i'd appreciate it|that'd be great|that would "
        "be a big help|you're a star|i owe you one)[ really| honestly](.|!)"
    ),
    (
        "(let me know|tell me|shout|ping me|drop me a line) (when (it's|that's) done|"
        "how it goes|once it's (sorted|through)|if (anything|something) (is off|looks "
        "wrong|goes wrong)|if you need (more|anything else))."
    ),
    (
        "(that's (all|it|everything)|nothing else)(| from me| for now| for today| i "
        "think)."
    ),
    (
        "(take your time|no (rush|hurry)|whenever suits|not urgent)(|, really|, "
        "honestly| at all|, any time today is fine)."
    ),
)
MOODS = {
    "frustrated": (
        (
            "(honestly|frankly|i have to say|look)[,] (i'm (fed up|annoyed|losing "
            "patience)|this is getting (old|silly|annoying)|this shouldn't be (so|this)"
            " hard)."
        ),
        (
            "(this has (eaten|cost me) (half my|my whole) (morning|day|evening|"
            "afternoon)|i've wasted (enough|too much) time on this)[ already]."
        ),
        (
            "(why is this (always|still) so (hard|complicated|slow)|why is it never "
            "easy|how hard can (it|this) be)[, really| honestly]?"
        ),
    ),
    "confused": (
        (
            "(not [totally |quite |really ]sure (how|if) (this|it) works|i don't "
            "really (know|get) how this works|i get lost in (these|all these) (menus|"
            "screens|things))[, sorry| tbh]."
        ),
        (
            "(i might be (mixing things up|getting this wrong)|maybe i'm (missing "
            "something|looking in the wrong place)|this part always confuses me)[, so "
            "bear with me]."
        ),
    ),
    "nice": (
        (
            "(you were [so |really ](helpful|great|kind) (last time|before)|you've "
            "been (great|a big help) (so far|lately))[, by the way]."
        ),
        (
            "(no (worries|problem|stress) if (it takes|this takes) (a while|a bit|a "
            "minute)|take whatever time you need)[, i'm around]."
        ),
    ),
    "chatty": (
        (
            "(it's been (one of those (days|weeks|mornings)|a long (day|week))|what a "
            "(day|week|morning)|i've only just (sat down|had my coffee|got in))[ "
            "already| over here]."
        ),
        (
            "(my (partner|sister|brother|flatmate|neighbor|colleague) (said|told me|"
            "reckons) (you'd|you could) (sort|handle|help with) (this|it)|i was told "
            "to (ask|try) you)[ first]."
        ),
        (
            "(long story(, but|short,)|to cut a long story short,|you won't believe it "
            "but) (it's come down to this|here we are|this is what's left|this is the "
            "last bit)."
        ),
    ),
    "curt": (
        (
            "(no (small talk|essays|long answer)|(short|brief) answer|keep it (short|"
            "brief)|just the (result|answer|outcome))(|, please|, thanks| is fine)."
        ),
    ),
}
HISTORIES = {
    "prior_failure": (
        (
            "(still|it's still|this is still) (not working|stuck|broken|not through) "
            "(on my (end|side)|for me|as of this morning)(|, same error as (before|"
            "yesterday)|, third day in a row)."
        ),
        (
            "((got|it gave me) (an error|a timeout|a blank (page|screen)) (when i "
            "tried|the last time|earlier)|(i keep getting|all i get is) (an error|a "
            "timeout|a blank (page|screen)))(|, (maybe|hopefully) (you have|you'll "
            "have) more luck|, any idea why)."
        ),
        (
            "(i (tried|had a go at) this|we (tried|went through) this|someone on your "
            "side tried this) (yesterday|earlier|this morning|last night|before|"
            "already) (and|but) (it (failed|errored out|didn't work|went nowhere|just "
            "hung|never finished)|got an error|nothing (happened|came of it))."
        ),
        (
            "(last|the first|my last|the previous) (time|attempt|try) (failed|blew up|"
            "ended in an error|didn't go through|timed out)(|, no idea why|, so trying "
            "again|, so here i am again)."
        ),
        (
            "(it (didn't work|failed|broke) (last time|the other day|earlier)|this "
            "failed on me (before|earlier|once already))(, so (keep an eye on it|check "
            "it really went through|make sure it sticks)|)."
        ),
    ),
    "prior_partial_action": (
        (
            "(i|we) (only|just) got as far as (the first (step|half)|the middle of it|"
            "setting it up)(| (yesterday|last time|before lunch))(|, then (it|things) "
            "(stopped|hung)|, please finish it|, so carry on from there)."
        ),
        (
            "(check|look) (what's|whether some of it is) (already|been) (done|there)( "
            "before you start| first|, i (think|believe) some of it (went through|"
            "stuck))."
        ),
        (
            "(i (started|began) this|we got (partway|halfway) through this|this was "
            "(started|begun)) (yesterday|earlier|this morning|last week|the other day) "
            "(but|and) (never finished|got cut off|(it's|it was) only half done|had to "
            "stop)."
        ),
        (
            "(part|some|half|a bit) of (it|this) (is|was|should be) (already |)(done|"
            "in place|sorted)(|, (not sure|no idea) (which|how much)|, the rest (isn't|"
            "is still open))."
        ),
        (
            "(your colleague|someone|the last person i spoke to|the other assistant) "
            "(already |)(did|handled|took care of) (part|the first part|some|a bit) of "
            "(it|this)(|, i think|, apparently|, supposedly)."
        ),
    ),
    "contradicts_earlier": (
        (
            "(turns out|apparently) (i was wrong|i had it backwards|i mixed things up) "
            "(earlier|yesterday|before)(|, (sorry about that|my bad|never mind)|, this "
            "is (right|what we want))."
        ),
        (
            "(don't go by|never mind|please drop) (what i (wrote|asked for|said)|my "
            "note from) (this morning|yesterday|earlier|last week)(|, (it's|that's) "
            "out of date|, we (talked|thought) it over|, new plan)."
        ),
        (
            "(i know (i|we) said (the opposite|something else|otherwise|not to)|forget "
            "what i said) (earlier|before|yesterday|last time|this morning)(|, i('ve| "
            "have) changed my mind|, plans changed|, this is what i want now)."
        ),
        (
            "(change of plan|scratch what i said|ignore my (last|earlier|previous) "
            "(message|request|note))(:|,| -) (this is (what i need|it)|here's (what|"
            "the one) i (actually |really |)(want|need|meant))."
        ),
        (
            "(earlier|before|last time) i (told you|said|asked) (to leave it|to wait|"
            "not to bother|to do it the other way)(, (but|and) (now|today) (i do want "
            "it|it has to happen|i need it)|, that no longer holds)."
        ),
    ),
    "repeat visit": (
        (
            "(as|like) i (said|mentioned|wrote) (last time|the other day|before|"
            "yesterday)(|, (not closed|still waiting|never got an answer)|, it's about "
            "(this|the same (thing|thread)) again)."
        ),
        (
            "(second|third) (visit|time here|message) (today|this week|about this)(|, "
            "(hope|hopefully) (it's|this is) the last(| one)|, (you|your colleague) "
            "(helped|was nice) before)."
        ),
        (
            "(me again|it's me again|back again|hello again|i'm back)(|, same (thing|"
            "topic|matter) as (before|last time)|, (sorry|surprise)|, following up)[ "
            "today]."
        ),
        (
            "(we (talked|spoke|chatted)|i (wrote|was here|asked)|i was in touch) about "
            "(this|the same thing|it) (before|last week|the other day|a while ago|"
            "yesterday)(|, remember|, you might remember|, still open on my side)."
        ),
        (
            "(following up on|coming back to|picking up) (what we (discussed|talked "
            "about)[ (the other day|last week|before)]|(our last (chat|conversation)|"
            "my (earlier|last) (message|request))[ from (the other day|last week)])."
        ),
    ),
}
"""What the person says of what came before, by value of the axis."""

JOINS = (
    (
        "{first}(,| and| and then|, then| and after that|, and also|, and while you're "
        "at it,) {second}"
    ),
    "{first}(. (then|after that|also|once that's done,|next,)| - (then|and)) {second}",
    "{first}(, then| and then|, and after that) {second}",
)
"""Two wishes one after the other."""

CONDITIONS = (
    (
        "{first}(,|) and (if (it (looks|seems) (ok|fine|right|good)|that (works|goes "
        "through|checks out)|everything('s| is) (fine|ok)))(,|) {second}"
    ),
    (
        "{first}(. |, )(if (it's not (right|ok|fine)|(something's|anything's) (wrong|"
        "off)|there's a problem)), (then |){second}"
    ),
    "before you {second}, {first}[ please]",
    (
        "{first} (first|before anything else)(. |, )(if (all is well|nothing looks off)"
        "|once (you've seen it|that's clear)|after that)(,|) {second}"
    ),
    (
        "{first}(. | and )(depending on (that|what (comes up|you find|it says))|based "
        "on that), {second}"
    ),
)
"""One wish conditional on the other; the first looks, the second acts."""
