"""Rows that are to be followed: ``sft`` and ``openai``."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from tests.exports.rows import OPENAI_TOOLS, call, called, row, written

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.contract("S58", "S61")

LOOKED = called(call(order_id="A1"), result='{"status": "open"}')


def test_sft_is_a_chat_with_objects_for_arguments_and_tools_as_text(
    tmp_path: Path,
) -> None:
    """F168: chat templates spell arguments themselves; text would be spelled twice."""
    _, [line] = written(tmp_path, "sft", row(*LOOKED))
    system, _, said, answer, reply = line["messages"]
    assert system == {"role": "system", "content": "Be kind."}
    assert said["tool_calls"][0]["function"]["arguments"] == {"order_id": "A1"}
    assert said["content"] == ""
    assert answer["name"] == "lookup_order"
    assert reply == {"role": "assistant", "content": "Done."}
    assert json.loads(line["tools"]) == OPENAI_TOOLS
    assert line["task_id"] == "sc-1/0"


def test_openai_is_a_chat_with_text_for_arguments_and_nothing_else(
    tmp_path: Path,
) -> None:
    _, [line] = written(tmp_path, "openai", row(*LOOKED))
    said, answer = line["messages"][2:4]
    assert set(line) == {"messages", "tools", "parallel_tool_calls"}
    assert said["tool_calls"][0]["function"]["arguments"] == '{"order_id":"A1"}'
    assert said["content"] is None
    assert set(answer) == {"role", "tool_call_id", "content"}
    assert line["tools"] == OPENAI_TOOLS


def test_parallel_calls_are_declared_on_every_line_if_one_row_has_them(
    tmp_path: Path,
) -> None:
    both = called(call(id_="a"), call("create_refund", "b"))
    _, lines = written(tmp_path, "openai", row(*both), row(*LOOKED))
    assert [line["parallel_tool_calls"] for line in lines] == [True, True]
    _, [line] = written(tmp_path, "openai", row(*LOOKED))
    assert line["parallel_tool_calls"] is False


def test_calls_are_numbered_in_nine_letters_and_digits(tmp_path: Path) -> None:
    calls = called(call(id_="x" * 60), call("create_refund", "call_A-B"))
    _, [line] = written(tmp_path, "sft", row(*calls))
    said, *answers = line["messages"][2:-1]
    ids = [each["id"] for each in said["tool_calls"]]
    assert ids == ["call00001", "call00002"]
    assert [each["tool_call_id"] for each in answers] == ids
    assert all(len(each) == 9 and each.isalnum() for each in ids)


def test_without_tools_there_is_no_key_that_says_there_are_some(tmp_path: Path) -> None:
    for format in ("sft", "openai"):
        _, [line] = written(tmp_path, format, row(), tools=[])
        assert "tools" not in line
        assert "parallel_tool_calls" not in line


def test_without_a_system_prompt_none_is_written(tmp_path: Path) -> None:
    _, [line] = written(tmp_path, "sft", row(), system_prompt="")
    assert line["messages"][0]["role"] == "user"


def test_a_row_that_brings_its_own_system_message_keeps_it(tmp_path: Path) -> None:
    own = row()
    own["messages"].insert(0, {"role": "developer", "content": "Be brief."})
    _, [line] = written(tmp_path, "sft", own)
    systems = [each for each in line["messages"] if each["role"] == "system"]
    assert systems == [{"role": "system", "content": "Be brief."}]


def test_reasoning_is_in_no_message(tmp_path: Path) -> None:
    thought = [
        {"type": "thinking", "thinking": "SECRET"},
        {"type": "text", "text": "One "},
        {"type": "text", "text": "moment."},
    ]
    middle = {"role": "assistant", "content": thought, "reasoning_content": "SECRET"}
    asked = {"role": "user", "content": "And?"}
    _, [line] = written(
        tmp_path, "sft", row(middle, asked, extra={"reasoning": ["SECRET"]})
    )
    assert "SECRET" not in json.dumps(line)
    assert line["messages"][2] == {"role": "assistant", "content": "One moment."}


IMAGE = {"type": "image_url", "image_url": {"url": "data:image/png;base64,AA=="}}


def test_content_parts_survive_and_then_every_content_has_parts(tmp_path: Path) -> None:
    shown = row({"role": "assistant", "content": "Which?"})
    shown["messages"].insert(2, {"role": "user", "content": [IMAGE]})
    _, lines = written(tmp_path, "sft", row(), shown)
    contents = [each["content"] for line in lines for each in line["messages"]]
    assert [IMAGE] in contents
    assert all(isinstance(content, list) for content in contents)
    assert [{"type": "text", "text": "Done."}] in contents


def test_a_row_without_messages_is_spelled_by_its_steps(tmp_path: Path) -> None:
    steps: list[Any] = [
        {"text": "One moment."},
        {"user": "Yes?"},
        {"tool": "lookup_order", "arguments": {"order_id": "A1"}, "result": {"a": 1}},
    ]
    told = row(steps=steps) | {"messages": None}
    _, [line] = written(tmp_path, "openai", told)
    assert [each["role"] for each in line["messages"]] == [
        *("system", "user", "assistant", "user", "assistant", "tool", "assistant"),
    ]
    assert line["messages"][5]["content"] == '{"a":1}'


def test_a_call_says_its_arguments_in_any_of_three_ways(tmp_path: Path) -> None:
    given: list[Any] = [None, " ", {"order_id": "A1"}]
    calls = [call(id_=f"c{n}") for n in range(3)]
    for each, arguments in zip(calls, given, strict=True):
        each["function"]["arguments"] = arguments
    _, [line] = written(tmp_path, "sft", row(*called(*calls)))
    made = [each["function"]["arguments"] for each in line["messages"][2]["tool_calls"]]
    assert made == [{}, {}, {"order_id": "A1"}]


def test_an_answer_of_text_parts_is_their_text_and_any_other_its_json(
    tmp_path: Path,
) -> None:
    answers = called(call(id_="a"), call(id_="b"))
    answers[1]["content"] = [{"type": "text", "text": "it is "}] * 2
    answers[2]["content"] = {"status": "open"}
    _, [line] = written(tmp_path, "sft", row(*answers))
    told = [each["content"] for each in line["messages"] if each["role"] == "tool"]
    assert told == ["it is it is ", '{"status":"open"}']


def test_calls_without_ids_are_joined_by_name_and_order(tmp_path: Path) -> None:
    """The files of the page's system have them so."""
    calls = [
        {"name": "lookup_order", "arguments": {"order_id": "A1"}},
        {"name": "create_refund", "arguments": {"order_id": "A1"}},
    ]
    said = [
        {"role": "assistant", "content": "", "tool_calls": calls},
        {"role": "tool", "name": "create_refund", "content": "2"},
        {"role": "tool", "name": "lookup_order", "content": "1"},
    ]
    _, [line] = written(tmp_path, "sft", row(*said))
    answers = {each["name"]: each for each in line["messages"] if "name" in each}
    assert answers["lookup_order"]["tool_call_id"] == "call00001"
    assert answers["create_refund"]["content"] == "2"


