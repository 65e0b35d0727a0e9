"""A comparison that may be looked at while rows come in, and stopped at any time."""

from __future__ import annotations

from math import exp, fsum, log, log1p
from typing import TYPE_CHECKING, Any

from attrs import asdict, frozen

from whileai.base.numbers import checked_count
from whileai.stats.levels import checked_level
from whileai.stats.sources import Rows, rows_of, task_key

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

STAKES = tuple(sign * step / 24 for step in range(1, 24) for sign in (1, -1))
"""Shares of its wealth that each gambler stakes on every difference."""


@frozen(kw_only=True, str=False)
class Sequential:
    """Where a comparison stands that may be stopped at any time.

    Args:
        decided: true once the difference is real at the stated error rate.
        verdict: ``b_better``, ``a_better`` or ``undecided``.
        delta: mean of ``b`` less mean of ``a`` over the pairs; ``None`` without.
        e_value: evidence against no change: the wealth of a gambler who started with
            1 and could not gain on average if nothing had changed.
        p_value: ``1 / e_value``, at most 1; valid at every look.
        alpha: chance of ever deciding where nothing has changed.
        n_tasks: tasks with a pair.
        n_pairs: pairs of rollouts, one of each side, of the same task.
        note: what to do next, where it is undecided.
    """

    decided: bool
    verdict: str
    delta: float | None = None
    e_value: float = 1.0
    p_value: float = 1.0
    alpha: float = 0.05
    n_tasks: int = 0
    n_pairs: int = 0
    note: str = ""

    def to_dict(self) -> dict[str, Any]:
        """Give the numbers as JSON values."""
        return asdict(self)

    def __str__(self) -> str:
        delta = "n/a" if self.delta is None else f"{self.delta:+.3f}"
        note = f"; {self.note}" if self.note else ""
        return (
            f"{self.verdict}: delta {delta}, e-value {self.e_value:.3g} "
            f"({self.n_pairs} pairs of {self.n_tasks} tasks{note})"
        )


def compare_until(
    a: Rows,
    b: Rows,
    alpha: float = 0.05,
    *,
    repeats: int | None = None,
) -> Sequential:
    """Compare two sets of rows so far, at any number of looks.

    Call it whenever more rows have come in, and stop when ``decided`` is true: the
    chance of ever being told of a change where there is none stays at ``alpha``,
    whatever made you look or stop. The repeats of a task on one side are paired with
    those on the other in order of ``rollout_index``; only rewards of 0 and 1 count.

    Two gamblers have to agree. One bets on every pair, and is right about tasks that
    did not change, in whatever order pairs come in. One bets once on every task, and
    is right about tasks drawn from many, of which some got better and some worse.

    Args:
        a: the first: a ``SimulationData``, its rows, or a JSONL path.
        b: the second, compared with it.
        alpha: the error rate, above 0 and under 1.
        repeats: pairs that each task is going to have, where tasks are not played
            whole between two looks; unset, the most that a task has now.

    Raises:
        TypeError, ValueError: if an argument is of the wrong kind or out of range.

    Source: Ville 1939; Waudby-Smith and Ramdas 2024, doi:10.1093/jrsssb/qkad009;
    Ramdas et al. 2023, arXiv:2210.01948.
    """
    alpha = checked_level(alpha, "compare_until()", "alpha")
    planned = (
        None
        if repeats is None
        else checked_count(repeats, "compare_until()", "repeats")
    )
    pairs = _pairs(_outcomes(a), _outcomes(b))
    if planned is not None:
        pairs = {task: found[:planned] for task, found in pairs.items()}
    most = planned or max(map(len, pairs.values()), default=1)
    every = [each for found in pairs.values() for each in found]
    if not every:
        return Sequential(
            decided=False,
            verdict="undecided",
            alpha=alpha,
            note="no pair is graded yet",
        )
    by_task = [fsum(found) / most for found in pairs.values()]
    e_value = min(wealth(every), wealth(by_task))
    means = [fsum(found) / len(found) for found in pairs.values()]
    delta = fsum(means) / len(means)
    decided = e_value >= 1 / alpha and delta != 0
    better = "b_better" if delta > 0 else "a_better"
    return Sequential(
        decided=decided,
        verdict=better if decided else "undecided",
        delta=delta,
        e_value=e_value,
        p_value=min(1.0, 1 / e_value),
        alpha=alpha,
        n_tasks=len(pairs),
        n_pairs=len(every),
        note="" if decided else "play more tasks on both sides and look again",
    )


def wealth(differences: Iterable[float]) -> float:
    """Give what gamblers who started with 1 own after betting on ``differences``.

    Each stakes a fixed share of what it owns on every difference, half of them on
    each sign; the answer is their mean. Where differences are 0 on average it exceeds
    ``x`` at some time with a chance of at most ``1 / x``.

    Args:
        differences: each in ``[-1, 1]``; their order does not matter.
    """
    counts: dict[float, int] = {}
    for each in differences:
        if each:
            counts[each] = counts.get(each, 0) + 1
    seen = sorted(counts.items())
    logs = [
        fsum(count * log1p(stake * value) for value, count in seen) for stake in STAKES
    ]
    most = max(logs)
    # 700 keeps the answer a finite float; by then it is beyond any error rate
    return exp(
        min(700.0, most + log(fsum(exp(each - most) for each in logs) / len(logs)))
    )


def _outcomes(source: Rows) -> dict[str, list[tuple[Any, float]]]:
    found: dict[str, list[tuple[Any, float]]] = {}
    for row in rows_of(source, "compare_until()"):
        reward = row.get("reward")
        if reward == 0 or reward == 1:
            found.setdefault(task_key(row), []).append((_place(row), float(reward)))
    for outcomes in found.values():
        outcomes.sort(key=lambda each: each[0])
    return found


def _place(row: Mapping[str, Any]) -> tuple[int, str, int]:
    """Give where a repeat stands among those of its task, whatever it shows."""
    lineage = row.get("lineage")
    run = lineage.get("eval_run") if isinstance(lineage, dict) else None
    index = row.get("rollout_index")
    return (
        run if isinstance(run, int) else 0,
        str(row.get("task_id") or ""),
        index if isinstance(index, int) else 0,
    )


def _pairs(
    a: Mapping[str, list[tuple[Any, float]]], b: Mapping[str, list[tuple[Any, float]]]
) -> dict[str, list[float]]:
    found = {task: _paired(a[task], b[task]) for task in a if task in b}
    return {task: pairs for task, pairs in found.items() if pairs}


def _paired(a: list[tuple[Any, float]], b: list[tuple[Any, float]]) -> list[float]:
    """Pair two tasks' repeats by their place; by order, where places say nothing.

    A pair once made stays the same whatever comes in later.
    """
    first, second = dict(a), dict(b)
    if len(first) == len(a) and len(second) == len(b) and len(a) + len(b) > 2:
        return [second[place] - first[place] for place in first if place in second]
    return [after - before for (_, before), (_, after) in zip(a, b, strict=False)]
