"""Every row as a record: ``csv``, and the columns that tables share."""

from __future__ import annotations

import csv
import json
from typing import TYPE_CHECKING, Any

import pytest

from tests.exports.rows import row, source
from tests.support import look, sim
from whileai.exports import Exported
from whileai.exports import export as export_source
from whileai.exports.columns import COLUMNS

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.contract("S61")


def records(path: Path, *rows: Any) -> tuple[Exported, list[dict[str, str]]]:
    done = export_source(source(*rows), path / "out.csv", "csv")
    with (path / "out.csv").open(encoding="utf-8", newline="") as file:
        return done, list(csv.DictReader(file, strict=True))


def cells(row: Any) -> dict[str, Any]:
    return {column.name: column.cell(row) for column in COLUMNS}


def test_a_row_is_a_record_with_line_breaks_and_quotes_kept(tmp_path: Path) -> None:
    said = 'One, "two"\nthree\r\nfour\rfive'
    _, [record] = records(tmp_path, row(reply=said, reward=0.5))
    assert record["final_text"] == said
    assert (record["reward"], record["passed"]) == ("0.5", "true")
    assert record["user_error"] == ""


@pytest.mark.parametrize(
    "said", ["=1+1", "+1", "-1", "@x", "\tx", "\r=x", "\N{FULLWIDTH EQUALS SIGN}1"]
)
def test_what_a_spreadsheet_would_run_gets_an_apostrophe(
    said: str, tmp_path: Path
) -> None:
    done, [record] = records(tmp_path, row(reply=said))
    assert record["final_text"] == f"'{said}"
    assert "1 cell with an apostrophe" in str(done)


def test_a_number_below_zero_is_no_formula(tmp_path: Path) -> None:
    _, [record] = records(tmp_path, row(phrasing=-1))
    assert record["phrasing"] == "-1"


def test_a_cell_that_is_too_long_for_a_spreadsheet_is_told(tmp_path: Path) -> None:
    done, [record] = records(tmp_path, row(reply="x" * 40_000))
    assert len(record["final_text"]) == 40_000
    assert "1 cell of more than 32767 characters" in str(done)


def test_nul_bytes_which_readers_refuse_are_left_out(tmp_path: Path) -> None:
    _, [record] = records(tmp_path, row(reply="a\0b"))
    assert record["final_text"] == "ab"


def test_every_row_of_a_run_has_its_record(tmp_path: Path) -> None:
    data = sim(look, budget=12)
    assert data.export(tmp_path / "out.csv", "csv").examples == 12
    with (tmp_path / "out.csv").open(encoding="utf-8", newline="") as file:
        found = list(csv.DictReader(file))
    assert [each["prompt"] for each in found] == [each["prompt"] for each in data]
    assert "multi_tool" in {each["tool"] for each in found}


def test_every_key_of_a_row_has_a_column() -> None:
    [told] = sim(look, budget=1).rows()
    names = {column.name for column in COLUMNS}
    assert set(told) <= names
    assert cells(told)["others"] is None


def test_what_has_no_column_or_does_not_fit_is_kept_as_json() -> None:
    made = cells(row(tone="curt", phrasing="elliptic", group_cut="x", seed=2**64 - 1))
    assert json.loads(made["others"]) == {
        "tone": "curt",
        "phrasing": "elliptic",
        "group_cut": "x",
    }
    assert made["phrasing"] is None
    assert cells(row(phrasing=2**63))["phrasing"] is None
    assert json.loads(made["seed"]) == 2**64 - 1


def test_a_message_of_a_table_has_every_key_and_keeps_its_parts() -> None:
    parts = [{"type": "text", "text": "See"}, {"type": "image_url", "image_url": {}}]
    [said, *_] = cells(row() | {"messages": [{"role": "user", "content": parts}]})[
        "messages"
    ]
    assert said["content"] == "See"
    assert json.loads(said["parts"]) == parts
    assert said["tool_calls"] is None


def test_a_message_of_another_form_is_kept_as_text() -> None:
    odd = [{"role": 5, "content": "x", "tool_calls": [{"name": "a", "arguments": {}}]}]
    [said] = cells(row() | {"messages": odd})["messages"]
    assert said["role"] == "5"
    assert said["tool_calls"][0]["function"] == {"name": "a", "arguments": "{}"}
