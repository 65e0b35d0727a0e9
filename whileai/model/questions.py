"""What the agent's last words ask of the person."""

from __future__ import annotations

import re

from attrs import frozen

from whileai.base.expressions import expression


def _any(*patterns: str) -> re.Pattern[str]:
    return expression("|".join(patterns), re.IGNORECASE)


_SENTENCE = expression(r"(?<=[.!?])[\"')\]*_]*\s+|\n+")
_ASKED = expression(r"\?[\"')\]*_]*\s*$")
_TELL = (
    r"(provide|share|give|tell|send|confirm|specify|clarify|let me know|enter|supply|"
    r"include|state|describe|explain|choose|pick|select|reply|type|paste|verify)\b"
)
_REQUEST = _any(
    rf"\b(please|kindly|(could|can|would|will) you)\b.{{0,30}}?\b{_TELL}",
    r"\b(i|we)('ll| will| would| do)?( just| also| still| first)* (need|require)\b",
    r"\b(i|we)('d| would) like to (know|ask|confirm)\b",
    rf"^\W*(just |also |then |and |or |now |first )*{_TELL}",
)
_OWN_TASK = _any(r"\b(i|we)('ll| will)? need to\b(?! (know|ask|confirm|verify))")
_COURTESY = _any(
    r"\b(any|anything|something|what|how) else\b",
    r"\b(any|something|what|how) (other|further|more) (questions?|help)\b",
    r"\b(any|other|further|more) (questions|queries|concerns)\b",
    r"\bhow (can|may) i (help|assist)\b",
    r"\b(does|did) (that|this) help\b",
    r"\b(if|should) (you|there)\b.{0,25}\b(need|have|want|any|question|change)\b",
    r"\b(let me know|tell me|reach out|ask|feel free|hesitate)\b.{0,20}"
    r"\b(if|whenever)\b",
)
_CONFIRM = _any(
    r"\b(shall|should|may) (i|we)\b",
    r"\b(want|like) (me|us) to\b",
    r"\bwould you like to\b",
    r"\b(is|are|does|do) (that|this|these|it|everything|all|they)\b.{0,40}"
    r"\b(right|correct|ok|okay|fine|accurate|good|work)\b",
    r"\b(can|could|do|please|to)( you)?( please)? confirm\b",
    r"\bconfirm (that|this|you|it|before|if|whether)\b",
    r"\b(go ahead|proceed)\b|\bcontinue\?",
    r"\bare you (sure|certain|happy|ok)\b",
    r"\b(ok|okay|fine|happy|agree|comfortable) (with|if|to)\b",
    r"\b(can|could) (i|we) (go|do|cancel|process|submit|start|book|place|make)\b",
    r"\byes (or|/) ?no\b|\breply\b.{0,12}\byes\b",
    r"\bsounds? (good|right|ok)\b|\b(right|correct|agreed|yes)\?",
    r"\bdo you (agree|accept|approve|consent|authori[sz]e)\b",
)
_NO_YES = _any(
    r"^\W*((so|and|ok|also|then|great)\W+)*(what|which|when|where|who)\b",
    r"^\W*((so|and|ok|also|then|great)\W+)*how (many|much)\b",
    r"\bconfirm (your|the) ([\w-]+ ){0,3}(number|id|code|name|e-?mail|phone)\W*$",
)
"""Questions that no yes answers, though they ask what to do or to confirm."""

_OPEN = _any(
    r"\bmore (details?|information|info|context|specific)",
    r"\b(further|additional|full|some|any|the|following|these) (details?|info\w*)\b",
    r"\bclarif|\bspecif(y|ics)\b|\belaborate\b|\bdescribe\b|\brephrase\b|\bexplain\b",
    r"\bwhat exactly\b|\btell me (a (bit|little) )?more\b|\bwhich one\b",
    r"\bwhat do you mean\b",
    r"\bwhat (do|would|is it|are|did|can)\b.{0,25}\b(want|like|need|mean|looking|do)\b",
    r"\bwhat('s| is) (this|it) about\b",
)
_SECRET = _any(
    r"\b(password|passcode|passphrase|pin( code| number)?|cvv|cvc|otp|ssn)\b",
    r"\b(security|verification|access|auth\w*|error|status|one-time) code\b",
    r"\b(api key|token|social security|internal|log ?files?|logs|stack ?trace)\b",
    r"\b(database|serial number|schema|endpoint|batch|ledger|warehouse|sku)\b",
    r"\b(transaction|employee|agent|session|request|trace) (hash|id|number)\b",
)
_YES_NO = expression(
    r"\W*(so |and |ok(ay)?,? |also,? |then,? |great[,.!]? )*"
    r"(is|are|was|were|do|does|did|have|has|had|can|could|will|would|should|may)\b",
    re.IGNORECASE,
)
_EITHER = _any(r"\bor\b")
_PREFERS = _any(r"\b(prefer|rather|favou?rite|preference)\b")
_REFUSED = _any(
    r"\b(can't|cannot|can not|unable|not able|won't|will not|declin\w*|refus\w*)\b",
    r"\bnot (allowed|possible|permitted|eligible|authori[sz]ed|something (i|we))\b",
    r"\bdon't have (access|the ability|permission)\b|\bno longer (possible|eligible)\b",
    r"\bagainst (our|the) (policy|rules)\b|\boutside (of )?(what|my)\b",
)
_MOST = 4000
"""Characters, from the end of a reply, in which questions are looked for."""


@frozen(kw_only=True)
class Question:
    """What the agent's last words ask.

    Args:
        text: the sentences that ask, joined; empty when nothing is asked.
        confirms: true when they ask for a yes.
        is_open: true when they ask for more, without saying of what.
        secret: true when they ask for what nobody who asks for help would know.
        yes_no: true when a yes or a no is an answer.
        either: true when they offer a choice.
        prefers: true when the choice is a matter of taste.
    """

    text: str = ""
    confirms: bool = False
    is_open: bool = False
    secret: bool = False
    yes_no: bool = False
    either: bool = False
    prefers: bool = False

    def __bool__(self) -> bool:
        return bool(self.text)


def question_in(reply: str) -> Question:
    """Read what ``reply`` asks; an offer of further help is no question."""
    asking = [each for each in _SENTENCE.split(_end(reply)) if _asks(each)]
    text = " ".join(each.strip() for each in asking)
    if not text:
        return Question()
    return Question(
        text=text,
        confirms=any(_CONFIRM.search(s) and not _NO_YES.search(s) for s in asking),
        is_open=bool(_OPEN.search(text)),
        secret=bool(_SECRET.search(text)),
        yes_no=not _REQUEST.search(text) and all(map(_YES_NO.match, asking)),
        either=bool(_EITHER.search(text)),
        prefers=bool(_EITHER.search(text) and _PREFERS.search(text)),
    )


def asks(reply: str) -> bool:
    """Tell whether ``reply`` asks anything, which is sooner told than what it asks."""
    return any(map(_asks, _SENTENCE.split(_end(reply))))


def _asks(sentence: str) -> bool:
    if _COURTESY.search(sentence):
        return False
    if _ASKED.search(sentence):
        return True
    return bool(_REQUEST.search(sentence)) and not _OWN_TASK.search(sentence)


def refuses(reply: str) -> bool:
    """Tell whether ``reply`` turns the person down."""
    return bool(_REFUSED.search(_end(reply)))


def _end(reply: str) -> str:
    return reply[-_MOST:].replace("\u2019", "'")
