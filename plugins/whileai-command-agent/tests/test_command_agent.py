from __future__ import annotations

import os
import sys
import time
from pathlib import Path
from typing import Any

import pytest
import whileai_command_agent
from whileai_command_agent import Command

import whileai as wai
from whileai.testing import assert_same_draw, check_agent, check_plugin

SHOP = str(Path(__file__).with_name("shop.py"))
PLUGINS = [whileai_command_agent]
TOOLS = [
    {
        "name": "get_order",
        "description": "Look up an order.",
        "parameters": {
            "properties": {"order_id": {"type": "string"}},
            "required": ["order_id"],
        },
    }
]

ONE: dict[str, Any] = {"situations": 1, "budget": 1}


def shop(how: str = "well", **more: Any) -> Command:
    return Command([sys.executable, "-S", SHOP, how], **more)


def simulated(agent: Any, **options: Any) -> wai.SimulationData:
    usual: dict[str, Any] = {"tools": TOOLS, "simulator": False, "budget": 4}
    return wai.simulate(agent, plugins=PLUGINS, **(usual | options))


def test_the_plugin_and_its_agent_keep_their_promises() -> None:
    check_plugin(whileai_command_agent)
    check_agent(shop(processes=2), plugins=PLUGINS)


@pytest.mark.full
@pytest.mark.parametrize("multi", [False, True])
def test_a_process_for_each_rollout_keeps_the_promises_too(multi: bool) -> None:
    check_agent(shop(multi=multi), plugins=PLUGINS)


def test_the_rows_hold_the_calls_and_the_replies() -> None:
    data = simulated(f"command:{sys.executable} -S {SHOP}", budget=2, fault_rate=0)
    for row in data:
        assert row["model_version"] == f"{Path(sys.executable).name} -S {SHOP}"
        assert row["tools_used"] == ["get_order"]
        assert row["final_text"].startswith(f"To {row['prompt'][:20]!r}: {{")


def test_the_person_answers_where_the_agent_takes_several_turns() -> None:
    data = simulated(shop(processes=1, multi=True), budget=2, max_turns=3)
    assert data.report()["agent"]["turns"] == "multi"
    assert all(row["ended_by"] and row["user_model"] for row in data)


def test_rows_do_not_depend_on_concurrency() -> None:
    def run(concurrency: int) -> wai.SimulationData:
        return simulated(shop(processes=3), concurrency=concurrency, budget=8)

    assert_same_draw(run, concurrency=(1, 8))


def test_processes_are_shared_where_the_user_says_so() -> None:
    shared = simulated(shop("pid", processes=2), budget=6)
    assert len({row["final_text"] for row in shared}) <= 2
    own = simulated(shop("pid"), budget=2)
    assert len({row["final_text"] for row in own}) == 2


@pytest.mark.filterwarnings("ignore::UserWarning")
@pytest.mark.parametrize(
    ("how", "told"),
    [
        ("dies", "ended with status 1.*on stderr it said: cannot find its settings"),
        ("chats", "wrote 'Loading the model.*where only JSON objects go"),
        ("lies", "said .*'answer'.*it may say"),
        ("number", "replied .*a reply has its text in 'text'"),
    ],
)
def test_what_the_program_does_wrong_is_told(how: str, told: str) -> None:
    data = simulated(shop(how), **ONE)
    (line,) = [line for line in data.warnings if "shop.py" in line]
    with pytest.raises(ValueError, match=told):
        raise ValueError(line)


@pytest.mark.filterwarnings("ignore::UserWarning")
def test_an_empty_reply_and_a_late_one_are_counted_as_such() -> None:
    empty = simulated(shop("empty"), **ONE)
    assert empty.search["rollouts"]["lost_by"]["empty_reply"] == 1
    late = simulated(shop("sleeps"), timeout=0.05, **ONE)
    assert late.search["rollouts"]["timed_out"] > 0


@pytest.mark.skipif(os.name != "posix", reason="asks the system for processes")
def test_a_process_is_ended_with_its_children() -> None:
    data = simulated(shop("child"), budget=1)
    for pid in map(int, data[0]["final_text"].split()):
        assert is_gone(pid)


def is_gone(pid: int) -> bool:
    """Say whether a process has ended; one that was killed may take a moment."""
    for _ in range(200):
        try:
            os.kill(pid, 0)
        except ProcessLookupError:
            return True
        stat = Path(f"/proc/{pid}/stat")
        if stat.exists() and stat.read_text().rpartition(")")[2].split()[0] == "Z":
            return True
        time.sleep(0.01)
    return False


@pytest.mark.parametrize(
    ("command", "told"),
    [
        ("", "it is empty"),
        ("no-such-program --now", "there is no program 'no-such-program'"),
    ],
)
def test_a_command_that_cannot_be_is_refused(command: str, told: str) -> None:
    with pytest.raises(ValueError, match=told):
        simulated(f"command:{command}")


def test_a_wrong_type_or_count_is_refused() -> None:
    with pytest.raises(TypeError, match="pass a command line"):
        Command([sys.executable, 3])  # type: ignore[list-item] # it is refused
    with pytest.raises(ValueError, match="processes=0"):
        shop(processes=0)
