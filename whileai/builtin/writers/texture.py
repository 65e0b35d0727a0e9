"""How the ask is typed: lower case, slips, abbreviations; values are never touched."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from whileai.base.expressions import expression
from whileai.builtin.writers.values import OPEN, SHUT

if TYPE_CHECKING:
    from collections.abc import Callable

    from whileai.base.seeds import Dice

TEXTURES = (
    "lowercase",
    "typos",
    "abbreviations",
    "no_punctuation",
    "run_on",
    "clipped",
)
"""Every texture; few asks have one."""

_MARKED = expression(f"{OPEN}[^{SHUT}]*{SHUT}")
_CODE = expression(
    r"""(?<!\w)(?:'[^'\n]+'|"[^"\n]+"|“[^”\n]+”|`[^`\n]+`)(?!\w)"""
    r"|(?<![^\s'\"`”])(?:\S*[\d@_/\\#=<>^*+~$€£%&]\S*|\S*\w[.:]\w\S*)"
    r"|\b[A-Z]{2,}\S*|\b[a-z]+[A-Z]\w*|(?<=[^.!?\s] )[A-Z]\w*"
)
_ABBREVIATIONS = {
    "please": "pls",
    "you": "u",
    "your": "ur",
    "thanks": "thx",
    "because": "bc",
    "information": "info",
    "message": "msg",
    "account": "acct",
    "number": "no.",
    "tomorrow": "tmrw",
    "as soon as possible": "asap",
    "about": "abt",
    "between": "btwn",
    "without": "w/o",
    "with": "w/",
    "probably": "prob",
    "okay": "ok",
    "though": "tho",
    "right now": "rn",
    "to be honest": "tbh",
    "by the way": "btw",
    "people": "ppl",
    "going to": "gonna",
    "want to": "wanna",
    "got to": "gotta",
    "I don't know": "idk",
    "minutes": "mins",
    "quantity": "qty",
    "amount": "amt",
    "address": "addr",
    "appointment": "appt",
    "reservation": "resv",
}
_SHORTER = expression(
    r"\b(?:" + "|".join(sorted(_ABBREVIATIONS, key=len, reverse=True)) + r")\b"
)
_SLIP = expression(r"\b[a-z]{4,}\b")
_POLITE = expression(
    r"\b(?:please|thanks(?: a lot| so much)?|thank you|kindly|just|really)\b,? ?",
    re.IGNORECASE,
)
_JOIN = expression(r"[.!] (?!(?:But|And|Or|So|Then|Also)\b)([A-Z])(?![\' A-Z])")
_FIRST_PERSON = expression(
    r"^(?:I'd like to|I want to|I need to|I'm trying to) (?!know|find)"
)


def around(text: str, values: re.Pattern[str], change: Callable[[str], str]) -> str:
    """Give ``text`` with ``change`` made to everything but its ``values``."""
    out, at = [], 0
    for match in values.finditer(text):
        out += [change(text[at : match.start()]), match[0]]
        at = match.end()
    out.append(change(text[at:]))
    return "".join(out)


def _lower(text: str) -> str:
    """Give ``text`` without capitals."""
    return text.lower()


_MISSPELT = {
    "address": "adress",
    "already": "allready",
    "because": "becuase",
    "before": "befor",
    "account": "acount",
    "their": "thier",
    "until": "untill",
    "which": "wich",
    "different": "diffrent",
    "really": "realy",
    "probably": "probly",
    "message": "mesage",
    "received": "recieved",
    "receive": "recieve",
    "schedule": "shedule",
    "scheduled": "sheduled",
    "purchased": "purchaced",
    "suspicious": "suspicous",
    "password": "pasword",
    "tomorrow": "tommorow",
    "difference": "diffrence",
    "delivery": "delivary",
    "doesn't": "dosen't",
    "don't": "dont",
    "can't": "cant",
    "it's": "its",
    "they're": "there",
    "would": "woud",
    "wouldn't": "wouldnt",
    "channel": "chanel",
    "exchange": "exhange",
    "details": "detials",
    "please": "plese",
    "could": "coud",
    "changed": "chagned",
    "transfer": "tranfer",
    "know": "konw",
}
_MISSPELLABLE = expression(r"\b(?:" + "|".join(sorted(_MISSPELT)) + r")\b")


