"""Grading calls that are pinned: ids, versions, names, times, cut replies."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import anyio
import anyio.lowlevel
import pytest

import whileai as wai
from tests.support import by_prompt, ok, sim
from whileai.base.seeds import derive

if TYPE_CHECKING:
    from collections.abc import Mapping

pytestmark = pytest.mark.contract("S18", "S34", "S39")


def test_a_grading_call_is_pinned_and_keeps_the_ids_of_earlier_ones() -> None:
    data = sim(ok, budget=4, grader=by_prompt)
    before = data[0]["lineage"]["scoring_run_id"]
    again = wai.run_judge(data, by_prompt, run_id="second", version="7")
    third = wai.run_judge(again, by_prompt, judge_name="me", run_id="third")
    lineage = third[0]["lineage"]
    assert lineage["prior_scoring_run_ids"] == [before, "second"]
    assert (lineage["scoring_run_id"], lineage["judge"]) == ("third", "me")
    assert again[0]["lineage"]["judge_version"] == "7"
    assert data[0]["lineage"]["scoring_run_id"] == before
    assert third[0]["judge_name"] == "me"


@pytest.mark.parametrize("name", ["run_id", "version", "judge_name"])
def test_a_name_that_is_none_is_refused(name: str) -> None:
    with pytest.raises(TypeError, match=name):
        wai.run_judge([{"prompt": "x"}], by_prompt, **{name: 3})  # type: ignore[arg-type]


def test_a_slow_verdict_is_a_timeout_and_not_a_zero() -> None:
    async def slow(row: object) -> float:
        await anyio.sleep(30)
        return 1.0

    data = wai.run_judge([{"prompt": "x"}], slow, timeout=0.01)
    assert (data[0]["reward"], data[0]["judge_status"]) == (None, "timeout")


def test_no_more_verdicts_are_under_way_than_allowed() -> None:
    now = most = 0

    async def counting(row: object) -> bool:
        nonlocal now, most
        now += 1
        most = max(most, now)
        await anyio.lowlevel.checkpoint()
        now -= 1
        return True

    rows = [{"prompt": f"{n}?"} for n in range(20)]
    wai.run_judge(rows, counting, concurrency=3)
    assert most == 3


def test_a_reply_that_was_cut_is_not_graded_and_its_stamp_stays() -> None:
    """F061, F078, F137."""
    cut = {"prompt": "x", "final_text": "I will", "finish_reason": "length"}
    once = wai.run_judge([cut], by_prompt, run_id="first")
    twice = wai.run_judge(once, by_prompt, run_id="second")
    assert (once[0]["judge_status"], once[0]["reward"]) == ("cut", None)
    assert twice.rows() == once.rows()
    assert any("1 cut" in line for line in twice.warnings)


def test_rows_that_were_cut_are_counted_and_no_grader_sees_them() -> None:
    """F210, F078."""
    seen: list[str] = []

    def agent(message: str) -> dict[str, str]:
        cut = derive(0, message) % 2
        return {"final_text": "Done.", "finish_reason": "length" if cut else "stop"}

    def grader(row: Mapping[str, Any]) -> float:
        seen.append(row["finish_reason"])
        return 1.0

    data = sim(agent, budget=20, grader=grader)
    cut = [row for row in data if row["finish_reason"] == "length"]
    assert set(seen) == {"stop"}
    assert {(row["reward"], row["judge_status"]) for row in cut} == {(None, "cut")}
    assert data.search["grader"]["skipped"] == len(cut) > 0
    assert (len(data), data.stopped_because) == (20, "budget")


def test_a_grader_that_names_nothing_is_refused_and_errors_are_counted() -> None:
    """F060."""
    with pytest.raises(ValueError, match="no grader named 'string' is installed"):
        sim(pytest.fail, budget=150, grader="string")

    def grader(row: Mapping[str, Any]) -> float:
        raise RuntimeError("no")

    data = sim(ok, budget=6, grader=grader)
    assert data.search["grader"]["errors"] == 6
    assert {row["reward"] for row in data} == {None}


def test_a_grader_that_cannot_tell_ends_nothing() -> None:
    """F312."""
    data = sim(ok, budget=8, grader=lambda row: None)
    assert (len(data), data.stopped_because) == (8, "budget")
    assert {row["reward"] for row in data} == {None}
    assert data.search["grader"]["unjudged"] == 8


def test_what_a_grader_says_beside_its_reward_is_kept_once() -> None:
    """F142, F229, F230."""
    said = {
        "reward": 0.25,
        "reason": "as given",
        "failure_class": "late",
        "tone": "cold",
        "judge_meta": {"model": "mine"},
        "markers": {"m": 1},
    }
    found = wai.run_judge([{"prompt": "x"}], lambda row: said)[0]
    assert (found["reward"], found["reason"]) == (0.25, "as given")
    assert found["failure_class"] == "late"
    assert found["judge_meta"] == {"model": "mine", "tone": "cold"}
    assert found["markers"] == {"m": 1}
