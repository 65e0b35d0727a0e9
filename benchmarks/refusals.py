"""P9: a server that refuses one request in ten and breaks three in a hundred."""

from __future__ import annotations

from typing import TYPE_CHECKING

from benchmarks.agents import task_set
from benchmarks.model_agents import REQUESTS, engine
from benchmarks.model_server import Trouble, serving
from benchmarks.timing import Finding, Settings, spent

if TYPE_CHECKING:
    from collections.abc import Iterator

TARGET = "P9"
LIMITED, BROKEN = 10, 33
CONCURRENCY = 64
MOST = 1.03


def findings(settings: Settings) -> Iterator[Finding]:
    """Count rows and requests of 1,000 rollouts."""
    rows = settings.size(1_000, 50)
    tasks = task_set(rows)
    trouble = Trouble(limited=LIMITED, broken=BROKEN)
    with serving(trouble) as served:
        took = spent(lambda: engine(served.url, tasks, CONCURRENCY))
        sent = served.seen()["requests"]
    planned = rows * REQUESTS
    bound = planned / (1 - 1 / LIMITED - 1 / BROKEN)
    yield Finding(
        target=TARGET,
        what=f"{rows:,} rows, none lost: requests over planned / (1 - p)",
        figure=f"{sent:,} requests in {took.wall:.1f} s",
        ratio=sent / bound,
        limit=f"at most {MOST}",
        holds=sent <= MOST * bound,
    )
