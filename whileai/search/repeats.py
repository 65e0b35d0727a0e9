"""One group: the repeats of one task, and whether they disagree."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import define

from whileai.search.aims import aim_of

if TYPE_CHECKING:
    from collections.abc import Set as AbstractSet

    from whileai.model import Outcome, Slot, Task


@define
class Group:
    """The repeats of one task while they come in.

    Args:
        task: what is repeated.
        waiting: first repeats that are not in yet.
        asked: repeats opened so far.
        rows: repeats that landed.
        passed, failed: landed rows by verdict, where there is one.
        signature: the behaviour of the first landed row.
        differs: whether a later row behaved otherwise.
        culprit: the first failed one of the first repeats, and what it failed by.
    """

    task: Task
    waiting: int
    asked: int
    rows: int = 0
    passed: int = 0
    failed: int = 0
    signature: str | None = None
    differs: bool = False
    culprit: tuple[Slot, str] | None = None

    def take(self, slot: Slot, outcome: Outcome, aims: AbstractSet[str]) -> None:
        """Count one repeat that ended."""
        row = outcome.row
        if row is None:
            return
        self.rows += 1
        if row.passed is not None and "graded_failure" in aims:
            if row.passed:
                self.passed += 1
            else:
                self.failed += 1
        if self.signature is None:
            self.signature = row.signature
        elif row.signature != self.signature:
            self.differs = True
        aim = aim_of(outcome, aims)
        if aim and (self.culprit is None or slot.repeat < self.culprit[0].repeat):
            self.culprit = (slot, aim)

    @property
    def split(self) -> bool:
        """Whether its rows disagree: by verdict if there is one, else by behaviour."""
        if self.passed or self.failed:
            return bool(self.passed and self.failed)
        return self.differs