def test_names_that_a_provider_refuses_are_written_as_it_takes_them(
    tmp_path: Path,
) -> None:
    step = {"tool": "orders.get", "arguments": {}, "result": 1}
    told = row(steps=[step]) | {"messages": None}
    tools = [{"type": "function", "function": {"name": "orders_get"}}]
    _, [line] = written(tmp_path, "sft", told, tools=tools)
    [made] = line["messages"][2]["tool_calls"]
    assert made["function"]["name"] == line["messages"][3]["name"] == "orders_get"


def test_integers_beyond_53_bits_stay_exact(tmp_path: Path) -> None:
    big = 2**63 + 5
    for format in ("sft", "openai"):
        _, [line] = written(tmp_path, format, row(*called(call(order_id=big))))
        spelled = line["messages"][2]["tool_calls"][0]["function"]["arguments"]
        read = json.loads(spelled) if isinstance(spelled, str) else spelled
        assert read == {"order_id": big}


def test_the_first_line_has_a_tool_call_if_any_has(tmp_path: Path) -> None:
    """A loader tells the columns' types from the first megabytes of a file."""
    plain = [row(reply=f"Reply {n}.") for n in range(3)]
    _, lines = written(tmp_path, "sft", *plain, row(*LOOKED, task_id="last"))
    assert lines[0]["task_id"] == "last"
    assert [line["messages"][-1]["content"] for line in lines[1:]] == [
        *("Reply 0.", "Reply 1.", "Reply 2."),
    ]
