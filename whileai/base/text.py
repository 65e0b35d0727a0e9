"""Fingerprints and near-copies of text, in exact integers."""

from __future__ import annotations

import re
from hashlib import blake2b

_SPACES = re.compile(r"\s+")


def fingerprint(text: str, digits: int = 10) -> str:
    """Give ``digits`` hexadecimal digits that stand for ``text``."""
    data = text.encode("utf-8", "surrogatepass")
    return blake2b(data, digest_size=(digits + 1) // 2).hexdigest()[:digits]


def folded(text: str) -> str:
    """Fold case and white space, so that copies that differ in these read the same."""
    return _SPACES.sub(" ", text).strip().casefold()
