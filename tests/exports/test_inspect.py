"""The log that Inspect shows, as JSON; ``test_readers`` has its own reader read it."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any
from zipfile import ZipFile

import pytest

from tests.exports.rows import call, called, row, source
from whileai.exports import Exported
from whileai.exports import export as export_source

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.contract("S61")


def log_of(path: Path, *rows: Any) -> tuple[Exported, Any]:
    done = export_source(source(*rows), path / "log.json", "inspect")
    return done, json.loads((path / "log.json").read_text(encoding="utf-8"))


def test_a_row_is_a_sample_with_its_chat_and_its_score(tmp_path: Path) -> None:
    told = row(*called(call(order_id="A1")), reward=0.25, reason="late")
    _, log = log_of(tmp_path, told)
    [sample] = log["samples"]
    assert [each["role"] for each in sample["input"]] == ["system", "user"]
    [made] = sample["messages"][2]["tool_calls"]
    assert (made["function"], made["arguments"]) == ("lookup_order", {"order_id": "A1"})
    assert sample["scores"]["reward"]["value"] == 0.25
    assert sample["scores"]["reward"]["explanation"] == "late"
    assert sample["output"]["completion"] == "Done."


def test_repeats_are_epochs_and_counts_stand_before_the_samples(tmp_path: Path) -> None:
    rows = [row(reward=1), row(reward=0), row(reward=None), row(task_id="t2")]
    _, log = log_of(tmp_path, *rows)
    keys = [(each["id"], each["epoch"]) for each in log["samples"]]
    assert keys == [("sc-1/0", 1), ("sc-1/0", 2), ("sc-1/0", 3), ("t2", 1)]
    [score] = log["results"]["scores"]
    assert score["metrics"]["mean"]["value"] == pytest.approx(2 / 3)
    assert (score["scored_samples"], score["unscored_samples"]) == (3, 1)
    assert list(log).index("results") < list(log).index("samples")


def test_a_row_that_nothing_graded_has_no_score(tmp_path: Path) -> None:
    _, log = log_of(tmp_path, row(reward=None))
    assert "scores" not in log["samples"][0]
    assert log["results"]["scores"] == []


def test_an_image_has_the_part_of_the_log(tmp_path: Path) -> None:
    parts: list[Any] = [
        {"type": "image_url", "image_url": {"url": "u"}},
        {"type": "text", "text": "t"},
        {"type": "audio"},
    ]
    shown = row()
    shown["messages"][0]["content"] = parts
    _, log = log_of(tmp_path, shown)
    assert log["samples"][0]["input"][1]["content"] == [
        {"type": "image", "image": "u"},
        {"type": "text", "text": "t"},
        {"type": "text", "text": '{"type":"audio"}'},
    ]


def test_rows_that_are_no_chat_are_counted(tmp_path: Path) -> None:
    done, log = log_of(tmp_path, row(reply=""), row())
    assert done.left_out == {"no_reply": 1}
    assert len(log["samples"]) == done.examples == 1
    with pytest.raises(ValueError, match="none of 1 rows is a chat"):
        log_of(tmp_path, row(reply=""))


def test_the_packed_form_has_a_file_for_each_sample(tmp_path: Path) -> None:
    rows = [row(), row(reply="Else.", reward=None)]
    export_source(source(*rows), tmp_path / "log.eval", "inspect")
    _, log = log_of(tmp_path, *rows)
    with ZipFile(tmp_path / "log.eval") as packed:
        read = {name: json.loads(packed.read(name)) for name in packed.namelist()}
    samples = [each for name, each in read.items() if name.startswith("samples/")]
    assert samples == log["samples"]
    assert read["header.json"]["results"] == log["results"]
    told = [each.get("scores") for each in read["summaries.json"]]
    assert told == [each.get("scores") for each in samples]


def test_another_ending_is_refused_with_the_right_one(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=r"ends with \.eval or \.json"):
        export_source(source(row()), tmp_path / "log.jsonl", "inspect")
    assert list(tmp_path.iterdir()) == []
