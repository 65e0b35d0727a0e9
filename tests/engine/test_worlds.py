"""The world is handed to the agent, and everything it answers is recorded."""

from __future__ import annotations

import asyncio
import contextlib
import re
import sys
import threading
from typing import Any

import pytest

import whileai as wai
from tests.support import TOOLS2, look, ok, sim
from whileai.simulations.generate.agents import current_rollout
from whileai.testing import DictWorld

pytestmark = pytest.mark.contract("S44")


def steps(row: Any) -> list[tuple[str, Any, Any]]:
    return [
        (s["tool"], s["arguments"], s["result"]) for s in row["steps"] if "tool" in s
    ]


def test_calls_through_the_world_are_the_steps() -> None:
    def agent(message: str, world: Any) -> str:
        world.call("lookup_order", {"order_id": "7"})
        return "Done."

    (row,) = sim(agent, budget=1, execute=DictWorld({"lookup_order": {"id": 7}}))
    assert steps(row) == [("lookup_order", {"order_id": "7"}, {"id": 7})]
    assert row["tools_used"] == ["lookup_order"]


def test_the_current_world_is_the_one_that_was_handed() -> None:
    async def agent(message: str, *, world: Any) -> str:
        assert wai.current_world() is world
        await asyncio.to_thread(lambda: wai.current_world().call("lookup_order", {}))
        return "Done."

    data = sim(agent, budget=8)
    assert all(len(steps(row)) == 1 for row in data)
    with pytest.raises(RuntimeError, match="inside a rollout"):
        wai.current_world()


def test_tools_are_openai_tools_and_fresh() -> None:
    seen: list[Any] = []

    def agent(message: str, world: Any) -> str:
        seen.append(world.tools[0]["function"].pop("name"))
        assert world.tools[0]["function"]["name"] == "lookup_order"
        return "Done."

    sim(agent, budget=2)
    assert seen == ["lookup_order"] * 2


def test_own_steps_are_kept_without_the_world_and_not_repeated_with_it() -> None:
    call = {"tool": "lookup_order", "arguments": {"order_id": "7"}, "result": {"a": 1}}
    other: dict[str, Any] = {"tool": "create_refund", "arguments": {}, "result": None}

    def alone(message: str) -> dict[str, Any]:
        return {"steps": [call], "final_text": "Done."}

    def both(message: str, world: Any) -> dict[str, Any]:
        world.call("lookup_order", {"order_id": "7"})
        return {"steps": [call, other], "final_text": "Done."}

    world = DictWorld({"lookup_order": {"a": 2}})
    assert steps(sim(alone, budget=1)[0]) == [
        ("lookup_order", {"order_id": "7"}, {"a": 1})
    ]
    assert steps(sim(both, budget=1, execute=world)[0]) == [
        ("lookup_order", {"order_id": "7"}, {"a": 2}),
        ("create_refund", {}, None),
    ]


def test_values_handed_out_are_copies() -> None:
    shared = {"items": [1]}

    def agent(message: str, world: Any) -> str:
        world.call("lookup_order", {"order_id": "7"})["items"].append(2)
        return "Done."

    data = sim(agent, budget=2, execute=DictWorld({"lookup_order": shared}))
    assert [steps(row)[0][2] for row in data] == [{"items": [1]}] * 2
    assert shared == {"items": [1]}


@pytest.mark.contract("S30")
@pytest.mark.parametrize("style", ["sync", "async"])
@pytest.mark.parametrize("agent_style", ["sync", "async"])
def test_execute_answers_every_call(style: str, agent_style: str) -> None:
    asked: list[Any] = []

    def execute(tool: str, arguments: dict[str, Any]) -> dict[str, Any]:
        asked.append((tool, arguments))
        return {"by": "me"}

    async def slow(tool: str, arguments: dict[str, Any]) -> dict[str, Any]:
        await asyncio.sleep(0)
        return execute(tool, arguments)

    def agent(message: str, world: Any) -> str:
        return str(world.call("lookup_order", {"order_id": "7"})["by"])

    async def patient(message: str, world: Any) -> str:
        answer = await world.call_async("lookup_order", {"order_id": "7"})
        return str(answer["by"])

    data = sim(
        agent if agent_style == "sync" else patient,
        budget=6,
        fault_rate=0,
        execute=execute if style == "sync" else slow,
    )
    assert [row["final_text"] for row in data] == ["me"] * 6
    assert asked == [("lookup_order", {"order_id": "7"})] * 6


