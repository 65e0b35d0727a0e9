"""When a run has seen what there is: nothing new in so many situations in a row."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import define, field

if TYPE_CHECKING:
    from collections.abc import Iterable

    from whileai.model import Outcome
    from whileai.search.ask import Plan

ENOUGH = 300
"""Situations in a row that show nothing new before a run counts as saturated.

By the rule of three (Hanley and Lippman-Hand, 1983) the next one then shows something
new with a chance under 3/300 = 1%, at a confidence of 95%.
"""
LAG = 256
"""First rollouts between what is seen and what is made of it, unless set."""

Kind = tuple[str, bool | None]
"""A behaviour, and whether it passed; ``None`` where nothing graded it."""


@define
class Wave:
    """A wave whose roots are not all settled yet: what each of them showed."""

    open: int
    shown: dict[int, set[Kind]] = field(factory=dict)


class Saturation:
    """Watches for what is new, wave by wave and in wave order.

    What a wave is told never depends on timing: it is exactly what the waves up to its
    lag showed. So a run stops at the same situation whatever came back first.

    Args:
        plan: has the lag, in first rollouts.
        per_wave: first rollouts in one wave.
    """

    def __init__(self, plan: Plan, per_wave: int) -> None:
        lag = LAG if plan.lag is None else plan.lag
        self.watching = plan.until == "saturation"
        self._roots = self._since_new = 0
        self._lag = max(1, -(-lag // max(1, per_wave)))
        self._ordered = plan.reproducible
        self._settled = 0
        self._seen: set[Kind] = set()
        self._waves: dict[int, Wave] = {}
        self._from: int | None = None

    @property
    def seen(self) -> dict[str, int] | None:
        """What was seen, where that is watched.

        Returns:
            ``situations`` that are settled, ``kinds`` of behaviour in them, and how
            many situations there were ``since_new``.
        """
        if not self.watching:
            return None
        return {
            "situations": self._roots,
            "kinds": len(self._seen),
            "since_new": self._since_new,
        }

    def before(self, wave: int) -> bool | None:
        """Tell whether the run is saturated before ``wave`` is asked for.

        Returns:
            ``None`` while that is not known.
        """
        if not self.watching:
            return False
        if self._from is not None and wave >= self._from:
            return True
        known = not self._ordered or self._settled > wave - self._lag
        return False if known else None

    def placed(self, wave: int, roots: int) -> None:
        """Take note of a wave that was written, with so many situations."""
        if self.watching:
            self._waves[wave] = Wave(open=roots)
            self._commit()

    def settled(self, wave: int, root: int, outcomes: Iterable[Outcome]) -> None:
        """Take the rows of one root of ``wave``, in which nothing is under way."""
        if not self.watching:
            return
        record = self._waves[wave]
        record.open -= 1
        record.shown[root] = {_kind(outcome) for outcome in outcomes}
        self._commit()

    def _commit(self) -> None:
        """Look at settled waves in their order, at the roots of each in theirs."""
        while (record := self._waves.get(self._settled)) and not record.open:
            del self._waves[self._settled]
            for root in sorted(record.shown):
                new = record.shown[root] - self._seen
                self._seen |= new
                self._roots += 1
                self._since_new = 0 if new else self._since_new + 1
            self._settled += 1
            if self._since_new >= ENOUGH and self._from is None:
                self._from = self._settled - 1 + self._lag


def _kind(outcome: Outcome) -> Kind:
    row = outcome.row
    assert row is not None
    return row.signature, row.passed
