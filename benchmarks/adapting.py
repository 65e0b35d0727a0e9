"""P6: how much of the waiting is hidden while failures steer the search."""

from __future__ import annotations

import asyncio
from statistics import fmean
from typing import TYPE_CHECKING, Any

import whileai as wai
from benchmarks.agents import TOOLS3
from benchmarks.clock import skipped
from benchmarks.latencies import latency, list_scheduling
from benchmarks.timing import Finding, Settings, spent
from whileai.base.seeds import Dice, derive
from whileai.simulations.generate.agents import current_rollout

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from whileai.model import Brief, Task
    from whileai.results import SimulationData
    from whileai.stages import Run

TARGET = "P6"
LEAST = {(1_000, 32): 0.95, (1_000, 128): 0.80, (10_000, 32): 0.97, (10_000, 128): 0.95}
FAILING = 0.30
SEARCHES: dict[str, dict[str, Any]] = {
    "explore, purse 2": {"mode": "explore", "advanced": {"purse": 2}},
    "successive, k = 8": {"mode": "rl", "repeats": 8, "repeat_policy": "successive"},
}


class Numbers:
    """A writer that costs nothing: asks are their situation's name."""

    async def write(self, briefs: Sequence[Brief], run: Run) -> list[Task]:
        """Word each brief as often as it asks."""
        return [
            brief.task(number, f"Ask {number} of {brief.situation.id}.")
            for brief in briefs
            for number in range(brief.phrasings)
        ]


def findings(settings: Settings) -> Iterator[Finding]:
    """Measure without waiting over outcome seeds, then a few runs that do wait."""
    sizes = [settings.size(1_000, 60)] + [10_000] * settings.long
    for rows in sizes:
        for name in SEARCHES:
            for places in (32, 128):
                shares = [
                    _skipped(rows, name, places, seed) for seed in range(settings.seeds)
                ]
                yield _finding(rows, name, places, shares, "time skipped")
    rows = sizes[0]
    for name in SEARCHES:
        for places in (32, 128):
            shares = [
                _waited(rows, name, places, seed, settings.scale)
                for seed in range(settings.runs)
            ]
            yield _finding(rows, name, places, shares, "really waited")


def _finding(
    rows: int, name: str, places: int, shares: Sequence[float], how: str
) -> Finding:
    share = fmean(shares)
    least = LEAST.get((rows, places))
    return Finding(
        target=TARGET,
        what=f"{rows:,}: {name}, {places} places, {how}",
        figure=f"worst {min(shares):.3f}",
        ratio=share,
        limit="" if least is None else f"at least {least}",
        holds=None if least is None else share >= least,
        note=f"mean of {len(shares)} outcome seeds",
    )


def _skipped(rows: int, name: str, places: int, seed: int) -> float:
    data, took = skipped(_run(rows, name, places, seed, 1.0))
    return list_scheduling(_waits(data, seed, 1.0), places) / took


def _waited(rows: int, name: str, places: int, seed: int, scale: float) -> float:
    kept: list[SimulationData] = []
    took = spent(
        lambda: kept.append(asyncio.run(_run(rows, name, places, seed, scale)))
    )
    return list_scheduling(_waits(kept[0], seed, scale), places) / took.wall


def _waits(data: SimulationData, seed: int, scale: float) -> list[float]:
    """Give what each row waited for, in plan order."""
    return [
        latency(f"{row['prompt']}{row['rollout_index']}", seed) * scale for row in data
    ]


async def _run(
    rows: int, name: str, places: int, seed: int, scale: float
) -> SimulationData:
    async def agent(message: str) -> str:
        place = f"{message}{current_rollout.rollout_index}"
        await asyncio.sleep(latency(place, seed) * scale)
        return "Done."

    def grader(row: Mapping[str, Any]) -> bool:
        path = ("outcome", row["prompt"], row["rollout_index"])
        return not Dice(derive(seed, *path)).chance(FAILING)

    async def judge(row: Mapping[str, Any]) -> bool:
        return grader(row)

    data: SimulationData = await wai.simulate_async(
        agent,
        tools=TOOLS3,
        simulator=Numbers(),
        grader=judge,
        budget=rows,
        seed=seed,
        fault_rate=0.0,
        concurrency=places,
        **SEARCHES[name],
    )
    if len(data) != rows:
        raise RuntimeError(f"{len(data)} rows instead of {rows}: {data.warnings}")
    return data
