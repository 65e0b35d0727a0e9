"""Text in the small: fingerprints, what reads the same, sentences, counted nouns."""

from __future__ import annotations

import re
from hashlib import blake2b

_SPACES = re.compile(r"\s+")

SENTENCES = re.compile(r"(?<=[.!?])\s+|\n+")
"""What stands between two sentences."""


def fingerprint(text: str, digits: int = 10) -> str:
    """Give ``digits`` hexadecimal digits that stand for ``text``."""
    data = text.encode("utf-8", "surrogatepass")
    return blake2b(data, digest_size=(digits + 1) // 2).hexdigest()[:digits]


def counted(count: int, noun: str) -> str:
    """Give ``count`` with its noun, as in ``1 row``, ``2 rows`` and ``2 replies``."""
    if count == 1:
        return f"1 {noun}"
    if noun.endswith("y") and noun[-2:-1] not in "aeiou":
        return f"{count} {noun[:-1]}ies"
    return f"{count} {noun}s"


def named_type(value: object) -> str:
    """Name the type of ``value`` with its article, as in ``an int`` and ``a list``."""
    name = type(value).__name__
    return f"{'an' if name[:1].lower() in 'aeiou' else 'a'} {name}"


def folded(text: str) -> str:
    """Fold case and white space, so that copies that differ in these read the same."""
    return _SPACES.sub(" ", text).strip().casefold()


def squeezed(text: str) -> str:
    """Give letters and digits alone, folded: ``A-17`` and ``a17`` read the same."""
    return "".join(each for each in text.casefold() if each.isalnum())
