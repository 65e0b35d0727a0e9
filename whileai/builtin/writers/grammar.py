"""An ask, sentence by sentence: opening, reason, request, what the stance adds."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING

from attrs import define, evolve, frozen

from whileai.builtin.writers.facts import Stated, because, caused, tail
from whileai.builtin.writers.flavours import PERSONAL, asked_of
from whileai.builtin.writers.frames import COMPARED, FRAMED, OPPOSED
from whileai.builtin.writers.histories import HISTORIES, RECALLED
from whileai.builtin.writers.identity import is_own, led_by, named
from whileai.builtin.writers.joining import joined, of_both
from whileai.builtin.writers.lexicon import CLOSERS, OPENERS
from whileai.builtin.writers.phrases import expand
from whileai.builtin.writers.requesting import (
    Wish,
    aimed,
    answered,
    curious,
    directly,
    is_one,
    of_its_state,
    request,
    wish_of,
)
from whileai.builtin.writers.rules import rule_line
from whileai.builtin.writers.sentences import capitals, sentence
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

_MARKS = frozenset(".?!")
_TALKATIVE = frozenset((*PERSONAL, "messaging"))
_WORDY, _TERSE = 1.0, 0.76
_RECALLED = {True: 0.4, False: 0.12}
_TOLD = 0.05
_WISHED, _CAUSED = {True: 0.8, False: 0.25}, 0.4
_PLAIN = ("ordinary", "ambiguous")
_SHOWN = {
    "hurried": 0.2,
    "retry": 0.1,
    "exploratory": 0.15,
    "mistaken": 0.4,
    "ambiguous": 0.05,
    "unsure": 0.15,
    "boundary": 0.45,
    "conflicting": 0.6,
    "adversarial": 0.65,
}
_AIMED, _AIMED_TOO = 0.62, 0.3
_JOINED = (" because", ", because", ",", " since", " as", " -")
_BECAUSE = (",", ",", " because", " -")
_RUN_IN, _REASON = 0.75, ("the reason", "my reason", "reason")
_WANTED = ("I ", "I'", "We ")
_RUNNING = ("+and ", "+but ", "&")
_CAN = ("Can you", "Could you", "Can some")
_COMMON, _FRAMED, _LITTLE = 0.15, 0.65, 2.2
_EXCUSES = frozenset(("hurried", "boundary", "adversarial"))
"""Stances whose sentences say why, so that no other reason goes with them."""

_PRESSED = frozenset(("boundary", "adversarial", "conflicting"))
_RULED = {True: 0.75, False: 0.12}
_MIXED = frozenset(("adversarial", "mistaken", "hurried", "boundary", "conflicting"))
_FULL = re.compile(
    r", (?:but|my|so|or|and|i|I|i'm|I'm|it's|It's) |\bif\b|after all| because "
    r"|\b(?:again|before I|in full|when|tried|heard back|got back|nobody)\b"
)
_LED = ("please", "I need to know", "I want to know", "I just", "I would like to")
_POINTS = re.compile(r"\b(?:it|them|they|their|that|there)\b")
_ODD_FRAME = re.compile(r"[.?!]\s|\x02[^\x03]{80}|, (?:the|and|any) ")


@frozen(kw_only=True)
class Left:
    """What is still to show of a cell.

    Args:
        stance: an ordinary one where there is nothing to show of it.
        history: likewise, a fresh one.
        shaped: true when the request has the shape of one of them already.
    """

    stance: str
    history: str
    shaped: bool = False


@define(kw_only=True)
class Draft:
    """Sentences around a request: those before it, and those after.

    Args:
        before: in order.
        after: in order.
        excused: true when one of them says why it is asked.
    """

    before: list[str]
    after: list[str]
    excused: bool = False

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
    left = Left(stance=cell.stance, history=cell.history)
    recalls = left.history in RECALLED and not _ODD_FRAME.search(wish.slots["svp"])
    if recalls and dice.chance(_RECALLED[left.stance in _PLAIN]):
        recalled = told_by(RECALLED, left.history, sense)
        core = capitals(expand(dice.pick(recalled), dice, wish.slots))
        wish = curious(wish, dice)
        stance = _still(left.stance, dice)
        left = Left(stance=stance, history="fresh", shaped=True)
        return _composed(wish, core, scene, left, dice)
    core, shaped = _stanced(wish, left.stance, dice)
    if shaped:
        left = evolve(left, stance="ordinary", shaped=True)
        return _composed(wish, core, scene, left, dice)
    said = directly(wish, dice)
    if said is not None:
        core, wish, whole = capitals(said[0]), *said[1:]
        if whole and left.stance not in _PRESSED:
            left = evolve(left, stance="ordinary")
    elif wish.mind.findings and dice.chance(_AIMED_TOO if wish.set else _AIMED):
        core = capitals(aimed(wish, dice))
        wish = answered(wish) if wish.set else wish
    elif dice.chance(_CAUSED):
        about = of_its_state(wish, dice)
        core, wish = (capitals(about[0]), about[1]) if about else (core, wish)
    return _composed(wish, core, scene, left, dice)


def _still(stance: str, dice: Dice) -> str:
    """Give the stance that is still to show, where the request shows a history."""
    return stance if stance in _PRESSED and dice.chance(0.8) else "ordinary"


def told_by(table: Lines, value: str, sense: Sense) -> tuple[str, ...]:
    """Give the lines for a stance or a history that the deed has for itself, or any."""
    lines = table.get(value)
    if not lines:
        return ()
    own = _own(lines, sense)
    return own or (*_common(lines, sense), *lines.get("any", ()))


def _common(lines: Mapping[str, tuple[str, ...]], sense: Sense) -> tuple[str, ...]:
    """Give the lines for who is asked: those for any helper, if it has none itself."""
    asked = asked_of(sense.flavour)
    spare = lines.get("helper", ()) if asked == "private" else ()
    return lines.get(asked, spare)


def _own(lines: Mapping[str, tuple[str, ...]], sense: Sense) -> tuple[str, ...]:
    """Give the lines for one sort of deed; none where it has none of its own."""
    many = sense.pronoun == "them" and sense.kind != "count"
    keys = _keys(sense.flavour, sense.topics, sense.deed, many)
    return next((lines[key] for key in keys if key in lines), ())


@lru_cache(maxsize=512)
def _keys(
    flavour: str, topics: tuple[str, ...], deed: str, many: bool
) -> tuple[str, ...]:
    """Give what lines of its own a deed may have, the closest first."""
    asked = asked_of(flavour)
    named = [f"{flavour} {topic}" for topic in topics]
    own = (*named, f"{flavour} {deed}", f"{asked} {deed}")
    if deed == "look":
        several = (f"{asked} look_many", "look_many") if many else ()
        return (*own[:-1], *several[:1], own[-1], *several[1:], deed)
    return (*own, flavour, deed) if deed != "compute" else (*own, deed)


def _of(table: Lines, stance: str, sense: Sense, dice: Dice) -> tuple[str, ...]:
    """Give the lines for a stance: the deed's own, or now and then the common ones."""
    lines = table.get(stance)
    if not lines:
        return ()
    common = _common(lines, sense)
    mixed = stance in _MIXED and not sense.looks
    if mixed and common and _own(lines, sense) and dice.chance(_COMMON):
        return common
    return told_by(table, stance, sense)


