"""New wordings of an ask that exists: the same ids and numbers, said otherwise."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from whileai.base.expressions import expression
from whileai.builtin.writers.histories import HISTORIES
from whileai.builtin.writers.lexicon import CLOSERS, MOODS, OPENERS
from whileai.builtin.writers.phrases import expand
from whileai.builtin.writers.sentences import capitals, sentence
from whileai.builtin.writers.stances import SAID
from whileai.builtin.writers.texture import textured
from whileai.builtin.writers.words import capital, small

if TYPE_CHECKING:
    from collections.abc import Mapping

    from whileai.base.seeds import Dice
    from whileai.model import Cell

_GREETING = expression(
    r"(?:hi|hello|hey|hiya|good (?:morning|afternoon|evening))"
    r"(?: there| team| everyone)?[,!.:]? +(?=\w)",
    re.IGNORECASE,
)
_SWAPS: tuple[tuple[str, str], ...] = (
    ("can you please", "(could you|would you please|please)"),
    ("could you please", "(can you|would you|please)"),
    ("can you", "(could you|would you|could you please)"),
    ("could you", "(can you|would you|can you please)"),
    ("please", "(kindly|please)"),
    ("i want to", "(i'd like to|i need to|i'm looking to)"),
    ("i would like to", "(i want to|i'd like to|i need to)"),
    ("i'd like to", "(i want to|i need to|i was hoping to)"),
    ("i need to", "(i have to|i've got to|i want to)"),
    ("i need", "(i could use|i'm after|i really need)"),
    ("show me", "(let me see|pull up|get me)"),
    ("give me", "(get me|send me|let me have)"),
    ("what is", "what's"),
    ("what's", "what is"),
    ("where is", "where's"),
    ("i am", "i'm"),
    ("i have a", "i've got a"),
    ("i have an", "i've got an"),
    ("i have the", "i've got the"),
    ("i have my", "i've got my"),
    ("it is", "it's"),
    ("do not", "don't"),
    ("cannot", "can't"),
    ("right away", "(straight away|right now)"),
    ("as soon as possible", "(right away|asap|soon)"),
    ("thank you", "(thanks|cheers)"),
    ("make sure", "(be sure|see to it)"),
    ("also", "(as well as that,|and also)"),
    ("find me", "(look for|find)"),
    ("look up", "(check|find)"),
)
_SWAP = expression(
    r"(?<![\w'\"/@.-])(?:"
    + "|".join(re.escape(old) for old, _ in sorted(_SWAPS, key=lambda p: -len(p[0])))
    + r")(?![\w'\"/@-])",
    re.IGNORECASE,
)
_NEW = dict(_SWAPS)
_BEFORE_A_WORD = frozenset({"please", "i am", "it is", "what is", "where is"})
_QUOTES = expression(r"""(?<!\w)(?:'[^'\n]+'|"[^"\n]+"|“[^”\n]+”|`[^`\n]+`)(?!\w)""")
_FULL = 600
_MOVES = ("stance", "opener", "close", "plain")
_TEXTURES = ("lowercase", "abbreviations", "no_punctuation", "run_on")


def _swapped(text: str, dice: Dice) -> str:
    """Say some stock phrases of ``text`` otherwise, never inside quotes."""
    quotes = [match.span() for match in _QUOTES.finditer(text)]

    def other(match: re.Match[str]) -> str:
        inside = any(low <= match.start() < high for low, high in quotes)
        last = match[0].lower() in _BEFORE_A_WORD and text[match.end() :][:1] != " "
        if inside or last or dice.chance(0.3):
            return match[0]
        new = expand(_NEW[match[0].lower()], dice, {})
        return new[:1].upper() + new[1:] if match[0][0].isupper() else new

    return _SWAP.sub(other, text)


def _added(cell: Cell, dice: Dice) -> str:
    """Give one sentence that the cell's stance, its history or a mood adds."""
    ready = [
        pool
        for table, value in ((SAID, cell.stance), (HISTORIES, cell.history))
        for pool in (_of_any(table.get(value, {})),)
        if pool
    ]
    pool = dice.pick(ready) if ready else MOODS[dice.pick(tuple(MOODS))]
    line = expand(dice.pick(pool), dice, {"it": "it"})
    return capitals(sentence(line.lstrip("^+&")))


def _of_any(lines: Mapping[str, tuple[str, ...]]) -> tuple[str, ...]:
    """Give the lines that go with any request, whoever is asked."""
    return (*lines.get("any", ()), *lines.get("helper", ()))


def _composed(body: str, cell: Cell, dice: Dice, *, full: bool) -> str:
    """Give ``body`` with an opening, a sentence of stance or a closing, or as it is."""
    lines, opener = [body], ""
    move = "plain" if full else dice.weighted(_MOVES, (5.0, 2.0, 1.0, 1.0))
    if move == "stance":
        added = _added(cell, dice)
        lines = [added, body] if dice.chance(0.5) else [body, added]
    elif move == "close":
        lines.append(expand(dice.pick(CLOSERS), dice, {}))
    if move == "opener" or (not full and dice.chance(0.15)):
        opener = expand(dice.pick(OPENERS), dice, {})
    if len(lines) == 2:
        lines = [capital(sentence(line)) for line in lines]
    closed = opener[-1:] in (".", "!", "?")
    first = capital(lines[0]) if closed else lines[0]
    if opener and not closed and lines[0] is not body:
        first = small(lines[0])
    return " ".join(filter(None, [opener, first, *lines[1:]]))


def varied(original: str, cell: Cell, dice: Dice) -> str:
    """Give ``original`` in other words.

    Args:
        original: any ask; every id, address, code, number and quote in it survives.
        cell: whose stance and history color the new wording.
        dice: of this wording.

    Returns:
        The same wish along one other axis: its opening, its wording, a sentence about
        the person's stance, or the way it is typed.
    """
    body = _GREETING.sub("", original.strip(), count=1) or original.strip()
    body = _swapped(body, dice)
    text = _composed(body, cell, dice, full=len(original) > _FULL)
    if dice.chance(0.3):
        text = textured(text, dice.pick(_TEXTURES), dice, marked=False)
    return text
