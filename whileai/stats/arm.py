"""One side of a comparison: what its rows say of each task, metric by metric."""

from __future__ import annotations

from functools import lru_cache
from math import fsum, isfinite
from typing import TYPE_CHECKING, Any

from attrs import define, field

from whileai.base.errors import unknown_name
from whileai.stats.counts import Counts, Shape
from whileai.stats.estimators import speaking, unbiased_at, unbiased_pow
from whileai.stats.sources import Rows, rows_of, task_key

if TYPE_CHECKING:
    from collections.abc import Mapping

PASS, POW, AT, REWARD = "pass_at_1", "pass_pow_k", "pass_at_k", "reward"

Means = dict[tuple[str, object], list[float]]
"""Sum and number of values, by task and evaluation run."""


@define(kw_only=True)
class Arm:
    """One side of a comparison.

    Args:
        counts: rewards of 0 and 1 by task.
        measured: markers and rewards of any value, by name.
        runs: the evaluation runs of its rows, in order of appearance.
        rows: how many there are.
        graded: those with a reward.
        replied: those that say what the agent replied.
        answered: those of them with a reply that is not empty.
        users: who played the person.
        judges: who graded.
        rubrics: what the judges graded against, as far as rows tell.
        slices: counts by the value of the row key that the comparison splits by.
    """

    counts: Counts = field(factory=Counts)
    measured: dict[str, Means] = field(factory=dict)
    runs: dict[object, None] = field(factory=dict)
    rows: int = 0
    graded: int = 0
    replied: int = 0
    answered: int = 0
    users: dict[str, None] = field(factory=dict)
    judges: dict[str, None] = field(factory=dict)
    rubrics: dict[str, None] = field(factory=dict)
    slices: dict[str, Counts] = field(factory=dict)

    @classmethod
    def of(cls, source: Rows, call: str, by: str | None = None) -> Arm:
        """Read one side.

        Args:
            source: a ``SimulationData``, its rows, the path of its JSONL file, or
                ``Counts``, which know of pass rates alone.
            call: the name of the call, for errors.
            by: row key whose values make slices, if any.
        """
        if isinstance(source, Counts):
            graded = source.rows + source.partial
            return cls(
                counts=source,
                runs={run: None for _, _, run in source.groups},
                rows=graded + sum(source.unjudged.values()),
                graded=graded,
            )
        arm = cls()
        for row in rows_of(source, call):
            arm.add(row)
            if by is not None:
                arm.slices.setdefault(str(row.get(by)), Counts()).add(row)
        return arm

    def add(self, row: Mapping[str, Any]) -> None:
        """Take one row."""
        self.rows += 1
        self.counts.add(row)
        lineage = row.get("lineage")
        run = lineage.get("eval_run") if isinstance(lineage, dict) else None
        self.runs[run] = None
        self._identify(row, lineage)
        reply = row.get("final_text")
        if reply is not None:
            self.replied += 1
            self.answered += reply != ""
        reward = row.get("reward")
        if reward == 0 or reward == 1:
            self.graded += 1
        elif isinstance(reward, (int, float)) and 0 < reward < 1:
            self.graded += 1
            self._measure(REWARD, (task_key(row), run), reward)
        markers = row.get("markers")
        if markers:
            key = (task_key(row), run)
            for name, value in markers.items():
                if isinstance(value, (bool, int, float)) and isfinite(value):
                    self._measure(name, key, value)

    def _identify(self, row: Mapping[str, Any], lineage: object) -> None:
        user, judge = row.get("user_model"), row.get("judge_name")
        if user and user not in self.users:
            self.users[str(user)] = None
        if not judge:
            return
        meta = row.get("judge_meta")
        rubric = meta.get("rubric") if isinstance(meta, dict) else None
        if isinstance(rubric, str) and rubric not in self.rubrics:
            self.rubrics[rubric] = None
        version = lineage.get("judge_version") if isinstance(lineage, dict) else None
        name = f"{judge} {version}" if version else str(judge)
        if name not in self.judges:
            self.judges[name] = None

    def _measure(self, name: str, key: tuple[str, object], value: float) -> None:
        means = self.measured.get(name)
        if means is None:
            means = self.measured[name] = {}
        place = means.get(key)
        if place is None:
            means[key] = [float(value), 1.0]
        else:
            place[0] += value
            place[1] += 1

    @property
    def markers(self) -> list[str]:
        """Names of the markers that were measured as numbers, sorted."""
        return sorted(name for name in self.measured if name != REWARD)

    def values(self, metric: str, k: int | None = None) -> dict[str, float]:
        """Give the value of ``metric`` for each task that has one.

        Args:
            metric: ``pass_at_1``, ``pass_pow_k``, ``pass_at_k``, ``reward`` or the
                name of a marker.
            k: for the k-way metrics.

        Raises:
            ValueError: if no such metric was measured.
        """
        return self._values(metric, self.counts, None, k)

    def run_values(
        self, metric: str, run: object, k: int | None = None
    ) -> dict[str, float]:
        """Give the same of one evaluation run."""
        return self._values(metric, self.counts.of_run(run), (run,), k)

    def _values(
        self, metric: str, counts: Counts, runs: tuple[object] | None, k: int | None
    ) -> dict[str, float]:
        if metric in (PASS, POW, AT):
            wanted = 1 if metric == PASS or k is None else k
            return passing_values(counts, wanted, metric == AT)
        if metric == REWARD:
            return self._rewards(counts, runs)
        if metric not in self.measured:
            raise unknown_name("metric", metric, [PASS, POW, AT, REWARD, *self.markers])
        return _means(self.measured[metric], runs)

    def _rewards(self, counts: Counts, runs: tuple[object] | None) -> dict[str, float]:
        """Give mean rewards, those between 0 and 1 counted too."""
        sums: dict[str, list[float]] = {}
        for (task, run), (total, number) in self.measured.get(REWARD, {}).items():
            if runs is None or run in runs:
                place = sums.setdefault(task, [0.0, 0.0])
                place[0] += total
                place[1] += number
        for (task, _, _), group in counts.groups.items():
            place = sums.setdefault(task, [0.0, 0.0])
            for (_, passed, _), number in group.pattern.seen:
                place[0] += passed * number
                place[1] += number
        return {task: total / number for task, (total, number) in sums.items()}


def passing_values(counts: Counts, k: int, least_one: bool) -> dict[str, float]:
    """Give unbiased pass^k, or pass@k, for each task whose groups are long enough."""
    tally = counts.tally()
    known = {shape: _value(shape, k, least_one) for shape in tally.shapes}
    return {
        task: value
        for task, shape in tally.tasks.items()
        if (value := known[shape]) is not None
    }


@lru_cache(maxsize=4096)
def _value(shape: Shape, k: int, least_one: bool) -> float | None:
    estimate = unbiased_at if least_one else unbiased_pow
    values = [
        value for each in speaking(k, shape) if (value := estimate(k, each)) is not None
    ]
    return float(sum(values)) / len(values) if values else None


def _means(means: Means, runs: tuple[object] | None) -> dict[str, float]:
    found: dict[str, list[tuple[float, float]]] = {}
    for (task, run), (total, number) in means.items():
        if runs is None or run in runs:
            found.setdefault(task, []).append((total, number))
    return {
        task: fsum(total for total, _ in parts) / fsum(number for _, number in parts)
        for task, parts in found.items()
    }
