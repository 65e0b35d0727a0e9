"""A run on a cassette: recorded once, the same again with the network cut."""

from __future__ import annotations

import asyncio
import json
import re
from typing import TYPE_CHECKING, Any

import pytest

import whileai as wai
from tests.builtin.backends.server import HASTE, Server, calls, fails, says
from tests.support import sim_async
from whileai.base.errors import NotConfigured, RunStopped
from whileai.calls import Ask, Completion
from whileai.testing import same_rows

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from whileai.model import Turn
    from whileai.results import SimulationData

pytestmark = [
    pytest.mark.anyio,
    pytest.mark.contract("S57"),
]
KEY = "sk-very-secret-0123456789"


@pytest.fixture(autouse=True)
def bare(monkeypatch: pytest.MonkeyPatch) -> pytest.MonkeyPatch:
    for name in ("OPENAI_API_KEY", "OPENAI_BASE_URL", "WHILEAI_BASE_URL"):
        monkeypatch.delenv(name, raising=False)
    return monkeypatch


async def run(agent: Any, path: Path, **options: Any) -> SimulationData:
    common: dict[str, Any] = {
        "budget": 6,
        "avg_turns": 6,
        "cassette": path,
    }
    return await sim_async(agent, **(common | options))


def shop(body: dict[str, Any], number: int) -> Any:
    """Look the order up, then ask; the person does not know. No two answers agree."""
    if not body.get("tools"):
        return says(f"I do not know, really, {number}.")
    if body["messages"][-1]["role"] == "user":
        return calls(("lookup_order", {"order_id": f"A{number}"}))
    return says(f"Done, for the time number {number}. Which order?")


async def recorded(path: Path, script: Any = shop, **options: Any) -> SimulationData:
    """Record a run against a server that is gone afterwards."""
    async with Server(script) as server:
        return await run(wai.OpenAI("m", server.url, KEY), path, **options)


GONE = wai.OpenAI("m", "http://127.0.0.1:9", KEY, **HASTE)


@pytest.mark.contract("S34", "S50")
@pytest.mark.parametrize("concurrency", [1, 8])
async def test_a_recorded_run_replays_with_the_network_cut(
    tmp_path: Path, concurrency: int
) -> None:
    first = await recorded(tmp_path / "c")
    again = await run(GONE, tmp_path / "c", concurrency=concurrency)
    assert same_rows(first, again)
    assert again.search["cassette"]["recorded"] == 0
    usage = again.report()["usage"]
    assert usage["agent"]["requests"] == 0
    assert usage["agent"]["replayed"] == usage["agent"]["calls"] > 6
    assert usage["user"]["replayed"] == usage["user"]["calls"] > 0


async def test_the_replay_needs_no_key(
    tmp_path: Path, bare: pytest.MonkeyPatch
) -> None:
    first = await recorded(tmp_path / "c")
    assert same_rows(first, await run("openai:m", tmp_path / "c"))
    with pytest.raises(NotConfigured, match="OPENAI_API_KEY"):
        await run("openai:another", tmp_path / "c")


async def test_a_model_writer_is_replayed_too(tmp_path: Path) -> None:
    def script(body: dict[str, Any], number: int) -> Any:
        text = body["messages"][-1]["content"]
        if "response_format" not in body:
            return says("Done.")
        said = re.findall(r"Must be spelled exactly: ([^\n]*?)\.\n", text + "\n")
        wordings = [[f"Please see to {each}, it is urgent."] for each in said]
        asks = [{"id": n, "wordings": w} for n, w in enumerate(wordings, 1)]
        return says(json.dumps({"asks": asks}))

    async with Server(script) as server:
        model = wai.OpenAI("m", server.url)
        first = await run(model, tmp_path / "c", simulator=model, avg_turns=1, budget=3)
    again = await run(GONE, tmp_path / "c", simulator=GONE, avg_turns=1, budget=3)
    assert same_rows(first, again)
    assert {row["writer_model"] for row in again.rows()} == {"openai:m"}


