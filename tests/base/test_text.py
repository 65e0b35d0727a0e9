"""Words of messages."""

from __future__ import annotations

import pytest

from whileai.base.text import counted, named_type, squeezed


@pytest.mark.parametrize(
    ("count", "noun", "words"),
    [
        (1, "row", "1 row"),
        (0, "row", "0 rows"),
        (2, "empty reply", "2 empty replies"),
        (3, "array", "3 arrays"),
    ],
)
def test_a_count_agrees_with_its_noun(count: int, noun: str, words: str) -> None:
    assert counted(count, noun) == words


def test_a_type_has_its_article() -> None:
    assert (named_type(1), named_type("a")) == ("an int", "a str")


def test_what_differs_in_case_and_marks_alone_reads_the_same() -> None:
    assert squeezed("Order  #A-17.") == squeezed("ORDER a17") == "ordera17"
