"""The kit tells equal draws from others."""

from __future__ import annotations

from typing import Any

import pytest

import whileai as wai
from tests.support import look, ok, sim
from whileai.testing import assert_same_draw, comparable, same_rows

pytestmark = pytest.mark.contract("S50", "S60")


def test_timing_and_what_names_the_call_are_left_out_of_account() -> None:
    rows = sim(look, budget=3).rows()
    other = [dict(row) for row in rows]
    other[0]["timing"] = {"rollout_s": 9.0}
    other[1]["lineage"] = {**rows[1]["lineage"], "scoring_run_id": "x", "resumed": True}
    assert same_rows(rows, other)


@pytest.mark.parametrize("key", ["prompt", "final_text", "reward", "faults"])
def test_anything_else_counts(key: str) -> None:
    rows = sim(look, budget=2).rows()
    other: list[Any] = [dict(row) for row in rows]
    other[1][key] = "different"
    assert not same_rows(rows, other)
    assert not same_rows(rows, rows[:1])
    assert not same_rows(rows, rows[::-1])


def test_a_row_is_compared_by_value_and_left_as_it_is() -> None:
    row: Any = sim(look, budget=1)[0]
    assert "timing" not in comparable(row)
    assert "timing" in row


def test_a_run_that_depends_on_concurrency_is_named_with_its_keys() -> None:
    def run(concurrency: int) -> list[Any]:
        row: Any = sim(look, budget=1)[0]
        return [{**row, "final_text": f"at {concurrency}"}]

    with pytest.raises(AssertionError, match=r"row 0 differs.*final_text"):
        assert_same_draw(run)


def test_an_async_run_is_awaited() -> None:
    def run(concurrency: int) -> Any:
        return wai.simulate_async(
            ok, simulator=False, budget=6, concurrency=concurrency
        )

    assert_same_draw(run, (1, 4))
