"""An ask, sentence by sentence: opening, reason, request, what the stance adds."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from attrs import define, evolve, frozen

from whileai.builtin.writers.facts import Stated, caused, state_of, tail
from whileai.builtin.writers.frames import COMPARED, FRAMED, OPPOSED
from whileai.builtin.writers.histories import HISTORIES, RECALLED
from whileai.builtin.writers.lexicon import (
    AIMED,
    AIMED_BARELY,
    ASKED,
    CAUSED,
    CLOSERS,
    COMPUTE_FRAMES,
    CONDITIONS,
    CURIOUS,
    DO_FRAMES,
    JOINS,
    LOOK_FRAMES,
    OPENERS,
)
from whileai.builtin.writers.phrases import expand
from whileai.builtin.writers.reasons import Mind, mind_of
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
_SHARES = {True: (0.18, 0.32, 0.50, 0.0), False: (0.30, 0.34, 0.36, 0.0)}
_LOOKS = {True: (0.12, 0.40, 0.30, 0.18), False: (0.18, 0.36, 0.28, 0.18)}
_RECALLED = 0.88
_TOLD, _UNTOLD, _ABOUT_ME = 0.35, 0.06, 0.5
_OF_ME = ("i ", "i'", "(i ", "(i'", "my ", "we", "(we")
_TWO_SENTENCES = re.compile(r"[.?!] [A-Za-z]")
_WISHED, _CAUSED = 0.14, 0.4
_PLAIN = ("ordinary", "ambiguous")
_SHOWN = {"hurried": 0.75, "mistaken": 0.8, "ambiguous": 0.35, "unsure": 0.6}
_AIMED, _BARELY = 0.62, 0.35
_JOINED = (" because", ", because", ",", " since", " as", " -")
_PRESSED = frozenset(("boundary", "adversarial", "conflicting"))
_SMALL = re.compile(r"(\x02[^\x03]*\x03)|^[a-z]|(?<=[^.][.!?] )[a-z]")
_ASKS = re.compile(
    r"(?:^|[,.:-] )(?:(?:is|does|would|could) (?:that|this|it|my|there)"
    r"|(?:do|can|could|would|will) (?:i|you|we)|what (?:do|would|are|happens)"
    r"|which side|who would|how (?:long|does)|why do|or do (?:i|you)|right"
    r"|has that|did that) ?"
    r"(?:\x02[^\x03]*\x03|[^,.?!])*\Z",
    re.IGNORECASE,
)
_MIXED = frozenset(("adversarial", "mistaken", "hurried", "boundary", "conflicting"))
_FULL = re.compile(
    r", (?:but|my|so|or|and|i|I|i'm|I'm|it's|It's) |\bif\b|after all| because "
    r"|\b(?:again|before I|in full|when|tried|heard back|got back|nobody)\b"
)
_LED = ("please", "sorry", "well", "unfort", "turns", "honest", "basic", "to be")
_ODD_FRAME = re.compile(r"[.?!]\s|\x02[^\x03]{80}|, (?:the|and|any) ")


@frozen(kw_only=True)
class Wish:
    """A request ready to be framed.

    Args:
        sense: of the tool.
        wording: its parts.
        slots: what the patterns may take.
        mind: why the person asks, and what they want to know.
        told: true when the request itself states a value.
    """

    sense: Sense
    wording: Wording
    slots: Mapping[str, str]
    mind: Mind
    told: bool


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


def wish_of(
    sense: Sense, facts: Sequence[Stated], scene: Scene, sibling: str, dice: Dice
) -> Wish:
    """Put one request in words, ready to be framed.

    Args:
        sense: of the tool.
        facts: what is said of the scene.
        scene: whose goods it may name.
        sibling: what another tool does to the same thing, or nothing.
        dice: of this wording.
    """
    wording = worded(sense, list(facts), dice)
    it = wording.object or dice.pick(("this", "it", "that"))
    mind = mind_of(sense, facts, scene, dice)
    return Wish(
        sense=sense,
        wording=wording,
        mind=mind,
        told=len(facts) > len(wording.tail),
        slots={
            **mind.slots,
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
        kind, slots = wish.wording.kind, wish.slots
        if kind == "convert":
            slots = {**slots, "np": " in ".join(slots["np"].rsplit(" to ", 1))}
        if kind:
            return expand(dice.pick(ASKED[kind]), dice, slots)
        frame = "question"
    frames = LOOK_FRAMES if sense.kind in ("read", "list") else DO_FRAMES
    frames = COMPUTE_FRAMES if sense.kind == "compute" else frames
    return _once_for_me(expand(dice.pick(frames[frame]), dice, wish.slots))


def _aimed(wish: Wish, dice: Dice) -> str:
    """Frame the request with what the person wants to know of it."""
    aim = expand(dice.pick(wish.mind.findings), dice, wish.slots)
    bare = not wish.told and dice.chance(_BARELY)
    frames = AIMED_BARELY if bare else AIMED
    return expand(dice.pick(frames), dice, {**wish.slots, "aim": aim})


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
    wish = wish_of(sense, facts, scene, sibling, dice)
    recalled = told_by(RECALLED, cell.history, sense)
    if recalled and not _ODD_FRAME.search(wish.slots["svp"]):
        share = _RECALLED if cell.stance not in FRAMED else _RECALLED / 2
        if dice.chance(share):
            core = capitals(expand(dice.pick(recalled), dice, wish.slots))
            wish = _curious(wish, dice)
            cell = evolve(cell, history="fresh", stance=_left(cell.stance, dice))
            return _composed(wish, core, False, scene, cell, dice)
    core, settled = _stanced(wish, cell, dice)
    if wish.mind.findings and not settled and dice.chance(_AIMED):
        core, settled = capitals(_aimed(wish, dice)), cell.stance in _PLAIN
    elif not settled and dice.chance(_CAUSED):
        core, wish = _caused(wish, core, dice)
    return _composed(wish, core, settled, scene, cell, dice)


def _curious(wish: Wish, dice: Dice) -> Wish:
    """Give ``wish`` with what the person wants to know as the reason for it."""
    if not wish.mind.findings or dice.chance(0.3):
        return wish
    aim = expand(dice.pick(wish.mind.findings), dice, wish.slots)
    slots = {**wish.slots, "aim": aim}
    return evolve(wish, slots=slots, mind=evolve(wish.mind, motives=CURIOUS))


def _caused(wish: Wish, core: str, dice: Dice) -> tuple[str, Wish]:
    """Say the reason of the thing itself: ``order A-1 is no longer needed, ...``."""
    wording = wish.wording
    causes = [fact for fact in wording.tail if fact.argument.role == "reason"]
    state = state_of(causes[0]) if causes else ""
    if not state or wording.rest or not wording.object:
        return core, wish
    left = tuple(fact for fact in wording.tail if fact not in causes)
    slots = {**wish.slots, "state": state, "verb": _verb(wording.verbs, "", dice)}
    text = expand(dice.pick(CAUSED), dice, slots)
    return capitals(text), evolve(wish, wording=evolve(wording, tail=left))


def _left(stance: str, dice: Dice) -> str:
    """Give the stance that is still to show, where the request shows a history."""
    if stance in _PRESSED:
        return stance
    return stance if stance != "ambiguous" and dice.chance(0.3) else "ordinary"


def told_by(table: Lines, value: str, sense: Sense) -> tuple[str, ...]:
    """Give the lines for a stance or a history that the deed has for itself, or any."""
    lines = table.get(value, {})
    own = _own(lines, sense)
    return own or (*lines.get(_asked(sense), ()), *lines.get("any", ()))


def _own(lines: Mapping[str, tuple[str, ...]], sense: Sense) -> tuple[str, ...]:
    """Give the lines for one sort of deed; none where it has none of its own."""
    own = (
        lines.get(f"{sense.flavour} {sense.deed}")
        or lines.get(f"{_asked(sense)} {sense.deed}")
        or lines.get(sense.deed, ())
    )
    if sense.deed == "look" and sense.pronoun == "them" and sense.kind != "count":
        return lines.get("look_many", own)
    return own


def _asked(sense: Sense) -> str:
    """Give who is asked: the staff of a service, or a helper."""
    return "service" if sense.flavour in _PERSONAL else "helper"


def _of(table: Lines, stance: str, sense: Sense, dice: Dice) -> tuple[str, ...]:
    """Give the lines for a stance: the deed's own, or now and then the common ones."""
    lines = table.get(stance, {})
    common = lines.get(_asked(sense), ())
    mixed = stance in (("adversarial",) if sense.looks else _MIXED)
    mixed = mixed and sense.deed != "compute"
    if mixed and common and _own(lines, sense) and dice.chance(0.5):
        return common
    return told_by(table, stance, sense)


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
    frames = _of(FRAMED, stance, wish.sense, dice)
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
        wish_of(each, own, scene, "", dice)
        for each, own in zip(pair, facts, strict=True)
    )
    reads = first.sense.kind == "read" and first.sense.pronoun == "it"
    conditional = reads and not second.sense.looks and dice.chance(0.5)
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
    wording = evolve(first.wording, tail=left)
    both = evolve(first, wording=wording, mind=_of_both(first.mind, dice))
    return _composed(both, core, False, scene, cell, dice)


