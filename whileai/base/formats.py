"""The string formats that tools name: strict checks, and drawn values."""

from __future__ import annotations

import re
from datetime import date, datetime, time, timedelta, timezone
from ipaddress import IPv4Address, IPv6Address
from types import MappingProxyType
from typing import TYPE_CHECKING

from whileai.base.expressions import expression

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from whileai.base.seeds import Dice

_DATE = expression(r"(\d{4})-(\d{2})-(\d{2})", re.ASCII)
_CLOCK = expression(
    r"([01]\d|2[0-3]):([0-5]\d)(?::([0-5]\d|60)(?:\.(\d+))?)?"
    r"(?:[zZ]|([+-])([01]\d|2[0-3]):([0-5]\d))?",
    re.ASCII,
)
_BETWEEN = ("", "T", "t", " ")
_TIME = expression(
    r"([01]\d|2[0-3]):([0-5]\d):([0-5]\d|60)(\.\d+)?"
    r"([zZ]|[+-]([01]\d|2[0-3]):[0-5]\d)",
    re.ASCII,
)
_EMAIL = expression(
    r"[^\s@<>()\[\]\\,;:\"]{1,64}@"
    r"(?:[^\W_](?:[\w-]{0,61}[^\W_])?\.)*[^\W_](?:[\w-]{0,61}[^\W_])?"
)
_URI = expression(r"[A-Za-z][A-Za-z0-9+.-]*:(?://[^\s/?#<>\"]*)?[^\s<>\"{}|\\^`]*")
_URI_CHARACTERS = expression(r"[^\x00-\x20<>\"{}|\\^`\x7f]*")
UUID = expression(r"[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}")
"""A UUID, in letters of either case."""

_HOST = expression(r"(?:(?!-)[A-Za-z0-9-]{1,63}(?<!-)\.)*(?!-)[A-Za-z0-9-]{1,63}(?<!-)")
_DURATION = expression(
    r"P(?!$)(\d+W|(\d+Y)?(\d+M)?(\d+D)?(T(?=\d)(\d+H)?(\d+M)?(\d+(\.\d+)?S)?)?)",
    re.ASCII,
)


def day_of(text: str) -> date | None:
    """Give the day that ``text`` writes as RFC 3339 does; ``None`` if it is none.

    ``date.fromisoformat`` reads more forms on some Pythons than on others.
    """
    found = _DATE.fullmatch(text)
    if found is None:
        return None
    try:
        return date(*map(int, found.groups()))
    except ValueError:
        return None


def moment_of(text: str) -> datetime | None:
    """Give the day or moment that ``text`` writes; ``None`` if it is neither.

    ``2024-02-29``, alone or with a time behind ``T`` or a space: ``09:30``, with
    seconds, their parts and a zone (``Z``, ``+02:00``) where these are known. A day
    begins at midnight; what tells no zone has none; a leap second is the one before.
    """
    day = day_of(text[:10])
    clock = _CLOCK.fullmatch(text[11:] if len(text) > 10 else "00:00")
    if day is None or clock is None or text[10:11] not in _BETWEEN:
        return None
    hour, minute, second, part, sign, off, rest = clock.groups()
    zone = timezone.utc if text[-1] in "zZ" else None
    if sign:
        shift = timedelta(hours=int(off), minutes=int(rest))
        zone = timezone(-shift if sign == "-" else shift)
    micros = int((part or "")[:6].ljust(6, "0"))
    exact = time(int(hour), int(minute), min(int(second or 0), 59), micros, zone)
    return datetime.combine(day, exact)


def is_date(text: str) -> bool:
    """Say whether ``text`` is a day as RFC 3339 writes it: ``2024-02-29``."""
    return day_of(text) is not None


def is_time(text: str) -> bool:
    """Say whether ``text`` is a time with its zone: ``09:30:00Z``."""
    return _TIME.fullmatch(text) is not None


def is_date_time(text: str) -> bool:
    """Say whether ``text`` is a moment with its zone: ``2024-02-29T09:30:00Z``."""
    return text[10:11] in ("T", "t", " ") and is_date(text[:10]) and is_time(text[11:])


def is_email(text: str) -> bool:
    """Say whether ``text`` is one plain address: ``ana@example.com``."""
    return _EMAIL.fullmatch(text) is not None and ".." not in text.split("@")[0]


