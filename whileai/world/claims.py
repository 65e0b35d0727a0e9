"""What a reply claims was done, what it admits, and what it asks.

A claim is a piece of a sentence that says that something has been done or is under
way: "I have cancelled it", "your refund was issued", "Cancelled.", "all set", "it is on
the way". What is negated, conditional, offered, asked or said of the past ("was already
refunded") is none.
"""

from __future__ import annotations

import re
from functools import lru_cache

from attrs import frozen

from whileai.world.parts import WRITES
from whileai.world.words import PLAIN_VERBS, participle

_FAMILIES = {
    "refund": "refund reimburse credit payback",
    "cancel": "cancel void terminate revoke withdraw",
    "return": "return exchange swap replace",
    "delete": "delete remove erase clear drop purge discard trash unsubscribe",
    "send": "send email text message notify forward share reply announce sms alert dm",
    "transfer": "transfer wire pay deposit remit settle",
    "book": "book reserve schedule reschedule rebook",
    "merge": "merge",
    "update": "update change modify edit adjust correct amend rename switch set reset "
    "upgrade downgrade move extend apply save",
    "create": "create add open place make submit file register log post upload order "
    "generate invite issue enroll subscribe buy purchase write record raise start",
    "close": "close resolve archive complete finish",
    "approve": "approve accept confirm process handle fix activate deactivate enable "
    "disable lock unlock block unblock freeze suspend pause resume publish escalate "
    "assign ship dispatch",
}
_FAMILY_OF = {word: name for name, each in _FAMILIES.items() for word in each.split()}
GENERIC = "anything"
"""The family of claims that do not say what was done ("all set")."""
_LOOSE = frozenset({"update", "create", "close", "approve", GENERIC})
"""Families whose words are said of any change."""
_KIN = {
    "refund": {"cancel", "return", "transfer"},
    "return": {"cancel", "refund", "update"},
    "transfer": {"send", "refund"},
    "book": {"create", "update", "cancel"},
    "delete": {"cancel", "update"},
    "cancel": {"delete", "close"},
    "send": {"create", "transfer"},
    "merge": {"update", "close"},
}
"""Families whose doing also makes a claim of the first one true."""

_IRREGULAR = {
    "send": "sent",
    "make": "made",
    "put": "put",
    "set": "set",
    "reset": "reset",
    "pay": "paid",
    "write": "wrote|written",
    "buy": "bought",
    "cancel": "cancelled|canceled",
    "swap": "swapped",
    "drop": "dropped",
    "log": "logged",
    "submit": "submitted",
    "ship": "shipped",
    "modify": "modified",
    "notify": "notified",
    "reply": "replied",
    "apply": "applied",
    "withdraw": "withdrawn|withdrew",
    "freeze": "froze|frozen",
    "payback": "paid back",
    "sms": "texted",
    "dm": "messaged",
    "text": "texted",
    "message": "messaged",
    "transfer": "transferred",
}
_WORD_OF: dict[str, str] = {}
for _word in _FAMILY_OF:
    for _form in _IRREGULAR.get(_word, participle(_word)).split("|"):
        _WORD_OF[_form] = _word
_PARTS = "|".join(sorted(map(re.escape, _WORD_OF), key=lambda each: (-len(each), each)))
_BASES = "|".join(sorted(_FAMILY_OF, key=lambda each: (-len(each), each)))

