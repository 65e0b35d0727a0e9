"""Situations, phrasings, repeats, budget: the counts a user asked for."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

import pytest

from tests.support import SEEDS10, Count, by_repeat, look, ok, sim
from whileai.testing import same_rows

if TYPE_CHECKING:
    from whileai.results import SimulationData

pytestmark = pytest.mark.contract("S05", "S07", "S10")


def sizes(data: SimulationData, key: str) -> list[int]:
    return sorted(Counter(dict(row)[key] for row in data).values())


@pytest.mark.parametrize(
    ("counts", "rows"),
    [
        ({"situations": 10, "phrasings": 3, "repeats": 2}, 60),
        ({"situations": 5, "phrasings": 2, "repeats": 3}, 30),
        ({"situations": 40}, 40),
        ({"situations": 1, "repeats": 7}, 7),
        ({"situations": 1}, 1),
        ({"situations": 6, "repeats": 2}, 12),
        ({"situations": 4, "repeats": 3, "mode": "rl", "repeat_policy": "fixed"}, 12),
    ],
)
def test_situations_times_phrasings_times_repeats_are_played(
    counts: dict[str, Any], rows: int
) -> None:
    """F045."""
    data = sim(**counts, budget=500, fault_rate=0)
    assert len(data) == rows
    assert data.stopped_because == "situations_exhausted"
    assert data.n_situations == counts["situations"]
    assert set(sizes(data, "task_id")) == {counts.get("repeats", 1)}


@pytest.mark.contract("S45")
def test_phrasings_of_a_situation_share_its_scene_and_differ_in_words() -> None:
    data = sim(situations=6, phrasings=3, budget=50, fault_rate=0)
    scenes: dict[str, set[str]] = {}
    for row in data:
        scenes.setdefault(row["scenario_id"], set()).add(repr(row["scene"]))
    assert all(len(each) == 1 for each in scenes.values())
    assert len({row["prompt"] for row in data}) == 18


@pytest.mark.parametrize("budget", [1, 2, 5, 30])
def test_a_budget_is_spent_and_never_exceeded(budget: int) -> None:
    data = sim(budget=budget)
    assert len(data) == budget
    assert data.stopped_because == "budget"


def test_a_small_budget_finishes_groups_before_it_opens_new_ones() -> None:
    data = sim(budget=10, repeats=4, fault_rate=0)
    assert sizes(data, "task_id") == [2, 4, 4]


@pytest.mark.contract("S06")
def test_no_more_wordings_are_asked_for_than_the_budget_plays() -> None:
    few, many = (sim(phrasings=each, budget=5) for each in (50, 10**20))
    assert len(many) == 5
    assert same_rows(few, many)


def test_rl_gives_every_ask_several_repeats() -> None:
    data = sim(mode="rl", repeats=4, situations=6, grader=by_repeat, budget=100)
    assert data.search["groups"]["k"] == 4
    assert min(sizes(data, "task_id")) >= 2
    assert len(data) <= 24


@pytest.mark.contract("S06", "S58")
@pytest.mark.parametrize("policy", ["fixed", "successive"])
def test_only_the_last_group_of_a_small_budget_is_cut_and_says_so(policy: str) -> None:
    """F063: 30 rows at k=4, most of them once in groups that were never finished."""
    data = sim(
        look, mode="rl", repeats=4, budget=30, grader=by_repeat, repeat_policy=policy
    )
    groups = data.search["groups"]
    finished = groups["complete"] + groups["stopped_unanimous"]
    assert finished + groups["tail_complete"] >= 6
    assert groups["partial"] == 0
    cut = {row["task_id"] for row in data if row["group_cut"]}
    assert (policy == "fixed") <= len(cut) <= 1
    assert sum(row["task_id"] in cut for row in data) < 4


@pytest.mark.contract("S07")
def test_a_group_that_always_agrees_is_played_past_its_probe_in_the_tail_alone() -> (
    None
):
    data = sim(ok, mode="rl", repeats=4, budget=60, fault_rate=0)
    zones = {row["task_id"]: row["lineage"]["place"][0] for row in data}
    beyond = {row["task_id"] for row in data if row["rollout_index"] >= 2}
    assert {zones[task] for task in beyond} == {1}
    assert data.search["groups"]["tail_complete"] == len(beyond)


@pytest.mark.contract("S21")
def test_every_seed_is_run_though_situations_says_fewer() -> None:
    """F001, F169."""
    data = sim(look, seeds=SEEDS10, situations=3, repeats=4, mode="rl", budget=40)
    assert {row["prompt"] for row in data} == set(SEEDS10)
    assert data.n_situations == 10
    assert [line for line in data.warnings if "lookups" not in line] == []


@pytest.mark.contract("S21")
def test_seeds_that_the_budget_cannot_pay_are_named_before_the_first_call() -> None:
    """F002."""
    seen: list[int] = []
    agent = Count()

    def progress(numbers: dict[str, Any]) -> None:
        seen.append(numbers["rows"])

    with pytest.warns(UserWarning, match="pays 3 of 10 seeds"):
        data = sim(
            agent, seeds=SEEDS10, repeats=4, mode="rl", budget=12, on_progress=progress
        )
    assert data.search["seeds_dropped"] == SEEDS10[3:]
    assert set(agent.messages) == set(SEEDS10[:3])
    (line,) = [each for each in data.warnings if "seeds" in each]
    assert "repeats=4" in line
    assert "budget=40" in line


@pytest.mark.contract("S21")
def test_the_search_never_spends_a_seeds_slot() -> None:
    """F003."""
    data = sim(seeds=SEEDS10[:5], situations=5, budget=5, repeats=1)
    assert [row["prompt"] for row in data] == SEEDS10[:5]


@pytest.mark.contract("S21")
def test_a_seed_given_twice_is_run_once_and_said() -> None:
    with pytest.warns(UserWarning, match="repeat another"):
        data = sim(
            ok, seeds=[SEEDS10[0], SEEDS10[1], SEEDS10[0]], situations=2, budget=9
        )
    assert [row["prompt"] for row in data] == SEEDS10[:2]


@pytest.mark.contract("S09")
def test_unique_situations_gives_a_new_world_every_row() -> None:
    """F179."""
    data = sim(unique=True, budget=40, concurrency=8, fault_rate=0)
    assert (
        len({row["prompt"] for row in data})
        == len({row["scenario_id"] for row in data})
        == 40
    )


@pytest.mark.contract("S21")
def test_the_row_of_a_seed_that_was_lost_goes_to_no_other_ask() -> None:
    def agent(message: str) -> str:
        if message == SEEDS10[3]:
            raise RuntimeError("no")
        return "Done."

    data = sim(agent, seeds=SEEDS10, budget=10)
    assert [row["prompt"] for row in data] == [*SEEDS10[:3], *SEEDS10[4:]]
    assert data.search["seeds_lost"] == [SEEDS10[3]]
    assert any("no other ask took their place" in line for line in data.warnings)


@pytest.mark.contract("S52")
def test_a_few_seeds_on_an_agent_that_always_fails_end_as_its_failure() -> None:
    def agent(message: str) -> str:
        raise RuntimeError("no")

    with pytest.warns(UserWarning, match="tried again"):
        data = sim(agent, seeds=SEEDS10[:2], budget=2)
    assert data.stopped_because == "agent_failed"


@pytest.mark.contract("S21")
def test_seeds_that_differ_in_case_are_two_and_may_come_from_a_generator() -> None:
    seeds = (each for each in ("a", "A", "a "))
    with pytest.warns(UserWarning, match="seeds that repeat another one are run once"):
        data = sim(ok, seeds=seeds, budget=3, situations=1)
    assert [row["prompt"] for row in data] == ["a", "A"]
