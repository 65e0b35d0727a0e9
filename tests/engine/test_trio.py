"""The engine is written to anyio: trio gives the same rows as asyncio."""

from __future__ import annotations

from typing import Any

import anyio
import anyio.lowlevel
import pytest

import whileai as wai
from tests.support import POLICY, TOOLS2, by_prompt, by_repeat, told
from whileai.testing import same_rows

pytestmark = pytest.mark.contract("S34", "S50", "S52")


async def asks(message: str, world: Any) -> str:
    await anyio.lowlevel.checkpoint()
    return told(await world.call_async("lookup_order", {"order_id": "A1000"}))


def blocks(message: str, world: Any) -> str:
    return told(world.call("lookup_order", {"order_id": "A1000"}))


async def judge(row: Any) -> float:
    await anyio.lowlevel.checkpoint()
    return by_prompt(row)


def played(backend: str, agent: Any, **options: Any) -> wai.SimulationData:
    async def call() -> wai.SimulationData:
        found: wai.SimulationData = await wai.simulate_async(
            agent,
            tools=TOOLS2,
            system_prompt=POLICY,
            simulator=False,
            seed=3,
            **options,
        )
        return found

    return anyio.run(call, backend=backend)


CASES: list[tuple[Any, dict[str, Any]]] = [
    (asks, {"budget": 30, "grader": judge}),
    (blocks, {"budget": 30, "grader": by_prompt}),
    (blocks, {"budget": 40, "mode": "rl", "repeats": 4, "grader": by_repeat}),
    (asks, {"budget": 10, "runs": 2}),
]


@pytest.mark.parametrize(("agent", "options"), CASES)
def test_trio_gives_the_rows_that_asyncio_gives(
    agent: Any, options: dict[str, Any]
) -> None:
    pytest.importorskip("trio", reason="trio comes with the extra 'testing'")
    assert same_rows(
        played("trio", agent, **options), played("asyncio", agent, **options)
    )


@pytest.mark.filterwarnings("ignore::UserWarning")
@pytest.mark.parametrize("backend", ["asyncio", "trio"])
def test_errors_timeouts_and_interrupts_are_the_same_on_both(backend: str) -> None:
    pytest.importorskip("trio", reason="trio comes with the extra 'testing'")

    async def slow(message: str) -> str:
        await anyio.sleep(5)
        return "late"

    late = played(backend, slow, budget=1, timeout=0.02)
    assert late.search["rollouts"]["timed_out"] > 0

    async def stops(message: str) -> str:
        raise KeyboardInterrupt

    with pytest.raises(wai.Interrupted):
        played(backend, stops, budget=4)

    async def raises(message: str) -> str:
        raise LookupError(message)

    assert played(backend, raises, budget=2).stopped_because == "agent_failed"


@pytest.mark.parametrize("backend", ["asyncio", "trio"])
def test_a_deadline_around_a_run_stops_it_on_both(backend: str) -> None:
    pytest.importorskip("trio", reason="trio comes with the extra 'testing'")

    async def call() -> bool:
        async def hangs(message: str) -> str:
            await anyio.sleep_forever()
            return "never"

        with anyio.move_on_after(0.05) as scope:
            await wai.simulate_async(hangs, simulator=False, budget=9, concurrency=3)
        return scope.cancelled_caught

    assert anyio.run(call, backend=backend)