def _of_both(mind: Mind, dice: Dice) -> Mind:
    """Give ``mind`` as it goes with two wishes: what is on it goes before the first."""
    motives = [f"^{each}" for each in mind.motives if each.startswith(_OF_ME)]
    return evolve(mind, motives=motives if dice.chance(_ABOUT_ME) else ())


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
    scene: Scene,
    cell: Cell,
    dice: Dice,
) -> str:
    """Put the sentences of an ask in order."""
    draft = Draft(before=[], after=[])
    causes = [fact for fact in wish.wording.tail if fact.argument.role == "reason"]
    rest = [fact for fact in wish.wording.tail if fact not in causes]
    extra = tail(rest, dice, wish.sense.flavour in _PERSONAL)
    if extra and _is_one(core) and dice.chance(0.4):
        core, extra = f"{core}, {extra}", ""
    core = _clauses(wish, core, settled, scene, cell, draft, dice)
    told = told_by(HISTORIES, cell.history, wish.sense)
    if told and dice.chance(_UNTOLD if draft.size or settled else _TOLD):
        draft.add(_drawn(told, dice, wish.slots))
    for fact in causes:
        core = _because(core, caused(fact, wish.sense.thing, dice), draft, dice)
    reasoned = bool(causes) or (
        "reason" in scene.facts and "reason" in wish.sense.arguments
    )
    share = 0.0 if reasoned else _reason_share(core, draft.size + settled)
    if wish.mind.motives and dice.chance(share):
        core = _reasoned(wish, core, draft, dice)
    if wish.mind.wishes and dice.chance(_WISHED if draft.size < 2 else 0.05):
        draft.after.append(_drawn(wish.mind.wishes, dice, wish.slots))
    elif dice.chance(0.02 if draft.size else 0.04):
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
    if not dice.chance(_SHOWN.get(stance, 0.92)):
        return core
    lines = _of(SAID, stance, wish.sense, dice)
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
    if size > 1 or len(core) > 220:
        return 0.0
    if size:
        return 1.0 if len(core) < 95 else 0.14
    return 1.0 if len(core) < 75 else 0.74


