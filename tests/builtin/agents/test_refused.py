"""What is no trajectory: refused by name, and never turned into text."""

from __future__ import annotations

import asyncio
import dataclasses
import datetime
import io
from typing import Any

import pytest

import whileai as wai
from whileai.builtin.agents.replies import read_reply

pytestmark = pytest.mark.contract("S04", "S52")


@dataclasses.dataclass
class Answer:
    text: str


async def coroutine_function(message: str) -> str:
    return message


REFUSED: dict[str, tuple[Any, str]] = {
    "none": (None, "None"),
    "int": (5, r"an int \(5\)"),
    "float": (0.5, "a float"),
    "bool": (True, r"a bool \(True\)"),
    "bytes": (b"hi", "a bytes"),
    "bytearray": (bytearray(b"hi"), "a bytearray"),
    "tuple": (("hi", []), "a tuple of 2, the first 'hi'"),
    "set": ({"hi"}, "a set"),
    "dataclass": (Answer("hi"), r"an Answer \(Answer"),
    "class": (Answer, "the class Answer itself"),
    "object": (object(), "an object"),
    "function": (len, "which nothing called"),
    "coroutine function": (coroutine_function, "coroutine_function"),
    "exception": (ValueError("no"), "a ValueError"),
    "complex": (1j, "a complex"),
    "date": (datetime.date(2026, 1, 1), "a date"),
    "file": (io.StringIO("hi"), "a StringIO"),
    "range": (range(3), "a range of 3"),
    "map": (map(str, [1]), "a map"),
    "text under another key": ({"text": "hi"}, "a dict with the keys 'text'"),
    "empty dict": ({}, "a dict with the keys none"),
    "list of text": (["hi"], "a list of 1, the first 'hi'"),
    "list of steps": ([{"tool": "a", "arguments": {}}], "a list of 1"),
    "unknown role": ([{"role": "narrator", "content": "hi"}], "a list of 1"),
    "no choices": ({"choices": []}, "a dict with the keys 'choices'"),
    "event loop policy": (asyncio.Event(), "an Event"),
}
INSIDE: dict[str, tuple[Any, str]] = {
    "text that is no text": ({"final_text": 5}, "final_text is an int"),
    "steps that are text": ({"steps": "hi", "final_text": "x"}, "steps is a str"),
    "steps that are a dict": ({"steps": {"tool": "a"}, "final_text": "x"}, "is a dict"),
    "a step that is none": (
        {"steps": [None], "final_text": "x"},
        r"steps\[0\] is None",
    ),
    "a step of text": ({"steps": ["a"], "final_text": "x"}, r"steps\[0\] is 'a'"),
    "wrong keys": ({"steps": [{"do": 1}], "final_text": "x"}, r"the keys \['do'\]"),
    "no JSON": (
        {"steps": [{"tool": "a", "result": object()}], "final_text": "x"},
        r"steps\[0\], result of a",
    ),
    "content": ([{"role": "assistant", "content": 5}], "has the content 5"),
    "a call of nothing": (
        [{"role": "assistant", "tool_calls": [{"arguments": "{}"}]}],
        "names no tool",
    ),
}


@pytest.mark.parametrize("case", REFUSED)
def test_what_is_no_trajectory_is_refused_by_name(case: str) -> None:
    """F047."""
    returned, shown = REFUSED[case]
    with pytest.raises(TypeError, match=shown) as caught:
        read_reply(returned)
    assert "it may return a string" in str(caught.value)


@pytest.mark.parametrize("case", INSIDE)
def test_what_is_wrong_inside_is_named_with_its_place(case: str) -> None:
    returned, shown = INSIDE[case]
    with pytest.raises(TypeError, match=shown):
        read_reply(returned)


def test_a_refused_return_costs_its_row_and_no_other() -> None:
    def agent(message: str) -> Any:
        return REFUSED["bytes"][0] if message.startswith("bad") else "Done."

    asks = ["bad one, look it up", "good one, look it up", "another good one"]
    data = wai.simulate(agent, seeds=asks, simulator=False, situations=3, budget=3)
    assert {row["prompt"] for row in data.rows()} >= set(asks[1:])
    assert asks[0] not in {row["prompt"] for row in data.rows()}
