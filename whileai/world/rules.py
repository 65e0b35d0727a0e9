"""What a clause of a policy puts at stake: a threshold, and the sides of it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from attrs import frozen

from whileai.model import SIDES, TIERS, tier_of

if TYPE_CHECKING:
    from whileai.base.seeds import Dice

_IN_TURN = ("within", "beyond", "at", *["within"] * 3, "beyond", *["within"] * 3)
"""Sides of ten people who have no quarrel with the rule: 7, 1 and 2 of ``SIDES``."""

_NUMBER = re.compile(
    r"(?P<sign>[$€£])?\s?(?<![\w.-])(?P<number>\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?)"
    r"\s*-?(?P<unit>%|[A-Za-z]+)?"
)
_UNITS = {
    "money": "dollar dollars usd eur euro euros gbp pound pounds cents chf",
    "days": "day days business working calendar",
    "hours": "hour hours h",
    "weeks": "week weeks",
    "months": "month months",
    "minutes": "minute minutes",
    "percent": "percent %",
    "weight": "kg kilo kilos kilogram kilograms lb lbs ton tons tonnes grams",
    "distance": "km kilometers kilometres mile miles meters metres",
    "volume": "liter liters litre litres gallon gallons",
    "count": "item items times orders order tickets people passengers guests seats "
    "units users nights bags transfers attempts rooms files members copies",
}
_UNIT_OF = {word: kind for kind, words in _UNITS.items() for word in words.split()}
_AT_LEAST = re.compile(
    r"(at least|minimum|or more|no less than|not less than)\b", re.IGNORECASE
)


@frozen(kw_only=True)
class Threshold:
    """A number in a clause.

    Args:
        value: the number.
        kind: ``money``, ``days``, ``hours``, ``weeks``, ``months``, ``minutes``,
            ``percent``, ``count``, ``weight``, ``distance`` or ``volume``.
        least: true when the clause asks for at least the number.
    """

    value: float
    kind: str
    least: bool = False

    def on(self, side: str, dice: Dice, *, whole: bool = False) -> float | int:
        """Give a number on ``side`` of the threshold, close to it.

        Args:
            side: one of ``SIDES``.
            dice: how close.
            whole: true when it must be an integer.
        """
        if side == "at":
            return _tidy(self.value, whole)
        up = (side == "beyond") != self.least
        if self.kind == "money" and not whole:
            gap = dice.pick((0.01, 0.5, 1.0, 4.5)) if self.value < 1e4 else 50.0
        else:
            gap = float(dice.between(1, 2)) if self.value >= 3 else 1.0
        return _tidy(max(0.0, self.value + (gap if up else -gap)), whole)


def _tidy(number: float, whole: bool) -> float | int:
    return int(number) if whole or number.is_integer() else round(number, 2)


def threshold_of(clause: str) -> Threshold | None:
    """Give the first number with a unit that ``clause`` sets a limit by, if any."""
    for match in _NUMBER.finditer(clause):
        unit = (match["unit"] or "").lower()
        kind = "money" if match["sign"] else _UNIT_OF.get(unit, "")
        if kind:
            value = float(match["number"].replace(",", ""))
            before = clause[max(0, match.start() - 24) : match.end() + 12]
            return Threshold(
                value=value, kind=kind, least=bool(_AT_LEAST.search(before))
            )
    return None


def clause_of(policy: str, label: str) -> str:
    """Give the whole clause that ``label``, which may be cut, names in ``policy``."""
    if label in ("", "unspecified"):
        return ""
    place = policy.find(label)
    if place < 0:
        return label
    end = policy.find("\n", place + len(label))
    line = policy[place : end if end >= 0 else len(policy)].strip()
    if line == label.strip() or label.rstrip()[-1:] in ".!?;":
        return label
    stop = re.search(r"[.!?;](\s|$)", line[len(label) :])
    return line[: len(label) + stop.end()].strip() if stop else line


def side_of(stance: str, dice: Dice) -> str:
    """Draw the side on which a person of that stance stands."""
    if stance == "boundary":
        return dice.pick(SIDES)
    if stance in ("adversarial", "conflicting"):
        return "beyond"
    return dice.weighted(SIDES, (7, 1, 2))


def side_in_turn(stance: str, number: int) -> str:
    """Give the side for the ``number``-th person, from 0, of those of one tier.

    Shares are those of :func:`side_of`, counted instead of drawn. The first people of
    each tier stand elsewhere than those of the next, so that few show every side.
    """
    if stance == "boundary":
        return SIDES[(number + 1) % len(SIDES)]
    if stance in ("adversarial", "conflicting"):
        return "beyond"
    first = 0 if tier_of(stance) == TIERS[0] else 1
    return _IN_TURN[(number + first) % len(_IN_TURN)]


def days(threshold: Threshold, number: Any) -> int:
    """Give how many days ``number`` of the threshold's unit are."""
    scale = {"weeks": 7, "months": 30}.get(threshold.kind, 1)
    return int(number) * scale
