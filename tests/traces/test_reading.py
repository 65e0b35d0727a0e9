"""Traces: the same records from every container and every shape of message."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from whileai.traces import Trace, read_traces
from whileai.traces.calls import fault_of

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.contract("S22")


def call(name: str, id_: str | None = None) -> dict[str, Any]:
    return {
        "id": id_,
        "type": "function",
        "function": {"name": name, "arguments": "{}"},
    }


def talk(*messages: dict[str, Any]) -> Trace:
    (trace,) = read_traces([[{"role": "user", "content": "hi there"}, *messages]])
    return trace


def asked(*calls: dict[str, Any]) -> dict[str, Any]:
    return {"role": "assistant", "content": None, "tool_calls": list(calls)}


def answered(content: str, **more: Any) -> dict[str, Any]:
    return {"role": "tool", "content": content, **more}


LATE = '{"error": "the request timed out"}'


def test_results_are_bound_by_id_though_they_come_out_of_order() -> None:
    trace = talk(
        asked(call("get", "1"), call("pay", "2")),
        answered(LATE, tool_call_id="2"),
        answered("fine", tool_call_id="1"),
    )
    assert (trace.prompt, trace.tools) == ("hi there", ("get", "pay"))
    assert trace.faults == (("pay", "timeout"),)
    assert trace.worked == {"get"}


def test_results_without_an_id_are_bound_by_name_and_then_by_order() -> None:
    by_name = talk(
        asked(call("get"), call("pay")), answered(LATE, name="pay"), answered("fine")
    )
    assert by_name.faults == (("pay", "timeout"),)
    by_order = talk(asked(call("get"), call("pay")), answered(LATE), answered("fine"))
    assert by_order.faults == (("get", "timeout"),)


def test_a_second_result_for_a_call_is_not_another_calls() -> None:
    trace = talk(
        asked(call("get", "1"), call("pay", "2")),
        answered("fine", tool_call_id="1"),
        answered(LATE, tool_call_id="1"),
    )
    assert trace.faults == ()


def test_blocks_are_calls_and_results_and_is_error_is_a_fault() -> None:
    trace = talk(
        {
            "role": "assistant",
            "content": [
                {"type": "text", "text": "let me see"},
                {"type": "tool_use", "id": "t1", "name": "get", "input": {}},
            ],
        },
        {
            "role": "user",
            "content": [
                {
                    "type": "tool_result",
                    "tool_use_id": "t1",
                    "is_error": True,
                    "content": [{"type": "text", "text": "no such order"}],
                }
            ],
        },
    )
    assert (trace.tools, trace.faults) == (("get",), (("get", "not_found"),))
    assert trace.prompt == "hi there"


def test_an_old_function_call_and_its_answer_are_read() -> None:
    trace = talk(
        {"role": "assistant", "function_call": {"name": "get", "arguments": "{}"}},
        {"role": "function", "name": "get", "content": '{"error": "403"}'},
    )
    assert trace.faults == (("get", "permission_denied"),)


FAILURES = [  # result, marked as an error, kind
    ("all is well", False, None),
    ("we found no errors", False, None),
    ({"error": None, "status": "ok"}, False, None),
    ({"error": "order not found"}, False, "not_found"),
    ('{"error": {"code": 429}}', False, "rate_limited"),
    ("Internal error, try later", True, "server_error"),
    ("could not parse the answer", True, "malformed_result"),
    ("oops", True, "error"),
]


@pytest.mark.parametrize(("value", "failed", "kind"), FAILURES)
def test_a_result_says_how_it_failed(
    value: Any, failed: bool, kind: str | None
) -> None:
    assert fault_of(value, failed=failed) == kind


ROW = {
    "prompt": "refund A1",
    "steps": [{"tool": "get", "arguments": {}, "result": {"id": "A1"}}, {"text": "hm"}],
    "faults": {"pay": {"mode": "timeout", "call": 1, "transient": False}},
    "scenario_id": "sc-1",
    "scenario_dimensions": {"tool": "get", "world_state": "entity exists"},
    "reward": 0,
}


def test_a_row_of_an_earlier_run_says_all_of_it() -> None:
    (trace,) = read_traces([ROW])
    assert trace.tools == ("get",)
    assert trace.faults == (("pay", "timeout"),)
    assert (trace.world_state, trace.label) == ("entity exists", 0.0)
    assert trace.failed()
    assert trace.group == "scenario_id:sc-1"


class Held:
    def rows(self) -> list[dict[str, Any]]:
        return [ROW, ROW]


def test_every_container_gives_the_same_traces(tmp_path: Path) -> None:
    """F213."""
    path = tmp_path / "traces.jsonl"
    head = json.dumps({"whileai_checkpoint": 1})
    path.write_text("\n".join([head, json.dumps(ROW), json.dumps(ROW)]))
    containers: list[Any] = [[ROW, ROW], (ROW, ROW), Held(), {"rows": [ROW, ROW]}]
    containers += [path, str(path), iter([ROW, ROW])]
    assert {read_traces(each) for each in containers} == {read_traces([ROW, ROW])}
    assert read_traces(None) == ()


def test_one_conversation_is_one_trace_in_a_list_and_in_a_file(tmp_path: Path) -> None:
    messages = [{"role": "user", "content": "hi"}, asked(call("get", "1"))]
    path = tmp_path / "talk.jsonl"
    path.write_text("\n".join(map(json.dumps, messages)))
    expected = (Trace(prompt="hi", tools=("get",)),)
    for value in (messages, {"messages": messages}, [messages], path):
        assert read_traces(value) == expected


REFUSED: list[Any] = [
    [],
    {},
    [{}],
    {"rows": []},
    [ROW, {"id": 1}],
    [3],
    ["an ask"],
    7,
    "no/such/file.jsonl",
]


@pytest.mark.parametrize("value", REFUSED)
def test_what_is_no_trace_is_refused_by_name(value: Any) -> None:
    with pytest.raises(ValueError, match=r"traces=.*pass rows"):
        read_traces(value)


@pytest.mark.parametrize("label", ["0", None, float("nan"), [0]])
def test_what_is_no_number_is_no_label(label: Any) -> None:
    (trace,) = read_traces([{"prompt": "x", "reward": label}])
    assert trace.label is None
    assert not trace.failed(0.5)
