"""How often an agent passed, whether that is enough, and what to say of it."""

from __future__ import annotations

from collections import Counter
from textwrap import shorten
from typing import TYPE_CHECKING, Any

from attrs import frozen

from whileai.base.text import counted
from whileai.model.verdict import passes
from whileai.stats import pass_at, task_key
from whileai.stats.bounds import mean_bounds
from whileai.stats.counts import Counts

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from whileai.model import RowDict
    from whileai.results import SimulationData

UNGRADED = 0.1
"""Share of rows without a verdict beyond which nothing can be said."""

WHOLE = (
    *("agent_failed", "budget", "call_limit", "empty_replies", "saturation"),
    *("situations_exhausted", "tasks_done", "time_budget", "token_limit", "usd_limit"),
)
"""Why a run ends where nothing but its own options cut it off."""

RECORDING = "pytest --wai-record makes the calls that are missing"

SHOWN = 10
"""Failing asks that are shown, the worst first."""


@frozen(kw_only=True)
class Failing:
    """An ask that failed.

    Args:
        ask: the opening ask.
        passed, rows: rollouts of it that passed, and all.
        reason: why the first of them failed.
    """

    ask: str
    passed: int
    rows: int
    reason: str

    def __str__(self) -> str:
        ask = shorten(self.ask, 80, placeholder=" ...")
        why = shorten(self.reason, 100, placeholder=" ...")
        return f"{self.passed} of {self.rows}: {ask}{f' -- {why}' if why else ''}"


@frozen(kw_only=True)
class Measured:
    """A pass rate, the interval it lies in, and what a test asks of it.

    Args:
        rate: share of passes; ``None`` with nothing graded.
        interval: where the true rate lies, at ``level``.
        level: how often such an interval holds the truth.
        min_pass: what the test asks; ``None`` if nothing.
        rows: rollouts that landed.
        asks: different asks among them, and among those that were lost.
        lost: rollouts that ended in an error and count as failed.
        ungraded: rows without a verdict, which are not counted.
        failing: asks with a rollout that failed, the worst first.
        problem: why the rate is not enough; empty if it is.
    """

    rate: float | None
    interval: tuple[float, float] | None
    level: float
    min_pass: float | None
    rows: int
    asks: int
    lost: int
    ungraded: int
    failing: tuple[Failing, ...]
    problem: str

    @property
    def figure(self) -> str:
        """The rate with its interval, as text."""
        return _figure(self.rate, self.interval)

    @property
    def line(self) -> str:
        """The outcome on one line."""
        asked = self.min_pass is not None
        parts = [self.figure, self.about]
        parts += [f"min_pass {self.min_pass:g} {self._verdict()}"] if asked else []
        return ", ".join(parts)

    @property
    def about(self) -> str:
        """What was counted."""
        parts = [f"{counted(self.rows, 'row')} of {counted(self.asks, 'ask')}"]
        parts += [f"{self.lost} lost"] if self.lost else []
        parts += [f"{self.ungraded} ungraded"] if self.ungraded else []
        return ", ".join(parts)

    def _verdict(self) -> str:
        if self.problem:
            return "not met"
        shown = self.interval is not None and self.interval[0] >= (self.min_pass or 0)
        if shown:
            return "shown"
        above = (self.rate or 0) >= (self.min_pass or 0)
        return "met" if above else "not ruled out by so few rows"

    def text(self, data: SimulationData, path: str) -> str:
        """Give all that a failing test prints."""
        return "\n".join(self._lines(data, path))

    def _lines(self, data: SimulationData, path: str) -> Iterator[str]:
        if self.problem:
            yield self.problem
        yield self.about if self.problem else self.line
        if self.failing:
            yield f"{counted(len(self.failing), 'ask')} failed (passed of played):"
        yield from (f"  {each}" for each in self.failing[:SHOWN])
        if len(self.failing) > SHOWN:
            yield f"  and {len(self.failing) - SHOWN} more"
        error = data.search.get("first_agent_error")
        if self.lost and error:
            yield f"the first error of the agent: {error}"
        yield from (f"! {warning}" for warning in data.warnings[:3])
        if path:
            yield f"rows: {path} (wai.load reads them, tasks= plays them again)"


