"""What a situation of the grid will show, before its scene is set."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import frozen

from whileai.base.seeds import derive
from whileai.search.stack import values_of
from whileai.world.faults import schedule

if TYPE_CHECKING:
    from collections.abc import Sequence

    from whileai.model import Cell
    from whileai.search.stack import Shown
    from whileai.stages import Run
    from whileai.world.scenes import Stage


@frozen(kw_only=True)
class Preview:
    """Looks ahead for the grid, so that what is drawn apart is covered as well.

    Args:
        run: its seed and its tools.
        stage: sets the scenes.
    """

    run: Run
    stage: Stage

    def shows(self, cell: Cell, visit: int) -> Sequence[Shown]:
        """Give the values of ``cell``, and what a visit to it makes of them.

        Two tools are each as one tool is; the side of the rule that the person will be
        on stands beside it, and a fault with the number of the call that it hits.
        """
        seed = situation_seed(self.run.seed, cell, visit)
        shown = dict(values_of(cell))
        tools, side = self.stage.stakes(cell, seed)
        if side:
            shown["side"] = f"{side} {cell.rule}"
        for fault in schedule(cell, self.run.tools, seed):
            shown["tool_condition"] = f"{fault.mode} {fault.call}"
        several = [("tool", tool) for tool in tools if tool != cell.tool]
        return [*shown.items(), *several]


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