@pytest.mark.contract("S30", "S38")
def test_what_execute_does_to_its_arguments_is_in_no_row() -> None:
    def execute(tool: str, arguments: dict[str, Any]) -> dict[str, Any]:
        arguments["order_id"] = arguments.pop("order_id").upper()
        return dict(arguments)

    def agent(message: str, world: Any) -> str:
        return str(world.call("lookup_order", {"order_id": "ord-1"}))

    row = sim(agent, execute=execute, budget=1, fault_rate=0.0)[0]
    assert "ORD-1" in row["final_text"]
    assert row["steps"][0]["arguments"] == {"order_id": "ord-1"}


@pytest.mark.contract("S30")
def test_a_world_that_raises_or_gives_no_json_answers_with_an_error() -> None:
    def execute(tool: str, arguments: Any) -> Any:
        if tool == "lookup_order":
            raise KeyError("A-17")
        return object()

    def agent(message: str, world: Any) -> str:
        first = world.call("lookup_order")
        second = world.call("create_refund")
        third = world.call("lokup_order")
        return f"{first['error']} | {second['error']} | {third['error']}"

    (row,) = sim(agent, budget=1, execute=execute, fault_rate=0)
    first, second, third = row["final_text"].split(" | ")
    assert "KeyError" in first
    assert "no JSON value" in second
    assert "did you mean 'lookup_order'?" in third
    assert {step["status"] for step in row["steps"]} == {"error"}


UNTOLD = pytest.mark.skipif(
    sys.version_info < (3, 11), reason="3.10 cannot tell whose it is"
)


@pytest.mark.parametrize("kind", ["sync", pytest.param("async", marks=UNTOLD)])
def test_a_cancellation_that_a_tool_raises_is_its_answer(kind: str) -> None:
    async def execute(tool: str, arguments: Any) -> Any:
        raise asyncio.CancelledError

    async def async_agent(message: str, world: Any) -> str:
        return str((await world.call_async("lookup_order", {}))["error"])

    def agent(message: str, world: Any) -> str:
        return str(world.call("lookup_order", {})["error"])

    player = agent if kind == "sync" else async_agent
    (row,) = sim(player, budget=1, execute=execute, fault_rate=0)
    assert row["final_text"] == "CancelledError"
    assert [step["status"] for step in row["steps"]] == ["error"]


def test_a_tool_call_that_its_agent_gave_up_is_no_answer() -> None:
    async def execute(tool: str, arguments: Any) -> Any:
        await asyncio.sleep(30)

    async def agent(message: str, world: Any) -> str:
        with contextlib.suppress(asyncio.TimeoutError):
            await asyncio.wait_for(world.call_async("lookup_order", {}), 0.01)
        return "Gave up."

    (row,) = sim(agent, budget=1, execute=execute, fault_rate=0)
    assert (row["final_text"], row["tools_used"]) == ("Gave up.", [])


def test_a_blocking_call_of_an_async_world_on_the_loop_names_the_way() -> None:
    async def execute(tool: str, arguments: Any) -> dict[str, Any]:
        return {}

    async def agent(message: str, world: Any) -> str:
        with pytest.raises(RuntimeError, match="call_async"):
            world.call("lookup_order", {})
        return "Done."

    assert len(sim(agent, budget=2, execute=execute, fault_rate=0)) == 2


@pytest.mark.contract("S30", "S46")
def test_scheduled_faults_come_first_and_rows_keep_plan_and_what_fired() -> None:
    """F112, F113."""
    asked: list[str] = []

    def execute(tool: str, arguments: Any) -> dict[str, Any]:
        asked.append(tool)
        return {"fine": True}

    def agent(message: str, world: Any) -> str:
        for tool in ("lookup_order", "create_refund"):
            world.call(tool, {"order_id": "7", "amount": 1})
        return "Done."

    options: dict[str, Any] = {
        "fault_rate": 1.0,
        "dimensions": {"tool_condition": ["permission_denied"]},
        "situations": 12,
        "budget": 12,
    }
    data = sim(agent, execute=execute, **options)
    planned = [row["lineage"]["planned_faults"] for row in data]
    fired = [row["faults"] for row in data]
    assert all(each for each in planned)
    assert sum(map(len, fired)) == 2 * len(data) - len(asked) > 0
    for plan, met in zip(planned, fired, strict=True):
        assert all(m["mode"] == "permission_denied" for m in met.values())
        assert {m["mode"] for m in plan.values()} == {"permission_denied"}
    without = sim(ok, execute=execute, **options)
    assert all(row["lineage"]["planned_faults"] for row in without)
    assert not any(row["faults"] for row in without)


@pytest.mark.contract("S31")
@pytest.mark.parametrize("style", ["sync", "async"])
def test_the_current_rollout_is_this_one_in_every_task_and_thread(style: str) -> None:
    """F112."""

    def check(message: str) -> str:
        assert current_rollout.prompt == message
        return f"{current_rollout.rollout_index}/{current_rollout.seed}"

    async def slow(message: str) -> str:
        await asyncio.sleep(0.001)
        inner = await asyncio.to_thread(check, message)
        assert inner == check(message)
        return inner

    data = sim(check if style == "sync" else slow, budget=48, repeats=2, fault_rate=0)
    said = [row["final_text"] for row in data]
    assert len(set(said)) == 48
    assert [s.split("/")[0] for s in said] == [
        str(row["rollout_index"]) for row in data
    ]
    assert current_rollout.prompt is None
    assert not current_rollout


