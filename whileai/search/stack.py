"""Layers that take turns: whose cell comes next."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import define, field

from whileai.base.seeds import Dice, derive

if TYPE_CHECKING:
    from collections.abc import Sequence

    from whileai.search.layers import Class, Drawn, Layer

_STRIDE = 0xD1342543DE82EF95


@define
class Turn:
    """Which layers are due, for the classes that take turns together."""

    seed: int
    round: int = 0
    due: list[int] = field(factory=list)


class Stack:
    """Draws from its layers in turn, so that no rule is tested more than another.

    What each layer gives is its own, and the more layers there are, the less is drawn
    of each; so a layer that is added or taken away leaves the cells of others alone.

    Args:
        layers: one for each rule.
        seed: names the order.
    """

    def __init__(self, layers: Sequence[Layer], seed: int) -> None:
        self._layers, self._seed = layers, seed
        self._taken: dict[Class, list[int]] = {}
        self._turns: dict[str, Turn] = {}

    def draw(self, each: Class) -> Drawn:
        """Give the next situation of a class; faults are dealt out across tiers."""
        taken = self._taken.get(each)
        if taken is None:
            taken = self._taken[each] = [0] * len(self._layers)
        layer = self._layer("fault" if each[1] else each[0])
        taken[layer] += 1
        return self._layers[layer].at(each, taken[layer] - 1)

    def _layer(self, name: str) -> int:
        turn = self._turns.get(name)
        if turn is None:
            turn = self._turns[name] = Turn(derive(self._seed, "turn", name))
        if not turn.due:
            dice = Dice(turn.seed + turn.round * _STRIDE)
            turn.due = dice.shuffled(range(len(self._layers)))
            turn.round += 1
        return turn.due.pop()
