"""Tasks of a run, played one action at a time."""

from __future__ import annotations

import gc
import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Any

import pytest

import whileai as wai
from tests.simulations.training.policies import (
    LOOKED,
    PolicyModel,
    calling,
    data,
    policy,
    saying,
)
from tests.support import POLICY, TOOLS2, sim
from whileai.builtin.worlds.function import FunctionSession

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from pathlib import Path

pytestmark = pytest.mark.contract("S61")

ALIKE: tuple[str, ...] = (
    "prompt",
    "messages",
    "steps",
    "final_text",
    "faults",
    "effects",
    "reward",
)
ALIKE = (*ALIKE, "ended_by", "scene", "task_id", "user_model", "tools_used", "seed")


def play(env: wai.Environment, task: Any = None) -> wai.Row:
    """Play one episode by the policy."""
    messages, _ = env.reset(task)
    done = False
    while not done:
        action = policy(messages)
        observation, done, _ = env.step(action)
        messages += [action, *observation]
    assert env.row is not None
    return env.row


@pytest.mark.contract("S25", "S49", "S20")
def test_an_episode_is_what_a_run_of_the_same_model_is() -> None:
    options: dict[str, Any] = {"seed": 3, "patience": "short", "avg_turns": 8}
    run = sim(
        PolicyModel(), tasks=data(), grader=LOOKED, user_model="offline", **options
    )
    with wai.Environment(data(), LOOKED, **options) as env:
        rows = [play(env) for _ in range(len(env))]
    assert any(row["faults"] for row in rows)
    assert {row["ended_by"] for row in rows} > {"user_left"}
    for mine, row in zip(rows, run.rows(), strict=True):
        assert {n: mine.get(n) for n in ALIKE} == {n: row.get(n) for n in ALIKE}


def test_it_opens_with_the_system_prompt_the_ask_and_the_tools() -> None:
    with wai.Environment(data()) as env:
        messages, tools = env.reset()
        assert env.tasks[0] == data()[0]["task_id"]
    assert messages == [
        {"role": "system", "content": POLICY},
        {"role": "user", "content": data()[0]["prompt"]},
    ]
    assert [each["function"]["name"] for each in tools] == [t["name"] for t in TOOLS2]


def test_a_task_goes_by_name_number_ask_or_row() -> None:
    row = data()[4]
    with wai.Environment(data()) as env:
        for task in (4, row["task_id"], row["prompt"], row):
            assert env.reset(task).messages[-1]["content"] == row["prompt"]
        with pytest.raises(ValueError, match="none of 12 tasks"):
            env.reset("no such task")
        with pytest.raises(ValueError, match="repeat=-1"):
            env.reset(0, repeat=-1)


def test_reset_goes_from_task_to_task_and_gives_up_what_is_under_way() -> None:
    with wai.Environment(data()) as env:
        asks = [env.reset().messages[-1]["content"] for _ in range(13)]
    assert asks == [row["prompt"] for row in data()] + [data()[0]["prompt"]]


def test_a_policy_that_only_announces_is_urged_on_and_no_row_keeps_that() -> None:
    with wai.Environment(data(), max_turns=1) as env:
        env.reset(0)
        assert env.step("Let me look.").observation == [
            {"role": "user", "content": "Go on."}
        ]
        step = env.step(calling("lookup_order", order_id="A1"))
        assert [each["role"] for each in step.observation] == ["tool"]
        assert env.step("Done.").done
        assert env.row is not None
        assert all(each["content"] != "Go on." for each in env.row["messages"])


class Rooms:
    """A world that counts who is in it."""

    def __init__(self) -> None:
        self.open_now = 0

    @asynccontextmanager
    async def open(self, slot: Any) -> AsyncIterator[Any]:
        self.open_now += 1
        try:
            yield FunctionSession(lambda tool, arguments: {}, (), blocking=False)
        finally:
            self.open_now -= 1


def test_what_is_given_up_leaves_the_world() -> None:
    rooms = Rooms()
    with wai.Environment(data(), execute=rooms) as env:
        for _ in range(4):
            env.reset()
            assert rooms.open_now == 1
    assert rooms.open_now == 0


def test_the_same_actions_lead_to_the_same_row_side_by_side_in_threads() -> None:
    def rows(_: int) -> list[Any]:
        with wai.Environment(data(), LOOKED) as env:
            return [play(env, task) for task in (1, 5, 3)]

    with ThreadPoolExecutor(6) as pool:
        first, *others = [
            [{n: row.get(n) for n in ALIKE} for row in each]
            for each in pool.map(rows, range(6))
        ]
    assert all(each == first for each in others)


@pytest.mark.parametrize(
    "action",
    [
        calling("lookup_order", order_id="A1000"),
        calling("lookup_order", order_id="A1000")["tool_calls"],
        {"name": "lookup_order", "arguments": {"order_id": "A1000"}},
        '<tool_call>{"name": "lookup_order", "arguments": {}}</tool_call>',
    ],
)
def test_a_call_is_answered_in_whatever_form_it_comes(action: Any) -> None:
    with wai.Environment(data()) as env:
        env.reset(0)
        observation, done, reward = env.step(action)
    assert (done, reward) == (False, 0.0)
    assert [each["role"] for each in observation] == ["tool"]


@pytest.mark.parametrize("arguments", ['{"order_id": ', "", "[1]", '"7"', None])
def test_broken_arguments_are_told_to_the_policy(arguments: Any) -> None:
    """F292, F293"""
    call = {"id": "c1", "name": "lookup_order", "arguments": arguments}
    with wai.Environment(data()) as env:
        env.reset(0)
        observation, done, _ = env.step([call])
    assert not done
    assert "error" in observation[0]["content"]
    assert observation[0]["tool_call_id"] == "c1"


