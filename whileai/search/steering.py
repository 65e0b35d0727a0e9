"""What follows in a lineage that failed: which mutation, and when no more of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import define, field

from whileai.search.ask import Ask

if TYPE_CHECKING:
    from collections.abc import Sequence
    from collections.abc import Set as AbstractSet

    from whileai.model import Slot, Task
    from whileai.search.ask import Plot
    from whileai.search.lineage import Holding, Lineage, Node, Shape
    from whileai.search.survey import Survey


@define(kw_only=True)
class Steering:
    """Mutates what failed, one thing after the other, as long as the purse lasts.

    A mutation that fails still is the next to be mutated, so that what is changed adds
    up; one that passes shows what matters, and its parent is changed otherwise.

    Args:
        shape: the counts of the plan.
        holding: takes back what a lineage does not use.
        survey: draws the mutations.
        aims: what a row can fail by.
        asks: mutations that the writer was not asked for yet.
    """

    shape: Shape
    holding: Holding
    survey: Survey
    aims: AbstractSet[str]
    asks: list[Ask] = field(factory=list)

    def may_follow(self, tasks: Sequence[Task]) -> bool:
        """Say whether anything may follow rows of ``tasks``: a fault, or a verdict."""
        graded = "graded_failure" in self.aims
        return graded or any(task.situation.faults for task in tasks)

    def follow(self, lineage: Lineage, node: Node) -> bool:
        """Ask for the next mutation once the first rows of ``node`` are in.

        Where there is none, the lineage hands back what it held for it.

        Returns:
            Whether what is mutated failed by itself, and was no parent before.
        """
        plot = self._next(lineage, node)
        self.holding.hand_back(self.shape.fill * (node.stopped - (plot is not None)))
        if plot is None or plot.change is None or lineage.parent is None:
            self.forgo(lineage)
            return False
        parent, aim = lineage.parent
        lineage.purse -= 1
        lineage.open += 1
        lineage.tried = (*lineage.tried, plot.change.what)
        self.asks.append(
            Ask(
                key=("mutation", *parent.place, plot.index),
                plots=(plot,),
                phrasings=self.shape.wordings,
                kind="mutation",
                parent=parent,
                aim=aim,
            )
        )
        return parent.place[2:-2] == node.path

    def _next(self, lineage: Lineage, node: Node) -> Plot | None:
        """Give the next mutation of a lineage, if it may have one and is worth it.

        One shows how else the agent meets a fault; further ones, what makes it fail.
        Where probes decide, a group that they stopped has to give what it saved.
        """
        if not lineage.purse or lineage.parent is None:
            return None
        parent, aim = lineage.parent
        if self.shape.fill and not node.stopped:
            return None
        if node.path and aim == "world_fault" and "graded_failure" in self.aims:
            return None
        return self.survey.mutation(parent, aim, lineage.tried)

    def forgo(self, lineage: Lineage) -> None:
        """Hand back what a lineage held for mutations to come."""
        mutations, lineage.purse = lineage.purse, 0
        self.holding.hand_back(mutations * self.shape.mutation, mutations)

    def path_of(self, ask: Ask, parent: Slot) -> tuple[int, ...]:
        """Give where a mutation hangs in its lineage: behind its parent's wordings."""
        return (*parent.place[2:-2], self.shape.wordings + ask.plots[0].index)
