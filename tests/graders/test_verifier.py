"""Replies against answers that are known to be right."""

from __future__ import annotations

from typing import Any

import pytest

import whileai as wai

pytestmark = pytest.mark.contract("S39")

ROWS: list[dict[str, Any]] = [
    {"prompt": "Capital of Peru?", "final_text": "It is  lima."},
    {"prompt": "Capital of Chad?", "final_text": "Limanjamena?", "gold": "N'Djamena"},
]
RIGHT = {"Capital of Peru?": "Lima", "Capital of Chad?": "N'Djamena"}


@pytest.mark.parametrize("form", ["dict", "function", "key"])
def test_right_answers_are_found_however_they_are_given(form: str) -> None:
    """F147: a row without one is not graded, and never 0."""
    references: Any = RIGHT
    if form == "function":
        references = lambda row: RIGHT[row["prompt"]]  # noqa: E731 - short
    data = wai.grade(ROWS, wai.verifier("gold" if form == "key" else references))
    rewards = [row["reward"] for row in data]
    assert rewards == ([None, 0.0] if form == "key" else [1.0, 0.0])
    if form == "key":
        assert data[0]["judge_status"] == "abstained"
        assert "no right answer" in (data[0]["reason"] or "")


def test_the_answer_has_to_stand_by_itself() -> None:
    graded = wai.verifier(lambda row: "lima")
    assert graded({"final_text": "LIMA!"}).reward == 1
    assert graded({"final_text": "Limanjaro"}).reward == 0


def test_no_reason_quotes_the_right_answer() -> None:
    """F146."""

    def compare(reply: str, right: str) -> dict[str, Any]:
        said = f"wanted {right}, got {reply}"
        return {"reward": 0, "reason": said, "markers": {"why": said}, "x": [said]}

    row = wai.grade(ROWS, wai.verifier(RIGHT, compare, name="capitals"))[1]
    assert row["reason"] == "wanted [reference], got Limanjamena?"
    assert row["judge_name"] == "capitals"
    told = f"{row['reason']} {row['markers']} {row['judge_meta']}"
    assert "N'Djamena" not in told


def test_what_cannot_be_meant_is_refused() -> None:
    wrong: Any = 3
    with pytest.raises(TypeError, match="references="):
        wai.verifier(wrong)
    with pytest.raises(TypeError, match="compare="):
        wai.verifier("gold", wrong)