def _slipped(text: str, dice: Dice) -> str:
    """Give ``text`` with a word that many misspell, else with a slip of the fingers."""
    known = list(_MISSPELLABLE.finditer(text))
    if known:
        match = dice.pick(known)
        return text[: match.start()] + _MISSPELT[match[0]] + text[match.end() :]
    words = list(_SLIP.finditer(text))
    for match in sorted(dice.sample(words, 1), key=_place):
        word = match[0]
        at = 1 + dice.below(len(word) - 2)
        kind = dice.below(3)
        if kind == 0:
            wrong = word[:at] + word[at + 1] + word[at] + word[at + 2 :]
        elif kind == 1:
            wrong = word[:at] + word[at + 1 :]
        else:
            wrong = word[:at] + word[at] + word[at:]
        text = text[: match.start()] + wrong + text[match.end() :]
    return text


def _place(match: re.Match[str]) -> int:
    """Order matches from the last to the first."""
    return -match.start()


def _shortened(text: str) -> str:
    """Give ``text`` with the short forms that people type."""
    return _SHORTER.sub(lambda match: _ABBREVIATIONS[match[0]], text)


def _unpointed(text: str) -> str:
    """Give ``text`` without marks between and inside its sentences."""
    return re.sub(r"(?<=\w)'(?=\w)", "", re.sub(r"[,;!?]|\.+(?=\s|$)", "", text))


def _joined(text: str) -> str:
    """Give ``text`` with its sentences run together."""
    return _JOIN.sub(lambda match: f", and {match[1].lower()}", text, count=1)


def textured(text: str, texture: str, dice: Dice, *, marked: bool = True) -> str:
    """Give ``text`` as typed in ``texture``.

    Args:
        text: the ask.
        texture: one of ``TEXTURES``; any other leaves the text as it is.
        dice: for the slips.
        marked: true when the values are marked; else everything that looks like a
            code, a number, a quote, an address or a name counts as one.
    """
    values = _MARKED if marked else _CODE
    if texture == "lowercase":
        return around(text, values, _lower)
    if texture == "typos":
        return _one_piece(text, values, dice)
    if texture == "abbreviations":
        return around(text, values, _shortened)
    if texture == "no_punctuation":
        plain = around(text, values, _unpointed).rstrip(".!?")
        return around(plain, values, _lower) if dice.chance(0.6) else plain
    if texture == "run_on":
        lowered = around(text, values, _joined)
        return around(lowered, values, lambda part: part.replace(" and I ", " and i "))
    if texture == "clipped":
        return around(text, values, _clipped).strip()
    return text


def _one_piece(text: str, values: re.Pattern[str], dice: Dice) -> str:
    """Slip in the longest stretch between values."""
    pieces: list[str] = []
    around(text, values, lambda part: pieces.append(part) or part)  # type: ignore[func-returns-value]
    longest = max(pieces, key=len)
    done = False

    def slip(part: str) -> str:
        nonlocal done
        if done or part != longest:
            return part
        done = True
        return _slipped(part, dice)

    return around(text, values, slip)


def _clipped(text: str) -> str:
    """Give ``text`` without its courtesies."""
    return _FIRST_PERSON.sub("", _POLITE.sub("", text))


_TWO_MARKS = expression(r"[ .!?,][,.!?;:]|\x03\.")
_UNTIDY = expression(
    r",(?=\x03? ?[.!?](?:\s|$))| (?=[,.!?;:](?:[\s\x02\x03]|$))|(?<=[.!?,]),"
    r"|(?<=\?)\.(?=\s|$)|(?<=[.!?]['\"]\x03)\.(?=\s)"
)


def settled(text: str) -> str:
    """Give ``text`` with single spaces, and no mark after another mark."""
    text = " ".join(text.split())
    return _UNTIDY.sub("", text) if _TWO_MARKS.search(text) else text
