"""An ask, sentence by sentence: opener, request, facts, background, stance, closing."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from attrs import frozen

from whileai.builtin.writers.contexts import CONTEXTS
from whileai.builtin.writers.facts import Stated, tail
from whileai.builtin.writers.lexicon import (
    ASKED,
    CLOSERS,
    CONDITIONS,
    DO_FRAMES,
    HISTORIES,
    JOINS,
    LOOK_FRAMES,
    MOODS,
    OPENERS,
)
from whileai.builtin.writers.phrases import expand
from whileai.builtin.writers.requests import worded
from whileai.builtin.writers.stances import (
    COMPUTING,
    LOOKING,
    RULES,
    STANCES,
)
from whileai.builtin.writers.values import kept
from whileai.builtin.writers.words import capital

if TYPE_CHECKING:
    from collections.abc import Sequence

    from whileai.base.seeds import Dice
    from whileai.builtin.writers.requests import Wording
    from whileai.builtin.writers.verbs import Sense
    from whileai.model import Cell, Scene

LENGTHS = ("short", "medium", "long")
_LENGTH_SHARES = (0.12, 0.70, 0.18)
_ROOM = {"short": 0, "medium": 1, "long": 2}
_MOOD_NAMES = tuple(MOODS)
_PERSONAL = frozenset(("support", "banking", "health", "travel"))
_FOR_ME = re.compile(
    r"\b(?:show|get|find|give|transfer|put|connect|hand) me\b|reason(?::| is)"
)
_MARKS = frozenset(".?!")
_ENDED = (".\x03", ".'\x03", '."\x03', "?\x03", "!\x03")
_FRAMES = ("order", "question", "wish", "asked")
_SHARES = {True: (0.30, 0.30, 0.35, 0.05), False: (0.55, 0.25, 0.15, 0.05)}
_LOOKS = {True: (0.20, 0.25, 0.25, 0.30), False: (0.38, 0.22, 0.12, 0.28)}
_LIMITS = tuple(
    (name, re.compile(sign, re.IGNORECASE))
    for name, sign in (
        ("identity", r"verif|identi|authenticat|proof|password"),
        ("approval", r"approv|manager|supervisor|sign[- ]?off|confirm"),
        ("time", r"\b(?:days?|hours?|weeks?|months?|deadline|within)\b"),
        ("amount", r"[$€£]|\b(?:over|above|under|exceed|limit|at most)\b"),
        ("forbidden", r"\b(?:never|not|n't|only|refuse|forbid)\b"),
    )
)


@frozen(kw_only=True)
class Style:
    """How one wording sounds.

    Args:
        length: ``short``, ``medium`` or ``long``.
        mood: a key of ``MOODS``, or empty.
        personal: true where people speak to a service about their own things.
    """

    length: str
    mood: str
    personal: bool


def style(sense: Sense, dice: Dice, hard: bool) -> Style:
    """Draw how a wording sounds."""
    length = dice.weighted(LENGTHS, _LENGTH_SHARES)
    mood = ""
    if length != "short" and dice.chance(0.32 if length == "long" else 0.12):
        mood = dice.pick(_MOOD_NAMES)
    return Style(
        length="medium" if hard and length == "short" else length,
        mood=mood,
        personal=sense.flavour in _PERSONAL,
    )


def limit_of(rule: str) -> str:
    """Give what a rule of the policy limits: a key of ``RULES``."""
    for name, sign in _LIMITS:
        if sign.search(rule):
            return name
    return "other"


def request(sense: Sense, wording: Wording, how: Style, dice: Dice) -> str:
    """Frame the request as an order, a question or a wish."""
    table = _LOOKS if sense.looks else _SHARES
    frame = dice.weighted(_FRAMES, table[how.personal])
    it = wording.object or dice.pick(("this", "it", "that"))
    slots = {
        "vp": f"{_verb(wording.verbs, wording.object, dice)} {it}",
        "svp": f"{_verb(wording.wants, wording.object, dice)} {it}",
        "np": it,
        "bare": wording.bare,
        "rest": wording.rest,
    }
    return _once_for_me(_framed(sense, wording, frame, slots, dice))


def _once_for_me(text: str) -> str:
    """Drop a ``for me`` that follows a verb which says so already."""
    doubled = text.endswith((" for me", " for me?")) and _FOR_ME.search(text)
    return text.replace(" for me", "") if doubled else text


def _framed(
    sense: Sense, wording: Wording, frame: str, slots: dict[str, str], dice: Dice
) -> str:
    """Put the request into one of the frames of its kind."""
    if frame == "asked" and wording.kind:
        return expand(dice.pick(ASKED[wording.kind]), dice, slots)
    frames = LOOK_FRAMES if sense.kind in ("read", "list") else DO_FRAMES
    patterns = frames["question" if frame == "asked" else frame]
    if frame == "order" and dice.chance(0.35):
        return expand(patterns[0], dice, slots)
    return expand(dice.pick(patterns), dice, slots)


_SMALL = re.compile(r"(\x02[^\x03]*\x03)|^[a-z]|(?<=[^.][.!?] )[a-z]")


def _verb(verbs: tuple[str, ...], object_: str, dice: Dice) -> str:
    """Draw a verb; before a pronoun only one without a particle will do."""
    if object_:
        return dice.pick(verbs)
    plain = tuple(verb for verb in verbs if " " not in verb)
    return dice.pick(plain) if plain else "check"


def sentence(text: str) -> str:
    """Give ``text`` with a mark at its end."""
    text = text.strip()
    return text if text[-1:] in _MARKS or text.endswith(_ENDED) else f"{text}."


def capitals(text: str) -> str:
    """Give ``text`` with the capitals that writing asks for; values stay as they "
    "are."""
    return _SMALL.sub(lambda match: match[1] or match[0].upper(), text)


