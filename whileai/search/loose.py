"""Rows that lead to nothing further: those of the tail, and those beyond k.

They are opened where nothing else is ready, from what the main zone leaves whatever its
lineages still do, so places stay full and the budget is spent to the row.
"""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING

from attrs import define, field

from whileai.search.ask import EXTRA, TAIL
from whileai.search.repeats import Group

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from whileai.model import Outcome, Slot, Task
    from whileai.search.ask import Plan
    from whileai.search.counts import Tally
    from whileai.search.lineage import Holding, Release, Shape
    from whileai.search.stock import Stock


class Loose:
    """Opens the rows outside the main zone, and takes them when they land.

    Args:
        plan: what fixes the rows.
        shape: its counts.
        stock: the situations of the tail.
        holding: what the main zone uses.
        tally: takes what is opened and how it ended.
        release: takes rows that are final.
        over: says whether the main zone opens no further root, whatever happens.
    """

    def __init__(
        self,
        plan: Plan,
        shape: Shape,
        *,
        stock: Stock,
        holding: Holding,
        tally: Tally,
        release: Release,
        over: Callable[[], bool],
    ) -> None:
        self._plan, self._shape, self._stock = plan, shape, stock
        self._holding, self._tally, self._release = holding, tally, release
        self._over = over
        self._tail, self._extra_rows = Tail(), 0
        self._flying: dict[tuple[int, ...], tuple[int, Group]] = {}
        self._splits: list[Extra] = []
        self._extras: deque[Extra] | None = None
        self._extends = shape.successive and shape.worlds is not None
        self._reason = "tail" if plan.pinned is None else "pinned"
        every = plan.open_rows >= shape.rows  # all may wait, so nothing has to
        most = plan.open_rows if every else min(plan.open_rows // 2, shape.tail)
        self.limit = max(1, most)

    @property
    def cut(self) -> Group | None:
        """The group of the tail that has not all of its repeats yet."""
        return self._tail.group

    def ready(self, *, settled: bool) -> Slot | None:
        """Open a row of the tail, else one beyond k.

        Args:
            settled: whether every lineage is.
        """
        return self._next_of_tail() or self._next_extra(settled=settled)

    def land(self, slot: Slot, outcome: Outcome) -> None:
        """Take a row of the tail or beyond k."""
        zone = slot.place[0]
        number, group = self._flying.pop(slot.place)
        self._tally.ended(slot, outcome, None)
        group.take(slot, outcome, self._plan.aims)
        group.waiting -= 1
        if zone == TAIL:
            self._tail.hold(number, outcome)
            if not group.waiting:
                self._close(group, slot.place[:-1])
        else:
            rows = [] if outcome.row is None else [outcome]
            self._release.put(zone, number, 1, rows)
        self._release.out()

    def extend(self, group: Group, place: tuple[int, ...]) -> None:
        """Remember a group that is over; saved rows may go to it if it is split."""
        if group.split and self._extends:
            self._splits.append(Extra.of(group, place, self._shape.repeats))

    def flush(self) -> None:
        """Let go of the rows of groups that are under way, as cut."""
        for place in list(self._tail.held):
            self._let_go(place, cut=True)

    # ------------------------------------------------------------------------ the tail

    def goes_on(self) -> bool:
        """Say whether the tail may open a row, now or once the writer delivers."""
        if self._plan.pinned is not None and not self._over():
            return False
        if self._room() < 1:
            return False
        supplied = bool(self._stock.ready) or not self._stock.dry
        return bool(self._tail.tasks) or (supplied and self._worlds() > 0)

    def wants(self) -> bool:
        """Say whether the tail has room for situations that nobody was asked for."""
        stock, shape = self._stock, self._shape
        if stock.full or stock.dry or not self.goes_on():
            return False
        rows = self._room() - len(self._tail.tasks) * shape.repeats + self._tail.repeat
        worlds = min(-(-rows // shape.block), self._worlds())
        return len(stock.ready) + stock.pending < worlds

    def _room(self) -> int:
        """Give the rows outside the main zone that are certain and not opened yet.

        A lost row goes to another situation, but that of a seed to none.
        """
        shape, tally = self._shape, self._tally
        if shape.watched:
            return 0
        main = self._holding.rows if self._over() else shape.main
        used = main + self._tail.rows + self._extra_rows
        lost = sum(tally.lost) - tally.seeds_lost.total()
        return min(shape.rows - used + lost, shape.losses - (used - tally.rows))

    def _worlds(self) -> int:
        """Give the situations that the tail may still open; a large number if many."""
        shape = self._shape
        if shape.worlds is None or shape.main_worlds is None:
            return shape.rows + shape.losses
        main = self._holding.worlds if self._over() else shape.main_worlds
        return shape.worlds - main - self._tail.worlds

    def _next_of_tail(self) -> Slot | None:
        """Open one row without follow-ups, if it fits whatever the main zone does."""
        tail, stock, release = self._tail, self._stock, self._release
        if not self.goes_on() or not (tail.tasks or stock.ready):
            return None
        waiting = tail.rows - release.slots[TAIL]
        if not release.main_is_out and waiting >= self.limit:
            return None  # too many rows wait for the main zone
        if not tail.tasks:
            tasks = stock.ready.popleft().tasks(self._shape.wordings)
            tail.begin(tasks)
            self._tally.opened(tasks[0].situation, len(tasks))
        number = tail.rows
        task, place, group = tail.step(self._shape.repeats)
        self._flying[place] = (number, group)
        return self._plan.slot(place, task, place[-1], self._reason)

    def _close(self, group: Group, place: tuple[int, ...]) -> None:
        """Count a group of the tail that is over, and let its rows go."""
        self._tally.grouped(group, TAIL, self._shape)
        self._let_go(place, cut=self._shape.cut(group))
        self.extend(group, place)

    def _let_go(self, place: tuple[int, ...], *, cut: bool) -> None:
        for number, rows in self._tail.let_go(place, cut=cut):
            self._release.put(TAIL, number, 1, rows)

    # ----------------------------------------------------------------- rows beyond k

    def more(self, *, settled: bool) -> bool:
        """Say whether saved rows may go to split groups beyond k, all else being done.

        That is known once nothing is under way; then the groups are put in plan order.

        Args:
            settled: whether every lineage is.
        """
        if self._extras is None:
            if not (self._extends and self._over()):
                return False
            if not settled or self._flying or self.goes_on():
                return False
            self._extras = deque(sorted(self._splits, key=lambda each: each.place))
            self._splits = []
        return bool(self._extras) and self._room() > 0

    def _next_extra(self, *, settled: bool) -> Slot | None:
        if not self.more(settled=settled) or not self._extras:
            return None
        extra = self._extras[0]
        if not extra.opened:
            self._tally.groups["extended"] += 1
        place, repeat = extra.step()
        if extra.repeat == extra.until:
            self._extras.popleft()
        self._flying[place] = (self._extra_rows, extra.group)
        self._extra_rows += 1
        return self._plan.slot(place, extra.task, repeat, "fill")


@define
class Tail:
    """The situation of the tail that is being opened, row by row.

    Args:
        worlds: situations opened so far.
        rows: rows opened so far.
        tasks: those of the situation that are not full yet, first one first.
        wording: the number of the first of them.
        repeat: which repeat of it is next.
        group: its repeats, once one of them is open.
        held: what landed of groups that are under way, by the place of the group.
    """

    worlds: int = 0
    rows: int = 0
    tasks: deque[Task] = field(factory=deque)
    wording: int = 0
    repeat: int = 0
    group: Group | None = None
    held: dict[tuple[int, ...], list[tuple[int, Outcome]]] = field(factory=dict)

    def begin(self, tasks: Sequence[Task]) -> None:
        """Open the next situation."""
        self.worlds += 1
        self.tasks, self.wording, self.repeat = deque(tasks), 0, 0

    def step(self, repeats: int) -> tuple[Task, tuple[int, ...], Group]:
        """Take the next row: its task, its place and its group of ``repeats``."""
        task, place = self.tasks[0], (TAIL, self.worlds - 1, self.wording, self.repeat)
        group = self.group or Group(task=task, waiting=repeats, asked=repeats)
        self.rows += 1
        self.repeat += 1
        self.group = group if self.repeat < repeats else None
        if self.group is None:
            self.tasks.popleft()
            self.wording, self.repeat = self.wording + 1, 0
        return task, place, group

    def hold(self, number: int, outcome: Outcome) -> None:
        """Keep the ``number``-th row of the tail until its group is whole or cut."""
        self.held.setdefault(outcome.slot.place[:-1], []).append((number, outcome))

    def let_go(
        self, place: tuple[int, ...], *, cut: bool
    ) -> list[tuple[int, list[Outcome]]]:
        """Give what was held of a group: its numbers, each with what landed."""
        return [
            (number, [outcome.cut() if cut else outcome] if outcome.row else [])
            for number, outcome in self.held.pop(place)
        ]


@define
class Extra:
    """A split group that saved rows may go to, beyond its k.

    Args:
        place: of the group in plan order.
        task: what is repeated.
        repeat: which repeat is next.
        until: the first repeat that is too many.
        group: takes the rows; nothing is decided by them.
    """

    place: tuple[int, ...]
    task: Task
    repeat: int
    until: int
    group: Group = field(init=False)
    opened: int = 0

    def __attrs_post_init__(self) -> None:
        self.group = Group(task=self.task, waiting=0, asked=0)

    @classmethod
    def of(cls, group: Group, place: tuple[int, ...], repeats: int) -> Extra:
        """Go on with ``group`` by up to ``repeats`` more."""
        until = group.asked + repeats
        return cls(place=place, task=group.task, repeat=group.asked, until=until)

    def step(self) -> tuple[tuple[int, ...], int]:
        """Take the next row: its place and its repeat."""
        repeat = self.repeat
        self.repeat += 1
        self.opened += 1
        return (EXTRA, *self.place, repeat), repeat