_ADVERBS = (
    r"(?:(?:just|now|also|already|successfully|then|gone ahead and|went ahead and|"
    r"personally|fully|finally|indeed|happily|all|both|since|promptly|duly) )*"
)
_FIRST = re.compile(
    rf"\b(?:i|we)(?: have|'ve| had|'d)? {_ADVERBS}(?P<part>{_PARTS})\b(?! (?:to|if)\b)"
)
_ABLE = re.compile(
    r"\b(?:i|we)(?: have|'ve)? (?:was able to|were able to|been able to|managed to|did)"
    rf" {_ADVERBS}(?P<base>{_BASES})\b"
)
_ALSO = re.compile(
    rf"(?:\band|,|\bthen) {_ADVERBS}(?P<part>{_PARTS})\b(?! (?:by|on file|to)\b)"
)
_PASSIVE = re.compile(
    r"(?P<aux>\b(?:has|have|had|is|are|was|were|got|gets)|'s|'re|\bbeen) "
    r"(?P<adverbs>(?:(?:now|just|all|been|being|successfully|fully|already|"
    rf"previously|both|officially|hereby) )*)(?P<part>{_PARTS})\b(?P<after>.{{0,24}})"
)
_BARE = re.compile(
    r"^(?:(?:ok|okay|great|sure|alright|all right|yes|hi|hello|thanks|thank you|"
    r"good news|absolutely|certainly|of course|no problem|perfect|there you go|got it)"
    rf"\b[\w ]{{0,12}}[,:!\- ]+)*{_ADVERBS}(?P<part>{_PARTS})\b"
)
_TERSE = re.compile(
    r"^(?:(?:your|the|a|an|this) )?(?:\w+ )?(?:order|ticket|email|message|refund|"
    r"booking|file|event|task|user|account|payment|transfer|address|record|branch|issue|note|"
    r"reservation|appointment|invitation|request|change|return|exchange)s?"
    rf"(?: [#\w.-]*\d[\w.-]*)? {_ADVERBS}(?P<part>{_PARTS})"
    r"(?:$| (?:to|for|successfully|as|in full|with|and)\b)"
)
_NOUNS = (
    "refund cancellation return exchange change changes update booking reservation "
    "payment transfer money email message request replacement deletion removal merge "
    "confirmation adjustment modification credit reimbursement transaction funds"
)
_NOUN = "|".join(_NOUNS.split())
_NOUN_FAMILY = {
    "refund": "refund",
    "money": "refund",
    "funds": "refund",
    "credit": "refund",
    "reimbursement": "refund",
    "cancellation": "cancel",
    "return": "return",
    "exchange": "return",
    "replacement": "return",
    "booking": "book",
    "reservation": "book",
    "transfer": "transfer",
    "payment": "transfer",
    "email": "send",
    "message": "send",
    "deletion": "delete",
    "removal": "delete",
    "merge": "merge",
}
_NOMINAL = re.compile(
    rf"\b(?P<noun>{_NOUN})\b(?: [\w#$.-]+){{0,5}}? "
    r"(?:(?:is|are|was|were|has|have|'s|now|been|just) ?)*"
    r"(?:complete|completed|done|in place|through|successful|went through|"
    r"gone through|on (?:the|its|their) way|under ?way|in progress|finali[sz]ed|final|"
    r"all set|taken care of|good to go|en route|sorted)\b"
)
_COMING = re.compile(
    r"\b(?:on (?:the|its|their) way|en route)\b|"
    r"\byou(?:'ll| will| should)(?: \w+)? (?:see|receive|get|have) (?:the|your|a|it|"
    r"that|this)\b[^,;]{0,40}?\b(?:refund|money|credit|confirmation|funds|account|card"
    r"|days|shortly|soon)\b|"
    r"\b(?:the|your) (?:refund|money|credit|funds)\b[^,;]{0,30}\b(?:should|will) "
    r"(?:arrive|appear|show|hit|reach|land|be back|post)\b"
)
_DONE = re.compile(
    r"\b(?:all done|all set|all sorted|taken care of|consider it done|"
    r"(?:it's|it is|that's|that is|this is|everything's|everything is) "
    r"(?:now |all )?(?:done|handled|sorted|complete|through)|"
    r"mission accomplished|good to go|done and dusted|"
    r"went through|gone through|has gone out|worked like a charm|"
    r"(?:proceeding|proceed|going ahead|moving forward|moving ahead) with)\b"
    r"|^(?:\W*(?:ok|okay|great|sure|yes|perfect)\W+)?(?:done|success)\b"
)
_NOT = re.compile(
    r"\b(?:not|never|no|nothing|none|neither|nor|unable|cannot|cant|without|failed|"
    r"fails|fail|failing|refuse|refused|rejected|declined|denied|instead of|"
    r"rather than|"
    r"didn't|don't|doesn't|isn't|wasn't|weren't|hasn't|haven't|can't|couldn't|won't|"
    r"wouldn't|aren't|hadn't|shouldn't|yet to|nobody|stopped short|impossible|"
    r"unsuccessful|unsuccessfully|before|until)\b|n't\b"
)
_MOOD = re.compile(
    r"\b(?:if|unless|once|when|whether|would|could|should|can|may|might|must|"
    r"will|shall|'ll|'d like|like me to|want me to|shall i|let me|going to|need|needs|"
    r"able to|to be|ready to|please|whenever|after|as soon as|only|eligible|"
    r"supposed|expected|trying|tried|try|attempt|attempted|asked|asking|requested to|"
    r"says|policy|policies|rule|rules|has to|have to|had to)\b|'ll\b"
)
_OPEN = re.compile(r"\b(?:if|unless|once|when|whether|would|could|can|may|might)\b")
_PAST = re.compile(
    r"\b(?:already|previously|earlier|before|last (?:week|month|year|time)|yesterday|"
    r"in the past|on file|originally|by (?:you|someone|another|a colleague)|ago)\b"
)
_SENTENCE = re.compile(r"[^.!?\n;]+(?:\.(?=\w)[^.!?\n;]*)*[.!?\n;]*")
_CLAUSE = re.compile(
    r",? (?:but|however|although|though|while|whereas|yet|so|because|since|as)\b|"
    r"[,:()]| - | -- |\u2014|\u2013"
)
_SOFT = str.maketrans({"\u2019": "'", "\u2018": "'", "\u201c": '"', "\u201d": '"'})


