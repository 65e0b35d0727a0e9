"""Words of messages."""

from __future__ import annotations

import pytest

from whileai.base.text import counted, named_type


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
