"""Questions: what a reply asks, and what only sounds as if it did."""

from __future__ import annotations

import pytest

from whileai.model.questions import asks, question_in

pytestmark = pytest.mark.contract("S32", "S56")


@pytest.mark.parametrize(
    ("reply", "asking"),
    [
        ("Done.", False),
        ("Is there anything else I can help with?", False),
        ("Let me know if you have questions.", False),
        ("I need to check that first.", False),
        ("See https://shop.example/?a=b for it.", False),
        ("I need your email.", True),
        ("What\u2019s your name?", True),
        ("First:\n- please share the date\n- done", True),
        ('Is it "the blue one"?', True),
        ("x " * 5000 + "Which one?", True),
        ("", False),
    ],
)
def test_questions_are_told_from_courtesies(reply: str, asking: bool) -> None:
    assert bool(question_in(reply)) is asks(reply) is asking


@pytest.mark.parametrize(
    "question", ["Which colour should I take?", "Please confirm your account number."]
)
def test_no_yes_answers_a_question_for_a_value(question: str) -> None:
    assert not question_in(question).confirms