async def test_a_replay_alone_calls_no_server_that_is_there(tmp_path: Path) -> None:
    alone: dict[str, Any] = {"budget": 3, "fault_rate": 0}
    alone["advanced"] = {"replay_only": True}
    async with Server(shop) as server:
        model = wai.OpenAI("m", server.url, KEY)
        first = await run(model, tmp_path / "c", budget=3, fault_rate=0)
        asked = len(server.requests)
        assert same_rows(first, await run(model, tmp_path / "c", **alone))
        with pytest.raises(RunStopped, match="leave out advanced="):
            await run(model, tmp_path / "c", scaffold="Be kind.", **alone)
        with pytest.raises(RunStopped, match="cassette_misses"):
            await run(model, tmp_path / "none", **alone)
        assert len(server.requests) == asked
    assert not (tmp_path / "none").exists()


def test_a_replay_alone_needs_a_cassette() -> None:
    with pytest.raises(ValueError, match="pass cassette="):
        wai.simulate(shop, simulator=False, advanced={"replay_only": True})


async def test_editing_the_prompt_names_the_misses(tmp_path: Path) -> None:
    options: dict[str, Any] = {"budget": 3, "fault_rate": 0}
    await recorded(tmp_path / "c", **options)
    with pytest.raises(RunStopped, match="cassette_misses") as caught:
        await run(GONE, tmp_path / "c", scaffold="Be kind.", **options)
    told = caught.value.data.search["cassette"]
    assert 2 <= told["misses"] == len(told["missed"]) <= 3  # the run stops at once
    for each in told["missed"]:
        assert re.match(
            r"agent openai:m in \S+, call 1 \(changed: system prompt\)", each
        )
    assert caught.value.data.stopped_because == "cassette_misses"


async def test_a_miss_stops_before_anything_else_is_spent(tmp_path: Path) -> None:
    """The user's own agent may cost money: it is not called again after the miss."""
    heard: list[Any] = []

    def agent(messages: list[Any]) -> str:
        heard.append(messages)
        return "Which order is it?"

    async with Server([says("I do not know.")]) as server:
        person = wai.OpenAI("m", server.url)
        await run(agent, tmp_path / "c", user_model=person, concurrency=1)
    heard.clear()
    with pytest.raises(RunStopped, match="user openai:m"):
        await run(
            agent,
            tmp_path / "c",
            user_model=GONE,
            concurrency=1,
            temperature=None,
            seed=1,
        )
    assert len(heard) == 1


async def test_a_miss_with_a_server_is_recorded(tmp_path: Path) -> None:
    await recorded(tmp_path / "c", budget=3)
    more = await recorded(tmp_path / "c", budget=6)
    assert more.search["cassette"]["recorded"] > 0
    assert more.search["cassette"]["replayed"] > 0
    assert same_rows(more, await run(GONE, tmp_path / "c", budget=6))


@pytest.mark.contract("S54")
async def test_failures_are_part_of_the_run(tmp_path: Path) -> None:
    """A lost try is lost again, and its slot is tried again, without any server."""

    def script(body: dict[str, Any], number: int) -> Any:
        return fails(400, "too hot") if number % 3 == 0 else says(f"Done {number}.")

    first = await recorded(tmp_path / "c", script, avg_turns=1, repeats=2)
    again = await run(GONE, tmp_path / "c", avg_turns=1, repeats=2)
    assert same_rows(first, again)
    assert first.search["rollouts"]["rerolled"] > 0
    counts = again.search["rollouts"]
    assert counts["rerolled"] == first.search["rollouts"]["rerolled"]


async def test_a_refused_key_is_not_recorded(tmp_path: Path) -> None:
    with pytest.raises(RunStopped, match="agent_auth_failed"):
        await recorded(tmp_path / "c", [fails(401)])
    assert len(await recorded(tmp_path / "c")) == 6