@pytest.mark.parametrize("action", ["", " ", "<tool_call>{", saying("")])
def test_a_policy_that_says_nothing_whole_is_done_with_nothing(action: Any) -> None:
    with wai.Environment(data(), LOOKED) as env:
        env.reset(0)
        assert env.step(action) == ([], True, 0.0)
        assert env.row is None
        with pytest.raises(RuntimeError, match="call reset"):
            env.step("again")
        env.reset(0)


def test_what_is_no_action_changes_nothing() -> None:
    with wai.Environment(data()) as env:
        with pytest.raises(RuntimeError, match=r"call reset\(\) first"):
            env.step("hello")
        env.reset(0)
        wrongs: list[Any] = [7, {"role": "user", "content": "hi"}, [{"name": ""}], {}]
        for wrong in wrongs:
            with pytest.raises(TypeError, match="the action"):
                env.step(wrong)
        assert not env.step(calling("lookup_order", order_id="A1")).done


def test_the_end_has_the_verdict_or_none_without_a_grader() -> None:
    with wai.Environment(data(), LOOKED, avg_turns=1) as env:
        env.reset(0)
        assert env.step("Done.") == ([], True, 0.0)
        env.reset(0)
        env.step(calling("lookup_order", order_id="A1"))
        assert env.step("Done.") == ([], True, 1.0)
    with wai.Environment(data(), avg_turns=1) as env:
        env.reset(0)
        assert env.step("Done.") == ([], True, None)


class Shelf:
    """A world of the user's own."""

    def __init__(self) -> None:
        self.books = ["Emma"]

    def put(self, title: str) -> list[str]:
        """Put a book on the shelf."""
        self.books.append(title)
        return self.books


def test_a_world_of_the_users_own_is_fresh_in_each_episode() -> None:
    options: dict[str, Any] = {"execute": wai.ObjectWorld(Shelf), "avg_turns": 1}
    with wai.Environment(["Put Ulysses away."], **options) as env:
        for _ in range(2):
            env.reset()
            step = env.step(calling("put", title="Ulysses"))
            assert step.observation[0]["content"] == '["Emma","Ulysses"]'


def test_a_world_that_cannot_be_opened_is_an_error_and_not_the_policys_fault() -> None:
    class Broken:
        def open(self, slot: Any) -> Any:
            raise OSError("no disk")

    env = wai.Environment(data(), execute=Broken())
    with env, pytest.raises(wai.WhileAIError, match="no disk"):
        env.reset()


@pytest.mark.contract("S02")
def test_options_are_checked_before_anything_is_opened() -> None:
    with pytest.raises(TypeError, match="did you mean 'max_turns'"):
        wai.Environment(data(), max_turn=3)
    with pytest.raises(TypeError, match="'budget'"):
        wai.Environment(data(), budget=3)
    with pytest.raises(ValueError, match="pass tools="):
        wai.Environment(["hello"])
    with pytest.raises(ValueError, match="max_turns=0"):
        wai.Environment(data(), max_turns=0)


async def test_it_works_beside_a_running_loop() -> None:
    with wai.Environment(data()) as env:
        env.reset()
        assert env.step(calling("lookup_order", order_id="A1")).observation


def test_it_refuses_to_block_the_loop_that_it_needs() -> None:
    env = wai.Environment(data())
    said: list[str] = []

    async def agent(message: str) -> str:
        with pytest.raises(RuntimeError, match="from another thread"):
            env.reset()
        said.append(message)
        return "Done."

    sim(agent, budget=1)
    assert said


def test_one_that_nobody_holds_any_more_closes_itself() -> None:
    env = wai.Environment(data())
    env.reset()
    serving = env._serving
    assert serving is not None
    assert not serving.done()
    del env
    gc.collect()
    serving.result(timeout=10)


def test_one_that_was_closed_opens_again() -> None:
    with wai.Environment(data(), LOOKED) as env:
        env.reset(0)
        env.step(calling("lookup_order", order_id="A1"))
        first = env.reset(1)
        assert first.messages[-1]["content"] == data()[1]["prompt"]
        env.close()
        env.close()
        with pytest.raises(RuntimeError, match="call reset"):
            env.step("Done.")
        assert env.reset(1) == first


@pytest.mark.full
@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork here")
def test_one_that_was_opened_before_a_fork_says_so() -> None:
    code = """
import os, sys, whileai as wai
env = wai.Environment(["hello"], tools=[])
env.reset()
if os.fork() == 0:
    try:
        env.reset()
    except RuntimeError as error:
        again = wai.Environment(["hello"], tools=[])
        os._exit(0 if "forked" in str(error) and again.reset() else 1)
    os._exit(2)
sys.exit(os.waitstatus_to_exitcode(os.wait()[1]))
"""
    ran = subprocess.run([sys.executable, "-c", code], check=False, timeout=60)
    assert ran.returncode == 0


@pytest.mark.contract("S55", "S57")
def test_the_models_of_an_episode_are_limited_and_recorded_and_the_policy_is_not(
    tmp_path: Path,
) -> None:
    person, path = PolicyModel(), tmp_path / "calls.jsonl"

    def played(**options: Any) -> wai.Row:
        kept = {"user_model": person, "avg_turns": 6, "cassette": path, **options}
        with wai.Environment(data(), LOOKED, **kept) as env:
            return play(env, 0)

    first = played()
    assert played(advanced={"replay_only": True})["messages"] == first["messages"]
    assert path.read_text(encoding="utf-8").count('"role":"agent"') == 0
    with pytest.raises(wai.WhileAIError, match="does not hold 1 of the calls"):
        played(advanced={"replay_only": True}, seed=1)
    with pytest.raises(wai.WhileAIError, match=r"no room .*call_limit"):
        played(cassette=None, limits={"calls": 1})
