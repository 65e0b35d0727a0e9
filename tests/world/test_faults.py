"""Scheduled failures as the agent sees them."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.world.kit import SHOP
from whileai.base.seeds import Dice
from whileai.model import Cell
from whileai.world import MODES, acts, mode_of, schedule, spoil
from whileai.world.faults import virtual_ms

pytestmark = pytest.mark.contract("S49")

RECORD = {"order_id": "ORD-1", "status": "paid", "total": 12.5, "city": "Denver"}
REFUSES = ("timeout", "permission_denied", "rate_limited", "server_error")


def test_every_mode_of_the_contract_is_known() -> None:
    assert set(MODES) == {
        *REFUSES,
        *("timeout_after_commit", "malformed", "truncated", "stale", "empty", "slow"),
    }


@pytest.mark.parametrize("mode", MODES)
def test_a_mode_says_whether_the_effect_happens(mode: str) -> None:
    assert acts(mode) is (mode not in REFUSES)
    assert spoil(mode, RECORD, Dice(1))[1] == mode
    assert spoil(mode, RECORD, Dice(1)) == spoil(mode, RECORD, Dice(1))


@pytest.mark.parametrize("mode", [*REFUSES, "timeout_after_commit"])
def test_a_failure_is_an_object_with_an_error(mode: str) -> None:
    value, _ = spoil(mode, None, Dice(2))
    assert value["error"]
    assert mode != "rate_limited" or value["retry_after_s"] > 0


@pytest.mark.parametrize("seed", range(20))
@pytest.mark.parametrize("mode", ["malformed", "truncated"])
def test_a_broken_answer_does_not_parse(mode: str, seed: int) -> None:
    value, _ = spoil(mode, RECORD, Dice(seed))
    assert value
    with pytest.raises(json.JSONDecodeError):
        json.loads(value)


@pytest.mark.parametrize("answer", [RECORD, [RECORD]])
def test_a_stale_answer_is_the_real_record_with_its_age(answer: Any) -> None:
    """F108."""
    value, _ = spoil("stale", answer, Dice(3))
    assert value["stale"] is True
    assert value["age"]
    assert answer == RECORD or value["value"] == answer
    assert answer != RECORD or RECORD.items() <= value.items()


def test_a_slow_answer_is_the_true_one() -> None:
    assert spoil("slow", RECORD, Dice(1)) == (RECORD, "slow")


@pytest.mark.parametrize("mode", MODES)
def test_only_slow_answers_are_late(mode: str) -> None:
    late = virtual_ms(mode, Dice(4))
    assert 2_000 <= late <= 45_000 if mode == "slow" else late == 0


@pytest.mark.parametrize(
    "call",
    [mode_of, acts, lambda m: spoil(m, {}, Dice(0)), lambda m: virtual_ms(m, Dice(0))],
)
def test_an_unknown_mode_is_refused_with_the_known_ones(call: Any) -> None:
    """F114."""
    with pytest.raises(ValueError, match=r"'tiemout'.*did you mean 'timeout'"):
        call("tiemout")


@pytest.mark.parametrize(
    ("condition", "mode"),
    [
        ("success", None),
        ("malformed_result", "malformed"),
        ("stale_result", "stale"),
        ("timeout", "timeout"),
        ("slow", "slow"),
    ],
)
def test_the_axis_spells_modes_as_users_files_do(
    condition: str, mode: str | None
) -> None:
    assert mode_of(condition) == mode


def test_a_schedule_is_a_function_of_cell_and_seed() -> None:
    cell = Cell(tool="get_order", tool_condition="stale_result")
    plans = [schedule(cell, SHOP, seed) for seed in range(200)]
    assert plans == [schedule(cell, SHOP, seed) for seed in range(200)]
    faults = [fault for plan in plans for fault in plan]
    assert {fault.tool for fault in faults} == {"get_order"}
    assert {fault.mode for fault in faults} == {"stale"}
    assert {fault.transient for fault in faults} == {True, False}
    assert 140 < sum(fault.call == 1 for fault in faults) < 200


@pytest.mark.parametrize(
    ("cell", "tools"),
    [
        (Cell(tool="get_order"), []),
        (Cell(tool="unrelated", tool_condition="timeout"), []),
        (Cell(tool="multi_tool", tool_condition="timeout"), ["*"]),
    ],
)
def test_what_no_tool_can_fail_is_not_scheduled(cell: Cell, tools: list[str]) -> None:
    assert [fault.tool for fault in schedule(cell, SHOP, 1)] == tools
