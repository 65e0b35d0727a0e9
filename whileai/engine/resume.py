"""Resuming under a changed plan: rows on disk count, whether or not they are asked for.

With nothing changed every row answers its own slot. Otherwise the plan is played with
what the file knows, and only as many slots that it does not know as the budget has room
for beside all of its rows; those that no slot asked for are loaded at the end.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import define, field

if TYPE_CHECKING:
    from collections.abc import Sequence

    from whileai.engine.checkpoint import Checkpoint
    from whileai.model import Outcome, Slot, Task
    from whileai.search.ask import Ask
    from whileai.search.counts import Counts
    from whileai.search.planner import Planner


@define
class Topped:
    """A planner that hands out at most ``room`` slots whose rows are not on disk.

    Args:
        planner: decides the rows.
        checkpoint: knows which of them are there.
        room: further rows that the budget has room for.
    """

    planner: Planner
    checkpoint: Checkpoint
    room: int
    cap: int = field(init=False)
    retries: int = field(init=False)
    _fresh: set[tuple[int, ...]] = field(factory=set)
    _waiting: Slot | None = None

    def __attrs_post_init__(self) -> None:
        self.cap = self.checkpoint.rows + max(0, self.room)
        self.retries = self.planner.retries

    def ready(self) -> Slot | None:
        """Take a slot that the file knows, or one that there is room for."""
        slot = self._waiting or self.planner.ready()
        self._waiting = None
        if slot is None or self.checkpoint.knows(slot) or slot.place in self._fresh:
            return slot
        if len(self._fresh) >= self.room:
            self._waiting = slot
            return None
        self._fresh.add(slot.place)
        return slot

    def wanted(self) -> list[Ask]:
        """Take what the writer may be asked now."""
        return self.planner.wanted()

    def feed(self, ask: Ask, tasks: Sequence[Task]) -> None:
        """Take what was written."""
        self.planner.feed(ask, tasks)

    def land(self, slot: Slot, outcome: Outcome) -> None:
        """Learn how a slot ended; one that is lost for good gives its room back."""
        self.planner.land(slot, outcome)
        if outcome.row is None and slot.attempt >= self.retries:
            self._fresh.discard(slot.place)

    def flush(self) -> None:
        """Emit every landed row that still waits."""
        self.planner.flush()

    def counts(self) -> Counts:
        """Give how the budget was spent so far."""
        return self.planner.counts()

    @property
    def stopped_because(self) -> str:
        """Why there are no more slots, once there are none."""
        full = len(self._fresh) >= self.room
        return "budget" if full else self.planner.stopped_because