def ask(
    sense: Sense, facts: Sequence[Stated], scene: Scene, cell: Cell, dice: Dice
) -> str:
    """Word one request for one tool.

    Args:
        sense: of the tool.
        facts: what is said of the scene.
        scene: for the rule at stake.
        cell: for stance and history.
        dice: of this wording.

    Returns:
        The ask, with its values still marked.
    """
    how = style(sense, dice, bool(STANCES.get(cell.stance) or cell.history != "fresh"))
    wording = worded(sense, list(facts), dice)
    core = request(sense, wording, how, dice)
    return _composed(sense, core, wording.tail, scene, cell, how, dice)


def double(
    pair: tuple[Sense, Sense],
    facts: tuple[Sequence[Stated], Sequence[Stated]],
    scene: Scene,
    cell: Cell,
    dice: Dice,
) -> str:
    """Word two wishes in one ask, one after the other or one if the other."""
    first = pair[0]
    said = [
        worded(each, list(own), dice) for each, own in zip(pair, facts, strict=True)
    ]
    slots = {
        name: f"{_verb(each.verbs, each.object, dice)} {each.object or 'it'}"
        for name, each in zip(("first", "second"), said, strict=True)
    }
    how = style(first, dice, True)
    conditional = first.looks and dice.chance(0.6)
    core = expand(dice.pick(CONDITIONS if conditional else JOINS), dice, slots)
    polite = (
        "",
        "",
        "",
        "can you ",
        "could you ",
        "please ",
        "i need you to ",
        "i'd like you to ",
    )
    lead = "" if core.startswith("before") else dice.pick(polite)
    core = capitals(f"{lead}{core}")
    if lead.startswith(("can", "could")) and ". " not in core:
        core += "?"
    return _composed(
        first, core, (*said[0].tail, *said[1].tail), scene, cell, how, dice
    )


