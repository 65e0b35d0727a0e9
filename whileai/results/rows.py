"""The rows of a run as a list that reads them when it is asked."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import overload

from whileai.base.lines import loads
from whileai.base.text import counted
from whileai.model import RowDict


class Rows(Sequence[RowDict]):
    """Rows as a list that can also be called; each reading gives fresh dictionaries."""

    __slots__ = ("_lines",)

    def __init__(self, lines: Sequence[bytes]) -> None:
        self._lines = lines

    def __call__(self) -> list[RowDict]:
        """Give every row as a dictionary of its own."""
        return list(self)

    def __len__(self) -> int:
        return len(self._lines)

    @overload
    def __getitem__(self, index: int) -> RowDict: ...

    @overload
    def __getitem__(self, index: slice) -> list[RowDict]: ...

    def __getitem__(self, index: int | slice) -> RowDict | list[RowDict]:
        if isinstance(index, slice):
            return [loads(line) for line in self._lines[index]]
        try:
            line = self._lines[index]
        except IndexError:
            there = counted(len(self), "row")
            raise IndexError(f"there is no row {index}: the data has {there}") from None
        row: RowDict = loads(line)
        return row

    def __iter__(self) -> Iterator[RowDict]:
        return map(loads, self._lines)

    def __repr__(self) -> str:
        return f"<{len(self)} rows>"
