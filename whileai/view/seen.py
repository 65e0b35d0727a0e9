"""What a page counts of rows: by axis, by tool and stance, by why they failed."""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING, Any

from attrs import define, field

from whileai.model.verdict import passes
from whileai.stats.drawn import follows_up

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

FAILED, PASSED, UNGRADED = "failed", "passed", "ungraded"
"""How a row came out."""
EXAMPLES = 5
"""Rows that a reason names."""
MOST, OTHER = 5_000, "other reasons"
"""Reasons that are told apart, and what those beyond are counted as."""
_OWN = re.compile(r"\S*\d\S*")


def outcome(row: Mapping[str, Any]) -> str:
    """Say how a row came out: ``failed``, ``passed`` or ``ungraded``."""
    passed = passes(row.get("reward"))
    return UNGRADED if passed is None else PASSED if passed else FAILED


def cause(row: Mapping[str, Any]) -> str:
    """Say why a row failed, in words that other rows may share.

    What has a digit in it (an id, an amount) is of this row alone and left open.
    """
    told = row.get("failure_class") or row.get("reason")
    if not isinstance(told, str) or not told.strip():
        return "no reason was given"
    return _OWN.sub("\u2026", " ".join(told.split())[:300])


@define
class Share:
    """Rows that have something in common.

    Args:
        rows: all of them.
        graded: those of them that were drawn and have a reward.
        failed: those of these that failed.
    """

    rows: int = 0
    graded: int = 0
    failed: int = 0

    def add(self, ended: str, drawn: bool) -> None:
        """Count a row by how it came out."""
        self.rows += 1
        if drawn and ended != UNGRADED:
            self.graded += 1
            self.failed += ended == FAILED


@define
class Cause:
    """Why rows failed.

    Args:
        rows: how many.
        first: the numbers of the first few.
    """

    rows: int = 0
    first: list[int] = field(factory=list)

    def add(self, number: int) -> None:
        """Count a row by its number."""
        self.rows += 1
        if len(self.first) < EXAMPLES:
            self.first.append(number)


@define
class Seen:
    """What rows show, counted as they are read.

    Args:
        ended: how each row came out, in order.
        faulted: whether each row met a fault.
        axes: axis to value to what they share.
        grid: tool and stance to what they share.
        causes: why rows failed.
        marked: rows of each outcome in which a marker is not 0, by its name.
    """

    ended: list[str] = field(factory=list)
    faulted: list[bool] = field(factory=list)
    axes: dict[str, dict[str, Share]] = field(factory=dict)
    grid: dict[tuple[str, str], Share] = field(factory=dict)
    causes: dict[str, Cause] = field(factory=dict)
    marked: dict[str, Counter[str]] = field(factory=dict)

    @classmethod
    def of(cls, rows: Iterable[Mapping[str, Any]]) -> Seen:
        """Count ``rows``."""
        seen = cls()
        for row in rows:
            seen.add(row)
        return seen

    def add(self, row: Mapping[str, Any]) -> None:
        """Count one row."""
        ended, drawn = outcome(row), not follows_up(row)
        if ended == FAILED:
            why = cause(row)
            if why not in self.causes and len(self.causes) >= MOST:
                why = OTHER
            self.causes.setdefault(why, Cause()).add(len(self.ended))
        self.ended.append(ended)
        self.faulted.append(bool(row.get("faults")))
        place = dict(_place(row))
        for axis, value in place.items():
            by_value = self.axes.setdefault(axis, {})
            by_value.setdefault(value, Share()).add(ended, drawn)
        if "tool" in place and "stance" in place:
            cell = place["tool"], place["stance"]
            self.grid.setdefault(cell, Share()).add(ended, drawn)
        for name, value in (row.get("markers") or {}).items():
            if isinstance(value, (bool, int, float)):
                self.marked.setdefault(str(name), Counter())[ended] += value != 0

    def count(self, ended: str) -> int:
        """Give how many rows came out so."""
        return self.ended.count(ended)


def _place(row: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Give the axes of a row's cell with their values, the tier first."""
    cell = row.get("scenario_dimensions") or {}
    for axis, value in {"tier": row.get("tier"), **cell}.items():
        if isinstance(value, str):
            yield str(axis), value
