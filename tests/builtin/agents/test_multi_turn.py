"""A conversation with a callable, one call for each line of the person."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from tests.builtin.agents.playing import DeskOf, Says, adapt, play
from tests.support import Count, sim
from whileai.base.errors import LostReply, StageError
from whileai.builtin.agents import per_rollout
from whileai.stages import Left

if TYPE_CHECKING:
    from whileai.model import Turn

pytestmark = pytest.mark.contract("S12", "S43", "S44", "S58")


def counting(messages: list[dict[str, Any]]) -> str:
    return f"{len(messages)} so far."


def texts(turns: tuple[Turn, ...]) -> list[str]:
    return [turn.text for turn in turns]


def test_the_person_answers_between_calls() -> None:
    user = Says("More.", Left("user_left"))
    rollout = play(counting, user)
    assert texts(rollout.turns) == ["Hello?", "1 so far.", "More.", "3 so far."]
    assert (rollout.final_text, rollout.ended_by) == ("3 so far.", "user_left")
    assert rollout.user_model == "Says"
    assert [len(seen) for seen in user.seen] == [2, 4]


def test_the_history_is_openai_chat_and_mutating_it_harms_nothing() -> None:
    seen: list[Any] = []

    def agent(messages: list[dict[str, Any]]) -> Any:
        seen.append([dict(message) for message in messages])
        messages.clear()
        return {"steps": [{"tool": "look", "arguments": {"a": 1}, "result": 2}],
                "final_text": "Done."}  # fmt: skip

    play(agent, Says("Again."))
    assert [m["role"] for m in seen[1]] == [
        *("user", "assistant", "tool", "assistant", "user"),
    ]
    call = seen[1][1]["tool_calls"][0]
    assert call["function"] == {"name": "look", "arguments": '{"a":1}'}
    assert call["id"] == seen[1][2]["tool_call_id"]


def test_an_agent_that_returns_the_whole_conversation_is_cut() -> None:
    def agent(messages: list[dict[str, Any]]) -> Any:
        messages.append({"role": "assistant", "content": f"Reply {len(messages)}."})
        return messages

    rollout = play(agent, Says("Go on."))
    assert texts(rollout.turns) == ["Hello?", "Reply 1.", "Go on.", "Reply 3."]


def test_each_calls_world_steps_stand_before_its_reply() -> None:
    def agent(messages: list[dict[str, Any]], world: Any) -> str:
        world.call("look", {"n": len(messages)})
        return "Looked."

    rollout = play(agent, Says("Again."), DeskOf())
    assert [len(turn.calls) for turn in rollout.turns] == [0, 1, 0, 0, 1, 0]


def test_reported_steps_that_the_world_saw_are_told_once() -> None:
    def agent(message: str, world: Any) -> Any:
        world.call("look", {"id": 1})
        own = [
            {
                "tool": "look",
                "arguments": {"id": 1},
                "result": "?",
                "text": "Let me see.",
            },
            {"tool": "think", "arguments": {}, "result": "ok"},
        ]
        return {"steps": own, "final_text": "Done."}

    turns = play(agent).turns
    assert [c.tool for turn in turns for c in turn.calls] == ["look", "think"]
    assert turns[1].text == "Let me see."
    assert turns[1].results[0].value == {"seen": {"id": 1}}


def test_a_tool_has_its_own_name_in_the_row_and_the_wires_in_the_history() -> None:
    seen: list[str] = []

    def agent(messages: list[dict[str, Any]]) -> Any:
        seen.extend(
            c["function"]["name"] for m in messages for c in m.get("tool_calls", ())
        )
        call = {"id": "c", "function": {"name": "shop_look", "arguments": "{}"}}
        return [*messages, {"role": "assistant", "tool_calls": [call]},
                {"role": "tool", "tool_call_id": "c", "content": "1"},
                {"role": "assistant", "content": "Done."}]  # fmt: skip

    tools = [{"name": "shop.look", "parameters": {"type": "object", "properties": {}}}]
    rollout = play(adapt(agent, tools=tools), Says("Again."))
    calls = [call.tool for turn in rollout.turns for call in turn.calls]
    assert (set(seen), calls) == ({"shop_look"}, ["shop.look"] * 2)


DEPTHS: list[tuple[dict[str, Any], int]] = [
    ({"avg_turns": 1}, 1),
    ({"max_turns": 1}, 1),
    ({"avg_turns": 1, "max_turns": 5}, 1),
    ({"avg_turns": 2}, 2),
    ({"max_turns": 3}, 3),
    ({"avg_turns": 6, "max_turns": 9}, 9),
    ({"avg_turns": 16}, 12),
    ({}, 9),
]


@pytest.mark.parametrize(("options", "lines"), DEPTHS)
def test_a_thread_is_no_deeper_than_asked(options: dict[str, Any], lines: int) -> None:
    """F117."""
    rollout = play(lambda messages: "Which one?", Says(*["That."] * 20), **options)
    assert sum(turn.role == "user" for turn in rollout.turns) == lines
    assert rollout.ended_by == "depth"


def test_one_line_and_one_reply_never_asks_the_person() -> None:
    user = Says("Never said.")
    play(counting, user, avg_turns=1)
    assert user.seen == []


def test_a_fresh_agent_keeps_its_own_state_through_one_thread() -> None:
    class Counter:
        def __init__(self) -> None:
            self.calls = 0

        async def __call__(self, messages: list[Any]) -> str:
            self.calls += 1
            return f"Call {self.calls}."

    agent = adapt(per_rollout(Counter))
    for _ in range(2):
        assert play(agent, Says("Again.")).final_text == "Call 2."


def test_usage_is_added_up_over_the_calls() -> None:
    message = {"role": "assistant", "content": "Hi."}
    reply = {"choices": [{"message": message}], "usage": {"total_tokens": 3}}
    rollout = play(lambda messages: reply, Says("Again."))
    assert rollout.usage == {"total_tokens": 6}


def test_an_empty_reply_later_on_loses_the_rollout() -> None:
    with pytest.raises(LostReply):
        play(lambda messages: "Hi." if len(messages) == 1 else " ", Says("More."))


@pytest.mark.parametrize("said", ["", " ", None, 5])
def test_a_person_who_says_nothing_is_to_blame_and_not_the_agent(said: Any) -> None:
    with pytest.raises(StageError) as caught:
        play(counting, Says(said))
    assert caught.value.stage == "user"


def test_a_single_turn_agent_gets_one_message_and_no_history() -> None:
    """F305."""
    agent = Count()
    data = sim(agent, budget=6, avg_turns=8)
    assert sorted(agent.messages) == sorted(row["prompt"] for row in data.rows())