def _stanced(wish: Wish, stance: str, dice: Dice) -> tuple[str, bool]:
    """Give the request, and whether its frame shows the stance already."""
    slots = wish.slots
    if slots["other"] and stance == "conflicting" and dice.chance(0.5):
        core = request(wish, dice)
        if not core.endswith("?"):
            slots = {**slots, "first": core}
            return capitals(expand(dice.pick(OPPOSED), dice, slots)), True
    if slots["other"] and stance == "unsure" and dice.chance(0.4):
        return expand(dice.pick(COMPARED), dice, slots), True
    frames = _of(FRAMED, stance, wish.sense, dice)
    if frames and dice.chance(_FRAMED) and not _ODD_FRAME.search(slots["svp"]):
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
    core = joined(first, second, dice)
    unsaid = (*first.wording.tail, *second.wording.tail)
    wording = evolve(first.wording, tail=unsaid)
    owner = second if "reason" in second.sense.arguments else first
    said = {name: second.slots[name] for name in ("it", "act")}
    owned = {"thing": owner.sense.thing, "deed": owner.sense.deed}
    slots = {**first.slots, **said, **owned}
    mind = of_both(first.mind, second.mind, dice)
    both = evolve(first, wording=wording, slots=slots, mind=mind, last=second.sense)
    stance = cell.stance if cell.stance in _PRESSED else "ordinary"
    left = Left(stance=stance, history=cell.history)
    return _composed(both, core, scene, left, dice)


