"""Slots that workers play: the same rows, and everything else stays with the run."""

from __future__ import annotations

import asyncio
from collections import Counter
from typing import TYPE_CHECKING, Any

import anyio
import pytest

import whileai as wai
from tests.builtin.agents.chatting import FakeChat, called, said
from tests.builtin.backends.server import HASTE, Server, calls, fails, says
from tests.builtin.worlds.test_mcp import keeping, tiny
from tests.engine import beside
from tests.support import (
    POLICY,
    TOOLS2,
    by_prompt,
    by_repeat,
    look,
    ok,
    sim,
    sim_async,
    slow_look,
)
from whileai.base.errors import WhileAIError
from whileai.engine import crew
from whileai.simulations.generate.agents import current_rollout
from whileai.testing import ListSink, assert_same_draw, same_rows

if TYPE_CHECKING:
    from pathlib import Path

    from whileai.results import SimulationData

pytestmark = [
    pytest.mark.contract("S40", "S50"),
    pytest.mark.filterwarnings("ignore::UserWarning"),
]
AWAY: dict[str, Any] = {"executor": "beside:3", "plugins": [beside]}


async def asks_back(messages: list[dict[str, Any]]) -> str:
    return "Which order is it?"


async def raises(message: str) -> str:
    if len(message) % 5 == 0:
        raise ValueError(f"refused: {message}")
    return "" if len(message) % 5 == 1 else "Done."


CASES: list[tuple[Any, dict[str, Any]]] = [
    (look, {"budget": 30, "grader": by_prompt}),
    (slow_look, {"budget": 40, "mode": "rl", "repeats": 4, "grader": by_repeat}),
    (asks_back, {"budget": 12, "patience": "short"}),
    (raises, {"budget": 16, "repeats": 2}),
    (look, {"budget": 8, "runs": 2, "seeds": ["Where is A1?", "Refund A2."]}),
    (ok, {"budget": 5, "sampling": {"temperature": 0.5}}),
]


@pytest.mark.parametrize(("agent", "options"), CASES)
def test_workers_give_the_rows_that_the_run_gives_itself(
    agent: Any, options: dict[str, Any]
) -> None:
    here, away = sim(agent, **options), sim(agent, **options, **AWAY)
    assert len(away)
    assert same_rows(here, away)
    assert here.search["rollouts"]["lost_by"] == away.search["rollouts"]["lost_by"]
    assert here.search["first_agent_error"] == away.search["first_agent_error"]


def test_many_short_rollouts_share_a_message() -> None:
    assert sim(ok, budget=3).search["executor"] is None
    data = sim(ok, budget=60, concurrency=30, fault_rate=0, **AWAY)
    told = data.search["executor"]
    assert (told["workers"], told["ended"], told["slots"]) == (3, 0, 60)
    assert told["messages"] < 60


def test_concurrency_does_not_change_what_workers_give() -> None:
    assert_same_draw(
        lambda concurrency: sim(
            slow_look, budget=24, concurrency=concurrency, grader=by_prompt, **AWAY
        )
    )


async def test_no_more_is_in_flight_than_concurrency_says() -> None:
    data = await sim_async(counted, budget=30, concurrency=4, **AWAY)
    assert len(data) == 30
    assert FLYING["most"] == 4


FLYING: Counter[str] = Counter()


async def counted(message: str) -> str:
    FLYING["now"] += 1
    FLYING["most"] = max(FLYING["most"], FLYING["now"])
    await asyncio.sleep(0.001)
    FLYING["now"] -= 1
    return "Done."


async def test_a_stream_and_an_evaluation_take_workers_too() -> None:
    """S53."""
    here = await sim_async(look, budget=12)
    async with wai.stream(
        look,
        tools=TOOLS2,
        system_prompt=POLICY,
        simulator=False,
        seed=0,
        budget=12,
        **AWAY,
    ) as run:
        assert same_rows(here, [row async for row in run])
    played = [
        await wai.evaluate_async(look, by_prompt, eval_set=here, tools=TOOLS2, **more)
        for more in ({}, AWAY)
    ]
    assert len(played[1]) == 12
    assert same_rows(*played)


