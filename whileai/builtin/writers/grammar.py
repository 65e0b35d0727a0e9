"""An ask, sentence by sentence: opening, reason, request, what the stance adds."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from attrs import define, evolve, frozen

from whileai.builtin.writers.facts import Stated, tail
from whileai.builtin.writers.frames import COMPARED, FRAMED, OPPOSED, RECALLED
from whileai.builtin.writers.lexicon import (
    ASKED,
    CLOSERS,
    COMPUTE_FRAMES,
    CONDITIONS,
    DO_FRAMES,
    HISTORIES,
    JOINS,
    LOOK_FRAMES,
    LOOKED,
    OPENERS,
)
from whileai.builtin.writers.phrases import expand
from whileai.builtin.writers.reasons import reasons_for
from whileai.builtin.writers.requests import Wording, worded
from whileai.builtin.writers.rules import rule_line
from whileai.builtin.writers.sides import standing
from whileai.builtin.writers.stances import SAID
from whileai.builtin.writers.values import kept
from whileai.builtin.writers.words import capital, small

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from whileai.base.seeds import Dice
    from whileai.builtin.writers.stances import Lines
    from whileai.builtin.writers.verbs import Sense
    from whileai.model import Cell, Scene

_PERSONAL = frozenset(("support", "banking", "health", "travel"))
_FOR_ME = re.compile(
    r"\b(?:show|get|find|give|transfer|put|connect|hand|let) me\b|reason(?::| is)"
)
_MARKS = frozenset(".?!")
_ENDED = (".\x03", ".'\x03", '."\x03', "?\x03", "!\x03")
_FRAMES = ("order", "question", "wish", "asked")
_SHARES = {True: (0.20, 0.30, 0.50, 0.0), False: (0.36, 0.32, 0.32, 0.0)}
_LOOKS = {True: (0.12, 0.34, 0.30, 0.24), False: (0.24, 0.30, 0.22, 0.24)}
_RECALLED = 0.45
_PRESSED = frozenset(("boundary", "adversarial", "conflicting"))
_REASONS = ((60, 0.92), (90, 0.8), (9999, 0.45))
_SMALL = re.compile(r"(\x02[^\x03]*\x03)|^[a-z]|(?<=[^.][.!?] )[a-z]")
_ASKS = re.compile(
    r"(?:^|[,.:-] )(?:(?:is|does) (?:that|this|it|my)"
    r"|(?:do|can|could|would|will) (?:i|you)|what (?:do|would|are|happens)"
    r"|which side|who would|how (?:long|does)|why do) "
    r"(?:\x02[^\x03]*\x03|[^,.?!])*\Z",
    re.IGNORECASE,
)
_MIXED = frozenset(("adversarial", "mistaken", "hurried", "boundary"))
_FULL = re.compile(r", (?:but|my) ")
_ODD_FRAME = re.compile(r"[.?!]\s|\x02[^\x03]{80}")


@frozen(kw_only=True)
class Wish:
    """A request ready to be framed.

    Args:
        sense: of the tool.
        wording: its parts.
        slots: what the patterns may take.
    """

    sense: Sense
    wording: Wording
    slots: Mapping[str, str]


@define(kw_only=True)
class Draft:
    """Sentences around a request: those before it, and those after."""

    before: list[str]
    after: list[str]

    def add(self, line: str) -> None:
        """Put ``line`` where it belongs: one that opens with ``^`` goes before."""
        if line.startswith("^"):
            self.before.append(line[1:])
        else:
            self.after.append(line)

    @property
    def size(self) -> int:
        """How many sentences there are."""
        return len(self.before) + len(self.after)


def wish_of(sense: Sense, facts: Sequence[Stated], sibling: str, dice: Dice) -> Wish:
    """Put one request in words, ready to be framed.

    Args:
        sense: of the tool.
        facts: what is said of the scene.
        sibling: what another tool does to the same thing, or nothing.
        dice: of this wording.
    """
    wording = worded(sense, list(facts), dice)
    it = wording.object or dice.pick(("this", "it", "that"))
    return Wish(
        sense=sense,
        wording=wording,
        slots={
            "vp": f"{_verb(wording.verbs, wording.object, dice)} {it}",
            "svp": f"{_verb(wording.wants, wording.object, dice)} {it}",
            "np": it,
            "bare": wording.bare,
            "rest": wording.rest,
            "it": sense.pronoun,
            "thing": sense.thing,
            "act": sense.act,
            "other": sibling,
        },
    )


def request(wish: Wish, dice: Dice) -> str:
    """Frame the request as an order, a question or a wish."""
    sense = wish.sense
    table = _LOOKS if sense.looks else _SHARES
    frame = dice.weighted(_FRAMES, table[sense.flavour in _PERSONAL])
    if frame == "asked":
        if wish.wording.kind:
            return expand(dice.pick(ASKED[wish.wording.kind]), dice, wish.slots)
        frame = "question"
    frames = LOOK_FRAMES if sense.kind in ("read", "list") else DO_FRAMES
    frames = COMPUTE_FRAMES if sense.kind == "compute" else frames
    return _once_for_me(expand(dice.pick(frames[frame]), dice, wish.slots))


def _once_for_me(text: str) -> str:
    """Drop a ``for me`` that follows a verb which says so already."""
    doubled = text.endswith((" for me", " for me?", " for me, please"))
    return text.replace(" for me", "") if doubled and _FOR_ME.search(text) else text


def _verb(verbs: tuple[str, ...], object_: str, dice: Dice) -> str:
    """Draw a verb; before a pronoun only one without a particle will do."""
    if object_:
        return dice.pick(verbs)
    plain = tuple(verb for verb in verbs if " " not in verb)
    return dice.pick(plain) if plain else "check"


def sentence(text: str) -> str:
    """Give ``text`` with a mark at its end; its last clause decides which."""
    text = text.strip()
    if text[-1:] in _MARKS or text.endswith((*_ENDED, "]", '."', ".]")):
        return text
    return f"{text}?" if _ASKS.search(text) else f"{text}."


def capitals(text: str) -> str:
    """Give ``text`` with the capitals of writing; values stay as they are."""
    return _SMALL.sub(lambda match: match[1] or match[0].upper(), text)


def ask(
    sense: Sense,
    facts: Sequence[Stated],
    scene: Scene,
    cell: Cell,
    sibling: str,
    dice: Dice,
) -> str:
    """Word one request for one tool.

    Args:
        sense: of the tool.
        facts: what is said of the scene.
        scene: for the rule at stake.
        cell: for stance and history.
        sibling: what another tool does to the same thing, or nothing.
        dice: of this wording.

    Returns:
        The ask, with its values still marked.
    """
    wish = wish_of(sense, facts, sibling, dice)
    core, settled = _stanced(wish, cell, dice)
    frames = RECALLED.get(cell.history)
    plain = not (settled or wish.sense.looks or _ODD_FRAME.search(wish.slots["svp"]))
    if frames and plain and dice.chance(_RECALLED):
        core = capitals(expand(dice.pick(frames), dice, wish.slots))
        cell = evolve(cell, history="fresh")
    return _composed(wish, core, settled, wish.wording.tail, scene, cell, dice)


def _of(table: Lines, stance: str, deed: str, dice: Dice) -> tuple[str, ...]:
    """Give the lines for a stance and a deed: its own, or now and then any."""
    lines = table.get(stance, {})
    own, common = lines.get(deed, ()), lines.get("any", ())
    if not own and deed == "look_many":
        own = lines.get("look", ())
    if own and common and stance in _MIXED and deed != "compute":
        return own if dice.chance(0.45) else common
    return own or common


def _stanced(wish: Wish, cell: Cell, dice: Dice) -> tuple[str, bool]:
    """Give the request, and whether its frame shows the stance already."""
    stance, slots = cell.stance, wish.slots
    if slots["other"] and stance == "conflicting" and dice.chance(0.5):
        core = request(wish, dice)
        if not core.endswith("?"):
            slots = {**slots, "first": core}
            return capitals(expand(dice.pick(OPPOSED), dice, slots)), True
    if slots["other"] and stance == "unsure" and dice.chance(0.4):
        return expand(dice.pick(COMPARED), dice, slots), True
    frames = _of(FRAMED, stance, wish.sense.deed, dice)
    if frames and dice.chance(0.75) and not _ODD_FRAME.search(slots["svp"]):
        return capitals(expand(dice.pick(frames), dice, slots)), True
    return request(wish, dice), False


def double(
    pair: tuple[Sense, Sense],
    facts: tuple[Sequence[Stated], Sequence[Stated]],
    scene: Scene,
    cell: Cell,
    dice: Dice,
) -> str:
    """Word two wishes in one ask, one after the other or one if the other."""
    first, second = (
        wish_of(each, own, "", dice) for each, own in zip(pair, facts, strict=True)
    )
    conditional = first.sense.looks and not second.sense.looks and dice.chance(0.45)
    opens = first.slots["vp"]
    lead = dice.pick(
        ("", "", "", "can you ", "could you please ", "please ", "please ")
    )
    if not conditional and dice.chance(0.35):
        opens, lead = request(first, dice), ""
        if opens.endswith("?"):
            opens = opens[:-1]
            lead = " "
    slots = {"first": opens, "second": second.slots["vp"]}
    core = expand(dice.pick(CONDITIONS if conditional else JOINS), dice, slots)
    lead = "" if core.startswith("before") else lead
    if lead.startswith(("can", "could", " ")):
        core = _questioned(core, opens)
    core = capitals(f"{lead.lstrip()}{core}")
    left = (*first.wording.tail, *second.wording.tail)
    return _composed(first, core, False, left, scene, cell, dice)


def _questioned(core: str, opens: str) -> str:
    """Put the question mark of two wishes behind the first, if it ends a sentence."""
    for end in ("", " first"):
        if f"{opens}{end}. " in core:
            return core.replace(f"{opens}{end}. ", f"{opens}{end}? ", 1)
    return f"{core}?"


def _composed(
    wish: Wish,
    core: str,
    settled: bool,
    left: tuple[Stated, ...],
    scene: Scene,
    cell: Cell,
    dice: Dice,
) -> str:
    """Put the sentences of an ask in order."""
    draft = Draft(before=[], after=[])
    extra = tail(left, dice, wish.sense.flavour in _PERSONAL)
    if extra and core[-1] not in _MARKS and dice.chance(0.5):
        core, extra = f"{core}, {extra}", ""
    core = _clauses(wish, core, settled, scene, cell, draft, dice)
    told = HISTORIES.get(cell.history)
    if wish.sense.looks:
        told = LOOKED.get(cell.history, told)
    if told and not (cell.stance == "retry" and cell.history == "prior_failure"):
        line = _placed(_drawn(told, dice, wish.slots), 0.15, dice)
        if line.startswith("^"):
            draft.before.insert(0, line[1:])
        else:
            draft.after.append(line)
    reasoned = any(fact.argument.role == "reason" for fact in left) or (
        "reason" in wish.sense.arguments and "reason" in scene.facts
    )
    if not reasoned and dice.chance(_reason_share(core, draft.size + settled)):
        core = _reasoned(wish, core, draft, dice)
    if dice.chance(0.05 if draft.size else 0.1):
        draft.after.append(_drawn(CLOSERS, dice, {}))
    lines = [*draft.before, core, *([extra] if extra else []), *draft.after]
    named = "name is" in extra or "name is" in core
    opener = _opening(wish, scene, named or cell.history == "repeat visit", dice)
    if opener:
        closed = opener.rstrip()[-1] in _MARKS
        lines[0] = f"{opener} {capital(lines[0]) if closed else small(lines[0])}"
    return " ".join([capital(sentence(line)) for line in lines])


def _clauses(
    wish: Wish,
    core: str,
    settled: bool,
    scene: Scene,
    cell: Cell,
    draft: Draft,
    dice: Dice,
) -> str:
    """Add what the rule at stake and the stance say; give the request with it."""
    stance = cell.stance
    side, value = standing(scene, wish.sense, stance, dice)
    if side and dice.chance(0.8 if stance in _PRESSED else 0.3):
        line = rule_line(scene, side, value, dice)
        if line:
            draft.add(line)
        if line and (stance == "boundary" or dice.chance(0.85)):
            return core
    if settled or (stance == "ambiguous" and scene.withheld):
        return core
    several = wish.slots["it"] == "them" and wish.sense.kind != "count"
    many = wish.sense.deed == "look" and several
    lines = _of(SAID, stance, "look_many" if many else wish.sense.deed, dice)
    if not lines:
        return core
    line = _drawn(lines, dice, wish.slots)
    joins = stance == "conflicting" and line.startswith(("but ", "and "))
    if joins and core[-1] not in _MARKS:
        return f"{core}, {line}"
    draft.add(line)
    return core


def _reason_share(core: str, size: int) -> float:
    """Give the chance of a reason: the less is said so far, the higher."""
    if size > 1:
        return 0.0
    share = next(share for most, share in _REASONS if len(core) < most)
    return share / 3 if size else share


def _reasoned(wish: Wish, core: str, draft: Draft, dice: Dice) -> str:
    """Give a reason: before the request, after it, or joined to it."""
    sense = wish.sense
    first = sense.segments[0]
    about = (*first.noun, *first.after)
    if sense.looks and wish.wording.object.startswith("my ") and not wish.wording.rest:
        about = (*about, "account" if wish.wording.tail else "")
    line = _drawn(reasons_for(sense.flavour, sense.deed, about), dice, wish.slots)
    roll = dice.uniform()
    if roll < 0.28 and not line.startswith("they"):
        draft.before.append(line)
    elif (
        roll < 0.65
        and not draft.size
        and not _FULL.search(core)
        and core[-1] not in _MARKS
        and not core.endswith("please")
    ):
        return f"{core} because {line}"
    else:
        draft.after.insert(0, line)
    return core


def _placed(line: str, share: float, dice: Dice) -> str:
    """Mark ``line`` to stand before the request, with chance ``share``."""
    return f"^{line}" if line[0] != "^" and dice.chance(share) else line


def _opening(wish: Wish, scene: Scene, met: bool, dice: Dice) -> str:
    """Give what comes before the first sentence; nothing for who is ``met`` already."""
    personal = wish.sense.flavour in _PERSONAL
    if met or not dice.chance(0.06 if personal else 0.03):
        return ""
    name = scene.person.get("name")
    if personal and isinstance(name, str) and dice.chance(0.25):
        shape = "(hi|hello|hey)[ there], ((this is|i'm|my name is) {name}|{name} here)."
        return expand(shape, dice, {"name": kept(name)})
    return expand(dice.pick(OPENERS["plain"]), dice, {})


def _drawn(patterns: Sequence[str], dice: Dice, slots: Mapping[str, str]) -> str:
    """Give one reading of one of ``patterns``."""
    return expand(dice.pick(patterns), dice, slots)
