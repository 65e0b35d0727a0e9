"""What the writer delivered and nobody has played yet, in numbered waves."""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING, NamedTuple

from attrs import define, field

if TYPE_CHECKING:
    from collections.abc import Sequence

    from whileai.model import Task
    from whileai.search.ask import Plan
    from whileai.search.lineage import Shape

_DRY_AFTER = 3
"""Waves in a row, in wave order, that come back empty before the supply ends."""


class Delivered(NamedTuple):
    """One situation that is there to be played.

    Attributes:
        source: where its tasks are; a replay reads them when they are looked at.
        span: which of ``source`` are its tasks.
        wave: the wave of the writer it is of; -1 in a replay.
    """

    source: Sequence[Task]
    span: range
    wave: int = -1

    def tasks(self, most: int) -> tuple[Task, ...]:
        """Give its tasks, the first ``most`` of them."""
        return tuple([self.source[number] for number in self.span[:most]])


@define
class Stock:
    """Situations of one zone. Waves may be written in any order; they count in theirs.

    Args:
        wave: situations in one wave.
        planned: situations that the plan has room for; waves end there, and smaller
            ones replace what the writer left out.
        ahead: situations that are kept written or asked for, at most.
        dry: whether the writer delivers no more.
        closed: whether no more is asked for; what was asked is still played.
    """

    wave: int
    planned: int
    ahead: int
    asked: int = 0
    pending: int = 0
    dry: bool = False
    closed: bool = False
    ready: deque[Delivered] = field(factory=deque)
    _taken: int = 0
    _empty: int = 0
    _early: dict[int, Sequence[tuple[Task, ...]]] = field(factory=dict)

    @property
    def full(self) -> bool:
        """Whether enough is written and asked for."""
        return len(self.ready) + self.pending >= self.ahead

    @property
    def ended(self) -> bool:
        """Whether nothing more will be ready."""
        return self.dry or (self.closed and not self.pending)

    def span(self, number: int) -> range:
        """Give the indexes of the plots of wave ``number``."""
        whole = -(-self.planned // self.wave)
        if number < whole:
            start = number * self.wave
            return range(start, min(start + self.wave, self.planned))
        small = max(1, self.wave // 4)
        start = self.planned + (number - whole) * small
        return range(start, start + small)

    def ask(self) -> tuple[int, range]:
        """Take the next wave: its number and the indexes of its plots."""
        number, span = self.asked, self.span(self.asked)
        self.asked += 1
        self.pending += len(span)
        return number, span

    def put(
        self, number: int, situations: Sequence[tuple[Task, ...]]
    ) -> list[tuple[int, int]]:
        """Store a wave; list (wave, situations) for each that now takes its place."""
        self.pending -= len(self.span(number))
        self._early[number] = situations
        placed = []
        while self._taken in self._early:
            got = self._early.pop(self._taken)[: 0 if self.dry else None]
            self.ready.extend(
                Delivered(source=each, span=range(len(each)), wave=self._taken)
                for each in got
            )
            placed.append((self._taken, len(got)))
            self._taken += 1
            self._empty = 0 if got else self._empty + 1
            self.dry = self._empty >= _DRY_AFTER
        return placed


def by_situation(tasks: Sequence[Task]) -> list[tuple[Task, ...]]:
    """Group tasks by their situation, both in the order they come in."""
    grouped: dict[str, list[Task]] = {}
    for task in tasks:
        grouped.setdefault(task.situation.id, []).append(task)
    return [tuple(group) for group in grouped.values()]


def stocks_of(plan: Plan, shape: Shape) -> tuple[Stock, Stock]:
    """Give the stocks of main zone and tail; a replay has one for both."""
    if plan.pinned is not None:
        stock = _replayed(plan)
        return stock, stock
    tail = -(-shape.tail // shape.block)
    main = max(1, shape.main // (shape.wordings * shape.first))
    if shape.main_worlds is not None:
        main = max(1, min(main, shape.main_worlds))
    if shape.size(0)[0] > shape.main:
        tail = -(-shape.rows // shape.block)
    wave = max(1, min(plan.wave, main))
    return (
        Stock(wave=wave, planned=main, ahead=plan.ahead * wave),
        Stock(wave=plan.wave, planned=tail, ahead=plan.ahead * plan.wave),
    )


def _replayed(plan: Plan) -> Stock:
    """Give the stock of a replay: every pinned task, and nothing after them."""
    stock = Stock(wave=plan.wave, planned=0, ahead=0, dry=True)
    tasks = plan.pinned or ()
    stock.ready.extend(
        Delivered(tasks, range(number, number + 1)) for number in range(len(tasks))
    )
    return stock
