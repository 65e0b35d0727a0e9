"""A fixed list of asks: whether all of them ran, and how each scored."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import anyio
import pytest

import whileai as wai
from whileai.graders import contains
from whileai.testing import same_rows

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.contract("S25", "S39")

ASKS = ["Where is my order?", "Cancel it.", "Thanks!"]
polite = contains("please")


LAZY = [iter(ASKS), tuple(ASKS)]


def agent(message: str) -> str:
    return "Which order, please?" if "order" in message else "Done."


def rows(*asks: str) -> list[dict[str, Any]]:
    return [{"prompt": ask, "final_text": agent(ask)} for ask in asks]


def test_an_agent_is_run_over_every_ask_and_nothing_else() -> None:
    found = wai.evaluate(agent, polite, eval_set=ASKS)
    assert [row["prompt"] for row in found] == ASKS
    assert found.eval_coverage == {
        "eval_set": 3,
        "covered": 3,
        "missing": [],
        "graded": 3,
        "ungraded": [],
    }
    assert [score.mean_reward for score in found.scores] == [1, 0, 0]
    assert found.warnings == []
    assert found.stopped_because == "tasks_done"


def test_a_failure_is_not_followed_up() -> None:
    found = wai.evaluate(agent, polite, eval_set=ASKS, repeats=3)
    assert [score.rows for score in found.scores] == [3, 3, 3]


def test_an_ask_that_is_lost_is_named_as_missing() -> None:
    def failing(message: str) -> str:
        if message == "Cancel it.":
            raise RuntimeError("no")
        return agent(message)

    found = wai.evaluate(failing, polite, eval_set=ASKS)
    coverage = found.eval_coverage or {}
    assert (coverage["covered"], coverage["missing"]) == (2, ["Cancel it."])
    assert any("1 ask of the evaluation set has no row" in w for w in found.warnings)
    assert found.scores[1].mean_reward is None


def test_rows_are_scored_as_they_are_and_cover_what_they_cover() -> None:
    given = rows("Where is my order?", "Hello.")
    found = wai.evaluate(given, polite, eval_set=ASKS[:2])
    coverage = found.eval_coverage or {}
    assert (coverage["eval_set"], coverage["covered"]) == (2, 1)
    assert coverage["missing"] == ["Cancel it."]
    assert [score.ask for score in found.scores] == [*ASKS[:2], "Hello."]
    assert any("1 ask outside the evaluation set is" in w for w in found.warnings)
    assert "reward" not in given[0]


def test_without_an_evaluation_set_rows_are_scored_alone() -> None:
    found = wai.evaluate(rows(*ASKS), polite)
    assert found.eval_coverage is None
    assert found.pass_at.pass_at_1 == pytest.approx(1 / 3)


def test_graded_rows_need_no_judge_and_ungraded_ones_do() -> None:
    graded = wai.grade(rows(*ASKS), polite)
    found = wai.evaluate(graded, eval_set=ASKS)
    assert found.rows() == graded.rows()
    with pytest.raises(TypeError, match="got no judge="):
        wai.evaluate(rows(*ASKS), eval_set=ASKS)


def test_an_ask_without_a_grade_is_not_scored_zero() -> None:
    found = wai.evaluate(agent, lambda row: None, eval_set=ASKS[:1])
    coverage = found.eval_coverage or {}
    assert (coverage["covered"], coverage["graded"]) == (1, 0)
    assert coverage["ungraded"] == ASKS[:1]
    assert any("has no grade" in warning for warning in found.warnings)


def test_every_form_of_an_evaluation_set_is_the_same_list(tmp_path: Path) -> None:
    base = wai.simulate(agent, tasks=ASKS, simulator=False)
    path = base.save(tmp_path / "set.jsonl")
    for form in (
        base,
        base.rows(),
        base.rows,
        path,
        tmp_path / "set.jsonl",
        iter(ASKS),
    ):
        found = wai.evaluate(agent, polite, eval_set=form)
        assert [score.ask for score in found.scores] == ASKS, form
    for source in (path, tmp_path / "set.jsonl", base.rows):
        assert len(wai.evaluate(source, polite, eval_set=ASKS)) == 3


def test_repeats_are_those_of_the_rows_unless_given() -> None:
    base = wai.simulate(agent, tasks=ASKS, simulator=False, repeats=2)
    assert len(wai.evaluate(agent, polite, eval_set=base)) == 6
    assert len(wai.evaluate(agent, polite, eval_set=base, repeats=1)) == 3
    assert len(wai.evaluate(agent, polite, eval_set=base, runs=2)) == 12


def test_scored_rows_say_that_they_were_evaluated() -> None:
    found = wai.evaluate(rows(*ASKS), polite, timeout=60)
    lineage = found[0]["lineage"]
    assert lineage["source"] == "eval"
    assert lineage["judge"] == "contains('please')"


async def test_the_async_form_gives_the_same() -> None:
    later = await wai.evaluate_async(agent, polite, eval_set=ASKS)
    at_once = await anyio.to_thread.run_sync(
        lambda: wai.evaluate(agent, polite, eval_set=ASKS)
    )
    assert same_rows(later, at_once)
    assert later.scores == at_once.scores


def test_coverage_is_kept_with_the_rows(tmp_path: Path) -> None:
    found = wai.evaluate(agent, polite, eval_set=ASKS)
    again = wai.load(found.save(tmp_path / "rows.jsonl"))
    assert again.search["eval_coverage"] == found.eval_coverage


def test_it_prints_how_each_ask_scored_the_worst_first() -> None:
    asks = [f"order {n}" if n else "no" for n in range(30)]
    text = str(wai.evaluate(agent, polite, eval_set=asks))
    lines = text.splitlines()
    assert len(lines) < 40
    assert lines[1] == "30 of 30 asks ran, 30 scored"
    assert lines[2] == "   0.00 of 1 row: no"
    assert "and 10 more" in text


@pytest.mark.parametrize(
    ("arguments", "error", "said"),
    [
        ((agent, polite), TypeError, "eval_set="),
        ((agent,), TypeError, "eval_set="),
        (("rows.jsonl", polite), FileNotFoundError, "rows.jsonl"),
    ],
)
def test_what_cannot_be_evaluated_is_refused(
    arguments: Any, error: type[Exception], said: str
) -> None:
    with pytest.raises(error, match=said):
        wai.evaluate(*arguments)


@pytest.mark.parametrize(
    ("options", "error", "said"),
    [
        ({"eval_set": []}, ValueError, "without asks"),
        ({"eval_set": 5}, TypeError, "list of asks"),
        ({"eval_set": {"prompt": "a"}}, TypeError, "list of asks"),
        ({"eval_set": [{"reward": 1}]}, ValueError, "entry 0"),
        ({"eval_set": ASKS, "tasks": ASKS}, TypeError, "takes no tasks="),
        ({"eval_set": ASKS, "grader": polite}, TypeError, "judge="),
        ({"eval_set": ASKS, "bugdet": 5}, TypeError, "budget"),
        ({"eval_set": ASKS, "dry_run": True}, ValueError, "no forecast"),
    ],
)
def test_wrong_arguments_are_refused_before_the_agent_is_called(
    options: dict[str, Any], error: type[Exception], said: str
) -> None:
    called: list[str] = []
    with pytest.raises(error, match=said):
        wai.evaluate(called.append, polite, **options)
    assert called == []


def test_an_agent_without_a_judge_is_refused() -> None:
    with pytest.raises(TypeError, match="got no judge="):
        wai.evaluate(agent, eval_set=ASKS)


def test_rows_take_no_options_of_runs() -> None:
    with pytest.raises(TypeError, match="takes no budget="):
        wai.evaluate(rows(*ASKS), polite, budget=5)