def measured(
    data: SimulationData,
    asks: Mapping[str, int],
    min_pass: float | None,
    level: float,
) -> Measured:
    """Say how often the agent passed, and whether ``min_pass`` can be true.

    A reward of 0.5 or more passes, and a rollout that was lost is one that failed.

    Asks that were pinned are what the test is about, so the rate is that of these very
    asks: the share of their rollouts that passed, in the interval of Clopper and
    Pearson, which holds though asks differ. Asks that were drawn stand for all that
    could be: the rate is the pass@1 of ``wai.pass_at``, a mean over tasks with its
    interval over tasks. So it is where a rule stopped groups of pinned asks early.

    Args:
        data: the rows.
        asks: how many rollouts each ask was to have, where they were pinned.
        min_pass: the least pass rate; ``None`` asks nothing.
        level: of the interval.

    Source: for shares of which each rollout has its own, Hoeffding 1956, "On the
    distribution of the number of successes in independent trials", theorem 4.
    """
    rows = [_whole(row) for row in data.rows]
    gone = _gone(data, rows, asks)
    counts = Counts()
    for each in (*rows, *gone):
        counts.add(each)
    found = pass_at(counts, level=level)
    rate, interval = found.pass_at_1, found.ci95
    if counts.rows and (interval is None or (asks and not found.n_groups_stopped)):
        rate, interval = _of_rollouts(counts.passed, counts.rows, level)
    ungraded = sum(row["reward"] is None for row in rows)
    problem = _cut_off(data)
    if min_pass is not None:
        few = ungraded > UNGRADED * len(rows)
        problem = (
            problem
            or _undecided(found.note if not counts.rows else "", ungraded, few)
            or _too_low(rate, interval, min_pass, level)
        )
    return Measured(
        rate=rate,
        interval=interval,
        level=level,
        min_pass=min_pass,
        rows=len(rows),
        asks=len({each["prompt"] for each in (*rows, *gone)}),
        lost=len(gone),
        ungraded=ungraded,
        failing=tuple(_failing([*rows, *gone])),
        problem=problem,
    )


def _of_rollouts(
    passed: int, rows: int, level: float
) -> tuple[float, tuple[float, float]]:
    """Give the share of rollouts that passed, and where the true one lies."""
    seen = {1.0: float(passed), 0.0: float(rows - passed)}
    values = {value: count for value, count in seen.items() if count}
    return passed / rows, mean_bounds(values, level=level)


def _whole(row: RowDict) -> dict[str, Any]:
    """Give a row whose reward is 0 or 1: whether it passed."""
    passed = passes(row["reward"])
    return {**row, "reward": None if passed is None else float(passed)}


def _gone(
    data: SimulationData, rows: Sequence[Mapping[str, Any]], asks: Mapping[str, int]
) -> list[dict[str, Any]]:
    """Give a failed row for every rollout that was lost, of its ask where known."""
    lost: int = data.search["rollouts"]["lost"]
    known = {row["prompt"]: row["scenario_id"] for row in rows}
    played = Counter(row["prompt"] for row in rows)
    names = [
        ask for ask, wanted in asks.items() for _ in range(max(0, wanted - played[ask]))
    ]
    names += [f"a lost ask ({number})" for number in range(len(names), lost)]
    failed = {"reward": 0.0, "reason": "the rollout was lost"}
    return [
        {**failed, "prompt": ask, "scenario_id": known.get(ask)} for ask in names[:lost]
    ]


def _failing(rows: Sequence[Mapping[str, Any]]) -> list[Failing]:
    by_ask: dict[tuple[str, str], list[Mapping[str, Any]]] = {}
    for row in rows:
        if row["reward"] is not None:
            by_ask.setdefault((task_key(row), row["prompt"]), []).append(row)
    found = []
    for (_, ask), each in by_ask.items():
        failed = [row for row in each if row["reward"] == 0]
        if failed:
            reason = next((str(r["reason"]) for r in failed if r["reason"]), "")
            passed = len(each) - len(failed)
            found.append(Failing(ask=ask, passed=passed, rows=len(each), reason=reason))
    return sorted(found, key=lambda each: each.passed / each.rows)


def _cut_off(data: SimulationData) -> str:
    reason = data.stopped_because or "it did not end"
    if reason in WHOLE:
        return ""
    why = next((line for line in data.warnings if reason in line), "")
    told = f"the run was cut off ({reason}){f': {why}' if why else ''}"
    return f"{told}; {RECORDING}" if reason == "cassette_misses" else told


def _undecided(note: str, ungraded: int, many: bool) -> str:
    if note:
        return f"nothing was graded: {note}"
    if many:
        return (
            f"{counted(ungraded, 'row')} got no verdict, over a tenth, so the pass "
            "rate says nothing: see judge_status on the rows"
        )
    return ""


def _too_low(
    rate: float | None,
    interval: tuple[float, float] | None,
    min_pass: float,
    level: float,
) -> str:
    if interval is None or interval[1] >= min_pass:
        return ""
    return (
        f"{_figure(rate, interval)} is surely below min_pass={min_pass:g} (level "
        f"{level:g})"
    )


def _figure(rate: float | None, interval: tuple[float, float] | None) -> str:
    if rate is None or interval is None:
        return "nothing graded"
    low, high = interval
    return f"pass rate {rate:.2f} [{low:.2f}..{high:.2f}]"