async def test_the_key_is_never_on_the_cassette(tmp_path: Path) -> None:
    """Nor on a row: a server that repeats it does not get it written down."""
    echo = [fails(400, f"bad key {KEY}"), says(f"Done, {KEY}.")]
    data = await recorded(tmp_path / "c", echo, avg_turns=1)
    text = (tmp_path / "c").read_text()
    assert "bad key" in text
    assert KEY not in text
    assert {row["final_text"] for row in data.rows()} == {"Done, [key]."}


@pytest.mark.contract("S29", "S51")
async def test_checkpoint_and_cassette_go_together(tmp_path: Path) -> None:
    whole = await recorded(tmp_path / "c")
    kept = tmp_path / "kept.jsonl"
    await run(GONE, tmp_path / "c", checkpoint=kept)
    lines = kept.read_bytes().splitlines(keepends=True)
    kept.write_bytes(b"".join(lines[:4]))
    again = await run(GONE, tmp_path / "c", checkpoint=kept)
    assert same_rows(whole, again)
    assert again.search["rollouts"]["resumed"] == 3


@pytest.mark.contract("S26")
async def test_several_runs_are_told_apart(tmp_path: Path) -> None:
    first = await recorded(tmp_path / "c", runs=2, budget=3)
    assert same_rows(first, await run(GONE, tmp_path / "c", runs=2, budget=3))
    assert len({row["final_text"] for row in first.rows()}) == 6


class Own:
    """A third party's backend; it answers each call with its number."""

    name = "own:m"

    def __init__(self, *, cut: bool = False) -> None:
        self.made, self.cut = 0, cut

    async def complete(self, turns: Sequence[Turn], ask: Ask, /) -> Completion:
        if self.cut:
            raise ConnectionError("no route")
        await asyncio.sleep(0)
        self.made += 1
        return Completion(text=f"Done {self.made}.", input_tokens=3, output_tokens=2)


@pytest.mark.contract("S40")
async def test_a_third_partys_backend_is_recorded_and_counted(tmp_path: Path) -> None:
    own = Own()
    first = await run(own, tmp_path / "c", avg_turns=1)
    usage = first.report()["usage"]["agent"]
    assert (usage["calls"], usage["input_tokens"]) == (own.made, 3 * own.made)
    again = await run(Own(cut=True), tmp_path / "c", avg_turns=1)
    assert same_rows(first, again)
    with pytest.raises(RunStopped, match="no route"):
        await run(Own(cut=True), tmp_path / "c", avg_turns=1, scaffold="Be kind.")


async def test_a_failed_server_in_mid_run_ends_it_as_ever(tmp_path: Path) -> None:
    """Only what the cassette lacks while nobody ever answered is a miss."""
    await recorded(tmp_path / "c", budget=2, avg_turns=1)

    def script(body: dict[str, Any], number: int) -> Any:
        return says("Done.") if number < 2 else fails(401)

    data = await recorded(tmp_path / "c", script, avg_turns=1, concurrency=1)
    assert data.stopped_because == "agent_auth_failed"
    assert data.search["cassette"]["misses"] == 0


@pytest.mark.contract("S15")
async def test_the_judge_is_replayed_too(tmp_path: Path) -> None:
    def script(body: dict[str, Any], number: int) -> Any:
        if body.get("tools"):
            return says("Done.")
        return says(json.dumps({"reward": 1, "reason": f"number {number}"}))

    options: dict[str, Any] = {"avg_turns": 1, "budget": 3}
    async with Server(script) as server:
        model = wai.OpenAI("m", server.url)
        judge = wai.Judge("Be polite.", model)
        first = await run(model, tmp_path / "c", grader=judge, **options)
    again = await run(
        GONE, tmp_path / "c", grader=wai.Judge("Be polite.", GONE), **options
    )
    assert same_rows(first, again)
    assert again.report()["usage"]["judge"]["replayed"] == 3
    with pytest.raises(RunStopped, match="judge openai:m"):
        await run(GONE, tmp_path / "c", grader=wai.Judge("Be kind.", GONE), **options)
