"""Plots into tasks: scenes are staged, writers word them, in the planner's waves."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import define

from whileai.base.seeds import derive
from whileai.base.text import fingerprint
from whileai.model import Brief, Scene, Situation, Slot, Task, Tool
from whileai.world.faults import schedule
from whileai.world.scenes import Stage, scene_for_prompt

if TYPE_CHECKING:
    from collections.abc import Sequence

    from whileai.search.ask import Ask, Plot
    from whileai.stages import Run, Writer


@define(kw_only=True)
class Supply:
    """Gives the planner the tasks it asks for.

    Args:
        run: what writers see.
        writer: words the asks.
        stage: sets scenes.
        tools: the agent's.
        written: situations that came back worded, so far.
    """

    run: Run
    writer: Writer
    stage: Stage
    tools: tuple[Tool, ...]
    written: int = 0

    async def write(self, ask: Ask) -> Sequence[Task]:
        """Stage and word every plot of ``ask``; the answer depends on ``ask`` alone."""
        briefs = [self._brief(plot, ask) for plot in ask.plots]
        tasks = await self.writer.write(briefs, self.run)
        self.written += len({task.situation.id for task in tasks})
        return tasks

    def _brief(self, plot: Plot, ask: Ask) -> Brief:
        situation = self._situation(plot, ask)
        parent = ask.parent.task if ask.parent is not None else None
        return Brief(
            situation=situation,
            phrasings=ask.phrasings,
            seed=derive(self.run.seed, "task", situation.id),
            arm=plot.arm,
            original=parent.prompt if parent is not None else plot.prompt,
            parent=parent.id if parent is not None else None,
            aim=ask.aim,
        )

    def _situation(self, plot: Plot, ask: Ask) -> Situation:
        if ask.parent is not None:
            return self._mutated(plot, ask.parent, ask.key)
        path = ("situation", plot.zone, plot.index)
        cell = "|".join(plot.cell.to_json().values())
        seed = derive(self.run.seed, *path, cell)
        if plot.prompt is not None:
            scene = scene_for_prompt(self.stage, plot.prompt, plot.cell, seed)
            id_ = f"probe_{fingerprint(plot.prompt, 10)}"
        else:
            scene = self.stage.scene(plot.cell, seed)
            id_ = f"sc-{fingerprint(f'{seed}', 10)}"
        return Situation(
            id=id_,
            cell=plot.cell,
            scene=scene,
            faults=schedule(plot.cell, self.tools, seed) if plot.faulted else (),
            origin=plot.origin,
        )

    def _mutated(self, plot: Plot, parent: Slot, key: Sequence[object]) -> Situation:
        """A failed situation again, with the one change that ``plot`` makes."""
        before = parent.task.situation
        name = "|".join(map(str, (*key, plot.index)))
        seed = derive(self.run.seed, "mutation", before.id, name)
        kept = plot.cell.tool_condition == before.cell.tool_condition
        faults = before.faults if kept else schedule(plot.cell, self.tools, seed)
        return Situation(
            id=f"sc-{fingerprint(f'{seed}', 10)}",
            cell=plot.cell,
            scene=self._scene_again(plot, parent),
            faults=faults if plot.faulted else (),
            origin="mutation",
        )

    def _scene_again(self, plot: Plot, parent: Slot) -> Scene:
        """The parent's scene, set anew only where the change is one of the scene."""
        before, cell = parent.task.situation, plot.cell
        old = before.cell
        if (cell.world_state, cell.rule) == (old.world_state, old.rule):
            return before.scene
        if before.origin == "seed":
            prompt = parent.task.prompt
            return scene_for_prompt(self.stage, prompt, cell, before.scene.seed)
        return self.stage.scene(cell, before.scene.seed)