def _composed(
    sense: Sense,
    core: str,
    left: tuple[Stated, ...],
    scene: Scene,
    cell: Cell,
    how: Style,
    dice: Dice,
) -> str:
    """Put the sentences of an ask in order."""
    before: list[str] = []
    after: list[str] = []
    extra = tail(left, dice, sense.flavour in _PERSONAL)
    if extra and not core.endswith("?") and dice.chance(0.5):
        core, extra = f"{core}{dice.pick((', ', ' - ', ', '))}{extra}", ""
    stance = _stance(sense, scene, cell, dice)
    told = cell.history in HISTORIES and not (
        cell.stance == "retry" and cell.history == "prior_failure"
    )
    if told:
        share = 0.85 if cell.history == "repeat visit" else 0.55
        _either(before, after, share, dice).append(
            _drawn(HISTORIES[cell.history], dice)
        )
    for line in stance:
        _either(before, after, 0.2, dice).append(line)
    room = _ROOM[how.length] - len(stance) - told
    if how.length == "long":
        room = max(1, room)
    if how.mood and room > 0:
        _either(before, after, 0.5, dice).append(_drawn(MOODS[how.mood], dice))
        room -= 1
    if room > 0 and dice.chance(0.9 if how.length == "long" else 0.32):
        _either(before, after, 0.6, dice).append(_context(sense, dice))
    if how.length != "short" and dice.chance(0.1):
        after.append(_closing(cell, dice))
    lines = [*before, core, *([extra] if extra else []), *after]
    opener = _opening(scene, cell, how, dice)
    if opener:
        closed = opener.rstrip()[-1] in _MARKS
        lines[0] = f"{opener} {capital(lines[0]) if closed else lines[0]}"
    return " ".join([capital(sentence(line)) for line in lines])


def _closing(cell: Cell, dice: Dice) -> str:
    """Give a last sentence; nobody in a hurry says to take one's time."""
    pressed = cell.stance in ("hurried", "adversarial", "boundary")
    return _drawn(CLOSERS[: 3 if pressed else len(CLOSERS)], dice)


def _opening(scene: Scene, cell: Cell, how: Style, dice: Dice) -> str:
    """Give what comes before the first sentence, or nothing."""
    greeted = cell.history == "repeat visit" or how.length == "short"
    if greeted or not dice.chance(0.36 if how.personal else 0.14):
        return ""
    name = scene.person.get("name")
    if how.personal and isinstance(name, str) and dice.chance(0.25):
        shape = "(hi|hello|hey)[ there], ((this is|i'm|my name is) {name}|{name} here)."
        return expand(shape, dice, {"name": kept(name)})
    return expand(dice.pick(OPENERS["plain"]), dice, {})


def _either(first: list[str], second: list[str], share: float, dice: Dice) -> list[str]:
    """Give ``first`` with chance ``share``, else ``second``."""
    return first if dice.chance(share) else second


def _drawn(patterns: Sequence[str], dice: Dice) -> str:
    """Give one reading of one of ``patterns``."""
    return expand(dice.pick(patterns), dice, {})


def _context(sense: Sense, dice: Dice) -> str:
    """Give a sentence of background."""
    side = "look" if sense.looks else "do"
    own = CONTEXTS.get(sense.flavour, CONTEXTS["generic"])[side]
    return _drawn(own if dice.chance(0.75) else CONTEXTS["generic"][side], dice)


def _stance(sense: Sense, scene: Scene, cell: Cell, dice: Dice) -> list[str]:
    """Give what the person's stance and the rule at stake add."""
    out = []
    patterns = STANCES.get(cell.stance)
    if sense.looks:
        others = COMPUTING if sense.kind == "compute" else LOOKING
        patterns = others.get(cell.stance) or LOOKING.get(cell.stance, patterns)
    pressed = cell.stance in ("boundary", "conflicting", "adversarial")
    if scene.rule and scene.side and dice.chance(0.75 if pressed else 0.2):
        sides = RULES[limit_of(scene.rule)]
        out.append(_drawn(sides.get(scene.side) or sides["within"], dice))
        if cell.stance == "boundary" and dice.chance(0.5):
            return out
    if patterns:
        out.append(_drawn(patterns, dice))
    return out
