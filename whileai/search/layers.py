"""Layers of the grid: for each rule, all that an ask under it can be, in good order.

Every layer is one covering array in another rotation, dealt out by class: the tier of
the stance, and whether a fault is scheduled. Shares decide how often each class comes,
so the array is built in that proportion, and a class ends once it has nothing new.
"""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from math import lcm
from threading import Lock
from typing import TYPE_CHECKING

from attrs import frozen

from whileai.base.seeds import Dice
from whileai.model import TIERS, Cell, tier_of
from whileai.search.covering import Choice, Domains, Meetings, Row

if TYPE_CHECKING:
    from collections.abc import Sequence

    from whileai.search.axes import Axes

CROSSED = ("tool", "stance", "world_state", "tool_condition", "history")
"""The axes that are crossed within a layer, in the order of an array's columns."""

_STRIDE = 0xD1342543DE82EF95
_TOOL, _STANCE, _STATE, _CONDITION, _HISTORY = range(len(CROSSED))
_KEPT = 8
"""Turns of a layer that are remembered; one for each class is enough."""
_MOST_AT_ONCE = 12
"""Values that one draw shuffles: 12! is far below 2**64."""
_LEAD = 3
"""How many times as often a leading tool is drawn as another."""

Class = tuple[str, bool]
"""A tier, and whether a fault is scheduled."""
Drawn = tuple[Cell, int]
"""A cell, and a number that no other visit to the same cell has."""
Groups = tuple[tuple[tuple[int, ...], ...], ...]


@frozen(kw_only=True)
class Table:
    """The values that are crossed under one rule, and which of them go together.

    Args:
        values: of each axis; leading tools stand in it several times.
        copies: how many times a tool stands in it at most.
        copy: for each tool in it, which of its copies it is.
        barred: pairs of values that never stand in one situation.
        groups: for each axis, the values that may change places in every row.
    """

    values: tuple[tuple[str, ...], ...]
    copies: int
    copy: tuple[int, ...]
    barred: tuple[tuple[Choice, Choice], ...]
    groups: Groups

    @classmethod
    def of(cls, axes: Axes) -> Table:
        """Cross the values of ``axes``; the rule axis is left out."""
        counts = [_LEAD if each in axes.lead else 1 for each in axes.tool]
        tools = tuple(
            (tool, copy)
            for tool, count in zip(axes.tool, counts, strict=True)
            for copy in range(count)
        )
        values = (
            tuple(tool for tool, _ in tools),
            *(tuple(getattr(axes, axis)) for axis in CROSSED[1:]),
        )
        barred = tuple(
            ((_TOOL, at), (_STATE, number))
            for at, (tool, _) in enumerate(tools)
            for number, state in enumerate(axes.world_state)
            if state not in axes.states_of(tool)
        )
        return cls(
            values=values,
            copies=max(counts),
            copy=tuple(copy for _, copy in tools),
            barred=barred,
            groups=_groups(values, barred),
        )

    def classes(self, hard: Fraction, faulted: Fraction) -> dict[Class, Fraction]:
        """Give each class that can be drawn with its share."""
        tiers = [t for t in TIERS if any(tier_of(v) == t for v in self.values[_STANCE])]
        harder = [tier for tier in tiers if tier != TIERS[0]]
        if TIERS[0] not in tiers or not harder:
            hard = Fraction(bool(harder))
        faults = [value != "success" for value in self.values[_CONDITION]]
        if all(faults) or not any(faults):
            faulted = Fraction(all(faults))
        shares = {
            (tier, fails): (hard / len(harder) if tier != TIERS[0] else 1 - hard)
            * (faulted if fails else 1 - faulted)
            for tier in tiers
            for fails in (False, True)
        }
        return {each: share for each, share in shares.items() if share}

    def domains(self, each: Class) -> Domains:
        """Give the values that rows of a class may take."""
        tier, fails = each
        every = [tuple(range(len(values))) for values in self.values]
        stances, conditions = self.values[_STANCE], self.values[_CONDITION]
        every[_STANCE] = tuple(n for n in every[_STANCE] if tier_of(stances[n]) == tier)
        every[_CONDITION] = tuple(
            n for n in every[_CONDITION] if (conditions[n] != "success") == fails
        )
        return tuple(every)


def _groups(
    values: Sequence[tuple[str, ...]], barred: Sequence[tuple[Choice, Choice]]
) -> Groups:
    """Group values that can change places: of one tier, and barred from the same."""
    bars: dict[Choice, list[Choice]] = {}
    for one, other in barred:
        bars.setdefault(one, []).append(other)
        bars.setdefault(other, []).append(one)
    found = []
    for axis, names in enumerate(values):
        kinds: dict[object, list[int]] = {}
        for number, name in enumerate(names):
            kind = tier_of(name) if axis == _STANCE else name != "success"
            if axis not in (_STANCE, _CONDITION):
                kind = ""
            key = (kind, tuple(bars.get((axis, number), ())))
            kinds.setdefault(key, []).append(number)
        found.append(tuple(map(tuple, kinds.values())))
    return tuple(found)


