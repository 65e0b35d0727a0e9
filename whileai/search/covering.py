"""Covering arrays: rows in which all values of any few axes meet at least once."""

from __future__ import annotations

from itertools import combinations, product
from math import prod
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

Row = tuple[int, ...]
Choice = tuple[int, int]
"""An axis and one of its values, both as numbers from 0."""
Domains = tuple[tuple[int, ...], ...]
"""For each axis the values that a row may take."""

_FEW_VALUES = 30
"""Values of all axes together up to which a row is the best around any of them."""
_MANY_VALUES = 64
"""Values of all axes together from which on a row is built once, not best of some."""

_MEETING = 1 << 20
"""What an open meeting counts for, beside which a use of a value is little."""
_BEYOND = 1 << 44
"""What a new meeting counts for, beside which all open ones are little."""


class Meetings:
    """Which values have yet to meet, and the rows that let many of them meet at once.

    Args:
        sizes: how many values each axis has, 1 or more.
        strength: how many axes a meeting is of; at most all of them.
        barred: pairs of values of two axes that never stand in one row. A meeting
            that no whole row can hold is not planned.
    """

    def __init__(
        self,
        sizes: Sequence[int],
        strength: int = 2,
        barred: Iterable[tuple[Choice, Choice]] = (),
    ) -> None:
        self.sizes = tuple(sizes)
        self.strength = min(strength, len(self.sizes))
        self._bars = _both_ways(barred)
        self._all: Domains = tuple(tuple(range(size)) for size in self.sizes)
        self._of: list[list[tuple[int, tuple[tuple[int, int], ...], int]]] = [
            [] for _ in self.sizes
        ]
        self._tables: list[tuple[tuple[int, ...], tuple[int, ...], int]] = []
        total = 0
        for axes in combinations(range(len(self.sizes)), self.strength):
            strides = tuple(
                prod(self.sizes[each] for each in axes[place + 1 :])
                for place in range(len(axes))
            )
            self._tables.append((axes, strides, total))
            for place, axis in enumerate(axes):
                others = list(zip(axes, strides, strict=True))
                del others[place]
                self._of[axis].append((strides[place], tuple(others), total))
            total += prod(self.sizes[each] for each in axes)
        self._open = bytearray(b"\1" * total)
        self._score = [[0] * size for size in self.sizes]
        if self._bars:
            self._leave_out()
        self.planned = sum(self._open)
        self._score = [
            [count * _MEETING for count in counts] for counts in self._counted()
        ]
        self.open = self.planned

    def _leave_out(self) -> None:
        """Close the meetings that no whole row holds.

        Values that bar nothing leave the other axes free, so that one answer holds for
        all meetings of such.
        """
        for axes, strides, offset in self._tables:
            free: bool | None = None
            for values in product(*(self._all[axis] for axis in axes)):
                choices = tuple(zip(axes, values, strict=True))
                barring = any(choice in self._bars for choice in choices)
                if barring or free is None:
                    held = self._whole(choices, self._all) is not None
                    free = free if barring else held
                else:
                    held = free
                if not held:
                    at = sum(v * s for v, s in zip(values, strides, strict=True))
                    self._open[offset + at] = 0

    def _counted(self) -> list[list[int]]:
        """Count the open meetings of each value."""
        left = [[0] * size for size in self.sizes]
        for axes, strides, offset in self._tables:
            for values in product(*(self._all[axis] for axis in axes)):
                at = sum(v * s for v, s in zip(values, strides, strict=True))
                if self._open[offset + at]:
                    for axis, value in zip(axes, values, strict=True):
                        left[axis][value] += 1
        return left

    # ------------------------------------------------------------------------- rows

    def take(self, row: Row) -> int:
        """Count ``row`` as drawn; give how many meetings are new in it."""
        new = 0
        for axes, strides, offset in self._tables:
            at = offset
            for axis, stride in zip(axes, strides, strict=True):
                at += row[axis] * stride
            if self._open[at]:
                self._open[at] = 0
                new += 1
                for axis in axes:
                    self._score[axis][row[axis]] -= _MEETING
        for axis, value in enumerate(row):
            self._score[axis][value] -= 1
        self.open -= new
        return new

    def gain(self, row: Row) -> int:
        """Give how many meetings are new in ``row``."""
        return sum(
            self._open[
                offset + sum(row[a] * s for a, s in zip(axes, strides, strict=True))
            ]
            for axes, strides, offset in self._tables
        )

    def best(self, domains: Domains | None = None) -> Row | None:
        """Give a row of ``domains`` with many new meetings.

        Returns:
            The row, or ``None`` when ``domains`` holds no new meeting.
        """
        domains = domains or self._all
        row, most = None, 0
        for start in self._starts(domains):
            other = self._whole([start], domains)
            if other is not None and (found := self.gain(other)) > most:
                row, most = other, found
        if row is not None:
            return row
        return next(self._forced(domains), None) if self.open else None

    def any(self, domains: Domains | None = None) -> Row | None:
        """Give a row of ``domains``, new or not; ``None`` if all are barred."""
        return self._whole((), domains or self._all)

    def _starts(self, domains: Domains) -> list[Choice]:
        """Give for each axis its value with the most open meetings, best first."""
        if sum(self.sizes) <= _FEW_VALUES:
            return [
                (axis, value)
                for axis, values in enumerate(domains)
                for value in values
                if self._score[axis][value] > 0
            ]
        tops = []
        for axis, values in enumerate(domains):
            scores = self._score[axis]
            top = max(_of(scores, values))
            if top > 0:
                tops.append((-top, axis, _first(scores, values, top)))
        tops.sort()
        starts = [(axis, value) for _, axis, value in tops]
        return starts[: 1 if sum(self.sizes) > _MANY_VALUES else None]

    def _forced(self, domains: Domains) -> Iterator[Row]:
        """Give rows around the meetings of ``domains`` that are open."""
        for axes, strides, offset in self._tables:
            for values in product(*(domains[axis] for axis in axes)):
                at = sum(v * s for v, s in zip(values, strides, strict=True))
                if self._open[offset + at]:
                    row = self._whole(zip(axes, values, strict=True), domains)
                    if row is not None:
                        yield row

    def _whole(self, choices: Iterable[Choice], domains: Domains) -> Row | None:
        """Complete ``choices`` to a row, greedily; ``None`` if no row holds them."""
        row: list[int] = [-1] * len(self.sizes)
        for axis, value in choices:
            narrowed = self._narrowed(domains, axis, value) if self._bars else domains
            if narrowed is None or value not in narrowed[axis]:
                return None
            row[axis], domains = value, narrowed
        return tuple(row) if self._fill(row, domains) else None

    def _narrowed(self, domains: Domains, axis: int, value: int) -> Domains | None:
        """Leave out what ``value`` bars; ``None`` if nothing is left of an axis."""
        bars = self._bars.get((axis, value))
        if not bars:
            return domains
        kept = tuple(
            tuple(each for each in values if each not in bars[other])
            if other in bars
            else values
            for other, values in enumerate(domains)
        )
        return kept if all(kept) else None

    def _fill(self, row: list[int], domains: Domains) -> bool:
        free = [axis for axis, value in enumerate(row) if value < 0]
        if not free:
            return True
        axis = max(free, key=lambda each: (len(domains[each]), -each))
        for value in self._ranked(axis, row, domains[axis]):
            narrowed = self._narrowed(domains, axis, value) if self._bars else domains
            if narrowed is None:
                continue
            row[axis] = value
            if self._fill(row, narrowed):
                return True
            row[axis] = -1
        return False

    def _ranked(
        self, axis: int, row: list[int], values: tuple[int, ...]
    ) -> Iterator[int]:
        """Give ``values`` by how many new meetings they make with what is chosen."""
        slices = []
        for stride, others, offset in self._of[axis]:
            at = offset
            for other, step in others:
                if row[other] < 0:
                    break
                at += row[other] * step
            else:
                end = at + stride * self.sizes[axis]
                slices.append(self._open[at:end:stride])
        scores = self._score[axis]
        if slices:
            new = slices[0] if len(slices) == 1 else map(sum, zip(*slices, strict=True))
            scores = [
                count * _BEYOND + score if count else score
                for count, score in zip(new, scores, strict=True)
            ]
        best = _first(scores, values, max(_of(scores, values)))
        yield best
        for value in sorted(values, key=lambda value: -scores[value]):
            if value != best:
                yield value


