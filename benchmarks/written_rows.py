"""P3: writing included, beside the same number of rows with nothing to write."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from benchmarks.agents import TOOLS3, TOOLS30, instant, pinned, played, task_set
from benchmarks.timing import Finding, Settings, compare, micro

if TYPE_CHECKING:
    from collections.abc import Iterator

TARGET = "P3"
MOST, MOST_TOOLS = 5.0, 1.3


def findings(settings: Settings) -> Iterator[Finding]:
    """Measure explore and rl at 1,000 and 10,000 rows, with 3 and 30 tools."""
    for rows in (settings.size(1_000, 100), settings.size(10_000, 200)):
        tasks = task_set(rows)
        works = {
            f"{mode}, {len(tools)} tools": partial(_written, rows, mode, tools)
            for mode in ("explore", "rl")
            for tools in (TOOLS3, TOOLS30)
        }
        runs = settings.runs if rows <= 1_000 else 1
        found = compare(partial(pinned, instant, tasks), works, runs)
        for name in works:
            ratio = found.ratio(name)
            yield Finding(
                target=TARGET,
                what=f"{rows:,}: {name}",
                figure=micro(found.cpu(name), rows),
                ratio=ratio,
                limit=f"at most {MOST:g} x P1" if "3 tools" in name else "",
                holds=found.judged(ratio <= MOST) if ", 3 tools" in name else None,
                note=found.note,
            )
        for mode in ("explore", "rl"):
            ratio = found.cpu(f"{mode}, 30 tools") / found.cpu(f"{mode}, 3 tools")
            yield Finding(
                target=TARGET,
                what=f"{rows:,}: {mode}, 30 tools over 3",
                figure="",
                ratio=ratio,
                limit=f"at most {MOST_TOOLS}",
                holds=found.judged(ratio <= MOST_TOOLS),
            )


def _written(rows: int, mode: str, tools: Any) -> object:
    data = played(instant, budget=rows, mode=mode, tools=tools)
    if len(data) != rows:
        raise RuntimeError(f"{len(data)} rows instead of {rows}: {data.warnings}")
    return data
