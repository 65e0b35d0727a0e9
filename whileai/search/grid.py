"""A seeded grid: which cell the n-th situation of a zone lies in."""

from __future__ import annotations

from fractions import Fraction
from functools import cached_property, partial
from typing import TYPE_CHECKING

from attrs import evolve

from whileai.base.seeds import Dice, derive
from whileai.model import TIERS, Cell, tier_of
from whileai.search.ask import MAIN, TAIL, Shortfall
from whileai.search.coverage import Coverage
from whileai.search.layers import CROSSED, Drawn, Layer, Suit, Table, rotation_of
from whileai.search.stack import Shows, Stack, plainly

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from whileai.search.axes import Axes
    from whileai.search.covering import Row

_STRIDE = 0xD1342543DE82EF95
_KEPT = 64
"""Situations that are remembered, so that a look back does not draw all anew."""
_FEWEST_TOOL_ASKS = 5
"""Asks about a tool that come with each one that needs none, at least."""


class Share:
    """Counts a share exactly: of any number of first items, rounded down or up."""

    def __init__(self, numerator: int, denominator: int, *, up: bool) -> None:
        self._top, self._bottom = numerator, denominator
        self._more = denominator - 1 if up else 0

    @classmethod
    def of(cls, share: Fraction, *, up: bool = False) -> Share:
        """Count ``share``, in ``[0, 1]``, rounded ``up`` or down."""
        return cls(share.numerator, share.denominator, up=up)

    def __call__(self, count: int) -> int:
        """Give how many of the first ``count`` items it takes."""
        return (self._top * count + self._more) // self._bottom


class Dials:
    """Says of each place in a zone how hard it is and whether a fault is scheduled.

    Args:
        axes: the axes with their values.
        seed: names the draw.
        hard: counts situations from the hard tiers.
        faulted: counts those about a tool that a fault is scheduled in.
    """

    def __init__(self, axes: Axes, seed: int, hard: Share, faulted: Share) -> None:
        found = {tier_of(each) for each in axes.stance}
        self._hard, self._faulted, self._seed = hard, faulted, derive(seed, "fault")
        self._harder = [tier for tier in TIERS[1:] if tier in found]
        self._easy = TIERS[0] in found
        self._faults = [each for each in axes.tool_condition if each != "success"]
        self._always = len(self._faults) == len(axes.tool_condition)

    def hard(self, index: int, drawn: int) -> int:
        """Count the hard ones before situation ``index``, the ``drawn``-th drawn.

        What seeds miss is made up for.
        """
        if not self._harder:
            return 0
        return min(drawn, self._hard(index)) if self._easy else drawn

    def tier(self, before: int, after: int) -> str:
        """Give the tier of what lies between two counts of hard ones."""
        if after == before:
            return TIERS[0]
        return self._harder[before % len(self._harder)]

    def fails(self, ordinal: int) -> bool:
        """Tell whether the ``ordinal``-th situation about a tool has a fault."""
        if self._always or not self._faults:
            return self._always and bool(self._faults)
        return self._faulted(ordinal + 1) != self._faulted(ordinal)

    def condition(self, ordinal: int) -> str:
        """Give a condition for it, every fault as often as the next."""
        if not self.fails(ordinal):
            return "success"
        before = ordinal if self._always else self._faulted(ordinal)
        turn, place = divmod(before, len(self._faults))
        return Dice(self._seed + turn * _STRIDE).shuffled(self._faults)[place]


