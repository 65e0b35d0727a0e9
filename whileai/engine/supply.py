"""Plots into tasks: scenes are staged, writers word them, in the planner's waves."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import define, evolve, field

from whileai.base.seeds import derive
from whileai.base.text import fingerprint
from whileai.engine.preview import situation_seed
from whileai.model import Brief, Situation, Slot, Task, Tool
from whileai.search.novelty import Archive
from whileai.world.faults import schedule
from whileai.world.scenes import Stage, scene_for_prompt

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from whileai.search.aims import Change
    from whileai.search.ask import Ask, Plot
    from whileai.stages import Run, Writer

_TRIES = 4
"""How often a situation is worded before what copies a trace is left out."""


@define(kw_only=True)
class Supply:
    """Gives the planner the tasks it asks for.

    Args:
        run: what writers see.
        writer: words the asks.
        stage: sets scenes.
        tools: the agent's.
        sources: asks of traces, of which no row may be a copy.
        written: situations that came back worded, so far.
        near_copies: wordings that were put aside because they came too near to one.
    """

    run: Run
    writer: Writer
    stage: Stage
    tools: tuple[Tool, ...]
    sources: Archive = field(factory=Archive)
    written: int = 0
    near_copies: int = 0

    async def write(self, ask: Ask) -> Sequence[Task]:
        """Stage and word every plot of ``ask``; the answer depends on ``ask`` alone."""
        briefs = [self._brief(plot, ask) for plot in ask.plots]
        tasks = await self.writer.write(briefs, self.run)
        if len(self.sources):
            tasks = await self._apart(briefs, tasks)
        self.written += len({task.situation.id for task in tasks})
        return tasks

    async def _apart(
        self, briefs: Sequence[Brief], tasks: Sequence[Task]
    ) -> Sequence[Task]:
        """Have situations worded anew in which a wording nearly copies a trace.

        What still does after some tries is left out.
        """
        waiting = {brief.situation.id: brief for brief in briefs}
        found: dict[str, list[Task]] = {id_: [] for id_ in waiting}
        for attempt in range(_TRIES):
            copies = self._sorted(tasks, waiting, found)
            if not copies or attempt == _TRIES - 1:
                break
            waiting = {
                id_: _anew(waiting[id_], texts, attempt)
                for id_, texts in copies.items()
            }
            found |= {id_: [] for id_ in waiting}
            tasks = await self.writer.write(list(waiting.values()), self.run)
        return [task for own in found.values() for task in own]

    def _sorted(
        self,
        tasks: Sequence[Task],
        briefs: Mapping[str, Brief],
        found: dict[str, list[Task]],
    ) -> dict[str, list[str]]:
        """Add to ``found`` what copies no trace; give the rest, by situation."""
        copies: dict[str, list[str]] = {}
        for task in tasks:
            id_ = task.situation.id
            if task.prompt == briefs[id_].kept or not self.sources.near(task.prompt):
                found[id_].append(task)
            else:
                copies.setdefault(id_, []).append(task.prompt)
        self.near_copies += sum(map(len, copies.values()))
        return copies

    def _brief(self, plot: Plot, ask: Ask) -> Brief:
        situation = self._situation(plot, ask)
        parent = ask.parent.task if ask.parent is not None else None
        if parent is not None and plot.change is not None:
            return self._brief_again(situation, parent, plot.change, ask)
        return Brief(
            situation=situation,
            phrasings=ask.phrasings,
            seed=derive(self.run.seed, "task", situation.id),
            arm=plot.arm,
            original=plot.prompt,
        )

    def _brief_again(
        self, situation: Situation, parent: Task, change: Change, ask: Ask
    ) -> Brief:
        """Ask for a failed situation's words again, as near to them as they may be.

        Where its facts are its own, the ask is worded from them, so that both agree.
        """
        same = change.what == "wording" or situation.draw is None
        words = situation if same else parent.situation
        return Brief(
            situation=situation,
            phrasings=ask.phrasings,
            seed=derive(self.run.seed, "task", words.id),
            arm=ask.plots[0].arm,
            original=parent.prompt if same else None,
            avoid=(parent.prompt,),
            parent=parent.id,
            aim=ask.aim,
            change=change.what,
        )

    def _situation(self, plot: Plot, ask: Ask) -> Situation:
        if ask.parent is not None:
            return self._mutated(plot, ask.parent)
        seed = situation_seed(
            self.run.seed, plot.cell, plot.visit, plot.prompt or "", plot.origin
        )
        if plot.prompt is not None:
            scene = scene_for_prompt(self.stage, plot.prompt, plot.cell, seed)
        else:
            scene = self.stage.scene(plot.cell, seed)
        if plot.origin == "seed":
            id_ = f"probe_{fingerprint(plot.prompt or '', 10)}"
        else:
            id_ = f"sc-{fingerprint(f'{seed}', 10)}"
        return Situation(
            id=id_,
            cell=plot.cell,
            scene=scene,
            faults=schedule(plot.cell, self.tools, seed) if plot.faulted else (),
            origin=plot.origin,
            draw=seed if plot.prompt is None else None,
        )

    def _mutated(self, plot: Plot, parent: Slot) -> Situation:
        """A failed situation again, with the one change that ``plot`` makes."""
        before = parent.task.situation
        path = (parent.task.id, parent.repeat, plot.index)
        seed = derive(self.run.seed, "mutation", *path)
        kept = plot.cell.tool_condition == before.cell.tool_condition
        faults = before.faults if kept else schedule(plot.cell, self.tools, seed)
        scene, draw, change = before.scene, before.draw, plot.change
        if change is not None and change.of_scene and draw is not None:
            draw = seed if change.what == "fact" else draw
            scene = self.stage.scene(plot.cell, draw, change.side)
        return Situation(
            id=f"sc-{fingerprint(f'{seed}', 10)}",
            cell=plot.cell,
            scene=scene,
            faults=faults if plot.faulted else (),
            origin="mutation",
            draw=draw,
        )


def _anew(brief: Brief, copies: Sequence[str], attempt: int) -> Brief:
    """Give ``brief`` for another try, without the wordings that were copies."""
    return evolve(
        brief,
        seed=derive(brief.seed, "anew", attempt),
        avoid=(*brief.avoid, *copies),
    )
