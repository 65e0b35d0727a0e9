"""The same tasks again: ``tasks=`` and ``runs=``."""

from __future__ import annotations

import json
from collections import Counter
from typing import TYPE_CHECKING, Any

import pytest

from tests.support import SEEDS10, by_repeat, look, ok, sim
from whileai.testing import comparable

if TYPE_CHECKING:
    from pathlib import Path

    import whileai as wai

SAME = ("scenario_id", "scenario_dimensions", "scene", "arm", "writer_model", "prompt")


def planned(row: Any) -> Any:
    return [row[name] for name in SAME] + [row["lineage"]["planned_faults"]]


def by_task(data: wai.SimulationData) -> dict[str, Any]:
    return {row["task_id"]: planned(row) for row in data}


@pytest.mark.contract("S25")
@pytest.mark.parametrize("form", ["data", "rows", "path"])
def test_a_replay_keeps_every_task_as_it_was(tmp_path: Path, form: str) -> None:
    """F014, F015, F171."""
    base = sim(look, budget=30)
    path = tmp_path / "rows.jsonl"
    tasks = {"data": base, "rows": base.rows(), "path": base.save(path)}[form]
    data = sim(look, tasks=tasks, system_prompt="Be terse.", seed=5)
    assert by_task(data) == by_task(base)
    assert data.stopped_because == "tasks_done"
    assert {row["lineage"]["replayed"] for row in data} == {True}
    pinned = data.search["pinned_tasks"]
    assert pinned["missing"] == []
    assert pinned["ran"] == pinned["prompts"] == len(by_task(base))


@pytest.mark.contract("S25")
def test_a_replay_takes_its_repeats_from_the_pinned_run() -> None:
    """F016, F017, F174."""
    base = sim(ok, situations=6, repeats=4, budget=24, fault_rate=0)
    data = sim(ok, tasks=base, mode="rl", budget=500)
    assert len(data) == 24
    assert set(Counter(row["task_id"] for row in data).values()) == {4}
    assert len(sim(ok, tasks=base, repeats=1)) == 6


@pytest.mark.contract("S25")
def test_a_budget_below_the_tasks_ends_the_replay(tmp_path: Path) -> None:
    """F172."""
    base = sim(ok, budget=12, fault_rate=0)
    with pytest.warns(UserWarning, match="4 of them are not played"):
        data = sim(ok, tasks=base.save(tmp_path / "r.jsonl"), budget=8)
    assert (len(data), data.stopped_because) == (8, "budget")
    assert len(data.search["pinned_tasks"]["missing"]) == 4


@pytest.mark.contract("S25", "S38")
@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"budget": 4}, "6 of them are not played"),
        ({"budget": 9, "repeats": 2}, "5 of them are not played"),
        ({"budget": 19, "repeats": 2}, "the last is cut"),
        (
            {"budget": 9, "repeats": 4, "repeat_policy": "successive"},
            "at least 5 of them are not played",
        ),
        ({"budget": 20, "repeats": 4, "repeat_policy": "successive"}, "may be cut"),
    ],
)
def test_asks_that_the_budget_does_not_pay_are_told(
    options: dict[str, Any], said: str
) -> None:
    """F002"""
    with pytest.warns(UserWarning, match=said) as told:
        data = sim(ok, tasks=SEEDS10, **options)
    every = 10 * options.get("repeats", 1)
    assert f"budget={every} pays them all" in str(told[0].message)
    assert str(told[0].message) in data.warnings
    assert not any("of tasks=" in line for line in sim(ok, tasks=SEEDS10).warnings)


@pytest.mark.contract("S25")
def test_a_list_of_asks_is_a_task_set() -> None:
    data = sim(ok, tasks=SEEDS10)
    assert [row["prompt"] for row in data] == SEEDS10


@pytest.mark.contract("S25", "S58")
def test_rows_of_the_known_system_are_a_task_set() -> None:
    row = {
        "prompt": "Where is ORD-2236?",
        "scenario_id": "sc-8e74322acd",
        "scenario_dimensions": {"tool": "lookup_order", "stance": "hurried"},
        "world_state": "entity missing",
        "faults": {"*": {"mode": "malformed", "rate": 1.0}},
    }
    (replayed,) = sim(look, tasks=[row])
    assert replayed["scenario_id"] == "sc-8e74322acd"
    assert replayed["stance"] == "hurried"
    assert replayed["faults"]["lookup_order"]["mode"] == "malformed"


