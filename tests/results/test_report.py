"""What a report prints, and what it says it does not cover."""

from __future__ import annotations

from typing import Any

import pytest

import whileai as wai
from whileai.results.profile import Profile

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
            markers={"kind": 0},
            user_error="broke_role",
            steps=[{"tool": f"tool_{n}", "arguments": {}, "status": fault}] * (n % 3),
            faults={f"tool_{n}": {"mode": fault, "call": 1, "transient": True}},
        )
        for n, fault in enumerate(faults * 4)
    ]
    data = wai.grade(rows, lambda row: row["extra"])
    data.warnings.extend(f"warning {n}" for n in range(30))
    data.profile = Profile(
        tools=[{"function": {"name": f"idle_{n}"}} for n in range(30)]
    )
    data.stopped_because = "budget"
    missing = [{"tool": f"t{n}", "tier": "edge"} for n in range(9)]
    data.counted["pairwise"] = {
        "strength": 2,
        "pairs_covered": 1,
        "pairs_planned": 10,
        "fraction": 0.1,
        "missing": missing,
    }
    lines = str(data.report()).splitlines()
    assert len(lines) < 40
    assert lines[-1].endswith("more warnings")


def notes(silent: int, rows: int, **fields: Any) -> list[str]:
    called = [{"tool": "lookup_order", "arguments": {}, "status": "success"}]
    some = [
        row(n, extra=1, steps=[] if n < silent else called, **fields)
        for n in range(rows)
    ]
    data = wai.grade(some, lambda row: {"reward": 1, "markers": {"polite": 0}})
    data.profile = Profile(
        tools=[{"function": {"name": n}} for n in ("lookup_order", "refund")]
    )
    found: list[str] = data.report()["uncovered"]
    return found


def test_an_ask_of_several_rows_without_a_tool_call_is_named_once() -> None:
    note = notes(2, 10, prompt="hello?")[0]
    assert note == "what tools do in 2 of 10 rows, which called none: 'hello?'"


@pytest.mark.parametrize(
    ("silent", "rows", "told"), [(2, 10, True), (1, 20, False), (1, 9, True)]
)
def test_rows_without_a_tool_call_are_named_where_they_are_many(
    silent: int, rows: int, told: bool
) -> None:
    """F232."""
    found = [note for note in notes(silent, rows) if note.startswith("what tools do")]
    assert [
        f"in {silent} of {rows} rows, which called none: 'ask 0'" in note
        for note in found
    ] == ([True] * told)
    long = notes(5, 10, prompt="y" * 90)[0]
    assert (long.count("yyy..."), len(long) < 130) == (1, True)


def test_a_tool_nobody_called_and_a_marker_that_never_fired_are_named() -> None:
    """F232."""
    assert notes(0, 10) == [
        "1 tool, never called: 'refund'",
        "1 marker, 0 in every row: 'polite'",
    ]
    assert notes(4, 4)[0] == "what tools do: none of 4 rows called one"


def test_what_follows_up_failures_is_told_apart_from_what_was_drawn() -> None:
    drawn = [row(n, extra=n < 6, selection_reason="plan") for n in range(8)]
    again = row(6, extra=0, selection_reason="reroll")
    varied = row(9, extra=0, selection_reason="mutation", arm="failure_mutation")
    found = report(*drawn, again, varied)
    told = found["drawn"]
    assert (told["rows"], told["follow_ups"], told["passed"]) == (8, 2, 6)
    assert told["pass_at_1"] == 0.75
    assert found["mean_reward"] == 0.6
    assert "2 of all rows follow up what failed; of the 8 drawn" in str(found)


def test_a_run_that_follows_nothing_up_has_one_share() -> None:
    text = str(report(row(0, extra=1), row(1, extra=0)))
    assert "follow up" not in text
