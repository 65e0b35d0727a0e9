"""What people want besides a deed: preferences, conditions, what to do if it fails.

By flavour and topic, flavour and verb, flavour and deed, or deed alone. The lines say
nothing that a scene could contradict. One that opens with ``+`` may go on
with the request, one with ``&`` says nothing but there.
"""

from __future__ import annotations

WISHES: dict[str, tuple[str, ...]] = {
    "support exchange": (
        (
            "if (the one i want|that one|the new one) isn't (available|in stock), "
            "(refund me|refund me to a gift card|i'll take a different color|leave it "
            "as it is|i'd rather return mine)"
        ),
        (
            "if it's more expensive, (tell me the difference first|i'll pay the "
            "difference|leave it|find me a cheaper one)"
        ),
        "if (several|more than one) fit, i'd (take|prefer) the (cheapest|lightest) one",
        "if (multiple|several) colors are available, i prefer (black|blue|grey)",
        "+but only if i don't have to pay for (shipping|the return)",
        "+and nothing else in the order should change",
        "+but don't send it to my old address",
    ),
    "support return": (
        (
            "if (a refund|that) isn't possible, (store credit|a gift card|an exchange) "
            "is (fine|ok) too"
        ),
        "+but only if (shipping is free|i get the full price back)",
        "if there's a (restocking|return) fee, (tell me first|forget it)",
        "i'll keep (everything else|the rest of the order)",
        "if it can't go back, (tell me why|an exchange is fine)",
        "+and (tell me|let me know) how much i get back",
        "+and send me the (label|return label) by email",
    ),
    "support back": (
        (
            "if (that|a refund) isn't possible, (store credit|a gift card) is "
            "(fine|ok) too"
        ),
        "+and tell me when (i get the money|the money will be back)",
        "+but not as store credit",
    ),
    "support stop": (
        "+and tell me (when|how soon) i get the money back",
        (
            "if it's too late for that, (tell me how to return it|i'll send it back "
            "when it (comes|arrives)|change the address to my office|just tell me)"
        ),
        "(all my|my) other orders should stay as they are",
        "+but only if i get (everything|the full amount) back",
        "+but leave my other (orders|order) alone",
        "if you can only cancel part of it, (leave it|do that)",
        "+and refund (me to|it to) my gift card if (you can|possible)",
    ),
    "support items": (
        (
            "if that one isn't (available|in stock), (leave the order as it is|cancel "
            "the item|cancel the whole order|take the closest one)"
        ),
        "if it's more expensive, (tell me first|i'll pay the difference|leave it)",
        "+but don't change (anything|the address) else in the order",
        "+but only if it still (arrives|comes) on the same day",
        "if (multiple|several) colors are available, i prefer (black|blue|grey)",
    ),
    "support address": (
        "if it's too late for that, (cancel it|tell me where i can pick it up)",
        "+but keep my old address as the billing address",
        "+and use it for (all my orders|everything) from now on",
        "+and (tell me|let me know) if that costs extra",
        "+but not before (Friday|the weekend), i'm still at the old place",
    ),
    "support payment": (
        "if that doesn't work, (leave it as it is|cancel the order|use my other card)",
        "+but only if you (refund|cancel) the first payment",
        "+and make sure i'm not charged twice",
        "+and use what's left on it first",
    ),
    "support buy": (
        "if (one|something) isn't in stock, (send the rest|leave it out|wait for it)",
        "+and (wrap|pack) it as a present",
        "+but only if it (arrives|is here) by the weekend",
        "+and send it to my (office|parents)",
        "in (black|blue|grey) if you have it",
    ),
    "support refund": (
        "if that isn't possible, (a gift card|store credit) is fine",
        "+but not as store credit",
        "+and (tell me|let me know) when it's on its way",
    ),
    "support change": (
        "+but everything else should stay (the same|as it is)",
        "+and (let me know|tell me) (once|when) it's (done|changed)",
    ),
    "support order": (
        "+and tell me if anything is missing",
        "+and (send|give) me the tracking link",
        "if it's late, i want to cancel it",
        "if it hasn't left yet, tell me what i can still change",
    ),
    "support product": (
        "+and tell me the cheapest one you have",
        "i'm looking for the (lightest|smallest|cheapest|newest) one",
        "if there are several, which is the best one for (kids|travelling|the office)?",
        "if not, what's the closest thing you have?",
    ),
    "support types": (
        "a (list|short list) is enough",
        "+and sort them by (price|name)",
        "i only need the (names|categories)",
    ),
    "support account": (
        "+and tell me if the address is still the old one",
        "+and list my (last|open) orders",
        "if there are two accounts, take the (newer|older) one",
        "if you can't find (it|me), try my old address",
    ),
    "support human": (
        "i can wait",
        "+but not by phone",
        "if nobody is (there|free), someone can (call|write) me tomorrow",
    ),
    "banking send": (
        "if there isn't enough (on the account|in there), (leave it|tell me first)",
        (
            "if there's a fee, (tell me first|take it from the same account|don't send "
            "it|deduct it from the amount)"
        ),
        "+and (tell|show) me what's left (on my account|in there) after that",
        "+but only if i haven't (sent|paid) it (already|yet|last week)",
        "+but check first that it didn't go out (already|last week|twice before)",
        (
            "if it (can't be there in time|would be late|takes longer), (use an "
            "instant "
            "transfer|tell me|send it a day earlier|i'd rather pay cash)"
        ),
        "+and (save|keep) the account number for next time",
        "+and (send|give) me a (receipt|confirmation) (as a PDF|by email|i can "
        "forward)",
        "+but from the (account my salary goes to|joint account|savings account)",
    ),
    "banking schedule": (
        "+but make sure it doesn't go out twice",
        "if that's a weekend, the next working day is fine",
        "if there isn't enough (on the account|in there) by then, (skip it|tell me)",
        "+but only if there isn't one (like that|for it) already",
        "+and remind me (the day before|a day earlier)",
        "if there's one for that already, (replace it|change it|delete the old one)",
    ),
    "banking reschedule": (
        "+but everything else (can stay|stays) the same",
        "if it (already went out|is too late for that), (tell me|leave it)",
        "+and tell me what it was before",
        "if there are two of them, (take the newer one|change both|tell me)",
    ),
    "banking password": (
        "+and log me out (everywhere|on all my other devices)",
        "+and block the old one[ right away]",
        "+and tell me how to add a (second step|code by text message)",
        "+and (tell me|let me know) when (it's done|i can log in again)",
        "if it's too (short|weak), (tell me|pick a longer one)",
        "+and don't (send|put) it in an email",
    ),
    "banking info": (
        "+but everything else should stay the same",
        "+and (let me know|tell me) (once|when) it's (done|changed)",
        "+and check that the rest is (right|correct), too",
    ),
    "banking IBAN": (
        "&with (spaces|the BIC) please",
        "+and the (BIC|name of the bank) (too|as well)",
        "&of the account (my salary goes to|i pay the rent from)",
    ),
    "banking balance": (
        "+and tell me if it's enough for (the rent|a new laptop|a flight home|the car "
        "insurance|new tires)",
        "&without the (savings|overdraft)",
        "+and what's left after the (rent|next standing order)",
        "&and how much of it i can spend until (payday|the weekend)",
        "+and tell me if i'm in the red",
    ),
    "banking transactions": (
        "+and tell me (what the biggest one was|if there's anything i don't know)",
        "+and tell me how much i (spent|paid) in total",
        "+only what i (paid|got|sent to people)",
        "+and add up what went to (the gym|restaurants|my landlord|taxis)",
        "+and tell me if (anything|something) was charged twice",
        "&sorted by (amount|date)",
    ),
    "banking scheduled": (
        "+and tell me (which one is the biggest|what they add up to|which is next)",
        "+only (the ones for this month|the recurring ones|those over a hundred)",
        "+and tell me if (the gym|the rent|piano lessons) is in there",
        "&sorted by (date|amount)",
    ),
    "banking details": (
        "+and tell me if the (address|name) is still the old one",
        "i only need the (address|name|street)",
    ),
    "messaging add": (
        "if they're already in there, never mind",
        "+and (say hi|let them know) (from me|in there)",
        "if there's no such channel, (create it|tell me|use general)",
        "+but don't notify everyone",
        "if you can't find them, (invite them first|tell me)",
    ),
    "messaging invite": (
        "if they already have an account, (leave it|tell me|send the link again)",
        "+and tell me (once|when) they (accept|joined)",
        "&as a guest, not as a member",
        "+and add them to the (team|project) channels",
        "if the address bounces, (tell me|try their first name)",
    ),
    "messaging remove": (
        "+but (keep|don't delete) their (old messages|files)",
        "if they're (not there any more|already gone), never mind",
        "+and (tell me|let me know) which channels they were in",
        "+and take them out of the (calendar|shared files) too",
        "+but only if they (don't own any channels|aren't an admin)",
    ),
    "messaging mail": (
        "(tell me|let me know) (if|when) (they answer|there's an answer)",
        "if it bounces, (try again|tell me)",
        "+and put me in copy",
        "+and (attach|add) the latest version",
        "+but only if i haven't sent that already",
    ),
    "messaging message": (
        "(tell me|let me know) (if|when) (they answer|there's an answer)",
        "if it doesn't go through, (try again|send it by email)",
        "+and tell me when they've read it",
        "+but only if i haven't (sent|written) that already",
    ),
    "messaging posting": (
        "(tell me|let me know) (if|when) (someone|anyone) answers",
        "if it doesn't go through, (try again|tell me)",
        "+but only if nobody (posted|wrote) that (already|yet)",
        "+and (pin it|make sure it stays at the top)",
    ),
    "messaging post": (
        "if there's a page already, (replace it|leave it|tell me)",
        "+and send me the link (when it's up|afterwards)",
        "+and check that it (loads|shows up) afterwards",
    ),
    "messaging channel": (
        "(two|three|a few) sentences are enough",
        "+only what's (new|important)",
        "+and make a list of the open questions",
        "+and tell me who wrote the most",
        "+and tell me if anyone (mentioned|asked for) me",
        "+start with the newest ones",
        "+and list the links people posted",
    ),
    "messaging channels": (
        "+and tell me which one has the (most|fewest) (people|messages)",
        "&sorted by name",
        "+only the ones i'm (not in|in)",
        "+and tell me which ones (start with|have) (team|project) in (them|the name)",
        "&and what each one is for",
    ),
    "messaging inbox": (
        "+only what i (have to|should) answer",
        "+and (tell me|list) who wrote",
        "+start with the (newest|oldest) ones",
        "+and tell me if (anyone|someone) sent a link",
        "a short summary is (enough|fine)",
    ),
    "messaging users": (
        "+and tell me how many that is",
        "&sorted by name",
        "+and tell me who isn't from our team",
        "+and which of them are admins",
    ),
    "messaging webpage": (
        "(two|three|a few) sentences are enough",
        "+and (find|tell me|write down) the (phone number|email address|prices)",
        "+and tell me if it mentions us",
        "if it doesn't load, try (their main page|again later)",
    ),
    "files file": (
        "a (short summary|few sentences|rough idea) is (enough|fine)",
        "+and (copy|write down) (the numbers|what they want|the contact details)",
        "i only need the (part about us|last page|amounts)",
        "+and tell me the (total|date|most important numbers)",
        "+and make a list of the (open points|names|dates) in it",
        "if it's (too|very) long, (only the (first|last) (part|page)|the main points)",
        (
            "if there are (two|several|more) versions, (take|use) the (newer|newest|"
            "signed|longer|final|shorter) one"
        ),
        "if (it isn't|that's not) in there, (tell me|check the older one|leave it)",
        "if it's (locked|protected|damaged), (tell me|leave it|try the copy)",
        "if (some|part|half) of it is missing, (tell me|say so|don't guess)",
    ),
    "files search": (
        "+with the line (numbers|before and after)",
        "+only the (first|last) (one|few)",
        "it (may|might) be spelled differently",
        "+and tell me how often( it comes up|)",
        "if it's not in there, (tell me|leave it)",
    ),
    "files stop": (
        "+but (keep|leave) everything else (in there|in the folder)",
        "if it's (still open somewhere|in use), leave it",
        "if there's a copy, delete that too",
    ),
    "files change": (
        (
            "if there's already one (there|with that name), (don't overwrite it|ask me "
            "first|add a number)"
        ),
        "+and keep a copy",
        "if the folder isn't there, (make it|tell me)",
    ),
    "files look": (
        "(sorted by|with the) (date|size)",
        "+only the (newest|biggest) ones",
        "if there's nothing, (try the archive|tell me)",
    ),
    "code make": (
        "if it already exists, just (use|switch to) that one",
        "+but don't push (anything|it) yet",
        "+and tell me (what's in it|if the tests pass)",
    ),
    "code look": (
        "+only the (first|last|newest) few",
        "+and tell me who (wrote|did) (most|more than half) of it",
        "&(without|leave out) the (merges|bots|reverts|typo fixes)",
        "&(sorted|grouped) by (author|week|day|size)",
        "+and compare it with the (one|month|release) before",
        "i only need the (total|short version|number)",
        "(just|only) (mine|my team's|the ones from our team)",
    ),
    "maths compute": (
        "(round it|rounded) (to two decimals|to a whole number|up|down)",
        "+and (show me|explain) (the|your) steps",
        "+and don't round (it|anything|in between)",
        "i (only |)need the exact (number|value|result)",
        "+and (check|do) it twice(, please| to be sure|)",
        "+and tell me (how you got there|what you did first)",
    ),
    "music do": (
        "if (you can't find it|it's not there), (anything similar|the live version) "
        "is fine",
        "+and (repeat it|turn it up a bit|then something similar)",
    ),
    "music make": (
        (
            "if it's (already|still) (on there|in there|on it), (leave it|never mind|"
            "don't add it twice|move it to the top)"
        ),
        "put it (at the top|right at the start|at the very end|after the first one)",
        "+and (play|start) it (next|after this one|right away)",
        "if there are several versions, (the original|the live one|the shortest) "
        "please",
        "if (there's no such playlist|that one's gone), (make one|use another one)",
        "+but keep the other songs (where|as) they are",
        "if it's full, take out the (oldest|last) one",
    ),
    "music change": (
        "+but (not|don't go) (any |)(louder|lower) than that",
        "+only in (here|the kitchen|the living room)",
        "+and put it back (later|after this song|at noon)",
    ),
    "music look": (
        "+and tell me how long (it is|they are)",
        "+only the (first|next) few",
        "&without the live versions",
    ),
    "health make": (
        "if that's taken, (the next free time|an hour later) is fine",
        "+and send me a (reminder|confirmation)[ please]",
        "if nothing is free, (put me on the waiting list|tell me)",
    ),
    "travel make": (
        "if it's (full|sold out), (tell me|take the next one)",
        "+and send me the confirmation",
        "if it gets cheaper, (tell me|i'd like to know)",
    ),
    "calendar make": (
        "if that clashes with something, (tell me|move it by an hour)",
        "+and remind me (an hour|a day) before",
        "+and (block|keep) half an hour before it free",
    ),
    "home make": (
        "+and make it loud",
        "+but only once, not every day",
        "+and turn it off by itself (later|after an hour)",
    ),
    "fitness make": ("if it's full, (put me on the list|take the next one)",),
    "cooking make": ("if it's on there already, leave it", "the cheap kind is fine"),
    "tasks make": (
        "if it's on there already, (leave it|just move it up)",
        "+and put it at the top",
    ),
    "stop": (
        "+but leave (everything else|the others) alone",
        "if that's not possible any more, tell me why",
    ),
    "change": (
        "+but everything else should stay as it is",
        "+and tell me what it was before",
    ),
    "make": (
        "if it already exists, (use that one|tell me)",
        "+and tell me (once|when) it's (done|there)",
    ),
    "look": (
        "a short (answer|summary) is enough",
        "+and tell me (if anything looks wrong|what stands out)",
        "+only the most important (part|parts)",
    ),
    "do": (
        "if that doesn't work, (tell me why|leave it)",
        "+and tell me (once|when) it's done",
    ),
}
"""What the request asks for besides."""
