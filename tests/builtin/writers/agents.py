"""Hand-made tools and scenes for the offline writer's tests."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from whileai.base.seeds import Dice, derive
from whileai.model import Brief, Cell, Scene, Situation, Tool

if TYPE_CHECKING:
    from collections.abc import Mapping

POOLS: dict[str, tuple[Any, ...]] = {
    "order_id": ("USE-8481", "USE-9917", "USE-1203"),
    "amount": (45.2, 135, 19.99),
    "reason": ("no longer needed", "ordered by mistake"),
    "user_id": ("mia_lopez_4821", "noor_haddad_77"),
    "email": ("sofia.thomas3019@example.com",),
    "date": ("2026-03-04", "2026-11-21"),
    "path": ("src/app.py", "notes/todo.txt"),
    "since": ("2026-01-15",),
    "month": ("March", "June"),
    "message": ("fix typo in readme", "bump version"),
    "song": ("Paper Lanterns", "North of June"),
    "playlist": ("Road Trip", "Focus"),
    "city": ("Portland", "Lisbon"),
    "speed": ("express", "overnight"),
    "gift_wrap": (True, False),
}


def tool(name: str, description: str, *parameters: str, **more: Any) -> Tool:
    """Make a tool whose parameters, all required, are named as in ``POOLS``."""
    kinds = {bool: "boolean", int: "number", float: "number"}
    properties = {
        each: {"type": kinds.get(type(POOLS[each][0]), "string")} for each in parameters
    }
    schema = {
        "type": "object",
        "properties": {**properties, **more},
        "required": list(parameters),
    }
    return Tool(name=name, description=description, parameters=schema)


SHOP = (
    tool("cancel_order", "Cancels a pending order.", "order_id", "reason"),
    tool("create_refund", "Pays money back.", "order_id", "amount"),
    tool("get_user_details", "Shows a user.", "user_id", "email"),
    tool("place_order", "Places an order.", "date", "speed", "gift_wrap"),
)
GIT = (
    tool("git_log", "Shows the commit log.", "path", "since"),
    tool("count_commits", "Counts the commits of a month.", "month"),
)
MUSIC = (tool("add_to_playlist", "Adds a song to a playlist.", "song", "playlist"),)
STANCES = (
    "ordinary hurried retry mistaken exploratory ambiguous unsure boundary conflicting "
    "adversarial"
)
HISTORIES = (
    "fresh",
    "prior_failure",
    "prior_partial_action",
    "contradicts_earlier",
    "repeat visit",
)


def brief(
    tools: tuple[Tool, ...],
    seed: int,
    cell: Mapping[str, str] | None = None,
    *,
    phrasings: int = 1,
) -> Brief:
    """Make a brief for one drawn situation; ``cell`` pins axes of it."""
    dice = Dice(derive(seed, "test"))
    one = dice.pick(tools)
    drawn = {
        "tool": one.name,
        "stance": dice.pick(STANCES.split(" ")),
        "history": dice.pick(HISTORIES),
        **(cell or {}),
    }
    held = tuple(n for n in one.parameters["required"] if dice.chance(0.2))
    facts = {n: dice.pick(POOLS[n]) for n in one.parameters["required"]}
    scene = Scene(seed=seed, facts=facts, withheld=held)
    situation = Situation(id=f"s{seed}", cell=Cell(**drawn), scene=scene)
    return Brief(situation=situation, seed=derive(seed, "w"), phrasings=phrasings)
