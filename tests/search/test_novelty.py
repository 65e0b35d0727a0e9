"""Novelty: exact, blind to ids, and quick to find copies."""

from __future__ import annotations

from fractions import Fraction

import pytest

from whileai.search.novelty import Archive, Grams, masked, newest

pytestmark = pytest.mark.contract("S22", "S35")

ASK = "Please refund order 123456 to my card, it arrived broken on 3 May."


def test_a_duplicate_scores_exactly_zero() -> None:
    """F067: no rounding of floats decides a draw."""
    archive = Archive([ASK])
    assert archive.novelty(ASK) == 0.0
    assert archive.novelty(f"  {ASK.upper()}\n") == 0.0


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("order 123456", "order 987654"),
        ("ticket ORD-1001 please", "ticket XB-22 please"),
        ("pay $12.50 by 2024-05-01", "pay $3 by 1/2/2025"),
        ("write to mia_4821@shop.example", "write to jo7@mail.example"),
    ],
)
def test_changed_ids_and_numbers_alone_are_nothing_new(one: str, other: str) -> None:
    """F221."""
    assert Archive([one]).novelty(other) == 0.0


def test_words_that_differ_are_new() -> None:
    assert Archive([ASK]).novelty("What is the weather in Lisbon today?") == 1.0
    assert masked("Hi  THERE a1") == "hi there 0"


GOLDEN = [
    (
        "please cancel my order today",
        "please cancel my order today now",
        Fraction(25, 42),
    ),
    ("where is my parcel", "where is my parcel", Fraction(1)),
    ("a b c d e f g h i j", "a b c d e f g h i k", Fraction(81, 121)),
    ("a a a a b", "a a a a c", Fraction(100, 144)),
]


@pytest.mark.parametrize(("one", "other", "square"), GOLDEN)
def test_likeness_is_an_exact_fraction(one: str, other: str, square: Fraction) -> None:
    assert Archive([one]).closest(other, Fraction(0)).square == square
    a, b = Grams.of(one), Grams.of(other)
    assert Fraction(a.dot(b) ** 2, a.square * b.square) == square


def test_the_closest_of_many_is_found_as_by_comparing_all() -> None:
    words = [*"abcdefghij"]
    texts = [
        " ".join(words[(n * k + k) % 10] for k in range(1, 4 + n % 9))
        for n in range(60)
    ]
    archive = Archive(texts[:40])
    for text in texts[40:]:
        mine = Grams.of(text)
        every = [Grams.of(each) for each in texts[:40]]
        best = max(Fraction(mine.dot(e) ** 2, mine.square * e.square) for e in every)
        assert archive.closest(text, Fraction(0)).square == best


def long(last: str) -> str:
    return " ".join(f"word{chr(97 + n)}" for n in range(24)) + f" {last}"


def test_a_near_copy_has_a_cosine_of_nine_tenths_or_more() -> None:
    archive = Archive([long("end")])
    assert archive.near(long("other"))
    assert not archive.near(long("and much else that was not there before"))
    assert not Archive().near(ASK)


def test_the_newest_batch_holds_no_duplicate_while_there_is_something_new() -> None:
    """F013: annealing took near-duplicates almost always."""
    topics = [f"topic{letter}" for letter in "abcdefghij"]
    tested = [f"tell me about {topic} and why {topic} matter" for topic in topics]
    fresh = [f"could someone explain {topic} quickly to us?" for topic in topics]
    texts = [text for pair in zip(tested, fresh, strict=True) for text in pair]
    chosen = newest(texts, 8, Archive(tested))
    assert len(chosen) == 8
    assert all(texts[place] in fresh for place in chosen)
    assert len(newest(texts, 30)) == 20


def test_copies_of_a_source_are_found_whatever_their_case_and_spacing() -> None:
    """F213."""
    source = "where is my parcel please"
    texts = [source, " WHERE is my  parcel PLEASE", "play music"]
    found = [Archive([source]).closest(text) for text in texts]
    assert [each.near for each in found] == [True, True, False]
    assert max(each.cosine for each in found) == 1.0
    assert Archive().closest(source).cosine == 0.0
