"""What fixes the rows of a run, and what the planner asks of a writer."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import field, frozen, validators

from whileai.model import Slot

if TYPE_CHECKING:
    from collections.abc import Sequence

    from whileai.model import Cell, Task
    from whileai.search.aims import Change

MAIN, TAIL, EXTRA = 0, 1, 2
"""Zones of a plan, in row order: with follow-ups, without, and beyond k."""

POLICIES = ("none", "fixed", "successive")
UNTIL = ("budget", "saturation")
AIMS = frozenset({"world_fault", "graded_failure"})
"""What a row can fail by."""


@frozen(kw_only=True)
class Plan:
    """Everything that fixes the rows of a run. Concurrency is not among it.

    Args:
        budget: rows the run may produce, 1 or more.
        situations: distinct worlds, or ``None`` for as many as the budget pays.
        phrasings: wordings of one situation.
        repeats: independent runs of one wording.
        repeat_policy: ``none``, ``fixed`` or ``successive``.
        probe: repeats that every task gets in ``successive`` before it is decided on.
        steer: whether failed rows are followed up.
        aims: what a row must have failed by to be followed up. Rewards decide whether
            a group disagrees only while ``graded_failure`` is among them.
        purse: follow-ups of one root's whole lineage: a re-roll, then mutations, one
            after the other. Where groups have a size, their own repeats are the
            re-rolls. In ``successive`` it is groups that failed without exception that
            are mutated, and early roots alone: one that is split is filled, which says
            more of it, and the end of a run is not to wait for chains.
        tail: rows at the end of the budget without follow-ups; unset, a fifth of the
            rows and at most 500, or none when nothing can lead to a follow-up.
        until: ``budget``, or ``saturation`` to stop once nothing new is seen.
        lag: first rollouts between what is seen and the stop; unset, 256.
        wave: situations that one wave asks for.
        ahead: waves kept written ahead.
        spread: groups whose probes may be played before a fill that is ready.
        open_rows: most rows that wait for an earlier one.
        retries: further tries of a slot before it is lost.
        reproducible: whether rows may depend on nothing but the plan.
        run_seed: names every draw.
        eval_run: which of ``runs=`` it is, if there are several.
        pinned: tasks to replay, each read when its turn comes; nothing else is played,
            and nothing generated.
        seeds: opening asks that all become situations, in this order.
        grounds: asks that failed elsewhere: situations vary them, none plays them.
    """

    budget: int = field(default=1000, validator=validators.ge(1))
    situations: int | None = None
    phrasings: int = field(default=1, validator=validators.ge(1))
    repeats: int = field(default=1, validator=validators.ge(1))
    repeat_policy: str = field(default="none", validator=validators.in_(POLICIES))
    probe: int = field(default=2, validator=validators.ge(1))
    steer: bool = False
    aims: frozenset[str] = AIMS
    purse: int = field(default=2, validator=validators.ge(0))
    tail: int | None = None
    until: str = field(default="budget", validator=validators.in_(UNTIL))
    lag: int | None = None
    wave: int = field(default=32, validator=validators.ge(1))
    ahead: int = field(default=4, validator=validators.ge(1))
    spread: int = 1000
    open_rows: int = field(default=4096, validator=validators.ge(1))
    retries: int = field(default=1, validator=validators.ge(0))
    reproducible: bool = True
    run_seed: int = 0
    eval_run: int | None = None
    pinned: Sequence[Task] | None = None
    seeds: tuple[str, ...] = ()
    grounds: tuple[str, ...] = ()

    def slot(
        self,
        place: tuple[int, ...],
        task: Task,
        repeat: int,
        reason: str,
        purse: int = 0,
    ) -> Slot:
        """Give the slot at ``place``, as ``Slot`` has its parts."""
        return Slot(
            place=place,
            task=task,
            repeat=repeat,
            purse=purse,
            reason=reason,
            run_seed=self.run_seed,
            eval_run=self.eval_run,
        )


@frozen(kw_only=True)
class Plot:
    """The ground for one situation: where it lies, before it has a scene.

    Args:
        zone: ``MAIN`` or ``TAIL``.
        index: its number in the zone; for a mutation, among those of its parent.
        cell: its point on the axes.
        faulted: whether a fault is scheduled in it.
        arm: which part of the search drew it.
        prompt: a seed's words, kept as the first wording, or the words of a trace, to
            vary; else ``None``.
        origin: ``grid``, ``seed``, ``trace`` or ``mutation``.
        change: what is not as in the parent, for a mutation.
        visit: tells visits to one cell apart: no two plots of the grid share cell and
            visit, so both together name a situation wherever it stands in the plan.
    """

    zone: int
    index: int
    cell: Cell
    faulted: bool = False
    arm: str = "structured"
    prompt: str | None = None
    origin: str = "grid"
    change: Change | None = None
    visit: int = 0


@frozen(kw_only=True)
class Ask:
    """What the writer is asked at once; a function of the plan alone.

    Args:
        key: unique in the run: ``("wave", zone, number)`` or ``("mutation", ...)``.
        plots: one for each situation.
        phrasings: wordings wanted of each.
        kind: ``wave`` or ``mutation``.
        parent: the failed slot, for a mutation.
        aim: what the parent failed by, for a mutation.
    """

    key: tuple[str | int, ...]
    plots: tuple[Plot, ...]
    phrasings: int = 1
    kind: str = "wave"
    parent: Slot | None = None
    aim: str | None = None


@frozen(kw_only=True)
class Shortfall:
    """A dial that cannot be delivered as asked.

    Args:
        option: the parameter it is about.
        text: what is so, and which call changes it, in one or two plain sentences.
    """

    option: str
    text: str
