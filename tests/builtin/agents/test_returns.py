"""What is read of the messages, steps and replies that agents return."""

from __future__ import annotations

from types import SimpleNamespace as Obj
from typing import Any

import pytest

from tests.support import sim
from whileai.builtin.agents.replies import Reply, read_reply
from whileai.model import Turn

pytestmark = pytest.mark.contract("S04", "S58")

ARGUMENTS = {"id": "A1"}
RESULT = {"ok": True}

CALLS: dict[str, dict[str, Any]] = {
    "flat": {"name": "look", "arguments": ARGUMENTS},
    "nested": {"function": {"name": "look", "arguments": ARGUMENTS}},
    "flat text": {"name": "look", "arguments": '{"id": "A1"}'},
    "nested text": {"function": {"name": "look", "arguments": '{"id": "A1"}'}},
    "written twice": {"name": "look", "arguments": '"{\\"id\\": \\"A1\\"}"'},
    "args": {"name": "look", "args": ARGUMENTS},
    "input": {"name": "look", "input": ARGUMENTS},
    "tool_name": {"tool_name": "look", "args": '{"id": "A1"}'},
}


def told(reply: Reply) -> list[tuple[str, Any, Any]]:
    return [
        (call.tool, call.arguments, result.value)
        for turn in reply.turns
        for call, result in zip(turn.calls, turn.results, strict=True)
    ]


@pytest.mark.parametrize("spelling", CALLS)
def test_every_spelling_of_a_tool_call_reads_the_same(spelling: str) -> None:
    """F148."""
    call = {"id": "c", **CALLS[spelling]}
    messages = [
        {"role": "assistant", "content": "", "tool_calls": [call]},
        {"role": "tool", "tool_call_id": "c", "content": '{"ok": true}'},
        {"role": "assistant", "content": "Done."},
    ]
    step = {**CALLS[spelling], "result": RESULT}
    for returned in (messages, {"steps": [step], "final_text": "Done."}):
        reply = read_reply(returned)
        assert told(reply) == [("look", ARGUMENTS, RESULT)]
        assert reply.final_text == "Done."


def human(text: str) -> Obj:
    return Obj(type="human", content=text)


def ai(text: Any, *calls: Any) -> Obj:
    return Obj(type="ai", content=text, tool_calls=list(calls))


LANGCHAIN = [
    ai("", {"name": "look", "args": ARGUMENTS, "id": "c", "type": "tool_call"}),
    Obj(type="tool", content='{"ok": true}', tool_call_id="c", name="look"),
    ai([{"type": "text", "text": "Done."}]),
]
LANGCHAIN_DICTS = [
    {"type": "ai", "data": {"content": "", "tool_calls": [CALLS["args"]]}},
    {"type": "tool", "data": {"content": '{"ok": true}', "name": "look"}},
    {"type": "ai", "data": {"content": "Done."}},
]
PYDANTIC = [
    Obj(
        kind="response",
        parts=[
            Obj(
                part_kind="tool-call",
                tool_name="look",
                args='{"id": "A1"}',
                tool_call_id="c",
            )
        ],
    ),
    Obj(
        kind="request",
        parts=[
            Obj(
                part_kind="tool-return",
                tool_name="look",
                content=RESULT,
                tool_call_id="c",
            )
        ],
    ),
    Obj(kind="response", parts=[Obj(part_kind="text", content="Done.")]),
]
ITEMS = [
    {"type": "reasoning", "summary": []},
    {
        "type": "function_call",
        "name": "look",
        "arguments": '{"id":"A1"}',
        "call_id": "c",
    },
    {"type": "function_call_output", "call_id": "c", "output": '{"ok": true}'},
    {
        "type": "message",
        "role": "assistant",
        "content": [{"type": "output_text", "text": "Done."}],
    },
]
RUN_RESULT = Obj(
    final_output="Done.",
    new_items=[Obj(to_input_item=lambda item=item: item) for item in ITEMS],
)
AGENT_RESULT = Obj(output="Done.", new_messages=lambda: PYDANTIC)

SPOKEN: dict[str, Any] = {
    "LangChain objects": LANGCHAIN,
    "LangChain dicts": LANGCHAIN_DICTS,
    "a LangGraph state": {"messages": LANGCHAIN},
    "pydantic-ai messages": PYDANTIC,
    "a pydantic-ai result": AGENT_RESULT,
    "Responses items": ITEMS,
    "a response": {"object": "response", "output": ITEMS},
    "a response object": Obj(object="response", output=ITEMS),
    "a run result": RUN_RESULT,
}


