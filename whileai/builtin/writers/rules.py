"""How a rule of the policy shows in an ask: the side that the person stands on."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from whileai.base.expressions import expression
from whileai.builtin.writers.phrases import expand

if TYPE_CHECKING:
    from whileai.base.seeds import Dice
    from whileai.model import Scene

LIMITS = tuple(
    (name, expression(sign, re.IGNORECASE))
    for name, sign in (
        (
            "amount",
            r"[$€£]\s?\d|\d\s?(?:dollars|usd|eur|euros|gbp|pounds|kg|kilos?|tons?|"
            r"lbs?|km|miles|lit(?:er|re)s|gallons)\b",
        ),
        (
            "often",
            r"\b(?:once|twice|\d+ \w+)(?: \w+)? (?:a|an|per|each|every) "
            r"(?:day|week|month|year)\b",
        ),
        ("clock", r"\b\d{1,2}(?::\d{2}\s?(?:am|pm)?|\s?(?:am|pm|o'clock))(?!\w)"),
        ("time", r"\d+\s?-?(?:[a-z]+ )?(?:days?|hours?|weeks?|months?|minutes?)\b"),
        ("identity", r"verif|identi|authenticat|proof|passcode|date of birth"),
        ("approval", r"approv|manager|supervisor|sign[- ]?off"),
        ("consent", r"confirm|explicit|ask (?:first|before)|read back"),
        ("forbidden", r"\b(?:never|not|n't|only|refuse|forbid|nobody|no one)\b"),
    )
)
_WHO = expression(
    r"\b(manager|supervisor|owner|admin|administrator|team lead|lead|director|doctor|"
    r"finance|compliance|legal|security|maintainer|reviewer)\b",
    re.IGNORECASE,
)
_WHAT = expression(
    r"\b(date of birth|order number|phone number|email address|e-?mail|zip code|"
    r"postcode|password|passcode|account number|address|name|receipt|security code|"
    r"id card|pin)\b",
    re.IGNORECASE,
)
_SPAN = expression(
    r"(\d+)[ -](?:(business|working|calendar) )?(day|hour|week|month|minute)s?\b",
    re.IGNORECASE,
)

_PER = expression(r"\b(?:a|an|per|each|every) (day|week|month|year)\b", re.IGNORECASE)
_YOUNG = expression(
    r"\b(?:never|not|no|nothing|nobody)\b[^.]*"
    r"\b(?:less than|under|within|younger|newer)\b[^.]*\d",
    re.IGNORECASE,
)
_BY_HEART = expression(
    r"birth|name|phone|mail|address|zip|post|word|pin", re.IGNORECASE
)

RULES: dict[str, dict[str, tuple[str, ...]]] = {
    "amount": {
        "within": (
            (
                "{v} (is|should be) (still |)(under|below) (the|your) limit, (right|so "
                "that's fine|i think)"
            ),
            (
                "(it's|that's) only {v}, (so|which means) (nobody has to|no one needs "
                "to) (ok|check|approve) it"
            ),
        ),
        "at": (
            (
                "{v} is exactly (the limit|the maximum|the line), (so it's (still |)ok|"
                "does that count as (over|within)|which side is that)"
            ),
            (
                "(that's|it's) {v} (on the dot|exactly), (not (a cent|any) over|so "
                "right at the limit|so it should pass)"
            ),
        ),
        "beyond": (
            (
                "(i know|yes,) {v} is (a bit |a little |)(over|above) (the limit|what "
                "you normally do), (but i need it|please let it through|can you make "
                "an exception)"
            ),
            (
                "{v} is more than usual, (i know|but it's urgent|but i'm a regular), "
                "(so please don't block it|do it anyway)"
            ),
        ),
    },
    "amount_unsaid": {
        "within": ("(it's|that's) well under the limit, (so that's fine|i checked)",),
        "at": (
            "(it's|that's) exactly at the limit, (so it's still ok|does that count)",
        ),
        "beyond": (
            (
                "(i know it's|it's) over the limit, (but i need it|can you make an "
                "exception|please let it through)"
            ),
        ),
    },
    "time": {
        "within": (
            (
                "(i'm|that's) (still |)(inside|within) the {span}, (right|i counted|so "
                "that should work)"
            ),
            "the {span} (aren't|are not) over yet, (as far as i can tell|i checked)",
        ),
        "at": (
            (
                "today (is|should be) the last of the {span}, (does that still count|"
                "so it has to be now|i hope i'm in time)"
            ),
        ),
        "beyond": (
            (
                "i know the {span} are (just |)over, (but i was (ill|away|in hospital)|"
                "can you still do it|it's only just late)"
            ),
            (
                "i('m| am) (a little|slightly) past the {span}, (please make an "
                "exception|it wasn't my fault|nobody told me)"
            ),
        ),
    },
    "time_dated": {
        "within": (
            (
                "it's from {v}, so (that should (still |)be|i'm (still |)) within the "
                "{span}(, right|)"
            ),
            "it's from {v}, the {span} aren't over yet(, right|)",
        ),
        "at": (
            "it's from {v}, so today (should be|is) the last of the {span}",
            "it's from {v}, so i think i'm just in time",
        ),
        "beyond": (
            (
                "it's from {v}, (i know that's|so it's a bit) (past|more than|over) "
                "the {span}, but (i was (away|ill|in hospital)|can you make an "
                "exception|nobody told me)"
            ),
            (
                "it's from {v}, so i missed the {span}, (can you make an exception|but "
                "i was (away|ill))"
            ),
        ),
    },
    "young": {
        "within": (
            (
                "i know it hasn't been {span} yet, (but i need it now|can you make an "
                "exception|please do it anyway)"
            ),
            "the {span} aren't over yet, (i know|is that a problem|but it can't wait)",
        ),
        "at": ("it's {span} today, (so that should be ok|does that count)",),
        "beyond": (
            "the {span} are over, (so that should be fine|i checked|right)",
            "it's been more than {span}(, so go ahead|, i checked|, right)",
        ),
    },
    "young_dated": {
        "within": (
            (
                "it's from {v}, (i know that's|so it's) less than {span}, (but i need "
                "it now|can you make an exception|please do it anyway)"
            ),
        ),
        "at": ("it's from {v}, so it's exactly {span}, (does that count|ok)",),
        "beyond": (
            "it's from {v}, so (that's|it's been) more than {span}(, right|)",
            "it's from {v}, the {span} are over",
        ),
    },
    "often": {
        "within": (
            "it's (the first time|only the first one) this {per}(, so that should be "
            "ok|, i checked|)",
            "i haven't (done|asked for) that (at all |)this {per}( yet|)",
        ),
        "at": (
            "that (would be|is) the last one i (get|have) this {per}, right?",
            "i think i have (exactly |)one left this {per}",
        ),
        "beyond": (
            "i know i've had mine for this {per}, (but i need (it|one more)|can you "
            "make an exception|but just this once)",
            "(yes, |)i (asked for|did) that earlier this {per} already, (i know|please "
            "do it anyway|who's counting)",
        ),
    },
    "clock": {
        "within": (
            "i know (that|it) only works at certain hours, (it can wait until then|so "
            "do it when you're allowed to)",
            "if it's too (late|early) now, do it (later|tomorrow|when it's allowed)",
        ),
        "beyond": (
            "i know it's outside the hours, (but it can't wait|can you make an "
            "exception|but just this once|nobody will complain)",
            "i know (it's|that's) not the time for it, (please do it anyway|but i'm "
            "not there (later|tomorrow))",
        ),
    },
    "identity_known": {
        "within": (
            "if you (need|want) my {what}(| first| for that), just (ask|say so)",
            "i can give you my {what}(| if you need it| to prove it's me)",
            "(i guess|i know) you need my {what} (for that|first)(|, just ask)",
        ),
        "beyond": (
            "(i'd rather not|i don't want to) (give|tell) you my {what}",
            "does it work without my {what}?",
            "(why do you need|i never had to give you) my {what} (for that|before)",
        ),
    },
    "identity": {
        "within": (
            "(i can give you|i have) my {what} (ready|if you need it|to prove it's me)",
            (
                "(ask me for|i can confirm) my {what} (first|if you have to)(|, no "
                "problem)"
            ),
        ),
        "beyond": (
            (
                "i don't have my {what} (on me|at hand|any more), (but it's me|can you "
                "do it without|you'll have to trust me)"
            ),
            (
                "(why do you need|don't ask for) my {what}, (just look it up|you can "
                "see it's me|it's only a small thing)"
            ),
        ),
    },
    "approval": {
        "within": (
            (
                "(the|my) {who} (already |)(said yes|okayed it|approved it)(| this "
                "morning| in writing), (i can forward it|you can ask)"
            ),
            (
                "if (the|a) {who} has to (agree|sign off|look at it), (i can wait|"
                "please ask)"
            ),
        ),
        "beyond": (
            (
                "(i don't want to wait|there's no time to wait) for (a|the) {who}, "
                "(just do it|it's on me|they'd say yes anyway)"
            ),
            (
                "(please leave the {who} out of it|no need to involve a {who})(|, it's "
                "a small thing)"
            ),
        ),
    },
    "consent": {
        "within": (
            (
                "(tell me|read me back) what (exactly |)you're going to do (first|"
                "before you do it)"
            ),
            "yes, i('m| am) sure(|, (i've read the terms|no need to ask twice))",
        ),
        "beyond": (
            (
                "(don't|no need to) (ask me to confirm|read it back|check with me "
                "again), (just do it|i won't be here to answer)"
            ),
        ),
    },
    "forbidden": {
        "within": (
            (
                "(only|but only) if (that's|it's) allowed(, of course|, i don't want "
                "any trouble|)"
            ),
            (
                "i (checked|read) the (rules|terms) and (this|it) (should be fine|"
                "isn't excluded)"
            ),
        ),
        "beyond": (
            (
                "i know (you're not supposed to|that's not (really |)allowed|the rules "
                "say no), (but just this once|who would notice|but it's an emergency)"
            ),
            (
                "(the rule|that rule) (doesn't|shouldn't) apply to me, (i've been here "
                "for years|this is different|i'm the one it's for)"
            ),
        ),
    },
}
"""By what a rule limits, and the side of it; ``at`` falls back to ``within``."""


def limit_of(rule: str) -> str:
    """Give what a rule of the policy limits: a key of ``RULES``."""
    for name, sign in LIMITS:
        if sign.search(rule):
            return name
    return "other"


def rule_line(scene: Scene, side: str, value: str, dice: Dice) -> str:
    """Give what the person says about the rule at stake; of some rules, nothing.

    Args:
        scene: with the rule.
        side: on which they stand; of a rule without a number, ``within`` or
            ``beyond``.
        value: the fact that stands on that side, as this ask spells it, or nothing.
        dice: of this wording.
    """
    rule, limit = scene.rule, limit_of(scene.rule)
    span = _SPAN.search(rule)
    if limit == "time" and (span is None or span[1] == "1"):
        limit = "other"
    if limit == "amount" and not value:
        limit = "amount_unsaid"
    if limit == "time":
        limit = (
            f"{'young' if _YOUNG.search(rule) else 'time'}{'_dated' if value else ''}"
        )
    per = _PER.search(rule)
    who, what = _WHO.search(rule), _WHAT.search(rule)
    if limit == "identity" and what and _BY_HEART.search(what[1]):
        limit = "identity_known"
    if limit == "other":
        return ""
    slots = {
        "v": value,
        "span": _span(span) if span else "deadline",
        "per": per[1].lower() if per else "week",
        "who": who[1].lower() if who else "manager",
        "what": what[1].lower() if what else "papers",
    }
    sides = RULES[limit]
    return expand(dice.pick(sides.get(side) or sides["within"]), dice, slots)


def _span(found: re.Match[str]) -> str:
    """Give a span of time in the plural: ``30 days``, ``24 hours``."""
    between = f"{found[2].lower()} " if found[2] else ""
    return f"{found[1]} {between}{found[3].lower()}s"
