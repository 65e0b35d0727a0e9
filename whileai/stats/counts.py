"""Graded rows counted by task, cheaply enough to be kept while rows land."""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from attrs import define, field, frozen

from whileai.stats.groups import Pattern, Rule, pooled
from whileai.stats.sources import Rows, rows_of, task_key

if TYPE_CHECKING:
    from collections.abc import Mapping

    from whileai.stats.estimators import Repeats
    from whileai.stats.groups import Repeat

FILL, REROLL, MUTATION = "fill", "reroll", "failure_mutation"

GroupKey = tuple[str, str | None, object]
"""Task, wording and evaluation run."""

Shape = tuple["Repeats", ...]
"""The repeats of one task; tasks that look the same are counted together."""


@define
class Group:
    """The repeats of one wording of a task in one evaluation run.

    Args:
        pattern: what was seen of them.
        behaviours: the behaviours they showed, in order of appearance.
    """

    pattern: Pattern
    behaviours: list[str] = field(factory=list)

    def told(self, behaviour: str | None) -> int:
        """Give the number of ``behaviour`` in this group, a new one if it is new."""
        if behaviour is None:
            return 0
        if behaviour not in self.behaviours:
            self.behaviours.append(behaviour)
        return self.behaviours.index(behaviour)


@frozen(kw_only=True)
class Tally:
    """Counts by task, as estimators read them.

    Args:
        shapes: how many tasks have which repeats.
        tasks: the repeats of each task.
        shares: share of its counted rows that passed, by task.
    """

    shapes: dict[Shape, int]
    tasks: dict[str, Shape]
    shares: dict[str, float]


