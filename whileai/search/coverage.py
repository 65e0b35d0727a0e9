"""How many combinations of the axes' values a run has shown, out of those planned."""

from __future__ import annotations

from itertools import combinations, islice, product
from math import prod
from typing import TYPE_CHECKING, Any

from attrs import frozen

from whileai.model import Cell

if TYPE_CHECKING:
    from collections.abc import Iterator

    from whileai.search.axes import Axes

AXES = tuple(Cell().to_json())
"""The axes, in the order that cells have them."""

_LISTED = 20


@frozen(kw_only=True)
class Covered:
    """What a run has shown of what its grid plans.

    Args:
        planned: combinations of values that a situation can hold.
        covered: those of them that one held.
        missing: the first of the others, axis to value.
    """

    planned: int
    covered: int
    missing: tuple[dict[str, str], ...] = ()

    @property
    def fraction(self) -> float:
        """Share of the planned ones that is covered; 1 where there are none."""
        return self.covered / self.planned if self.planned else 1.0

    def to_json(self) -> dict[str, Any]:
        """Give the report's ``pairwise``."""
        return {
            "pairs_planned": self.planned,
            "pairs_covered": self.covered,
            "fraction": self.fraction,
            "missing": [dict(each) for each in self.missing],
        }


class Coverage:
    """Counts combinations as situations come in, in integers.

    Args:
        axes: the axes with the values that are drawn.
        strength: how many axes a combination is of.
    """

    def __init__(self, axes: Axes, strength: int = 2) -> None:
        self.strength = min(strength, len(AXES))
        parts = (axes, *axes.regions)
        self._values = [
            tuple(dict.fromkeys(v for part in parts for v in getattr(part, axis)))
            for axis in AXES
        ]
        self._numbers = [
            {value: number for number, value in enumerate(values)}
            for values in self._values
        ]
        sizes = [len(values) for values in self._values]
        self._tables: list[tuple[tuple[int, ...], tuple[int, ...], int]] = []
        total = 0
        for places in combinations(range(len(AXES)), self.strength):
            strides = tuple(
                prod(sizes[each] for each in places[at + 1 :])
                for at in range(self.strength)
            )
            self._tables.append((places, strides, total))
            total += prod(sizes[each] for each in places)
        self._open = bytearray(total)
        for region in axes.regions:
            self._plan(region)
        self._planned = sum(self._open)
        self._left = self._planned

    def _plan(self, region: Axes) -> None:
        domains = [
            [numbers[value] for value in getattr(region, axis)]
            for axis, numbers in zip(AXES, self._numbers, strict=True)
        ]
        for places, strides, offset in self._tables:
            parts = (
                [value * stride for value in domains[place]]
                for place, stride in zip(places, strides, strict=True)
            )
            for at in map(sum, product((offset,), *parts)):
                self._open[at] = 1

    def add(self, cell: Cell) -> int:
        """Count what ``cell`` holds as covered; values of no axis count for nothing.

        Returns:
            How many combinations of it are planned and were not covered before.
        """
        if not self._left:
            return 0
        at = [
            numbers.get(getattr(cell, axis), -1)
            for axis, numbers in zip(AXES, self._numbers, strict=True)
        ]
        new = 0
        for places, strides, offset in self._tables:
            number = offset
            for place, stride in zip(places, strides, strict=True):
                if at[place] < 0:
                    break
                number += at[place] * stride
            else:
                new += self._open[number]
                self._open[number] = 0
        self._left -= new
        return new

    def report(self) -> Covered:
        """Give what is planned, what is covered and the first of what is missing."""
        return Covered(
            planned=self._planned,
            covered=self._planned - self._left,
            missing=tuple(islice(self._missing(), _LISTED)),
        )

    def _missing(self) -> Iterator[dict[str, str]]:
        at = self._open.find(1)
        while at >= 0:
            yield self._named(at)
            at = self._open.find(1, at + 1)

    def _named(self, at: int) -> dict[str, str]:
        places, strides, offset = max(
            (table for table in self._tables if table[2] <= at),
            key=lambda table: table[2],
        )
        rest, named = at - offset, {}
        for place, stride in zip(places, strides, strict=True):
            number, rest = divmod(rest, stride)
            named[AXES[place]] = self._values[place][number]
        return named
