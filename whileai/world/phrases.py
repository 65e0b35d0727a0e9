"""A tool's name and description, read as a phrase: a verb and what it is done to."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from attrs import frozen

from whileai.world.arguments_read import id_stem
from whileai.world.nouns import known
from whileai.world.words import (
    ADJECTIVES,
    ALL_VERBS,
    ENGLISH,
    FILLER,
    PLAIN_VERBS,
    PREPOSITIONS,
    STRONG,
    is_plural,
    listed,
    singular,
    stem,
    words,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from whileai.model import Tool

    Words = tuple[str, ...]

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
        said: true when the user says what the verb is, so that nothing overrules it.
        puts: the argument with the words that it adds to its thing, or takes off.
    """

    verb: str
    word: str
    nouns: tuple[str, ...]
    plural: bool
    after: tuple[str, ...] = ()
    adjectives: tuple[str, ...] = ()
    becomes: str = ""
    said: bool = False
    puts: str = ""

    @property
    def joins(self) -> bool:
        """True when it puts one thing into another, or takes it out."""
        return self.word in ("add", "remove", "assign") and bool(self.after)


def phrase_of(tool: Tool, does: str = "") -> Phrase:
    """Read the phrase of one tool; ``does`` is its verb, where that is known."""
    described = _described_verb(tool.description)
    space, parts = _operation(tool.name)
    stems = _stems(tool)
    verb, place, word = _verb_place(parts, stems)
    named = True
    if place < 0 and does and parts:
        word, rest = parts[0], parts[1:] or parts
    elif place < 0 and described:
        verb, word, rest = PLAIN_VERBS[described], described, parts
    elif place < 0:
        verb, word, rest = _guessed(parts, stems), "", parts
    else:
        rest = parts[place + 1 :]
        before = (*space, *parts[:place])
        if not _nouns(rest):
            named = False
            rest = (word,) if known(word) and place else (*before, *rest)
        elif rest[0] in PREPOSITIONS and _nouns(before):
            rest = (*before, *rest)
    verb = does or _settled(verb, word, described, tool.description)
    marked, rest = _marked(parts, stems, rest)
    if marked:
        verb, word, named = does or "transition", parts[0], True
    objects, after = _split(rest)
    nouns = _nouns(objects) or _nouns(after) or _noun_too(objects)
    if len(stems) == 1 and (not nouns or nouns == (word,)) and verb != "compute":
        nouns = stems[0]
    changed = _CHANGED_TO.search(tool.description)
    return Phrase(
        verb=verb,
        word=word,
        nouns=tuple(singular(noun) for noun in nouns),
        plural=bool(nouns and named and _is_many(nouns[-1], tool.description)),
        after=tuple(singular(part) for part in after),
        adjectives=tuple(
            part for part in objects if part in ADJECTIVES and (part,) != nouns
        ),
        becomes=changed.group(1) if changed else marked,
        said=bool(does),
    )


def _operation(name: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The words before the last dot, and those of the operation itself."""
    head, _, last = name.rpartition(".")
    said = tuple(ENGLISH.get(part, part) for part in words(last))
    return words(head.rpartition(".")[2]), said


def _verb_place(parts: Words, stems: Sequence[Words]) -> tuple[str, int, str]:
    """What the verb does and where it stands: first if it can, else the first strong.

    Args:
        parts: the words of the name.
        stems: whose ids the tool must have.
    """
    parts = tuple(part if part != "api" else "" for part in parts)
    verbs = ALL_VERBS if stems else PLAIN_VERBS
    lead = next((index for index, part in enumerate(parts) if part), -1)
    if lead < 0:
        return "unknown", -1, ""
    if parts[lead] in verbs and _leads(parts[lead], parts[lead + 1 :], stems):
        return verbs[parts[lead]], lead, parts[lead]
    for index, part in enumerate(parts):
        if part in STRONG and not (
            0 < index == len(parts) - 1 and any(part in stem for stem in stems)
        ):
            return PLAIN_VERBS[part], index, part
    tail = len(parts) - 1
    if parts[tail] in verbs and tail == lead + 1:
        return verbs[parts[tail]], tail, parts[tail]
    return "unknown", -1, ""


_STATES = frozenset(listed("done complete read unread paid sent lost spam"))
"""Words that are no participle and say what something is marked as."""


def _marked(parts: Words, stems: Sequence[Words], rest: Words) -> tuple[str, Words]:
    """What a tool marks its thing as, and the words of the thing; else ``rest``.

    ``mark_email_as_read(email_id)``, ``mark_invoice_paid(invoice_id)``,
    ``turn_on_light(light_id)``.
    """
    if parts[:1] in (("turn",), ("switch",), ("power",)):
        state = next((each for each in parts[1:] if each in ("on", "off")), "")
        left = tuple(each for each in parts[1:] if each != state)
        return (state, left) if state else ("", rest)
    if not stems or parts[:1] not in (("mark",), ("set",), ("flag",)):
        return "", rest
    if "as" in parts[1:-1]:
        place = parts.index("as")
        return " ".join(parts[place + 1 :]), parts[1:place]
    last = parts[-1]
    stated = last in _STATES or last in ADJECTIVES or last.endswith("ed")
    if parts[0] == "mark" and stated and len(parts) > 1:
        return last, parts[1:-1]
    return "", rest


def _guessed(parts: Words, stems: Sequence[Words]) -> str:
    """What a tool without a verb does: one named as something of a thing shows it."""
    nouns = {singular(part) for part in parts}
    about = {word for stem in stems for word in stem} & nouns
    plain = all(
        known(part) or part in FILLER or part in _SHOWN or part in about
        for part in nouns
    )
    return "read" if about and plain else "unknown"


def _stems(tool: Tool) -> list[Words]:
    """Whose ids the tool must have, from the names of its arguments."""
    needed = tool.parameters.get("required")
    found = [id_stem(each) for each in needed] if isinstance(needed, list) else []
    return [each for each in found if each]


_SHOWN = frozenset(listed("status state balance progress price cost score statistic"))


def _is_many(noun: str, text: str) -> bool:
    """Whether the object reads as more than one, by itself or by the description."""
    listed = re.search(r"\blists? (?:\w+ )?(?:of|all)\b", text[:70], re.IGNORECASE)
    return is_plural(noun) or noun in _MANY or listed is not None


_MANY = frozenset(["inbox", "feed", "history", "log", "timeline", "backlog"])
_NOUNISH = frozenset(
    listed(
        "stock text order email message issue file share log tag label link pin star "
        "flag watch mark sign run rate rank scale switch pair board pack pick scan "
        "map bookmark favorite favourite delay"
    )
)


def _leads(word: str, rest: Words, stems: Sequence[Words]) -> bool:
    """Whether a first word that can be a verb is one here.

    Not in ``order_list``, nor in ``order_summary(order_id)``.
    """
    if word not in _NOUNISH:
        return True
    named = bool(rest) and any(word in stem for stem in stems)
    return not named and not any(part in STRONG for part in rest)


def _described_verb(text: str) -> str:
    for token in re.findall(r"[A-Za-z]+", text[:120])[:14]:
        verb = stem(token)
        if verb in PLAIN_VERBS and token[0].isupper():
            return verb
    return ""


def _settled(verb: str, word: str, described: str, text: str) -> str:
    """Correct the verb of the name by the description, where it is known to lie."""
    says = PLAIN_VERBS.get(described, "")
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


def _noun_too(parts: Words) -> Words:
    """A draft, where it is all that there is: ``create_draft``."""
    return ("draft",) if parts[-1:] == ("draft",) else ()


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
