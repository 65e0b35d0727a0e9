"""Layers that take turns: whose cell comes next, so that much that is new meets."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from itertools import combinations
from math import comb
from operator import attrgetter
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
Look = tuple[int, Sequence[Shown], bool]
"""A visit, what it shows, and whether it puts a person on a side of a number."""
Shows = Callable[["Cell", int, int], Look]
"""Looks at a cell, a visit to it, and how many before it of its class had a side.

It may take another visit, which no other visit to that cell leads to. It tells values
of axes, and what is drawn beside them.
"""
Met = dict[int, int]
"""Twos that met, by their bits, each with the bits of what they did not meet yet."""

_STRIDE = 0xD1342543DE82EF95
_COMPARED = 8
"""Layers whose next cells are compared."""
_BLOCK = 8
"""Cells of a layer that are put in order together."""
_MOST, _APART, _VALUES = attrgetter("most"), attrgetter("apart"), attrgetter(*AXES)
_OF_TWO = 10
"""What a meeting of two counts for, beside one of three."""


def values_of(cell: Cell) -> list[Shown]:
    """Give the values of ``cell``, axis by axis."""
    return list(zip(AXES, _VALUES(cell), strict=True))


def plainly(cell: Cell, visit: int, _before: int) -> Look:
    """Look at nothing but the values of ``cell``."""
    return visit, values_of(cell), False


@define(eq=False)
class Candidate:
    """A cell that may be drawn next.

    Args:
        layer: the number of its layer.
        drawn: the cell, with its visit.
        values: a bit for each value that it shows.
        twos: all that meets in it, in twos.
        most: what it is worth at most; that never becomes more.
        apart: how much of it none shows that comes before it in its block, at most.
    """

    layer: int
    drawn: Drawn
    values: int
    twos: list[int]
    most: int
    apart: int

    def worth(self, met: Met) -> int:
        """Give what its new meetings count for; each of three is seen from its twos."""
        values, new, threes = self.values, 0, 0
        for apart in map(met.get, self.twos):
            if apart is None:
                new += 1
            elif values & apart:
                threes += (values & apart).bit_count()
        threes += new * (values.bit_count() - 2)
        self.most = new * _OF_TWO + threes // 3
        return self.most

    def meet(self, met: Met) -> None:
        """Count its meetings as met."""
        others = ~self.values
        for two in self.twos:
            met[two] = met.get(two, others) & others


@define
class Turn:
    """Which layers are due for situations of one class, and what was drawn of each.

    Args:
        seed: names the order.
        taken: cells of each layer that were drawn or are in its block.
        blocks: of each layer, what is left of its block, the next cell last.
        sided: of each layer, how many of the taken have a side.
        round: how often every layer was due.
        due: the layers that are left of this round.
    """

    seed: int
    taken: list[int]
    blocks: list[list[Candidate]]
    sided: list[int]
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
        shows: Shows = plainly,
        known: Iterable[Cell] = (),
    ) -> None:
        self._layers, self._seed, self._shows = layers, seed, shows
        self._turns: dict[Class, Turn] = {}
        self._bits: dict[Shown, int] = {}
        self._met: Met = {}
        for cell in known:
            self._candidate(-1, (cell, 0), values_of(cell)).meet(self._met)

    def draw(self, each: Class) -> Drawn:
        """Give the next situation of a class."""
        turn = self._turns.get(each)
        if turn is None:
            seed, count = derive(self._seed, "turn", *each), len(self._layers)
            turn = Turn(seed, [0] * count, [[] for _ in self._layers], [0] * count)
            self._turns[each] = turn
        best = _newest(self._heads(each, turn), self._met)
        turn.due.remove(best.layer)
        turn.blocks[best.layer].pop()
        if best.most:
            best.meet(self._met)
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
        left = [self._next(each, turn, layer, first + at) for at in range(_BLOCK)]
        ordered = turn.blocks[layer]
        while left:
            best = max(left, key=_APART)
            left.remove(best)
            ordered.insert(0, best)
            for other in left:
                both = (other.values & best.values).bit_count()
                apart = other.most - _most_of(both)
                if apart < other.apart:
                    other.apart = apart
        return ordered

    def _next(self, each: Class, turn: Turn, layer: int, position: int) -> Candidate:
        cell, visit = self._layers[layer].at(each, position)
        visit, shown, sided = self._shows(cell, visit, turn.sided[layer])
        turn.sided[layer] += sided
        return self._candidate(layer, (cell, visit), shown)

    def _candidate(self, layer: int, drawn: Drawn, shown: Sequence[Shown]) -> Candidate:
        known = self._bits
        try:
            bits = {known[each] for each in shown}
        except KeyError:
            bits = {known.setdefault(each, 1 << len(known)) for each in shown}
        twos = [one | two for one, two in combinations(bits, 2)]
        most = _most_of(len(bits))
        return Candidate(layer, drawn, sum(bits), twos, most, most)


@cache
def _most_of(count: int) -> int:
    """Give what all that meets among so many values counts for."""
    return comb(count, 2) * _OF_TWO + comb(count, 3)


def _newest(candidates: Sequence[Candidate], met: Met) -> Candidate:
    """Give the one in which most is new; what can only be less is not looked at."""
    ordered = sorted(candidates, key=_MOST, reverse=True)
    best, worth = ordered[0], -1
    for one in ordered:
        if one.most <= worth:
            break
        if one.worth(met) > worth:
            best, worth = one, one.most
    return best
