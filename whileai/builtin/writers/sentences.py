"""Sentences as they are written: the mark at the end, the capital at the beginning."""

from __future__ import annotations

import re

_MARKS = frozenset(".?!")
_ENDED = (".\x03", ".'\x03", '."\x03', "?\x03", "!\x03")
_SMALL = re.compile(r"(\x02[^\x03]*\x03)|^[a-z]|(?<=[^.][.!?] )[a-z]")
_ASKS = re.compile(
    r"(?:^|[,.:-] )(?:(?:is|does|would|could) (?:that|this|it|my|there)"
    r"|(?:do|can|could|would|will) (?:i|you|we)\b|what(?:'s| do| would| are| happens)"
    r"|which side|who would|how (?:long|does)|why do|or do (?:i|you)|right"
    r"|has that|did that) ?"
    r"(?:\x02[^\x03]*\x03|[^,.?!])*\Z",
    re.IGNORECASE,
)


def sentence(text: str) -> str:
    """Give ``text`` with a mark at its end; its last clause decides which."""
    text = text.strip()
    if text[-1:] in _MARKS or text.endswith((*_ENDED, "]", '."', ".]")):
        return text
    return f"{text}?" if _ASKS.search(text) else f"{text}."


def capitals(text: str) -> str:
    """Give ``text`` with the capitals of writing; values stay as they are."""
    return _SMALL.sub(lambda match: match[1] or match[0].upper(), text)
