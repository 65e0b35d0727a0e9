"""Threads: which questions the person faced, and whether they left at the last."""

from __future__ import annotations

from typing import Any

import pytest

from whileai.traces import Thread, read_threads

pytestmark = pytest.mark.contract("S32")

ASK = {"role": "assistant", "content": "Which order?"}
TELL = {"role": "assistant", "content": "It is on its way."}
SAY = {"role": "user", "content": "The last one."}
OURS = {"schema_version": "2", "user_model": "offline"}
CALL = {"id": "1", "type": "function", "function": {"name": "get", "arguments": "{}"}}
USE = {"type": "tool_use", "id": "1", "name": "get", "input": {}}
RESULT = {"type": "tool_result", "tool_use_id": "1", "content": "found"}


def thread(*messages: Any, **more: Any) -> Thread:
    (found,) = read_threads([{"messages": [SAY, *messages], **more}])
    return found


def counts(*messages: Any, **more: Any) -> tuple[int, int, bool]:
    found = thread(*messages, **more)
    return found.asked, found.faced, found.left


def test_a_question_is_answered_if_the_person_says_anything_after_it() -> None:
    assert counts(ASK, SAY, ASK, SAY, TELL) == (2, 2, False)


def test_who_says_nothing_after_a_question_has_left() -> None:
    assert counts(ASK, SAY, ASK) == (2, 2, True)


def test_an_offer_of_further_help_is_no_question_to_leave_at() -> None:
    end = {"role": "assistant", "content": "Done. Is there anything else you need?"}
    assert counts(ASK, SAY, end) == (1, 1, False)


def test_a_row_that_says_the_person_left_is_believed() -> None:
    assert counts(ASK, **OURS, ended_by="user_left") == (1, 1, True)
    assert counts(TELL, ended_by="user_left") == (1, 1, True)
    assert counts(ASK, SAY, ended_by="user_left") == (1, 1, False)


@pytest.mark.parametrize("end", ["depth", "user_done", "agent"])
def test_a_thread_that_ended_otherwise_says_nothing_of_its_last_question(
    end: str,
) -> None:
    assert counts(ASK, SAY, ASK, **OURS, ended_by=end) == (2, 1, False)


def test_nobody_leaves_a_row_without_a_person() -> None:
    row = {"schema_version": "2", "user_model": None, "ended_by": None}
    assert counts(ASK, **row) == (1, 0, False)


@pytest.mark.parametrize("reason", ["length", "max_tokens", "error"])
def test_a_reply_that_was_cut_is_nothing_to_leave_at(reason: str) -> None:
    assert counts(ASK, SAY, ASK, finish_reason=reason) == (2, 1, False)
    assert counts(ASK, finish_reason={"odd": []}) == (1, 1, True)


@pytest.mark.parametrize(
    "work",
    [
        [{**ASK, "tool_calls": [CALL]}],
        [{**ASK, "tool_calls": [CALL]}, {"role": "tool", "content": "found"}],
        [{**ASK, "content": [{"type": "text", "text": "Which order?"}, USE]}],
        [ASK, {"role": "tool", "content": "found"}],
    ],
)
def test_while_the_agent_works_it_is_not_the_persons_turn(work: list[Any]) -> None:
    assert counts(*work) == (1, 0, False)


def test_a_tool_result_in_a_message_of_the_user_is_no_answer() -> None:
    used = {"role": "assistant", "content": [{"type": "text", "text": "Why?"}, USE]}
    result = {"role": "user", "content": [RESULT]}
    assert counts(used, result, TELL) == (0, 0, False)
    assert counts(used, result, ASK) == (1, 1, True)


def test_a_picture_is_an_answer_and_blank_words_are_none() -> None:
    picture = {"role": "user", "content": [{"type": "image_url", "image_url": {}}]}
    assert counts(ASK, picture) == (1, 1, False)
    assert counts(ASK, {"role": "user", "content": " "}) == (1, 1, True)


def test_one_reply_is_one_question_and_its_last_words_count() -> None:
    assert counts(ASK, ASK, SAY) == (1, 1, False)
    assert counts(ASK, TELL) == (0, 0, False)


def test_a_greeting_before_the_person_speaks_is_no_question() -> None:
    (found,) = read_threads([[{"role": "assistant", "content": "Your name?"}, SAY]])
    assert found == Thread(asked=0, faced=0, left=False)


def test_rows_without_messages_are_read_by_their_steps() -> None:
    steps = [{"text": "Which order?"}, {"user": "A1."}, {"tool": "get", "result": 1}]
    row = {"prompt": "Help.", "steps": steps, "final_text": "Shall I cancel it?"}
    assert list(read_threads([row])) == [Thread(asked=2, faced=2, left=True)]


def test_what_is_no_message_is_passed_over() -> None:
    odd: list[Any] = [
        None,
        3,
        {"role": "assistant", "content": [None, {"type": []}]},
        {},
    ]
    assert counts(*odd, ASK) == (1, 1, True)
