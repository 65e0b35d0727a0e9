"""P10: what a checkpoint adds to a row."""

from __future__ import annotations

import tempfile
from functools import partial
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING

from benchmarks.agents import instant, pinned, task_set
from benchmarks.timing import Finding, Settings, compare, micro

if TYPE_CHECKING:
    from collections.abc import Iterator

TARGET = "P10"
MOST_S = 15e-6


def findings(settings: Settings) -> Iterator[Finding]:
    """Measure pinned rows with a fresh checkpoint and without one."""
    rows = settings.size(5_000, 200)
    tasks = task_set(rows)
    with tempfile.TemporaryDirectory() as folder:
        fresh = count()

        def kept() -> object:
            path = Path(folder) / f"{next(fresh)}.jsonl"
            return pinned(instant, tasks, checkpoint=path)

        off = partial(pinned, instant, tasks)
        found = compare(off, {"on": kept, "off": off}, settings.runs)
    added = (found.cpu("on") - found.cpu("off")) / rows
    yield Finding(
        target=TARGET,
        what=f"{rows:,} pinned, checkpoint on",
        figure=micro(found.cpu("on"), rows),
        ratio=found.cpu("on") / found.cpu("off"),
        note=found.note,
    )
    yield Finding(
        target=TARGET,
        what="a checkpoint adds",
        figure=f"{added * 1e6:.1f} us/row",
        limit=f"at most {MOST_S * 1e6:g} us",
        holds=found.judged(added <= MOST_S),
    )
