"""How long the person goes on: odds of leaving, and how many lines a thread aims at."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import frozen

from whileai.base.seeds import Dice

if TYPE_CHECKING:
    from collections.abc import Mapping

    from whileai.model import Slot
    from whileai.options import Options

ODDS: Mapping[str, tuple[float, float]] = {
    "normal": (0.35, 0.60),
    "short": (0.60, 0.90),
    "endless": (0.0, 0.0),
}
"""Chances of leaving at the second question and at each later one."""

USUAL_LINES = 6.0
"""User lines a thread aims at when only its greatest depth was set."""


@frozen(kw_only=True)
class Patience:
    """One run's rules of when a person leaves.

    Args:
        second: chance of leaving at the second question of a thread.
        later: chance of leaving at each question after it.
        lines: user lines that threads without questions aim at, 1 or more.
    """

    second: float
    later: float
    lines: float

    @classmethod
    def of(cls, options: Options) -> Patience:
        """Read the rules from the options of the call.

        ``avg_turns`` counts both sides, so a person's share of it is half.
        """
        play = options.play
        level = play.patience
        second, later = ODDS[level] if isinstance(level, str) else level
        lines = play.avg_turns / 2
        if "avg_turns" not in options.given and play.max_turns:
            lines = min(USUAL_LINES, float(play.max_turns))
        return cls(second=second, later=later, lines=max(1.0, lines))

    def leaves(self, slot: Slot, number: int) -> bool:
        """Draw whether the person leaves at the ``number``-th question, from 1."""
        if number < 2:
            return False
        dice = Dice(slot.derive("user", "patience", number))
        return dice.chance(self.second if number == 2 else self.later)

    def gives_up(self, slot: Slot, number: int) -> bool:
        """Draw whether the person leaves a question that they cannot answer."""
        dice = Dice(slot.derive("user", "unknown", number))
        return dice.chance(self.second)

    def goes_on(self, slot: Slot, line: int) -> bool:
        """Tell whether the person has more to say after a reply that asks nothing.

        Each thread has an aim of its own, drawn around ``lines``: between half of it
        and one and a half, those near it most often. At one line nobody goes on.

        Args:
            slot: the rollout.
            line: how many lines the person has said.
        """
        if self.lines <= 1:
            return False
        dice = Dice(slot.derive("user", "pace"))
        spread = 0.5 + (dice.uniform() + dice.uniform()) / 2
        return line < int(self.lines * spread + dice.uniform())
