"""P2: how cost grows with rows, and memory of a run that is read as it goes."""

from __future__ import annotations

import asyncio
import math
import tracemalloc
from functools import partial
from typing import TYPE_CHECKING, Any

import whileai as wai
from benchmarks.agents import POLICY, TOOLS3, instant, pinned, task_set
from benchmarks.timing import Finding, Settings, micro, repeated, spent

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

TARGET = "P2"
MOST = 1.05
FLAT = 1.15
"""What memory may grow by between a tenth of the rows and all of them."""


def findings(settings: Settings) -> Iterator[Finding]:
    """Measure pinned rows up to 100,000, then streamed ones."""
    sizes = (100, 200, 400) if settings.quick else (1_000, 3_000, 10_000, 30_000)
    if not settings.quick:
        sizes = (*sizes, 100_000)
    seconds = []
    for rows in sizes:
        tasks = task_set(rows)
        runs = settings.runs if rows <= 10_000 else 1
        took = repeated({"": partial(pinned, instant, tasks)}, runs)[""]
        seconds.append(sorted(each.cpu for each in took)[len(took) // 2])
        yield Finding(
            target=TARGET, what=f"{rows:,} pinned", figure=micro(seconds[-1], rows)
        )
    power = exponent(sizes, seconds)
    yield Finding(
        target=TARGET,
        what=f"growth from {sizes[0]:,} to {sizes[-1]:,}",
        figure=f"exponent {power:.3f}",
        limit=f"at most {MOST}",
        holds=power <= MOST,
    )
    yield from _streamed(settings)


def exponent(sizes: Sequence[int], seconds: Sequence[float]) -> float:
    """Fit ``seconds = a * size ** exponent`` by least squares of the logarithms."""
    across, up = [math.log(x) for x in sizes], [math.log(y) for y in seconds]
    middle, level = math.fsum(across) / len(across), math.fsum(up) / len(up)
    rise = math.fsum(
        (x - middle) * (y - level) for x, y in zip(across, up, strict=True)
    )
    return rise / math.fsum((x - middle) ** 2 for x in across)


def _streamed(settings: Settings) -> Iterator[Finding]:
    """Read 1,000 tasks x many repeats; memory at a tenth of the tasks and at all.

    The repeats are the same, as rows of one group leave together.
    """
    size = settings.size(1_000, 50)
    repeats = 1_000 if settings.long else settings.size(100, 10)
    peaks = []
    for each in (size // 10, size):
        tasks = task_set(each)
        tracemalloc.start()
        asyncio.run(_read(tasks, repeats))
        peaks.append(tracemalloc.get_traced_memory()[1])
        tracemalloc.stop()
    rows = size * repeats
    took = spent(lambda: asyncio.run(_read(tasks, repeats)))
    growth = peaks[1] / peaks[0]
    yield Finding(
        target=TARGET,
        what=f"{rows:,} streamed",
        figure=micro(took.cpu, rows),
        note="" if settings.long else "--long streams 1,000 x 1,000",
    )
    yield Finding(
        target=TARGET,
        what=f"peak memory of {rows:,} over {rows // 10:,} streamed",
        figure=f"{peaks[1] / 1e6:.1f} MB",
        ratio=growth,
        limit=f"flat (at most {FLAT})",
        holds=growth <= FLAT,
    )


async def _read(tasks: Any, repeats: int) -> None:
    rows = len(tasks) * repeats
    async with wai.stream(
        instant,
        tools=TOOLS3,
        system_prompt=POLICY,
        simulator=False,
        tasks=tasks,
        mode="rl",
        repeat_policy="fixed",
        repeats=repeats,
        budget=rows,
    ) as run:
        count = 0
        async for _ in run:
            count += 1
    if count != rows:
        raise RuntimeError(f"{count} rows instead of {rows}: {run.data.warnings}")
