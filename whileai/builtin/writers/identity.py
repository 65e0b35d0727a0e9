"""How people say who they are: by name and what goes with it, by an id, by e-mail."""

from __future__ import annotations

from typing import TYPE_CHECKING

from whileai.builtin.writers.phrases import expand
from whileai.builtin.writers.values import OPEN
from whileai.builtin.writers.words import listed, vocabulary

if TYPE_CHECKING:
    from collections.abc import Sequence

    from whileai.base.seeds import Dice
    from whileai.builtin.writers.facts import Stated

WHO = ("(this is|it's) {v}", "i'm {v}")
NAMED = (
    "my name is {name}(| and) my {n} is {v}",
    "my name is {name}, {n} {v}",
    "i'm {name}, {n} {v}",
    "i'm {name}(,| and) my {n} is {v}",
    "(it's|it should be) under {name}, {n} {v}",
    "(the|) name is {name}, {n} {v}",
    "my {n} is {v}(,| and) my name is {name}",
    "name( is|:) {name}, {n}( is|:) {v}",
    "{name}, {n} {v}",
)
"""A name and one thing that goes with it."""

ZIPPED = ("{name}, {v}", "i'm {name}, {v}", "\\({name}, {v}\\)")
"""The same of a zip code, which needs no label."""

KNOWN = (
    "my {n} is {v}",
    "my {n}: {v}",
    "{n} {v}",
    "{n}: {v}",
    "(it's|that's) {n} {v}",
    "{n} is {v}",
    "\\({n} {v}\\)",
)
"""One thing by which a person is known: an id."""

MAILED = (
    "my (email|e-mail) is {v}",
    "(email|e-mail)( is|:) {v}",
    "(it's|it should be) under {v}",
    "i'm (registered|signed up) (as|with) {v}",
)
_PERSONS = vocabulary("user customer client patient guest member employee")
_MINE = vocabulary("name address email phone password zip birthday birth")
_FIRST = ("my name is", "i'm ", "name ", f"{OPEN}")


def is_own(fact: Stated) -> bool:
    """Answer whether a fact is a person's own: a name, an address, their id."""
    own = fact.argument.role == "email" or fact.argument.entity in _PERSONS
    return own or fact.noun.split(" ")[-1] in _MINE


def named(facts: Sequence[Stated]) -> bool:
    """Answer whether some fact is a name of the person's own."""
    return any(fact.noun.endswith("name") for fact in facts if is_own(fact))


def label(fact: Stated) -> str:
    """Give what a fact is called where no request leads up to it."""
    argument = fact.argument
    if argument.role == "id" and argument.entity == argument.noun:
        return f"{argument.noun} id"
    return argument.noun


def introduced(facts: Sequence[Stated], dice: Dice) -> str:
    """Say what is a person's own, one fact or more, in a sentence of its own."""
    names = [fact for fact in facts if fact.noun == "name"]
    rest = [fact for fact in facts if fact not in names]
    if len(names) == len(rest) == 1:
        lines: tuple[str, ...] = NAMED
        if rest[0].noun.startswith("zip") and dice.chance(0.35):
            lines = ZIPPED
        slots = {"name": names[0].text, "n": label(rest[0]), "v": rest[0].text}
        return expand(dice.pick(lines), dice, slots)
    if len(facts) == 1 and (rest or names):
        return _known(facts[0], dice)
    return listed([f"my {label(fact)} is {fact.text}" for fact in facts])


def _known(fact: Stated, dice: Dice) -> str:
    """Say the one thing by which a person is known."""
    lines: tuple[str, ...] = KNOWN[:1]
    if fact.argument.role == "email":
        lines = MAILED
    elif fact.argument.entity in _PERSONS:
        lines = KNOWN
    return expand(dice.pick(lines), dice, {"n": label(fact), "v": fact.text})


def led_by(core: str, line: str, *, runs_on: bool, dice: Dice) -> tuple[str, str, str]:
    """Put who somebody is before a request, into it, or behind it.

    Args:
        core: the request.
        line: what ``introduced`` gave.
        runs_on: true where the request may go on.
        dice: draws the place.

    Returns:
        What stands before the request, the request, and what stands behind it.
    """
    if line.startswith("("):
        return ("", f"{core} {line}", "") if runs_on else ("", core, line[1:-1])
    if line.startswith(_FIRST) and dice.chance(0.3):
        return line, core, ""
    if runs_on and dice.chance(0.4):
        return "", f"{core}{dice.pick((',', ',', ' -'))} {line}", ""
    return "", core, line
