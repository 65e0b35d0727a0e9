"""Which situations come next: the seeds, then the grid."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING

from attrs import evolve

from whileai.base.seeds import GOLDEN, derive
from whileai.model import Cell
from whileai.search.aims import varied
from whileai.search.ask import MAIN, TAIL, Plot, Shortfall
from whileai.search.grid import Grid
from whileai.search.seeds import Guesses, Sown, sow
from whileai.search.stack import Shows, plainly

if TYPE_CHECKING:
    from collections.abc import Sequence

    from whileai.model import Slot, Tool
    from whileai.search.ask import Plan
    from whileai.search.axes import Axes
    from whileai.search.coverage import Coverage

_DRAWN = (
    "hard_share",
    "fault_rate",
    "situations",
    "phrasings",
    "unique_situations",
    "dimensions",
    "traces",
)
"""Options that say what is drawn, so that a replay has no use for them."""
_TOP = 1 << 64
_OPEN_ENDED = 0.2
"""Share of plots that the writer may take as a hint, not to the letter."""


class Survey:
    """Draws the plots of a run, each as a pure function of its place in the plan.

    Args:
        plan: what fixes the rows.
        axes: the axes with their values.
        tools: what the agent can call.
        hard_share: share of situations from the hard tiers, in ``[0, 1]``.
        fault_rate: share of those about a tool that a fault is scheduled in.
        strength: how many axes' values are all to meet.
        known: cells of traces; they count as covered, and so do those of seeds.
        shows: looks at a visit to a cell for what is to meet; unset, at its values.
    """

    def __init__(
        self,
        plan: Plan,
        axes: Axes,
        tools: Sequence[Tool] = (),
        *,
        hard_share: float = 0.4,
        fault_rate: float = 0.1,
        strength: int = 2,
        known: Sequence[Cell] = (),
        shows: Shows = plainly,
    ) -> None:
        self.axes = axes
        self.sown: Sown = sow(plan)
        self._plan, self._seed = plan, plan.run_seed
        self._offsets = [derive(plan.run_seed, "arm", zone) for zone in (MAIN, TAIL)]
        named = [tool for tool in tools if tool.name in axes.tool]
        guesses, first = Guesses(named), named[0].name if named else axes.tool[0]
        self._guesses = [guesses.tool(seed) or first for seed in self.sown.kept]
        related = [tool != "unrelated" for tool in self._guesses]
        self._related_before = list(itertools.accumulate(related, initial=0))
        self.grid = Grid(
            axes,
            plan.run_seed,
            hard_share=hard_share,
            fault_rate=fault_rate,
            seeded=(len(self.sown.kept), sum(related)),
            strength=strength,
            shows=shows,
        )
        self._seed_cells = [
            self._seed_cell(index) for index in range(len(self.sown.kept))
        ]
        self._known = (*known, *self._seed_cells)
        self.grid.know(self._known)
        self._grounds = self._placed(guesses, first)

    def plot(self, zone: int, index: int) -> Plot:
        """Give the plot of situation ``index`` of ``zone``, from 0."""
        if zone == MAIN and index < len(self.sown.kept):
            return self._seed_plot(index)
        cell, visit = self.grid.at(zone, index)
        prompt, tool = self._grounds.get(index if zone == MAIN else -1, (None, ""))
        return Plot(
            zone=zone,
            index=index,
            cell=cell if prompt is None else self._moved(cell, tool),
            faulted=cell.tool_condition != "success",
            arm=self._arm(zone, index),
            prompt=prompt,
            origin="grid" if prompt is None else "trace",
            visit=visit,
        )

    def _placed(self, guesses: Guesses, first: str) -> dict[int, tuple[str, str]]:
        """Give every other situation about a tool to an ask that failed elsewhere."""
        start = len(self.sown.kept)
        placed: dict[int, tuple[str, str]] = {}
        for number, ask in enumerate(self._plan.grounds):
            places = range(start + 2 * number, start + 2 * number + 2)
            about = [
                place
                for place in places
                if self.grid.at(MAIN, place)[0].tool != "unrelated"
            ]
            if about:
                placed[about[0]] = (ask, guesses.tool(ask) or first)
        return placed

    def _moved(self, cell: Cell, tool: str) -> Cell:
        """Give ``cell`` for another tool, in a world state that it can be in."""
        states = self.axes.states_of(tool)
        state = cell.world_state if cell.world_state in states else states[0]
        return evolve(cell, tool=tool, world_state=state)

    def _seed_plot(self, index: int) -> Plot:
        cell = self._seed_cells[index]
        return Plot(
            zone=MAIN,
            index=index,
            cell=cell,
            faulted=cell.tool_condition != "success",
            prompt=self.sown.kept[index],
            origin="seed",
        )

    def _seed_cell(self, index: int) -> Cell:
        """Place a seed: its words are given, so only what they cannot show is drawn."""
        tool = self._guesses[index]
        condition = (
            "success"
            if tool == "unrelated"
            else self.grid.condition(MAIN, self._related_before[index])
        )
        return Cell(
            tool=tool,
            tool_condition=condition,
            stance=self._settled("stance", "ordinary"),
            rule=self._settled("rule", "unspecified"),
            world_state=self._settled("world_state", "entity exists"),
            history=self._settled("history", "fresh"),
        )

    def coverage(self) -> Coverage:
        """Give a count of the combinations that are planned, for the rows that land.

        Seeds and traces count as covered from the start.
        """
        coverage = self.grid.coverage()
        for cell in self._known:
            coverage.add(cell)
        return coverage

    def _settled(self, axis: str, value: str) -> str:
        values: tuple[str, ...] = getattr(self.axes, axis)
        return value if value in values else values[0]

    def _arm(self, zone: int, index: int) -> str:
        """Draw an arm by its weight, spread evenly over neighbouring situations."""
        spread = (index * GOLDEN + self._offsets[zone]) % _TOP
        return "open_ended" if spread < _OPEN_ENDED * _TOP else "structured"

    def mutation(self, parent: Slot, aim: str, tried: Sequence[str]) -> Plot | None:
        """Give the plot of a failed row's situation again, one thing changed.

        Args:
            parent: the failed row's.
            aim: what it failed by.
            tried: what mutations of its lineage changed so far.

        Returns:
            The plot, or ``None`` when nothing is left to be changed.
        """
        seed = derive(self._seed, "mutation", parent.task.id, parent.repeat)
        change = varied(parent.task.situation, aim, self.axes, seed, tried)
        if change is None:
            return None
        return Plot(
            zone=parent.place[0],
            index=len(tried),
            cell=change.cell,
            faulted=change.cell.tool_condition != "success",
            arm="failure_mutation",
            origin="mutation",
            change=change,
        )

    @property
    def shortfalls(self) -> tuple[Shortfall, ...]:
        """Give the dials that cannot be delivered, in plain sentences."""
        if self._plan.pinned is not None:
            return tuple(
                Shortfall(
                    option=option,
                    text=f"{option} has no effect on a replay: tasks= fixes every "
                    f"situation; leave tasks= out to draw new ones",
                )
                for option in _DRAWN
            )
        found = list(self.grid.shortfalls)
        if self.axes.warning:
            found.append(Shortfall(option="system_prompt", text=self.axes.warning))
        if not any(each.option == "hard_share" for each in found):
            found += self._seeds_shortfall()
        return tuple(found)

    def _seeds_shortfall(self) -> list[Shortfall]:
        plan, seeds = self._plan, len(self.sown.kept)
        paid = plan.budget // (plan.phrasings * self.sown.repeats)
        total = max(seeds, min(plan.situations or paid, paid))
        wanted = int(self.grid.hard_share * total)
        if wanted <= total - seeds:
            return []
        text = (
            f"hard_share={float(self.grid.hard_share):g} asks for {wanted} hard "
            f"situations of {total}, but {seeds} of them are seeds, whose words are "
            f"their own; raise situations= or budget= to draw more beside them"
        )
        return [Shortfall(option="hard_share", text=text)]
