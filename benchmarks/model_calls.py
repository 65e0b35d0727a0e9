"""P7: what a model request costs through the whole engine, beside bare aiohttp."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from benchmarks.agents import instant, pinned, task_set
from benchmarks.model_agents import REQUESTS, bare, engine
from benchmarks.model_server import Trouble, serving
from benchmarks.timing import Compared, Finding, Settings, compare, micro

if TYPE_CHECKING:
    from collections.abc import Iterator

TARGET = "P7"
CONCURRENCY = 128
MOST, MOST_P1 = 1.3, 2.0
RUNS = 9
"""Repetitions at least: one takes a second, and moves by a third on a busy machine."""


def findings(settings: Settings) -> Iterator[Finding]:
    """Measure 1,000 rows of two requests and a tool call each."""
    tasks = task_set(settings.size(1_000, 50))
    with serving(Trouble(latency_s=0.02)) as served:
        works = {
            "engine": partial(engine, served.url, tasks, CONCURRENCY),
            "no model": partial(pinned, instant, tasks, concurrency=CONCURRENCY),
        }
        control = partial(bare, served.url, tasks, CONCURRENCY)
        found = compare(control, works, settings.size(max(RUNS, settings.runs), 1))
    yield from _judged(found, len(tasks))


def _judged(found: Compared, rows: int) -> Iterator[Finding]:
    requests = rows * REQUESTS
    yield Finding(
        target=TARGET,
        what="bare aiohttp and orjson",
        figure=micro(found.cpu(), requests, "request"),
        note=found.note,
    )
    ratio = found.ratio("engine")
    yield Finding(
        target=TARGET,
        what="the whole engine",
        figure=micro(found.cpu("engine"), requests, "request"),
        ratio=ratio,
        limit=f"at most {MOST}",
        holds=found.judged(ratio <= MOST),
    )
    more = found.cpu("engine") - found.cpu()
    of_p1 = more / found.cpu("no model")
    yield Finding(
        target=TARGET,
        what="what the engine adds, over a row without a model (P1)",
        figure=micro(more, rows),
        ratio=of_p1,
        limit=f"at most {MOST_P1:g}",
        holds=found.judged(of_p1 <= MOST_P1),
    )
