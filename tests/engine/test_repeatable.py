"""One seed, one draw: whatever the latencies, the verdicts, the runs and the writer."""

from __future__ import annotations

import asyncio
from collections import Counter
from typing import TYPE_CHECKING, Any

import pytest

import whileai as wai
from tests.support import by_prompt, look, ok, sim
from whileai.base.seeds import Dice, derive
from whileai.options import parse
from whileai.testing import same_rows

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from whileai.model import Brief, Task
    from whileai.stages import Run

pytestmark = pytest.mark.contract("S34", "S50")


def jittery(seed: int) -> Callable[[str], Any]:
    """Give an agent whose waits depend on ``seed``, and its answers on nothing."""

    async def agent(message: str) -> str:
        await asyncio.sleep(Dice(derive(seed, message)).uniform() * 0.004)
        return "Done."

    agent.__name__ = "jittery"
    return agent


def untimed(data: wai.SimulationData) -> dict[str, Any]:
    search = dict(data.search)
    search["rollouts"] = {**search["rollouts"], "elapsed_s": 0}
    return search


@pytest.mark.parametrize(
    "options",
    [
        {"phrasings": 2, "budget": 48},
        {"mode": "rl", "situations": 6, "repeats": 8, "budget": 48},
        {"budget": 40, "grader": by_prompt},
    ],
)
def test_jitter_changes_neither_rows_nor_their_order_nor_the_search(
    options: dict[str, Any],
) -> None:
    """F064, F069."""
    one, other = (sim(jittery(n), concurrency=8, **options) for n in (1, 2))
    assert same_rows(one, other)
    assert untimed(one) == untimed(other)


@pytest.mark.contract("S17")
def test_with_a_grader_only_the_id_of_the_scoring_differs() -> None:
    """F066."""
    first, second = (sim(look, budget=12, grader=by_prompt) for _ in range(2))
    for one, other in zip(first.rows(), second.rows(), strict=True):
        assert one["lineage"]["scoring_run_id"] != other["lineage"]["scoring_run_id"]
        for row in (one, other):
            row["lineage"].pop("scoring_run_id")
            row["timing"].clear()
        assert one == other


@pytest.mark.contract("S32")
def test_who_walks_away_does_not_depend_on_concurrency() -> None:
    """F072."""

    def asks(messages: list[dict[str, Any]]) -> str:
        return f"Which one do you mean, number {len(messages)}?"

    runs = [sim(asks, budget=24, concurrency=n, fault_rate=0) for n in (1, 7)]
    ended = [
        {(row["prompt"], row["rollout_index"]): row["ended_by"] for row in data}
        for data in runs
    ]
    assert ended[0] == ended[1]
    assert "user_left" in ended[0].values()


def test_a_plain_string_is_a_reply() -> None:
    """F177."""
    data = wai.simulate(
        lambda message: "Done.", seed=0, simulator=False, phrasings=2, budget=48
    )
    assert len(data) == 48
    assert {row["final_text"] for row in data} == {"Done."}


@pytest.mark.contract("S14")
@pytest.mark.parametrize(
    ("options", "timeout"),
    [
        ({"advanced": {"agent_max_tokens": 4096}}, 1024.0),
        ({"advanced": {"agent_max_tokens": 256}}, 300.0),
        ({}, 300.0),
        ({"timeout": 90, "advanced": {"agent_max_tokens": 4096}}, 90.0),
    ],
)
def test_the_time_of_a_call_follows_from_the_length_of_replies(
    options: dict[str, Any], timeout: float
) -> None:
    """F132, F199."""
    assert parse({"agent": ok, **options}).play.timeout == timeout


class Endless:
    """A writer that always has more, and counts what it was asked."""

    def __init__(self) -> None:
        self.asked = 0

    async def write(self, briefs: Sequence[Brief], run: Run) -> list[Task]:
        self.asked += len(briefs)
        return [
            brief.task(number, f"Ask {number} of {brief.situation.id}, please.")
            for brief in briefs
            for number in range(brief.phrasings)
        ]


@pytest.mark.contract("S10")
def test_a_writer_that_always_has_more_does_not_keep_a_run_going() -> None:
    """F044."""
    writer = Endless()
    data = sim(ok, simulator=writer, situations=24, repeats=4, budget=192, fault_rate=0)
    assert (len(data), data.stopped_because) == (96, "situations_exhausted")
    assert 24 <= writer.asked < 200


@pytest.mark.filterwarnings("ignore:more rollouts were tried again")
@pytest.mark.contract("S38", "S26")
def test_warnings_of_all_runs_are_there_each_once() -> None:
    """F026, F095."""
    calls: Counter[str] = Counter()

    def later(message: str) -> str:
        calls[message] += 1
        if calls[message] > 1 and len(message) % 2:
            raise LookupError("the second time it breaks")
        return "Done."

    data = sim(later, budget=12, runs=3, fault_rate=0)
    lost = [line for line in data.warnings if "second time it breaks" in line]
    assert len(lost) == 1
    assert len(data.warnings) == len(set(data.warnings))


@pytest.mark.contract("S23")
def test_a_mix_of_a_hundred_holds_every_sort_of_ask() -> None:
    """F209: seventy ordinary asks, and ten of each other tier."""
    tiers = Counter(row["tier"] for row in sim(ok, budget=100, hard_share=0.3))
    assert 59 <= tiers["ordinary"] < 90
    assert len(tiers) == 4
    assert tiers["adversarial"] >= 1


@pytest.mark.contract("S17")
def test_a_short_run_that_meets_failures_draws_from_three_arms() -> None:
    """F180 as ruled: nothing is learned below the lag."""
    data = sim(look, budget=36, grader=by_prompt, fault_rate=0.5)
    arms = {row["arm"] for row in data}
    assert {"structured", "open_ended", "failure_mutation"} <= arms


@pytest.mark.contract("S07")
def test_split_asks_have_six_rows_or_more_and_no_group_is_left_short() -> None:
    """F200 as ruled: unanimous groups stay stopped."""

    def refuses(row: Any) -> float:
        odd = derive(0, row["prompt"]) % 2
        return float(not (odd and row["rollout_index"] % 2))

    data = sim(
        ok, mode="rl", situations=6, repeats=6, budget=40, grader=refuses, fault_rate=0
    )
    groups = data.search["groups"]
    assert (groups["k"], groups["probe"], groups["partial"]) == (6, 2, 0)
    assert groups["mixed"] >= 1
    rewards: dict[str, list[Any]] = {}
    for row in data:
        rewards.setdefault(row["task_id"], []).append(row["reward"])
    assert all(len(each) >= 6 for each in rewards.values() if len(set(each)) > 1)
    assert not any(row["group_cut"] for row in data)
