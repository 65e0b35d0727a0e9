"""What failed rows are followed up for, and what their mutations change.

A mutation changes one thing about a situation that failed, so that the changes after
which it still fails, and those after which it passes, tell what makes it fail.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import evolve, frozen

from whileai.base.seeds import Dice, derive
from whileai.model import SIDES, tier_of

if TYPE_CHECKING:
    from collections.abc import Sequence
    from collections.abc import Set as AbstractSet

    from whileai.model import Cell, Outcome, Situation
    from whileai.search.axes import Axes

CHANGES = (
    "stance",
    "fact",
    "fault",
    "side",
    "wording",
    "world_state",
    "history",
    "rule",
)
"""What a mutation can change: the person's stance, the facts of the case, the fault,
the side of the rule, the words, the state of the world, what came before, the rule."""

_OF_SCENE = frozenset({"fact", "side", "world_state", "rule"})


@frozen(kw_only=True)
class Change:
    """One thing that a mutation makes different.

    Args:
        what: one of ``CHANGES``.
        cell: where the mutated situation lies.
        side: on which side of the rule it stands; empty leaves that open.
    """

    what: str
    cell: Cell
    side: str = ""

    @property
    def of_scene(self) -> bool:
        """Whether the scene has to be set anew for it."""
        return self.what in _OF_SCENE


def aim_of(outcome: Outcome, aims: AbstractSet[str]) -> str | None:
    """Give what ``outcome`` failed by, of ``aims``; a verdict comes before a fault."""
    row = outcome.row
    if row is None:
        return None
    if "graded_failure" in aims and row.passed is False:
        return "graded_failure"
    return "world_fault" if row.faulted and "world_fault" in aims else None


def varied(
    situation: Situation, aim: str, axes: Axes, seed: int, tried: Sequence[str] = ()
) -> Change | None:
    """Give the next change of a situation that failed.

    The tier stays. Where the aim is a world fault, so does the fault: what is asked is
    how else the agent meets it. A failed grade may come from the fault, so that it is
    exchanged or left out; none is added.

    Args:
        situation: that failed.
        aim: what it failed by.
        axes: the values there are.
        seed: decides the order of changes and the values.
        tried: changes that its lineage has seen.

    Returns:
        The change, or ``None`` when nothing is left to be changed.
    """
    for what in Dice(seed).shuffled(CHANGES):
        dice = Dice(derive(seed, what))
        change = None if what in tried else _change(what, situation, aim, axes, dice)
        if change is not None:
            return change
    return None


def _change(
    what: str, situation: Situation, aim: str, axes: Axes, dice: Dice
) -> Change | None:
    cell, side = situation.cell, situation.scene.side
    if what in _OF_SCENE and situation.draw is None:
        return None  # its scene follows the words of an ask
    if what == "wording":
        return Change(what=what, cell=cell, side=side)
    if what == "fact":
        apart = cell.tool == "multi_tool"  # drawn anew it is about two other tools
        return None if apart else Change(what=what, cell=cell, side=side)
    if what == "side":
        sides = [each for each in SIDES if each != side]
        return Change(what=what, cell=cell, side=dice.pick(sides)) if side else None
    axis = "tool_condition" if what == "fault" else what
    if not (others := _others(cell, axis, aim, axes)):
        return None
    return Change(
        what=what,
        cell=evolve(cell, **{axis: dice.pick(others)}),
        side="" if what == "rule" else side,
    )


def _others(cell: Cell, axis: str, aim: str, axes: Axes) -> list[str]:
    now: str = getattr(cell, axis)
    others = [each for each in getattr(axes, axis) if each != now]
    if axis == "stance":
        return [each for each in others if tier_of(each) == cell.tier]
    if axis == "tool_condition":
        return [] if now == "success" or aim == "world_fault" else others
    if axis == "world_state":
        others = [each for each in others if each in axes.states_of(cell.tool)]
    return [] if cell.tool == "unrelated" else others