@pytest.mark.parametrize("library", SPOKEN)
def test_every_librarys_messages_read_the_same(library: str) -> None:
    reply = read_reply(SPOKEN[library])
    assert told(reply) == [("look", ARGUMENTS, RESULT)]
    assert reply.final_text == "Done."


REPLIES: dict[str, tuple[Any, str]] = {
    "completion": (
        {"choices": [{"message": {"role": "assistant", "content": "Hi."}}]},
        "stop",
    ),
    "cut completion": (
        Obj(
            choices=[
                Obj(
                    message=Obj(role="assistant", content="Hi."), finish_reason="length"
                )
            ]
        ),
        "length",
    ),
    "refusal": (
        Obj(choices=[Obj(message=Obj(role="assistant", content=None, refusal="Hi."))]),
        "stop",
    ),
    "Anthropic message": (
        Obj(
            type="message",
            role="assistant",
            content=[Obj(type="thinking", thinking="Hm"), Obj(type="text", text="Hi.")],
            stop_reason="max_tokens",
        ),
        "length",
    ),
    "one message": ({"role": "assistant", "content": "Hi."}, "stop"),
    "one LangChain message": (ai("Hi."), "stop"),
    "one pydantic-ai response": (
        Obj(kind="response", parts=[Obj(part_kind="text", content="Hi.")]),
        "stop",
    ),
}


@pytest.mark.parametrize("kind", REPLIES)
def test_a_providers_reply_is_read(kind: str) -> None:
    returned, finish = REPLIES[kind]
    reply = read_reply(returned)
    assert (reply.final_text, reply.finish_reason) == ("Hi.", finish)


@pytest.mark.parametrize(
    ("given", "kept"),
    [
        ("error", "error"),
        ("length", "length"),
        ("max_tokens", "length"),
        ("tool_calls", "tool"),
        ("whatever", "stop"),
        (None, "stop"),
        (5, "stop"),
    ],
)
def test_an_agent_may_say_why_it_stopped(given: Any, kept: str) -> None:
    """F218."""
    reply = read_reply({"final_text": "Hi.", "finish_reason": given})
    assert reply.finish_reason == kept


CUT = "Use:\n```python\nprint(1)"


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        (CUT, "length"),
        ("```", "length"),
        (f"{CUT}\n```", "stop"),
        (f"{CUT}\n```\nBest wishes,\nSam", "stop"),
        ("Fences open with ``` in most chats.", "stop"),
        ("Shall I go on?", "stop"),
    ],
)
def test_a_reply_was_cut_if_it_ends_inside_a_code_fence(text: str, kept: str) -> None:
    """F152."""
    said = [{"role": "assistant", "content": text}]
    for returned in (text, {"final_text": text}, said):
        assert read_reply(returned).finish_reason == kept
    stated = {"final_text": text, "finish_reason": "stop"}
    assert read_reply(stated).finish_reason == "stop"


def test_usage_is_kept_as_numbers_by_name() -> None:
    message = {"role": "assistant", "content": "Hi."}
    usage = {"prompt_tokens": 3, "completion_tokens": 1, "details": {"cached": 0}}
    reply = read_reply({"choices": [{"message": message}], "usage": usage})
    assert reply.usage == {"prompt_tokens": 3, "completion_tokens": 1}


def test_results_find_their_call_by_id_then_name_then_order() -> None:
    def call(name: str, id_: str) -> dict[str, Any]:
        return {"id": id_, "function": {"name": name, "arguments": "{}"}}

    messages = [
        {
            "role": "assistant",
            "tool_calls": [call("a", "1"), call("b", ""), call("c", "")],
        },
        {"role": "tool", "name": "b", "content": "B"},
        {"role": "tool", "content": "C", "tool_call_id": "unheard of", "name": "c"},
        {"role": "tool", "tool_call_id": "1", "content": "A"},
        {"role": "assistant", "content": "Done."},
    ]
    assert told(read_reply(messages)) == [
        ("a", {}, "A"),
        ("b", {}, "B"),
        ("c", {}, "C"),
    ]


def test_a_result_that_answers_no_call_is_an_error() -> None:
    with pytest.raises(TypeError, match=r"messages\[0\] is a tool result"):
        read_reply([{"role": "tool", "content": "B"}])