def _composed(
    wish: Wish,
    core: str,
    scene: Scene,
    left: Left,
    dice: Dice,
) -> str:
    """Put the sentences of an ask in order."""
    draft = Draft(before=[], after=[])
    causes = [fact for fact in wish.wording.tail if fact.argument.role == "reason"]
    rest = [fact for fact in wish.wording.tail if fact not in causes]
    first, core, extra = _with_rest(core, rest, wish, dice)
    said = _clauses(wish, core, scene, left, draft, dice)
    more, core = draft.size + left.shaped + (said != core), said
    if not more and left.history in HISTORIES:
        told = told_by(HISTORIES, left.history, wish.sense)
        if told and dice.chance(_TOLD):
            draft.add(_drawn(told, dice, wish.slots))
    for fact in causes:
        sorry = wish.slots["deed"] == "stop"
        line = caused(fact, wish.slots["thing"], dice, sorry=sorry)
        early = not left.shaped and wish.last is None
        core = _with_cause(core, line, draft, dice, first=early)
    reasoned = bool(causes) or (
        "reason" in scene.facts and "reason" in wish.sense.arguments
    )
    more += draft.size
    if dice.chance(0.0 if reasoned and more > 1 else _more(core, more, wish)):
        core = _extended(wish, core, more, reasoned, draft, dice)
    elif not draft.size and dice.chance(0.04):
        draft.after.append(_drawn(CLOSERS, dice, {}))
    lines = [*filter(None, (first, *draft.before, core, extra)), *draft.after]
    met = named(wish.facts) or left.history == "repeat visit"
    opener = _opening(wish, scene, met, dice)
    if opener:
        closed = opener.rstrip()[-1] in _MARKS
        lines[0] = f"{opener} {capital(lines[0]) if closed else small(lines[0])}"
    return " ".join([capital(sentence(line)) for line in lines])


def _with_rest(
    core: str, rest: Sequence[Stated], wish: Wish, dice: Dice
) -> tuple[str, str, str]:
    """Say what the request does not: before it, as part of it, or behind it."""
    personal = wish.sense.flavour in PERSONAL
    extra = tail(rest, dice, personal)
    if extra and personal and all(map(is_own, rest)):
        return led_by(core, extra, runs_on=is_one(core), dice=dice)
    if extra and is_one(core) and dice.chance(0.4):
        return "", f"{core}, {extra}", ""
    return "", core, extra


def _with_cause(core: str, line: str, draft: Draft, dice: Dice, *, first: bool) -> str:
    """Say the reason that the tool asks for: in the request, or beside it."""
    if is_one(core) and dice.chance(_RUN_IN):
        join = "," if line.startswith(_REASON) else dice.pick(_BECAUSE)
        return f"{core}{join} {because(line) if join == ' because' else line}"
    led = first and core.startswith(_CAN) and is_one(core[:-1])
    if led and dice.chance(_RUN_IN):
        return f"{line}, {small(core)}"
    if first and dice.chance(0.2):
        draft.before.append(line)
    else:
        draft.after.insert(0, line)
    return core


def _clauses(
    wish: Wish,
    core: str,
    scene: Scene,
    left: Left,
    draft: Draft,
    dice: Dice,
) -> str:
    """Add what the rule at stake and the stance say; give the request with it."""
    stance = left.stance
    side, value = standing(scene, wish.sense, stance, dice)
    if side and dice.chance(_RULED[stance in _PRESSED]):
        line = rule_line(scene, side, value, dice)
        if line:
            draft.add(line)
        if line and (stance == "boundary" or dice.chance(0.85)):
            return core
    if stance == "ambiguous" and scene.withheld:
        return core
    if not dice.chance(_SHOWN.get(stance, 0.0) * (1.0 if wish.set else _LITTLE)):
        return core
    lines = _of(SAID, stance, wish.last or wish.sense, dice)
    if not lines:
        return core
    line = _drawn(lines, dice, wish.slots)
    draft.excused = stance in _EXCUSES and not line.startswith(_RUNNING)
    return _with(core, line, draft, wish.direct)


