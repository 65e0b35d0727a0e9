"""A spreadsheet: the flat columns of every row."""

from __future__ import annotations

import csv
from io import StringIO
from typing import TYPE_CHECKING, Any

from attrs import define

from whileai.base.lines import save_lines
from whileai.base.text import counted
from whileai.exports.columns import COLUMNS
from whileai.exports.exported import Exported

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from whileai.exports.source import Choice, Source

FORMULA = tuple("=+-@\t\r\N{FULLWIDTH EQUALS SIGN}\N{FULLWIDTH PLUS SIGN}") + tuple(
    "\N{FULLWIDTH HYPHEN-MINUS}\N{FULLWIDTH COMMERCIAL AT}"
)
"""What a cell begins with that a spreadsheet reads as a formula.

*Source*: OWASP, CSV Injection.
"""
LONGEST = 32_767
"""The characters that a cell of a spreadsheet holds."""


def write(source: Source, _choice: Choice, path: str) -> Exported:
    """Write a header and a record for each row, in UTF-8 after RFC 4180.

    Text that a spreadsheet would run as a formula gets an apostrophe before it. Line
    breaks stay, within quotes.
    """
    table = _Table()
    save_lines(path, table.lines(source))
    return Exported(
        path=path,
        format="csv",
        rows=len(source.lines),
        examples=len(source.lines),
        notes=tuple(table.notes()),
    )


@define
class _Table:
    """Spells rows, and counts what a reader should know."""

    _guarded: int = 0
    _long: int = 0

    def lines(self, source: Source) -> Iterator[bytes]:
        columns = [column for column in COLUMNS if column.flat]
        yield _record([column.name for column in columns])
        for row in source.rows():
            yield _record([self._spelled(column.cell(row)) for column in columns])

    def _spelled(self, cell: Any) -> Any:
        if isinstance(cell, bool):
            return str(cell).lower()
        if not isinstance(cell, str):
            return cell
        text = cell.replace("\0", "")
        self._long += len(text) > LONGEST
        if not text.startswith(FORMULA):
            return text
        self._guarded += 1
        return f"'{text}"

    def notes(self) -> Iterator[str]:
        if self._guarded:
            yield (
                f"{counted(self._guarded, 'cell')} with an apostrophe before what a "
                "spreadsheet would run as a formula"
            )
        if self._long:
            yield (
                f"{counted(self._long, 'cell')} of more than {LONGEST} characters, "
                "which spreadsheets cut"
            )


def _record(cells: Sequence[Any]) -> bytes:
    """Give a record without its last line feed."""
    spelled = StringIO(newline="")
    csv.writer(spelled, lineterminator="\r").writerow(cells)
    return spelled.getvalue().encode()
