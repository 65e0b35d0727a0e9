"""What failed rows are followed up for, and what their mutations change."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import evolve

from whileai.base.seeds import Dice
from whileai.model import tier_of

if TYPE_CHECKING:
    from collections.abc import Set as AbstractSet

    from whileai.model import Cell, Outcome
    from whileai.search.axes import Axes


_VARIED = ("stance", "world_state", "history", "rule", "tool_condition")


def aim_of(outcome: Outcome, aims: AbstractSet[str]) -> str | None:
    """Give what ``outcome`` failed by, of ``aims``; a verdict comes before a fault."""
    row = outcome.row
    if row is None:
        return None
    if "graded_failure" in aims and row.reward is not None and row.reward < 0.5:
        return "graded_failure"
    return "world_fault" if row.faulted and "world_fault" in aims else None


def varied(cell: Cell, aim: str, axes: Axes, seed: int) -> Cell:
    """Give ``cell`` with one axis changed, so that what makes it fail can be told.

    The tier stays, and so does whether a fault is scheduled. A world fault keeps its
    kind: what is asked about is how else the agent meets it.
    """
    dice = Dice(seed)
    start = dice.below(len(_VARIED))
    for axis in (*_VARIED[start:], *_VARIED[:start]):
        if others := _others(cell, axis, aim, axes):
            return evolve(cell, **{axis: dice.pick(others)})
    return cell


def _others(cell: Cell, axis: str, aim: str, axes: Axes) -> list[str]:
    now: str = getattr(cell, axis)
    others = [each for each in getattr(axes, axis) if each != now]
    if axis == "stance":
        return [each for each in others if tier_of(each) == cell.tier]
    if axis == "tool_condition":
        if now == "success" or aim == "world_fault":
            return []
        return [each for each in others if each != "success"]
    if axis == "world_state":
        others = [each for each in others if each in axes.states_of(cell.tool)]
    return [] if cell.tool == "unrelated" else others
