"""Production traces aim a run, and none of their asks comes back as a row."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from tests.support import POLICY, SEEDS10, TOOLS2, ok, sim
from whileai.base.lines import dumps
from whileai.search.novelty import Archive

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.contract("S22")

REFUND: list[dict[str, Any]] = [
    {
        "prompt": f"Please refund {amount} for order A100{place}, it came broken.",
        "tools_used": ["create_refund"],
        "faults": {"create_refund": {"mode": "timeout"}},
    }
    for place, amount in enumerate((20, 35, 41, 18, 77, 90))
]


def test_the_grid_aims_at_the_tools_and_faults_that_traces_show() -> None:
    """F211."""
    data = sim(ok, budget=40, traces=REFUND, fault_rate=0.5)
    cells = [row["scenario_dimensions"] for row in data]
    assert {cell["tool"] for cell in cells} == {"create_refund"}
    assert {cell["tool_condition"] for cell in cells} == {"success", "timeout"}
    assert data.search["traces"]["read"] == 6
    assert data.search["traces"]["faults"] == {"timeout": 6}


def test_failed_asks_are_varied_and_never_played_as_they_are() -> None:
    """F212."""
    data = sim(ok, budget=40, traces=REFUND, fault_rate=0)
    assert data.search["situations_by_origin"]["trace"] == 6
    sources = Archive(each["prompt"] for each in REFUND)
    assert not any(sources.near(row["prompt"]) for row in data)
    assert sum("A100" in row["prompt"] for row in data) >= 6


def test_rows_that_copy_a_trace_are_worded_anew() -> None:
    """F213: a run that is traced by its own rows repeats none of them."""
    before = sim(ok, budget=30)
    after = sim(ok, budget=30, traces=before)
    sources = Archive(row["prompt"] for row in before)
    assert len(after) == 30
    assert not any(sources.near(row["prompt"]) for row in after)
    assert after.search["traces"]["near_copies_dropped"] > 0


def test_a_seed_that_is_in_the_traces_is_played_all_the_same() -> None:
    traces = [{"prompt": seed} for seed in SEEDS10]
    data = sim(ok, seeds=SEEDS10, budget=10, traces=traces)
    assert {row["prompt"] for row in data} == set(SEEDS10)


def test_a_file_of_traces_draws_what_its_rows_do(tmp_path: Path) -> None:
    path = tmp_path / "traces.jsonl"
    path.write_bytes(b"\n".join(map(dumps, REFUND)))
    runs = [sim(ok, budget=12, traces=each) for each in (REFUND, path, iter(REFUND))]
    prompts = [[row["prompt"] for row in run] for run in runs]
    assert prompts[0] == prompts[1] == prompts[2]


def test_no_traces_leave_the_run_as_it_is() -> None:
    plain, none = sim(ok, budget=12), sim(ok, budget=12, traces=None)
    assert [row["prompt"] for row in plain] == [row["prompt"] for row in none]
    assert none.search["traces"] is None


@pytest.mark.parametrize("traces", ["absent.jsonl", [3]])
def test_what_cannot_be_read_is_refused_before_the_first_call(traces: Any) -> None:
    with pytest.raises(ValueError, match="traces="):
        sim(pytest.fail, traces=traces)


def test_the_grid_covers_what_traces_leave_open() -> None:
    """Cells that traces say they lie in count as covered from the start."""
    rows = sim(ok, budget=20).rows()
    covered = [
        sim(ok, budget=1, traces=traces).report()["pairwise"]["pairs_covered"]
        for traces in (rows[:1], rows)
    ]
    assert covered[1] > covered[0]


@pytest.mark.contract("S24")
def test_the_report_lists_what_no_row_has_shown_yet() -> None:
    report = sim(ok, budget=12).report()
    pairs = report["pairwise"]
    assert 0 < pairs["pairs_covered"] < pairs["pairs_planned"]
    assert pairs["missing"]
    said = str(report)
    assert f"{pairs['pairs_covered']} of {pairs['pairs_planned']}" in said
    assert "not yet: " in said


@pytest.mark.contract("S13", "S24")
def test_a_strength_of_three_plans_triples() -> None:
    data = sim(ok, budget=40, advanced={"strength": 3})
    triples = data.report()["pairwise"]
    assert triples["strength"] == 3
    assert set(map(len, triples["missing"])) == {3}
    assert "triples of values" in str(data.report())


EDITED = f"{POLICY}\n- Be kind to everyone who calls."


@pytest.mark.contract("S24", "S35")
def test_a_further_clause_leaves_the_situations_of_the_others_as_they_were() -> None:
    """F019: their ids, scenes and words, wherever they now stand in the plan."""
    kept = {}
    for policy in (POLICY, EDITED):
        data = sim(ok, tools=TOOLS2, system_prompt=policy, budget=90, fault_rate=0)
        kept[policy] = {
            row["scenario_id"]: (row["prompt"], row["scene"]) for row in data
        }
    both = kept[POLICY].keys() & kept[EDITED].keys()
    assert len(both) > 60
    assert all(kept[POLICY][each] == kept[EDITED][each] for each in both)
