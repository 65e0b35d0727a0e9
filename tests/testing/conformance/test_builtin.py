"""The stages that ship keep what they promise, and so do the fakes."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

import anyio.lowlevel
import pytest
from anyio.from_thread import start_blocking_portal

import whileai as wai
from tests.builtin.agents.test_http import served
from tests.builtin.backends.server import HASTE, Answer, Server, says
from tests.builtin.worlds.test_mcp import TINY
from whileai.calls import Completion, WireCall
from whileai.testing import (
    DictWorld,
    EchoAgent,
    FixedGrader,
    ListSink,
    ScriptedBackend,
    check_agent,
    check_backend,
    check_grader,
    check_sink,
    check_user,
    check_world,
    check_writer,
)
from whileai.testing.conformance.samples import TOOLS

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from pathlib import Path

pytestmark = pytest.mark.contract("S60", "S40")

CALL = WireCall(name="get_order", arguments='{"order_id": "A-1"}')
LOOKS = Completion(calls=(CALL,), finish_reason="tool")
ARGUMENTS = {"order_id": "A-1"}


def looks(message: str, world: Any) -> str:
    return f"{message}: {world.call('get_order', ARGUMENTS)}"


async def asks(messages: list[Any], world: Any) -> str:
    told = await world.call_async("get_order", ARGUMENTS)
    return f"{len(messages)}: {told}. Anything else?"


def passes(row: Mapping[str, Any]) -> float:
    return float("promise" not in row["final_text"])


async def passes_later(row: Mapping[str, Any]) -> dict[str, Any]:
    await anyio.lowlevel.checkpoint()
    return {"reward": passes(row), "reason": row["final_text"]}


def answers(tool: str, arguments: Any) -> Any:
    return {"tool": tool, "arguments": arguments}


async def answers_later(tool: str, arguments: Any) -> Any:
    await anyio.lowlevel.checkpoint()
    return {"tool": tool, "arguments": arguments}


class Shop:
    """Orders that are kept in memory."""

    def __init__(self) -> None:
        self.cancelled: list[Any] = []

    def cancel_order(self, order_id: str) -> Any:
        """Cancel one order."""
        self.cancelled.append(order_id)
        return self.cancelled


JUDGE = wai.Judge("be brief", model=ScriptedBackend('{"reward": 1, "reason": "brief"}'))
WORLD = wai.World(TOOLS, verbs={"cancel_order": "transition"})

STAGES: dict[str, Callable[[], None]] = {
    "agent function": lambda: check_agent(looks),
    "agent function async": lambda: check_agent(asks),
    "agent per rollout": lambda: check_agent(wai.per_rollout(lambda: asks)),
    "agent chat": lambda: check_agent(
        ScriptedBackend(LOOKS, "It is here. More?", "So.")
    ),
    "agent fake": lambda: check_agent(EchoAgent([("get_order", ARGUMENTS)])),
    "backend fake": lambda: check_backend(ScriptedBackend(LOOKS, "Hello")),
    "grader function": lambda: check_grader(passes),
    "grader function async": lambda: check_grader(passes_later),
    "grader ready": lambda: check_grader(wai.graders.contains("order")),
    "grader conduct": lambda: check_grader("conduct"),
    "grader outcome": lambda: check_grader(wai.outcome_check),
    "grader judge": lambda: check_grader(JUDGE),
    "grader fake": lambda: check_grader(FixedGrader()),
    "user silent": lambda: check_user("silent"),
    "user offline": lambda: check_user("offline"),
    "user model": lambda: check_user(ScriptedBackend("Yes, please.")),
    "world mock": lambda: check_world("mock", calls=[("cancel_order", ARGUMENTS)]),
    "world own": lambda: check_world(WORLD, calls=[("cancel_order", ARGUMENTS)]),
    "world function": lambda: check_world(answers),
    "world function async": lambda: check_world(answers_later),
    "world object": lambda: check_world(wai.ObjectWorld(Shop)),
    "world fake": lambda: check_world(DictWorld({"get_order": {"id": "A-1"}})),
    "writer template": lambda: check_writer(False),
    "writer model": lambda: check_writer(ScriptedBackend('[{"prompt": "My order?"}]')),
}


@pytest.mark.parametrize("check", STAGES.values(), ids=STAGES)
def test_a_built_in_stage_keeps_its_promises(check: Callable[[], None]) -> None:
    check()


def test_the_sinks_keep_their_promises(tmp_path: Path) -> None:
    path = tmp_path / "rows.jsonl"
    check_sink(path, read=lambda: path.read_bytes().splitlines())
    check_sink(f"jsonl:{path}", read=lambda: path.read_bytes().splitlines())
    sink = ListSink()
    check_sink(sink, read=lambda: sink.rows)


def test_an_agent_over_http_keeps_its_promises() -> None:
    with start_blocking_portal() as portal:
        server = portal.wrap_async_context_manager(served({"reply": "Hi."}, []))
        with server as url:
            check_agent(f"http:{url}")


HELLO = [{"type": "text", "text": "Hello"}]
MESSAGE = Answer(body={"content": HELLO, "stop_reason": "end_turn"})


@pytest.mark.parametrize(
    ("kind", "answer"), [(wai.OpenAI, says("Hello")), (wai.Anthropic, MESSAGE)]
)
def test_a_model_over_http_keeps_its_promises(kind: Any, answer: Answer) -> None:
    with start_blocking_portal() as portal:
        server = portal.wrap_async_context_manager(Server(lambda *_: answer))
        with server as model:
            check_backend(kind("m", model.url, **HASTE))


@pytest.mark.full
def test_a_world_of_mcp_servers_keeps_its_promises() -> None:
    """Its answers name the process, so no two runs have the same."""
    world = wai.McpWorld([sys.executable, "-S", TINY, "well"])
    calls = [("add_note", {"text": "milk"}), ("list_notes", {})]
    check_world(world, calls=calls, repeatable=False)