def _reasoned(wish: Wish, core: str, draft: Draft, dice: Dice) -> str:
    """Give a reason: before the request, after it, or joined to it."""
    return _because(core, _drawn(wish.mind.motives, dice, wish.slots), draft, dice)


def _because(core: str, line: str, draft: Draft, dice: Dice) -> str:
    """Put ``line`` before the request or behind it, or join the two."""
    roll = dice.uniform()
    if line.startswith("^"):
        draft.before.append(line[1:])
        return core
    alone = not draft.size and len(core) < 160 and not _FULL.search(core)
    alone = alone and not line.startswith(_LED)
    opens = 0.34 if line.startswith(("i ", "i'")) else 0.18
    if roll < opens and not line.startswith(("they", "it")):
        if alone and dice.chance(0.3) and core[-1] != ".":
            return f"{line}, so {small(core)}"
        draft.before.append(line)
    elif roll < 0.72 and alone and _is_one(core):
        return f"{core}{dice.pick(_JOINED)} {line}"
    else:
        draft.after.insert(0, line)
    return core


def _is_one(core: str) -> bool:
    """Answer whether ``core`` is one sentence that may still go on."""
    return core[-1] not in _MARKS and not _TWO_SENTENCES.search(core)


def _opening(wish: Wish, scene: Scene, met: bool, dice: Dice) -> str:
    """Give what comes before the first sentence; nothing for who is ``met`` already."""
    personal = wish.sense.flavour in _PERSONAL
    if met or not dice.chance(0.05 if personal else 0.03):
        return ""
    name = scene.person.get("name")
    if personal and isinstance(name, str) and dice.chance(0.25):
        shape = "(hi|hello|hey)[ there], ((this is|i'm|my name is) {name}|{name} here)."
        return expand(shape, dice, {"name": kept(name)})
    return expand(dice.pick(OPENERS["plain"]), dice, {})


def _drawn(patterns: Sequence[str], dice: Dice, slots: Mapping[str, str]) -> str:
    """Give one reading of one of ``patterns``."""
    return expand(dice.pick(patterns), dice, slots)
