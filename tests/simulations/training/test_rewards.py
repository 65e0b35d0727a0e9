"""A grader and the world of the tasks, called as trainers call a reward function."""

from __future__ import annotations

import json
import pickle
from typing import Any

import pytest

import whileai as wai
from tests.simulations.training.policies import LOOKED, calling, data, policy, saying
from tests.support import TOOLS2, by_prompt, sim
from whileai.graders import contains, state

pytestmark = pytest.mark.contract("S61")


def called(reward: Any, completions: list[Any], **columns: Any) -> list[float | None]:
    """Call a reward function as TRL's documentation says that its trainer does."""
    rows = data().rows()[: len(completions)]
    rewards: list[float | None] = reward(
        prompts=[[{"role": "user", "content": row["prompt"]}] for row in rows],
        completions=completions,
        completion_ids=[[1, 2]] * len(completions),
        trainer_state=object(),
        log_metric=print,
        **columns,
    )
    return rewards


LOOK = calling("lookup_order", order_id="A1000")


def test_each_completion_gets_a_number() -> None:
    reward = wai.reward_function(LOOKED, data())
    rewards = called(reward, [[LOOK], [saying("Done.")], [LOOK, saying("Done.")]])
    assert rewards == [1.0, 0.0, 1.0]
    assert reward.__name__ == "tool_called('lookup_order')"


def test_completions_may_be_text() -> None:
    reward = wai.reward_function(contains("Done"), data(), name="done")
    asks = [row["prompt"] for row in data()][:3]
    told = ["Done.", "<think>Done?</think>No.", "No."]
    assert reward(prompts=asks, completions=told) == [1.0, 0.0, 0.0]
    assert reward.__name__ == "done"


def test_calls_act_in_the_world_of_the_task() -> None:
    ask = {"prompt": "Cancel order ORD-10000, please.", "scenario_id": "s"}
    tools = [
        {"name": f"{verb}_order", "description": f"{verb} an order by its id."}
        | {"parameters": TOOLS2[0]["parameters"]}
        for verb in ("get", "cancel")
    ]
    told = wai.reward_function(
        state("order", {"status": "cancelled"}), [ask], tools=tools
    )
    prompts = [ask["prompt"]] * 2
    made = [[calling("cancel_order", order_id="ORD-10000")], "I have cancelled it."]
    assert told(prompts, made) == [1.0, 0.0]


def test_what_an_environment_rolled_out_is_rewarded_as_there() -> None:
    with wai.Environment(data(), LOOKED, max_turns=4) as env:
        opened, _ = env.reset(2)
        said: list[Any] = []
        done = False
        while not done:
            action = policy([*opened, *said])
            observation, done, reward = env.step(action)
            said += [action, *observation]
        row = env.row
    assert row is not None
    (mine,) = wai.reward_function(LOOKED, data()).rows([opened], [said])
    assert mine is not None
    for name in ("steps", "messages", "effects", "faults", "final_text"):
        assert mine.get(name) == row.get(name)
    assert reward == mine["reward"]


def test_a_task_is_found_by_its_column_before_its_ask() -> None:
    rows = data().rows()
    reward = wai.reward_function(
        lambda row: row["task_id"] == rows[5]["task_id"], data()
    )
    ids = [rows[5]["task_id"], rows[1]["task_id"], None]
    assert called(reward, ["a", "b", "c"], task_id=ids) == [1.0, 0.0, 0.0]


def test_a_task_that_is_known_comes_before_one_that_is_written() -> None:
    first, known = data()[0], data()[5]
    written = [json.dumps({"prompt": first["prompt"], "scene": first["scene"]})]
    reward = wai.reward_function(LOOKED, data())
    (found,) = reward.rows(["?"], ["a"], task_id=[known["task_id"]], task=written)
    assert found is not None
    assert found["scene"] == known["scene"]
    (other,) = reward.rows(["?"], ["a"], task_id=["unknown"], task=written)
    assert other is not None
    assert other["scene"] == first["scene"]


def test_a_completion_that_ends_with_a_call_has_no_last_word() -> None:
    said = [calling("lookup_order", "Let me see.", order_id="A1")]
    reward = wai.reward_function(contains("Let me see"), data())
    assert called(reward, [said, [*said, saying("Let me see.")]]) == [0.0, 1.0]


