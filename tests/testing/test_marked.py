"""What a mark asks, read from its keywords and played."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from tests.support import USUAL, by_repeat, sim
from whileai.stats import pass_at
from whileai.testing.marked import Mark

if TYPE_CHECKING:
    from pathlib import Path

    from whileai.results import SimulationData
    from whileai.testing.measured import Measured

pytestmark = pytest.mark.contract("S61")


def play(*folders: Path, **keywords: Any) -> tuple[SimulationData, Measured]:
    mark = Mark.of([((), keywords)], folders, {})
    return mark.play(mark.with_fixtures(lambda name: name))


def test_a_test_follows_up_no_failure_and_draws_a_hundred_rows() -> None:
    data, _ = play(agent="Done.".format, tools=USUAL["tools"], grader=lambda row: 0)
    assert len(data) == 100
    assert {row["selection_reason"] for row in data} <= {"plan", "tail"}


def test_the_budget_pays_for_every_seed() -> None:
    seeds = [f"ask {n}" for n in range(60)]
    data, _ = play(agent="Done.".format, seeds=seeds, repeats=2, min_pass=None)
    assert {row["prompt"] for row in data} == set(seeds)


@pytest.mark.filterwarnings("ignore:more rollouts were tried again")
def test_what_was_lost_in_a_later_run_counts_for_its_ask() -> None:
    calls: list[str] = []

    def agent(message: str) -> str:
        calls.append(message)
        if calls.count("two") > 1 and message == "two":
            raise RuntimeError("no")
        return "Done."

    _, found = play(agent=agent, tasks=["one", "two"], runs=2, grader=lambda row: 1)
    assert (found.lost, found.rows, found.rate) == (1, 3, 0.75)
    assert str(found.failing[0]).startswith("1 of 2: two")


def test_files_are_looked_for_beside_the_test_first(tmp_path: Path) -> None:
    beside, run = tmp_path / "tests", tmp_path
    beside.mkdir()
    for folder, ask in ((beside, "beside"), (run, "run")):
        sim("Done.".format, tasks=[ask], output=folder / "asks.jsonl")
    asked: dict[str, Any] = {"agent": "Done.".format, "tasks": "asks.jsonl"}
    assert play(beside, run, **asked)[0][0]["prompt"] == "beside"
    assert play(run, beside, **asked)[0][0]["prompt"] == "run"
    mark = Mark.of([((), {"cassette": "new"})], (beside, run), {})
    assert mark.keywords["cassette"] == str(beside / "new")


def test_groups_that_a_rule_stopped_are_counted_as_pass_at_counts_them() -> None:
    asks = [f"ask {n}" for n in range(12)]
    data, found = play(
        agent="Done.".format,
        tasks=asks,
        repeats=6,
        repeat_policy="successive",
        grader=by_repeat,
    )
    known = pass_at(data)
    assert known.n_groups_stopped
    assert (found.rate, found.interval) == (known.pass_at_1, known.ci95)