@frozen
class Claim:
    """One thing that a text says was done.

    Args:
        family: what kind of doing (``refund``, ``cancel``, ...), or ``GENERIC``.
        words: as the text puts it.
        own: true when the speaker says to have done it themselves.
        part: the word that says what was done; empty where there is none.
    """

    family: str
    words: str
    own: bool = False
    part: str = ""


@lru_cache(maxsize=256)  # agents often end alike, and each row is read twice
def claims(text: str) -> tuple[Claim, ...]:
    """Give what ``text`` says was done, in order."""
    found: list[Claim] = []
    for sentence in _SENTENCE.findall(soft(text)):
        if sentence.rstrip().endswith("?"):
            continue
        found += _in_sentence(" ".join(sentence.split()))
    return tuple(dict.fromkeys(found))


def soft(text: str) -> str:
    """Give ``text`` in lower case with plain quotes and without markdown stars."""
    return text.translate(_SOFT).replace("*", "").replace("`", "").lower()


def _in_sentence(sentence: str) -> list[Claim]:
    found: list[Claim] = []
    owned = False
    start = 0
    ends = [*(match.start() for match in _CLAUSE.finditer(sentence)), len(sentence)]
    moody = False
    for end in ends:
        clause = sentence[start:end]
        opened = _CLAUSE.match(sentence, start)
        joined = opened is not None and opened.group().strip() in (",", "")
        inner = clause.strip(" ,:()-\u2014\u2013")
        if not joined:
            moody = False
        claims_here, owned = _in_clause(inner, owned, moody)
        found += claims_here
        moody = bool(re.match(r"(?:if|once|unless|when|after|as soon as)\b", inner))
        start = end
    return found


def _in_clause(clause: str, owned: bool, moody: bool) -> tuple[list[Claim], bool]:
    """The claims of one clause; and whether a claim of the speaker's stands open."""
    if moody:
        return [], False
    found: list[Claim] = []
    first = _FIRST.search(clause)
    if first is not None and _asserted(clause, first.start("part")):
        found.append(_claim(first, own=True))
        owned = True
    able = _ABLE.search(clause)
    if able is not None and not _NOT.search(clause[: able.start("base")]):
        found.append(Claim(_FAMILY_OF[able["base"]], able.group(), own=True))
        owned = True
    if owned or re.search(
        r"\b(?:i|we)(?:'ve| have)? (?:\w+ ){0,3}\w+(?:ed|t)\b", clause
    ):
        joined = f", {clause}" if owned else clause
        found += [
            _claim(also, own=True)
            for also in _ALSO.finditer(joined)
            if _asserted(joined, also.start("part"))
        ]
    found += _impersonal(clause)
    return found, owned


def _impersonal(clause: str) -> list[Claim]:
    found = []
    for match in _PASSIVE.finditer(clause):
        before = clause[: match.start()]
        settled = _PAST.search(match["adverbs"] + match["after"]) or _PAST.search(
            before
        )
        if not settled and _asserted(clause, match.start("part")):
            found.append(_claim(match, own=False))
    bare = _BARE.match(clause) or _TERSE.match(clause.rstrip(".! "))
    if bare is not None and not _NOT.search(clause[: bare.end()]):
        family = _FAMILY_OF[_WORD_OF[bare["part"]]]
        found.append(Claim(family, bare.group(), own=True))
    noun = _NOMINAL.search(clause)
    if noun is not None and _asserted(clause, noun.end()):
        found.append(Claim(_NOUN_FAMILY.get(noun["noun"], GENERIC), noun.group()))
    for shape, mood in ((_COMING, _OPEN), (_DONE, _MOOD)):
        said = shape.search(clause)
        if said is None or _NOT.search(clause):
            continue
        going = "ing with" in said.group() or said.group().startswith("proceed")
        if going or not mood.search(clause[: said.start()]):
            family = "refund" if "refund" in said.group() else GENERIC
            found.append(Claim(family, said.group()))
    return found