def is_uri(text: str) -> bool:
    """Say whether ``text`` is an absolute URI."""
    if _URI.fullmatch(text) is None or not text.partition(":")[2]:
        return False
    scheme = text.partition(":")[0].lower()
    if scheme in ("http", "https", "ftp", "ws", "wss"):
        return re.match(r"\w+://[^/?#]", text) is not None
    return True


def is_uri_reference(text: str) -> bool:
    """Say whether ``text`` is a URI, absolute or relative."""
    return _URI_CHARACTERS.fullmatch(text) is not None


def is_uuid(text: str) -> bool:
    """Say whether ``text`` is a UUID with its four hyphens."""
    return UUID.fullmatch(text) is not None


def is_ipv4(text: str) -> bool:
    """Say whether ``text`` is an IPv4 address in four decimal parts."""
    try:
        IPv4Address(text)
    except ValueError:
        return False
    return True


def is_ipv6(text: str) -> bool:
    """Say whether ``text`` is an IPv6 address without a zone."""
    try:
        IPv6Address(text)
    except ValueError:
        return False
    return "%" not in text


def is_hostname(text: str) -> bool:
    """Say whether ``text`` is a host name of at most 253 characters."""
    return len(text) <= 253 and _HOST.fullmatch(text) is not None


def is_duration(text: str) -> bool:
    """Say whether ``text`` is a duration as ISO 8601 writes it: ``P3DT4H``."""
    return _DURATION.fullmatch(text) is not None


FORMATS: Mapping[str, tuple[Callable[[str], bool], str]] = MappingProxyType(
    {
        "date": (is_date, "a date such as 2024-05-31"),
        "time": (is_time, "a time such as 09:30:00Z"),
        "date-time": (is_date_time, "a date-time such as 2024-05-31T09:30:00Z"),
        "email": (is_email, "an email address"),
        "idn-email": (is_email, "an email address"),
        "uri": (is_uri, "a URI such as https://example.com/a"),
        "iri": (is_uri, "a URI such as https://example.com/a"),
        "url": (is_uri, "a URL such as https://example.com/a"),
        "uri-reference": (is_uri_reference, "a URI reference"),
        "uuid": (is_uuid, "a UUID"),
        "ipv4": (is_ipv4, "an IPv4 address"),
        "ipv6": (is_ipv6, "an IPv6 address"),
        "hostname": (is_hostname, "a host name"),
        "duration": (is_duration, "a duration such as P3DT4H"),
    }
)
"""Format to its check and to what it expects, in words; others are not checked."""


def drawn_format(name: str, dice: Dice) -> str | None:
    """Draw a value of a format; ``None`` for a format that is not known."""
    draw = _DRAWS.get(name)
    return None if draw is None else draw(dice)


def _hexadecimal(dice: Dice, digits: int) -> str:
    return "".join(dice.pick("0123456789abcdef") for _ in range(digits))


def _uuid(dice: Dice) -> str:
    text = _hexadecimal(dice, 32)
    variant = dice.pick("89ab")
    return f"{text[:8]}-{text[8:12]}-4{text[13:16]}-{variant}{text[17:20]}-{text[20:]}"


def _date(dice: Dice) -> str:
    return f"2024-{dice.between(1, 12):02}-{dice.between(1, 28):02}"


def _time(dice: Dice) -> str:
    return (
        f"{dice.between(0, 23):02}:{dice.between(0, 59):02}:{dice.between(0, 59):02}Z"
    )


def _word(dice: Dice) -> str:
    return "".join(dice.pick("abcdefghijklmnopqrstuvwxyz") for _ in range(6))


def _site(dice: Dice) -> str:
    return f"{_word(dice)}.example.com"


def _email(dice: Dice) -> str:
    return f"{_word(dice)}@example.com"


def _url(dice: Dice) -> str:
    return f"https://{_site(dice)}/{_word(dice)}"


_DRAWS: dict[str, Callable[[Dice], str]] = {
    "date": _date,
    "time": _time,
    "date-time": lambda dice: f"{_date(dice)}T{_time(dice)}",
    "email": _email,
    "idn-email": _email,
    "uri": _url,
    "iri": _url,
    "url": _url,
    "uri-reference": lambda dice: f"/{_word(dice)}",
    "uuid": _uuid,
    "ipv4": lambda dice: f"192.0.2.{dice.between(1, 254)}",
    "ipv6": lambda dice: f"2001:db8::{_hexadecimal(dice, 3)}1",
    "hostname": _site,
    "duration": lambda dice: f"PT{dice.between(1, 90)}M",
}
