"""Where the person stands towards the rule of a scene, and the fact that says so."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING

from whileai.builtin.writers.flavours import PERSONAL
from whileai.builtin.writers.rules import limit_of
from whileai.builtin.writers.values import currency_of, kept, spelled, spellings
from whileai.builtin.writers.words import plain_words
from whileai.world.rules import threshold_of
from whileai.world.words import singular

if TYPE_CHECKING:
    from whileai.base.seeds import Dice
    from whileai.builtin.writers.verbs import Sense
    from whileai.model import Scene
    from whileai.world.rules import Threshold

_PRESSING = {"boundary": 0.6, "adversarial": 1.0, "conflicting": 0.8}
_UNMEASURED = ("often", "clock")
"""Limits whose side people tell, though no fact of a scene does."""
_DATED = re.compile(r"\d{4}-\d{2}-\d{2}")


def standing(scene: Scene, sense: Sense, stance: str, dice: Dice) -> tuple[str, str]:
    """Give the side of the rule and the value that stands on it.

    A rule without a number has no side in the scene; then the stance decides between
    ``within`` and ``beyond``, and there is no value. No rule, no side.
    """
    if not scene.rule or not _concerns(scene.rule, sense):
        return "", ""
    if sense.looks and limit_of(scene.rule) != "amount":
        return "", ""
    if not scene.side:
        limit = limit_of(scene.rule)
        if threshold_of(scene.rule) is not None and limit not in _UNMEASURED:
            return "", ""
        beyond = dice.chance(_PRESSING.get(stance, 0.2))
        return ("beyond" if beyond else "within"), ""
    value = _value(scene, sense, dice)
    counted = limit_of(scene.rule) in ("amount", "other")
    hidden = any(
        sense.arguments[n].money for n in scene.withheld if n in sense.arguments
    )
    return ("", "") if counted and not (value or hidden) else (scene.side, value)


@lru_cache(maxsize=4096)
def _stems(text: str) -> frozenset[str]:
    """Give the beginnings of the words of ``text`` that say something."""
    return frozenset(singular(word)[:5] for word in plain_words(text) if len(word) > 3)


def _concerns(rule: str, sense: Sense) -> bool:
    """Answer whether a rule speaks of the tool, its arguments, or of who asks."""
    if limit_of(rule) in ("identity", "consent") and not sense.looks:
        return sense.flavour in PERSONAL
    return bool(_stems(rule) & _spoken(sense))


def _spoken(sense: Sense) -> frozenset[str]:
    """Give the beginnings of the words that a tool is spoken of with."""
    return _stems(" ".join((*sorted(sense.words), *sense.verbs, *sense.arguments)))


def _value(scene: Scene, sense: Sense, dice: Dice) -> str:
    """Give the fact on this side of the rule's number, or the date it counts from."""
    threshold = threshold_of(scene.rule)
    if threshold is None:
        return ""
    for name, value in scene.facts.items():
        each = sense.arguments.get(name)
        if name in scene.withheld or isinstance(value, bool):
            continue
        if isinstance(value, (int, float)) and each is not None:
            if _stands(threshold, value, scene.side):
                money = threshold.kind == "money"
                sign = each.currency or currency_of(scene.facts)
                return kept(spellings(value, money=money, currency=sign)[0])
        elif each is None and isinstance(value, str) and _DATED.match(value):
            return kept(spelled(spellings(value)[:4], dice))
    return ""


def _stands(threshold: Threshold, value: float, side: str) -> bool:
    """Answer whether ``value`` is of the threshold's size and on ``side`` of it."""
    if value == threshold.value or side == "at":
        return value == threshold.value and side == "at"
    over = (value > threshold.value) != threshold.least
    return over == (side == "beyond") and value * 2 > threshold.value