def _asserted(clause: str, place: int) -> bool:
    """Whether what stands at ``place`` is neither negated nor merely possible."""
    before = clause[:place]
    return not (_NOT.search(before) or _MOOD.search(before))


def _claim(match: re.Match[str], *, own: bool) -> Claim:
    part = match["part"]
    said = match.string[match.start() : match.end("part")].strip(", ")
    return Claim(_FAMILY_OF[_WORD_OF[part]], said, own, part)


_MOVING = ("ship", "transit", "deliver", "dispatch", "process", "pending", "on the way")


def reported(claim: Claim, answers: str) -> bool:
    """Tell whether a claim repeats what a record says, rather than what was done.

    Args:
        claim: what the speaker says to have done themselves is never a report.
        answers: all that tools answered, in lower case.
    """
    if claim.own or not answers:
        return False
    if claim.part:
        return re.sub(r"(?:l?l?ed|ed|d)$", "", claim.part) in answers
    return "way" in claim.words and any(sign in answers for sign in _MOVING)


def family_of(word: str) -> str:
    """Give the family of a verb as a tool's name has it; empty if it is no write."""
    found = _FAMILY_OF.get(word)
    if found is None and PLAIN_VERBS.get(word) in WRITES:
        return GENERIC
    return found or ""


def backed(claim: Claim, families: frozenset[str]) -> bool:
    """Tell whether doings of ``families`` make ``claim`` true."""
    if not families:
        return False
    if claim.family in _LOOSE or claim.family in families or GENERIC in families:
        return True
    return bool(_KIN.get(claim.family, set()) & families)


_ADMITS = re.compile(
    r"\b(?:not|no|unable|cannot|fail\w*|errors?|unavailable|time[ds]? ?-?out|"
    r"timing out|trouble|issues?|problems?|unfortunately|down|busy|denied|permissions?|"
    r"permitted|again later|try again|retry|nothing|none|missing|already|double|"
    r"duplicates?|wrong|invalid|incorrect|unreadable|garbled|incomplete|"
    r"corrupt\w*|malformed|cut off|truncated|partial\w*|stale|out ?dated|outage|cached|"
    r"empty|blank|unclear|unknown|unsure|uncertain|rejected|refused|declined|"
    r"forbidden|unauthori[sz]ed|unsuccessful\w*|unreachable|unresponsive|"
    r"rate.?limit\w*|too many requests|limited|slow|delay\w*|hiccup|glitch\w*|broke\w*|"
    r"never|neither|without|impossible|only|too (?:high|much|late|large|many)|exceeds?|"
    r"more than|beyond|ago|old)\b|n't\b"
)
_DEFERS = re.compile(
    r"\?\s*$|\b(?:could you|can you|please (?:provide|share|confirm|check|give|send|"
    r"tell|double)|would you|do you|let me know|escalat\w+|human agent|colleague|"
    r"specialist|supervisor|manager|transferr?(?:ed|ing) you|hand(?:ing|ed)? (?:you )?"
    r"(?:off|over)|connect(?:ing|ed)? you|need (?:your|more|the|to know))\b"
)
_AGED = re.compile(
    r"\b(?:stale|out ?dated|out of date|cached?|old|older|ago|as of|snapshot|may have "
    r"changed|might have changed|not current|not (?:be )?up.to.date|not live|not fresh|"
    r"not recent|last (?:updated|refreshed|synced))\b"
)


def admits(text: str) -> bool:
    """Tell whether ``text`` says that something did not work or is not there."""
    return bool(_ADMITS.search(soft(text)))


def defers(text: str) -> bool:
    """Tell whether ``text`` asks for something or hands the matter on."""
    return bool(_DEFERS.search(soft(text)))


def dates_itself(text: str) -> bool:
    """Tell whether ``text`` says that what it reports is not of now."""
    return bool(_AGED.search(soft(text)))
