"""P15: rollouts that compute, played by one worker and by two."""

from __future__ import annotations

import subprocess
import sys
import time
from functools import partial
from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from benchmarks.agents import pinned, task_set
from benchmarks.timing import MOST_DRIFT, Finding, Settings, compare
from whileai.testing import same_rows

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from whileai.results import SimulationData

TARGET = "P15"
LEAST = 1.5
LEAST_ROOM = 1.7
"""What two cores of a machine that does nothing else give over one, at least."""

CPU_S = 0.05
BARE_S = 4.0
ROWS = 400
"""So many that the seconds in which actors begin do not decide."""

BATCH = 16
CLUSTER: Mapping[str, Any] = {
    "num_cpus": 2,
    "include_dashboard": False,
    "_node_ip_address": "127.0.0.1",
    "object_store_memory": 200 * 1024 * 1024,
    "log_to_driver": False,
}


def computes(message: str) -> str:
    """Take 50 ms of a core, whatever else it does meanwhile."""
    until, number = time.thread_time() + CPU_S, 0
    while time.thread_time() < until:
        number = (number * 31 + len(message)) % 1_000_003
    return "Done."


def findings(settings: Settings) -> Iterator[Finding]:
    """Measure processes of this machine."""
    named = {workers: f"processes:{workers}" for workers in (1, 2)}
    yield from _compared("processes", named, {}, settings)


def cluster(settings: Settings) -> Iterator[Finding]:
    """Measure a cluster of Ray on this machine, where there is Ray."""
    missing = [name for name in ("ray", "whileai_ray") if find_spec(name) is None]
    if missing:
        note = f"there is no {' and no '.join(missing)} here"
        yield Finding(target=TARGET, what="ray", figure="skipped", note=note)
        return
    ray, plugin = import_module("ray"), import_module("whileai_ray")
    ray.init(**CLUSTER)
    try:
        made = {workers: plugin.Ray(workers=workers) for workers in (1, 2)}
        yield from _compared("ray", made, {"plugins": [plugin]}, settings)
    finally:
        ray.shutdown()


def _bare(processes: int) -> float:
    """Give the wall seconds in which bare processes compute: what the machine has."""
    text = f"import time\nwhile time.process_time() < {BARE_S / processes}: pass"
    began = time.perf_counter()
    every = [
        subprocess.Popen([sys.executable, "-S", "-c", text]) for _ in range(processes)
    ]
    for each in every:
        each.wait()
    return time.perf_counter() - began


def _compared(
    name: str,
    executors: Mapping[int, Any],
    more: Mapping[str, Any],
    settings: Settings,
) -> Iterator[Finding]:
    """Compare two workers with one, wall for wall, and look at the driver."""
    tasks = task_set(settings.size(ROWS, 32))
    played: dict[int, SimulationData] = {}

    def work(workers: int) -> None:
        played[workers] = pinned(
            computes,
            tasks,
            executor=executors[workers],
            concurrency=BATCH * workers,
            **more,
        )

    found = compare(partial(work, 1), {"two": partial(work, 2)}, settings.runs)
    one, two = found.wall(), found.wall("two")
    rows, told = len(played[2]), played[2].search["executor"]
    drift = abs(found.control[-1].wall / found.control[0].wall - 1)
    room = _bare(1) / _bare(2)
    void = drift > MOST_DRIFT or room < LEAST_ROOM
    note = f"one worker moved {drift:.0%}, two bare loops over one: {room:.2f}"
    note = f"VOID: {note}" if void else note
    yield Finding(
        target=TARGET,
        what=f"{rows} rollouts of 50 ms, {name}, two workers over one, wall",
        figure=f"{one:.1f} s, {two:.1f} s",
        ratio=one / two,
        limit=f"at least {LEAST}",
        holds=None if void else one / two >= LEAST,
        note=note,
    )
    alike = same_rows(played[1], played[2])
    yield Finding(
        target=TARGET, what=f"{name}, same rows", figure=str(alike), holds=alike
    )
    share = found.cpu("two") / two
    per_row = found.cpu("two") / rows * 1e3
    yield Finding(
        target=TARGET,
        what=f"{name}, the driver's share of a core",
        figure=f"{share:.1%}, {per_row:.2f} ms CPU/row",
        note=f"{told['slots'] / told['messages']:.1f} slots a message",
    )
