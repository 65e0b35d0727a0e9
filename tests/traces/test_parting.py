"""Rows in two parts that share no task."""

from __future__ import annotations

from typing import Any

import pytest

from whileai.traces.parting import parted

ROWS: list[dict[str, Any]] = [
    {"prompt": f"ask {task}", "repeat": repeat}
    for task in range(5)
    for repeat in range(6)
]


@pytest.mark.parametrize("share", [0.01, 0.2, 0.5, 0.99])
def test_repeats_of_a_task_stay_together_and_no_part_is_empty(share: float) -> None:
    """F214."""
    for seed in range(5):
        first, second = parted(ROWS, share, seed)
        assert {r["prompt"] for r in first}.isdisjoint(r["prompt"] for r in second)
        assert len(first) + len(second) == 30
        assert first
        assert second


def test_rows_without_a_prompt_go_by_their_scenario_and_else_stand_alone() -> None:
    rows = [{"scenario_id": "s1"}] * 3 + [{}] * 4
    for seed in range(8):
        first, second = parted(rows, 0.4, seed)
        assert [len([r for r in part if r]) for part in (first, second)] in (
            [3, 0],
            [0, 3],
        )
        assert len(second) in (2, 1 + 3)


def test_one_task_and_none_leave_a_part_empty() -> None:
    assert parted(ROWS[:6]) == (ROWS[:6], [])
    assert parted([]) == ([], [])


@pytest.mark.parametrize("share", [0, 1, -0.5, 2])
def test_a_share_that_is_none_is_refused(share: float) -> None:
    with pytest.raises(ValueError, match="above 0"):
        parted(ROWS, share)