class Deal:
    """One covering array, dealt out by class, built only as far as it is looked at.

    Args:
        sizes: how many values each axis has.
        strength: how many axes meet at once.
        barred: pairs of values that never stand in one row.
        classes: the values that rows of each class may take, and its weight.
        given: rows that count as drawn before.
    """

    def __init__(
        self,
        sizes: tuple[int, ...],
        strength: int,
        barred: tuple[tuple[Choice, Choice], ...],
        classes: tuple[tuple[Domains, int], ...],
        given: tuple[Row, ...],
    ) -> None:
        self._meetings = Meetings(sizes, strength, barred)
        for row in given:
            self._meetings.take(row)
        self._domains = [domains for domains, _ in classes]
        self._weights = [weight for _, weight in classes]
        self._credit = [0] * len(classes)
        self._going = list(range(len(classes)))
        self._rows: list[list[Row]] = [[] for _ in classes]
        self._lock = Lock()

    def at(self, number: int, position: int) -> tuple[int, Row]:
        """Give the ``position``-th row of a class, and how often they all came before.

        Raises:
            ValueError: if every row of the class is barred.
        """
        rows = self._rows[number]
        if position >= len(rows) and number in self._going:
            with self._lock:
                while position >= len(rows) and number in self._going:
                    self._step()
        if position < len(rows):
            return 0, rows[position]
        if not rows:
            raise ValueError(f"class {number} of the grid has no cell that can occur")
        turn, place = divmod(position, len(rows))
        return turn, rows[place]

    def all(self) -> list[list[Row]]:
        """Give all rows of each class; each shows something new after those before."""
        with self._lock:
            while self._going:
                self._step()
        return self._rows

    def _step(self) -> None:
        """Build one row, of the class whose turn it is, or end that class."""
        for each in self._going:
            self._credit[each] += self._weights[each]
        turn = max(self._going, key=lambda each: (self._credit[each], -each))
        self._credit[turn] -= sum(self._weights[each] for each in self._going)
        row = self._meetings.best(self._domains[turn])
        last = row is None
        if row is None and not self._rows[turn]:
            row = self._meetings.any(self._domains[turn])
        if row is not None:
            self._meetings.take(row)
            self._rows[turn].append(row)
        if last:
            self._going.remove(turn)


@lru_cache(maxsize=64)
def _deal(
    sizes: tuple[int, ...],
    strength: int,
    barred: tuple[tuple[Choice, Choice], ...],
    classes: tuple[tuple[Domains, int], ...],
    given: tuple[Row, ...],
) -> Deal:
    return Deal(sizes, strength, barred, classes, given)


@frozen(kw_only=True)
class Suit:
    """A table with its array.

    Args:
        table: the values that are crossed.
        deal: the array.
        number: of each class in it.
    """

    table: Table
    deal: Deal
    number: dict[Class, int]

    @classmethod
    def of(
        cls,
        table: Table,
        shares: dict[Class, Fraction],
        strength: int,
        given: Sequence[Row] = (),
    ) -> Suit:
        """Find or begin the array.

        Args:
            table: the values that are crossed.
            shares: how often each class is drawn.
            strength: how many axes meet at once, the rule among them.
            given: rows that count as drawn before.
        """
        bottom = lcm(*(share.denominator for share in shares.values()))
        # the rule is a further axis of one value, so that it meets each other value too
        deal = _deal(
            (*map(len, table.values), 1),
            strength,
            table.barred,
            tuple(
                ((*table.domains(each), (0,)), int(share * bottom))
                for each, share in shares.items()
            ),
            tuple((*row, 0) for row in given),
        )
        number = {each: number for number, each in enumerate(shares)}
        return cls(table=table, deal=deal, number=number)


class Layer:
    """The cells under one rule, class by class, without an end.

    Args:
        suit: the array and its values.
        rule: that all cells are under.
        seed: rotates the array.
        zone: whose visits these are; zones share no visit.
        zones: how many zones there are.
    """

    def __init__(self, suit: Suit, rule: str, seed: int, zone: int, zones: int) -> None:
        self._table, self._deal, self._number = suit.table, suit.deal, suit.number
        self._rule, self._seed = rule, seed
        self._zone, self._zones = zone, zones
        self._turns: dict[int, tuple[list[list[str]], list[int]]] = {}

    def at(self, each: Class, position: int) -> Drawn:
        """Give what the ``position``-th situation of a class is, from 0."""
        turn, row = self._deal.at(self._number[each], position)
        values, visits = self._turns.get(turn) or self._rotated(turn)
        tool, stance, state, condition, history, _ = row
        cell = Cell(
            tool=values[_TOOL][tool],
            rule=self._rule,
            stance=values[_STANCE][stance],
            world_state=values[_STATE][state],
            tool_condition=values[_CONDITION][condition],
            history=values[_HISTORY][history],
        )
        return cell, visits[tool]

    def _rotated(self, turn: int) -> tuple[list[list[str]], list[int]]:
        """Give what stands for each value of the array in a turn, and its visit."""
        table = self._table
        places = rotation_of(table.groups, self._seed + turn * _STRIDE)
        values = [
            [names[place] for place in axis]
            for names, axis in zip(table.values, places, strict=True)
        ]
        first = (turn * self._zones + self._zone) * table.copies
        visits = [first + table.copy[place] for place in places[_TOOL]]
        if len(self._turns) >= _KEPT:
            del self._turns[min(self._turns)]
        self._turns[turn] = values, visits
        return values, visits


def rotation_of(groups: Groups, seed: int) -> list[list[int]]:
    """Shuffle values within their groups, for each axis."""
    dice, turned = Dice(seed), []
    for axis in groups:
        places = [0] * sum(map(len, axis))
        for group in axis:
            for one, other in zip(group, _shuffled(group, dice), strict=True):
                places[one] = other
        turned.append(places)
    return turned


def _shuffled(group: tuple[int, ...], dice: Dice) -> list[int]:
    """Shuffle by one draw, digit after digit; a few values need no more bits."""
    if len(group) > _MOST_AT_ONCE:
        return dice.shuffled(group)
    left, draw = list(group), dice.bits()
    for size in range(len(left), 1, -1):
        draw, place = divmod(draw, size)
        left.append(left.pop(place))
    return left