class Zone:
    """The situations of one zone of the plan, drawn one after the other.

    Args:
        dials: tier and fault of each place.
        stacks: gives fresh layers of asks about a tool, and of asks that need none;
            ``None`` where there are none.
        period: situations of which one needs no tool, where there are both.
        seed: names the draw.
    """

    def __init__(
        self,
        dials: Dials,
        stacks: Callable[[], tuple[Stack | None, Stack | None]],
        period: int,
        seed: int,
    ) -> None:
        self._dials, self._stacks = dials, stacks
        self._period, self._seed = period, derive(seed, "apart")
        self._seeded = self._seeded_related = 0
        self._restart()

    def _restart(self) -> None:
        self._next, self._about = 0, self._seeded_related
        self._hard, self._none = self._dials.hard(self._seeded, 0), -1
        self._drawn: dict[int, Drawn] = {}
        self._related, self._apart = self._stacks()

    def skip(self, seeded: int, related: int) -> None:
        """Leave the first situations to seeds, ``related`` of them about a tool."""
        self._seeded, self._seeded_related = seeded, related
        self._restart()

    def at(self, index: int) -> Drawn:
        """Give what situation ``index`` is, from 0."""
        place = index - self._seeded
        if place < self._next and place not in self._drawn:
            self._restart()
        while self._next <= place:
            self._drawn[self._next] = self._draw(self._next)
            self._drawn.pop(self._next - _KEPT, None)
            self._next += 1
        return self._drawn[place]

    def _draw(self, place: int) -> Drawn:
        before = self._hard
        self._hard = self._dials.hard(place + self._seeded + 1, place + 1)
        tier = self._dials.tier(before, self._hard)
        if self._related is None or self._needs_none(place):
            assert self._apart is not None
            return self._apart.draw((tier, False))
        fails = self._dials.fails(self._about)
        self._about += 1
        return self._related.draw((tier, fails))

    def _needs_none(self, place: int) -> bool:
        if self._apart is None:
            return False
        turn, offset = divmod(place, self._period)
        if not offset:
            self._none = Dice(self._seed + turn * _STRIDE).below(self._period)
        return offset == self._none