@pytest.mark.contract("S25", "S02")
@pytest.mark.parametrize(
    ("tasks", "error"),
    [
        ([], ValueError),
        ([{"reward": 1}], ValueError),
        ([""], ValueError),
        ("no-such-file.jsonl", ValueError),
        (3, TypeError),
    ],
)
def test_what_is_no_task_set_is_refused_before_any_call(
    tasks: Any, error: type[Exception]
) -> None:
    """F021, F173."""
    with pytest.raises(error, match="tasks="):
        sim(pytest.fail, tasks=tasks)


@pytest.mark.parametrize(
    "option",
    [
        {"situations": 3},
        {"phrasings": 2},
        {"dimensions": {"stance": ["hurried"]}},
        {"unique_situations": True},
        {"hard_share": 0.2},
        {"traces": [{"prompt": "Where is it?"}]},
    ],
    ids=lambda option: next(iter(option)),
)
@pytest.mark.contract("S25", "S46")
def test_what_a_replay_has_no_use_for_is_said_before_the_first_call(
    option: dict[str, Any],
) -> None:
    with pytest.warns(UserWarning, match=f"{next(iter(option))} has no effect"):
        data = sim(ok, tasks=SEEDS10, **option)
    assert len(data) == len(SEEDS10)


@pytest.mark.contract("S25", "S21")
def test_tasks_and_seeds_exclude_each_other() -> None:
    """F012."""
    with pytest.raises(ValueError, match="tasks="):
        sim(ok, tasks=SEEDS10, seeds=SEEDS10)


def told(row: Any) -> Any:
    copy = comparable(row)
    copy.pop("lineage")
    copy.pop("selection_reason")
    return copy


@pytest.mark.contract("S26", "S05")
@pytest.mark.parametrize(
    "options",
    [
        {"budget": 24},
        {"budget": 32, "mode": "rl", "repeats": 4, "grader": by_repeat},
        {"seeds": SEEDS10, "budget": 10},
    ],
)
def test_runs_replay_the_first_with_everything_kept(
    tmp_path: Path, options: dict[str, Any]
) -> None:
    """F011, F020, F023, F024, F028, F175, F176."""
    path = tmp_path / "rows.jsonl"
    data = sim(look, runs=3, output=path, **options)
    runs = [[r for r in data if r["lineage"]["eval_run"] == n] for n in range(3)]
    assert [told(row) for row in runs[0]] == [told(row) for row in runs[1]]
    assert [told(row) for row in runs[0]] == [told(row) for row in runs[2]]
    assert {row["lineage"]["replayed_from_run"] for row in runs[2]} == {0}
    assert {row["lineage"]["replayed_from_run"] for row in runs[0]} == {None}
    assert [each["rows"] for each in data.search["eval_runs"]["per_run"]] == [
        len(run) for run in runs
    ]
    assert len(path.read_bytes().splitlines()) == len(data)
    assert data.report()["budget_per_run"] == options["budget"]
    assert data.report()["rows"] == len(data)


@pytest.mark.contract("S26")
def test_the_mix_of_tiers_counts_all_runs() -> None:
    """F025."""
    data = sim(ok, budget=10, runs=2, fault_rate=0)
    mix = data.search["tier_mix"]
    assert sum(mix["counts"].values()) == 20
    assert mix["per_run"][0] == mix["per_run"][1]


@pytest.mark.contract("S26")
def test_one_run_stamps_nothing_and_the_base_is_left_alone() -> None:
    base = sim(ok, budget=6, fault_rate=0)
    before = json.dumps(base.rows())
    sim(ok, tasks=base, runs=2)
    assert json.dumps(base.rows()) == before
    assert {row["lineage"]["eval_run"] for row in base} == {None}


@pytest.mark.contract("S26", "S28")
def test_progress_sums_over_runs() -> None:
    heard: list[dict[str, Any]] = []
    sim(ok, budget=10, runs=3, on_progress=heard.append, fault_rate=0)
    assert (heard[-1]["rows"], heard[-1]["cap"]) == (30, 30)
