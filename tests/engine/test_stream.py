"""Rows read one by one while the run goes on."""

from __future__ import annotations

from typing import Any

import anyio
import pytest

import whileai as wai
from tests.support import POLICY, TOOLS2, Peak, slow_look
from whileai.engine.plan import plan_of
from whileai.options import parse
from whileai.testing import same_rows

pytestmark = pytest.mark.contract("S53")

OFFLINE: dict[str, Any] = {
    "tools": TOOLS2,
    "system_prompt": POLICY,
    "simulator": False,
}


async def test_a_stream_gives_the_rows_of_the_run_in_plan_order() -> None:
    async with wai.stream(slow_look, budget=60, **OFFLINE) as run:
        rows = [row async for row in run]
    whole = await wai.simulate_async(slow_look, budget=60, **OFFLINE)
    assert same_rows(rows, whole)
    assert run.data.search["rollouts"]["rows"] == 60
    assert run.data.stopped_because == "budget"
    assert len(run.data) == 0


async def test_a_reader_that_does_not_read_holds_the_run_back() -> None:
    agent = Peak()
    async with wai.stream(
        agent, budget=200, concurrency=4, advanced={"open_rows": 20}, **OFFLINE
    ) as run:
        iterator = run.__aiter__()
        await iterator.__anext__()
        for _ in range(60):
            await turn()
        assert agent.calls <= 40
        assert len([row async for row in run]) == 199


async def test_leaving_the_block_early_stops_the_run() -> None:
    agent = Peak()
    async with wai.stream(agent, budget=5000, concurrency=4, **OFFLINE) as run:
        async for _ in run:
            assert run.data.stopped_because == "streaming"
            break
    calls = agent.calls
    await turn()
    assert agent.calls == calls < 1000
    assert run.data.stopped_because == "stopped"


def test_only_a_stream_waits_until_earlier_rows_are_out() -> None:
    options: dict[str, Any] = {"agent": slow_look, "simulator": False, "budget": 9000}
    assert plan_of(parse(options), False, None).open_rows == 9000
    few = parse({**options, "advanced": {"open_rows": 20}})
    assert plan_of(few, False, None).open_rows == 20
    streamed = wai.stream(**options)._recording.options
    assert plan_of(streamed, False, None).open_rows == 4096


async def turn() -> None:
    """Let the loop turn."""
    await anyio.sleep(0.002)


def test_a_bad_option_raises_at_the_call() -> None:
    with pytest.raises(TypeError, match="did you mean 'budget'"):
        wai.stream(slow_look, bugdet=3)  # type: ignore[call-arg]  # the typo is the test


async def test_a_stream_is_played_once() -> None:
    run = wai.stream(slow_look, budget=2, **OFFLINE)
    async with run:
        pass
    with pytest.raises(RuntimeError, match="played once"):
        async with run:
            pass


async def test_what_ends_the_run_leaves_the_block_as_it_leaves_simulate() -> None:
    options: dict[str, Any] = {**OFFLINE, "simulator": "hosted", "budget": 2}
    with pytest.raises(wai.NotConfigured) as caught:
        await wai.simulate_async(slow_look, **options)
    with pytest.raises(wai.NotConfigured) as streamed:
        async with wai.stream(slow_look, **options) as run:
            assert [row async for row in run] == []
    assert str(streamed.value) == str(caught.value)
