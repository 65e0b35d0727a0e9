"""Layers that take turns: whose cell comes next."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import define, field

from whileai.base.seeds import Dice, derive

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from whileai.model import Cell
    from whileai.search.layers import Class, Drawn, Layer

Pair = tuple[str, str, str]
"""A fault, an axis and its value."""

_STRIDE = 0xD1342543DE82EF95
_COMPARED = 16
"""Layers of which the one whose fault meets most comes first."""


@define
class Turn:
    """Which layers are due for situations of one class, and what was drawn of each."""

    seed: int
    taken: list[int]
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
    the cells that they begin with alone. Situations with a fault are few, so of the
    layers that are due the one comes first in which the fault meets most that it has
    not met yet.

    Args:
        layers: one for each rule.
        seed: names the order.
        known: cells that count as drawn before.
    """

    def __init__(
        self, layers: Sequence[Layer], seed: int, known: Iterable[Cell] = ()
    ) -> None:
        self._layers, self._seed = layers, seed
        self._turns: dict[Class, Turn] = {}
        self._heads: dict[tuple[Class, int], tuple[Drawn, list[Pair]]] = {}
        self._met = {
            pair
            for cell in known
            if cell.tool_condition != "success"
            for pair in _pairs(cell)
        }

    def draw(self, each: Class) -> Drawn:
        """Give the next situation of a class."""
        turn = self._turns.get(each)
        if turn is None:
            seed = derive(self._seed, "turn", *each)
            turn = self._turns[each] = Turn(seed, [0] * len(self._layers))
        due = turn.open()
        if each[1] and len(self._layers) > 1:
            return self._newest(each, turn, due[-_COMPARED:])
        layer = due.pop()
        turn.taken[layer] += 1
        return self._layers[layer].at(each, turn.taken[layer] - 1)

    def _newest(self, each: Class, turn: Turn, due: Sequence[int]) -> Drawn:
        """Draw from the layer whose fault meets most that it has not met yet."""
        met, best, most = self._met, due[-1], -1
        for layer in due:
            head = self._heads.get((each, layer))
            if head is None:
                drawn = self._layers[layer].at(each, turn.taken[layer])
                head = self._heads[each, layer] = (drawn, _pairs(drawn[0]))
            new = len(head[1]) - sum(pair in met for pair in head[1])
            if new > most:
                best, most = layer, new
        turn.due.remove(best)
        turn.taken[best] += 1
        drawn, pairs = self._heads.pop((each, best))
        met.update(pairs)
        return drawn


def _pairs(cell: Cell) -> list[Pair]:
    """Give what the tool condition of ``cell`` meets in it."""
    fault = cell.tool_condition
    return [
        (fault, "tool", cell.tool),
        (fault, "rule", cell.rule),
        (fault, "stance", cell.stance),
        (fault, "state", cell.world_state),
        (fault, "history", cell.history),
    ]
