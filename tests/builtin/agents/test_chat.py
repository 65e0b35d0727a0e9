"""A model as the agent: its requests, its tools, its turns, and what rows keep."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from tests.builtin.agents.chatting import LOOK, FakeChat, called, played, row_of, said
from tests.support import POLICY, TOOLS2
from whileai.calls.completion import TokenLogprob
from whileai.testing import same_rows

if TYPE_CHECKING:
    from collections.abc import Sequence

    from whileai.calls import Ask, Completion
    from whileai.model import Turn

pytestmark = [pytest.mark.anyio, pytest.mark.contract("S03", "S62")]


def works_then_says(turns: Sequence[Turn], _ask: Ask) -> Completion:
    return said("Done.") if turns[-1].calls else called(LOOK)


async def test_a_model_uses_its_tools_and_speaks() -> None:
    row = await row_of(FakeChat(works_then_says))
    assert [step["tool"] for step in row["steps"]] == ["lookup_order"]
    assert row["final_text"] == "Done."
    assert row["finish_reason"] == "stop"
    assert row["usage"] == {
        "agent": {"calls": 2, "input_tokens": 20, "output_tokens": 10}
    }


async def test_every_request_has_the_policy_the_tools_and_a_seed_of_its_own() -> None:
    """F303."""
    chat = FakeChat(works_then_says)
    await played(chat, budget=3, avg_turns=6, user_model="offline")
    asks = [ask for _, ask in chat.asked]
    assert {ask.system for ask in asks} == {POLICY}
    assert {len(ask.tools) for ask in asks} == {len(TOOLS2)}
    assert len({ask.seed for ask in asks}) == len(asks)


@pytest.mark.contract("S33")
async def test_the_scaffold_is_in_the_request_alone() -> None:
    chat = FakeChat([said("Done.")])
    data = await played(chat, scaffold="Think twice.")
    assert chat.asked[0][1].system == f"{POLICY}\n\nThink twice."
    assert "Think twice" not in str(data.rows()[0])
    assert data.profile is not None
    assert data.profile.system_prompt == POLICY


@pytest.mark.contract("S36")
async def test_sampling_is_on_the_row() -> None:
    """F216."""
    advanced = {"agent_max_tokens": 4096}
    row = await row_of(
        FakeChat([said("Hi.", temperature=0.3)]), temperature=0.3, advanced=advanced
    )
    assert row["sampling"] == {
        "temperature": 0.3,
        "max_tokens": 4096,
        "model": "fake:m",
    }
    assert row["model_version"] == "fake:m"


@pytest.mark.contract("S14")
@pytest.mark.parametrize(
    ("tokens", "timeout", "seconds"),
    [(4096, None, 1024), (256, None, 300), (64, 90, 90)],
)
async def test_the_timeout_follows_the_reply_budget(
    tokens: int, timeout: float | None, seconds: float
) -> None:
    """F132."""
    chat = FakeChat([said("Hi.")])
    await played(chat, advanced={"agent_max_tokens": tokens}, timeout=timeout)
    assert chat.asked[0][1].timeout_s == seconds


async def test_parallel_calls_keep_their_order_and_ids() -> None:
    refund = ("create_refund", {"order_id": "A1000", "amount": 5})
    row = await row_of(FakeChat([called(LOOK, refund), said("Done.")]))
    made = row["messages"][1]["tool_calls"]
    assert [each["id"] for each in made] == ["c0", "c1"]
    assert [each["role"] for each in row["messages"]] == [
        *("user", "assistant", "tool", "tool", "assistant")
    ]


def recorder(ran: list[Any]) -> Any:
    def world(_tool: str, given: Any) -> dict[str, Any]:
        ran.append(dict(given))
        return {}

    return world


BAD: list[tuple[Any, str]] = [
    ('{"order_id": ', "not JSON"),
    ("order A1000", "not JSON"),
    ("", "no arguments"),
    ('["A1000"]', "a list"),
    ("7", "a number"),
    ("null", "null"),
    (None, "null"),
    ('"\\"A1000\\""', "not JSON|text"),
]


@pytest.mark.parametrize(("arguments", "says"), BAD)
async def test_unreadable_arguments_are_told_to_the_model_and_never_run(
    arguments: Any, says: str
) -> None:
    """F292, F293, F295."""
    ran: list[Any] = []
    chat = FakeChat([called(("lookup_order", arguments)), said("Sorry.")])
    row = await row_of(chat, execute=recorder(ran))
    assert ran == []
    (step,) = row["steps"]
    assert step["status"] == "error"
    assert "call c0" in step["result"]["error"]
    assert any(each in step["result"]["error"] for each in says.split("|"))
    assert row["messages"][2]["tool_call_id"] == "c0"


async def test_arguments_encoded_twice_are_decoded_once_more() -> None:
    """F293."""
    twice = '"{\\"order_id\\": \\"A1000\\"}"'
    ran: list[Any] = []
    chat = FakeChat([called(("lookup_order", twice)), said("Done.")])
    await row_of(chat, execute=recorder(ran))
    assert ran == [{"order_id": "A1000"}]


@pytest.mark.parametrize("name", ["look_up_order", "lookup order", "", "rm -rf"])
async def test_an_unknown_tool_is_an_error_for_the_model(name: str) -> None:
    """F296."""
    row = await row_of(FakeChat([called((name, {})), said("Sorry.")]))
    (step,) = row["steps"]
    assert step["status"] == "error"
    assert "lookup_order" in step["result"]["error"]


@pytest.mark.contract("S58")
@pytest.mark.parametrize("ids", ["", "same"])
async def test_missing_and_repeated_ids_are_mended(ids: str) -> None:
    """F296: pairing is kept."""
    first = called(LOOK, ids=ids)
    row = await row_of(FakeChat([first, first, said("Done.")]))
    made = [c["id"] for m in row["messages"] for c in m.get("tool_calls", ())]
    answered = [m["tool_call_id"] for m in row["messages"] if m["role"] == "tool"]
    assert made == answered
    assert len(set(made)) == 2
    assert all(made)


async def test_names_that_a_provider_refuses_are_mapped_and_mapped_back() -> None:
    tools = [{"name": "orders.look up", "description": "Look.", "parameters": {}}]
    chat = FakeChat([])

    def script(turns: Sequence[Turn], ask: Ask) -> Completion:
        wire = ask.tools[0]["function"]["name"]
        return said("Done.") if turns[-1].calls else called((wire, {}))

    chat.script = script
    row = await row_of(chat, tools=tools)
    assert row["tools_used"] == ["orders.look up"]
    wire = chat.asked[0][1].tools[0]["function"]["name"]
    assert chat.asked[1][0][-1].calls[0].tool == wire != "orders.look up"


async def test_text_beside_a_call_stays_on_its_step() -> None:
    """F184."""
    row = await row_of(FakeChat([called(LOOK, text="Let me see."), said("Done.")]))
    assert [next(iter(step)) for step in row["steps"]] == ["text", "tool"]
    assert row["messages"][1]["content"] == "Let me see."


async def test_a_preamble_does_not_end_the_turn() -> None:
    """F184."""
    chat = FakeChat([said("Let me check that."), called(LOOK), said("It is there.")])
    row = await row_of(chat)
    assert row["final_text"] == "It is there."
    assert row["steps"][0] == {"text": "Let me check that."}
    assert sum(message["role"] == "user" for message in row["messages"]) == 1


async def test_reasoning_is_kept_apart() -> None:
    chat = FakeChat([said("<think>hm</think>Hello.", reasoning="first")])
    row = await row_of(chat)
    assert row["final_text"] == "Hello."
    assert row["extra"]["reasoning"] == ["first", "hm"]
    assert "hm" not in str(row["messages"])


async def test_a_cut_reply_is_marked() -> None:
    """F137."""
    row = await row_of(FakeChat([said("It is", finish_reason="length")]))
    assert row["finish_reason"] == "length"


@pytest.mark.contract("S07")
@pytest.mark.parametrize(
    ("first", "reason"),
    [
        (said(""), "empty_reply"),
        (said("  <think>only thoughts"), "empty_reply"),
        (said("", finish_reason="length"), "empty_reply"),
        (said('<tool_call>{"name": "lookup_order"'), "tool_markup"),
    ],
)
async def test_what_is_no_reply_is_tried_again(first: Completion, reason: str) -> None:
    data = await played(FakeChat([first, said("Hello.")]))
    assert len(data) == 1
    assert data.search["rollouts"]["rerolled_by"][reason] == 1


async def test_a_model_that_never_stops_calling_has_to_speak() -> None:
    """F186."""

    def script(_turns: Sequence[Turn], ask: Ask) -> Completion:
        return said("Enough.") if ask.tool_choice == "none" else called(LOOK, ids="")

    row = await row_of(FakeChat(script))
    assert row["final_text"] == "Enough."
    assert len(row["steps"]) == 30


@pytest.mark.contract("S12")
@pytest.mark.parametrize("turns", [{"max_turns": 1}, {"avg_turns": 1}])
async def test_one_turn_is_one_line_and_one_reply(turns: dict[str, Any]) -> None:
    """F117, F181."""
    person = FakeChat([said("Yes.")])
    chat = FakeChat([said("Which order do you mean?")])
    options = {"avg_turns": None, "budget": 12, "user_model": person, **turns}
    data = await played(chat, **options)
    assert [len(row["messages"]) for row in data.rows()] == [2] * 12
    assert len(chat.asked) == 12
    assert person.asked == []


@pytest.mark.contract("S08", "S12")
async def test_questions_are_answered_up_to_the_cap() -> None:
    """F057, F119."""
    chat = FakeChat([said("Which order do you mean?")])
    data = await played(
        chat,
        budget=5,
        avg_turns=2,
        max_turns=3,
        patience="endless",
        user_model="offline",
    )
    lines = [sum(m["role"] == "user" for m in r["messages"]) for r in data.rows()]
    assert lines == [3] * 5
    assert {row["ended_by"] for row in data.rows()} == {"depth"}


async def test_threads_share_no_history() -> None:
    """F123."""
    chat = FakeChat([said("Done.")])
    data = await played(chat, budget=6, concurrency=3)
    asks = {turns[0].text for turns, _ in chat.asked}
    assert asks == {row["prompt"] for row in data.rows()}
    assert {len(turns) for turns, _ in chat.asked} == {1}


@pytest.mark.contract("S12")
@pytest.mark.parametrize("kept", [True, "tokens"])
async def test_logprobs_roll_up_in_order(kept: bool | str) -> None:
    """F217, F128."""
    held = tuple(
        TokenLogprob(token=t, logprob=p, id=i)
        for i, (t, p) in enumerate([("a", -0.4), ("b", -0.6), ("c", -0.5)])
    )
    row = await row_of(FakeChat([said("abc", logprobs=held)]), logprobs=kept)
    rolled = row["extra"]["logprobs"]
    assert (rolled["sum"], rolled["count"]) == (-1.5, 3)
    assert rolled["values"] == [-0.4, -0.6, -0.5]
    assert rolled.get("ids") == ([0, 1, 2] if kept == "tokens" else None)
    assert (await row_of(FakeChat([said("abc")]), logprobs=kept))["extra"] == {
        "logprobs": None
    }


@pytest.mark.contract("S50")
async def test_rows_do_not_depend_on_concurrency() -> None:

    runs = [
        await played(FakeChat(works_then_says), budget=12, concurrency=n)
        for n in (1, 8)
    ]
    assert same_rows(*runs)


@pytest.mark.contract("S08")
async def test_a_refusal_that_the_person_answers_gets_a_second_answer() -> None:
    """F185."""
    chat = FakeChat([said("I cannot do that. Which order is it?"), said("Done.")])
    row = await row_of(
        chat, avg_turns=2, max_turns=2, patience="endless", user_model="offline"
    )
    texts = [m["content"] for m in row["messages"] if m["role"] == "assistant"]
    assert texts == ["I cannot do that. Which order is it?", "Done."]
    assert len(chat.asked) == 2
    assert row["final_text"] == "Done."
