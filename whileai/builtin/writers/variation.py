"""New wordings of an ask that exists: the same wish, ids and numbers, said "
"otherwise."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from whileai.builtin.writers.grammar import capitals, sentence
from whileai.builtin.writers.lexicon import CLOSERS, HISTORIES, MOODS, OPENERS
from whileai.builtin.writers.phrases import expand
from whileai.builtin.writers.stances import STANCES
from whileai.builtin.writers.texture import TEXTURES, settled, textured

if TYPE_CHECKING:
    from whileai.base.seeds import Dice
    from whileai.model import Cell

_GREETING = re.compile(
    r"(?:hi|hello|hey|hiya|good (?:morning|afternoon|evening))"
    r"(?: there| team| everyone)?[,!.:]? +(?=\w)",
    re.IGNORECASE,
)
_SWAPS: tuple[tuple[str, str], ...] = (
    ("can you please", "(could you|would you please|please)"),
    ("could you please", "(can you|would you|please)"),
    ("can you", "(could you|would you|could you please)"),
    ("could you", "(can you|would you|can you please)"),
    ("please", "(kindly|if you can,|please)"),
    ("i want to", "(i'd like to|i need to|i'm looking to)"),
    ("i would like to", "(i want to|i'd like to|i need to)"),
    ("i'd like to", "(i want to|i need to|i was hoping to)"),
    ("i need to", "(i have to|i've got to|i want to)"),
    ("i need", "(i could use|i'm after|i really need)"),
    ("show me", "(let me see|pull up|get me)"),
    ("give me", "(get me|send me|let me have)"),
    ("tell me", "(let me know|can you say)"),
    ("what is", "what's"),
    ("what's", "what is"),
    ("where is", "where's"),
    ("i am", "i'm"),
    ("i have", "i've got"),
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
_SWAP = re.compile(
    r"(?<![\w'\"/@.-])(?:"
    + "|".join(re.escape(old) for old, _ in sorted(_SWAPS, key=lambda p: -len(p[0])))
    + r")(?![\w'\"/@-])",
    re.IGNORECASE,
)
_NEW = dict(_SWAPS)
_QUOTES = re.compile(r"""(?<!\w)(?:'[^'\n]+'|"[^"\n]+"|“[^”\n]+”|`[^`\n]+`)(?!\w)""")
_FULL = 600


def _swapped(text: str, dice: Dice) -> str:
    """Say some stock phrases of ``text`` otherwise, never inside quotes."""
    quotes = [match.span() for match in _QUOTES.finditer(text)]

    def other(match: re.Match[str]) -> str:
        inside = any(low <= match.start() < high for low, high in quotes)
        if inside or dice.chance(0.3):
            return match[0]
        new = expand(_NEW[match[0].lower()], dice, {})
        return new[:1].upper() + new[1:] if match[0][0].isupper() else new

    return _SWAP.sub(other, text)


def _added(cell: Cell, dice: Dice) -> str:
    """Give one sentence that the cell's stance, its history or a mood adds."""
    pools = [STANCES.get(cell.stance, ()), HISTORIES.get(cell.history, ())]
    ready = [pool for pool in pools if pool]
    pool = dice.pick(ready) if ready else MOODS[dice.pick(tuple(MOODS))]
    return capitals(sentence(expand(dice.pick(pool), dice, {})))


def varied(original: str, cell: Cell, dice: Dice) -> str:
    """Give ``original`` in other words.

    Args:
        original: any ask; every id, address, code, number and quote in it survives.
        cell: whose stance and history colour the new wording.
        dice: of this wording.

    Returns:
        The same wish along one other axis: its opening, its wording, a sentence about
        the person's stance, or the way it is typed.
    """
    body = _GREETING.sub("", original.strip(), count=1) or original.strip()
    body = _swapped(body, dice)
    opener, closing = "", ""
    lines = [body]
    if len(original) < _FULL:
        move = dice.weighted(("stance", "opener", "close", "plain"), (5, 2, 1, 1))
        if move == "stance":
            lines = (
                [_added(cell, dice), body]
                if dice.chance(0.5)
                else [body, _added(cell, dice)]
            )
        elif move == "close":
            closing = " " + capitals(sentence(expand(dice.pick(CLOSERS), dice, {})))
        if move == "opener" or dice.chance(0.2):
            opener = expand(dice.pick(OPENERS["plain"]), dice, {}) + " "
    if len(lines) == 2 and lines[0] == body and body[-1:] not in ".?!":
        lines[0] = f"{body}."
    text = (
        settled(f"{opener}{' '.join(lines)}{closing}")
        if "\n" not in body
        else (f"{opener}{' '.join(lines)}{closing}")
    )
    if dice.chance(0.3):
        text = textured(text, dice.pick(TEXTURES), dice, marked=False)
    return text[:1].upper() + text[1:] if opener and not dice.chance(0.3) else text
