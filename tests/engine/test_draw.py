"""The same rows, in the same order, whatever the timing."""

from __future__ import annotations

import asyncio
from typing import Any

import anyio
import pytest

import whileai as wai
from tests.support import (
    POLICY,
    SEEDS10,
    TOOLS2,
    Peak,
    by_prompt,
    by_repeat,
    look,
    sim,
    slow_look,
)
from whileai.testing import assert_same_draw, same_rows

pytestmark = pytest.mark.contract("S34", "S50", "S11")

CASES: list[dict[str, Any]] = [
    {"budget": 40},
    {"budget": 40, "grader": by_prompt},
    {"budget": 48, "mode": "rl", "repeats": 4, "grader": by_repeat},
    {"budget": 48, "mode": "rl", "repeats": 4, "repeat_policy": "fixed"},
    {"situations": 5, "phrasings": 2, "repeats": 2, "budget": 90},
    {"seeds": SEEDS10, "repeats": 2, "budget": 30},
    {"budget": 9, "runs": 3},
]


@pytest.mark.parametrize("options", CASES, ids=lambda case: "-".join(case))
def test_rows_do_not_depend_on_concurrency(options: dict[str, Any]) -> None:
    def run(concurrency: int) -> wai.SimulationData:
        return sim(slow_look, concurrency=concurrency, **options)

    assert_same_draw(run, (1, 7, 64))


def test_a_sync_agent_draws_what_an_async_one_does() -> None:
    def strip(data: wai.SimulationData) -> list[Any]:
        return [(row["task_id"], row["final_text"], row["faults"]) for row in data]

    assert strip(sim(look, budget=30)) == strip(sim(slow_look, budget=30))


@pytest.mark.contract("S01")
async def test_the_async_form_draws_what_the_sync_form_does() -> None:
    data = await wai.simulate_async(
        slow_look, tools=TOOLS2, system_prompt=POLICY, simulator=False, budget=20
    )
    twin = await anyio.to_thread.run_sync(lambda: sim(slow_look, budget=20))
    assert same_rows(data, twin)


def test_another_seed_draws_other_rows() -> None:
    assert not same_rows(sim(budget=20), sim(budget=20, seed=1))


def test_two_runs_of_one_process_are_equal() -> None:
    """F068."""
    assert same_rows(sim(budget=24, mode="rl"), sim(budget=24, mode="rl"))


async def test_two_runs_on_one_loop_do_not_mix() -> None:
    runs: dict[int, wai.SimulationData] = {}

    async def run(seed: int) -> None:
        runs[seed] = await wai.simulate_async(
            slow_look,
            tools=TOOLS2,
            system_prompt=POLICY,
            simulator=False,
            budget=20,
            seed=seed,
        )

    async with anyio.create_task_group() as group:
        for seed in (0, 1):
            group.start_soon(run, seed)
    alone = await anyio.to_thread.run_sync(lambda: sim(slow_look, budget=20, seed=1))
    assert same_rows(runs[1], alone)


@pytest.mark.parametrize(
    "options", [{}, {"mode": "rl", "repeats": 4, "grader": by_repeat}]
)
@pytest.mark.parametrize(("concurrency", "budget"), [(1, 30), (7, 60), (32, 100)])
def test_the_peak_in_flight_is_the_concurrency(
    options: dict[str, Any], concurrency: int, budget: int
) -> None:
    """F260, F261."""
    agent = Peak()
    sim(agent, budget=budget, concurrency=concurrency, **options)
    assert agent.most == concurrency


def test_a_small_run_that_follows_up_begins_two_fifths_of_its_budget_together() -> None:
    agent = Peak()
    sim(agent, budget=40, concurrency=40, grader=lambda row: 1.0)
    assert agent.most == 16


def test_a_call_goes_out_before_every_place_is_filled() -> None:
    asks, tasks = [f"Where is order {number}?" for number in range(20)], []
    all_begun = asyncio.Event()

    async def agent(message: str) -> str:
        tasks.append(len(asyncio.all_tasks()))
        if len(tasks) == 20:
            all_begun.set()
        await all_begun.wait()
        return "Done."

    sim(agent, tasks=asks, budget=20, concurrency=20, timeout=10)
    assert tasks[0] < 20 <= max(tasks)


def test_a_run_of_as_many_rows_as_places_plays_them_all_at_once() -> None:
    begun, every = [], asyncio.Event()

    async def agent(message: str) -> str:
        begun.append(message)
        if len(begun) == 20:
            every.set()
        await every.wait()
        return "Done."

    asks = [f"Where is order {number}?" for number in range(20)]
    data = sim(agent, tasks=asks, budget=20, concurrency=20, timeout=1)
    assert data.search["rollouts"]["timed_out"] == 0
