"""Tasks that were exported for a trainer come back to the reward function."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

import whileai as wai
from tests.simulations.training.policies import LOOKED, calling, data

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.contract("S61")


@pytest.mark.parametrize("tasks", [None, data])
def test_the_columns_of_an_export_find_their_tasks(tmp_path: Path, tasks: Any) -> None:
    data().export(tmp_path / "tasks.jsonl", "grpo")
    lines = (tmp_path / "tasks.jsonl").read_text(encoding="utf-8").splitlines()
    examples = [json.loads(line) for line in lines]
    columns = {name: [each[name] for each in examples] for name in examples[0]}
    prompts = columns.pop("prompt")
    tools = data().profile.tools
    reward = wai.reward_function(LOOKED, tasks and tasks(), tools=tools)
    said = [[calling("lookup_order", order_id="A1")] for _ in prompts]
    rows = reward.rows(prompts, said, **columns)
    assert len(rows) == len(data())
    for found, row in zip(rows, data().rows(), strict=True):
        assert found is not None
        assert (found["reward"], found["scene"]) == (1.0, row["scene"])
        assert found["lineage"]["planned_faults"] == row["lineage"]["planned_faults"]


def test_a_rubric_of_verifiers_finds_its_tasks_too(tmp_path: Path) -> None:
    data().export(tmp_path / "tasks.jsonl", "verifiers")
    lines = (tmp_path / "tasks.jsonl").read_text(encoding="utf-8").splitlines()
    states = [json.loads(line) for line in lines]
    said = [[calling("lookup_order", order_id="A1")]] * len(states)
    reward = wai.reward_function(LOOKED, tools=data().profile.tools)
    told: dict[str, Any] = {  # as Rubric.score_group of 0.1.14 calls a group reward
        "prompts": [each["prompt"] for each in states],
        "completions": said,
        "answers": [each["answer"] for each in states],
        "states": states,
        "tasks": [None] * len(states),
        "infos": [json.loads(each["info"]) for each in states],
        "parser": object(),
    }
    assert reward(**told) == [1.0] * len(data())
    rows = reward.rows(**{**told, "infos": [each["info"] for each in states]})
    assert [row and row["scene"] for row in rows] == [r["scene"] for r in data().rows()]
