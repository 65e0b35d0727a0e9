"""P8: how many requests a server really has at once, as it counts them itself."""

from __future__ import annotations

from functools import partial
from statistics import median
from typing import TYPE_CHECKING

from benchmarks.agents import task_set
from benchmarks.model_agents import REQUESTS, bare, engine
from benchmarks.model_server import Trouble, middle, serving
from benchmarks.timing import Finding, Settings, spent

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from benchmarks.model_server import Served

TARGET = "P8"
LEVELS = ((32, 0.02), (128, 0.02), (512, 1.0), (2_048, 4.0))
"""Places, and the seconds that the server takes for an answer."""

LEAST, MOST_COST = 0.95, 1.3


def findings(settings: Settings) -> Iterator[Finding]:
    """Measure the mean over the middle half of the time, and CPU per request."""
    costs = []
    for places, latency in LEVELS[: settings.size(4, 1)]:
        rows = settings.size(max(1_000, 3 * places), 100)
        tasks = task_set(rows)
        with serving(Trouble(latency_s=latency * settings.scale)) as served:
            works: dict[str, Callable[[], object]] = {
                "bare": partial(bare, served.url, tasks, places),
                "engine": partial(engine, served.url, tasks, places),
            }
            found = {
                name: [_one(served, work, rows) for _ in range(settings.runs)]
                for name, work in works.items()
            }
        share = {n: median(each[0] for each in f) / places for n, f in found.items()}
        costs.append(median(each[1] for each in found["engine"]))
        reachable = share["bare"] >= LEAST
        yield Finding(
            target=TARGET,
            what=f"{places:,} places, {latency:g} s: share of them in flight",
            figure=f"{costs[-1] * 1e6:.0f} us/request",
            ratio=share["engine"],
            limit=f"at least {LEAST}",
            holds=share["engine"] >= LEAST if reachable else None,
            note=f"bare aiohttp reaches {share['bare']:.3f}"
            + ("" if reachable else ": VOID, it cannot be reached here"),
        )
    spread = costs[-1] / costs[0]
    yield Finding(
        target=TARGET,
        what="CPU per request at the most places over the fewest",
        figure="",
        ratio=spread,
        limit=f"at most {MOST_COST}",
        holds=spread <= MOST_COST,
    )


def _one(served: Served, work: Callable[[], object], rows: int) -> tuple[float, float]:
    """Give the requests in flight and the CPU seconds of one."""
    served.seen()
    cpu = spent(work).cpu
    return middle(served.seen()["samples"]), cpu / rows / REQUESTS
