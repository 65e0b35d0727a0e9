"""What people want besides a deed, or instead of it where it cannot be done.

By flavour and verb, or flavour and deed. The lines say nothing that a scene could
contradict.
"""

from __future__ import annotations

WISHES: dict[str, tuple[str, ...]] = {
    "support exchange": (
        (
            "if (the one i want|that one|the other one) isn't (available|in stock), "
            "(just refund me|i'll take a different color|leave it)"
        ),
        "if it's (more expensive|cheaper), (tell me the difference first|that's fine)",
        "do i have to send the old one back first?",
        "make sure (the rest of the order stays|nothing else in the order changes)",
    ),
    "support return": (
        (
            "if (a refund|that) isn't possible, (store credit|a gift card|an exchange) "
            "is (fine|ok) too"
        ),
        "if there's a (restocking|return) fee, tell me first",
        "do i have to pay for (the shipping|sending it back)?",
        (
            "can someone pick it up or do i have to (drop it off somewhere|bring it to "
            "the post office)?"
        ),
        "i want to keep (everything else|the rest of the order)",
    ),
    "support back": (
        (
            "if (that|a refund) isn't possible, (store credit|a gift card) is "
            "(fine|ok) too"
        ),
        "how long does it take until i see the money?",
    ),
    "support stop": (
        "(when|how soon) (will|do) i (get|see) the money back?",
        (
            "if it's too late for that, (tell me how (to|i can) (return it|send it "
            "back)|i'll (send it back|return it) when it (comes|arrives)|just (leave "
            "it|tell me))"
        ),
        "(the|my|all my) other orders (should|can) stay (as|the way) they are[ please]",
    ),
    "support change": (
        "everything else (can|should) stay (the same|as it is)",
        "(let me know|tell me) (once|when) (that's|it's) (done|changed)",
    ),
    "banking pay": (
        "(let me know|tell me) (when|once) it's (gone out|through)",
        "if there isn't enough (on the account|in there), (leave it|tell me first)",
        "if there's a fee for that, (tell me first|take it from the same account)",
        "and (tell|show) me what's left (on my account|in there) after that",
    ),
    "banking make": (
        "make sure it doesn't go out twice",
        "if that's a weekend, the next working day is fine",
        "if there isn't enough (on the account|in there) by then, (skip it|tell me)",
    ),
    "banking change": (
        "everything else (can stay|stays) the same",
        "(let me know|tell me) (once|when) (that's|it's) (done|changed)",
    ),
    "messaging add": (
        "if they're already in there, never mind",
        "and (say hi|let them know) from me",
    ),
    "messaging make": (
        "if they're already in there, never mind",
        "and let (them|the others) know",
    ),
    "messaging send": (
        "(tell me|let me know) (if|when) (someone|anyone) answers",
        "if it doesn't go through, try again (later|in a bit)",
    ),
    "messaging invite": (
        "if they already have an account, (leave it|tell me)",
        "and tell me once they (accept|joined)",
    ),
    "messaging stop": (
        "but (keep|don't delete) their (old messages|files)",
        "if they're (not there any more|already gone), never mind",
    ),
    "files stop": (
        "(keep|leave) everything else (in there|in the folder)",
        "if it's (still open somewhere|in use), leave it",
    ),
    "files change": (
        (
            "if there's already one (there|with that name), (don't overwrite it|ask me "
            "first)"
        ),
    ),
    "code make": ("if it already exists, just (use|switch to) that one",),
    "music do": ("if (you can't find it|it's not there), anything similar is fine",),
    "music make": (
        (
            "if it's (already|still) (on there|in there|on it), (leave it|never mind|"
            "don't add it twice)"
        ),
        "put it (at the top|right at the start|at the very end|after the first one)",
        "and (play|start) it (next|after this one|right away)",
        "(the|all the) other songs (should|can) stay (where|as) they are",
    ),
}