def test_a_resumed_run_ends_as_one_that_workers_played(tmp_path: Path) -> None:
    """S51: half of it is played here, the rest there."""
    path = tmp_path / "c.jsonl"
    whole = sim(look, budget=20, checkpoint=path)
    kept = path.read_bytes().splitlines(keepends=True)[:9]
    path.write_bytes(b"".join(kept))
    again = sim(look, budget=20, checkpoint=path, **AWAY)
    assert same_rows(whole, again)
    assert again.search["rollouts"]["resumed"] == 8


def test_sinks_graders_and_annotations_stay_with_the_run() -> None:
    sink = ListSink()
    data = sim(
        ok, budget=6, output=sink, grader=lambda row: len(row["prompt"]) % 2, **AWAY
    )
    assert [row.to_json() for row in sink.rows] == data.rows()
    assert all(row["reward"] in (0, 1) for row in data)


async def tells(message: str) -> str:
    playing = current_rollout
    world = wai.current_world()
    await world.call_async("lookup_order", {"order_id": "A1"})
    return f"{playing.prompt == message} {playing.seed}"


def test_a_rollout_knows_itself_in_a_worker() -> None:
    here, away = sim(tells, budget=6), sim(tells, budget=6, **AWAY)
    assert same_rows(here, away)
    assert {row["final_text"].split()[0] for row in away} == {"True"}


def numbers(message: str) -> dict[str, Any]:
    step = {"tool": "lookup_order", "arguments": {"n": float("nan")}, "result": 1}
    return {"steps": [step], "final_text": "Done."}


def test_warnings_of_workers_are_the_runs() -> None:
    here, away = sim(numbers, budget=3), sim(numbers, budget=3, **AWAY)
    assert "cannot keep" in here.warnings[0]
    assert away.warnings == here.warnings


@pytest.mark.contract("S40")
def test_servers_of_a_world_begin_where_it_is_played() -> None:
    options: dict[str, Any] = {"budget": 2, "fault_rate": 0, "execute": tiny()}
    data = sim(keeping, tools=None, **options, **AWAY)
    assert [row["final_text"] for row in data] == ["Notes: ['milk']"] * 2


async def late(message: str) -> str:
    await asyncio.sleep(60)
    return "Done."


def test_a_call_that_is_late_in_a_worker_is_a_timeout() -> None:
    """S14."""
    data = sim(late, budget=2, timeout=0.01, **AWAY)
    assert data.search["rollouts"]["timed_out"] == 16
    assert "timeout=0.01" in data.search["first_agent_error"]


async def interrupts(message: str) -> str:
    raise KeyboardInterrupt


def test_an_interruption_in_a_worker_stops_the_run() -> None:
    """S52."""
    with pytest.raises(wai.Interrupted, match="the agent raised KeyboardInterrupt"):
        sim(interrupts, budget=3, **AWAY)


async def stays(message: str) -> str:
    STARTED.set()
    try:
        await asyncio.sleep(60)
    finally:
        ENDED.append(message)
    return "Done."


STARTED = anyio.Event()
ENDED: list[str] = []


async def test_cancelling_the_run_cancels_what_workers_play() -> None:
    """S52."""
    async with anyio.create_task_group() as group:
        group.start_soon(lambda: sim_async(stays, budget=9, concurrency=3, **AWAY))
        await STARTED.wait()
        group.cancel_scope.cancel()
    assert 1 <= len(ENDED) <= 3


async def mortal(message: str) -> str:
    if len(message) % 3 == 0:
        beside.die()
    await asyncio.sleep(0)
    return "Done."


def test_what_ends_its_worker_is_lost_and_the_rest_is_played_again() -> None:
    named: dict[str, Any] = {"advanced": {"model_version": "mortal"}, "budget": 20}
    lived, data = sim(mortal_here, **named), sim(mortal, **named, **AWAY)
    assert same_rows(lived, data)
    assert data.search["rollouts"]["lost_by"] == lived.search["rollouts"]["lost_by"]
    assert "WorkerEnded: the worker that played it" in data.search["first_agent_error"]
    assert any("another took its place" in line for line in data.warnings)


async def mortal_here(message: str) -> str:
    if len(message) % 3 == 0:
        raise RuntimeError
    return "Done."