@define
class Counts:
    """What statistics need of graded rows, kept row by row.

    Feed it every row, graded or not, in any order; ``pass_at`` takes it in place of
    the rows. Only rewards of exactly 0 or 1 are counted.

    Args:
        groups: repeats by task, wording and evaluation run.
        rows: rewards counted.
        passed: those of them that are 1.
        partial: rewards between 0 and 1.
        cut: rows without reward whose reply was cut.
        unjudged: rows without reward, by judge status.
        errors: an example of what the judge said, by judge status.
        rerolls: re-rolls of failed rows; drawn by outcome, so they are left out.
        mutated: tasks that are mutations of failed rows.
        slips: repeats in which the simulated person broke a rule.
        planned: repeats that a rule fills split groups to, where that is known; the k
            to report when no group was split.
    """

    groups: dict[GroupKey, Group] = field(factory=dict)
    rows: int = 0
    passed: int = 0
    partial: int = 0
    cut: int = 0
    unjudged: Counter[str] = field(factory=Counter)
    errors: dict[str, str] = field(factory=dict)
    rerolls: int = 0
    mutated: set[str] = field(factory=set)
    slips: Counter[tuple[GroupKey, Repeat]] = field(factory=Counter)
    planned: int | None = None
    _next: dict[tuple[Pattern, Repeat, str | None, bool], Pattern] = field(factory=dict)
    _tally: tuple[int, Tally] | None = None
    _by_run: tuple[int, dict[object, Counts]] | None = None

    @classmethod
    def of(cls, source: Rows, call: str = "pass_at()") -> Counts:
        """Count ``source``: a ``SimulationData``, rows, a JSONL path, or ``Counts``."""
        kept = source if isinstance(source, cls) else getattr(source, "counts", None)
        if isinstance(kept, cls):
            return kept
        counts = cls()
        for row in rows_of(source, call):
            counts.add(row)
        return counts

    def add(self, row: Mapping[str, Any]) -> None:
        """Count one row.

        Raises:
            ValueError: if nothing in the row names its task.
        """
        reward = row.get("reward")
        if reward != 0 and reward != 1:
            self._not_counted(row, reward)
            return
        reason = row.get("selection_reason")
        if reason == REROLL:
            self.rerolls += 1
            return
        lineage = row.get("lineage")
        run = lineage.get("eval_run") if isinstance(lineage, dict) else None
        key = (task_key(row), row.get("task_id"), run)
        group = self.groups.get(key)
        if group is None:
            group = self.groups[key] = Group(_EMPTY)
        told = 0 if reason is None else group.told(row.get("behavior_signature"))
        repeat = (reason == FILL, reward == 1, told)
        why = group.pattern.reason if repeat[0] else reason
        self._advance(group, repeat, why, bool(row.get("group_cut")))
        self.rows += 1
        self.passed += repeat[1]
        if row.get("arm") == MUTATION:
            self.mutated.add(key[0])
        if row.get("user_error"):
            self.slips[key, repeat] += 1

    @property
    def seen(self) -> int:
        """How many rows were counted or passed over."""
        return self.rows + self.partial + self.rerolls + sum(self.unjudged.values())

    def put(self, task: str, passed: int, total: int, run: object = None) -> None:
        """Count a task of which the numbers alone are known.

        Args:
            task: its name.
            passed: repeats that passed, ``0 <= passed <= total``.
            total: repeats that were graded, 1 or more, none of them stopped by a rule.
            run: the evaluation run they are of, where there are several.

        Raises:
            ValueError: if the numbers cannot be, or the task was counted before.
        """
        if not 0 <= passed <= total or total < 1:
            raise ValueError(f"{passed} of {total} repeats of {task!r} cannot pass")
        key = (task, None, run)
        if key in self.groups:
            raise ValueError(f"task {task!r} was counted before; put each task once")
        self.groups[key] = Group(_plain(passed, total))
        self.rows += total
        self.passed += passed

    def _advance(
        self, group: Group, repeat: Repeat, reason: str | None, cut: bool
    ) -> None:
        step = (group.pattern, repeat, reason, cut)
        pattern = self._next.get(step)
        if pattern is None:
            # equal patterns are one object, so that looking them up is cheap
            new = group.pattern.plus(repeat, reason, cut)
            pattern = self._next.setdefault((new, (False, False, -1), None, cut), new)
            self._next[step] = pattern
        group.pattern = pattern

    def _not_counted(self, row: Mapping[str, Any], reward: object) -> None:
        if isinstance(reward, (int, float)) and 0 < reward < 1:
            self.partial += 1
            return
        if row.get("finish_reason") == "length":
            self.cut += 1
        status = row.get("judge_status")
        self.unjudged[status if isinstance(status, str) else ""] += 1
        if isinstance(status, str) and status not in self.errors:
            meta = row.get("judge_meta")
            said = meta.get("error") if isinstance(meta, dict) else None
            self.errors[status] = str(said or row.get("reason") or "")

    def of_run(self, run: object) -> Counts:
        """Give the groups of one evaluation run alone."""
        if self._by_run is None or self._by_run[0] != self.rows:
            self._by_run = (self.rows, self._split())
        return self._by_run[1].get(run) or Counts()

    def _split(self) -> dict[object, Counts]:
        found: dict[object, Counts] = {}
        for key, group in self.groups.items():
            counts = found.get(key[2])
            if counts is None:
                counts = found[key[2]] = Counts(planned=self.planned)
            counts.groups[key] = group
        return found if len(found) > 1 else dict.fromkeys(found, self)

    def without_slips(self) -> Counts:
        """Give the counts without the rows in which the simulated person slipped."""
        patterns = {key: group.pattern for key, group in self.groups.items()}
        for (key, repeat), count in self.slips.items():
            patterns[key] = patterns[key].minus(repeat, count)
        passed = sum(count for (_, repeat), count in self.slips.items() if repeat[1])
        return Counts(
            groups={key: Group(each) for key, each in patterns.items() if each.seen},
            rows=self.rows - sum(self.slips.values()),
            passed=self.passed - passed,
            partial=self.partial,
            cut=self.cut,
            unjudged=self.unjudged,
            errors=self.errors,
            rerolls=self.rerolls,
            mutated=self.mutated,
            planned=self.planned,
        )

    def tally(self) -> Tally:
        """Give the repeats of every task, told apart by why they were played.

        Repeats that no rule stopped are pooled over evaluation runs; a group that a
        rule may stop stands for itself.
        """
        if self._tally is None or self._tally[0] != self.rows:
            self._tally = (self.rows, self._tallied())
        return self._tally[1]

    def _tallied(self) -> Tally:
        alike: dict[tuple[tuple[int, Pattern], ...], list[str]] = {}
        for task, groups in self._tasks().items():
            alike.setdefault(groups, []).append(task)
        rule = Rule.of({pattern for groups in alike for _, pattern in groups})
        shapes: dict[Shape, int] = {}
        by_task: dict[str, Shape] = {}
        shares: dict[str, float] = {}
        for groups, tasks in alike.items():
            shape = pooled(groups, rule)
            if shape:
                shapes[shape] = shapes.get(shape, 0) + len(tasks)
                passed = sum(each.passed + each.fills_passed for each in shape)
                total = sum(each.first + each.fills for each in shape)
                shares.update(dict.fromkeys(tasks, passed / total))
                by_task.update(dict.fromkeys(tasks, shape))
        return Tally(shapes=shapes, tasks=by_task, shares=shares)

    def _tasks(self) -> dict[str, tuple[tuple[int, Pattern], ...]]:
        """Give the patterns of each task, with the numbers of their wordings."""
        tasks: dict[str, tuple[tuple[int, Pattern], ...]] = {}
        wordings: dict[tuple[str, str | None], int] = {}
        for (task, wording, _), group in self.groups.items():
            before = tasks.get(task)
            if before is None:
                tasks[task] = ((0, group.pattern),)
                wordings[task, wording] = 0
                continue
            number = wordings.setdefault((task, wording), len(before))
            tasks[task] = (*before, (number, group.pattern))
        return tasks


_EMPTY = Pattern()


@lru_cache(maxsize=4096)
def _plain(passed: int, total: int) -> Pattern:
    """Give the pattern of a group that no rule stopped."""
    kinds = (((False, True, 0), passed), ((False, False, 0), total - passed))
    return Pattern(seen=tuple(each for each in kinds if each[1]))
