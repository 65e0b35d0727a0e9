"""P5: how much of the waiting is hidden, with nothing adaptive in the way."""

from __future__ import annotations

import asyncio
import time
from functools import partial
from statistics import median
from typing import TYPE_CHECKING, Any

from benchmarks.agents import pinned, task_set
from benchmarks.latencies import latency, list_scheduling
from benchmarks.timing import MOST_DRIFT, Finding, Settings, spent

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

TARGET = "P5"
LEVELS = (32, 128)
LEAST = {"async agent": 0.97, "sync agent": 0.93}
LEAST_CONTROL = 0.95


def findings(settings: Settings) -> Iterator[Finding]:
    """Measure 1,000 rollouts; figures are shares of the list-scheduling bound."""
    tasks = task_set(settings.size(1_000, 100))
    prompts = [row["prompt"] for row in tasks]
    waits = [latency(prompt) * settings.scale for prompt in prompts]
    agents = _agents(dict(zip(prompts, waits, strict=True)))
    for places in LEVELS:
        bound = list_scheduling(waits, places)
        bare = partial(_bare, waits, places)
        works = {
            name: partial(pinned, agent, tasks, concurrency=places)
            for name, agent in agents.items()
        }
        control = [_share(bound, bare)]
        shares: dict[str, list[float]] = {name: [] for name in works}
        for _ in range(settings.runs):
            for name, work in works.items():
                shares[name].append(_share(bound, work))
            control.append(_share(bound, bare))
        yield from _judged(control, shares, places, bound)


def _judged(
    control: list[float], shares: dict[str, list[float]], places: int, bound: float
) -> Iterator[Finding]:
    void = min(control) < LEAST_CONTROL or (
        abs(control[-1] / control[0] - 1) > MOST_DRIFT
    )
    yield Finding(
        target=TARGET,
        what=f"{places} places: bare semaphore loop",
        figure=f"bound {bound:.2f} s",
        ratio=min(control),
        limit=f"at least {LEAST_CONTROL}, else void",
        note="VOID" if void else "",
    )
    for name, found in shares.items():
        share = median(found)
        yield Finding(
            target=TARGET,
            what=f"{places} places: {name}",
            figure=f"{bound / share:.2f} s",
            ratio=share,
            limit=f"at least {LEAST[name]}",
            holds=None if void else share >= LEAST[name],
            note="from the call to the rows",
        )


def _agents(latencies: dict[str, float]) -> dict[str, Any]:
    async def waits(message: str) -> str:
        await asyncio.sleep(latencies[message])
        return "Done."

    def blocks(message: str) -> str:
        time.sleep(latencies[message])
        return "Done."

    return {"async agent": waits, "sync agent": blocks}


def _share(bound: float, work: Callable[[], object]) -> float:
    """Give the share of the bound that ``work`` reaches."""
    return bound / spent(work).wall


def _bare(waits: list[float], places: int) -> None:
    async def one(wait: float, free: asyncio.Semaphore) -> None:
        async with free:
            await asyncio.sleep(wait)

    async def every() -> None:
        free = asyncio.Semaphore(places)
        await asyncio.gather(*(one(wait, free) for wait in waits))

    asyncio.run(every())