@pytest.mark.contract("S11")
def test_a_sync_agent_has_as_many_threads_as_the_concurrency() -> None:
    together = threading.Barrier(48, timeout=20)

    def agent(message: str) -> str:
        together.wait()
        return "Done."

    tasks = [f"Ask {number}." for number in range(48)]
    assert len(sim(agent, tasks=tasks, concurrency=48)) == 48


@pytest.mark.contract("S03", "S02")
@pytest.mark.parametrize(
    "agent",
    [lambda: "no message", lambda a, b: "two", lambda *, message: "by name"],
)
def test_an_agent_of_the_wrong_arity_is_refused_before_any_call(agent: Any) -> None:
    with pytest.raises(TypeError, match="agent="):
        sim(agent, budget=1)


@pytest.mark.contract("S03", "S19")
def test_an_agent_or_writer_that_nobody_configured_names_the_ways_on(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """F055, F189."""
    for name in ("WHILEAI_BASE_URL", "WHILEAI_API_KEY", "WHILEAI_MODEL"):
        monkeypatch.delenv(name, raising=False)
    with pytest.raises(wai.NotConfigured, match="agent="):
        wai.simulate(simulator=False)
    with pytest.raises(wai.NotConfigured) as caught:
        wai.simulate(ok, tools=TOOLS2)
    for way in ("WHILEAI_API_KEY", "simulator=False", "openai:gpt-4.1-mini"):
        assert way in str(caught.value)


@pytest.mark.contract("S19")
def test_an_unknown_writer_is_refused_at_once() -> None:
    with pytest.raises(ValueError, match="did you mean 'template'"):
        wai.simulate(ok, simulator="templates")


@pytest.mark.parametrize(
    ("result", "says"),
    [
        ({"big": 2**80}, "the result of lookup_order .*an integer beyond 64 bits"),
        ([1, {"n": float("nan")}], "nan is no JSON number and became null"),
        ({"big": 10**5000}, "beyond 64 bits"),
    ],
)
def test_a_number_that_no_row_can_keep_is_told(result: Any, says: str) -> None:
    data = sim(look, execute=lambda tool, arguments: result, budget=2, fault_rate=0)
    assert len(data) == 2
    assert re.search(says, " ".join(data.warnings))


def test_ordinary_results_are_told_of_in_no_warning() -> None:
    result = {"n": 1.5, "pair": (1, 2), "none": None}
    data = sim(look, execute=lambda tool, arguments: result, budget=2, fault_rate=0)
    assert data[0]["steps"][0]["result"] == {"n": 1.5, "pair": [1, 2], "none": None}
    assert "rows cannot keep" not in " ".join(data.warnings)


@pytest.mark.parametrize("odd", [float("nan"), float("-inf"), 2**70])
@pytest.mark.parametrize("part", ["arguments", "result"])
def test_an_odd_number_in_a_reported_step_is_told_once(part: str, odd: Any) -> None:
    step = {"tool": "lookup_order", "arguments": {}, "result": None, part: {"n": [odd]}}
    data = sim(lambda message: {"steps": [step], "final_text": "Done."}, budget=3)
    kept = str(odd) if isinstance(odd, int) else None
    assert [row["steps"][0][part] for row in data] == [{"n": [kept]}] * 3
    told = [line for line in data.warnings if "reported holds a number" in line]
    assert len(told) == 1


@pytest.mark.contract("S49")
def test_a_slow_answer_says_how_late_it_was_and_nobody_waits() -> None:
    def agent(message: str, world: Any) -> str:
        for _ in range(3):
            world.call("lookup_order", {"order_id": "7"})
        return "Done."

    data = sim(agent, budget=30, dimensions={"tool_condition": ["slow"]}, fault_rate=1)
    assert any(row["faults"] for row in data)
    for row in data:
        (planned,) = row["lineage"]["planned_faults"].values()
        times = 1 if planned["transient"] else 4 - planned["call"]
        late = row["timing"]["virtual_ms"]
        assert 2_000 * times <= late <= 45_000 * times
        assert list(row["faults"].values()) == [planned]


@pytest.mark.contract("S49")
def test_answers_that_are_not_slow_are_not_late() -> None:
    data = sim(lambda message, world: "Done.", budget=3, fault_rate=0)
    assert [row["timing"]["virtual_ms"] for row in data] == [0, 0, 0]
