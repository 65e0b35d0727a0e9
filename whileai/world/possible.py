"""Which states of the world a tool can meet at all."""

from __future__ import annotations

from typing import TYPE_CHECKING

from whileai.options.dimensions import WORLD_STATES
from whileai.world.infer import infer

if TYPE_CHECKING:
    from collections.abc import Iterable

    from whileai.model import Tool

_MADE = frozenset({"create", "send", "transfer"})
_NEVER_MISSING = frozenset({"entity missing"})


def possible_states(tools: Iterable[Tool]) -> dict[str, tuple[str, ...]]:
    """Give, for each tool, the world states that its scenes can be in.

    Computations, and tools that act on nothing, meet ``unknown`` alone. What creates
    something cannot miss it unless it takes the id of another thing, and what is read
    cannot have been done already.

    Args:
        tools: of the agent.
    """
    model = infer(tools)
    found: dict[str, tuple[str, ...]] = {}
    for name, action in model.actions.items():
        entity = model.entities.get(action.entity)
        if entity is None:
            found[name] = ("unknown",)
            continue
        finds = action.role("target", "ref", "locator", "filter")
        barred = set() if finds else set(_NEVER_MISSING)
        if not action.writes:
            barred.add("entity already acted on")
        if entity.single or entity.located:
            barred.add("duplicate entity")
        elif not action.role("target", "ref") and action.verb not in _MADE:
            barred |= {"duplicate entity"} if action.verb == "read" else set()
        found[name] = tuple(state for state in WORLD_STATES if state not in barred)
    return found
