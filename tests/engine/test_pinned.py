"""Task sets of lines: checked at once, read when their turn comes."""

from __future__ import annotations

import codecs
import pickle
from copy import deepcopy
from typing import TYPE_CHECKING, Any

import pytest
from attrs import asdict

import whileai as wai
from tests.support import look, sim
from whileai.base.lines import dumps
from whileai.engine import pinned
from whileai.engine.pinned import read_tasks
from whileai.world.scenes import Stage

if TYPE_CHECKING:
    from pathlib import Path

RECORD = {"entity": "order", "id": "A1"}
ASK: dict[str, Any] = {"prompt": "Where is my order?", "scenario_id": "s"}


@pytest.mark.contract("S25")
@pytest.mark.parametrize("form", ["data", "path"])
def test_tasks_read_late_are_those_read_at_once(tmp_path: Path, form: str) -> None:
    data, stage = sim(look, budget=20), Stage(())
    source = data if form == "data" else data.save(tmp_path / "rows.jsonl")
    late, early = read_tasks(source, stage, 0), read_tasks(data.rows(), stage, 0)
    assert list(late.tasks) == list(early.tasks)
    assert list(late.tasks[2:4]) == list(late.tasks)[2:4]
    assert [pin.id for pin in late.tasks.pins] == [task.id for task in early.tasks]


@pytest.mark.contract("S25")
def test_a_task_set_is_read_once_and_again_where_a_line_is_another() -> None:
    data = sim(look, budget=5)
    first = read_tasks(data, Stage(()), 0)
    again = read_tasks(data, Stage(()), 7)
    assert again.tasks.pins is first.tasks.pins
    assert (first.tasks.seed, again.tasks.seed) == (0, 7)
    data.lines[2] = dumps({**ASK, "prompt": "Where is the other one?"})
    late = read_tasks(data, Stage(()), 0)
    assert late.tasks[2].prompt == "Where is the other one?"
    data.lines[2] = dumps({**ASK, "prompt": " "})
    with pytest.raises(ValueError, match="entry 2 has no prompt"):
        read_tasks(data, Stage(()), 0)


@pytest.mark.contract("S25", "S19")
def test_a_task_set_needs_no_writer_unless_one_is_asked_for() -> None:
    tasks = sim(look, budget=3)
    data = wai.simulate(look, tasks=tasks)
    assert [row["prompt"] for row in data] == [row["prompt"] for row in tasks]
    assert [row["writer_model"] for row in data] == ["template"] * 3
    with pytest.raises(wai.NotConfigured, match="simulator=False"):
        wai.simulate(look, tasks=tasks, simulator="hosted")


@pytest.mark.contract("S25")
def test_a_task_with_its_own_scene_is_made_once_for_all_runs() -> None:
    data, plain = sim(look, budget=2), {"scenario_id": "t", "prompt": "Where is it?"}
    data.lines.append(dumps(plain))
    first, again = (read_tasks(data, Stage(()), seed).tasks for seed in (0, 7))
    assert again[0] is first[0]
    assert again[-1] == again[2] != first[2]
    assert first[2].prompt == "Where is it?"


