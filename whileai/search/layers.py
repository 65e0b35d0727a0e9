"""Layers of the grid: for each rule, all that an ask under it can be, in good order.

Every layer is one covering array in another rotation, dealt out by class: the tier of
the stance, and whether a fault is scheduled. Shares decide how often each class comes,
so the array is built in that proportion, and a class ends once it has nothing new.
"""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from math import lcm
from typing import TYPE_CHECKING

from attrs import evolve, frozen

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


@frozen(kw_only=True)
class Deal:
    """One covering array, dealt out by class.

    Args:
        table: the values that are crossed.
        strength: how many axes meet at once, the rule among them.
        order: its rows with their class; each shows something new after those before.
    """

    table: Table
    strength: int
    order: tuple[tuple[Class, Row], ...]

    @classmethod
    def of(cls, table: Table, shares: dict[Class, Fraction], strength: int) -> Deal:
        """Build the array.

        Args:
            table: the values that are crossed.
            shares: how often each class is drawn.
            strength: how many axes meet at once, the rule among them.
        """
        bottom = lcm(*(share.denominator for share in shares.values()))
        classes = tuple(
            (table.domains(each), int(share * bottom)) for each, share in shares.items()
        )
        rows = _dealt(_sizes(table), strength, table.barred, classes)
        names = list(shares)
        order = tuple((names[number], row) for number, row in rows)
        return cls(table=table, strength=strength, order=order)

    def after(self, given: Sequence[Row]) -> Deal:
        """Put the rows last that show nothing new once ``given`` was drawn."""
        if not given:
            return self
        meetings = Meetings(_sizes(self.table), self.strength)
        for row in given:
            meetings.take((*row, 0))
        new = [bool(meetings.take((*row, 0))) for _, row in self.order]
        first = [each for each, shows in zip(self.order, new, strict=True) if shows]
        last = [each for each, shows in zip(self.order, new, strict=True) if not shows]
        return evolve(self, order=(*first, *last))

    @property
    def rows(self) -> dict[Class, list[Row]]:
        """Give the rows of each class."""
        found: dict[Class, list[Row]] = {}
        for each, row in self.order:
            found.setdefault(each, []).append(row)
        return found


def _sizes(table: Table) -> tuple[int, ...]:
    """Give the sizes of the axes, the rule's last.

    It has one value in a layer, and so that value meets each of the others too.
    """
    return (*map(len, table.values), 1)


@lru_cache(maxsize=64)
def _dealt(
    sizes: tuple[int, ...],
    strength: int,
    barred: tuple[tuple[Choice, Choice], ...],
    classes: tuple[tuple[Domains, int], ...],
) -> tuple[tuple[int, Row], ...]:
    """Build rows for each class in turn, as often as its weight says."""
    meetings = Meetings(sizes, strength, barred)
    whole = [(*domains, (0,)) for domains, _ in classes]
    credit = [0] * len(classes)
    rows: list[tuple[int, Row]] = []
    going, begun = list(range(len(classes))), set[int]()
    while going:
        for each in going:
            credit[each] += classes[each][1]
        turn = max(going, key=lambda each: (credit[each], -each))
        credit[turn] -= sum(classes[each][1] for each in going)
        row = meetings.best(whole[turn])
        if row is None:
            going.remove(turn)
            row = None if turn in begun else meetings.any(whole[turn])
        if row is not None:
            meetings.take(row)
            rows.append((turn, row[:-1]))
            begun.add(turn)
    return tuple(rows)


class Layer:
    """The cells under one rule, class by class, without an end.

    Args:
        deal: the array with its classes.
        rule: that all cells are under.
        seed: rotates the array.
        zone: whose visits these are; zones share no visit.
        zones: how many zones there are.
    """

    def __init__(self, deal: Deal, rule: str, seed: int, zone: int, zones: int) -> None:
        self._table, self._rows = deal.table, deal.rows
        self._rule, self._seed = rule, seed
        self._zone, self._zones = zone, zones
        self._turns: dict[int, tuple[list[list[str]], list[int]]] = {}

    def at(self, each: Class, position: int) -> Drawn:
        """Give what the ``position``-th situation of a class is, from 0."""
        rows = self._rows[each]
        turn, number = divmod(position, len(rows))
        values, visits = self._turns.get(turn) or self._rotated(turn)
        tool, stance, state, condition, history = rows[number]
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
