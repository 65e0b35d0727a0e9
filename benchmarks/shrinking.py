"""``shrink``: planted failures, cut down to what triggers them."""

from __future__ import annotations

import json
import time
from statistics import median
from typing import TYPE_CHECKING, Any

from attrs import frozen

import whileai as wai
from benchmarks.planting import (
    FEATURES,
    HISTORIES,
    Failure,
    Planted,
    failed,
    planted,
    played,
)
from benchmarks.timing import Finding, Settings

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

TARGET = "shrink"
SEED, AGENTS = 20_261_130, 10
ROWS = 6_000
LEAST = 0.9
NEUTRAL = {
    "tool": ("none",),
    "fault": (),
    "state": ("there",),
    "side": (),
    "asks": ("1",),
    "history": ("fresh",),
}
"""What is seen of a feature that triggers nothing, beside nothing at all."""
NEEDS_TOOL = frozenset(("fault", "state"))
"""Features that are seen only where some tool is asked for."""


@frozen(kw_only=True)
class Cut:
    """One failure after its row was shrunk.

    Args:
        failure: that was planted.
        spare: features that are still shown and trigger nothing.
        clauses: of the ask, before and after.
        rollouts: that were played.
        minimal: whether the search came to its end.
        seconds: of CPU.
    """

    failure: Failure
    spare: tuple[str, ...]
    clauses: tuple[int, int]
    rollouts: int
    minimal: bool
    seconds: float


def findings(settings: Settings) -> Iterator[Finding]:
    """Shrink one row of each failure that even draws meet."""
    agents = settings.size(AGENTS, 1)
    found = [
        cut
        for number in range(agents)
        for cut in cuts(planted(SEED, number), settings.size(ROWS, ROWS // 3))
    ]
    true = sum(not each.spare for each in found) / len(found)
    yield Finding(
        target=TARGET,
        what=f"{len(found)} failures of {agents} agents: ends at the true trigger",
        figure=f"{true:.1%}",
        limit=f"at least {LEAST:.0%}",
        holds=true >= LEAST,
        note=f"left over: {sorted({name for each in found for name in each.spare})}",
    )
    for order in (2, 3, 4):
        own = [each for each in found if len(each.failure.conditions) == order]
        if own:
            yield _of_order(order, own)


def _of_order(order: int, found: list[Cut]) -> Finding:
    true = sum(not each.spare for each in found)
    before, after = (median(each.clauses[n] for each in found) for n in (0, 1))
    return Finding(
        target=TARGET,
        what=f"{order} conditions: true triggers, medians of what was played",
        figure=f"{true} of {len(found)}",
        note=f"{median(each.rollouts for each in found):g} rollouts, "
        f"{median(each.seconds for each in found) * 1000:.0f} ms CPU, clauses "
        f"{before:g} to {after:g}",
    )


def cuts(agent: Planted, rows: int) -> Iterator[Cut]:
    """Shrink the first row of each of the agent's failures."""
    first: dict[int, Any] = {}
    for row in played(agent, even=True, budget=rows, seed=3):
        for number in failed(row):
            first.setdefault(number, row)
    for number, row in sorted(first.items()):
        yield cut(agent, number, row)


@frozen(kw_only=True)
class Reader:
    """A planted agent that also reads an ask whose first sentence was left out."""

    agent: Planted

    async def __call__(self, message: str, world: Any) -> str:
        """Play as the agent does; what it looks for stands behind a blank."""
        opened = message.startswith(tuple(HISTORIES.values()))
        return await self.agent(message if opened else f" {message}", world)


def cut(agent: Planted, number: int, row: Mapping[str, Any]) -> Cut:
    """Shrink one row, and say what is left that its failure does not need."""
    failure, began = agent.failures[number], time.process_time()
    shrunk = wai.shrink(
        row,
        Reader(agent=agent),
        tools=list(agent.tools),
        system_prompt=agent.policy,
        grader=lambda own: number not in failed(own),
    )
    told = shrunk["extra"]["shrunk"]
    kept = told["left"]["clause"]
    return Cut(
        failure=failure,
        spare=spare(failure, json.loads(shrunk["final_text"].partition(";")[2])),
        clauses=(kept + told["dropped"]["clause"], kept),
        rollouts=told["rollouts"],
        minimal=told["minimal"],
        seconds=time.process_time() - began,
    )


def spare(failure: Failure, seen: Mapping[str, str]) -> tuple[str, ...]:
    """Give the features that are shown although the failure does not need them."""
    wanted = {name for name, _ in failure.conditions}
    several = "asks" in wanted and ("asks", "1") not in failure.conditions
    if several or wanted & NEEDS_TOOL:
        wanted.add("tool")
    return tuple(
        name
        for name in FEATURES
        if name not in wanted and name in seen and seen[name] not in NEUTRAL[name]
    )
