"""Layers that take turns: whose cell comes next."""

from __future__ import annotations

from typing import TYPE_CHECKING

from whileai.base.seeds import Dice, derive

if TYPE_CHECKING:
    from collections.abc import Sequence

    from whileai.search.coverage import Coverage
    from whileai.search.layers import Class, Drawn, Layer

_STRIDE = 0xD1342543DE82EF95
_COMPARED = 8
"""Layers of whose next cells the one that shows most is drawn."""


class Stack:
    """Draws from its layers in turn, so that no rule is tested more than another.

    What each layer gives is its own; only which of those that are due comes first
    depends on what is covered.

    Args:
        layers: one for each rule.
        seed: names the order.
        coverage: what is covered so far, beyond this stack too.
    """

    def __init__(self, layers: Sequence[Layer], seed: int, coverage: Coverage) -> None:
        self._layers, self._coverage = layers, coverage
        self._seed = derive(seed, "turns")
        self.restart()

    def restart(self) -> None:
        """Draw from the beginning again."""
        self._taken: dict[tuple[int, Class], int] = {}
        self._next: dict[tuple[int, Class], tuple[Drawn, list[int]]] = {}
        self._due: dict[str, tuple[int, list[int]]] = {}

    def draw(self, each: Class) -> Drawn:
        """Give the next situation of a class."""
        due = self._layers_due("fault" if each[1] else each[0])
        place = 0
        if len(due) > 1 and not self._coverage.complete:
            place = self._best(due[:_COMPARED], each)
        layer = due.pop(place)
        drawn, ids = self._peek(layer, each)
        self._coverage.take(ids)
        del self._next[layer, each]
        self._taken[layer, each] = self._taken.get((layer, each), 0) + 1
        return drawn

    def _layers_due(self, turn: str) -> list[int]:
        number, due = self._due.get(turn, (0, []))
        if not due:
            dice = Dice(derive(self._seed, turn) + number * _STRIDE)
            due = dice.shuffled(range(len(self._layers)))
            self._due[turn] = (number + 1, due)
        return due

    def _best(self, due: Sequence[int], each: Class) -> int:
        new = [self._coverage.new(self._peek(layer, each)[1]) for layer in due]
        return new.index(max(new))

    def _peek(self, layer: int, each: Class) -> tuple[Drawn, list[int]]:
        """Look at the next cell of a layer and at the combinations in it."""
        known = self._next.get((layer, each))
        if known is None:
            drawn = self._layers[layer].at(each, self._taken.get((layer, each), 0))
            ids = [] if self._coverage.complete else self._coverage.ids(drawn.cell)
            known = self._next[layer, each] = (drawn, ids)
        return known
