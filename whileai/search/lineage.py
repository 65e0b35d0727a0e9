"""Lineages and their purses: how a budget is shared out whatever the outcomes are.

A lineage is a root situation and all that descends from it. It holds a row for each
of its first rollouts, for the fill of its groups, and for its follow-ups; what it can
no longer use it hands back at once. Held rows only ever become fewer, so what fits now
fits whatever the open lineages still do, and what never fits is refused at the same
root in every run: only counts decide, never who was first.
"""

from __future__ import annotations

from operator import itemgetter
from typing import TYPE_CHECKING

from attrs import define, evolve, field, frozen

from whileai.search.ask import EXTRA, MAIN, TAIL

if TYPE_CHECKING:
    from collections.abc import Callable

    from whileai.model import Outcome, Slot
    from whileai.search.ask import Plan
    from whileai.search.repeats import Group
    from whileai.search.seeds import Sown


@frozen(kw_only=True)
class Shape:
    """The counts that a plan fixes before anything is played.

    Args:
        wordings: of one situation.
        repeats: of one task, when its group is full.
        asked_repeats: the same before a budget under one group cut it.
        first: repeats of one task that are played whatever they show.
        rerolls: whether a failed row is repeated beyond ``repeats``.
        successive: whether groups are decided on by their probes.
        purse: follow-ups of one root.
        rows: most rows of the run.
        worlds: most situations of the run, or ``None``.
        tail: rows without follow-ups.
        main_worlds: most situations of the main zone, or ``None``.
        seeds: wordings of each seed.
        seed_purses: how many of the seeds, from the first, can pay a purse.
        losses: lost slots that end the run.
        watched: whether the run may stop before its rows are played. Nothing but the
            main zone is played then: how much of the rest was open is for timing.
    """

    wordings: int
    repeats: int
    asked_repeats: int
    first: int
    rerolls: bool
    successive: bool
    purse: int
    rows: int
    worlds: int | None
    tail: int
    main_worlds: int | None
    seeds: tuple[int, ...]
    seed_purses: int
    losses: int
    watched: bool = False

    @classmethod
    def of(cls, plan: Plan, sown: Sown) -> Shape:
        """Work out the counts of ``plan`` with the seeds it can pay for."""
        pinned = plan.pinned is not None
        wordings = 1 if pinned else plan.phrasings
        successive = plan.repeat_policy == "successive"
        repeats = sown.repeats if sown.kept else plan.repeats
        block = wordings * repeats
        worlds = _worlds(plan, sown)
        rows = plan.budget if worlds is None else min(plan.budget, worlds * block)
        purse = plan.purse if plan.steer and not pinned else 0
        paid = sum(sown.wordings) * repeats
        watched = plan.until == "saturation" and not pinned
        tail = 0
        if not (pinned or watched) and (purse or successive or plan.tail is not None):
            tail = min(rows // 5, 500) if plan.tail is None else min(plan.tail, rows)
            tail = min(tail, max(0, rows - paid))
        main = (
            None if worlds is None else max(len(sown.kept), worlds - -(-tail // block))
        )
        shape = cls(
            wordings=wordings,
            repeats=repeats,
            asked_repeats=plan.repeats,
            first=min(plan.probe, repeats) if successive else repeats,
            successive=successive,
            rerolls=plan.repeat_policy == "none",
            purse=purse,
            rows=rows,
            worlds=worlds,
            tail=tail,
            main_worlds=main,
            seeds=sown.wordings,
            seed_purses=0,
            losses=max(16, 2 * plan.budget),
            watched=watched,
        )
        if watched and shape.size(0)[0] > rows:
            return cls.of(evolve(plan, until="budget"), sown)  # too few to tell
        return shape._with_seed_purses(paid)

    def _with_seed_purses(self, paid: int) -> Shape:
        """Give purses to the first seeds, from what no seed needs for itself."""
        number = len(self.seeds)
        if price := self.price(self.purse):
            number = min(number, max(0, self.main - paid) // price)
        return evolve(self, seed_purses=number)

    @property
    def main(self) -> int:
        """Rows of the main zone."""
        return self.rows - self.tail

    @property
    def fill(self) -> int:
        """Repeats that a group has only if its probe disagrees."""
        return self.repeats - self.first

    @property
    def block(self) -> int:
        """Rows of one situation in full."""
        return self.wordings * self.repeats

    def stopped(self, group: Group) -> bool:
        """Tell whether ``group`` ended at its probe because that agreed."""
        return group.asked < self.repeats and group.rows == self.first

    def cut(self, group: Group) -> bool:
        """Tell whether ``group`` ended short: neither filled nor stopped."""
        return group.rows < self.asked_repeats and not self.stopped(group)

    @property
    def mutation(self) -> int:
        """Rows of one mutation.

        It is a situation in full, to which a group that stopped at its probe gives
        what it saved.
        """
        return self.block - self.fill

    def price(self, purse: int) -> int:
        """Give the rows that ``purse`` follow-ups take: a re-roll, then mutations.

        A re-roll is one row. Where groups have a size, their own repeats are the
        re-rolls and cost nothing more.
        """
        if not purse:
            return 0
        return self.rerolls + (purse - 1) * self.mutation

    def size(self, root: int) -> tuple[int, int]:
        """Give the rows and situations that ``root`` holds when it opens."""
        purse = self.purse_of(root)
        rows = self.wordings_of(root) * self.repeats + self.price(purse)
        return rows, 1 + max(0, purse - 1)

    def purse_of(self, root: int) -> int:
        """Give the follow-ups that ``root`` may have.

        Where probes decide, a mutation is probed after its parent was, and filled after
        that. Such chains begin early: a root that has no room before others hand back
        is filled if it is split, and never mutated.
        """
        seeded = self.seed_purses <= root < len(self.seeds)
        late = self.successive and (root + 1) * self._most > self.main
        return 0 if seeded or late else self.purse

    @property
    def _most(self) -> int:
        """Rows that a root holds which has all its wordings and a purse."""
        return self.block + self.price(self.purse)

    def wordings_of(self, root: int) -> int:
        """Give the wordings that are played of ``root``."""
        return self.seeds[root] if root < len(self.seeds) else self.wordings


def _worlds(plan: Plan, sown: Sown) -> int | None:
    if plan.pinned is not None:
        return len(plan.pinned)
    if sown.dropped:
        return len(sown.kept)
    return None if plan.situations is None else max(plan.situations, len(sown.kept))


@define
class Holding:
    """What the main zone uses: at most (what it holds) and at least (what is sure)."""

    rows: int = 0
    rows_sure: int = 0
    worlds: int = 0
    worlds_sure: int = 0

    def hand_back(self, rows: int, worlds: int = 0) -> None:
        """Give up rows and situations that can no longer be used."""
        self.rows -= rows
        self.worlds -= worlds

    def fits(self, shape: Shape, rows: int, worlds: int) -> bool:
        """Tell whether so much more fits, whatever the open lineages still do."""
        most = shape.main_worlds
        return self.rows + rows <= shape.main and (
            most is None or self.worlds + worlds <= most
        )

    def ever_fits(self, shape: Shape, rows: int, worlds: int) -> bool:
        """Tell whether so much more may fit once every lineage has handed back."""
        most = shape.main_worlds
        return self.rows_sure + rows <= shape.main and (
            most is None or self.worlds_sure + worlds <= most
        )


@define
class Node:
    """One situation of a lineage.

    Args:
        path: where it hangs in the lineage; empty for the root.
        groups: one for each wording.
        waiting: first rollouts that are not in yet.
        stopped: groups that their probes stopped, whose fill is still held.
    """

    path: tuple[int, ...]
    groups: list[Group]
    waiting: int
    stopped: int = 0

    def culprit(self, fill: int) -> tuple[int, Slot, str] | None:
        """Give the first failed row, in plan order, that is to be followed up.

        Args:
            fill: rows that a group gets if it disagrees; that follows it up already.

        Returns:
            Its wording, its slot and what it failed by.
        """
        for wording, group in enumerate(self.groups):
            if group.culprit and not (fill and group.split):
                return (wording, *group.culprit)
        return None


@define
class Lineage:
    """A root and all that descends from it.

    Args:
        root: its number in plan order.
        wave: the writer wave it is of.
        purse: follow-ups that it may still have.
        parent: what is mutated, and what it failed by: the situation that failed last.
        tried: what its mutations changed so far.
        open: slots and asks of it that are under way.
        nodes: its situations by path.
        rows: what landed, with its place in plan order.
        slots: slots opened for it.
    """

    root: int
    wave: int
    purse: int
    parent: tuple[Slot, str] | None = None
    tried: tuple[str, ...] = ()
    open: int = 0
    nodes: dict[tuple[int, ...], Node] = field(factory=dict)
    rows: list[tuple[tuple[int, ...], Outcome]] = field(factory=list)
    slots: int = 0

    def final(self, shape: Shape) -> list[Outcome]:
        """Give its rows in plan order, those of groups that were cut marked so."""
        cut = {
            (*node.path, wording)
            for node in self.nodes.values()
            for wording, group in enumerate(node.groups)
            if shape.cut(group)
        }
        self.rows.sort(key=itemgetter(0))
        return [
            outcome.cut() if cut and place[2:-1] in cut else outcome
            for place, outcome in self.rows
        ]


class Release:
    """Gives rows out in plan order, as soon as nothing can come before them.

    Args:
        emit: takes each row, once.

    Attributes:
        main_ends: how many roots the main zone has; -1 until that is known.
        slots: those that are out, by zone.
    """

    def __init__(self, emit: Callable[[Outcome], None]) -> None:
        self._emit = emit
        self.main_ends = -1
        self._final: tuple[dict[int, tuple[int, list[Outcome]]], ...] = ({}, {}, {})
        self._next = [0, 0, 0]
        self.slots = [0, 0, 0]

    def put(self, zone: int, number: int, slots: int, rows: list[Outcome]) -> None:
        """Store what became final: the ``number``-th of its zone, of so many slots."""
        self._final[zone][number] = (slots, rows)

    def out(self) -> None:
        """Emit what can be; the tail waits until all roots there will be are out."""
        self._zone(MAIN)
        if self.main_is_out:
            self._zone(TAIL)
            self._zone(EXTRA)

    @property
    def main_is_out(self) -> bool:
        """Whether every row of the main zone is out."""
        return self._next[MAIN] == self.main_ends

    def _zone(self, zone: int) -> None:
        final = self._final[zone]
        while (entry := final.pop(self._next[zone], None)) is not None:
            self._next[zone] += 1
            self.slots[zone] += entry[0]
            for outcome in entry[1]:
                self._emit(outcome)

    def rest(self) -> None:
        """Emit whatever waits, in plan order, though earlier rows are missing."""
        for final in self._final:
            for number in sorted(final):
                for outcome in final.pop(number)[1]:
                    self._emit(outcome)

    def through(self, zone: int) -> int:
        """Give how many of ``zone`` are out."""
        return self._next[zone]
