"""The same slots once more, in the same order: what the later of several runs play."""

from __future__ import annotations

from collections import Counter, deque
from typing import TYPE_CHECKING

from attrs import evolve

from whileai.search.ask import EXTRA, MAIN
from whileai.search.counts import Counts, Tally

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from whileai.model import Outcome, Slot, Task
    from whileai.search.ask import Ask
    from whileai.search.planner import Planner


class Replay:
    """Plays the slots whose rows an earlier run gave; it has a planner's methods.

    Args:
        first: the planner of that run.
        slots: its slots, in the order of its rows.
        emit: gets each outcome that has a row, in that order, once it is final.
        eval_run: which run this is.
    """

    def __init__(
        self,
        first: Planner,
        slots: Sequence[Slot],
        emit: Callable[[Outcome], None],
        eval_run: int,
    ) -> None:
        self.cap = len(slots)
        self.retries = first.retries
        self._first = first
        self._emit = emit
        self._tally = Tally()
        self._order = {slot.place: number for number, slot in enumerate(slots)}
        self._ready = deque(
            evolve(slot, attempt=0, reason="replay", eval_run=eval_run)
            for slot in slots
        )
        self._final: dict[int, Outcome] = {}
        self._open = Counter(map(_group, slots))
        self._planned = Counter(self._open)
        self._landed: Counter[tuple[int, ...]] = Counter()
        self._next = 0
        self._seen: set[str] = set()

    def ready(self) -> Slot | None:
        """Take the next slot; ``None`` when all are under way or done."""
        if not self._ready:
            return None
        slot = self._ready.popleft()
        situation = slot.task.situation
        if situation.id not in self._seen:
            self._seen.add(situation.id)
            self._tally.opened(situation, 1)
        return slot

    def wanted(self) -> list[Ask]:
        """Ask for nothing: the tasks are there."""
        return []

    def feed(self, ask: Ask, tasks: Sequence[Task]) -> None:
        """Take what was written, which is never asked for."""
        raise ValueError(
            f"a replay asked for nothing, and got {len(tasks)} tasks for {ask.key}"
        )

    def land(self, slot: Slot, outcome: Outcome) -> None:
        """Take how ``slot`` ended; a lost try is tried again."""
        if outcome.row is None and slot.attempt < self.retries:
            self._ready.appendleft(evolve(slot, attempt=slot.attempt + 1))
            return
        self._tally.ended(slot, outcome, None)
        self._final[self._order[slot.place]] = outcome
        self._open[_group(slot)] -= 1
        self._landed[_group(slot)] += outcome.row is not None
        while (final := self._final.get(self._next)) is not None:
            if self._open[_group(final.slot)]:
                break  # whether its group was cut shows at the end of it
            self._give(self._final.pop(self._next))
            self._next += 1

    def _give(self, final: Outcome) -> None:
        """Emit a row, marked if its group has fewer than it should have."""
        if final.row is None:
            return
        group, shape = _group(final.slot), self._first.shape
        landed, planned = self._landed[group], self._planned[group]
        stopped = group[0] == MAIN and planned == shape.first
        short = planned < shape.asked_repeats and not stopped
        whole = landed == planned and not short
        self._emit(final if whole or group[0] == EXTRA else final.cut())

    def flush(self) -> None:
        """Emit every landed row that still waits for an earlier one, in order."""
        for number in sorted(self._final):
            self._give(self._final.pop(number))

    def counts(self) -> Counts:
        """Give how the run went so far."""
        return self._tally.counts(self._first.survey.sown, self._first.shape, None)

    @property
    def stopped_because(self) -> str:
        """Why there are no more slots, once there are none."""
        return "tasks_done"


def _group(slot: Slot) -> tuple[int, ...]:
    """Name the group that a slot is of; what is beyond k is one of its own."""
    return slot.place[:-1]
