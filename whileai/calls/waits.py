"""How long to wait before another attempt, and by which clock."""

from __future__ import annotations

import asyncio
from datetime import datetime, timezone
from email.utils import parsedate_to_datetime
from typing import TYPE_CHECKING

import anyio

from whileai.base.seeds import Dice, derive

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

FIRST_S = 0.4
"""Seconds before the second attempt at most, unless a model says otherwise."""

QUICK_S = 0.1
"""The longest wait after a reply that cannot be read: no rest mends what is said."""

LONGEST_S = 8.0
CROWDED_LONGEST_S = 30.0


def clock() -> Callable[[], float]:
    """Give the clock of the event loop that runs here, so that it is looked up once."""
    try:
        return asyncio.get_running_loop().time
    except RuntimeError:  # the loop is trio's
        return anyio.current_time


def backoff(
    seed: int, tries: int, *, first_s: float = FIRST_S, crowded: bool = False
) -> float:
    """Give the seconds to wait after ``tries`` failed attempts, with seeded jitter.

    The wait is drawn between half of a doubling span and all of it.

    Args:
        seed: of the call.
        tries: 1 or more.
        first_s: the span after the first attempt, in seconds.
        crowded: whether the server asked for fewer calls, which takes longer to pass.
    """
    longest = max(first_s, CROWDED_LONGEST_S if crowded else LONGEST_S)
    span = min(longest, first_s * 2.0 ** min(tries - 1, 16))
    return span * (0.5 + 0.5 * Dice(derive(seed, "retry", tries)).uniform())


def retry_after(
    headers: Mapping[str, str], now: datetime | None = None
) -> float | None:
    """Give the seconds that a server's headers ask to wait, if they do.

    Args:
        headers: names in any case, if the mapping takes them so; else in lower case.
        now: for dates; the clock's, unless given.
    """
    millis = _number(headers.get("retry-after-ms"))
    if millis is not None:
        return millis / 1000
    text = headers.get("retry-after")
    seconds = _number(text)
    if seconds is not None or text is None:
        return seconds
    try:
        due = parsedate_to_datetime(text)
    except (TypeError, ValueError):
        return None
    if due.tzinfo is None:
        due = due.replace(tzinfo=timezone.utc)
    return max(0.0, (due - (now or datetime.now(timezone.utc))).total_seconds())


def _number(text: str | None) -> float | None:
    try:
        number = float(text or "")
    except ValueError:
        return None
    return number if 0 <= number < float("inf") else None
