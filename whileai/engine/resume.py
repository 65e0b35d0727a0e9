"""Resuming under a changed plan: which rows on disk the plan will ask for again.

With nothing changed every row answers its own slot, and there is nothing to find out.
Otherwise the plan is walked through once with what the file knows, and nothing played:
rows that no slot asks for are loaded first and count toward the budget.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from typing import TYPE_CHECKING

from attrs import frozen

from whileai.model import Task
from whileai.search.ask import Ask

if TYPE_CHECKING:
    from whileai.engine.checkpoint import Checkpoint
    from whileai.search.planner import Planner

Write = Callable[[Ask], Awaitable[Sequence[Task]]]
MOST_WALKS = 6


@frozen(kw_only=True)
class Resumption:
    """What a resumed run starts from.

    Args:
        budget: rows that are left to plan.
        foreign: keys of the rows on disk that no slot of that plan asks for.
    """

    budget: int
    foreign: tuple[str, ...] = ()


async def resumption(
    checkpoint: Checkpoint,
    budget: int,
    planner_for: Callable[[int], Planner],
    write: Write,
) -> Resumption:
    """Share a budget between rows that are loaded and rows that are planned.

    Args:
        checkpoint: the file.
        budget: rows the run may have in all.
        planner_for: gives a fresh planner for a budget.
        write: words what such a planner asks.
    """
    every = tuple(checkpoint.keys)
    held = checkpoint.rows
    if held >= budget:
        return Resumption(budget=0, foreign=every)
    loaded = 0
    for _ in range(MOST_WALKS):
        matched, rows = await _walk(planner_for(budget - loaded), checkpoint, write)
        if held - rows == loaded:
            foreign = tuple(key for key in every if key not in matched)
            return Resumption(budget=budget - loaded, foreign=foreign)
        loaded = held - rows
    return Resumption(budget=budget - held, foreign=every)


async def _walk(
    planner: Planner, checkpoint: Checkpoint, write: Write
) -> tuple[set[str], int]:
    """Give the keys that a plan asks for and the file knows, and how many are rows."""
    matched: set[str] = set()
    rows = 0
    while True:
        for ask in planner.wanted():
            planner.feed(ask, await write(ask))
        slot = planner.ready()
        if slot is None:
            return matched, rows
        known = checkpoint.peek(slot)
        if known is not None:
            matched.add(slot.key)
            rows += known.row is not None
            planner.land(slot, known)
