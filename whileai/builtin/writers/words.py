"""English in the small: splitting names, articles, verb forms, lists."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING

from whileai.world.words import CAMEL, one_verb, singular

if TYPE_CHECKING:
    from collections.abc import Sequence


def vocabulary(words: str) -> frozenset[str]:
    """Give the set of the words in ``words``."""
    return frozenset(words.split())


_WORD = re.compile(r"[^\W_]+")
_CODED = re.compile(r"[a-z][A-Z]|[_.]")
_CALLS = ("get", "execute", "run", "call", "post", "put", "delete", "list", "create")
_MASS = vocabulary(
    "access advice analysis audio cash code content copyright data equipment "
    "feedback furniture health help history humidity info information inventory "
    "knowledge luggage mail maintenance money music news permission progress "
    "software stock storage support text time traffic training transport travel "
    "volume weather work wifi leave vacation parking food irrigation roaming "
    "moisture"
)
_ALWAYS_MANY = vocabulary(
    "athletics basics diagnostics dynamics economics electronics ethics genetics "
    "graphics logistics lyrics mathematics pajamas politics robotics statistics"
)
_CONSONANT_SOUND = re.compile(r"(?:u(?:ni(?!n|m)|se|sa|r[li]|til|uid)|eu|one\b|once)")
_LETTERED = re.compile(r"(?:sms|mp|ssh|sql|html|http|xml|rss|mri|nft|sso|sla|lp|fm|hr)")


def split_name(name: str) -> list[str]:
    """Give the words of a name written in snake, kebab, camel or dotted case.

    Of a dotted name the last part counts, with the one before when the last is only
    a call such as ``get``. Words are in lower case; lone digits are dropped.
    """
    parts = [part for part in name.split(".") if part]
    tail = parts[-1] if parts else name
    words = one_verb(plain_words(tail))
    if len(words) == 1 and words[0] in _CALLS and len(parts) > 1:
        words += plain_words(parts[-2])
    return words


def plain_words(text: str) -> list[str]:
    """Give the words in ``text`` in lower case, camel case taken apart."""
    return [
        piece.lower()
        for word in _WORD.findall(text)
        for piece in CAMEL.split(word)
        if piece and not piece.isdigit()
    ]


def is_coded(name: str) -> bool:
    """Answer whether a name is one that programs use and no person says."""
    return _CODED.search(name) is not None


@lru_cache(maxsize=4096)
def is_plural(word: str) -> bool:
    """Answer whether a noun is spoken of as more than one: ``orders``, ``lyrics``."""
    return word in _ALWAYS_MANY or singular(word) != word


def is_mass(word: str) -> bool:
    """Answer whether a noun takes neither ``a`` nor a plural."""
    return word in _MASS


@lru_cache(maxsize=4096)
def article(phrase: str) -> str:
    """Give ``a`` or ``an``, as ``phrase`` sounds."""
    word = phrase.lower()
    if _CONSONANT_SOUND.match(word):
        return "a"
    if word[:1] in "aeiou" or word.startswith(("hour", "honest", "heir")):
        return "an"
    return "an" if _LETTERED.match(word) else "a"


@lru_cache(maxsize=4096)
def base_verb(word: str) -> str:
    """Give the plain form of a verb in the third person (``retrieves``)."""
    word = word.lower()
    if word.endswith("ies") and len(word) > 4:
        return word[:-3] + "y"
    hissed = word.endswith(("ches", "shes", "sses", "xes", "zzes", "oes"))
    if hissed and word != "caches":
        return word[:-2]
    if word.endswith("s") and not word.endswith("ss"):
        return word[:-1]
    return word


_SHOWN = {
    **{
        word: word.upper()
        for word in sorted(
            vocabulary(
                "iban pdf api ssh url csv json sql html id faq gps vat ip ssn sku"
            )
        )
    },
    "slack": "Slack",
    "google": "Google",
    "github": "GitHub",
    "gmail": "Gmail",
    "spotify": "Spotify",
    "ids": "IDs",
}


def shown(word: str) -> str:
    """Give ``word`` with the capitals it is written with."""
    return _SHOWN.get(word, word)


def listed(items: Sequence[str], last: str = "and") -> str:
    """Join ``items`` as a person lists them: ``a, b and c``."""
    if len(items) < 2:
        return "".join(items)
    return ", ".join(items[:-1]) + f" {last} " + items[-1]


def small(text: str) -> str:
    """Give ``text`` with a small first letter, unless it opens with ``I``."""
    if text.startswith(("I ", "I'")):
        return text
    return text[:1].lower() + text[1:]


def capital(text: str) -> str:
    """Give ``text`` with its first letter large, if it begins with a letter."""
    return text[:1].upper() + text[1:]
