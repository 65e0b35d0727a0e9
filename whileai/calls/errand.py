"""Whose call it is: what the calls of one rollout have in common."""

from __future__ import annotations

from collections import Counter
from contextvars import ContextVar

from attrs import define, field

from whileai.calls.costs import NOTHING, Cost


@define(eq=False)
class Errand:
    """One rollout's calls.

    Args:
        slot: the key of the slot; empty for calls that belong to no rollout.
        cost: what they cost so far.
        asked: how often each content was asked.
        calls: how many each role made.
        unmade: whether one of them was not to be made, which leaves the rollout
            unfinished whatever its stages made of that.
    """

    slot: str = ""
    cost: Cost = NOTHING
    asked: Counter[bytes] = field(factory=Counter)
    calls: Counter[str] = field(factory=Counter)
    unmade: bool = False


errand: ContextVar[Errand | None] = ContextVar("whileai_errand", default=None)
"""Set in every task that plays a slot of a run which keeps count of its calls."""
