"""Patience measured: planted odds are found again, and nothing is made up."""

from __future__ import annotations

import json
import pickle
from copy import deepcopy
from functools import cache
from math import isclose
from typing import TYPE_CHECKING, Any

import pytest

import whileai as wai
from tests.support import sim

if TYPE_CHECKING:
    from pathlib import Path

    from whileai.results import SimulationData
    from whileai.stats import FittedPatience

pytestmark = pytest.mark.contract("S32")

Messages = list[dict[str, Any]]


def talk(answered: int, *, left: bool = False) -> Messages:
    """Give a conversation with so many answered questions, and one more if left."""
    pair = [
        {"role": "assistant", "content": "What is your order number?"},
        {"role": "user", "content": "I do not know."},
    ]
    said = [{"role": "user", "content": "Hello."}, *pair * answered]
    return [*said, pair[0] if left else {"role": "assistant", "content": "Done."}]


TEN = [
    *[talk(0), talk(0, left=True), talk(1), talk(1, left=True), talk(1, left=True)],
    *[talk(2), talk(2, left=True), talk(2, left=True), talk(3, left=True), talk(4)],
]
"""Nine ask; 1 of 9 leaves at the first, 2 of 7, 2 of 4, 1 of 2 after it."""


def chat(messages: Messages) -> str:
    return "What is the number of your order, and why do you ask?"


@cache
def chats(patience: Any, agent: Any = chat) -> SimulationData:
    return sim(agent, budget=100, max_turns=8, patience=patience)


@pytest.mark.parametrize("planted", [(0.35, 0.60), (0.6, 0.9), (0.1, 0.2)])
def test_the_odds_that_a_run_was_played_with_are_found(
    planted: tuple[float, float],
) -> None:
    fitted = wai.fit_patience(chats(planted))
    assert fitted.later_ci95 is not None
    bounds = (fitted.second_ci95, fitted.later_ci95)
    for odds, (low, high) in zip(planted, bounds, strict=True):
        assert low < odds < high
    assert fitted.table[0].left == 0


def test_the_levels_are_told_apart() -> None:
    normal, short = (wai.fit_patience(chats(p)) for p in ("normal", "short"))
    assert normal.second < short.second
    assert normal.later < short.later


def test_who_never_leaves_is_found_endless() -> None:
    data = sim(chat, budget=10, max_turns=4, patience="endless")
    assert wai.fit_patience(data) == (0.0, 0.0)


def test_ten_threads_give_the_table_that_counting_by_hand_gives() -> None:
    fitted = wai.fit_patience(TEN)
    counted = [(h.question, h.at_risk, h.left) for h in fitted.table]
    assert counted == [(1, 9, 1), (2, 7, 2), (3, 4, 2), (4, 2, 1)]
    assert (fitted.second, fitted.later) == (2 / 7, 3 / 6)
    assert (fitted.threads, fitted.asked) == (10, 9)


def test_survival_is_the_product_of_what_each_question_leaves() -> None:
    survived = [each.surviving for each in wai.fit_patience(TEN).table]
    by_hand = [8 / 9, 8 / 9 * 5 / 7, 8 / 9 * 5 / 7 / 2, 8 / 9 * 5 / 7 / 4]
    assert all(map(isclose, survived, by_hand))


def test_each_hazard_lies_in_its_interval() -> None:
    for each in wai.fit_patience(TEN).table:
        assert each.hazard == each.left / each.at_risk
        assert 0 <= each.low <= each.hazard <= each.high <= 1


def test_a_file_of_messages_and_rows_give_what_the_conversations_give(
    tmp_path: Path,
) -> None:
    path = tmp_path / "chats.jsonl"
    rows = [{"messages": each} for each in TEN]
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    tables = [wai.fit_patience(each).table for each in (TEN, rows, path, str(path))]
    assert tables[1:] == tables[:1] * 3


def test_a_run_its_rows_and_its_file_give_the_same(tmp_path: Path) -> None:
    data = chats("normal")
    data.save(tmp_path / "rows.jsonl")
    tables = [
        wai.fit_patience(each).table
        for each in (data, data.rows(), tmp_path / "rows.jsonl", data)
    ]
    assert tables[1:] == tables[:1] * 3


def test_the_pair_is_what_patience_takes() -> None:
    fitted = wai.fit_patience(TEN)
    second, later = fitted
    assert chats(fitted).rows() == chats((second, later)).rows()


@pytest.mark.parametrize("copied", [deepcopy, lambda x: pickle.loads(pickle.dumps(x))])
def test_a_copy_has_its_table(copied: Any) -> None:
    fitted = wai.fit_patience(TEN)
    again: FittedPatience = copied(fitted)
    assert again == fitted
    assert (again.table, str(again)) == (fitted.table, str(fitted))


def test_it_prints_as_a_table() -> None:
    said = str(wai.fit_patience(TEN)).splitlines()
    assert said[0] == "patience=(0.286, 0.500)"
    assert said[5].split()[:4] == ["1", "9", "1", "0.111"]
    assert "1 of 9 left at the first question" in said[-1]
    assert "first question" not in str(wai.fit_patience(chats("normal")))


def test_without_a_third_question_later_is_the_second_and_said_to_be() -> None:
    with pytest.warns(UserWarning, match="no third question"):
        fitted = wai.fit_patience([talk(1), talk(2), talk(1, left=True)])
    assert (fitted.second, fitted.later, fitted.later_ci95) == (0.5, 0.5, None)
    assert "unknown" in str(fitted)


def single(message: str) -> str:
    return "Which order?"


@pytest.mark.parametrize(
    ("traces", "said"),
    [
        ([talk(0), talk(1)], "2 conversations: the agent asks in 1 of them"),
        ([talk(0, left=True)], "twice or more in 0"),
        ([], "holds no traces"),
        ([3], "entry 0 is 3"),
        ("nowhere.jsonl", "cannot be read"),
    ],
)
def test_what_says_nothing_of_a_second_question_is_refused(
    traces: Any, said: str
) -> None:
    with pytest.raises(ValueError, match=said):
        wai.fit_patience(traces)


def test_rows_of_an_agent_that_nobody_answers_are_refused() -> None:
    with pytest.raises(ValueError, match="the agent asks in 100 of them"):
        wai.fit_patience(chats("normal", single))


def test_no_traces_at_all_are_a_type_error() -> None:
    with pytest.raises(TypeError, match="got None"):
        wai.fit_patience(None)
