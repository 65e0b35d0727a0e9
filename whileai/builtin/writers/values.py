"""Values as people write them: dates in words, amounts with cents, codes untouched."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from whileai.base.formats import moment_of
from whileai.builtin.writers.words import listed, plain_words

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from datetime import date

    from whileai.base.seeds import Dice

OPEN, SHUT = "\x02", "\x03"
"""Around every value in an ask that is being made: what lies between never changes."""

LONG = 90
"""Characters of a string from which on a person does not write it out."""

_ISO_DATE = re.compile(r"\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2})?.*)?\Z")
_WORDY = re.compile(r"[A-Za-z]+(?:_[A-Za-z]+)+\Z")
MONTHS = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
]
_SIGN_OF = {"USD": "$", "EUR": "€", "GBP": "£", "US DOLLARS": "$", "DOLLARS": "$"}


def kept(text: str) -> str:
    """Give ``text`` marked as a value."""
    return f"{OPEN}{text}{SHUT}"


def bare(text: str) -> str:
    """Give ``text`` without the marks around its values."""
    return text.replace(OPEN, "").replace(SHUT, "")


def _dates(value: str) -> list[str]:
    """Give the ways to write an ISO date or time, the plainest first."""
    moment = moment_of(value)
    if moment is None:
        return [value]
    day: date = moment.date()
    month = MONTHS[day.month - 1]
    forms = [f"{month} {day.day}", f"{month[:3]} {day.day}", f"{day.day} {month}"]
    forms += [f"{month} {day.day}, {day.year}", f"{day.day} {month} {day.year}", value]
    if len(value) < 16:
        return forms
    return [f"{form} at {moment:%H:%M}" for form in forms if form != value]


def _numbers(value: float, currency: str, money: bool) -> list[str]:
    """Give the ways to write a number, an amount of money if ``money``."""
    whole = float(value).is_integer()
    if not money:
        return [str(int(value)) if whole else str(value)]
    plain = str(int(value)) if whole else f"{value:.2f}"
    if not whole and float(plain) != float(value):
        plain = str(value)
    if not currency:
        return [plain]
    sign = _SIGN_OF.get(currency.upper())
    return [f"{sign}{plain}"] if sign else [f"{plain} {currency}"]


def spellings(
    value: Any, *, money: bool = False, currency: str = "", worded: bool = False
) -> list[str]:
    """Give every way in which an ask may write ``value``; the first is the usual one.

    Args:
        value: a fact of the scene, any JSON value.
        money: true when it is an amount of money.
        currency: its currency, where the scene or the schema says it.
        worded: true when it is a word of the schema (an enum), which people write
            without its underscores.

    Returns:
        One text or more for a scalar; for a list or an object one text, put in words;
        none for ``None``, for what is empty, and for a string too long to be said.
    """
    if value is None or value == "" or value in ([], {}):
        return []
    if isinstance(value, bool):
        return ["yes" if value else "no"]
    if isinstance(value, (int, float)):
        return _numbers(value, currency, money)
    if isinstance(value, str):
        return _strings(value, worded)
    if isinstance(value, list):
        return _joined([spellings(item)[:1] for item in value[:4]])
    return _joined(
        [
            [f"{spoken_name(str(name))} {text}" for text in spellings(item)[:1]]
            for name, item in list(value.items())[:4]
        ]
    )


def _joined(parts: list[list[str]]) -> list[str]:
    """Give the list of the texts that there are, or nothing."""
    texts = [text for part in parts for text in part]
    whole = listed(texts)
    return [whole] if whole and len(whole) <= LONG else texts[:1]


def _strings(value: str, worded: bool) -> list[str]:
    """Give the ways to write a string."""
    if len(value) > LONG or "\n" in value:
        return []
    if _ISO_DATE.match(value):
        return _dates(value)
    if value.startswith("https://www."):
        return [value[8:].rstrip("/"), value]
    if worded and _WORDY.match(value):
        return [value.replace("_", " "), value]
    return [value]


def spoken_name(name: str) -> str:
    """Give the name of a field in plain words."""
    return " ".join(plain_words(name)) or name


def spelled(forms: Sequence[str], dice: Dice) -> str:
    """Draw one of the ``forms`` of a value, at least one, the usual ones more often."""
    if len(forms) == 1 or (len(forms) == 2 and dice.chance(0.85)):
        return forms[0]
    return forms[min(dice.below(len(forms)), dice.below(len(forms)))]


def currency_of(facts: Mapping[str, Any]) -> str:
    """Give the currency that the facts themselves name, if they do."""
    for name, value in facts.items():
        if "currency" in name.lower() and isinstance(value, str) and len(value) <= 12:
            return value
    return ""
