from __future__ import annotations

import re
from typing import Any

import pytest

from tests.graders.rows import replied
from whileai import graders
from whileai.graders import contains, exact, json_schema, numeric, regex
from whileai.graders.numbers import numbers_in

loose: Any = graders  # what a caller without a type checker may pass
pytestmark = pytest.mark.contract("S39")


def test_exact_compares_word_for_word() -> None:
    assert exact("Paris")(replied(" Paris\n")).reward == 1
    assert exact("Paris")(replied("paris")).reward == 0
    assert exact("Paris", ignore_case=True)(replied("PARIS")).reward == 1
    assert exact("Paris", strip=False)(replied("Paris ")).reward == 0


def test_a_missing_reference_is_no_grade_and_not_zero() -> None:  # F147
    grader = exact(lambda row: row["extra"].get("answer"))
    assert grader(replied("a", extra={"answer": "a"})).reward == 1
    said = grader(replied("a", extra={}))
    assert (said.reward, said.status) == (None, "abstained")
    assert "no text to compare" in said.reason
    assert numeric(lambda row: None)(replied("5")).reward is None


def test_reasons_never_tell_the_reference() -> None:  # F146
    row = replied("wrong", extra={"answer": "sesame"})
    said = exact(lambda row: row["extra"]["answer"])(row)
    assert "sesame" not in f"{said.reason} {said.judge} {said.markers}"


def test_contains_wants_all_or_with_any_of_one() -> None:
    row = replied("A refund of 5 euros")
    assert contains("refund", "euros")(row).reward == 1
    assert contains("refund", "dollars")(row).reward == 0
    assert contains("refund", "dollars", any_of=True)(row).reward == 1
    assert contains("REFUND")(row).reward == 0
    assert contains("REFUND", ignore_case=True)(row).reward == 1


def test_regex_is_found_anywhere_or_is_the_whole() -> None:
    assert regex(r"ORD-\d+")(replied("it is ORD-12.")).reward == 1
    assert regex(r"ORD-\d+", full=True)(replied("it is ORD-12.")).reward == 0
    assert regex("refund", flags=re.IGNORECASE)(replied("Refund")).reward == 1


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("It costs $1,234.50.", [1234.5]),
        ("-3, +4 and \u22125", [-3, 4, -5]),
        ("5% of 1e3", [5, 1000]),
        ("ORD-48213 v2 on 2026-08-01 at 10:30, release 1.2.3", []),
        ("(7) 8.", [7, 8]),
        ("", []),
    ],
)
def test_numbers_are_read_and_ids_are_not(text: str, found: list[float]) -> None:
    assert numbers_in(text) == found


def test_numeric_takes_a_tolerance() -> None:
    row = replied("For order A7 the total is 102.4")
    assert numeric(102.4)(row).reward == 1
    assert numeric(100)(row).reward == 0
    assert numeric(100, tolerance=2.4)(row).reward == 1
    assert numeric(100, relative=0.02)(row).reward == 0
    assert numeric(100, relative=0.03)(row).reward == 1
    assert numeric(0.3, tolerance=0)(replied(str(0.1 + 0.2))).reward == 1


def test_numeric_reads_the_number_that_it_is_told_to() -> None:
    row = replied("1 then 2 then 3")
    passed = {
        which: [numeric(each, which=which)(row).reward for each in (1, 2, 3)]
        for which in ("first", "last", "any", "only")
    }
    assert passed == {
        "first": [1, 0, 0],
        "last": [0, 0, 1],
        "any": [1, 1, 1],
        "only": [0, 0, 0],
    }


def test_a_document_is_checked_against_its_schema() -> None:
    grader = json_schema({"title": "Refund", "type": "object", "required": ["amount"]})
    assert grader(replied('{"amount": 5}')).reward == 1
    assert grader(replied('```json\n{"amount": 5}\n```')).reward == 1
    said = grader(replied('{"sum": 5}'))
    assert said.reward == 0
    assert said.markers == {"is_json": 1, "json_schema(Refund)": 0}
    assert "amount" in said.reason
    for text in ("Here: {}", '{"amount": 5} ok', "", "{'amount': 5}", "[1,"):
        assert grader(replied(text)).markers["is_json"] == 0


def test_schemas_without_a_title_are_told_apart() -> None:
    first, second = json_schema({"type": "object"}), json_schema({"type": "array"})
    assert first.name != second.name
    assert json_schema({"type": "object"}, name="plain").name == "json_schema(plain)"


@pytest.mark.parametrize(
    ("make", "error"),
    [
        (lambda: loose.exact(5), TypeError),
        (lambda: loose.contains(), TypeError),
        (lambda: loose.contains(""), ValueError),
        (lambda: loose.contains(5), TypeError),
        (lambda: loose.regex("("), ValueError),
        (lambda: loose.regex(5), TypeError),
        (lambda: loose.numeric("5"), TypeError),
        (lambda: loose.numeric(True), TypeError),
        (lambda: loose.numeric(float("nan")), ValueError),
        (lambda: loose.numeric(5, tolerance=-1), ValueError),
        (lambda: loose.numeric(5, which="middle"), ValueError),
        (lambda: loose.json_schema([]), TypeError),
        (lambda: loose.json_schema({"type": "objekt"}), ValueError),
    ],
)
def test_what_makes_no_sense_is_refused_at_once(make: Any, error: Any) -> None:
    with pytest.raises(error, match=r"takes|cannot read|is not known|got no"):
        make()


def test_a_row_without_a_reply_fails() -> None:
    for grader in (exact("a"), contains("a"), regex("a"), numeric(1)):
        assert grader({"prompt": "a", "final_text": None}).reward == 0
