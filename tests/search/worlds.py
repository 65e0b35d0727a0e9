"""A fake run in virtual time: what it answers depends on names, how long on nothing."""

from __future__ import annotations

import heapq
import itertools
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from attrs import field, frozen

from whileai.base.seeds import Dice, derive
from whileai.model import Fault, Outcome, Row, Scene, Situation, Slot, Task, Tool
from whileai.search.axes import Axes
from whileai.search.planner import Planner
from whileai.search.survey import Survey

if TYPE_CHECKING:
    from whileai.search.ask import Ask, Plan, Plot

Law = Callable[[], float]

TOOLS = (
    Tool(name="lookup_order", parameters={"properties": {"order_id": {}}}),
    Tool(name="create_refund", parameters={"properties": {"order_id": {}}}),
)


def share(*path: str | int) -> float:
    """Give the draw in [0, 1) that ``path`` names."""
    return Dice(derive(0, *path)).uniform()


@frozen(kw_only=True)
class World:
    """An agent and a writer whose answers depend on names alone.

    ``failing`` and ``losing`` are shares of tries, ``faulting`` of those that a fault
    is scheduled in, ``vetoed`` of tasks; from wave ``dry_from`` on the writer gives
    nothing.
    """

    failing: float = 0.3
    faulting: float = 0.0
    losing: float = 0.0
    vetoed: float = 0.0
    dry_from: int = 10**9
    graded: bool = True
    paid: list[str] = field(factory=list)

    def play(self, slot: Slot) -> Outcome:
        self.paid.append(slot.key)
        if share("lost", slot.key) < self.losing:
            return Outcome(slot=slot, lost="agent_error")
        fails = share("fails", slot.task.id, slot.repeat) < self.failing
        row = Row(
            line=b"{}",
            scenario_id=slot.task.situation.id,
            prompt=slot.task.prompt,
            reward=float(not fails) if self.graded else None,
            faulted=self.faulted(slot),
            signature=str(fails),
        )
        return Outcome(slot=slot, row=row)

    def faulted(self, slot: Slot) -> bool:
        hit = share("fault", slot.task.id, slot.repeat) < self.faulting
        return hit and bool(slot.task.situation.faults)

    def write(self, ask: Ask) -> list[Task]:
        if ask.kind == "wave" and int(ask.key[2]) >= self.dry_from:
            return []
        tasks = [
            worded(plot, ask, wording)
            for plot in ask.plots
            for wording in range(ask.phrasings)
        ]
        return [task for task in tasks if share("veto", task.id) >= self.vetoed]


def worded(plot: Plot, ask: Ask, wording: int) -> Task:
    """Give the task of a plot in one wording, its faults and its aim."""
    name = ".".join(map(str, (*ask.key[:2], plot.index)))
    if ask.parent is not None:
        name = f"{ask.parent.task.situation.id}/{ask.parent.repeat}.{plot.index}"
    fault = Fault(tool="*", mode=plot.cell.tool_condition)
    situation = Situation(
        id=f"s{name}",
        cell=plot.cell,
        scene=Scene(seed=0),
        faults=(fault,) if plot.faulted else (),
        origin=plot.origin,
        draw=None if plot.prompt else 0,
    )
    return Task(
        id=f"{situation.id}/{wording}",
        situation=situation,
        phrasing=wording,
        prompt=plot.prompt if plot.prompt and not wording else f"{name} {wording}",
        arm=plot.arm,
        aim=ask.aim,
        change=plot.change.what if plot.change else None,
    )


@frozen(kw_only=True)
class Played:
    """What a run came to: at most ``peak`` in flight, ``waiting`` to be final."""

    rows: list[Outcome]
    planner: Planner
    peak: int
    waiting: int
    wall: float
    latencies: list[float]

    @property
    def line(self) -> list[tuple[object, ...]]:
        """The rows as two runs are compared: in order, with all that was planned."""
        return [
            (o.slot.place, o.slot.key, o.slot.reason, o.slot.purse, o.slot.task.arm)
            for o in self.rows
        ]

    def groups(self) -> dict[str, int]:
        """Count rows by task."""
        sizes: dict[str, int] = {}
        for outcome in self.rows:
            sizes[outcome.slot.task.id] = sizes.get(outcome.slot.task.id, 0) + 1
        return sizes

    @property
    def faulted_roots(self) -> int:
        """Count the roots of one wording and repeat that a fault was scheduled in."""
        plain = [o.slot.task.situation for o in self.rows if o.slot.reason == "plan"]
        return sum(bool(situation.faults) for situation in plain)

    @property
    def situations(self) -> set[str]:
        return {outcome.slot.task.situation.id for outcome in self.rows}


def survey_of(plan: Plan, hard_share: float = 0.4, fault_rate: float = 0.1) -> Survey:
    axes = Axes.of(TOOLS, "- Refund at most 100 dollars.\n- Never promise a date.")
    return Survey(plan, axes, TOOLS, hard_share=hard_share, fault_rate=fault_rate)


def run(
    plan: Plan,
    world: World | None = None,
    concurrency: int = 1,
    latency: Law = lambda: 1.0,
    writing: Law = lambda: 0.0,
    survey: Survey | None = None,
) -> Played:
    """Drive a planner as the engine does, in virtual time."""
    world = world or World(failing=0.0)
    rows: list[Outcome] = []
    planner = Planner(plan, survey or survey_of(plan), rows.append)
    events: list[tuple[float, int, Slot | None, Ask | None]] = []
    order, now, flying, peak, landed, waiting = itertools.count(), 0.0, 0, 0, 0, 0
    latencies: list[float] = []
    while True:
        for ask in planner.wanted():
            heapq.heappush(events, (now + writing(), next(order), None, ask))
        while flying < concurrency and (slot := planner.ready()) is not None:
            flying += 1
            peak = max(peak, flying)
            latencies.append(latency())
            heapq.heappush(events, (now + latencies[-1], next(order), slot, None))
        if not events:
            planner.flush()
            return Played(
                rows=rows,
                planner=planner,
                peak=peak,
                waiting=waiting,
                wall=now,
                latencies=latencies,
            )
        now, _, ended, asked = heapq.heappop(events)
        if ended is not None:
            flying -= 1
            outcome = world.play(ended)
            planner.land(ended, outcome)
            landed += outcome.row is not None
            waiting = max(waiting, landed - len(rows))
        elif asked is not None:
            planner.feed(asked, world.write(asked))


def law(dice: Dice) -> Law:
    """Draw a law of latencies: heavy tails, even, or all alike."""
    kinds: Sequence[Law] = (
        lambda: 2.0 ** dice.normal(),
        lambda: 40.0 if dice.chance(0.01) else 2.0 ** dice.normal(),
        lambda: min(80.0, (1 - dice.uniform()) ** -0.77),
        lambda: 1.0,
    )
    return dice.pick(kinds)
