"""P14: statistics of rows that are there, beside reading the rows as JSON."""

from __future__ import annotations

from functools import partial
from math import log
from typing import TYPE_CHECKING, Any

import orjson

from benchmarks.agents import instant, played
from benchmarks.timing import Finding, Settings, compare, micro
from whileai.base.seeds import Dice, derive
from whileai.stats import Counts, delta_report, pass_at

if TYPE_CHECKING:
    from collections.abc import Iterator

    from benchmarks.timing import Compared

Rows = list[dict[str, Any]]

TARGET = "P14"
REPEATS = 8
PASS_MOST, DELTA_MOST, STEEPEST = 0.2, 1.0, 1.05
CONTROL = "orjson.loads of the rows"


def findings(settings: Settings) -> Iterator[Finding]:
    """Measure both statistics at two sizes, and how they grow between."""
    sizes = (1_000, 2_000) if settings.quick else (10_000, 100_000)
    shown = played(instant, budget=sizes[0] // REPEATS, fault_rate=0.0)
    measured = {rows: _measured(shown.lines, rows, settings.runs) for rows in sizes}
    for rows, found in measured.items():
        yield _finding("pass_at, from counts kept", rows, found, "pass_at", PASS_MOST)
        yield _finding("delta_report", rows, found, "delta", DELTA_MOST)
    for name in ("pass_at", "delta"):
        yield _growth(name, measured)


def _growth(name: str, measured: dict[int, Compared]) -> Finding:
    """Give the exponent between two sizes, as if the control's were 1.

    The control reads the same few texts again and again: it is linear, and where it
    seems not to be, the machine was busier at one of the sizes.
    """
    (fewer, few), (more, many) = measured.items()
    size = log(more / fewer)
    exponent = 1 + log(many.ratio(name) / few.ratio(name)) / size
    seconds = [log(many.cpu(n) / few.cpu(n)) / size for n in (name, "")]
    return Finding(
        target=TARGET,
        what=f"growth of {name}",
        figure=f"exponent {exponent:.2f}",
        limit=f"at most {STEEPEST}",
        holds=None if few.void or many.void else exponent <= STEEPEST,
        note=f"seconds {seconds[0]:.2f}, of the control {seconds[1]:.2f}",
    )


def _finding(what: str, rows: int, found: Compared, name: str, most: float) -> Finding:
    ratio = found.ratio(name)
    return Finding(
        target=TARGET,
        what=f"{what}, {rows:,} rows",
        figure=micro(found.cpu(name), rows),
        ratio=ratio,
        limit=f"at most {most} x {CONTROL}",
        holds=found.judged(ratio <= most),
        note=f"{found.note}; loads {micro(found.cpu(), rows)}",
    )


def _measured(lines: list[bytes], rows: int, runs: int) -> Compared:
    """Measure at ``rows`` rows; a report reads half of them on each side."""
    before, after = (_graded(lines, rows // 2, seed) for seed in (1, 2))
    texts = [orjson.dumps(row) for row in before[: len(lines)]]
    counts = Counts.of(_graded(lines, rows, 3))
    return compare(
        partial(_loads, texts, rows),
        {
            "pass_at": partial(_passing, counts),
            "delta": partial(delta_report, before, after),
        },
        runs,
    )


def _loads(texts: list[bytes], rows: int) -> None:
    for number in range(rows):
        orjson.loads(texts[number % len(texts)])


def _passing(counts: Counts) -> object:
    """Ask for numbers as if for the first time."""
    return pass_at(Counts(groups=counts.groups, rows=counts.rows, passed=counts.passed))


def _graded(lines: list[bytes], rows: int, seed: int) -> Rows:
    """Give graded rows, whole as runs make them, of tasks with eight repeats each."""
    found: Rows = []
    for task in range(rows // REPEATS):
        row = orjson.loads(lines[task % len(lines)])
        row["scenario_id"] = f"{row['scenario_id']}-{task}"
        row["task_id"] = f"{row['scenario_id']}/0"
        dice = Dice(derive(seed, "graded", task))
        chance = dice.uniform()
        for repeat in range(REPEATS):
            reward = float(dice.chance(chance))
            verdict = {
                "reward": reward,
                "judge_status": "ok",
                "judge_name": "ready",
                "markers": {"polite": int(dice.chance(0.5)), "words": 12},
            }
            found.append({**row, "rollout_index": repeat, **verdict})
    return found
