"""Measuring: CPU seconds by the process clock, controls first and last, medians."""

from __future__ import annotations

import gc
import time
from collections.abc import Callable, Mapping
from statistics import median

from attrs import frozen

MOST_DRIFT = 0.30
"""A run whose control moved by more than this between first and last is void."""

Work = Callable[[], object]


@frozen(kw_only=True)
class Settings:
    """What the command line asks of every benchmark.

    Args:
        quick: small sizes, to see that everything works.
        long: the sizes that take minutes, too.
        runs: repetitions of each measurement, 3 or more for a figure worth quoting.
        scale: by what latencies are multiplied.
        seeds: outcome seeds of what is averaged over them.
    """

    quick: bool = False
    long: bool = False
    runs: int = 3
    scale: float = 1.0
    seeds: int = 5

    def size(self, full: int, quick: int) -> int:
        """Give the size to measure at."""
        return quick if self.quick else full


@frozen(kw_only=True)
class Finding:
    """One line of a table.

    Args:
        target: its id in the list of targets.
        what: what was measured.
        figure: the figure with its unit.
        ratio: to its control; ``None`` where the figure stands alone.
        limit: what the target allows, in words.
        holds: whether it does; ``None`` where nothing is asked or the run is void.
        note: why there is no answer, or what else to know.
    """

    target: str
    what: str
    figure: str
    ratio: float | None = None
    limit: str = ""
    holds: bool | None = None
    note: str = ""


@frozen(kw_only=True)
class Spent:
    """What one piece of work took, in seconds."""

    cpu: float
    wall: float


def spent(work: Work) -> Spent:
    """Run ``work`` once on a clean heap and give what it took."""
    gc.collect()
    wall, cpu = time.perf_counter(), time.process_time()
    kept = work()
    took = Spent(cpu=time.process_time() - cpu, wall=time.perf_counter() - wall)
    del kept
    return took


@frozen(kw_only=True)
class Compared:
    """Repetitions of several works, taken in turn with those of their control.

    Args:
        control: the control's, one more than the others have.
        works: by name.
    """

    control: tuple[Spent, ...]
    works: Mapping[str, tuple[Spent, ...]]

    def cpu(self, name: str = "") -> float:
        """Give the median CPU seconds of a work, or of the control."""
        return median(each.cpu for each in self._of(name))

    def wall(self, name: str = "") -> float:
        """Give the median wall seconds of a work, or of the control."""
        return median(each.wall for each in self._of(name))

    def ratio(self, name: str) -> float:
        """Give CPU of a work over that of the control."""
        return self.cpu(name) / self.cpu()

    @property
    def drift(self) -> float:
        """How far the control moved between its first and last repetition."""
        first, last = self.control[0].cpu, self.control[-1].cpu
        return abs(last / first - 1) if first else 0.0

    @property
    def void(self) -> bool:
        """Whether the control moved too far for the figures to count."""
        return self.drift > MOST_DRIFT

    def judged(self, holds: bool) -> bool | None:
        """Give ``holds``, or nothing where the run is void."""
        return None if self.void else holds

    @property
    def note(self) -> str:
        """What the reader of a figure should know of its control."""
        void = "VOID: " if self.void else ""
        return f"{void}control moved {self.drift:.0%}"

    def _of(self, name: str) -> tuple[Spent, ...]:
        return self.works[name] if name else self.control


def compare(control: Work, works: Mapping[str, Work], runs: int) -> Compared:
    """Measure ``works`` in turn, the control before, between and after them."""
    controls, found = [spent(control)], {name: list[Spent]() for name in works}
    for _ in range(runs):
        for name, work in works.items():
            found[name].append(spent(work))
        controls.append(spent(control))
    return Compared(
        control=tuple(controls),
        works={name: tuple(each) for name, each in found.items()},
    )


def repeated(works: Mapping[str, Work], runs: int) -> dict[str, tuple[Spent, ...]]:
    """Measure ``works`` in turn where they have no control."""
    found = {name: list[Spent]() for name in works}
    for _ in range(runs):
        for name, work in works.items():
            found[name].append(spent(work))
    return {name: tuple(each) for name, each in found.items()}


def micro(seconds: float, count: int, unit: str = "row") -> str:
    """Put CPU per row, or per whatever else was counted, in words."""
    return f"{seconds / count * 1e6:.0f} us/{unit}"
