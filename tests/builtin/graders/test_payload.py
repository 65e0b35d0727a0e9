"""What a judge gets to see of a row: whole JSON at any size of any field."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from whileai.builtin.graders.payload import payload_of

pytestmark = pytest.mark.contract("S39")

HUGE = ["<|x|>" * 900, "\u200b" * 5000, "y" * 20_000]
TEXT = st.text(max_size=30) | st.sampled_from(HUGE)
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | TEXT,
    lambda inner: (
        st.lists(inner, max_size=60) | st.dictionaries(TEXT, inner, max_size=60)
    ),
    max_leaves=20,
)
STEPS = st.lists(
    st.fixed_dictionaries({"tool": TEXT, "arguments": JSON, "result": JSON})
    | st.fixed_dictionaries({"user": TEXT}),
    max_size=30,
)


@settings(max_examples=8, deadline=None)
@given(TEXT, STEPS, TEXT, TEXT, st.lists(TEXT, max_size=60))
def test_a_payload_parses_and_stays_small(
    prompt: str, steps: list[Any], reply: str, policy: str, tools: list[str]
) -> None:
    """F140."""
    row = {"prompt": prompt, "steps": steps, "final_text": reply}
    payload = payload_of(row, tools, policy, 6000)
    assert set(json.loads(payload.evidence)) == {"request", "steps", "reply"}
    assert json.loads(payload.context)["tools_called"] is not None
    assert len(payload.context) + len(payload.evidence) < 24_000
    assert not set(payload.evidence) & set("<>`\u200b\n")


def test_what_fits_is_shown_as_it_is() -> None:
    steps = [{"tool": "t", "arguments": {"a": [1, {"b": None}]}, "result": "ok"}]
    row = {"prompt": "Why?", "steps": steps, "final_text": "So <b>."}
    payload = payload_of(row, ["t", "u"], "Be kind.", 6000)
    shown = json.loads(payload.evidence)
    assert shown == {"request": "Why?", "steps": steps, "reply": "So <b>."}
    assert payload.cuts == {}


@pytest.mark.parametrize("field", ["prompt", "final_text", "policy", "result"])
def test_what_is_cut_is_counted_by_field(field: str) -> None:
    long = "start " + "x" * 50_000 + " end"
    result = long if field == "result" else 1
    step: dict[str, Any] = {"tool": "t", "arguments": {}, "result": result}
    row = {"prompt": "p", "final_text": "f", "steps": [step], field: long}
    payload = payload_of(row, ["t"], long if field == "policy" else "", 6000)
    name = {"prompt": "request", "final_text": "reply", "result": "steps"}
    assert payload.cuts[name.get(field, field)] > 40_000
    whole = payload.context + payload.evidence
    assert "start x" in whole
    assert "x end" in whole


def test_of_many_steps_the_first_and_the_last_are_shown() -> None:
    steps = [{"tool": f"t{n}", "arguments": {}, "result": "r" * 50} for n in range(500)]
    payload = payload_of({"prompt": "p", "steps": steps}, [], "", 6000)
    shown = json.loads(payload.evidence)["steps"]
    assert shown[0]["tool"] == "t0"
    assert shown[-1]["tool"] == "t499"
    gone = payload.cuts["steps_left_out"]
    assert {"steps_left_out": gone} in shown
    assert len(shown) - 1 + gone == 500