class Grid:
    """Gives each situation its cell, as a pure function of zone and index.

    Under each rule the values of the other axes are covered, layer by layer; the dials
    are exact by counting: in the main zone the shares of any number of first situations
    are rounded down, in the tail up, so that both together are within one situation of
    what was asked.

    Args:
        axes: the axes with their values.
        seed: names the draw.
        hard_share: share of situations from the hard tiers, in ``[0, 1]``.
        fault_rate: share of those about a tool that a fault is scheduled in.
        seeded: first situations of the main zone whose stance is not drawn, and how
            many of these are about a tool.
        strength: how many axes' values are all to meet.
        shows: looks at a visit to a cell for what is to meet; unset, at its values.
    """

    def __init__(
        self,
        axes: Axes,
        seed: int,
        *,
        hard_share: float,
        fault_rate: float,
        seeded: tuple[int, int] = (0, 0),
        strength: int = 2,
        shows: Shows = plainly,
    ) -> None:
        self.axes, self._seed, self.strength = axes, seed, strength
        self._shows = shows
        self.hard_share = Fraction(repr(float(hard_share)))
        self.fault_rate = Fraction(repr(float(fault_rate)))
        self._seeded = seeded
        self._known: tuple[Cell, ...] = ()
        self._dials = [
            Dials(
                axes,
                derive(seed, "grid", zone),
                Share.of(self.hard_share, up=zone == TAIL),
                Share.of(self.fault_rate, up=zone == TAIL),
            )
            for zone in (MAIN, TAIL)
        ]

    def know(self, cells: Sequence[Cell]) -> None:
        """Count ``cells`` as covered before anything is drawn."""
        self._known = tuple(cells)

    def at(self, zone: int, index: int) -> Drawn:
        """Give cell and visit of situation ``index``, from 0; seeds come before it."""
        return (self._main if zone == MAIN else self._tail).at(index)

    def cell(self, zone: int, index: int) -> Cell:
        """Give the cell of situation ``index``, from 0; seeds come before it."""
        return self.at(zone, index)[0]

    def condition(self, zone: int, ordinal: int) -> str:
        """Give a tool condition for the ``ordinal``-th situation about a tool."""
        return self._dials[zone].condition(ordinal)

    def coverage(self) -> Coverage:
        """Give a fresh count of what the grid plans to cover; nothing is covered."""
        return Coverage(self._drawable, self.strength)

    @cached_property
    def _drawable(self) -> Axes:
        return self.axes.within(hard=self.hard_share, faulted=self.fault_rate)

    @cached_property
    def _main(self) -> Zone:
        zone = self._zone(MAIN)
        zone.skip(*self._seeded)
        return zone

    @cached_property
    def _tail(self) -> Zone:
        return self._zone(TAIL)

    def _zone(self, zone: int) -> Zone:
        tools = sum(each != "unrelated" for each in self.axes.tool)
        copies = -(-_FEWEST_TOOL_ASKS // max(1, tools))
        return Zone(
            self._dials[zone],
            partial(self._stacks, zone),
            tools * copies + 1,
            derive(self._seed, "grid", zone),
        )

    def _stacks(self, zone: int) -> tuple[Stack | None, Stack | None]:
        """Give the layers of asks about a tool, and of those that need none."""
        seed = derive(self._seed, "grid", zone)
        tools = tuple(each for each in self.axes.tool if each != "unrelated")
        related = apart = None
        if tools:
            axes = evolve(self.axes, tool=tools)
            layers = self._layers(axes, seed, zone)
            related = Stack(layers, seed, self._shows, self._known)
        if len(tools) < len(self.axes.tool):
            seed = derive(seed, "unrelated")
            apart = Stack(self._layers(self.axes.apart, seed, zone), seed)
        return related, apart

    def _layers(self, axes: Axes, seed: int, zone: int) -> list[Layer]:
        table = Table.of(axes)
        shares = table.classes(self.hard_share, self.fault_rate)
        usual = Suit.of(table, shares, self.strength)
        layers = []
        for rule in axes.rule:
            turned = derive(seed, "layer", rule)
            first = zone == MAIN and rule == "unspecified"
            given = self._given(table, turned) if first else ()
            suit = Suit.of(table, shares, self.strength, given) if given else usual
            layers.append(Layer(suit, rule, turned, zone, len(self._dials)))
        return layers

    def _given(self, table: Table, seed: int) -> tuple[Row, ...]:
        """Give the rows of the array that the known cells stand for."""
        back = [
            {values[number]: place for place, number in enumerate(places)}
            for places, values in zip(
                rotation_of(table.groups, seed), table.values, strict=True
            )
        ]
        rows = [
            tuple(
                numbers.get(getattr(cell, axis), -1)
                for axis, numbers in zip(CROSSED, back, strict=True)
            )
            for cell in self._known
            if cell.rule == "unspecified"
        ]
        return tuple(dict.fromkeys(row for row in rows if min(row) >= 0))

    @property
    def shortfalls(self) -> tuple[Shortfall, ...]:
        """Give the dials that the axes make impossible, one plain sentence each."""
        return (*self._hard_shortfall(), *self._fault_shortfall())

    def _hard_shortfall(self) -> tuple[Shortfall, ...]:
        asked = float(self.hard_share)
        hard = any(tier_of(each) != TIERS[0] for each in self.axes.stance)
        easy = any(tier_of(each) == TIERS[0] for each in self.axes.stance)
        if (hard or not asked) and (easy or asked == 1):
            return ()
        drawn = int(hard)
        text = (
            f"hard_share={asked:g} cannot be met: dimensions pins stance to "
            f"{list(self.axes.stance)!r}, so the share of hard situations is {drawn}; "
            f"add {'a harder' if easy else 'an ordinary'} stance to dimensions"
        )
        return (Shortfall(option="hard_share", text=text),)

    def _fault_shortfall(self) -> tuple[Shortfall, ...]:
        asked, axes = float(self.fault_rate), self.axes
        if not asked and "success" in axes.tool_condition:
            return ()
        if not axes.related:
            text = f"fault_rate={asked:g} has no effect: no ask is about a tool"
            return (Shortfall(option="fault_rate", text=f"{text}; pass tools="),)
        never = axes.tool_condition == ("success",)
        ever = "success" not in axes.tool_condition
        if not never and (not ever or asked == 1):
            return ()
        text = (
            f"fault_rate={asked:g} cannot be met: dimensions pins tool_condition to "
            f"{list(axes.tool_condition)!r}, so the share of rollouts with a fault is "
            f"{int(ever)}; add {'a fault' if never else 'success'} to dimensions"
        )
        return (Shortfall(option="fault_rate", text=text),)
