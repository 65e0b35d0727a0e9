"""What a page counts of rows."""

from __future__ import annotations

from typing import Any

import pytest

from whileai.view.seen import MOST, OTHER, Seen, cause, outcome

pytestmark = pytest.mark.contract("S61")


def test_a_row_is_failed_passed_or_not_graded() -> None:
    rewards = (0, 0.49, 0.5, 1, None)
    found = [outcome({"reward": reward}) for reward in rewards]
    assert found == ["failed", "failed", "passed", "passed", "ungraded"]


@pytest.mark.parametrize(
    ("row", "told"),
    [
        ({"reason": "A-17 was  lost\nat 5pm"}, "\u2026 was lost at \u2026"),
        ({"reason": "it is late", "failure_class": "tone"}, "tone"),
        ({"reason": "  "}, "no reason was given"),
        ({"reason": ["odd"]}, "no reason was given"),
        ({}, "no reason was given"),
    ],
)
def test_why_a_row_failed_is_told_in_words_that_others_share(
    row: dict[str, object], told: str
) -> None:
    assert cause(row) == told


def test_reasons_of_which_each_row_has_its_own_are_bounded() -> None:
    letters = "abcdefghij"
    words = ["".join(letters[int(digit)] for digit in str(n)) for n in range(MOST + 9)]
    seen = Seen.of({"reward": 0, "reason": word} for word in words)
    assert len(seen.causes) == MOST + 1
    assert seen.causes[OTHER].rows == 9
    assert seen.count("failed") == MOST + 9


def test_shares_leave_out_what_follows_up_failures() -> None:
    cell: dict[str, Any] = {
        "tier": "ordinary",
        "scenario_dimensions": {"tool": "t", "stance": "s"},
    }
    rows: list[dict[str, Any]] = [
        {**cell, "reward": 0},
        {**cell, "reward": 1},
        {**cell, "reward": None},
        {**cell, "reward": 0, "selection_reason": "reroll"},
        {**cell, "reward": 0, "arm": "failure_mutation"},
    ]
    seen = Seen.of(rows)
    for share in (seen.axes["tier"]["ordinary"], seen.grid["t", "s"]):
        assert (share.rows, share.graded, share.failed) == (5, 2, 1)
