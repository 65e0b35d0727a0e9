"""P1: the engine with nothing to write, beside pydantic-evals on the same agent."""

from __future__ import annotations

import asyncio
import importlib
from functools import partial
from typing import TYPE_CHECKING, Any

from benchmarks.agents import instant, pinned, task_set, through_world
from benchmarks.timing import Compared, Finding, Settings, compare, micro

if TYPE_CHECKING:
    from collections.abc import Iterator

    from whileai.results import SimulationData

TARGET = "P1"


def findings(settings: Settings) -> Iterator[Finding]:
    """Measure 1,000 and 10,000 rows."""
    for rows in (settings.size(1_000, 50), settings.size(10_000, 100)):
        tasks = task_set(rows)
        control = _control(tasks)
        if control is None:
            yield from _alone(tasks, settings)
            continue
        works = {
            "steps of its own": partial(pinned, instant, tasks),
            "a call of the world": partial(pinned, through_world, tasks),
        }
        yield from _compared(compare(control, works, settings.runs), rows)


def _compared(found: Compared, rows: int) -> Iterator[Finding]:
    yield Finding(
        target=TARGET, what=f"{rows:,}: pydantic-evals", figure=micro(found.cpu(), rows)
    )
    for name in found.works:
        ratio = found.ratio(name)
        asked = name == "steps of its own"
        yield Finding(
            target=TARGET,
            what=f"{rows:,}: {name}",
            figure=micro(found.cpu(name), rows),
            ratio=ratio,
            limit="at most 1" if asked else "",
            holds=found.judged(ratio <= 1) if asked else None,
            note=found.note,
        )


def _alone(tasks: SimulationData, settings: Settings) -> Iterator[Finding]:
    found = compare(partial(pinned, instant, tasks), {}, settings.runs)
    yield Finding(
        target=TARGET,
        what=f"{len(tasks):,}: steps of its own",
        figure=micro(found.cpu(), len(tasks)),
        note="no control: pydantic-evals is not installed (pip install '.[bench]')",
    )


def _control(tasks: SimulationData) -> Any:
    """Give the same work done by pydantic-evals, where it is installed."""
    try:
        evals = importlib.import_module("pydantic_evals")
    except ImportError:
        return None
    dataset = evals.Dataset(
        name="p1", cases=[evals.Case(inputs=row["prompt"]) for row in tasks]
    )

    def work() -> object:
        return asyncio.run(
            dataset.evaluate(instant, max_concurrency=32, progress=False)
        )

    return work
