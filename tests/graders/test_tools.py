from __future__ import annotations

from typing import Any

import pytest

from tests.graders.rows import effect, replied, stepped, stored
from whileai import graders
from whileai.graders import (
    state,
    tool_called,
    tool_not_called,
    tool_order,
    unchanged,
)

loose: Any = graders  # what a caller without a type checker may pass
pytestmark = pytest.mark.contract("S39")


def test_a_call_is_found_by_name_arguments_and_number() -> None:
    row = stepped("look", "pay", "look")
    assert tool_called("look")(row).reward == 1
    assert tool_called("ship")(row).reward == 0
    assert tool_called("look", {"n": 2})(row).reward == 1
    assert tool_called("look", {"n": 1})(row).reward == 0
    assert tool_called("look", {"n": lambda n: n > 1})(row).reward == 1
    assert tool_called("look", times=2)(row).reward == 1
    assert tool_called("pay", times=2)(row).reward == 0
    assert tool_called("ship", times=0)(row).reward == 1


def test_true_is_not_the_number_one() -> None:
    row = replied("", steps=[{"tool": "pay", "arguments": {"now": True, "n": 1}}])
    assert tool_called("pay", {"now": 1})(row).reward == 0
    assert tool_called("pay", {"n": 1.0})(row).reward == 1


def test_calls_that_were_refused_count_unless_they_have_to_work() -> None:
    step = {
        "tool": "pay",
        "arguments": {},
        "result": {"error": "no"},
        "status": "error",
    }
    row = replied("", steps=[step])
    assert tool_called("pay")(row).reward == 1
    assert tool_called("pay", worked=True)(row).reward == 0


def test_every_spelling_of_a_call_reads_the_same() -> None:  # F148
    call = {"name": "pay", "arguments": '{"n": 1}'}
    spelled: list[dict[str, Any]] = [
        {"steps": [{"tool": "pay", "arguments": {"n": 1}}]},
        {"steps": [{"name": "pay", "arguments": {"n": 1}}]},
        {"messages": [{"role": "assistant", "tool_calls": [{"function": call}]}]},
        {"messages": [{"role": "assistant", "tool_calls": [call]}]},
    ]
    for row in spelled:
        assert tool_called("pay", {"n": 1})(row).reward == 1, row
        assert tool_not_called("pay")(row).reward == 0


def test_not_called_means_none_of_them_or_none_at_all() -> None:
    assert tool_not_called("ship")(stepped("look")).reward == 1
    said = tool_not_called("ship", "look")(stepped("look"))
    assert (said.reward, said.reason) == (0, "look was called")
    assert tool_not_called()(stepped("look")).reward == 0
    assert tool_not_called()(replied("Hi.")).reward == 1


def test_order_is_kept_with_others_between_unless_strict() -> None:
    row = stepped("look", "ask", "pay")
    assert tool_order("look", "pay")(row).reward == 1
    assert tool_order("pay", "look")(row).reward == 0
    assert tool_order("look", "look")(row).reward == 0
    assert tool_order("look", "pay", strict=True)(row).reward == 0
    assert tool_order("look", "ask", "pay", strict=True)(row).reward == 1


def test_the_state_is_the_scene_with_its_effects() -> None:
    row = stored(effect("update", "A1", status="cancelled"))
    assert state("order", {"status": "cancelled"})(row).reward == 1
    assert state("order", {"status": "cancelled", "total": 5})(row).reward == 1
    assert state("order", {"total": lambda n: n > 5})(row).reward == 0
    said = state("order", {"status": "open"}, id="A1")(row)
    assert (said.reward, "'status': 'cancelled'" in said.reason) == (0, True)


def test_records_are_made_and_go() -> None:
    row = stored(effect("create", "B2", status="new"), effect("delete", "A1"))
    assert state("order", {"status": "new"}, id="B2")(row).reward == 1
    assert state("order", id="A1")(row).reward == 0
    assert state("order", id="A1", exists=False)(row).reward == 1
    assert state("order", id="B2", exists=False)(row).reward == 0


def test_an_id_that_the_scene_leaves_out_is_not_there() -> None:
    row = stored(missing=["Z9"])
    assert state("order", id="Z9", exists=False)(row).reward == 1
    assert state("order", id="Z9")(row).reward == 0


@pytest.mark.parametrize(
    ("row", "why"),
    [
        (replied("", effects=None), "no account"),
        (replied(""), "no account"),
        (stored(), "does not speak of order X7"),
    ],
)
def test_a_state_that_the_row_does_not_show_is_no_grade(row: Any, why: str) -> None:
    said = state("order", id="X7")(row)
    assert (said.reward, said.status) == (None, "abstained")
    assert why in said.reason


def test_unchanged_is_what_ended_as_it_began() -> None:
    assert unchanged()(stored()).reward == 1
    row = stored(effect("create", "R1", "refund", amount=5))
    assert unchanged()(row).reward == 0
    assert unchanged("order")(row).reward == 1
    assert unchanged("refund")(row).reward == 0


@pytest.mark.parametrize(
    ("make", "error"),
    [
        (lambda: loose.tool_called(""), TypeError),
        (lambda: loose.tool_called("a", ["b"]), TypeError),
        (lambda: loose.tool_called("a", times=-1), ValueError),
        (lambda: loose.tool_called("a", times=True), TypeError),
        (lambda: loose.tool_not_called(5), TypeError),
        (lambda: loose.tool_order("a"), TypeError),
        (lambda: loose.state(""), TypeError),
        (lambda: loose.state("order", ["status"]), TypeError),
        (lambda: loose.state("order", exists=0), TypeError),
        (lambda: loose.unchanged(5), TypeError),
    ],
)
def test_what_makes_no_sense_is_refused_at_once(make: Any, error: Any) -> None:
    with pytest.raises(error, match="takes"):
        make()
