"""A seeded grid: which cell the n-th situation of a zone lies in."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from whileai.base.seeds import Dice, derive
from whileai.model import TIERS, Cell, tier_of
from whileai.search.ask import MAIN, TAIL, Shortfall

if TYPE_CHECKING:
    from whileai.search.axes import Axes

_FIRST_IN_TIER = ("ambiguous", "conflicting", "adversarial")
_STRIDE = 0xD1342543DE82EF95
_MOST_AT_ONCE = 12
_FEWEST_TOOL_ASKS = 5
"""Asks about a tool that come with each one that needs none, at least."""


class Deck:
    """Values in drawn order, round after round, each as often as the next."""

    def __init__(self, seed: int, values: tuple[str, ...]) -> None:
        self.values, self.size = values, len(values)
        self._seed = seed
        self._number, self._round = -1, list(values)

    def round(self, number: int) -> list[str]:
        """Give the values in the order of the ``number``-th round."""
        if number != self._number:
            self._number = number
            dice = Dice(self._seed + number * _STRIDE)
            few = self.size <= _MOST_AT_ONCE
            self._round = (
                self._dealt(dice.bits()) if few else dice.shuffled(self.values)
            )
        return self._round

    def _dealt(self, draw: int) -> list[str]:
        """Shuffle by one draw, digit after digit; a few values need no more bits."""
        left = list(self.values)
        for size in range(self.size, 1, -1):
            draw, place = divmod(draw, size)
            left.append(left.pop(place))
        return left

    def at(self, position: int) -> str:
        """Give the value at ``position``, from 0."""
        number, offset = divmod(position, self.size)
        return self.round(number)[offset]


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


class Zone:
    """The grid of one zone of the plan.

    Args:
        axes: the axes with their values.
        seed: names the draw.
        hard: counts situations from the hard tiers.
        faulted: counts those about a tool that a fault is scheduled in.
    """

    def __init__(self, axes: Axes, seed: int, hard: Share, faulted: Share) -> None:
        def deck(axis: str, values: tuple[str, ...]) -> Deck:
            return Deck(derive(seed, axis), values)

        easy = tuple(each for each in axes.stance if tier_of(each) == TIERS[0])
        faults = tuple(each for each in axes.tool_condition if each != "success")
        self._hard, self._faulted = hard, faulted
        self._seeded = self._seeded_related = 0
        self._tool = deck("tool", _weighted(axes.tool))
        self._rule = deck("rule", axes.rule)
        self._easy = deck("stance", easy)
        self._tiers = _tiers(axes.stance)
        self._state = deck("world_state", axes.world_state)
        self._fault = deck("fault", faults)
        self._history = deck("history", axes.history)
        self._always = len(faults) == len(axes.tool_condition)
        self._apart = "unrelated" in axes.tool and axes.related
        self._rule_apart = self._apart and "unspecified" in axes.rule
        self._state_apart = "unknown" in axes.world_state
        self._history_apart = "fresh" in axes.history

    def skip(self, seeded: int, related: int) -> None:
        """Leave the first situations to seeds, ``related`` of them about a tool."""
        self._seeded, self._seeded_related = seeded, related

    def cell(self, index: int) -> Cell:
        """Give the cell of situation ``index``, from 0."""
        drawn = index - self._seeded
        tool, stance = self._tool.at(drawn), self._stance(index, drawn)
        if tool == "unrelated":
            return self._plain(stance, drawn)
        position = self._related_before(drawn) if self._apart else drawn
        return Cell(
            tool=tool,
            stance=stance,
            tool_condition=self.condition(position + self._seeded_related),
            rule=self._rule.at(position),
            world_state=self._state.at(position),
            history=self._history.at(position),
        )

    def condition(self, ordinal: int) -> str:
        """Give the tool condition of the ``ordinal``-th situation about a tool."""
        if not self._fault.size:
            return "success"
        if self._always:
            return self._fault.at(ordinal)
        before = self._faulted(ordinal)
        if self._faulted(ordinal + 1) == before:
            return "success"
        return self._fault.at(before)

    def _plain(self, stance: str, drawn: int) -> Cell:
        """Give the cell of an ask that needs no tool; pinned axes keep their values."""
        return Cell(
            tool="unrelated",
            stance=stance,
            rule="unspecified" if self._rule_apart else self._rule.at(drawn),
            world_state="unknown" if self._state_apart else self._state.at(drawn),
            history="fresh" if self._history_apart else self._history.at(drawn),
        )

    def _stance(self, index: int, drawn: int) -> str:
        if not self._tiers:
            return self._easy.at(drawn)
        before = self._hard_before(index, drawn)
        if self._hard_before(index + 1, drawn + 1) == before:
            return self._easy.at(drawn - before)
        number = len(self._tiers)
        tier = self._tiers[before % number]
        return tier[before // number % len(tier)]

    def _hard_before(self, index: int, drawn: int) -> int:
        """Count the hard ones before ``index``; what seeds miss is made up for."""
        return min(drawn, self._hard(index)) if self._easy.size else drawn

    def _related_before(self, drawn: int) -> int:
        number, offset = divmod(drawn, self._tool.size)
        apart = self._tool.round(number).index("unrelated")
        return number * (self._tool.size - 1) + offset - (apart < offset)


class Grid:
    """Gives each situation its cell, as a pure function of zone and index.

    Every axis is balanced by rounds; the dials are exact by counting: in the main zone
    the shares of any number of first situations are rounded down, in the tail up, so
    that both together are within one situation of what was asked.

    Args:
        axes: the axes with their values.
        seed: names the draw.
        hard_share: share of situations from the hard tiers, in ``[0, 1]``.
        fault_rate: share of those about a tool that a fault is scheduled in.
        seeded: first situations of the main zone whose stance is not drawn.
        seeded_related: how many of these are about a tool.
    """

    def __init__(
        self,
        axes: Axes,
        seed: int,
        *,
        hard_share: float,
        fault_rate: float,
        seeded: int = 0,
        seeded_related: int = 0,
    ) -> None:
        self.axes = axes
        self.hard_share = Fraction(repr(float(hard_share)))
        self.fault_rate = Fraction(repr(float(fault_rate)))
        main = Share.of(self.hard_share), Share.of(self.fault_rate)
        tail = Share.of(self.hard_share, up=True), Share.of(self.fault_rate, up=True)
        self._main = Zone(axes, derive(seed, "grid", MAIN), *main)
        self._main.skip(seeded, seeded_related)
        self._tail = Zone(axes, derive(seed, "grid", TAIL), *tail)

    def cell(self, zone: int, index: int) -> Cell:
        """Give the cell of situation ``index``, from 0; seeds come before it."""
        return (self._main if zone == MAIN else self._tail).cell(index)

    def condition(self, zone: int, ordinal: int) -> str:
        """Give the tool condition of the ``ordinal``-th situation about a tool."""
        return (self._main if zone == MAIN else self._tail).condition(ordinal)

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


def _tiers(stances: tuple[str, ...]) -> list[list[str]]:
    """Group the hard stances by tier; the plainest of each comes first."""
    grouped = (
        [each for each in stances if tier_of(each) == tier] for tier in TIERS[1:]
    )
    return [
        sorted(group, key=lambda each: each not in _FIRST_IN_TIER)
        for group in grouped
        if group
    ]


def _weighted(tools: tuple[str, ...]) -> tuple[str, ...]:
    """Repeat the tools of a small set, so that few asks are about none of them."""
    named = tuple(each for each in tools if each != "unrelated")
    if not named or len(named) == len(tools):
        return tools
    return named * -(-_FEWEST_TOOL_ASKS // len(named)) + ("unrelated",)