def _of(scores: Sequence[int], values: tuple[int, ...]) -> Sequence[int]:
    if len(values) == len(scores):
        return scores
    return [scores[value] for value in values]


def _first(scores: Sequence[int], values: tuple[int, ...], top: int) -> int:
    """Give the first of ``values`` with the score ``top``."""
    if len(values) == len(scores):
        return scores.index(top)
    return next(value for value in values if scores[value] == top)


def covering(
    sizes: Sequence[int],
    strength: int = 2,
    barred: Iterable[tuple[Choice, Choice]] = (),
) -> list[Row]:
    """Give rows in which every meeting that a row can hold occurs at least once.

    Args:
        sizes: how many values each axis has, 1 or more.
        strength: how many axes a meeting is of.
        barred: pairs of values of two axes that never stand in one row.

    Returns:
        The rows, those with many new meetings first; the same on every interpreter.
    """
    meetings = Meetings(sizes, strength, barred)
    rows = []
    while (row := meetings.best()) is not None:
        meetings.take(row)
        rows.append(row)
    return rows


def _both_ways(
    barred: Iterable[tuple[Choice, Choice]],
) -> dict[Choice, dict[int, set[int]]]:
    bars: dict[Choice, dict[int, set[int]]] = {}
    for one, other in barred:
        bars.setdefault(one, {}).setdefault(other[0], set()).add(other[1])
        bars.setdefault(other, {}).setdefault(one[0], set()).add(one[1])
    return bars
