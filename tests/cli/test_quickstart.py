from __future__ import annotations

import logging
import re
import sys
from importlib.resources import files
from runpy import run_path
from typing import TYPE_CHECKING

import pytest

import whileai as wai
from whileai.cli import main
from whileai.cli.summary import summary
from whileai.results import SimulationData
from whileai.testing import same_rows

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.contract("S38", "S61")


def quickstart(folder: Path, name: str = "rows.jsonl", **options: object) -> str:
    path = str(folder / name)
    words = [f"--{key}={value}" for key, value in options.items()]
    assert main(["quickstart", "--output", path, *words]) == 0
    return path


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> str:
    return quickstart(tmp_path_factory.mktemp("quickstart"))


def test_it_leaves_300_graded_rows_with_calls_of_all_four_tools(played: str) -> None:
    data = wai.load(played)
    assert len(data) == 300
    assert all(row["reward"] in (0.0, 1.0) for row in data)
    used = {tool for row in data for tool in row["tools_used"]}
    names = {"get_order", "find_orders", "refund_order", "change_order_address"}
    assert used == names


def test_the_agent_is_imperfect_and_not_hopeless(played: str) -> None:
    rewards = [row["reward"] or 0.0 for row in wai.load(played)]
    assert 0.3 < sum(rewards) / len(rewards) < 0.95


def test_every_difficulty_and_a_fault_are_met(played: str) -> None:
    rows = wai.load(played).rows()
    tiers = {row["tier"] for row in rows}
    assert tiers == {"ordinary", "ambiguous", "boundary", "adversarial"}
    assert any(row["faults"] for row in rows)


def test_the_summary_fits_a_screen_and_counts_what_the_file_holds(played: str) -> None:
    data = wai.load(played)
    lines = [text for text, _ in summary(data, played)]
    assert len(lines) <= 40
    drawn = [row for row in data if row["selection_reason"] in ("plan", "tail")]
    passed = sum(row["reward"] == 1 for row in drawn)
    low, high = wai.pass_at(drawn).ci95 or (0, 0)
    told = f"{passed} of {len(drawn)} drawn rollouts, {passed / len(drawn):.1%}"
    assert any(told in line for line in lines)
    assert any(f"{low:.1%} to {high:.1%}" in line for line in lines)
    assert sum(line.startswith("one that ") for line in lines) == 2
    assert played in lines[-3]


def test_the_summary_says_why_its_share_is_not_that_of_the_report(played: str) -> None:
    data = wai.load(played)
    report = data.report()
    text = " ".join(text for text, _ in summary(data, played))
    assert f"{report['mean_reward']:.1%} of all {len(data)} rows passed" in text
    assert f"{report['drawn']['pass_at_1']:.1%}" in text
    assert f"{report['drawn']['pass_at_1']:.1%}" in str(report)


def test_the_tables_say_which_rows_they_are_of(played: str) -> None:
    data = wai.load(played)
    lines = [text for text, _ in summary(data, played)]
    graded = data.report()["drawn"]["graded"]
    assert lines.index(f"Of the {graded} drawn rollouts:") < lines.index(
        next(line for line in lines if line.startswith("failed by tier"))
    )


def test_the_shop_has_one_currency(played: str) -> None:
    text = "".join(str(row) for row in wai.load(played))
    assert "EUR" in text
    assert "USD" not in text


def test_the_shares_of_each_table_add_up(played: str) -> None:
    text = "\n".join(text for text, _ in summary(wai.load(played), played))
    drawn = re.search(r"of (\d+) drawn", text)
    assert drawn is not None
    tiers = re.findall(
        r"^  (?:ordinary|ambiguous|boundary|adversarial) +\d+ of (\d+)",
        text,
        re.MULTILINE,
    )
    assert sum(map(int, tiers)) == int(drawn[1])


def test_long_texts_are_cut_to_the_width_of_a_screen(played: str) -> None:
    for text, _ in summary(wai.load(played), "rows.jsonl"):
        assert len(text) <= 100, text


def test_the_same_seed_gives_the_same_rows_at_any_concurrency(tmp_path: Path) -> None:
    one = quickstart(tmp_path, "a.jsonl", rows=40, concurrency=1)
    many = quickstart(tmp_path, "b.jsonl", rows=40, concurrency=16)
    other = quickstart(tmp_path, "c.jsonl", rows=40, seed=7)
    assert same_rows(wai.load(one), wai.load(many))
    assert not same_rows(wai.load(one), wai.load(other))


@pytest.mark.parametrize("rows", [1, 5])
def test_a_small_run_has_a_summary_too(rows: int, tmp_path: Path) -> None:
    assert len(wai.load(quickstart(tmp_path, rows=rows))) == rows


def test_a_file_that_is_replaced_is_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for said in (False, True):
        path = quickstart(tmp_path, rows=1)
        shown = f"{path} was there before" in capsys.readouterr().out.replace("\n", "")
        assert shown is said


@pytest.mark.parametrize("text", ["buy milk\n", '{"prompt": "mine"}\n', "\x00\xff"])
def test_a_file_of_somebody_else_is_replaced_by_force_alone(
    text: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    notes = tmp_path / "notes"
    notes.write_text(text, encoding="utf-8")
    assert main(["quickstart", "--rows=1", "--output", str(notes)]) == 1
    assert notes.read_text(encoding="utf-8") == text
    assert "--force" in capsys.readouterr().err
    assert main(["quickstart", "--rows=1", "--force", "--output", str(notes)]) == 0
    assert len(wai.load(notes)) == 1


def test_missing_folders_are_made(tmp_path: Path) -> None:
    assert len(wai.load(quickstart(tmp_path, "new/and/deep/rows.jsonl", rows=1))) == 1


def test_rows_without_a_grade_are_said_to_have_none() -> None:
    data = SimulationData(lines=[], warnings=["one", "two", "three"])
    lines = [text for text, _ in summary(data, "rows.jsonl")]
    assert "Nothing was graded." in lines
    assert "! and 1 more: see data.warnings" in lines


def test_python_m_whileai_quickstart_prints_it_without_rich(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "argv", ["whileai", "quickstart", "--rows=30"])
    with monkeypatch.context() as unheard:
        unheard.setattr(logging.getLogger(), "handlers", [])
        with pytest.raises(SystemExit) as ended:
            run_path(str(files("whileai") / "__main__.py"), run_name="__main__")
    assert not ended.value.code
    assert (tmp_path / "rows.jsonl").read_text(encoding="utf-8").count("\n") == 30
    said = capsys.readouterr()
    assert "All 30 rows are in rows.jsonl" in said.out
    assert "\x1b" not in said.out
    assert said.err == "playing 30 rollouts of the bundled shop agent ...\n"
