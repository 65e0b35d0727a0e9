"""``wai grade``, ``wai report`` and ``wai compare``: rows that are there."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

import whileai as wai
from whileai.cli import main

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

pytestmark = pytest.mark.contract("S18", "S39", "S61")


def rows(path: Path, rewards: Sequence[float | None], run: int | None = None) -> str:
    """Write rows of so many tasks with these rewards, in one or in two runs."""
    runs = (0, 1) if run is None else (run,)
    data = wai.grade(
        [
            {
                "prompt": f"ask {n}",
                "final_text": "found it" if reward else "?",
                "scenario_id": f"sc-{n}",
                "extra": reward,
                "lineage": {"eval_run": each},
            }
            for each in runs
            for n, reward in enumerate(rewards)
        ],
        lambda row: row["extra"],
    )
    return data.save(path)


@pytest.fixture
def graded(tmp_path: Path) -> str:
    return rows(tmp_path / "rows.jsonl", [1, 0, 1], run=0)


def test_a_report_is_printed_as_in_python(
    graded: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["report", graded]) == 0
    assert capsys.readouterr().out == f"{wai.load(graded).report()}\n"


def test_a_report_is_json_or_a_page(
    graded: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    page = tmp_path / "page.html"
    assert main(["report", graded, "--html", str(page), "--rows", "1", "--json"]) == 0
    said = capsys.readouterr()
    assert json.loads(said.out)["mean_reward"] == pytest.approx(2 / 3)
    assert f"the report is in {page}" in said.err
    assert "Shows 1 of 3 rows" in page.read_text(encoding="utf-8")


@pytest.mark.parametrize("command", ["report", "view", "grade"])
@pytest.mark.parametrize(
    ("text", "told"), [(None, "there is no such file"), ("x\n", "line 1: not JSON")]
)
def test_what_is_no_file_of_rows_is_told_in_a_line(
    command: str,
    text: str | None,
    told: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    path = tmp_path / "x.jsonl"
    if text is not None:
        path.write_text(text, encoding="utf-8")
    assert main([command, str(path)]) == 1
    said = capsys.readouterr().err
    assert said.startswith("wai: ")
    assert told in said
    assert said.count("\n") == 1


def test_a_file_without_rows_has_a_report_and_is_said_to_be_empty(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "none.jsonl").touch()
    assert main(["report", str(tmp_path / "none.jsonl")]) == 0
    said = capsys.readouterr()
    assert "0 rows" in said.out
    assert "holds no rows" in said.err


def test_grading_leaves_graded_copies_beside_the_rows(
    graded: str, shop: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    before = (shop / "rows.jsonl").read_bytes()
    assert main(["grade", graded, "--grader", "corner_shop:check"]) == 0
    found = wai.load(shop / "rows.graded.jsonl")
    assert [row["reason"] for row in found] == [
        *("it was found", "it only asks", "it was found"),
    ]
    assert (shop / "rows.jsonl").read_bytes() == before
    said = capsys.readouterr()
    assert str(found.report()) in said.out
    assert "rows.graded.jsonl" in said.err


def test_grading_by_an_installed_grader_as_json(
    graded: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = [
        "--grader",
        "conduct",
        "-o",
        str(tmp_path / "c.jsonl"),
        "--json",
        "-c",
        "2",
    ]
    assert main(["grade", graded, *words]) == 0
    assert json.loads(capsys.readouterr().out)["graded"] == 3
    assert wai.load(tmp_path / "c.jsonl")[0]["label_source"] == "conduct"


@pytest.mark.parametrize(
    ("words", "code", "told"),
    [
        (["-o", "rows.jsonl"], 2, "is the file of the rows themselves"),
        (["--grader", "conduct", "--rubric", "x"], 2, "leave out --grader"),
        (["--grader", "corner_shop:chek"], 2, "did you mean 'check'?"),
        (["--grader", "no-such"], 1, "no-such"),
        (["-c", "0"], 2, "concurrency=0 is refused"),
        ([], 1, "a judge needs something to grade against"),
        (["--rubric", "is kind", "--model", "openai:gpt-x"], 1, "OPENAI_API_KEY"),
    ],
)
def test_a_grader_that_will_not_do_is_told(
    words: list[str],
    code: int,
    told: str,
    graded: str,
    shop: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    for name in ("OPENAI_API_KEY", "OPENAI_BASE_URL", "WHILEAI_JUDGE"):
        monkeypatch.delenv(name, raising=False)
    assert main(["grade", graded, *words]) == code
    assert told in capsys.readouterr().err
    assert not (shop / "rows.graded.jsonl").exists()


def compared(tmp_path: Path, before: Any, after: Any, *words: str) -> int:
    sides = rows(tmp_path / "a.jsonl", before), rows(tmp_path / "b.jsonl", after)
    return main(["compare", *sides, *words])


def test_a_regression_ends_with_3(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert compared(tmp_path, [1] * 30, [0] * 30) == 3
    said = capsys.readouterr()
    assert said.out.startswith("REGRESSED\n")
    assert said.err == "wai: it got worse\n"


@pytest.mark.parametrize("after", [[1] * 30, [1] * 29 + [0]])
def test_what_is_no_regression_ends_with_0(
    after: list[int], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert compared(tmp_path, [1] * 30, after, "--json") == 0
    assert json.loads(capsys.readouterr().out)["ok"] is True


def test_what_cannot_be_compared_ends_with_3_and_says_so(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert compared(tmp_path, [1, 0, 1], [None] * 3) == 3
    said = capsys.readouterr()
    assert "NOT COMPARABLE" in said.out
    assert "nothing can be compared" in said.err


def test_a_metric_that_was_not_measured_is_a_wrong_call(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert compared(tmp_path, [1, 0], [1, 1], "--target", "speed") == 2
    assert "speed" in capsys.readouterr().err
    for alpha in ("7", "x"):
        assert compared(tmp_path, [1, 0], [1, 1], "--alpha", alpha) == 2
        told = f"'{alpha}' is no share between 0 and 1"
        assert told in capsys.readouterr().err


def test_a_number_of_conversations_that_is_none_is_a_wrong_call(
    graded: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["report", graded, "--rows", "-1"]) == 2
    assert "is no whole number of 0 or more" in capsys.readouterr().err


@pytest.mark.parametrize("name", ["rows.jsonl", "rows.meta.json", "link.jsonl", "."])
def test_a_page_never_takes_the_place_of_rows(
    graded: str, tmp_path: Path, name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "link.jsonl").symlink_to(graded)
    kept = (tmp_path / "rows.jsonl").read_bytes()
    assert main(["report", graded, "--html", str(tmp_path / name)]) == 2
    assert "pass" in capsys.readouterr().err
    assert (tmp_path / "rows.jsonl").read_bytes() == kept
    assert len(wai.load(graded).warnings) == 0


def test_graded_rows_leave_what_is_kept_beside_the_others(
    graded: str, capsys: pytest.CaptureFixture[str]
) -> None:
    output = graded.replace(".jsonl", ".json")
    assert main(["grade", graded, "--grader", "conduct", "-o", output]) == 2
    assert "would take the place of rows.meta.json" in capsys.readouterr().err
