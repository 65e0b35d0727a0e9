"""The small agents and tools that the tests of whole runs share."""

from __future__ import annotations

import asyncio
import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

import whileai as wai
from whileai.base.seeds import Dice, derive

if TYPE_CHECKING:
    from collections.abc import Mapping

    from whileai.results import SimulationData

SHARED = Path(__file__).resolve().parents[2] / "shared" / "data"
"""Where other people's tools and asks lie; absent elsewhere."""

TOOLS2: list[dict[str, Any]] = [
    {
        "name": "lookup_order",
        "description": "Look up one order by its id.",
        "parameters": {
            "type": "object",
            "properties": {"order_id": {"type": "string"}},
            "required": ["order_id"],
        },
    },
    {
        "name": "create_refund",
        "description": "Pay back money for an order.",
        "parameters": {
            "type": "object",
            "properties": {
                "order_id": {"type": "string"},
                "amount": {"type": "number", "minimum": 0},
            },
            "required": ["order_id", "amount"],
        },
    },
]
POLICY = (
    "- Refunds above 100 need a manager's approval.\n- Never refund an order twice."
)
SEEDS10 = [f"Where is order A{1000 + n}? It was due on day {n + 1}." for n in range(10)]


def ok(message: str) -> dict[str, Any]:
    return {"steps": [], "final_text": "Done."}


def told(answer: Any) -> str:
    """Say what a tool's answer was; a malformed one is no object."""
    good = isinstance(answer, dict) and not answer.get("error")
    return "Found it." if good else "Not found."


def look(message: str, world: Any) -> str:
    """Call one tool and say what came of it."""
    return told(world.call("lookup_order", {"order_id": "A1000"}))


async def slow_look(message: str, world: Any) -> str:
    """Call one tool after a wait that depends on the message alone."""
    await asyncio.sleep(Dice(derive(0, message)).uniform() * 0.004)
    return told(await world.call_async("lookup_order", {"order_id": "A1000"}))


def shared(name: str = "") -> Path:
    """Give a file of other people's tools and asks; without it the test is skipped.

    In CI it fails instead.
    """
    path = SHARED / name
    if path.exists():
        return path
    if os.environ.get("CI"):
        pytest.fail(f"CI runs without {path.name}, which this test reads")
    pytest.skip(f"{path.name} is not on this machine")


class Count:
    """An agent that records every message it gets."""

    def __init__(self) -> None:
        self.messages: list[str] = []

    def __call__(self, message: str) -> str:
        self.messages.append(message)
        return "Done."


class Peak:
    """An agent that records how many of its calls there were, and at once."""

    def __init__(self) -> None:
        self.now = self.most = self.calls = 0
        self._waiting: dict[int, asyncio.Event] = {}

    async def reached(self, calls: int) -> None:
        """Wait until there were so many calls."""
        await self._waiting.setdefault(calls, asyncio.Event()).wait()

    async def __call__(self, message: str) -> str:
        self.calls += 1
        if self.calls in self._waiting:
            self._waiting[self.calls].set()
        self.now += 1
        self.most = max(self.most, self.now)
        await asyncio.sleep(0.002)
        self.now -= 1
        return "Done."


def by_prompt(row: Mapping[str, Any]) -> float:
    """Grade by the ask alone: about a third fail."""
    return float(derive(0, row["prompt"]) % 3 > 0)


def by_repeat(row: Mapping[str, Any]) -> float:
    """Grade by ask and repeat: repeats of one ask disagree."""
    return float(derive(0, row["prompt"], row["rollout_index"]) % 2)


USUAL: dict[str, Any] = {
    "tools": TOOLS2,
    "system_prompt": POLICY,
    "simulator": False,
    "seed": 0,
}
"""What most tests of whole runs want unless they say otherwise."""


def sim(agent: Any = look, **options: Any) -> SimulationData:
    """Run offline on two tools, as usual but for ``options``."""
    data: SimulationData = wai.simulate(agent, **(USUAL | options))
    return data


async def sim_async(agent: Any, **options: Any) -> SimulationData:
    """Run as ``sim`` does, on the loop of the caller."""
    data: SimulationData = await wai.simulate_async(agent, **(USUAL | options))
    return data
