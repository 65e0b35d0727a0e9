"""What outcomes teach across roots, settled wave by wave and in wave order."""

from __future__ import annotations

from math import fsum
from typing import TYPE_CHECKING

from attrs import define, field, frozen

from whileai.search.aims import aim_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from whileai.model import Outcome
    from whileai.search.ask import Plan

ARMS = ("structured", "open_ended")
"""How closely the writer is to follow a plot: to the letter, or as a hint."""

_NUMBER = {arm: number for number, arm in enumerate(ARMS)}
_START = (0.8, 0.2)
_LEAST = 0.1


@frozen(kw_only=True)
class Knowledge:
    """What is known at some wave: arm weights, and how many roots they come from."""

    weights: tuple[float, ...] = _START
    roots: int = 0

    def after(
        self, rows: Sequence[int], failed: Sequence[int], roots: int
    ) -> Knowledge:
        """Give the knowledge after a wave with so many rows and failed rows by arm."""
        raised = [
            weight * (1 + bad / max(1, landed))
            for weight, landed, bad in zip(self.weights, rows, failed, strict=True)
        ]
        floored = [max(each / fsum(raised), _LEAST) for each in raised]
        total = fsum(floored)
        weights = tuple(each / total for each in floored)
        return Knowledge(weights=weights, roots=self.roots + roots)


@define
class Wave:
    """A wave whose roots are not all settled yet."""

    open: int
    roots: int
    rows: list[int] = field(factory=lambda: [0] * len(ARMS))
    failed: list[int] = field(factory=lambda: [0] * len(ARMS))


class Learning:
    """Gives each wave exactly what the waves up to its lag taught, and never more.

    Args:
        plan: has the lag, in first rollouts.
        per_wave: first rollouts in one wave.
    """

    def __init__(self, plan: Plan, per_wave: int) -> None:
        lag = max(1000, 3 * plan.budget // 10) if plan.lag is None else plan.lag
        self._lag = -(-lag // max(1, per_wave))
        self._ordered, self._aims = plan.reproducible, plan.aims
        self._latest = 0
        self._versions = {0: Knowledge()}
        self._waves: dict[int, Wave] = {}

    def known_to(self, wave: int) -> Knowledge | None:
        """Give what ``wave`` is asked with, or ``None`` while that is not settled."""
        version = max(0, wave - self._lag) if self._ordered else self._latest
        return self._versions.get(version)

    def placed(self, wave: int, roots: int) -> None:
        """Take note of a wave that was written, with so many situations."""
        self._waves[wave] = Wave(open=roots, roots=roots)
        if not roots:
            self._commit(wave)

    def settled(self, wave: int, outcomes: Iterable[Outcome]) -> None:
        """Take the rows of one root of ``wave``, in which nothing is under way."""
        record = self._waves[wave]
        record.open -= 1
        for outcome in outcomes:
            number = _NUMBER.get(outcome.slot.task.arm)
            if number is not None:
                record.rows[number] += 1
                record.failed[number] += aim_of(outcome, self._aims) is not None
        if not record.open:
            self._commit(wave)

    def _commit(self, wave: int) -> None:
        """Learn from settled waves, in wave order; as they settle when unordered."""
        if not self._ordered:
            self._learn(self._waves.pop(wave))
            return
        while (record := self._waves.get(self._latest)) and not record.open:
            self._learn(self._waves.pop(self._latest))

    def _learn(self, record: Wave) -> None:
        before = self._versions[self._latest]
        after = before.after(record.rows, record.failed, record.roots)
        self._latest += 1
        self._versions[self._latest] = after
        keep = self._lag if self._ordered else 0
        self._versions.pop(self._latest - keep - 1, None)
