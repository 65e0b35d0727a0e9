"""Rows that the tests of statistics share: groups of rewards, one task each."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from whileai.base.seeds import Dice, derive

if TYPE_CHECKING:
    from collections.abc import Sequence

Rows = list[dict[str, Any]]


def groups(*rewards: Sequence[float | None], **fields: Any) -> Rows:
    """Give one task for each list of rewards."""
    return [
        {"scenario_id": f"t{task}", "rollout_index": repeat, "reward": reward, **fields}
        for task, found in enumerate(rewards)
        for repeat, reward in enumerate(found)
    ]


def named(task: str, rewards: Sequence[float | None]) -> Rows:
    """Give one task of that name."""
    return [{**row, "scenario_id": task} for row in groups(rewards)]


def stopped(*rewards: list[float], probe: int = 2) -> Rows:
    """Give groups whose first repeats are probes and whose others are fills."""
    rows = groups(*rewards)
    for row in rows:
        row["selection_reason"] = "probe" if row["rollout_index"] < probe else "fill"
    return rows


def arm(
    chance: float,
    *,
    tasks: int = 20,
    repeats: int = 4,
    runs: int = 1,
    seed: int = 0,
    **fields: Any,
) -> Rows:
    """Play tasks of one chance to pass, in one or several evaluation runs."""
    return [
        {
            "scenario_id": f"t{task}",
            "rollout_index": repeat,
            "reward": float(
                Dice(derive(seed, "arm", run, task, repeat)).chance(chance)
            ),
            "lineage": {"eval_run": run if runs > 1 else None},
            **fields,
        }
        for run in range(runs)
        for task in range(tasks)
        for repeat in range(repeats)
    ]


def shifted(rewards: list[list[float]], by: float, run: int = 0) -> Rows:
    """Give a marker's values, each moved by ``by``, on rows of one run."""
    return [
        {
            "scenario_id": f"t{task}",
            "reward": 1.0,
            "markers": {"length": value + by},
            "lineage": {"eval_run": run},
        }
        for task, found in enumerate(rewards)
        for value in found
    ]
