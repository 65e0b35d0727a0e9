"""P12: what rows take in memory, beside their bytes on disk."""

from __future__ import annotations

import gc
import tracemalloc
from typing import TYPE_CHECKING

from benchmarks.agents import instant, pinned, task_set
from benchmarks.timing import Finding, Settings

if TYPE_CHECKING:
    from collections.abc import Iterator

TARGET = "P12"
MOST = 2.5 / 1.4
FLAT = 1.15


def findings(settings: Settings) -> Iterator[Finding]:
    """Measure two sizes, each traced from before the run to after it."""
    small = settings.size(10_000, 100)
    large = 100_000 if settings.long else settings.size(30_000, 300)
    peaks = []
    for rows in (small, large):
        kept, peak, disk = _traced(rows)
        peaks.append(peak)
        yield Finding(
            target=TARGET,
            what=f"{rows:,} rows kept",
            figure=f"{kept / 1e3:.2f} KB/row of {disk / 1e3:.2f}",
            ratio=kept / disk,
            limit=f"at most {MOST:.2f}",
            holds=kept / disk <= MOST,
        )
        yield Finding(
            target=TARGET,
            what=f"{rows:,} rows, peak while playing",
            figure=f"{peak / 1e3:.2f} KB/row of {disk / 1e3:.2f}",
            ratio=peak / disk,
            limit=f"at most {MOST:.2f}",
            holds=peak / disk <= MOST,
        )
    growth = peaks[1] / peaks[0]
    yield Finding(
        target=TARGET,
        what=f"peak per row, {large:,} over {small:,}",
        figure="",
        ratio=growth,
        limit=f"flat (at most {FLAT})",
        holds=growth <= FLAT,
        note="" if settings.long else "--long goes to 100,000",
    )


def _traced(rows: int) -> tuple[float, float, float]:
    """Give bytes per row: kept, at the peak, and on disk."""
    tasks = task_set(rows)
    gc.collect()
    tracemalloc.start()
    try:
        data = pinned(instant, tasks)
        gc.collect()
        kept, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    disk = sum(len(line) + 1 for line in data.lines)
    return kept / rows, peak / rows, disk / rows
