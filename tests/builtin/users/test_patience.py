"""When the person leaves: odds per question, drawn per thread."""

from __future__ import annotations

from functools import lru_cache
from math import ceil, sqrt
from typing import Any

import pytest
from attrs import evolve

from tests.builtin.users.asking import Thread, person, slot_of, thread

pytestmark = pytest.mark.contract("S12", "S32")

MANY = 160


@lru_cache
def asking_only(patience: Any = "normal") -> list[Thread]:
    who = person(patience=patience)
    return [
        thread(slot_of(number), who, lambda _: "What is your order number?", 5)
        for number in range(MANY)
    ]


def left_at(threads: list[Thread], question: int) -> tuple[int, int]:
    """Give how many left at a question, of those who heard it."""
    heard = [each for each in threads if each.replies >= question]
    left = [
        each
        for each in heard
        if each.ended_by == "user_left" and each.replies == question
    ]
    return len(left), len(heard)


@pytest.mark.parametrize(
    ("patience", "second", "later"),
    [("normal", 0.35, 0.6), ("short", 0.6, 0.9), ((0.2, 0.5), 0.2, 0.5)],
)
def test_people_leave_at_the_stated_rates(
    patience: Any, second: float, later: float
) -> None:
    """F119."""
    threads = asking_only(patience=patience)
    assert left_at(threads, 1) == (0, MANY)
    for question, odds in ((2, second), (3, later)):
        left, heard = left_at(threads, question)
        assert abs(left / heard - odds) < 3 * sqrt(odds * (1 - odds) / heard)


def test_endless_patience_ends_at_the_depth_alone() -> None:
    """F119."""
    assert {each.ended_by for each in asking_only(patience="endless")} == {"depth"}


def test_who_left_leaves_the_thread_on_the_agents_question() -> None:
    left = [each for each in asking_only() if each.ended_by == "user_left"]
    assert left
    assert all(each.turns[-1].text.endswith("?") for each in left)


def test_few_leave_at_a_first_question_that_anyone_could_answer() -> None:
    who = person()
    questions = ("Which one do you mean?", "Is that right?", "What is your zip code?")
    threads = [
        thread(slot_of(n), who, [questions[n % 3]].__getitem__, 1) for n in range(MANY)
    ]
    left, heard = left_at(threads, 1)
    assert left <= 0.05 * heard


def test_some_leave_a_first_question_that_nobody_could_answer() -> None:
    who = person()
    threads = [
        thread(slot_of(n), who, lambda _: "What's the internal batch code?", 1)
        for n in range(MANY)
    ]
    assert 0 < left_at(threads, 1)[0] < MANY


def test_a_thread_is_the_same_each_time_and_repeats_differ() -> None:
    def lines(repeat: int) -> list[Any]:
        who = person()
        return [
            thread(evolve(slot_of(n), repeat=repeat), who, lambda _: "Why?", 5).turns
            for n in range(20)
        ]

    assert lines(0) == lines(0)
    assert lines(0) != lines(1)


def mean_lines(avg_turns: float) -> float:
    who = person(avg_turns=avg_turns)
    depth = max(2, ceil(0.75 * avg_turns))
    threads = [
        thread(slot_of(n), who, lambda _: "I have noted it.", depth)
        for n in range(MANY)
    ]
    return sum(each.replies for each in threads) / MANY


def test_threads_that_do_not_ask_aim_at_avg_turns() -> None:
    """F118."""
    means = [mean_lines(turns) for turns in (2, 6, 12, 16)]
    assert means == pytest.approx([1, 3, 6, 8], abs=0.35)


def test_the_depth_that_was_set_bounds_the_aim() -> None:
    assert person(max_turns=3).patience.lines == 3
    assert person(max_turns=30).patience.lines == 6
    assert person(max_turns=30, avg_turns=20).patience.lines == 10


def lines_aimed_at(avg_turns: float, number: int) -> int:
    """Give how many lines a person says to an agent that never asks."""
    aim, slot = person(avg_turns=avg_turns).patience, slot_of(number)
    return next(line for line in range(1, 99) if not aim.goes_on(slot, line))


@pytest.mark.parametrize("avg_turns", [1, 1.5, 2])
def test_short_threads_are_one_line_and_one_reply(avg_turns: float) -> None:
    """F182."""
    assert {lines_aimed_at(avg_turns, number) for number in range(MANY)} == {1}


def test_aims_lie_around_avg_turns() -> None:
    """F182: both sides counted, 200 threads that aim at six turns, and at twelve."""
    turns = [2 * lines_aimed_at(6, number) for number in range(200)]
    assert min(turns) >= 2
    assert max(turns) == pytest.approx(9, abs=1)
    assert sum(turns) / 200 == pytest.approx(6, abs=0.4)
    assert sum(each == 2 for each in turns) < 0.25 * 200
    assert sum(4 <= each <= 8 for each in turns) > 0.6 * 200
    assert sum(each >= 9 for each in turns) < 0.18 * 200
    twelve = [2 * lines_aimed_at(12, number) for number in range(200)]
    assert sum(twelve) / 200 == pytest.approx(12, abs=0.7)