def test_a_failed_tool_result_is_told_apart() -> None:
    use = {"type": "tool_use", "id": "c", "name": "look", "input": {}}
    failed = {
        "type": "tool_result",
        "tool_use_id": "c",
        "is_error": True,
        "content": "no",
    }
    reply = read_reply(
        [
            {"role": "assistant", "content": [use]},
            {"role": "user", "content": [failed]},
            {"role": "assistant", "content": "Sorry."},
        ]
    )
    assert [r.status for turn in reply.turns for r in turn.results] == ["error"]


def test_images_survive_and_are_spelled_as_openai_spells_them() -> None:
    image = {
        "type": "image",
        "source": {"type": "base64", "media_type": "image/png", "data": "AA"},
    }
    parts = [{"type": "text", "text": "See:"}, image]
    reply = read_reply([{"role": "assistant", "content": parts}])
    assert reply.final_text == "See:"
    assert reply.content[1] == {
        "type": "image_url",
        "image_url": {"url": "data:image/png;base64,AA"},
    }


@pytest.mark.parametrize(
    "ending",
    [
        {"role": "assistant", "content": "Wait.", "tool_calls": [CALLS["flat"]]},
        {"role": "user", "content": "And?"},
    ],
)
def test_a_list_that_does_not_end_in_a_reply_has_none(ending: dict[str, Any]) -> None:
    messages = [{"role": "assistant", "content": "Hello."}, ending]
    assert read_reply(messages).final_text == ""


@pytest.mark.parametrize("system", [[], [{"role": "system", "content": "Be kind."}]])
def test_a_list_that_begins_with_the_history_is_cut(system: list[Any]) -> None:
    history = [Turn(role="user", text="Hi"), Turn(role="assistant", text="Yes?")]
    returned = [*system, human("Hi"), ai("Yes?"), ai("Done.")]
    reply = read_reply(returned, history)
    assert (reply.turns, reply.final_text) == ((), "Done.")


def test_a_list_of_new_messages_alone_is_read_whole() -> None:
    history = [Turn(role="user", text="Hi")]
    reply = read_reply([ai("One."), ai("Two.")], history)
    assert [turn.text for turn in reply.turns] == ["One."]
    assert reply.final_text == "Two."


STEPS: dict[str, Any] = {
    "ours": {"tool": "look", "arguments": ARGUMENTS, "result": RESULT},
    "name, args, output": {"name": "look", "args": ARGUMENTS, "output": RESULT},
    "input, observation": {"tool": "look", "input": ARGUMENTS, "observation": RESULT},
    "result as text": {
        "tool": "look",
        "arguments": ARGUMENTS,
        "result": '{"ok": true}',
    },
    "action and observation": [Obj(tool="look", tool_input=ARGUMENTS), RESULT],
}


@pytest.mark.parametrize("shape", STEPS)
def test_every_shape_of_step_reads_the_same(shape: str) -> None:
    reply = read_reply({"steps": [STEPS[shape]], "final_text": "Done."})
    assert told(reply) == [("look", ARGUMENTS, RESULT)]


def test_text_and_user_steps_keep_their_place() -> None:
    steps = [{"text": "Hm."}, STEPS["ours"], {"user": "So?"}]
    reply = read_reply({"steps": steps, "final_text": "Done."})
    assert [(turn.role, turn.text) for turn in reply.turns] == [
        ("assistant", "Hm."),
        ("assistant", ""),
        ("user", "So?"),
    ]


def test_steps_without_a_reply_have_none() -> None:
    assert read_reply({"steps": [{"text": "Hm."}]}).final_text == ""
    assert read_reply({"steps": [STEPS["ours"]], "final_text": None}).final_text == ""


def test_a_reply_that_the_steps_repeat_is_told_once() -> None:
    message = {"role": "assistant", "content": "Done."}
    reply = read_reply({"steps": [message], "final_text": "Done."})
    assert (reply.turns, reply.final_text) == ((), "Done.")


def test_a_string_of_another_class_gives_its_characters() -> None:
    class Loud(str):
        def __str__(self) -> str:
            return "LOUD"

    text = read_reply(Loud("quiet")).final_text
    assert text == "quiet"
    assert type(text) is str


def test_fifty_megabytes_are_not_copied() -> None:
    text = "x" * 50_000_000
    assert read_reply(text).final_text is text


def test_only_numbers_that_a_row_keeps_are_warned_of() -> None:
    raw: list[object] = []
    raw.append(raw)
    step = {"tool": "lookup_order", "arguments": {}, "result": 1.0}
    said = {"steps": [step], "final_text": "Done.", "raw": raw, "sure": float("nan")}
    data = sim(lambda message: said, budget=2)
    assert len(data) == 2
    assert not [line for line in data.warnings if "cannot keep" in line]
