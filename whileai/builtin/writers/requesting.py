"""A request ready to be framed, and framed: as an order, a question or a wish."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING

from attrs import evolve, frozen

from whileai.builtin.writers.facts import state_of
from whileai.builtin.writers.flavours import PERSONAL
from whileai.builtin.writers.inline import inline
from whileai.builtin.writers.lexicon import (
    AIMED,
    AIMED_BARELY,
    ASKED,
    CAUSED,
    COMPUTE_FRAMES,
    CURIOUS,
    DO_FRAMES,
    HELPED,
    LOOK_FRAMES,
    SEE_FRAMES,
    SET_FRAMES,
)
from whileai.builtin.writers.phrases import expand
from whileai.builtin.writers.reasons import Mind, mind_of
from whileai.builtin.writers.requests import Wording, worded
from whileai.builtin.writers.sayings import Saying, direct, idiom, pronoun_for
from whileai.builtin.writers.stretches import Request
from whileai.builtin.writers.ways import SELF_OF
from whileai.builtin.writers.words import capital

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from whileai.base.seeds import Dice
    from whileai.builtin.writers.facts import Stated
    from whileai.builtin.writers.verbs import Sense
    from whileai.model import Scene

_FOR_ME = re.compile(
    r"\b(?:show|get|find|give|transfer|put|connect|hand|let) me\b|reason(?::| is)"
)
_TWO_SENTENCES = re.compile(r"[.?!] [A-Za-z]")
_FRAMES = ("order", "question", "wish", "asked")
_SHARES = {True: (0.20, 0.32, 0.48, 0.0), False: (0.34, 0.32, 0.34, 0.0)}
_LOOKS = {True: (0.12, 0.40, 0.30, 0.18), False: (0.18, 0.36, 0.28, 0.18)}
_BARELY = 0.35
_PLAIN = {"navigate": ("there",), "go": ("there",)}
"""What stands for an object that is not said, where that is no thing."""
_DIRECT = {True: 0.65, False: 0.25}


@frozen(kw_only=True)
class Wish:
    """A request ready to be framed.

    Args:
        sense: of the tool.
        wording: its parts.
        slots: what the patterns may take.
        mind: why the person asks, and what they want to know.
        told: true when the request itself states a value.
        facts: what is said of the scene.
        set: true when its words are an idiom, which names no object by itself.
        direct: true when a whole sentence stands for it.
        last: of two wishes, the tool of the second: what follows is about it.
    """

    sense: Sense
    wording: Wording
    slots: Mapping[str, str]
    mind: Mind
    told: bool
    facts: Sequence[Stated] = ()
    set: bool = False
    direct: bool = False
    last: Sense | None = None


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
    mind = mind_of(sense, facts, scene, dice)
    said = idiom(sense, facts, _where(sense, mind), dice)
    wording = worded(sense, list(facts), dice) if said is None else None
    if wording is None and said is not None:
        wording = _of_idiom(sense, said, dice)
        vp = svp = " ".join([said.text, *filter(None, [wording.rest])])
        it = sense.pronoun
    else:
        assert wording is not None
        it = wording.object or dice.pick(_PLAIN.get(sense.verb, ("this", "it", "that")))
        vp = f"{verb_for(wording.verbs, wording.object, dice)} {it}"
        svp = f"{verb_for(wording.wants, wording.object, dice)} {it}"
    return Wish(
        sense=sense,
        wording=wording,
        mind=mind,
        told=len(facts) > len(wording.tail),
        facts=facts,
        set=said is not None,
        slots={
            **_where(sense, mind),
            "vp": vp,
            "svp": svp,
            "np": it,
            "bare": wording.bare,
            "rest": wording.rest,
            "it": pronoun_for(sense, facts),
            "thing": sense.thing,
            "act": sense.act,
            "deed": sense.deed,
            "other": sibling,
        },
    )


def _where(sense: Sense, mind: Mind) -> dict[str, str]:
    """Give the slots of a mind, and those for the product that it is all done in."""
    app, space = sense.app or "the app", "the workspace"
    return {**mind.slots, "app": app, "space": f"our {app}" if sense.app else space}


def _of_idiom(sense: Sense, said: Saying, dice: Dice) -> Wording:
    """Give the parts of a request that an idiom words."""
    known = {fact.argument.name: fact for fact in said.left}
    request = Request(sense, list(said.left), known)
    rest = inline(request, dice)
    return Wording(
        verbs=(),
        wants=(),
        object="",
        bare="",
        rest=" ".join(rest),
        kind="",
        tail=tuple(request.left),
    )


def request(wish: Wish, dice: Dice) -> str:
    """Frame the request as an order, a question or a wish."""
    sense = wish.sense
    table = _LOOKS if sense.looks and not wish.set else _SHARES
    frame = dice.weighted(_FRAMES, table[sense.flavour in PERSONAL])
    if frame == "question" and wish.set and _quotes(wish):
        frame = "order"
    if frame == "asked":
        kind, slots = wish.wording.kind, wish.slots
        if kind == "convert":
            slots = {**slots, "np": " in ".join(slots["np"].rsplit(" to ", 1))}
        if kind == "attribute" and slots["np"].endswith("details"):
            kind = "things"
        if kind and slots["np"] != "something":
            return expand(dice.pick(ASKED[kind]), dice, slots)
        frame = "question"
    if frame == "question" and sense.verb in SELF_OF:
        return expand(HELPED, dice, wish.slots)
    frames = SET_FRAMES if wish.set else DO_FRAMES
    if sense.looks and wish.set:
        frames = SEE_FRAMES
    elif sense.kind in ("read", "list"):
        frames = LOOK_FRAMES
    frames = COMPUTE_FRAMES if sense.kind == "compute" else frames
    return _once_for_me(expand(dice.pick(frames[frame]), dice, wish.slots))


def _quotes(wish: Wish) -> bool:
    """Answer whether the request quotes a sentence, which no question holds well."""
    return any(fact.argument.role == "body" for fact in wish.facts)


def directly(wish: Wish, dice: Dice) -> tuple[str, Wish, bool] | None:
    """Give a whole sentence for the request, and what is left to say.

    The last of the three is true when the sentence says why it is asked already.
    """
    share = _DIRECT[wish.sense.looks]
    if not dice.chance(share if wish.told else share / 3):
        return None
    said = direct(wish.sense, wish.facts, wish.slots, dice)
    if said is None:
        return None
    wording = evolve(wish.wording, tail=said.left)
    found = evolve(wish, wording=wording, direct=True)
    found = answered(found) if said.whole else found
    return capital(said.text), found, said.whole


def answered(wish: Wish) -> Wish:
    """Give ``wish`` as one that says why it is asked already."""
    wishes = _in_case(tuple(wish.mind.wishes))
    return evolve(wish, mind=evolve(wish.mind, motives=(), wishes=wishes))


@lru_cache(maxsize=512)
def _in_case(wishes: tuple[str, ...]) -> tuple[str, ...]:
    """Give the wishes for what may come to light: these go with any question."""
    return tuple(line for line in wishes if line.startswith("if "))


def aimed(wish: Wish, dice: Dice) -> str:
    """Frame the request with what the person wants to know of it."""
    aim = expand(dice.pick(wish.mind.findings), dice, wish.slots)
    bare = not wish.told and dice.chance(_BARELY)
    frames = AIMED_BARELY if bare else AIMED
    return expand(dice.pick(frames), dice, {**wish.slots, "aim": aim})


def _once_for_me(text: str) -> str:
    """Drop a ``for me`` that follows a verb which says so already."""
    doubled = text.endswith((" for me", " for me?", " for me, please"))
    return text.replace(" for me", "") if doubled and _FOR_ME.search(text) else text


def verb_for(verbs: tuple[str, ...], object_: str, dice: Dice) -> str:
    """Draw a verb; before a pronoun only one without a particle will do."""
    if object_:
        return dice.pick(verbs)
    plain = tuple(verb for verb in verbs if " " not in verb)
    return dice.pick(plain) if plain else "check"


def curious(wish: Wish, dice: Dice) -> Wish:
    """Give ``wish`` with what the person wants to know as the reason for it."""
    if not wish.mind.findings or dice.chance(0.3):
        return wish
    aim = expand(dice.pick(wish.mind.findings), dice, wish.slots)
    slots = {**wish.slots, "aim": aim}
    return evolve(wish, slots=slots, mind=evolve(wish.mind, motives=CURIOUS))


def of_its_state(wish: Wish, dice: Dice) -> tuple[str, Wish] | None:
    """Say the reason of the thing itself: ``order A-1 is no longer needed, ...``."""
    wording = wish.wording
    causes = [fact for fact in wording.tail if fact.argument.role == "reason"]
    state = state_of(causes[0]) if causes else ""
    if not state or wording.rest or not wording.object:
        return None
    left = tuple(fact for fact in wording.tail if fact not in causes)
    slots = {**wish.slots, "state": state, "verb": verb_for(wording.verbs, "", dice)}
    text = expand(dice.pick(CAUSED), dice, slots)
    return text, evolve(wish, wording=evolve(wording, tail=left))


def is_one(core: str) -> bool:
    """Answer whether ``core`` is one sentence that may still go on."""
    return core[-1] not in ".?!" and not _TWO_SENTENCES.search(core)