def test_where_the_world_fails_there_is_no_reward() -> None:
    class Broken:
        def open(self, slot: Any) -> Any:
            raise OSError("no disk")

    reward = wai.reward_function(LOOKED, data(), execute=Broken())
    with pytest.warns(UserWarning, match="no disk"):
        assert called(reward, [[LOOK]]) == [None]


def test_a_written_task_needs_no_run() -> None:
    row = data()[0]
    written = json.dumps({n: row.get(n) for n in ("prompt", "task_id", "scene")})
    reward = wai.reward_function(LOOKED, tools=TOOLS2)
    assert reward(["?"], [[LOOK]], task=[written], task_id=[row["task_id"]]) == [1.0]
    found = reward.rows(["?"], [[LOOK]], task=[written])[0]
    assert found is not None
    assert found["scene"] == row["scene"]
    with pytest.raises(ValueError, match="the column 'task'"):
        reward(["?"], ["a"], task=["{"])


def test_what_belongs_to_no_task_gets_none_and_a_warning_once() -> None:
    reward = wai.reward_function(LOOKED, data())
    with pytest.warns(UserWarning, match="1 of 2 completions belong to no task"):
        assert reward(["another", data()[0]["prompt"]], ["a", "b"]) == [None, 0.0]
    assert reward(["another"], ["a"]) == [None]


def test_nothing_and_half_a_call_get_zero() -> None:
    reward = wai.reward_function(lambda row: 1.0, data())
    said = ["", [], [saying(" ")], '<tool_call>{"name": "look', [LOOK]]
    assert called(reward, said) == [0.0, 0.0, 0.0, 0.0, 1.0]


def test_where_a_judge_fails_there_is_no_reward() -> None:
    def grader(row: Any) -> float:
        raise OSError("no judge")

    with pytest.warns(UserWarning, match="no judge"):
        assert called(wai.reward_function(grader, data()), ["Done."]) == [None]


def test_a_conversation_that_the_prompt_begins_is_played_first() -> None:
    ask = data()[0]["prompt"]
    begun = [
        {"role": "system", "content": "Be kind."},
        {"role": "user", "content": ask},
        LOOK,
        {"role": "tool", "tool_call_id": "x", "content": "{}"},
        saying("Which one?"),
        {"role": "user", "content": "The last one."},
    ]
    (row,) = wai.reward_function(LOOKED, data()).rows([begun], ["Done."])
    assert row is not None
    assert row["reward"] == 1.0
    roles = [each["role"] for each in row["messages"]]
    assert roles == ["user", "assistant", "tool", "assistant", "user", "assistant"]


def test_rewards_do_not_depend_on_what_else_is_in_the_batch() -> None:
    reward = wai.reward_function(lambda row: len(str(row["steps"])) % 7 / 7, data())
    one = [called(reward, [[LOOK]] * n)[-1] for n in range(1, 9)]
    assert called(reward, [[LOOK]] * 8) == one
    assert len(set(one)) > 1


@pytest.mark.contract("S02")
def test_options_are_checked_when_it_is_made() -> None:
    with pytest.raises(TypeError, match="did you mean 'timeout'"):
        wai.reward_function(LOOKED, data(), timeot=3)
    with pytest.raises(TypeError, match="no grader"):
        wai.reward_function(None, data())
    with pytest.raises(ValueError, match="pass tools="):
        wai.reward_function(LOOKED)
    reward = wai.reward_function(LOOKED, data())
    with pytest.raises(ValueError, match="1 prompts and 2 completions"):
        reward(["a"], ["b", "c"])
    with pytest.raises(ValueError, match="no message of the role 'user'"):
        reward([[saying("a")]], ["b"])


def test_a_run_of_its_own_is_told_apart() -> None:
    other = sim("Done.".format, budget=2, seed=9)
    reward = wai.reward_function(lambda row: row["seed"] == 4, other, seed=4)
    assert reward([row["prompt"] for row in other], ["a", "b"]) == [1.0, 1.0]


def test_it_goes_to_another_process() -> None:
    reward = wai.reward_function(by_prompt, data(), name="half", seed=2)
    again = pickle.loads(pickle.dumps(reward))
    asks = [row["prompt"] for row in data()]
    assert again.__name__ == "half"
    assert again(asks, ["Done."] * 12) == reward(asks, ["Done."] * 12)
