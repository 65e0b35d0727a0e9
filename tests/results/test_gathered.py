"""What is counted while rows land is what their lines say."""

from __future__ import annotations

from typing import Any

import pytest

from tests.support import TOOLS2, look, sim
from whileai.model.row import TOLD, Row
from whileai.results.recovery import Trouble
from whileai.results.search import Gathered
from whileai.stats import Counts

pytestmark = pytest.mark.contract("S38")


class Read(dict[str, Any]):
    """A row that remembers which of its fields were read."""

    def __init__(self, fields: Any) -> None:
        super().__init__(fields)
        self.names: set[str] = set()

    def get(self, name: str, default: Any = None) -> Any:
        self.names.add(name)
        return super().get(name, default)

    def __getitem__(self, name: str) -> Any:
        self.names.add(name)
        return super().__getitem__(name)


@pytest.mark.filterwarnings("ignore::UserWarning")
def test_what_is_counted_as_rows_land_is_what_their_lines_say() -> None:
    grades = iter([1, 0, 0.5, None, "odd"] * 20)
    options: dict[str, Any] = {"runs": 2, "fault_rate": 0.5, "tools": TOOLS2}
    data = sim(look, budget=40, grader=lambda _row: next(grades), **options)
    gathered, counts, trouble = Gathered(), Counts(), Trouble()
    for line, row in zip(data.lines, map(Read, data.rows()), strict=True):
        gathered.add(Row.read(row, line), replayed=False)
        row.names.clear()
        counts.add(row)
        trouble.add(row)
        assert row.names <= {*TOLD, "lineage"}
    assert data.kept.tally() == gathered.kept.tally() == counts.tally()
    assert data.kept.seen == gathered.kept.seen == counts.seen == len(data)
    assert gathered.trouble == trouble
