"""Seeded waiting times, and the least time that so many places need for them."""

from __future__ import annotations

import heapq
import math
from typing import TYPE_CHECKING

from whileai.base.seeds import Dice, derive

if TYPE_CHECKING:
    from collections.abc import Iterable

MEDIAN_S, SIGMA = 0.050, 1.0
STRAGGLERS, STRAGGLER_S = 0.01, 2.0


def latency(name: str, seed: int = 0) -> float:
    """Give the seconds that the call ``name`` waits: log-normal, 1% at two seconds."""
    dice = Dice(derive(seed, "latency", name))
    if dice.chance(STRAGGLERS):
        return STRAGGLER_S
    return MEDIAN_S * math.exp(SIGMA * dice.normal())


def list_scheduling(waits: Iterable[float], places: int) -> float:
    """Give when the last of ``waits`` ends if a free place takes the next at once."""
    ends = [0.0] * places
    for wait in waits:
        heapq.heapreplace(ends, ends[0] + wait)
    return max(ends)
