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
