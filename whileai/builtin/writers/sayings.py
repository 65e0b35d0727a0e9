"""A request as people put it: the idiom of its topic, filled with what is stated."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING

from attrs import frozen

from whileai.builtin.writers.identity import is_own
from whileai.builtin.writers.idioms import DIRECT, IDIOMS
from whileai.builtin.writers.phrases import expand
from whileai.builtin.writers.values import OPEN, SHUT, kept
from whileai.builtin.writers.words import article, is_plural

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from whileai.base.seeds import Dice
    from whileai.builtin.writers.facts import Stated
    from whileai.builtin.writers.phrasebook import Table
    from whileai.builtin.writers.verbs import Sense

_SLOT = re.compile(r"\{(\w+)\}")
_ALWAYS = frozenset(("is", "does", "them", "matter", "goods", "app", "space"))
_NAMED = {
    "order": ("order {v}", "my order {v}", "order {v}"),
    "transaction": ("payment {v}", "scheduled payment {v}", "my payment {v}"),
    "container": ("the {v} channel", "the {v} channel", "#{v}"),
    "instead": ("item {v}", "{v}"),
}
_CALLED = frozenset(("plain", "state"))
_LOOSELY = frozenset(("during", "on", "place", "query", "to", "from"))
"""Roles of which what only points at a value stands where no slot is."""


@frozen(kw_only=True)
class Saying:
    """A request in the words of an idiom.

    Args:
        text: the request.
        left: the facts that it does not state.
        whole: true when it says why it is asked already.
    """

    text: str
    left: tuple[Stated, ...]
    whole: bool = False


def idiom(
    sense: Sense, facts: Sequence[Stated], mind: Mapping[str, str], dice: Dice
) -> Saying | None:
    """Give the request as an idiom puts it; nothing where no idiom fits.

    Args:
        sense: of the tool.
        facts: all that is to be said.
        mind: slots of what is on the person's mind.
        dice: draws the idiom.
    """
    return _said("idiom", sense, facts, mind, dice)


def direct(
    sense: Sense, facts: Sequence[Stated], mind: Mapping[str, str], dice: Dice
) -> Saying | None:
    """Give a whole sentence that asks for it; nothing where much else is to be said.

    What says who the person is, and why they ask, may be said besides it.
    """
    found = _said("direct", sense, facts, mind, dice)
    if found is None or not all(map(_beside, found.left)):
        return None
    return found


def _beside(fact: Stated) -> bool:
    """Answer whether a fact is said in a sentence of its own anyway."""
    return fact.own or fact.argument.role == "reason" or is_own(fact)


@frozen
class _Pattern:
    line: str
    slots: tuple[str, ...]
    needs: frozenset[str]


@lru_cache(maxsize=512)
def _known(kind: str, flavour: str, topics: tuple[str, ...]) -> tuple[_Pattern, ...]:
    """Give the patterns of the first topic that has some, the fullest first."""
    table: Table = IDIOMS if kind == "idiom" else DIRECT
    own = table.get(flavour, {})
    lines = next((own[topic] for topic in topics if topic in own), ())
    slots = [[s for s in _SLOT.findall(line) if s not in _ALWAYS] for line in lines]
    found = [
        _Pattern(line, tuple(dict.fromkeys(each)), frozenset(each))
        for line, each in zip(lines, slots, strict=True)
    ]
    return tuple(sorted(found, key=lambda each: -len(each.needs)))


@lru_cache(maxsize=4096)
def _fullest(
    kind: str, flavour: str, topics: tuple[str, ...], there: frozenset[str]
) -> list[_Pattern]:
    """Give the patterns that can be filled, of these those that say most."""
    out: list[_Pattern] = []
    for each in _known(kind, flavour, topics):
        if out and len(each.needs) < len(out[0].needs):
            break
        if each.needs <= there:
            out.append(each)
    return out


def _said(
    kind: str,
    sense: Sense,
    facts: Sequence[Stated],
    mind: Mapping[str, str],
    dice: Dice,
) -> Saying | None:
    """Fill one of the patterns that say most of ``facts``."""
    if not _known(kind, sense.flavour, sense.topics):
        return None
    by_key: dict[str, Stated] = {}
    for fact in facts:
        by_key.setdefault(_key(fact, sense), fact)
        if fact.argument.role == "link" and not fact.vague:
            by_key["url"] = fact
    anyone = ("whose",) if sense.looks and _anyone(facts) else ()
    there = frozenset((*by_key, *anyone))
    fits = _fullest(kind, sense.flavour, sense.topics, there)
    if not fits:
        return None
    one = dice.pick(fits)
    used = [by_key[key] for key in one.slots if key in by_key]
    filled = {**mind, "whose": "my"}
    for key in one.slots:
        if key in by_key:
            filled[key] = _text(key, by_key[key], dice)
    filled |= _agreeing(filled[one.slots[0]] if one.slots else "")
    left = tuple(fact for fact in facts if fact not in used)
    text = expand(one.line.lstrip("!"), dice, filled)
    return Saying(text=text, left=left, whole=one.line.startswith("!"))


def _anyone(facts: Sequence[Stated]) -> bool:
    """Answer whether the owner of what is looked at is the person, or not said."""
    return all(fact.own or fact.argument.role != "recipient" for fact in facts)


def _key(fact: Stated, sense: Sense) -> str:
    """Give the slot that a fact fills; an empty text for none."""
    argument = fact.argument
    if fact.own:
        return ""
    if fact.vague and argument.role in _LOOSELY:
        return ""
    if argument.role == "recipient" and sense.looks:
        return "" if fact.vague else "whose"
    if argument.role in ("id", "flag"):
        return argument.entity or argument.noun
    return argument.noun.split(" ")[-1] if argument.role in _CALLED else argument.role


def _text(key: str, fact: Stated, dice: Dice) -> str:
    """Give a fact as it stands in a slot."""
    if fact.argument.role == "flag":
        return ""
    if fact.vague:
        return fact.text
    if key == "note":
        return fact.text.replace("'", "").replace('"', "")
    if key == "whose":
        return f"{fact.text}'s"
    if key in _NAMED:
        return dice.pick(_NAMED[key]).replace("{v}", fact.text)
    if key == "items" and fact.text.islower():
        return " and ".join(map(_one, fact.text.strip(OPEN + SHUT).split(" and ")))
    if fact.argument.role == "id":
        many = " and " in fact.text or "," in fact.text
        return f"{key}{'s' if many else ''} {fact.text}"
    return fact.text


def _one(thing: str) -> str:
    """Give one of goods with the article that it takes: ``a desk lamp``."""
    return kept(thing) if is_plural(_last(thing)) else f"{article(thing)} {kept(thing)}"


def pronoun_for(sense: Sense, facts: Sequence[Stated]) -> str:
    """Give the pronoun for what an ask is about: of parts that it names, theirs."""
    parts = [
        fact.text
        for fact in facts
        if fact.argument.role == "id" and f"{fact.argument.entity}s" in sense.tool.name
    ]
    many = parts and sense.pronoun == "them"
    return _agreeing(parts[0])["them"] if many else sense.pronoun


def _last(text: str) -> str:
    """Give the last word of a text, without marks."""
    return text.strip(f"{OPEN}{SHUT}").rsplit(" ", 1)[-1]


def _agreeing(text: str) -> Mapping[str, str]:
    """Give the words that agree with a thing: one of it, or several."""
    many = is_plural(_last(text)) or " and " in text
    return _MANY if many else _ONE


_ONE = {"is": "is", "does": "does", "them": "it"}
_MANY = {"is": "are", "does": "do", "them": "them"}