@pytest.mark.contract("S25")
def test_of_a_large_task_set_only_the_first_tasks_are_kept(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(pinned, "KEPT", 3)
    tasks = read_tasks(sim(look, budget=5), Stage(()), 0).tasks
    assert len(list(tasks)) == 5
    assert sorted(tasks.made) == [0, 1, 2]
    assert tasks[2] is tasks[2]
    assert tasks[3] is not tasks[3]


@pytest.mark.contract("S25")
def test_data_that_was_replayed_still_pickles_and_copies() -> None:
    data, stage = sim(look, budget=5), Stage(())
    sim(look, tasks=data)
    for copied in (pickle.loads(pickle.dumps(data)), deepcopy(data)):
        assert copied == data
        kept, again = (read_tasks(each, stage, 0) for each in (data, copied))
        assert again == kept
        assert (len(kept.tasks.made), len(again.tasks.made)) == (5, 0)
    assert asdict(data)["lines"] == data.lines


@pytest.mark.contract("S25", "S02")
@pytest.mark.parametrize(
    "wrong",
    [
        {"scene": {"goal": "know where it is"}},
        {"scene": {"seed": 1, "records": [{"entity": "order"}]}},
        {"scene": {"seed": 1, "records": [{**RECORD, "fields": None}]}},
        {"scene": {"seed": 1, "records": [{**RECORD, "fields": [1]}]}},
        {"scene": {"seed": 1, "records": [{**RECORD, "color": "red"}]}},
        {"faults": {"lookup_order": {"call": 1}}},
        {"prompt": " "},
    ],
    ids=[
        "no seed",
        "half a record",
        "no fields",
        "a list",
        "a field too many",
        "a fault without a mode",
        "no ask",
    ],
)
def test_a_line_that_cannot_be_read_is_refused_before_any_call(
    wrong: dict[str, Any],
) -> None:
    lines = [dumps(ASK), dumps({**ASK, "scenario_id": "t", **wrong})]
    with pytest.raises(ValueError, match="tasks="):
        sim(pytest.fail, tasks=wai.SimulationData(lines=lines))


@pytest.mark.contract("S25", "S02")
@pytest.mark.parametrize(
    ("scene", "said"),
    [
        ({"seed": 1, "goal": 5}, r"scene\.goal is 5; expected text"),
        ({"seed": 1, "tools": "get_order"}, r"scene\.tools is 'get_order'; expected"),
        (
            {"seed": 1, "missing": "A1001"},
            r"scene\.missing is 'A1001'; expected",
        ),
        ("x", "scene is 'x'; expected an object or null"),
        ([], r"scene is \[\]; expected an object or null"),
    ],
)
@pytest.mark.parametrize("lines", [True, False], ids=["lines", "objects"])
def test_a_scene_of_the_wrong_kind_is_refused_with_its_row_and_field(
    scene: Any, said: str, lines: bool
) -> None:
    rows = [ASK, {**ASK, "scenario_id": "t", "scene": scene}]
    tasks = wai.SimulationData(lines=[dumps(row) for row in rows]) if lines else rows
    with pytest.raises(ValueError, match=rf"tasks=: entry 1 \('Where.*{said}"):
        sim(pytest.fail, tasks=tasks)


def test_a_row_without_a_scene_has_one_set() -> None:
    (row,) = sim(look, tasks=[{**ASK, "scene": None}])
    assert row["scene"]["seed"]


@pytest.mark.contract("S25")
def test_a_file_of_tasks_may_begin_with_a_byte_order_mark(tmp_path: Path) -> None:
    path = tmp_path / "rows.jsonl"
    path.write_bytes(codecs.BOM_UTF8 + dumps(ASK) + b"\n")
    assert [row["prompt"] for row in sim(look, tasks=path)] == [ASK["prompt"]]
    assert [row["prompt"] for row in wai.load(path)] == [ASK["prompt"]]


def get_balance() -> dict[str, Any]:
    """Get the balance of the account."""
    return {}


def test_what_has_no_id_is_replayed() -> None:
    base = sim(look, tools=[wai.tool(get_balance)], budget=8)
    records = [each for row in base for each in row["scene"]["records"]]
    assert None in [each["id"] for each in records]
    again = sim(look, tools=[wai.tool(get_balance)], tasks=base)
    assert [row["scene"] for row in again] == [row["scene"] for row in base]


@pytest.mark.contract("S25", "S38")
@pytest.mark.parametrize(("entity", "lines"), [("zebra", 1), ("order", 0)])
def test_records_that_no_tool_is_about_are_named(entity: str, lines: int) -> None:
    scene = {"seed": 1, "records": [{"entity": entity, "id": "A1"}]}
    data = sim(look, tasks=[{**ASK, "scene": scene}])
    found = [line for line in data.warnings if "no tool finds these records" in line]
    assert len(found) == lines
    assert all("'zebra'" in line for line in found)
    own = sim(look, tasks=[{**ASK, "scene": scene}], execute=lambda *_: {"ok": True})
    assert not any("these records" in line for line in own.warnings)