def _more(core: str, size: int, wish: Wish) -> float:
    """Give the chance that something is added: the less is said, the higher.

    What no idiom words, or states no value, says less by itself.
    """
    if len(core) > 200:
        return 0.0
    wordy = _WORDY if wish.sense.flavour in _TALKATIVE else _TERSE
    if not wish.told:
        return 1.0 if len(core) < 95 else 0.3
    if size:
        return (0.1 if wish.set else 0.9 * wordy) if len(core) < 80 else 0.05
    return wordy if len(core) < 75 else 0.82 * wordy


def _extended(
    wish: Wish, core: str, more: int, reasoned: bool, draft: Draft, dice: Dice
) -> str:
    """Add what else is wanted, or else why it is asked."""
    mind = wish.mind
    wished = mind.wishes if reasoned or not more else ()
    if wished and dice.chance(_WISHED[wish.set]):
        line = expand(dice.pick(wished), dice, wish.slots)
        core = _with(core, line, draft, wish.direct or reasoned)
        if wish.told or not dice.chance(0.8):
            return core
    if not mind.motives or reasoned or draft.excused:
        return core
    line = _drawn(mind.motives, dice, wish.slots)
    if not more or line.startswith("^"):
        return _because(core, line, draft, dice)
    draft.after.insert(0, line)
    return core


def _with(core: str, line: str, draft: Draft, apart: bool) -> str:
    """Let ``line`` go on with the request, or make it a sentence of its own.

    Args:
        core: the request.
        line: that may go on where it opens with ``+``, and must with ``&``.
        draft: takes what is a sentence of its own.
        apart: true where the request is a statement that nothing goes on with.
    """
    text = line.lstrip("+&")
    if text != line and not apart and not _only_wanted(core, text):
        between = " " if text.startswith("and ") else ", "
        if is_one(core):
            return f"{core}{between}{text}"
        if core.startswith(_CAN) and is_one(core[:-1]):
            return f"{core[:-1]}{between}{text}?"
    if not line.startswith("&"):
        draft.add(text.removeprefix("and "))
    return core


def _only_wanted(core: str, text: str) -> bool:
    """Answer whether ``text`` asks for more where the request is but a wish."""
    return text.startswith("and ") and core.startswith(_WANTED) and " you " not in core


def _because(core: str, line: str, draft: Draft, dice: Dice) -> str:
    """Put ``line`` before the request or behind it, or join the two."""
    roll = dice.uniform()
    if line.startswith("^"):
        draft.before.append(line[1:])
        return core
    alone = not draft.size and len(core) < 160 and not _FULL.search(core)
    alone = alone and not line.startswith(_LED)
    opens = 0.34 if line.startswith(("i ", "i'")) else 0.18
    if roll < opens and not _POINTS.search(line):
        if alone and dice.chance(0.3) and core[-1] != ".":
            return f"{line}, so {small(core)}"
        draft.before.append(line)
    elif roll < 0.72 and alone and is_one(core):
        return f"{core}{dice.pick(_JOINED)} {line}"
    else:
        draft.after.insert(0, line)
    return core


def _opening(wish: Wish, scene: Scene, met: bool, dice: Dice) -> str:
    """Give what comes before the first sentence; nothing for who is ``met`` already."""
    personal = wish.sense.flavour in PERSONAL
    if met or not dice.chance(0.04 if personal else 0.03):
        return ""
    name = scene.person.get("name")
    if personal and isinstance(name, str) and dice.chance(0.25):
        shape = "(hi|hello|hey)[ there], ((this is|i'm|my name is) {name}|{name} here)."
        return expand(shape, dice, {"name": kept(name)})
    return expand(dice.pick(OPENERS), dice, {})


def _drawn(patterns: Sequence[str], dice: Dice, slots: Mapping[str, str]) -> str:
    """Give one reading of one of ``patterns``."""
    return expand(dice.pick(patterns), dice, slots)
