"""P4: cost per row at any concurrency, and what reproducible rows cost."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from benchmarks.agents import instant, pinned, played, task_set
from benchmarks.timing import Finding, Settings, compare, micro

if TYPE_CHECKING:
    from collections.abc import Iterator

TARGET = "P4"
LEVELS = (1, 32, 256, 1_024)
MOST, MOST_REPRODUCIBLE = 1.3, 1.1


def findings(settings: Settings) -> Iterator[Finding]:
    """Measure pinned rows at four levels, then written rows both ways."""
    rows = settings.size(2_000, 100)
    tasks = task_set(rows)
    works = {
        f"concurrency {level:,}": partial(pinned, instant, tasks, concurrency=level)
        for level in LEVELS
    }
    found = compare(works["concurrency 32"], works, settings.runs)
    cpus = [found.cpu(name) for name in works]
    for name in works:
        yield Finding(
            target=TARGET,
            what=f"{rows:,} pinned, {name}",
            figure=micro(found.cpu(name), rows),
            ratio=found.ratio(name),
            note=found.note,
        )
    spread = max(cpus) / min(cpus)
    yield Finding(
        target=TARGET,
        what="dearest over cheapest level",
        figure="",
        ratio=spread,
        limit=f"at most {MOST}",
        holds=found.judged(spread <= MOST),
    )
    free = partial(played, instant, budget=rows, reproducible=False)
    same = partial(played, instant, budget=rows, reproducible=True)
    both = compare(free, {"same": same}, settings.runs)
    yield Finding(
        target=TARGET,
        what=f"{rows:,} written, reproducible over not",
        figure=micro(both.cpu("same"), rows),
        ratio=both.ratio("same"),
        limit=f"at most {MOST_REPRODUCIBLE}",
        holds=both.judged(both.ratio("same") <= MOST_REPRODUCIBLE),
        note=both.note,
    )
