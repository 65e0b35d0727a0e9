"""Rows among the lines of a file, and when one passed."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from whileai.base.lines import save_lines
from whileai.model.row import read_rows
from whileai.model.verdict import passes

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.contract("S29")
def test_a_file_of_rows_is_read_without_what_a_checkpoint_keeps_beside_them(
    tmp_path: Path,
) -> None:
    path = tmp_path / "rows.jsonl"
    lines = (b'{"whileai_checkpoint":1}', b'{"prompt":"hi"}', b'{"lost":"error"}')
    save_lines(path, lines)
    assert read_rows(path) == [{"prompt": "hi"}]


def test_a_row_without_a_grade_neither_passed_nor_failed() -> None:
    assert [passes(reward) for reward in (None, 0.0, 0.49, 0.5, 1.0)] == [
        *(None, False, False, True, True)
    ]
