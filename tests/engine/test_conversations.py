"""Threads with a person in whole runs: how they end, and whose mistakes are whose."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

import whileai as wai
from tests.builtin.agents.chatting import FakeChat, played, said
from tests.builtin.backends.server import Server, fails, says
from tests.support import POLICY, TOOLS2

if TYPE_CHECKING:
    from whileai.results import SimulationData

pytestmark = [pytest.mark.anyio, pytest.mark.contract("S32", "S43", "S56")]


async def talked(agent: Any, person: Any, **options: Any) -> SimulationData:
    common: dict[str, Any] = {
        "user_model": person,
        "avg_turns": 4,
        "budget": 4,
        "patience": "endless",
    }
    return await played(agent, **(common | options))


def once(messages: list[dict[str, Any]]) -> str:
    return "Which order?" if len(messages) == 1 else "All done."


@pytest.mark.parametrize("agent", [once, FakeChat([said("Which order?")])])
async def test_the_persons_mistake_is_on_the_row_of_any_agent(agent: Any) -> None:
    """F297: told apart from what the agent did wrong."""
    data = await talked(agent, FakeChat([said("My id is ZZ-99817.")]))
    assert {row["user_error"] for row in data.rows()} == {"invented_fact"}
    assert data.search["user_errors"] == {"invented_fact": 4}
    data.grade(lambda row: 1.0)
    assert data.pass_at.without_user_errors.n_rows == 0


async def test_a_person_without_mistakes_leaves_no_mark() -> None:
    data = await talked(once, FakeChat([said("Yes.")]))
    assert {row["user_error"] for row in data.rows()} == {None}
    assert data.search["user_errors"] == {}


@pytest.mark.parametrize("patience", ["normal", "short", (1.0, 1.0)])
async def test_how_threads_ended_adds_up(patience: Any) -> None:
    """F119."""
    chat = FakeChat([said("Which order do you mean?")])
    data = await talked(
        chat, FakeChat([said("No idea.")]), patience=patience, budget=40, avg_turns=12
    )
    rows = data.rows()
    left = sum(row["ended_by"] == "user_left" for row in rows)
    asked = sum(row["final_text"].endswith("?") for row in rows)
    told = data.search["ended_on_question"]
    assert told == {"share": asked / 40, "n": 40, "user_left": left}
    assert left > 0


async def test_rows_without_a_person_are_none_of_them() -> None:
    data = await played(lambda message: "Which order?", budget=3)
    assert data.search["ended_on_question"] == {"share": None, "n": 0, "user_left": 0}


THOUGHTS = [
    ("<think>a</think>Yes.", (1, 0)),
    ("<think>never closed", (1, 1)),
    ("Yes.", (0, 0)),
]


@pytest.mark.parametrize(("line", "counts"), THOUGHTS)
async def test_reasoning_in_the_persons_lines_is_counted(
    line: str, counts: tuple[int, int]
) -> None:
    """F120: and never part of the thread."""
    data = await talked(once, FakeChat([said(line)]), budget=1)
    told = data.search["user_think"]
    assert (told["stripped"] > 0, told["unclosed"] > 0) == tuple(map(bool, counts))
    assert told["stripped_share"] == counts[0]
    assert "think" not in str(data.rows()[0]["messages"])


async def test_no_person_thinks_in_an_offline_run() -> None:
    told = (await played(once, avg_turns=4)).search["user_think"]
    assert set(told.values()) == {0}


async def test_a_single_turn_callable_gets_one_message() -> None:
    """F305 as ruled."""
    heard: list[Any] = []

    def agent(message: str) -> str:
        heard.append(message)
        return "Which order?"

    data = await played(agent, budget=3, avg_turns=12)
    assert sorted(heard) == sorted(row["prompt"] for row in data.rows())
    assert all(isinstance(each, str) for each in heard)


@pytest.mark.contract("S25")
async def test_a_replay_of_an_agent_without_tools_gets_none() -> None:
    """F018: nothing is drafted, and the request has no tools."""
    chat = FakeChat([said("Done.")])
    options: dict[str, Any] = {"tools": None, "budget": 3, "fault_rate": None}
    first = await played(chat, **options)
    await played(chat, tasks=first, **options)
    assert all(ask.tools == () for _, ask in chat.asked)
    assert len(chat.asked) == 6


async def lines_of(texts: list[str], **options: Any) -> int:
    """Give how many lines the person says to an agent with these replies."""
    chat = FakeChat([said(text) for text in texts])
    data = await talked(chat, FakeChat([said("I do not know.")]), budget=1, **options)
    return sum(m["role"] == "user" for m in data.rows()[0]["messages"])


@pytest.mark.parametrize(
    ("texts", "options", "lines"),
    [
        (["Which order?"], {"avg_turns": 1}, 1),
        (["Which order?", "All done."], {"avg_turns": 2}, 2),
        (["All done."], {"avg_turns": 2}, 1),
        (["Which order?"], {"max_turns": 3}, 3),
    ],
)
async def test_questions_are_followed_up_and_finished_answers_are_not(
    texts: list[str], options: dict[str, Any], lines: int
) -> None:
    """F183."""
    options = {"avg_turns": None} | options
    assert await lines_of(texts, **options) == lines


async def test_a_completed_answer_is_often_followed_up_where_turns_are_wanted() -> None:
    """F183: most of the threads go on at six turns, none at two."""

    async def further(avg_turns: float) -> int:
        chat, person = (
            FakeChat([said("It is refunded.")]),
            FakeChat([said("And mine?")]),
        )
        data = await talked(chat, person, budget=40, avg_turns=avg_turns)
        return sum(len(row["messages"]) > 2 for row in data.rows())

    assert await further(2) == 0
    assert 18 <= await further(6) <= 40


async def test_an_answered_refusal_ends_with_the_second_answer() -> None:
    """F185."""
    chat = FakeChat([said("I cannot do that. Which order is it?"), said("It is done.")])
    options: dict[str, Any] = {"budget": 1, "avg_turns": None, "max_turns": 2}
    (row,) = (await talked(chat, FakeChat([said("Yes.")]), **options)).rows()
    assert [m["role"] for m in row["messages"]] == ["user", "assistant"] * 2
    assert row["final_text"] == "It is done."
    assert len(chat.asked) == 2


async def test_the_report_has_what_was_asked_and_what_came_of_it() -> None:
    """F220."""
    data = await talked(
        FakeChat([said("Which order?")]),
        FakeChat([said("No idea.")]),
        avg_turns=None,
        max_turns=3,
    )
    report = data.report()
    assert report["user_turns"] == {"mean": 3.0, "share_3_or_more": 1.0}
    assert report["options"]["max_turns"] == 3
    assert report["rows"] == report["options"]["budget"] == 4
    for name in ("fault_share", "tier_mix", "stance_mix"):
        assert name in report


@pytest.mark.contract("S28", "S54")
async def test_calls_that_are_tried_again_show_in_the_progress() -> None:
    """F276: a run that waits for a crowded server does not look stuck."""
    heard: list[dict[str, Any]] = []
    async with Server([fails(429, retry_after="0"), says("Done.")]) as server:
        await wai.simulate_async(
            wai.OpenAI("m", server.url),
            tools=TOOLS2,
            system_prompt=POLICY,
            simulator=False,
            budget=2,
            avg_turns=1,
            on_progress=heard.append,
        )
    assert heard[-1]["retried"] == 1
