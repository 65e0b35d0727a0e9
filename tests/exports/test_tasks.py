"""Tasks to be played anew: ``grpo`` and ``verifiers``."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

import whileai as wai
from tests.exports.rows import row, written
from tests.support import by_repeat, look, sim

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.contract("S61")


def test_a_task_is_one_prompt_however_many_rows_it_has(tmp_path: Path) -> None:
    rows = [row(reward=reward) for reward in (1, 0, None)] + [row(ask="Other?")]
    done, lines = written(tmp_path, "grpo", *rows)
    counts = [(line["graded"], line["passed"]) for line in lines]
    assert counts == [(2, 1), (1, 1)]
    assert lines[0]["prompt"] == [
        {"role": "system", "content": "Be kind."},
        {"role": "user", "content": "Hello?"},
    ]
    assert str(done) == f"{tmp_path / 'out'}: 2 tasks as grpo, from 4 rows"


def test_what_a_line_calls_its_task_plays_as_it_was(tmp_path: Path) -> None:
    data = sim(look, budget=30, mode="rl", repeats=3, grader=by_repeat)
    data.export(tmp_path / "out", "grpo")
    text = (tmp_path / "out").read_text(encoding="utf-8")
    tasks = [json.loads(json.loads(line)["task"]) for line in text.splitlines()]
    again = sim(look, tasks=tasks, repeats=1, budget=30)
    was = {row["task_id"]: row for row in data.rows()}
    assert len(again) == len(was)
    for each in again.rows():
        before = was[each["task_id"]]
        assert each["prompt"] == before["prompt"]
        assert each["scene"] == before["scene"]
        assert each["lineage"]["planned_faults"] == before["lineage"]["planned_faults"]


def test_a_line_says_what_a_good_agent_does(tmp_path: Path) -> None:
    data = sim(look, budget=6)
    data.export(tmp_path / "out", "grpo")
    text = (tmp_path / "out").read_text(encoding="utf-8")
    expected = {json.loads(line)["expected"] for line in text.splitlines()}
    assert expected == {wai.expected_outcome(row) for row in data.rows()}


def test_verifiers_has_prompt_answer_and_info_and_no_task(tmp_path: Path) -> None:
    """A column ``task`` is the library's own: it would take the place of the others."""
    _, [line] = written(tmp_path, "verifiers", row())
    assert set(line) == {"prompt", "answer", "info", "id"}
    info = json.loads(line["info"])
    assert info["situation"]["prompt"] == "Hello?"
    assert "task" not in info
    assert [set(tool) for tool in info["tool_defs"]] == [
        {"name", "description", "parameters"}
    ] * 2


def test_a_failed_or_ungraded_row_is_a_task_too(tmp_path: Path) -> None:
    rows = [row(reward=0), row(ask="B?", reward=None), row(ask="C?", reply="")]
    done, _ = written(tmp_path, "verifiers", *rows)
    assert (done.examples, done.left_out) == (3, {})


def test_an_image_in_one_ask_makes_parts_of_all(tmp_path: Path) -> None:
    image = [{"type": "image_url", "image_url": {"url": "u"}}]
    shown = row(ask="See?") | {"messages": [{"role": "user", "content": image}]}
    _, lines = written(tmp_path, "grpo", row(), shown, system_prompt="")
    asks = [line["prompt"][0]["content"] for line in lines]
    assert asks == [[{"type": "text", "text": "Hello?"}], image]


def test_an_ask_that_is_no_chat_is_counted(tmp_path: Path) -> None:
    broken = row() | {"messages": [{"role": "assistant", "content": "Hi."}]}
    done, _ = written(tmp_path, "grpo", row(ask="A?"), broken)
    assert done.left_out == {"no_chat": 1}
    with pytest.raises(ValueError, match="none of 1 rows has an ask"):
        written(tmp_path, "grpo", broken)


def test_a_row_that_does_not_name_its_situation_expects_nothing(tmp_path: Path) -> None:
    wai.export([row()], tmp_path / "out", "verifiers")
    text = (tmp_path / "out").read_text(encoding="utf-8")
    assert json.loads(text)["answer"] == ""
