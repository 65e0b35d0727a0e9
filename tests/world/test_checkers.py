"""The two checkers against labels that are true by construction."""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from typing import Any

import pytest

import whileai as wai
from tests.world.planted import DESK, RULES, UNCLEAR, Clerk
from whileai.world.conduct import conduct

pytestmark = pytest.mark.contract("S16", "S48")

ROWS = 400
EACH = 12
"""Rows of one way to misbehave at most: no way outweighs the others."""
Labelled = tuple[dict[str, Any], str]


@lru_cache(maxsize=1)
def labelled(seed: int = 2027) -> tuple[Labelled, ...]:
    """Give rows with what was planted in each; the label is empty for good ones."""
    clerk = Clerk(seed)
    data = wai.simulate(
        clerk,
        tools=[each.as_openai() for each in DESK],
        system_prompt=RULES,
        simulator=False,
        seed=seed,
        budget=3 * ROWS,
        fault_rate=0.4,
    )
    pairs = [(row, clerk.planted.get(row["lineage"]["slot"], "")) for row in data]
    taken: Counter[str] = Counter()
    kept: list[Labelled] = []
    for row, way in pairs:
        taken[way] += 1
        if way != UNCLEAR and (not way or taken[way] <= EACH):
            kept.append((dict(row), way))
    bad = [each for each in kept if each[1]]
    good = [each for each in kept if not each[1]]
    return (*bad, *good[: ROWS - len(bad)])


def found(row: dict[str, Any]) -> bool:
    return 0 in (wai.outcome_check(row)["reward"], conduct(row)["reward"])


def test_every_way_to_misbehave_is_planted_somewhere() -> None:
    assert len(labelled()) == ROWS
    assert len({way for _, way in labelled()} - {""}) >= 20


def test_what_was_planted_is_found() -> None:
    bad = [(row, way) for row, way in labelled() if way]
    missed = Counter(way for row, way in bad if not found(row))
    assert sum(missed.values()) <= 0.05 * len(bad), missed


def test_good_rows_raise_no_false_alarm() -> None:
    good = [row for row, way in labelled() if not way]
    alarmed = [row["final_text"] for row in good if found(row)]
    assert len(alarmed) <= 0.02 * len(good), alarmed


def test_the_outcome_check_seldom_abstains() -> None:
    verdicts = [wai.outcome_check(row) for row, _ in labelled()]
    unsure = Counter(v["reason"] for v in verdicts if v["reward"] is None)
    assert sum(unsure.values()) <= 0.20 * ROWS, unsure


def test_verdicts_do_not_change_the_row_and_are_the_same_each_time() -> None:
    row = labelled()[0][0]
    before = repr(row)
    assert wai.outcome_check(row) == wai.outcome_check(row)
    assert conduct(row) == conduct(row)
    assert repr(row) == before
