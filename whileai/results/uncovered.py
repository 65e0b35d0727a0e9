"""What the rows of a run never showed: asks without a call, tools, markers."""

from __future__ import annotations

from collections import Counter
from math import isfinite
from typing import TYPE_CHECKING, Any

from attrs import define, field

from whileai.base.errors import given
from whileai.base.text import counted

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

SILENT = 0.1
"""Share of rows without a tool call from which they are worth a note."""
SHOWN, LONGEST = 3, 60
"""Asks that a note names, and characters of each."""
NAMED = 8
"""Tools or markers that one note names."""


@define
class Uncovered:
    """Counts what rows did not show.

    Args:
        rows: all of them.
        silent: those in which no tool was called.
        asks: the first few asks of these.
        called: tools that were called.
        markers: rows with a number for a marker, by its name.
        fired: those of them in which it is not 0.
    """

    rows: int = 0
    silent: int = 0
    asks: list[str] = field(factory=list)
    called: set[str] = field(factory=set)
    markers: Counter[str] = field(factory=Counter)
    fired: Counter[str] = field(factory=Counter)

    def add(self, row: Mapping[str, Any]) -> None:
        """Count one row."""
        self.rows += 1
        steps = row.get("steps") or ()
        called = {s["tool"] for s in steps if isinstance(s.get("tool"), str)}
        self.called |= called
        if not called:
            self.silent += 1
            ask = str(row.get("prompt") or "")
            if len(self.asks) < SHOWN and ask not in self.asks:
                self.asks.append(ask)
        for name, value in (row.get("markers") or {}).items():
            if isinstance(value, (int, float)) and isfinite(value):
                self.markers[name] += 1
                self.fired[name] += value != 0

    def notes(self, tools: Sequence[str]) -> Iterator[str]:
        """Give what was not covered, in plain words.

        Args:
            tools: names of the declared ones; without any nothing is said of them.
        """
        if tools and self.rows and self.silent == self.rows:
            yield f"what tools do: none of {counted(self.rows, 'row')} called one"
        elif tools:
            if self.silent and self.silent >= SILENT * self.rows:
                asks = ", ".join(given(each, LONGEST) for each in self.asks)
                share = f"{self.silent} of {self.rows} rows"
                yield f"what tools do in {share}, which called none: {asks}"
            yield from _named("never called", "tool", set(tools) - self.called)
        still = [name for name in self.markers if not self.fired[name]]
        yield from _named("0 in every row", "marker", still)


def _named(what: str, kind: str, names: Sequence[str] | set[str]) -> Iterator[str]:
    if names:
        shown = ", ".join(given(name, LONGEST) for name in sorted(names)[:NAMED])
        more = f" and {len(names) - NAMED} more" if len(names) > NAMED else ""
        yield f"{counted(len(names), kind)}, {what}: {shown}{more}"
