"""Layers that take turns: whose cell comes next."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import define, field

from whileai.base.seeds import Dice, derive

if TYPE_CHECKING:
    from collections.abc import Sequence

    from whileai.search.coverage import Coverage
    from whileai.search.layers import Class, Drawn, Layer

_STRIDE = 0xD1342543DE82EF95
_COMPARED = 8
"""Layers of whose next cells the one that shows most is drawn."""
_LULL = 4
"""Rounds of a turn in which nothing new is shown before it is compared no more."""


@define
class Head:
    """The next cell of a layer, and how much new it shows at most."""

    drawn: Drawn
    ids: list[int]
    new: int


@define
class Turn:
    """Which layers are due, for the classes that take turns together."""

    seed: int
    round: int = 0
    due: list[int] = field(factory=list)
    lull: int = 0


class Stack:
    """Draws from its layers in turn, so that no rule is tested more than another.

    What each layer gives is its own; only which of those that are due comes first
    depends on what is covered. That is looked at where a fault is scheduled: such
    situations are few, and most of what is still to be covered is with them.

    Args:
        layers: one for each rule.
        seed: names the order.
        coverage: what is covered so far, beyond this stack too.
    """

    def __init__(self, layers: Sequence[Layer], seed: int, coverage: Coverage) -> None:
        self._layers, self._coverage, self._seed = layers, coverage, seed
        self._alone = len(layers) == 1
        self._patience = _LULL * len(layers)
        self._taken: dict[Class, list[int]] = {}
        self._heads: dict[Class, dict[int, Head]] = {}
        self._turns: dict[str, Turn] = {}

    def draw(self, each: Class) -> Drawn:
        """Give the next situation of a class."""
        tier, fails = each
        taken = self._taken.get(each)
        if taken is None:
            taken = self._taken[each] = [0] * len(self._layers)
            self._heads[each] = {}
        if self._alone:
            taken[0] += 1
            return self._layers[0].at(each, taken[0] - 1)
        turn = self._turn("fault" if fails else tier)
        if fails and turn.lull < self._patience:
            drawn, layer = self._best(turn, each, taken)
        else:
            layer = turn.due.pop()
            drawn = self._layers[layer].at(each, taken[layer])
        taken[layer] += 1
        return drawn

    def _turn(self, name: str) -> Turn:
        turn = self._turns.get(name)
        if turn is None:
            turn = self._turns[name] = Turn(derive(self._seed, "turn", name))
        if not turn.due:
            dice = Dice(turn.seed + turn.round * _STRIDE)
            turn.due = dice.shuffled(range(len(self._layers)))
            turn.round += 1
        return turn

    def _best(self, turn: Turn, each: Class, taken: list[int]) -> tuple[Drawn, int]:
        """Take the cell that shows most among those of the layers that are due.

        What a cell shows only ever becomes less, so most old counts need no renewal.
        """
        heads, due, count = self._heads[each], turn.due, self._coverage.new
        best, most = due[-1], -1
        for layer in due[-_COMPARED:]:
            head = heads.get(layer)
            if head is None:
                drawn = self._layers[layer].at(each, taken[layer])
                ids = self._coverage.ids(drawn[0])
                head = heads[layer] = Head(drawn, ids, count(ids))
            elif head.new > most:
                head.new = count(head.ids)
            if head.new > most:
                best, most = layer, head.new
        due.remove(best)
        head = heads.pop(best)
        self._coverage.take(head.ids)
        turn.lull = 0 if most else turn.lull + 1
        return head.drawn, best
