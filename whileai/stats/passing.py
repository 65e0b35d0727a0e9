"""How often the agent passes: once, every time, and at least once in k."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

from attrs import asdict, field, fields, frozen

from whileai.base.numbers import checked_count
from whileai.stats.counts import Counts
from whileai.stats.figures import (
    FEWEST_TASKS,
    Figure,
    at_figure,
    first_figure,
    once_figure,
    pow_figure,
)
from whileai.stats.levels import checked_level

if TYPE_CHECKING:
    from collections.abc import Mapping

    from whileai.stats.counts import Shape
    from whileai.stats.sources import Rows

Interval = tuple[float, float]

FEWEST_REPEATS = 4
"""The least k that is reported unasked: below it, k-way numbers say little."""
SHORT_SHARE = 0.1
"""Share of groups that may be shorter than the k that is reported unasked."""
CUT_SHARE = 0.3
"""The same where a rule fills groups to a plan, and shorter ones were cut."""


@frozen(kw_only=True, str=False)
class PassAt:
    """How often the agent passes; printed, it is one line.

    Estimates are means over tasks and unbiased, also where groups stopped early.
    Under early stopping ``pass_pow_k`` and ``pass_at_k`` may lie a little outside
    ``[0, 1]``; only the printed line cuts them off.

    Args:
        k: rollouts that ``pass_pow_k`` and ``pass_at_k`` speak of.
        pass_at_1: chance that one rollout passes; ``None`` with nothing graded.
        pass_pow_k: chance that all of k rollouts pass; ``None`` where ``note`` says.
        pass_at_k: chance that at least one of k rollouts passes.
        pass_at_1_at_k: ``pass_at_1`` of the tasks that the k-way numbers are made
            from alone.
        level: how often the intervals hold the truth.
        ci95: interval of ``pass_at_1`` at ``level``; never of zero width.
        pass_pow_k_ci95: interval of ``pass_pow_k``.
        pass_at_k_ci95: interval of ``pass_at_k``.
        naive_pass_at_1: the share of passes per task, which early stopping biases.
        naive_pass_pow_k: with stopped groups counted as if they had gone on alike.
        naive_pass_at_k: the same of ``pass_at_k``.
        n_groups: tasks with a graded row.
        n_groups_at_k: tasks that the k-way numbers are made from.
        n_groups_stopped: groups that a rule ended after their first repeats.
        n_partial: rows with a reward between 0 and 1, which are not counted.
        n_rows: rows counted, with a reward of exactly 0 or 1.
        n_unjudged: rows without a reward.
        n_cut: those of them whose reply was cut.
        per_task: share of its counted rows that passed, by task.
        note: why a number is missing or has to be read with care; empty if none is.
        clean: the same without rows in which the simulated person broke a rule, where
            there are any; read ``without_user_errors``.
    """

    k: int | None = None
    pass_at_1: float | None = None
    pass_pow_k: float | None = None
    pass_at_k: float | None = None
    pass_at_1_at_k: float | None = None
    level: float = 0.95
    ci95: Interval | None = None
    pass_pow_k_ci95: Interval | None = None
    pass_at_k_ci95: Interval | None = None
    naive_pass_at_1: float | None = None
    naive_pass_pow_k: float | None = None
    naive_pass_at_k: float | None = None
    n_groups: int = 0
    n_groups_at_k: int = 0
    n_groups_stopped: int = 0
    n_partial: int = 0
    n_rows: int = 0
    n_unjudged: int = 0
    n_cut: int = 0
    per_task: dict[str, float] = field(factory=dict, repr=False)
    note: str = ""
    clean: PassAt | None = field(default=None, repr=False)

    @property
    def headroom(self) -> float | None:
        """What k tries win over one, of the same tasks.

        It is ``pass_at_k - pass_at_1`` where all tasks have k rollouts.
        """
        if self.pass_at_k is None or self.pass_at_1_at_k is None:
            return None
        return self.pass_at_k - self.pass_at_1_at_k

    @property
    def without_user_errors(self) -> PassAt:
        """The same without rows in which the simulated person broke a rule."""
        return self.clean or self

    def to_dict(self) -> dict[str, Any]:
        """Give the numbers as JSON values, without those of single tasks."""
        kept = [each for each in fields(PassAt) if each.name not in _LEFT_OUT]
        flat = asdict(self, filter=lambda each, _: each in kept)
        flat["headroom"] = self.headroom
        flat["without_user_errors"] = self.clean.to_dict() if self.clean else None
        return flat

    def __str__(self) -> str:
        k = "k" if self.k is None or self.k == 1 else self.k
        power, ci95 = self.pass_pow_k, self.pass_pow_k_ci95
        parts = [
            _shown("pass@1", self.pass_at_1, self.ci95, self.naive_pass_at_1),
            _shown(f"pass^{k}", power, ci95, self.naive_pass_pow_k),
            _shown(
                f"pass@{k}", self.pass_at_k, self.pass_at_k_ci95, self.naive_pass_at_k
            ),
        ]
        parts += self._headroom()
        said = [f"{self.n_groups} groups", f"k={self.k}"]
        if self.clean is not None and self.clean.pass_at_1 is not None:
            said.append(f"pass@1 without user errors {self.clean.pass_at_1:.2f}")
        tail = "; ".join([", ".join(said), *([self.note] if self.note else [])])
        return f"{' | '.join(parts)} ({tail})"

    def _headroom(self) -> list[str]:
        """Print the headroom, and what it starts from where that is not pass@1."""
        one = self.pass_at_1_at_k
        if self.pass_at_k is None or one is None:
            return []
        text = f"headroom {min(1.0, self.pass_at_k) - one:.2f}"
        if abs(one - (self.pass_at_1 or 0.0)) >= 0.005:
            text += f" (from pass@1 {one:.2f} of the {self.n_groups_at_k} at k)"
        return [text]


_LEFT_OUT = ("per_task", "clean")


def _shown(
    name: str, value: float | None, interval: Interval | None, naive: float | None
) -> str:
    if value is None:
        return f"{name} n/a"
    text = f"{name} {min(1.0, max(0.0, value)):.2f}"
    if interval is not None:
        text += f" [{interval[0]:.2f}..{interval[1]:.2f}]"
    if naive is not None and abs(naive - value) >= 0.005:
        text += f" (naive {naive:.2f})"
    return text


def pass_at(
    source: Rows | Counts,
    k: int | None = None,
    *,
    min_k: int = FEWEST_REPEATS,
    level: float = 0.95,
) -> PassAt:
    """Give pass@1, pass^k and pass@k of graded rows, with their intervals.

    Every number is a mean over tasks, as ``task_key`` tells them apart. Only rewards
    of exactly 0 or 1 count. Where a rule stopped groups by their own outcomes, the
    numbers are still unbiased, and the naive ones stand beside them.

    Args:
        source: a ``SimulationData``, its rows, a JSONL path, or ``Counts`` of them.
        k: rollouts to speak of, 1 or more; unset, the smallest group that was filled.
        min_k: with ``k`` unset, k-way numbers of a smaller k are withheld.
        level: how often the intervals hold the truth, above 0 and under 1.

    Raises:
        TypeError, ValueError: if an argument is of the wrong kind or out of range.

    Source: Chen et al. 2021, arXiv:2107.03374; Yao et al. 2024, arXiv:2406.12045.
    """
    asked = None if k is None else checked_count(k, "pass_at()", "k")
    level = checked_level(level, "pass_at()")
    counts = Counts.of(source)
    found = _pass_at(counts, asked, min_k, level)
    if not counts.slips:
        return found
    clean = _pass_at(counts.without_slips(), asked or found.k, min_k, level)
    return _with_clean(found, clean)


def _with_clean(found: PassAt, clean: PassAt) -> PassAt:
    values = {each.name: getattr(found, each.name) for each in fields(PassAt)}
    return PassAt(**(values | {"clean": clean}))


def _pass_at(counts: Counts, asked: int | None, min_k: int, level: float) -> PassAt:
    tally = counts.tally()
    shapes = tally.shapes
    sizes = _sizes(shapes)
    k = asked or reported_k(counts)
    shown = k is not None and (asked is not None or k >= min_k)
    one = first_figure(shapes, level)
    power = pow_figure(shapes, k, level) if k and shown else None
    least_one = at_figure(shapes, k, level) if k and shown else None
    same = once_figure(shapes, k, level) if k and shown else None
    notes = [
        _missing(counts),
        _few_tasks(one),
        _no_k(shapes, sizes, k, asked, min_k, power),
        _unfilled(shapes, k, asked, power),
        _uneven(shapes, sizes, k, asked),
        _outside(k, power, least_one),
        _degenerate(counts),
        _left_out(counts),
    ]
    mean, ci95, naive = _numbers(one)
    power_mean, power_ci95, power_naive = _numbers(power)
    at_mean, at_ci95, at_naive = _numbers(least_one)
    return PassAt(
        k=k,
        level=level,
        pass_at_1=mean,
        ci95=ci95,
        naive_pass_at_1=naive,
        pass_pow_k=power_mean,
        pass_pow_k_ci95=power_ci95,
        naive_pass_pow_k=power_naive,
        pass_at_k=at_mean,
        pass_at_1_at_k=same.mean if same else None,
        pass_at_k_ci95=at_ci95,
        naive_pass_at_k=at_naive,
        n_groups=one.tasks if one else 0,
        n_groups_at_k=power.tasks if power else 0,
        n_groups_stopped=_stopped(shapes),
        n_partial=counts.partial,
        n_rows=counts.rows,
        n_unjudged=sum(counts.unjudged.values()),
        n_cut=counts.cut,
        per_task=tally.shares,
        note="; ".join(note for note in notes if note),
    )


def reported_k(counts: Counts) -> int | None:
    """Give the k that is reported unasked: of the smallest group that was filled.

    Where a rule stopped every group nothing was filled; then it is the k that the rule
    would have filled to, if the counts know it, else that of the first repeats. Groups
    that were cut tell of no such k.
    """
    shapes = counts.tally().shapes
    ruled = any(each.ruled for shape in shapes for each in shape)
    filled = _whole(shapes, with_cut=False)
    cut, groups = _cut(shapes)
    if ruled and counts.planned and not filled and cut <= CUT_SHARE * groups:
        return counts.planned
    return _smallest(filled or _sizes(shapes), CUT_SHARE if ruled else SHORT_SHARE)


def _numbers(
    figure: Figure | None,
) -> tuple[float | None, Interval | None, float | None]:
    if figure is None:
        return None, None, None
    return figure.mean, figure.bounds, figure.naive


def _stopped(shapes: Mapping[Shape, int]) -> int:
    return sum(
        count * sum(each.stopped for each in shape) for shape, count in shapes.items()
    )


def _sizes(shapes: Mapping[Shape, int]) -> Counter[int]:
    """Count the groups that were not stopped by how many repeats they have."""
    sizes = _whole(shapes, with_cut=True)
    if not sizes:  # no group has fills, so what all have is their first repeats
        for shape in shapes:
            sizes.update(each.first for each in shape)
    return sizes


def _whole(shapes: Mapping[Shape, int], *, with_cut: bool) -> Counter[int]:
    """Count the groups that no rule stopped by their size.

    Those that were cut are counted only ``with_cut``.
    """
    sizes: Counter[int] = Counter()
    for shape, count in shapes.items():
        ruled = any(each.ruled for each in shape)
        for each in shape:
            if each.cut and not with_cut:
                continue
            if each.fills or not ruled or each.first >= FEWEST_REPEATS:
                sizes[each.first + each.fills] += count
    return sizes


def _cut(shapes: Mapping[Shape, int]) -> tuple[int, int]:
    """Count the groups that were cut, and all of them."""
    groups = [(each, count) for shape, count in shapes.items() for each in shape]
    return sum(n for each, n in groups if each.cut), sum(n for _, n in groups)


def _short(shapes: Mapping[Shape, int], k: int) -> tuple[int, int]:
    """Count the groups that were cut before ``k``, and all that no rule stopped.

    A group of one row that nobody cut was never meant to have more.
    """
    short = groups = 0
    for shape, count in shapes.items():
        for each in shape:
            rows = each.first + each.fills
            if rows >= k:
                groups += count
            elif each.cut or (rows > 1 and not each.stopped):
                groups += count
                short += count
    return short, groups


def _smallest(sizes: Counter[int], share: float) -> int | None:
    """Give the smallest size of a group, a ``share`` that was cut set aside."""
    repeated = sorted(size for size in sizes if size > 1)
    if not repeated:
        return 1 if sizes else None
    groups = sum(sizes[size] for size in repeated)
    short = 0
    for size in repeated:
        short += sizes[size]
        if short > share * groups:
            return size
    return repeated[-1]


def _missing(counts: Counts) -> str:
    """Say why there is no number at all."""
    if counts.rows:
        return ""
    if counts.partial:
        return (
            f"all {counts.partial} rewards lie between 0 and 1, and only 0 and 1 "
            "count; grade with a pass mark"
        )
    if counts.rerolls:
        return "only re-rolls of failed rows are graded"
    total = sum(counts.unjudged.values())
    failed = {status: n for status, n in counts.unjudged.items() if status}
    if total and sum(failed.values()) == total:
        status = max(sorted(failed), key=failed.__getitem__)
        said = counts.errors.get(status) or "no reason given"
        return f"the judge failed on {total} of {total} rows ({status}: {said[:120]})"
    return "no binary rewards; grade first, with data.grade(...) or grader="


def _few_tasks(one: Figure | None) -> str:
    if one is None or one.tasks >= FEWEST_TASKS:
        return ""
    return (
        f"no interval: {one.tasks} task{'s' if one.tasks > 1 else ''}, and an interval "
        f"over tasks needs {FEWEST_TASKS}; raise situations="
    )


def _no_k(
    shapes: Mapping[Shape, int],
    sizes: Counter[int],
    k: int | None,
    asked: int | None,
    min_k: int,
    power: Figure | None,
) -> str:
    """Say why there are no k-way numbers."""
    if power is not None or k is None:
        return ""
    cut, groups = _cut(shapes)
    of = f"{cut} of {groups} groups were cut"
    if asked is not None:
        run = f"repeats={asked}" + (f" and a larger budget=, {of}," if cut else "")
        return (
            f"no group has k={asked} repeats, the largest has "
            f"{max(sizes, default=0)}; run with {run} or pass a smaller k"
        )
    if max(sizes) >= min_k:
        return ""  # the note on uneven groups names the k that works
    need = f"k-way numbers need repeats of {min_k} or more"
    other = f" or pass k={k}" if k > 1 else ""
    if cut and not _whole(shapes, with_cut=False):
        return f"{need}, and {of} short; raise budget={other}"
    return f"{need}, the groups have {k}; run with repeats={min_k}{other}"


def _unfilled(
    shapes: Mapping[Shape, int], k: int | None, asked: int | None, power: Figure | None
) -> str:
    """Say that the k-way numbers are made without one group of k rows."""
    if power is None or k is None or asked is not None:
        return ""
    groups = {each for shape in shapes for each in shape}
    if any(each.first + each.fills >= k for each in groups):
        return ""
    first = max(each.first for each in groups if each.stopped)
    return (
        f"no group has {k} rows: those that agreed in their first {first} were stopped "
        "and count as if they had gone on alike"
    )


def _uneven(
    shapes: Mapping[Shape, int], sizes: Counter[int], k: int | None, asked: int | None
) -> str:
    """Say that groups differ in size, and which k serves the larger ones."""
    if asked is not None or k is None:
        return ""
    short, groups = _short(shapes, k)
    if short and short < groups:
        return f"{short} of {groups} groups were cut before k={k}"
    repeated = {size: n for size, n in sizes.items() if size > 1}
    if len(repeated) < 2 or k >= FEWEST_REPEATS:
        return ""
    most = max(repeated)
    return (
        f"groups have {min(repeated)} to {most} repeats; pass k={most} to score the "
        f"{repeated[most]} groups that have as many"
    )


def _outside(k: int | None, power: Figure | None, at: Figure | None) -> str:
    found = []
    if power is not None and power.mean < 0:
        found.append(f"pass^{k} is {power.mean:.3f}, shown as 0{_astray(power)}")
    if at is not None and at.mean > 1:
        found.append(f"pass@{k} is {at.mean:.3f}, shown as 1{_astray(at)}")
    return f"unbiased {' and '.join(found)}" if found else ""


def _astray(figure: Figure) -> str:
    """Say why a number has no interval although there are tasks enough."""
    if figure.bounds is not None or figure.tasks < FEWEST_TASKS:
        return ""
    return " without an interval, for repeats of a task do not seem alike"


def _degenerate(counts: Counts) -> str:
    """Say that all rows scored the same, which a broken grader does too."""
    if counts.rows < 2 or 0 < counts.passed < counts.rows:
        return ""
    same = 1 if counts.passed else 0
    return (
        f"every row scored the same: {counts.rows} of {counts.rows} have reward "
        f"{same}; check the grader"
    )


def _left_out(counts: Counts) -> str:
    found = []
    if counts.partial and counts.rows:
        found.append(f"{counts.partial} rows with a partial reward are not counted")
    if counts.rerolls:
        found.append(f"{counts.rerolls} re-rolls of failed rows are not counted")
    if counts.mutated:
        found.append(f"{len(counts.mutated)} tasks are mutations of failed rows")
    return "; ".join(found)
