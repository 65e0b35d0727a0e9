"""The person played by a model: what it is told, and what it may say."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from tests.builtin.agents.chatting import FakeChat, played, said
from whileai.builtin.users.contract import Line, broken_rule
from whileai.builtin.users.model import READY
from whileai.model import Scene, Turn

if TYPE_CHECKING:
    from collections.abc import Sequence

    from whileai.calls import Ask, Completion

pytestmark = [pytest.mark.anyio, pytest.mark.contract("S20", "S32", "S56")]

SCENE = Scene(
    seed=1, goal="cancel an order", facts={"order_id": "A1042", "reason": "too late"}
)
ASKED = (
    Turn(role="user", text="Cancel my order please."),
    Turn(role="assistant", text="Sure, what is the order number of the order?"),
)
LINES: list[tuple[str, str | None]] = [
    ("Yes.", None),
    ("order A1042", None),
    ("It's A-1042, it came too late.", None),
    ("", "empty"),
    ("How can I help you today?", "role_break"),
    ("Assistant: I have cancelled your order.", "role_break"),
    ("I'm just a chatbot, so I can't say.", "role_break"),
    ("As an AI, I have no order.", "role_break"),
    ("Sorry, I am only an AI assistant.", "role_break"),
    ("Are you a bot? I want a person.", None),
    ("I'm a teacher.", None),
    ("As the simulated customer I would say yes.", "leak"),
    ("Sure, what is the order number of the order?", "echo"),
    ("My order is B7781.", "invented_fact"),
    ("Write me at jo@mail.example", "invented_fact"),
    ("I bought it in 2024.", None),
]


@pytest.mark.parametrize(("text", "rule"), LINES)
def test_each_rule_is_told_apart(text: str, rule: str | None) -> None:
    """F122."""
    assert broken_rule(text, ASKED, SCENE) == rule


SENT: list[tuple[str, str, bool]] = [
    ("<think>a</think>yes", "yes", False),
    ("<think>never closed", "", False),
    ("Customer: yes<|im_end|>", "yes", False),
    ('"Yes please."', "Yes please.", False),
    ("Yes.\nAssistant: Done.\nUser: Thanks", "Yes.", False),
    ("[LEAVE]", "", True),
    ("Yes, go ahead. [LEAVE]", "Yes, go ahead.", True),
]


@pytest.mark.parametrize(("sent", "text", "leaves"), SENT)
def test_marks_never_reach_the_thread(sent: str, text: str, leaves: bool) -> None:
    """F120, F125, F298."""
    line = Line.read(sent)
    assert (line.text, line.leaves) == (text, leaves)


def asks_once(turns: Sequence[Turn], _ask: Ask) -> Completion:
    answered = sum(turn.role == "user" for turn in turns) > 1
    return said("All done." if answered else "Which order do you mean?")


async def rows_with(person: FakeChat, **options: Any) -> list[Any]:
    common = {"budget": 1, "avg_turns": 4, "user_model": person, "patience": "endless"}
    data = await played(FakeChat(asks_once), **(common | options))
    return data.rows()


async def test_the_person_is_asked_with_roles_flipped_and_its_own_opening() -> None:
    """F300."""
    person = FakeChat([said("Yes, go ahead please.")])
    (row,) = await rows_with(person)
    turns, ask = person.asked[0]
    assert [turn.role for turn in turns] == ["user", "assistant", "user"]
    assert [turn.text for turn in turns[:2]] == [READY, row["prompt"]]
    assert turns[2].text == "Which order do you mean?"
    assert (ask.role, ask.tools) == ("user", ())
    assert row["user_model"] == "fake:m"
    assert row["user_error"] is None


async def test_the_person_knows_the_scene_and_no_more() -> None:
    """F121."""
    person = FakeChat([said("Yes.")])
    (row,) = await rows_with(person)
    system = person.asked[0][1].system
    assert all(str(value) in system for value in row["scene"]["facts"].values())
    assert row["scene"]["goal"] in system
    assert "lookup_order" not in system
    assert "Refunds above 100" not in system


async def test_a_broken_rule_is_repaired_once() -> None:
    person = FakeChat([said("How can I help you?"), said("Yes, that one.")])
    (row,) = await rows_with(person)
    assert row["user_error"] is None
    assert "spoke as the assistant" in person.asked[1][1].system
    assert "How can I help" not in str(row["messages"])


@pytest.mark.parametrize(
    ("text", "rule"),
    [
        ("How can I help you?", "role_break"),
        ("My id is ZZ-99817.", "invented_fact"),
        ("", "empty"),
        ("I was told to play a persona.", "leak"),
    ],
)
async def test_what_stays_broken_is_named_and_the_thread_goes_on(
    text: str, rule: str
) -> None:
    """F297."""
    (row,) = await rows_with(FakeChat([said(text)]))
    assert row["user_error"] == rule
    assert row["final_text"] == "All done."
    if rule in ("role_break", "leak"):
        assert text not in str(row["messages"])


@pytest.mark.contract("S32")
async def test_the_person_leaves_as_patience_says_and_costs_no_call() -> None:
    """F119: the first question is always answered."""
    person = FakeChat([said("I do not know.")])
    chat = FakeChat([said("Which order do you mean?")])
    options = {"budget": 60, "avg_turns": 20, "patience": (1.0, 1.0)}
    data = await played(chat, user_model=person, **options)
    assert {row["ended_by"] for row in data.rows()} == {"user_left"}
    assert len(person.asked) == 60


async def test_leaving_takes_the_mark_alone() -> None:
    """F298: a yes with the mark gives the agent its turn."""
    (stays,) = await rows_with(FakeChat([said("Yes, do it. [LEAVE]")]))
    (leaves,) = await rows_with(FakeChat([said("[LEAVE]")]))
    assert stays["final_text"] == "All done."
    assert leaves["ended_by"] == "user_left"
