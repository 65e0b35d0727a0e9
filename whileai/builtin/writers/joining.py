"""Two wishes in one ask: one after the other, one if the other, or side by side."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import evolve

from whileai.builtin.writers.conditions import conditions
from whileai.builtin.writers.lexicon import (
    CONDITIONS,
    COUNTED,
    FIRST_THEN,
    JOINS,
    UNLINKED,
)
from whileai.builtin.writers.phrases import expand
from whileai.builtin.writers.requesting import request
from whileai.builtin.writers.requests import ACCOUNT
from whileai.builtin.writers.sentences import capitals
from whileai.world.words import singular

if TYPE_CHECKING:
    from whileai.base.seeds import Dice
    from whileai.builtin.writers.reasons import Mind
    from whileai.builtin.writers.requesting import Wish
    from whileai.builtin.writers.verbs import Sense

_ABOUT_ME, _CONDITIONAL, _FRAMED_FIRST = 0.1, 0.8, 0.35
_OF_ME = ("i ", "i'", "(i ", "(i'", "my ", "we", "(we")
_SPHERES = dict.fromkeys(("code", "files", "music", "home", "maths"), ("any",))
"""Flavours all of whose tools work on one thing: a repository, a disk, a home."""

_LEADS = ("", "", "", "can you ", "could you please ", "please ", "please ")


def joined(first: Wish, second: Wish, dice: Dice) -> str:
    """Give two requests as one ask.

    One follows the other, or depends on it; what has no link to the first is said to
    be another matter.
    """
    looked_at, done = first.sense.topics, second.sense.topics
    own = {first.wording.bare, second.wording.bare} <= ACCOUNT
    if (
        first.sense.looks
        and not second.told
        and (looked_at[:1] == done[:1] != () or own)
    ):
        return capitals(request(first, dice))
    opens, asks = first.slots["vp"], False
    ifs = conditions(first.sense.flavour, looked_at, done)
    conditional = ifs and ", " not in second.slots["vp"] and dice.chance(_CONDITIONAL)
    lead = dice.pick(_LEADS)
    if not conditional and dice.chance(_FRAMED_FIRST):
        opens, lead = request(first, dice), ""
        asks, opens = opens.endswith("?"), opens.removesuffix("?")
    slots = {**first.slots, "first": opens, "second": second.slots["vp"]}
    slots["wanted"] = second.slots["svp"]
    linked = bool(ifs) or own or share(first.sense, second.sense)
    lines: tuple[str, ...] = JOINS if linked else UNLINKED
    if not asks and not lead and opens is first.slots["vp"]:
        lines = (*lines, *([FIRST_THEN] if linked else []), *COUNTED)
    if conditional:
        slots["if"] = expand(dice.pick(ifs), dice, slots)
        lines = CONDITIONS
    core = expand(dice.pick(lines), dice, slots)
    if core.startswith("first "):
        lead = ""
    if asks or lead.startswith("c"):
        core = _questioned(core, opens)
    return capitals(f"{lead}{core}")


def share(first: Sense, second: Sense) -> bool:
    """Answer whether two tools have to do with one thing, by their words."""
    return not _about(first).isdisjoint(_about(second))


def _about(sense: Sense) -> frozenset[str]:
    """Give the words for what a tool is about: its objects, and what ids are of."""
    own = [word for each in sense.segments for word in (*each.noun, *each.after)]
    named = [each.entity or each.noun for each in sense.arguments.values()]
    return frozenset(map(singular, (*own, *named, *_SPHERES.get(sense.flavour, ()))))


def of_both(first: Mind, second: Mind, dice: Dice) -> Mind:
    """Give what goes with two wishes: what is on the mind before the first of them,
    and what is wanted besides the second."""
    motives = [f"^{each}" for each in first.motives if each.startswith(_OF_ME)]
    motives = motives if dice.chance(_ABOUT_ME) else []
    return evolve(first, motives=motives, wishes=second.wishes)


def _questioned(core: str, opens: str) -> str:
    """Put the question mark of two wishes behind the first, if it ends a sentence."""
    if f"{opens}. " in core:
        return core.replace(f"{opens}. ", f"{opens}? ", 1)
    return f"{core}?"
