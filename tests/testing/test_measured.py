"""What a marked test makes of the rows of its simulation."""

from __future__ import annotations

from math import comb
from typing import TYPE_CHECKING, Any

import pytest

import whileai as wai
from tests.support import sim
from whileai.base.lines import dumps
from whileai.testing.measured import Measured, _of_rollouts, measured

if TYPE_CHECKING:
    from whileai.results import SimulationData

pytestmark = pytest.mark.contract("S61", "S59")


def rows_with(*rewards: float | None, asks: int = 0) -> SimulationData:
    """Give rows with these rewards, of so many asks, or of an ask each."""
    data = sim("Done.".format, budget=1)
    data.lines.clear()
    row = sim("Done.".format, budget=1)[0]
    for number, reward in enumerate(rewards):
        name = f"ask {number % (asks or len(rewards))}"
        named = {"prompt": name, "scenario_id": name, "task_id": name}
        data.lines.append(dumps({**row, **named, "reward": reward}))
    return data


def of(*rewards: float | None, min_pass: float = 1.0, **options: Any) -> Measured:
    return measured(rows_with(*rewards, **options), {}, min_pass, 0.95)


def test_the_interval_is_that_of_pass_at() -> None:
    found, known = of(*[1, 1, 0] * 10), wai.pass_at(rows_with(*[1, 1, 0] * 10))
    assert (found.rate, found.interval) == (known.pass_at_1, known.ci95)


def test_of_pinned_asks_it_is_that_of_their_rollouts() -> None:
    """Asks that differ as much as they can leave no doubt once they are repeated."""
    rewards = [0, 1, 1] * 20
    drawn = of(*rewards, asks=3, min_pass=0.9)
    pinned = measured(rows_with(*rewards, asks=3), {"ask 0": 20}, 0.9, 0.95)
    assert pinned.rate == drawn.rate == 2 / 3
    assert (bool(pinned.problem), bool(drawn.problem)) == (True, False)
    assert pinned.interval == pytest.approx((0.5331, 0.7831), abs=1e-4)


def test_a_level_of_95_fails_no_good_agent_more_often_than_one_time_in_forty() -> None:
    for rollouts, truth in ((10, 0.9), (20, 0.95), (50, 0.8), (7, 0.99)):
        alarm = 0.0
        for passed in range(rollouts + 1):
            _, (_, most) = _of_rollouts(passed, rollouts, 0.95)
            chance = comb(rollouts, passed) * truth**passed
            alarm += (most < truth) * chance * (1 - truth) ** (rollouts - passed)
        assert alarm <= 0.025


def test_of_one_ask_any_failure_rules_out_that_all_pass() -> None:
    assert of(*[1] * 99, 0, asks=1).problem
    assert not of(*[1] * 10, asks=1).problem


def test_a_reward_from_a_half_on_passes() -> None:
    assert of(0.5, 0.9, 1, 1).rate == 1
    assert of(0.4, 0.1, 1, 1, min_pass=0).rate == 0.5


def test_rows_without_verdict_make_it_undecided_beyond_a_tenth() -> None:
    assert not of(None, *[1] * 9).problem
    assert "got no verdict" in of(None, None, *[1] * 9).problem
    assert "nothing was graded" in of(None, None).problem


def test_a_run_that_was_cut_off_is_a_problem_even_where_nothing_is_asked() -> None:
    data = rows_with(1, 1, 1)
    data.stopped_because = "agent_host_dead"
    found = measured(data, {}, None, 0.95)
    assert found.problem == "the run was cut off (agent_host_dead)"


@pytest.mark.parametrize(
    ("passed", "told"),
    [(60, "shown"), (58, "met"), (54, "not ruled out by so few rows")],
)
def test_the_line_says_how_sure_it_is(passed: int, told: str) -> None:
    found = of(*[1] * passed, *[0] * (60 - passed), min_pass=0.94)
    assert not found.problem
    assert found.line.endswith(f"min_pass 0.94 {told}")


@pytest.mark.filterwarnings("ignore:more rollouts were tried again")
def test_lost_rollouts_count_for_the_asks_they_were_of() -> None:
    def agent(message: str) -> str:
        if "two" in message:
            raise RuntimeError("no")
        return "Done."

    data = sim(agent, tasks=["one", "two"], repeats=3, grader=lambda row: 1)
    found = measured(data, {"one": 3, "two": 3}, 0.9, 0.95)
    assert (found.lost, found.rows, found.rate, found.asks) == (3, 3, 0.5, 2)
    assert [str(each) for each in found.failing] == [
        "0 of 3: two -- the rollout was lost"
    ]


def test_asks_that_failed_are_shown_the_worst_first() -> None:
    found = of(*[0, 1, 0] * 2, 1, 0, 1, asks=3)
    assert [(each.ask, each.passed, each.rows) for each in found.failing] == [
        ("ask 0", 1, 3),
        ("ask 2", 1, 3),
        ("ask 1", 2, 3),
    ]
