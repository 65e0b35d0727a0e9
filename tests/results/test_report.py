"""What a report prints, and what it says it does not cover."""

from __future__ import annotations

from typing import Any

import pytest

import whileai as wai

pytestmark = pytest.mark.contract("S38", "S59")


def row(number: int, **fields: Any) -> dict[str, Any]:
    return {"prompt": f"ask {number}", "final_text": "Done.", **fields}


def report(*rows: dict[str, Any]) -> wai.Report:
    return wai.grade(rows, lambda row: row["extra"]).report()


def test_an_ungraded_run_says_that_nobody_judged_it() -> None:
    text = str(wai.simulate(lambda m: "Hi.", simulator=False, budget=3).report())
    assert "not covered: whether the agent did well; data.grade(...)" in text


def test_rows_without_a_grade_are_counted_by_cause() -> None:
    graded = [row(n, extra=1) for n in range(3)]
    found = report(*graded, row(3, extra=None), row(4, extra="good"))
    assert found["ungraded"] == {"invalid_result": 2}
    assert "not covered: 2 rows without a grade (2 invalid_result)" in str(found)


def test_numbers_are_given_with_and_without_user_errors() -> None:
    slipped = [row(n, extra=0, user_error="broke_role") for n in range(2)]
    found = report(*(row(n, extra=1) for n in range(2, 8)), *slipped)
    assert found["user_errors"] == {"broke_role": 2}
    assert found["pass_at"]["pass_at_1"] == 0.75
    assert found["pass_at"]["without_user_errors"]["pass_at_1"] == 1
    text = str(found)
    assert "pass@1 without user errors 1.00" in text
    assert "the simulated person slipped in 2 rows (2 broke_role)" in text


def test_a_missing_number_has_its_reason_beside_it() -> None:
    text = str(report(row(0, extra=1), row(1, extra=0)))
    assert "no interval: 2 tasks" in text
    assert "raise situations=" in text


def test_a_report_is_under_forty_lines_whatever_happened() -> None:
    faults = ["timeout", "stale", "empty", "slow", "truncated", "malformed"]
    faults += ["permission_denied", "rate_limited", "server_error"]
    faults += ["timeout_after_commit"]
    rows = [
        row(
            n,
            extra=None if n % 7 else 1,
            tier="ordinary",
            user_error="broke_role",
            steps=[{"tool": f"tool_{n}", "arguments": {}, "status": fault}],
            faults={f"tool_{n}": {"mode": fault, "call": 1, "transient": True}},
        )
        for n, fault in enumerate(faults * 4)
    ]
    data = wai.grade(rows, lambda row: row["extra"])
    data.warnings.extend(f"warning {n}" for n in range(30))
    lines = str(data.report()).splitlines()
    assert len(lines) < 40
    assert lines[-1].endswith("more warnings")
