"""Models by name in a call: which plays what, and what ends a run."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from attrs import evolve

import whileai as wai
from tests.builtin.backends.server import Server, calls, fails, says
from tests.support import sim_async
from whileai.base.errors import NotConfigured, RunStopped

if TYPE_CHECKING:
    from whileai.results import SimulationData

pytestmark = [
    pytest.mark.anyio,
    pytest.mark.contract("S03", "S20", "S37"),
]

VARIABLES = (
    *("OPENAI_API_KEY", "OPENAI_BASE_URL", "WHILEAI_BASE_URL", "WHILEAI_API_KEY"),
    *("WHILEAI_MODEL", "ANTHROPIC_API_KEY"),
)


@pytest.fixture(autouse=True)
def bare(monkeypatch: pytest.MonkeyPatch) -> pytest.MonkeyPatch:
    for name in VARIABLES:
        monkeypatch.delenv(name, raising=False)
    return monkeypatch


async def run(agent: Any = None, **options: Any) -> SimulationData:
    common: dict[str, Any] = {
        "budget": 4,
        "avg_turns": 1,
        "fault_rate": 0,
    }
    return await sim_async(agent, **(common | options))


@pytest.mark.parametrize("spec", ["openai:m", "openai/m", "OpenAI:m"])
async def test_a_spec_plays_and_rows_show_the_colon_form(
    spec: str, bare: pytest.MonkeyPatch
) -> None:
    """F092, F093 as ruled."""
    async with Server([says("Done.")]) as server:
        bare.setenv("OPENAI_BASE_URL", server.url)
        data = await run(spec)
        again = await run(backend=spec)
        once_more = await run(wai.OpenAI("m"))
    for each in (data, again, once_more):
        assert {row["model_version"] for row in each.rows()} == {"openai:m"}
        assert each.report()["agent"]["name"] == "openai:m"


@pytest.mark.parametrize(
    ("spec", "says"),
    [
        ("gpt-4.1-mini", "openai:gpt-4.1-mini"),
        ("opnai:m", "did you mean 'openai'"),
        ("meta-llama/Llama-3", "names no model"),
        ("openai:", "names no model"),
    ],
)
async def test_what_names_no_model_is_refused_with_the_way_on(
    spec: str, says: str
) -> None:
    """F092."""
    for option in ("agent", "simulator", "user_model"):
        agent = says if option == "agent" else (lambda message: "Done.")
        options: dict[str, Any] = {"agent": agent, option: spec}
        with pytest.raises(ValueError, match=says):
            await run(**options)


async def test_nothing_configured_names_the_ways_on() -> None:
    """F055, F189."""
    with pytest.raises(NotConfigured, match=r"callable.*openai:gpt.*configure"):
        await run()
    with pytest.raises(NotConfigured, match="OPENAI_API_KEY is not set"):
        await run("openai:gpt-4.1-mini")


async def test_a_model_that_also_plays_the_person_is_told() -> None:
    """F084."""
    async with Server([says("Done.")]) as server:
        one, other = wai.OpenAI("m", server.url), wai.OpenAI("n", server.url)
        same = await run(one, avg_turns=6)
        apart = await run(one, avg_turns=6, user_model=other)
    assert "same_model" in same.degraded
    assert any("user_model=" in line for line in same.warnings)
    assert "same_model" not in apart.degraded


async def test_usage_is_reported_by_role() -> None:
    async with Server([says("Done.")]) as server:
        data = await run(wai.OpenAI("m", server.url))
    usage = data.report()["usage"]["agent"]
    assert usage["calls"] == usage["requests"] == 4
    assert usage["models"] == ["openai:m"]


@pytest.mark.contract("S52")
@pytest.mark.parametrize(
    ("answer", "reason", "most"),
    [
        (fails(401), "agent_auth_failed", 1),
        (fails(429, "insufficient_quota"), "agent_quota_exceeded", 1),
        (fails(404), "agent_host_dead", 3),
    ],
)
async def test_keys_quotas_and_dead_hosts_end_a_run(
    answer: Any, reason: str, most: int
) -> None:
    """F051, F052, F053, F222 as ruled."""
    async with Server([answer]) as server:
        with pytest.raises(RunStopped, match=reason) as caught:
            await run(wai.OpenAI("m", server.url), budget=40)
    assert len(server.requests) == most
    assert caught.value.data.stopped_because == reason


@pytest.mark.contract("S52")
async def test_rows_that_landed_before_the_end_are_returned() -> None:
    def script(_body: dict[str, Any], number: int) -> Any:
        return says("Done.") if number < 6 else fails(401)

    async with Server(script) as server:
        data = await run(wai.OpenAI("m", server.url), budget=40, concurrency=1)
    assert len(data) == 6
    assert data.stopped_because == "agent_auth_failed"


@pytest.mark.contract("S19", "S52")
async def test_a_writer_that_fails_ends_the_run_as_that() -> None:
    """F054."""
    async with Server([fails(400, "no")]) as server:
        data = await run(lambda message: "Done.", simulator=wai.OpenAI("m", server.url))
    assert data.stopped_because == "writer_failed"
    assert "HTTP 400" in data.search["writer_errors"][-1]


@pytest.mark.contract("S54")
async def test_failures_that_pass_lose_no_row() -> None:
    """F277, P9's shape: one row for each slot, whatever was sent again."""

    def script(body: dict[str, Any], number: int) -> Any:
        if number % 10 == 3:
            return fails(429, retry_after="0")
        if body["messages"][-1]["role"] == "user":
            return calls(("lookup_order", {"order_id": "A1"}))
        return says("Done.")

    async with Server(script) as server:
        data = await run(wai.OpenAI("m", server.url), budget=30)
    assert len(data) == 30
    assert data.search["rollouts"]["rerolled"] == 0
    assert all(len(row["messages"]) == 4 for row in data.rows())


@pytest.mark.contract("S11")
async def test_no_more_requests_are_in_flight_than_rollouts_may_be() -> None:
    slow = evolve(says("Done."), delay_s=0.02)
    async with Server([slow]) as server:
        await run(wai.OpenAI("m", server.url), budget=40, concurrency=8)
    assert 1 < server.peak <= 8


@pytest.mark.contract("S14")
async def test_a_call_past_the_timeout_is_tried_again_and_counted() -> None:
    """F133, F270."""
    async with Server([says("late")]) as server:
        slow = says("late")
        server.script = lambda _body, number: slow if number else _late()
        data = await run(wai.OpenAI("m", server.url), budget=1, timeout=0.3)
    assert data.search["rollouts"]["timed_out"] == 1
    assert len(data) == 1


def _late() -> Any:
    return evolve(says("late"), delay_s=5)
