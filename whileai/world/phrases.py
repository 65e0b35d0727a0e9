"""A tool's name and description, read as a phrase: a verb and what it is done to."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from attrs import frozen

from whileai.world.nouns import known
from whileai.world.words import (
    ADJECTIVES,
    FILLER,
    PREPOSITIONS,
    STRONG,
    VERBS,
    is_plural,
    listed,
    singular,
    stem,
    words,
)

if TYPE_CHECKING:
    from whileai.model import Tool

_CHANGED_TO = re.compile(
    r"status (?:will be|is|to be) (?:changed|set|updated) to ['\"]([^'\"]{1,40})['\"]"
)


@frozen(kw_only=True)
class Phrase:
    """What a tool's name says.

    Args:
        verb: one of ``parts.VERBS``.
        word: the verb as spelled (``cancel``).
        nouns: the words of the object, in order, each singular.
        plural: true when the object reads as more than one.
        after: the words after a preposition (``in_channel``, ``by_email``), singular.
        adjectives: statuses that the name requires (``pending``).
        becomes: the status the description says results, if it says one.
    """

    verb: str
    word: str
    nouns: tuple[str, ...]
    plural: bool
    after: tuple[str, ...] = ()
    adjectives: tuple[str, ...] = ()
    becomes: str = ""


def phrase_of(tool: Tool) -> Phrase:
    """Read the phrase of one tool."""
    described = _described_verb(tool.description)
    space, parts = _operation(tool.name)
    place, word = _verb_place(parts)
    named = True
    if place < 0 and described:
        verb, word, rest = VERBS[described], described, parts
    elif place < 0:
        verb, word, rest = "unknown", "", parts
    else:
        verb, rest = VERBS[word], parts[place + 1 :]
        before = (*space, *parts[:place])
        if not _nouns(rest):
            named = False
            rest = (word,) if known(word) and place else (*before, *rest)
        elif rest[0] in PREPOSITIONS and _nouns(before):
            rest = (*before, *rest)
    verb = _settled(verb, word, described, tool.description)
    objects, after = _split(rest)
    nouns = _nouns(objects) or _nouns(after)
    changed = _CHANGED_TO.search(tool.description)
    return Phrase(
        verb=verb,
        word=word,
        nouns=tuple(singular(noun) for noun in nouns),
        plural=bool(nouns and named and _is_many(nouns[-1], tool.description)),
        after=tuple(singular(part) for part in after),
        adjectives=tuple(part for part in objects if part in ADJECTIVES),
        becomes=changed.group(1) if changed else "",
    )


def _operation(name: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The words before the last dot, and those of the operation itself."""
    head, _, last = name.rpartition(".")
    return words(head.rpartition(".")[2]), words(last)


def _verb_place(parts: tuple[str, ...]) -> tuple[int, str]:
    """Where the verb stands: first if it can, else the first strong one."""
    parts = tuple(part if part != "api" else "" for part in parts)
    lead = next((index for index, part in enumerate(parts) if part), -1)
    if lead >= 0 and parts[lead] in VERBS and _leads(parts[lead], parts[lead + 1 :]):
        return lead, parts[lead]
    for index, part in enumerate(parts):
        if part in STRONG:
            return index, part
    tail = len(parts) - 1
    if tail >= 0 and parts[tail] in VERBS and tail == lead + 1:
        return tail, parts[tail]
    return -1, ""


def _is_many(noun: str, text: str) -> bool:
    """Whether the object reads as more than one, by itself or by the description."""
    listed = re.search(r"\blists? (?:\w+ )?(?:of|all)\b", text[:70], re.IGNORECASE)
    return is_plural(noun) or noun in _MANY or listed is not None


_MANY = frozenset(["inbox", "feed", "history", "log", "timeline", "backlog"])
_NOUNISH = frozenset(
    listed("stock text order email message issue file share log tag label")
)


def _leads(word: str, rest: tuple[str, ...]) -> bool:
    """Whether a first word that can be a verb is one here (not ``order_list``)."""
    return word not in _NOUNISH or not any(part in STRONG for part in rest)


def _described_verb(text: str) -> str:
    for token in re.findall(r"[A-Za-z]+", text[:120])[:14]:
        verb = stem(token)
        if verb in VERBS and token[0].isupper():
            return verb
    return ""


def _settled(verb: str, word: str, described: str, text: str) -> str:
    """Correct the verb of the name by the description, where it is known to lie."""
    says = VERBS.get(described, "")
    if says == "compute" and verb in ("read", "unknown", "search"):
        return "compute"
    if verb == "transfer" and re.search(r"\b(human|agent|department)\b", text[:80]):
        return "send"
    if word in ("post", "put") and says == "search":
        return "search"
    if word == "send" and re.search(
        r"transaction|money|payment", text[:80], re.IGNORECASE
    ):
        return "transfer"
    if word == "set" and says in ("create", "delete"):
        return says
    return verb


def _split(parts: tuple[str, ...]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    for index, part in enumerate(parts):
        if part in PREPOSITIONS and index:
            return parts[:index], parts[index + 1 :]
    return parts, ()


def _nouns(parts: tuple[str, ...]) -> tuple[str, ...]:
    """The words that name a thing: no fillers, statuses, numbers or prepositions."""
    return tuple(
        part
        for part in parts
        if part not in FILLER
        and part not in PREPOSITIONS
        and part not in ADJECTIVES
        and part not in ("id", "ids", "status", "type", "types", "and", "or")
        and not part.isdigit()
        and len(part) > 1
    )
