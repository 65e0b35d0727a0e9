"""Layers that take turns: whose cell comes next, so that much that is new meets."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import combinations
from typing import TYPE_CHECKING

from attrs import define, field

from whileai.base.seeds import Dice, derive
from whileai.search.coverage import AXES

if TYPE_CHECKING:
    from collections.abc import Iterable

    from whileai.model import Cell
    from whileai.search.layers import Class, Drawn, Layer

Shown = tuple[str, str]
"""An axis and a value on it, or the name of something else and what it is."""
Shows = Callable[["Cell", int], Sequence[Shown]]
"""Tells what a visit to a cell shows: values of axes, and what is drawn beside them."""
Some = frozenset[int]
"""Meetings, each named by the numbers of the values that meet."""

_STRIDE = 0xD1342543DE82EF95
_COMPARED = 8
"""Layers whose next cells are compared."""
_BLOCK = 8
"""Cells of a layer that are put in order together."""
_OF_TWO = 10
"""What a meeting of two counts for, beside one of three."""


def values_of(cell: Cell, _visit: int = 0) -> Sequence[Shown]:
    """Give the values of ``cell``, axis by axis."""
    return [(axis, getattr(cell, axis)) for axis in AXES]


@define(eq=False)
class Candidate:
    """A cell that may be drawn next.

    Args:
        layer: the number of its layer.
        drawn: the cell, with its visit.
        twos, threes: all that meets in it, in twos and in threes.
        most: what it is worth at most; that never becomes more.
    """

    layer: int
    drawn: Drawn
    twos: Some
    threes: Some
    most: int = 0

    @property
    def whole(self) -> int:
        """What it is worth where nothing met before."""
        return len(self.twos) * _OF_TWO + len(self.threes)

    def worth(self, met: set[int]) -> int:
        """Give what its new meetings count for."""
        new = len(self.twos.difference(met)) * _OF_TWO
        self.most = new + len(self.threes.difference(met))
        return self.most


@define
class Turn:
    """Which layers are due for situations of one class, and what was drawn of each.

    Args:
        seed: names the order.
        taken: cells of each layer that were drawn or are in its block.
        blocks: of each layer, what is left of its block, the next cell last.
        round: how often every layer was due.
        due: the layers that are left of this round.
    """

    seed: int
    taken: list[int]
    blocks: list[list[Candidate]]
    round: int = 0
    due: list[int] = field(factory=list)

    def open(self) -> list[int]:
        """Give the layers that are due: each once, in another order every round."""
        if not self.due:
            dice = Dice(self.seed + self.round * _STRIDE)
            self.due = dice.shuffled(range(len(self.taken)))
            self.round += 1
        return self.due


class Stack:
    """Draws from its layers in turn, so that no rule is tested more than another.

    What each layer gives is its own, and of any class as much is drawn of one layer as
    of the next. So a layer that is added takes from the ends of the others, and leaves
    the cells that they begin with alone. A layer gives first of a few cells the one in
    which most meets, and of the layers that are due the one comes first in whose next
    cell most meets that did not meet in any.

    Args:
        layers: one for each rule.
        seed: names the order.
        shows: tells what is to meet in a visit to a cell.
        known: cells that count as drawn before.
    """

    def __init__(
        self,
        layers: Sequence[Layer],
        seed: int,
        shows: Shows = values_of,
        known: Iterable[Cell] = (),
    ) -> None:
        self._layers, self._seed, self._shows = layers, seed, shows
        self._turns: dict[Class, Turn] = {}
        self._ids: dict[Shown, int] = {}
        self._met: set[int] = set()
        for cell in known:
            self._met.update(*self._meetings(values_of(cell)))

    def draw(self, each: Class) -> Drawn:
        """Give the next situation of a class."""
        turn = self._turns.get(each)
        if turn is None:
            seed, count = derive(self._seed, "turn", *each), len(self._layers)
            turn = Turn(seed, [0] * count, [[] for _ in self._layers])
            self._turns[each] = turn
        best = _newest(self._heads(each, turn), self._met)
        turn.due.remove(best.layer)
        turn.blocks[best.layer].pop()
        self._met.update(best.twos, best.threes)
        return best.drawn

    def _heads(self, each: Class, turn: Turn) -> list[Candidate]:
        """Give the next cell of every layer that is due, up to a few."""
        return [
            (turn.blocks[layer] or self._block(each, turn, layer))[-1]
            for layer in turn.open()[-_COMPARED:]
        ]

    def _block(self, each: Class, turn: Turn, layer: int) -> list[Candidate]:
        """Put the next cells of a layer in order; nothing but the layer decides it."""
        first = turn.taken[layer]
        turn.taken[layer] += _BLOCK
        left = [self._candidate(each, layer, first + at) for at in range(_BLOCK)]
        met: set[int] = set()
        ordered = turn.blocks[layer]
        while left:
            best = _newest(left, met)
            left.remove(best)
            met.update(best.twos, best.threes)
            best.most = best.whole
            ordered.insert(0, best)
        return ordered

    def _candidate(self, each: Class, layer: int, position: int) -> Candidate:
        drawn = self._layers[layer].at(each, position)
        twos, threes = self._meetings(self._shows(*drawn))
        made = Candidate(layer=layer, drawn=drawn, twos=twos, threes=threes)
        made.most = made.whole
        return made

    def _meetings(self, shown: Iterable[Shown]) -> tuple[Some, Some]:
        """Name every two and every three of what is shown."""
        known = self._ids
        ids = sorted({known.setdefault(each, len(known) + 1) for each in shown})
        twos = [one << 16 | two for one, two in combinations(ids, 2)]
        threes = [a << 32 | b << 16 | c for a, b, c in combinations(ids, 3)]
        return frozenset(twos), frozenset(threes)


def _newest(candidates: Sequence[Candidate], met: set[int]) -> Candidate:
    """Give the one in which most is new; what can only be less is not looked at."""
    ordered = sorted(candidates, key=lambda one: -one.most)
    best, worth = ordered[0], -1
    for one in ordered:
        if one.most <= worth:
            break
        if one.worth(met) > worth:
            best, worth = one, one.most
    return best