def test_a_worker_of_another_version_is_refused(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(crew, "__version__", "0.0.1")
    with pytest.raises(WhileAIError, match=r"and the run 0\.0\.1; install the same"):
        sim(ok, **AWAY)


class Brittle:
    """An agent that cannot be made there."""

    def __init__(self) -> None:
        self.made = True

    def __setstate__(self, state: Any) -> None:
        raise OSError("no such licence")

    def __call__(self, message: str) -> str:
        return "Done."


def test_stages_that_cannot_be_made_there_are_told_before_anything_is_played() -> None:
    with pytest.raises(WhileAIError, match="could not begin: OSError: no such licence"):
        sim(Brittle(), **AWAY)


def inner() -> Any:
    return lambda *args: "Done."


class Person:
    """A person who holds what cannot travel."""

    def __init__(self) -> None:
        self.says = inner()

    async def reply(self, turns: Any, slot: Any, /) -> str:
        return str(self.says())


REFUSED: list[tuple[Any, dict[str, Any], str]] = [
    (inner(), {}, "agent=.*lambda.* cannot be sent there .*top level of a module"),
    (ok, {"execute": inner()}, "execute="),
    (ok, {"user_model": Person()}, "user_model="),
]


@pytest.mark.parametrize(("agent", "options", "told"), REFUSED)
def test_what_cannot_be_sent_is_refused_by_name(
    agent: Any, options: dict[str, Any], told: str
) -> None:
    with pytest.raises(TypeError, match=f"^executor='beside:3' plays .*{told}"):
        sim(agent, **options, **AWAY)


@pytest.mark.parametrize("agent", [slow_look, look])
def test_trio_gives_the_same_rows(agent: Any) -> None:
    pytest.importorskip("trio", reason="trio comes with the extra 'testing'")

    async def call() -> SimulationData:
        return await sim_async(look, budget=9, grader=by_prompt, **AWAY)

    there = anyio.run(call, backend="trio")
    assert same_rows(there, sim(look, budget=9, grader=by_prompt))


def chat() -> FakeChat:
    """Look an order up, then ask; as the person, say that it is not known."""

    def script(turns: Any, ask: Any) -> Any:
        if ask.role == "user":
            return said("I do not know that, sorry.")
        if turns[-1].role == "user":
            return called(("lookup_order", {"order_id": "A1"}))
        return said("Found it. Which address?")

    return FakeChat(script)


async def test_models_are_asked_by_the_run_and_never_sent() -> None:
    both = []
    for more in ({}, AWAY):
        model, person = chat(), chat()
        data = await sim_async(model, user_model=person, budget=8, max_turns=3, **more)
        assert model.asked
        assert person.asked
        both.append(data)
    assert same_rows(*both)
    assert both[0].report()["usage"] == both[1].report()["usage"]


def shop(body: dict[str, Any], number: int) -> Any:
    if body["messages"][-1]["role"] == "user":
        return calls(("lookup_order", {"order_id": "A1"}))
    return says("Done.")


@pytest.mark.contract("S54", "S55")
async def test_limits_hold_over_all_workers_together() -> None:
    async with Server(shop) as server:
        data = await sim_async(
            wai.OpenAI("m", server.url),
            budget=20,
            avg_turns=1,
            fault_rate=0,
            limits={"calls": 7},
            **AWAY,
        )
    assert len(server.requests) <= 7
    assert (len(data), data.stopped_because) == (3, "call_limit")


@pytest.mark.contract("S57")
async def test_a_cassette_replays_what_workers_ask(tmp_path: Path) -> None:
    options: dict[str, Any] = {"budget": 6, "avg_turns": 6, **AWAY}
    async with Server(shop) as server:
        model = wai.OpenAI("m", server.url)
        first = await sim_async(model, cassette=tmp_path / "t.jsonl", **options)
        asked = len(server.requests)
        second = await sim_async(model, cassette=tmp_path / "t.jsonl", **options)
        assert len(server.requests) == asked
    assert same_rows(first, second)


@pytest.mark.contract("S52")
async def test_a_refused_key_stops_the_run_as_without_workers() -> None:
    async with Server(lambda _body, _number: fails(401)) as server:
        model = wai.OpenAI("m", server.url, **HASTE)
        with pytest.raises(wai.RunStopped, match="auth_failed"):
            await sim_async(model, budget=9, **AWAY)
