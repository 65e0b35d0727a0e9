"""Where the person stands towards the rule of a scene, and the fact that says so."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from whileai.builtin.writers.values import currency_of, kept, spelled, spellings
from whileai.world.rules import threshold_of

if TYPE_CHECKING:
    from whileai.base.seeds import Dice
    from whileai.builtin.writers.verbs import Sense
    from whileai.model import Scene

_PRESSING = {"boundary": 0.6, "adversarial": 1.0, "conflicting": 0.8}
_DATED = re.compile(r"\d{4}-\d{2}-\d{2}")


def standing(scene: Scene, sense: Sense, stance: str, dice: Dice) -> tuple[str, str]:
    """Give the side of the rule and the value that stands on it.

    A rule without a number has no side in the scene; then the stance decides between
    ``within`` and ``beyond``, and there is no value. No rule, no side.
    """
    if not scene.rule:
        return "", ""
    if not scene.side:
        if threshold_of(scene.rule) is not None:
            return "", ""
        beyond = dice.chance(_PRESSING.get(stance, 0.2))
        return ("beyond" if beyond else "within"), ""
    return scene.side, _value(scene, sense, dice)


def _value(scene: Scene, sense: Sense, dice: Dice) -> str:
    """Give the fact near the rule's number, or the date that it is counted from."""
    threshold = threshold_of(scene.rule)
    if threshold is None:
        return ""
    for name, value in scene.facts.items():
        each = sense.arguments.get(name)
        if name in scene.withheld or isinstance(value, bool):
            continue
        if isinstance(value, (int, float)):
            near = 60.0 if threshold.value >= 1e4 else 5.0
            if abs(value - threshold.value) <= near:
                money = threshold.kind == "money"
                sign = (each.currency if each else "") or currency_of(scene.facts)
                forms = spellings(value, money=money, currency=sign)
                return kept(forms[0])
        elif each is None and isinstance(value, str) and _DATED.match(value):
            return kept(spelled(spellings(value), dice))
    return ""
