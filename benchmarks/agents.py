"""The agents, tools and task sets that the benchmarks play."""

from __future__ import annotations

import asyncio
from itertools import cycle
from typing import TYPE_CHECKING, Any

import orjson

import whileai as wai

if TYPE_CHECKING:
    from whileai.results import SimulationData

POLICY = (
    "- Refunds above 100 need a manager's approval.\n- Never refund an order twice."
)
_VERBS = ("get", "update", "cancel", "list", "create")
_NOUNS = ("order", "refund", "invoice", "shipment", "customer", "ticket")


def _tool(verb: str, noun: str) -> dict[str, Any]:
    properties: dict[str, Any] = {f"{noun}_id": {"type": "string"}}
    if verb in ("update", "create"):
        properties |= {"amount": {"type": "number"}, "note": {"type": "string"}}
    needed = [name for name in properties if name.endswith("_id")]
    if verb == "list":
        properties, needed = {"limit": {"type": "integer", "minimum": 1}}, []
    elif verb == "create":
        properties, needed = {"amount": {"type": "number"}}, ["amount"]
    return {
        "name": f"{verb}_{noun}",
        "description": f"{verb.capitalize()} one {noun} of the shop.",
        "parameters": {
            "type": "object",
            "properties": properties,
            "required": needed,
        },
    }


WRITTEN = 1_000

TOOLS30 = [_tool(verb, noun) for noun in _NOUNS for verb in _VERBS]
TOOLS3 = TOOLS30[:3]
STEP = {"tool": "get_order", "arguments": {"order_id": "A1000"}, "result": {"ok": True}}


async def instant(message: str) -> dict[str, Any]:
    """Answer at once, with one tool step of its own."""
    return {"steps": [STEP], "final_text": "It is on its way."}


async def through_world(message: str, world: Any) -> str:
    """Answer at once, after one call of the world."""
    await world.call_async("get_order", {"order_id": "A1000"})
    return "It is on its way."


def played(agent: Any, **options: Any) -> SimulationData:
    """Run the library offline, on an event loop of its own."""
    common: dict[str, Any] = {
        "tools": TOOLS3,
        "system_prompt": POLICY,
        "simulator": False,
        "seed": 0,
    }
    data: SimulationData = asyncio.run(wai.simulate_async(agent, **(common | options)))
    return data


def task_set(count: int) -> SimulationData:
    """Give ``count`` tasks to play with nothing to write.

    The first 1,000 are written; beyond, their copies under names of their own.
    """
    written = played(instant, budget=min(count, WRITTEN))
    lines = [
        line if number < WRITTEN else _renamed(line, number // WRITTEN)
        for number, line in zip(range(count), cycle(written.lines), strict=False)
    ]
    return wai.SimulationData(lines=lines)


def _renamed(line: bytes, lap: int) -> bytes:
    """Make the row of another situation that is like this one in all but its names."""
    row = orjson.loads(line)
    row["scenario_id"] += f"-{lap}"
    row["task_id"] = f"{row['scenario_id']}/{row['phrasing']}"
    row["prompt"] += f" Case {lap}."
    return orjson.dumps(row)


def pinned(agent: Any, tasks: SimulationData, **options: Any) -> SimulationData:
    """Play every task of ``tasks`` once and make sure that none is missing."""
    data = played(agent, **({"budget": len(tasks), "tasks": tasks} | options))
    if len(data) != len(tasks):
        raise RuntimeError(f"{len(data)} rows instead of {len(tasks)}: {data.warnings}")
    return data
