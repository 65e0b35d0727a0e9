"""What is on a person's mind: why they ask, and what they want to know."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from attrs import frozen

from whileai.builtin.writers.contexts import REASONS
from whileai.builtin.writers.findings import FINDINGS, FLAWS, MATTERS
from whileai.builtin.writers.motives import MOTIVES
from whileai.builtin.writers.naming import goods_in, names_of
from whileai.builtin.writers.wishes import WISHES
from whileai.builtin.writers.words import plain_words, vocabulary
from whileai.world.words import singular

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from whileai.base.seeds import Dice
    from whileai.builtin.writers.facts import Stated
    from whileai.builtin.writers.verbs import Sense
    from whileai.model import Scene

_TEXTS = frozenset(("subject", "title", "note"))
_PLACES = frozenset(("container", "link", "file"))
_BILLS = vocabulary(
    "rent heating electricity internet phone gym insurance piano contract membership"
)
"""Words of payments that go out month by month, and whose price may change."""


@frozen(kw_only=True)
class Mind:
    """What a person has in mind with one request.

    Args:
        motives: patterns of clauses that say why they ask; none where that is said.
        findings: patterns of what they want to know; none of most requests.
        wishes: patterns of what else they want of a deed, or instead of it.
        slots: what the patterns may take.
    """

    motives: Sequence[str]
    findings: Sequence[str]
    wishes: Sequence[str]
    slots: Mapping[str, str]


def mind_of(sense: Sense, facts: Sequence[Stated], scene: Scene, dice: Dice) -> Mind:
    """Give what is on the mind of who asks for a tool.

    Args:
        sense: of the tool.
        facts: what the ask states; only of these, and of names, it may speak.
        scene: whose goods it may name.
        dice: decides what is spoken of.
    """
    goods, flavour = goods_in(scene), sense.flavour
    table = MOTIVES.get(flavour, {})
    spoken = next((t for t in _spoken(sense, facts, scene) if t in table), "")
    about = (_posted(sense, facts), sense.verb, sense.deed)
    motives, findings, wishes = _usual(flavour, *about, spoken, goods, _swaps(sense))
    return Mind(
        motives=motives,
        findings=findings if sense.looks else (),
        wishes=wishes,
        slots={"matter": _matter(facts, dice), "goods": f"the {goods}"},
    )


def _posted(sense: Sense, facts: Sequence[Stated]) -> tuple[str, ...]:
    """Give the topics of a tool, of which what goes to a place has one more."""
    if "message" not in sense.topics or sense.looks:
        return sense.topics
    placed = any(fact.argument.role == "container" for fact in facts)
    return ("posting", *sense.topics) if placed else sense.topics


@lru_cache(maxsize=4096)
def _usual(
    flavour: str,
    topics: tuple[str, ...],
    verb: str,
    deed: str,
    spoken: str,
    goods: str,
    swaps: bool,
) -> tuple[Sequence[str], Sequence[str], Sequence[str]]:
    """Give why people ask, what they want to know, and what they want besides."""
    motives = _first(MOTIVES.get(flavour, {}), (spoken, *topics))
    if goods and deed in ("back", "stop") and flavour == "support":
        flaws = FLAWS.get(goods, ()) if deed == "back" else ()
        motives = flaws or MOTIVES[flavour][f"{deed} goods"]
    elif deed == "change" and flavour == "support" and swaps:
        motives = MOTIVES[flavour]["change goods"]
    findings = _first(FINDINGS.get(flavour, {}), (spoken, *topics))
    if not goods:
        findings, motives = _of_nothing(findings), _of_nothing(motives)
    wishes = _first(WISHES, _wished(flavour, topics, verb, deed))
    return motives or _reasons(flavour, deed), findings, wishes


def _wished(
    flavour: str, topics: tuple[str, ...], verb: str, deed: str
) -> tuple[str, ...]:
    """Give what wishes may go with, the closest first."""
    return (*(f"{flavour} {each}" for each in (*topics, verb, deed)), deed)


def _of_nothing(lines: Sequence[str]) -> tuple[str, ...]:
    """Give the lines that name no goods."""
    return tuple(line for line in lines if "{goods}" not in line)


def _reasons(flavour: str, deed: str) -> Sequence[str]:
    """Give the reasons for a deed; there is always one."""
    generic = REASONS["generic"]
    own = REASONS.get(flavour, generic)
    any_deed = () if deed == "compute" else own.get("do", ())
    return own.get(deed) or any_deed or generic.get(deed) or generic["any"]


def _swaps(sense: Sense) -> bool:
    """Answer whether a tool puts one thing in another's place."""
    return any(each.role == "instead" for each in sense.arguments.values())


def _spoken(sense: Sense, facts: Sequence[Stated], scene: Scene) -> Iterator[str]:
    """Give the topics of what an ask states: those of its texts, then what changes."""
    if sense.looks:
        return
    changes = sense.deed == "change"
    named = names_of(scene).values() if changes else ()
    texts = [each.text for each in facts if each.argument.role in _TEXTS]
    words = []
    for text in (*texts, *named):
        for word in map(singular, plain_words(text)):
            words.append(word)
            yield f"new {word}" if changes else word
    if changes and len(facts) < 3:
        bill = "" if _BILLS.isdisjoint(words) else "bill "
        for name in (fact.argument.name.lower() for fact in facts):
            yield f"new {bill}{name}"
            yield f"new {name}"
    elif texts and not changes:
        yield "subject"


def _first(table: Mapping[str, Sequence[str]], topics: Sequence[str]) -> Sequence[str]:
    """Give the lines of the first topic that the table has; none if it has none."""
    return next((table[topic] for topic in topics if topic in table), ())


def _matter(facts: Sequence[Stated], dice: Dice) -> str:
    """Give what goes on in the place that an ask names, or anywhere."""
    for fact in facts:
        key = fact.text.strip("\x02\x03'\"").lower()
        if fact.argument.role in _PLACES and key in MATTERS:
            return dice.pick(MATTERS[key])
    return dice.pick(MATTERS[""])
