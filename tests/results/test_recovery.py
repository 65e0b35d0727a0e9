"""What is counted of faults and of tools that answer nothing but errors."""

from __future__ import annotations

from typing import Any

import pytest

from tests.support import ok, sim
from whileai.results.recovery import is_dead, trouble_in

pytestmark = pytest.mark.contract("S49", "S38", "S21")

FINE = {"tool": "look", "arguments": {}, "result": {"a": 1}, "status": "success"}
BROKEN = {"tool": "look", "arguments": {}, "result": {"error": "x"}, "status": "error"}
LATE = {**BROKEN, "status": "timeout"}
ABSENT = {**BROKEN, "result": {"error": "x", "code": "not_found"}}


def rows(*steps: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return [{"prompt": "p", "steps": each} for each in steps]


@pytest.mark.parametrize(
    ("good", "answered", "dead"),
    [(0, 9, True), (1, 21, True), (4, 612, True), (0, 3, False), (2, 5, False)],
)
def test_a_tool_is_dead_by_its_interval(good: int, answered: int, dead: bool) -> None:
    """F086"""
    assert is_dead(good, answered) is dead


def test_injected_faults_and_steps_without_a_result_are_no_evidence() -> None:
    """F086"""
    silent = {**BROKEN, "result": None}
    assert trouble_in(rows([LATE] * 20, [silent] * 20)).dead_tools() == {}
    assert trouble_in(rows([BROKEN] * 9)).dead_tools() == {
        "look": {"answered": 9, "good": 0}
    }


def test_to_say_that_there_is_no_such_thing_is_an_answer() -> None:
    assert trouble_in(rows([ABSENT] * 20)).dead_tools() == {}


def test_recovery_is_told_by_kind_with_an_interval() -> None:
    found = trouble_in(rows([LATE, FINE], [LATE, BROKEN], [FINE, LATE])).recovery()
    assert found["timeout"]["rows"] == 3
    assert found["timeout"]["recovered"] == 1
    low, high = found["timeout"]["interval"]
    assert low < 1 / 3 < high


def test_a_slow_call_needs_no_recovery() -> None:
    slow = {**FINE, "status": "slow"}
    assert trouble_in(rows([slow])).recovery()["slow"]["share"] == 1


def test_no_tool_call_at_all_is_told_where_tools_are_declared() -> None:
    """F087"""
    data = sim(ok, budget=4)
    assert "no_tool_calls" in data.degraded
    assert any("called a tool" in line for line in data.warnings)
    assert trouble_in(rows([], [])).notes([]) == []


def test_a_plain_run_has_nothing_to_say() -> None:
    """F085"""
    step = {"tool": "lookup_order", "arguments": {}, "result": {"status": "ok"}}
    data = sim(lambda message: {"steps": [step], "final_text": "Here."}, budget=4)
    assert data.degraded == []


def test_lookups_that_find_nothing_name_the_way_on() -> None:
    data = sim(
        lambda message, world: str(world.call("lookup_order", {"order_id": "Q"})),
        budget=6,
    )
    lines = [line for line in data.warnings if "lookups" in line]
    assert len(lines) == 1
    assert "seeds=" in lines[0]


def test_the_report_has_recovery_and_prints_it() -> None:
    def retrying(message: str, world: Any) -> str:
        for _ in range(2):
            world.call("lookup_order", {"order_id": "A1000"})
        return "Done."

    report = sim(retrying, budget=40, fault_rate=1.0).report()
    assert sum(met["rows"] for met in report["recovery"].values()) > 0
    assert "the tool answered well later" in str(report)
