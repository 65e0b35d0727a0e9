"""Which facts of a scene an ask states, and in which words."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from attrs import evolve, frozen

from whileai.builtin.writers.identity import WHO, introduced, is_own, label
from whileai.builtin.writers.phrases import expand
from whileai.builtin.writers.roles import INLINE, Argument
from whileai.builtin.writers.values import (
    MONTHS,
    bare,
    currency_of,
    kept,
    spelled,
    spellings,
)
from whileai.builtin.writers.words import is_plural, listed, vocabulary
from whileai.world.pools import POOLS
from whileai.world.words import singular

if TYPE_CHECKING:
    from collections.abc import Sequence

    from whileai.base.seeds import Dice
    from whileai.builtin.writers.verbs import Sense
    from whileai.model import Scene

_QUOTED = frozenset(("body", "note", "subject", "query", "title", "file"))
_BARE = {"body": 0.0, "note": 0.0, "subject": 0.0}
_LED = ("with", "as a", "just")
_ADJECTIVE = ("ed", "ing", "able", "ive", "al", "ic", "en")
_MOST = 5
_ALL = 8
_NAMES = ("first_name", "last_name")
_ADDRESS = [
    "address",
    "address1",
    "address2",
    "street",
    "city",
    "state",
    "zip",
    "zip_code",
    "postal_code",
    "country",
]
_ZIPPED = re.compile(r"(\b[A-Z]{2}\x03), (\x02\d{5})")
_COUNTED = frozenset(("span", "many", "party"))
_BACK = vocabulary("refund return exchange payment favorite")
_FILLERS = POOLS["string"]
"""Words for values that nothing is known about: no one says them unasked."""

_PARTED = frozenset((*_NAMES, *_ADDRESS))


@frozen(kw_only=True)
class Fact:
    """A fact that an ask will state.

    Args:
        argument: whose value it is.
        value: as the scene has it.
        forms: the ways to spell it.
    """

    argument: Argument
    value: Any
    forms: tuple[str, ...]


@frozen(kw_only=True)
class Stated:
    """A fact in the words in which this ask says it.

    Args:
        argument: whose value it is.
        text: the value, marked as one; a flag's is a phrase.
        vague: true when it only points at a value that is left out.
        own: true when it says who asks.
    """

    argument: Argument
    text: str
    vague: bool = False
    own: bool = False

    @property
    def noun(self) -> str:
        """What it is called."""
        return self.argument.noun


def chosen(sense: Sense, scene: Scene) -> tuple[Fact, ...]:
    """Give the facts that every wording of this scene states.

    What the schema requires comes first, then others up to three in all; of a great
    many, only the first few. Never among
    them is what the scene withholds, nor a value without a short spelling.
    """
    currency = currency_of(scene.facts)
    out: list[Fact] = []
    for name, each in sense.arguments.items():
        value = scene.facts.get(name)
        if (
            value is None
            or name in scene.withheld
            or not (each.required or (len(out) < 3 and value not in _FILLERS))
        ):
            continue
        forms = spellings(
            value,
            money=each.money
            and each.words[-1] != "value"
            and isinstance(value, (int, float)),
            currency=each.currency or currency,
            worded=each.worded,
        )
        if forms:
            out.append(
                Fact(argument=each, value=value, forms=_months(each, value, forms))
            )
    return tuple(out if len(out) <= _ALL else out[:_MOST])


def _months(each: Argument, value: Any, forms: list[str]) -> tuple[str, ...]:
    """Give ``forms``, or the name of a month that is given by its number.

    A day of birth is never said without its year.
    """
    if each.role == "born":
        return tuple(form for form in forms if str(value)[:4] in form) or tuple(forms)
    if each.words[-1] == "month" and str(value).isdigit() and 1 <= int(value) <= 12:
        return (MONTHS[int(value) - 1],)
    return tuple(forms)


def stated(facts: Sequence[Fact], dice: Dice) -> list[Stated]:
    """Spell ``facts`` for one wording."""
    out = []
    for fact in facts:
        each, value = fact.argument, fact.value
        if isinstance(value, bool):
            flag = _flag(each, value)
            out += [Stated(argument=each, text=flag)] if flag else []
        else:
            text = spelled(fact.forms, dice)
            out.append(Stated(argument=each, text=kept(_quoted(each, text, dice))))
    parts = sum(fact.argument.name.lower() in _PARTED for fact in facts)
    return _merged(out) if parts > 1 else out


def _flag(each: Argument, value: bool) -> str:
    """Put a yes or no in words."""
    noun = each.noun
    if noun == "recurring":
        return "as a recurring one" if value else ""
    if noun.endswith(_ADJECTIVE) and " " not in noun:
        return f"{'' if value else 'not '}{noun}"
    return f"{'with' if value else 'without'} {noun}"


def _quoted(each: Argument, text: str, dice: Dice) -> str:
    """Put a free text between quotes, where a person would."""
    role = each.role
    if each.worded or role not in _QUOTED or each.name == "expression":
        return text
    spaced = " " in text
    bare = _BARE.get(role, 0.35) if spaced else 0.85 if role == "file" else 0.6
    if text[-1] not in ".!?" and dice.chance(bare):
        return text
    mark = "'" if '"' in text or ("'" not in text and dice.chance(0.5)) else '"'
    return text if mark in text else f"{mark}{text}{mark}"


def _merged(facts: list[Stated]) -> list[Stated]:
    """Say a first and a last name as one name, the lines of an address as one."""
    by_name = {fact.argument.name.lower(): fact for fact in facts}
    for names, noun, role, join in (
        (_NAMES, "name", "plain", " "),
        (_ADDRESS, "address", "plain", ", "),
    ):
        parts = [by_name[name] for name in names if name in by_name]
        if len(parts) < 2:
            continue
        text = join.join(part.text for part in parts)
        text = _ZIPPED.sub(r"\1 \2", text) if noun == "address" else text
        words = (noun,)
        one = evolve(parts[0].argument, noun=noun, role=role, words=words, entity="")
        at = facts.index(parts[0])
        facts = [fact for fact in facts if fact not in parts]
        facts.insert(at, Stated(argument=one, text=text))
    return facts


_ONE, _MANY = {"is": "is", "has": "has"}, {"is": "are", "has": "have"}
TAILS = (
    "the {n} ({is}|should be|{has} to be) {v}",
    "the {n} {is} {v}",
    "(use|take|go with) {v} (for|as) the {n}",
)
_REGULAR = (
    "(make it|it should be|it's) (recurring|a recurring one|a regular (one|payment))"
)
LISTS = ("{all}", "{all}", "(also|details|the rest): {all}")
_MADE = ("it's", "it should be", "make it")


def tail(facts: Sequence[Stated], dice: Dice, mine: bool) -> str:
    """Say the facts that are left in a sentence of their own; nothing if none are.

    Args:
        facts: that no part of the request has said.
        dice: decides the shape.
        mine: true where they are the person's own.
    """
    facts = [fact for fact in facts if not fact.vague]
    if not facts:
        return ""
    if len(facts) == 1 and facts[0].own and "@" not in facts[0].text:
        return expand(dice.pick(WHO), dice, {"v": facts[0].text, "n": facts[0].noun})
    if mine and all(map(is_own, facts)):
        return introduced(facts, dice)
    if len(facts) > 1:
        parts = listed([_listed(fact, dice) for fact in facts])
        return expand(dice.pick(LISTS), dice, {"all": parts})
    only = facts[0]
    if only.argument.role == "email":
        return expand(
            "(the|their) (e-mail|email)(| address) is {v}", dice, {"v": only.text}
        )
    if only.argument.role == "reason":
        return caused(only, "", dice)
    if only.argument.role == "flag":
        if only.noun == "recurring":
            return expand(_REGULAR, dice, {})
        made = only.text.startswith(_LED)
        return only.text if made else f"{dice.pick(_MADE)} {only.text}"
    noun = label(only)
    agreeing = _MANY if is_plural(noun.rsplit(" ", 1)[-1]) else _ONE
    return expand(dice.pick(TAILS), dice, {"v": only.text, "n": noun, **agreeing})


_STATES = vocabulary("no not too very still out late unhappy sick unwanted duplicate")
_HAPPENED = vocabulary(
    "arrived came broke stopped does doesn't has never took keeps fits looks"
)
_DONE = re.compile(
    r"(?:[a-z]+ed|bought|found|made|sent|got)\b(?: by| in| from| twice|$)"
)
_CUT_SHORT = re.compile(r"changed (?:mind|plans)")
_MINE_DONE = re.compile(r"(?:found|changed|bought|got|moving|moved)\s")
_LEAD = "(||sorry, |unfortunately )"
_EXCUSED = re.compile(r"(?:sorry,|unfortunately|you see,|as it turns out) ")
_SO_IT_IS = (
    f"{_LEAD}(it's|it is|this is|the {{n}} is|that one is) {{v}}(||, i'm afraid| now|, "
    "as it turned out|, plans changed|, which i only (saw|found out) today)"
)
_SO_IT_DOES = (
    f"{_LEAD}(it|mine|the {{n}}) {{v}}"
    "[, (i'm not happy about it|i can send photos|as you can imagine)]"
)
_SO_IT_WAS = (
    f"{_LEAD}(it|that one|that|this) was {{v}}(||, my fault|, i only just "
    "noticed|, i wasn't paying attention|, my son had my phone|, i clicked too fast|, "
    "it was late|, i was half asleep|, i only saw it in the (email|confirmation)|, as "
    "my (wife|husband|roommate) just told me)"
)
_SO_I_AM = "(||sorry, )i'm {v}[, so there's no point any more]"
_SO_I_DID = (
    "(||sorry, |you see, |as it turns out )i {v}(||, so there's no need any "
    "more|, so i don't need {it} now|, my mistake| in the end| after all| in the "
    "meantime| over the weekend|, sorry (about|for) that)"
)
_SO_IT_IS_SAID = (
    _LEAD + "{v}(||, that's all|, i can't wait any more|, i needed {it} last week|, i "
    "gave up waiting|, the party was on Saturday)"
)
_UNEXCUSED = {
    _SO_IT_IS_SAID: "{v}",
    _SO_IT_IS: "(it's|it is|the {n} is) {v}",
    _SO_IT_DOES: "(it|mine|the {n}) {v}[, (i can send photos|as you can imagine)]",
    _SO_IT_WAS: "(it|the {n}) was {v}",
    _SO_I_AM: "i'm {v}[, so there's no point any more]",
    _SO_I_DID: "i {v}[ (in the end|by now)]",
}
_SO_I_SAY = (
    "(the|my) reason (for (this|it|that) |)(is|would be)( simply|) {v}"
    "[, (that's all|nothing else|if you need one)]"
)


def state_of(fact: Stated) -> str:
    """Give a reason as what is the matter with a thing, or nothing if it is not that.

    ``is no longer needed``, ``was ordered by mistake``, ``arrived damaged``.
    """
    plain = bare(fact.text)
    first = plain.split(" ", 1)[0].lower()
    if first in _STATES:
        return f"is {fact.text}"
    if first in _HAPPENED:
        return fact.text
    if _DONE.match(plain) and not _MINE_DONE.match(plain) and first != "ordered":
        return f"was {fact.text}"
    return ""


def caused(fact: Stated, thing: str, dice: Dice, *, sorry: bool = False) -> str:
    """Say a reason in a sentence of its own: ``it was ordered by mistake``.

    Args:
        fact: the reason.
        thing: what it is about, or nothing.
        dice: draws the words.
        sorry: true where the person takes something back and may excuse themselves.
    """
    plain = bare(fact.text)
    first = plain.split(" ", 1)[0].lower()
    if first in _STATES or first == "wrong":
        frames = _SO_IT_IS
    elif first in _HAPPENED:
        frames = _SO_IT_DOES
    elif _CUT_SHORT.match(plain):
        frames = _SO_I_SAY
    elif _MINE_DONE.match(plain):
        frames = _SO_I_AM if first.endswith("ing") else _SO_I_DID
    elif _DONE.match(plain):
        frames = _SO_IT_WAS
    else:
        frames = _SO_IT_IS_SAID if first == "it" else _SO_I_SAY
    frames = frames if sorry else _UNEXCUSED.get(frames, frames)
    text = f"the {fact.text}" if first == "wrong" else fact.text
    thing = "" if thing.rsplit(" ", 1)[-1] in _BACK else thing
    it = "them" if is_plural(thing.split(" ")[-1]) else "it"
    return expand(frames, dice, {"v": text, "n": thing or "whole thing", "it": it})


def because(line: str) -> str:
    """Give a reason as it stands behind ``because``: without an excuse before it."""
    return _EXCUSED.sub("", line, count=1)


def _listed(fact: Stated, dice: Dice) -> str:
    """Say a fact as one of several."""
    if fact.argument.role == "flag":
        return fact.text
    return f"{label(fact)} {fact.text}"


def joined(fact: Stated, dice: Dice) -> str:
    """Join one fact to the request, as its role asks."""
    if fact.argument.role == "flag":
        return fact.text if fact.text.startswith(_LED) else f", {fact.text}"
    if len(fact.noun) == 1 and fact.argument.role in ("maths", "plain"):
        return f"{dice.pick(('with', 'for', 'where'))} {fact.noun} = {fact.text}"
    noun = fact.noun
    if fact.argument.role in _COUNTED:
        noun = noun.rsplit(" ", 1)[-1]
        noun = singular(noun) if bare(fact.text) == "1" else noun
    if fact.argument.role == "id" and bare(fact.text).startswith(f"{noun}-"):
        return f"for {fact.text}"
    filled = {"v": fact.text, "n": noun}
    return expand(dice.pick(INLINE[fact.argument.role]), dice, filled)
