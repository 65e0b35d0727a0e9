"""Verdicts are asked for inside the loop, beside rollouts."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import anyio
import pytest
from anyio.lowlevel import checkpoint

import whileai as wai
from tests.support import TOOLS2

if TYPE_CHECKING:
    from collections.abc import Mapping

pytestmark = pytest.mark.contract("S15", "S18", "S34")


async def run(agent: Any, grader: Any, **options: Any) -> wai.SimulationData:
    with anyio.fail_after(30):
        data: wai.SimulationData = await wai.simulate_async(
            agent, tools=TOOLS2, simulator=False, grader=grader, fault_rate=0, **options
        )
    return data


async def test_a_verdict_under_way_holds_no_place_of_a_rollout() -> None:
    """F257: the first verdict waits for the second rollout, at one in flight."""
    second = anyio.Event()
    begun = 0

    async def agent(message: str) -> str:
        nonlocal begun
        begun += 1
        if begun == 2:
            second.set()
        return "Done."

    async def grader(row: Mapping[str, Any]) -> bool:
        await second.wait()
        return True

    data = await run(agent, grader, budget=3, concurrency=1)
    assert [row["reward"] for row in data] == [1.0, 1.0, 1.0]


async def test_an_async_judge_that_fails_in_a_running_loop_leaves_no_grade() -> None:
    """F254."""

    async def grader(row: Mapping[str, Any]) -> float:
        await checkpoint()
        raise RuntimeError("the judge is away")

    data = await run(lambda message: "Done.", grader, budget=2)
    assert {row["reward"] for row in data} == {None}
    assert {row["judge_status"] for row in data} == {"error"}
    assert all("the judge is away" in str(row["judge_meta"]) for row in data)
