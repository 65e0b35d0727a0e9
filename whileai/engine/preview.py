"""What a situation of the grid will show, before its scene is set."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import frozen

from whileai.base.seeds import derive
from whileai.search.coverage import AXES
from whileai.search.stack import values_of
from whileai.world.faults import schedule
from whileai.world.rules import side_in_turn

if TYPE_CHECKING:
    from whileai.model import Cell
    from whileai.search.stack import Look
    from whileai.stages import Run
    from whileai.world.scenes import Stage

_VISITS = 64
"""Visits of which one is taken; a side that one in ten is on is among them."""
_CONDITION = AXES.index("tool_condition")


@frozen(kw_only=True)
class Preview:
    """Looks ahead for the grid, so that what is drawn apart is covered as well.

    Args:
        run: its seed and its tools.
        stage: sets the scenes.
    """

    run: Run
    stage: Stage

    def shows(self, cell: Cell, visit: int, before: int) -> Look:
        """Take a visit to ``cell``, and tell what it makes of the values of the cell.

        Two tools are each as one tool is; the side of the rule that the person will be
        on stands beside it, and a fault with the number of the call that it hits. Of
        the visits that ``visit`` stands for the first is taken on whose side it is the
        turn, after ``before`` others.
        """
        visit *= _VISITS
        if cell.tool_condition == "success" and not self.stage.varied(cell):
            return visit, values_of(cell), False
        seed = situation_seed(self.run.seed, cell, visit)
        tools, side = self.stage.stakes(cell, seed)
        if side and side != (wanted := side_in_turn(cell.stance, before)):
            for other in range(visit + 1, visit + _VISITS):
                own = situation_seed(self.run.seed, cell, other)
                if (found := self.stage.stakes(cell, own))[1] == wanted:
                    visit, seed, (tools, side) = other, own, found
                    break
        shown = values_of(cell)
        if side:
            shown.append(("side", f"{side} {cell.rule}"))
        for fault in schedule(cell, self.run.tools, seed):
            shown[_CONDITION] = ("tool_condition", f"{fault.mode} {fault.call}")
        shown += [("tool", tool) for tool in tools if tool != cell.tool]
        return visit, shown, bool(side)


def situation_seed(
    run_seed: int, cell: Cell, visit: int, prompt: str = "", origin: str = "grid"
) -> int:
    """Give the seed of one situation: of its scene, its faults and its id.

    Args:
        run_seed: of the run.
        cell: where it lies.
        visit: tells visits to one cell apart.
        prompt: words that it is given.
        origin: of the situation.
    """
    place = "|".join(cell.to_json().values())
    return derive(run_seed, "situation", place, visit, prompt, origin)
