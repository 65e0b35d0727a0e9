"""What a run's planning came to, in numbers."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

from attrs import asdict, define, evolve, field, fields, frozen

from whileai.search.ask import TAIL

if TYPE_CHECKING:
    from whileai.model import Outcome, Situation, Slot
    from whileai.search.coverage import Coverage, Covered
    from whileai.search.lineage import Shape
    from whileai.search.repeats import Group
    from whileai.search.seeds import Sown


@frozen(kw_only=True)
class Groups:
    """How the repeats of tasks went; those of the tail are counted apart.

    Args:
        k: repeats of a full group.
        probe: repeats that are played before a group is decided on.
        mixed: groups of the main zone whose rows disagree.
        stopped_unanimous: those that stopped at the probe because it agreed.
        complete: those with k rows or more.
        partial: those with fewer that were not stopped: losses and the end of budget.
        rollouts_saved: rows that the stopped ones did not need.
        extended: groups that were played beyond k.
        tail, tail_complete: groups of the tail, and those of them with k rows.
    """

    k: int
    probe: int
    mixed: int = 0
    stopped_unanimous: int = 0
    complete: int = 0
    partial: int = 0
    rollouts_saved: int = 0
    extended: int = 0
    tail: int = 0
    tail_complete: int = 0

    def plus(self, other: Groups) -> Groups:
        """Give the counts of two runs of one call together; k and probe stay."""
        names = [each.name for each in fields(Groups)][2:]
        sums = {name: getattr(self, name) + getattr(other, name) for name in names}
        return evolve(self, **sums)


@frozen(kw_only=True)
class Counts:
    """How the budget was spent.

    Args:
        situations: opened, of whatever origin.
        tasks: opened.
        rows: landed.
        lost: slots lost for good.
        rows_by_reason: landed rows by why they were played.
        parents: failed rows that were followed up, by aim.
        rerolled: re-rolls that landed, by aim of their parent.
        mutated: rows of mutations that landed, by aim.
        changed: landed rows of mutations of graded failures, by what they changed.
        still_failed: those of them that failed again.
        situations_by_origin: opened situations by origin.
        tiers: situations drawn from grid, seeds and pins, by tier.
        tiers_mutated: situations of mutations, by tier.
        related_rows: landed rows of the draw whose tool is not ``unrelated``.
        faulted_rows: those of them that a fault was scheduled in.
        faults: scheduled faults of landed rows of the draw, by kind.
        faults_followed: the same of re-rolls and mutations.
        fired: rows of the draw and after in which a scheduled fault fired, by kind.
        seeds_dropped: seeds that the budget cannot pay for.
        seeds_copied: seeds that repeat another.
        seeds_lost: slots of seeds that were lost for good, by seed.
        groups: how the repeats went.
        saturation: what was seen, where a run stops once nothing new is.
        covered: what landed rows show of what the grid plans, where it drew them.
    """

    situations: int
    tasks: int
    rows: int
    lost: int
    rows_by_reason: dict[str, int]
    parents: dict[str, int]
    rerolled: dict[str, int]
    mutated: dict[str, int]
    changed: dict[str, int]
    still_failed: dict[str, int]
    situations_by_origin: dict[str, int]
    tiers: dict[str, int]
    tiers_mutated: dict[str, int]
    related_rows: int
    faulted_rows: int
    faults: dict[str, int]
    faults_followed: dict[str, int]
    fired: dict[str, int]
    seeds_dropped: tuple[str, ...]
    seeds_copied: tuple[str, ...]
    seeds_lost: dict[str, int]
    groups: Groups
    covered: Covered | None = None
    saturation: dict[str, int] | None = None

    def plus(self, other: Counts) -> Counts:
        """Give the counts of two runs of one call together."""
        return evolve(
            self,
            **{
                each.name: _sum(getattr(self, each.name), getattr(other, each.name))
                for each in fields(Counts)
            },
        )


def _sum(one: Any, other: Any) -> Any:
    """Add numbers and tables; what both runs share is kept as it is."""
    if isinstance(one, int):
        return one + other
    if isinstance(one, dict):
        return dict(Counter(one) + Counter(other))
    return one.plus(other) if isinstance(one, Groups) else one


def _counter() -> Counter[str]:
    return Counter()


@define
class Tally:
    """Counts while the run goes on; ``coverage`` takes the cells of landed rows."""

    coverage: Coverage | None = None
    situations: int = 0
    tasks: int = 0
    rows: int = 0
    related_rows: int = 0
    faulted_rows: int = 0
    lost: list[int] = field(factory=lambda: [0, 0, 0])
    rows_by_reason: Counter[str] = field(factory=_counter)
    parents: Counter[str] = field(factory=_counter)
    rerolled: Counter[str] = field(factory=_counter)
    mutated: Counter[str] = field(factory=_counter)
    changed: Counter[str] = field(factory=_counter)
    still_failed: Counter[str] = field(factory=_counter)
    situations_by_origin: Counter[str] = field(factory=_counter)
    tiers: Counter[str] = field(factory=_counter)
    tiers_mutated: Counter[str] = field(factory=_counter)
    faults: Counter[str] = field(factory=_counter)
    faults_followed: Counter[str] = field(factory=_counter)
    fired: Counter[str] = field(factory=_counter)
    groups: Counter[str] = field(factory=_counter)
    seeds_lost: Counter[str] = field(factory=_counter)

    def opened(self, situation: Situation, tasks: int) -> None:
        """Count a situation that is played."""
        self.situations += 1
        self.tasks += tasks
        self.situations_by_origin[situation.origin] += 1
        mutated = situation.origin == "mutation"
        tiers = self.tiers_mutated if mutated else self.tiers
        tiers[situation.cell.tier] += 1

    def ended(self, slot: Slot, outcome: Outcome, parent_aim: str | None) -> None:
        """Count a slot that will not be tried again."""
        if outcome.row is None:
            self.lost[slot.place[0]] += 1
            if slot.task.situation.origin == "seed":
                self.seeds_lost[slot.task.prompt] += 1
            return
        self.rows += 1
        self.rows_by_reason[slot.reason] += 1
        aim, mutated = slot.task.aim, slot.task.situation.origin == "mutation"
        if slot.reason == "reroll":
            self.rerolled[parent_aim or ""] += 1
        elif mutated and aim is not None:
            self.mutated[aim] += 1
            if slot.task.change is not None and aim == "graded_failure":
                self.changed[slot.task.change] += 1
                self.still_failed[slot.task.change] += outcome.failed_by == aim
        situation = slot.task.situation
        if self.coverage is not None:
            self.coverage.add(situation.cell)
        if situation.faults or situation.cell.tool != "unrelated":
            self._faults(situation, outcome, mutated or slot.reason == "reroll")

    def _faults(self, situation: Situation, outcome: Outcome, followed: bool) -> None:
        if not followed and situation.cell.tool != "unrelated":
            self.related_rows += 1
            self.faulted_rows += bool(situation.faults)
        if not situation.faults:
            return
        scheduled = self.faults_followed if followed else self.faults
        fired = outcome.row is not None and outcome.row.faulted
        for fault in situation.faults:
            scheduled[fault.mode] += 1
            self.fired[fault.mode] += fired

    def grouped(self, group: Group, zone: int, shape: Shape) -> None:
        """Count a group that nothing more is decided in."""
        counts, full = self.groups, group.rows >= shape.asked_repeats
        if zone == TAIL:
            counts["tail"] += 1
            counts["tail_complete"] += full
            return
        counts["mixed"] += group.split
        counts["complete"] += full
        if not full:
            stopped = shape.stopped(group)
            counts["stopped_unanimous"] += stopped
            counts["partial"] += not stopped
            counts["rollouts_saved"] += stopped * (shape.repeats - group.rows)

    def counts(self, sown: Sown, shape: Shape, cut: Group | None) -> Counts:
        """Give the counts so far; ``cut`` is a group of the tail that is not full."""
        groups = Groups(k=shape.asked_repeats, probe=shape.first, **self.groups)
        if cut is not None:
            groups = evolve(groups, tail=groups.tail + 1)
        plain: dict[str, Any] = {
            name: dict(value) if isinstance(value, Counter) else value
            for name, value in asdict(self, recurse=False).items()
            if name not in ("lost", "groups", "coverage")
        }
        return Counts(
            **plain,
            lost=sum(self.lost),
            seeds_dropped=sown.dropped,
            seeds_copied=sown.copies,
            groups=groups,
            covered=None if self.coverage is None else self.coverage.report(),
        )
