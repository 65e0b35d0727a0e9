"""The order of a list: as its tool promises it, or as a call asks for it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from whileai.world.answers import refusal
from whileai.world.parts import DAYS
from whileai.world.words import listed, words

if TYPE_CHECKING:
    from collections.abc import Mapping

    from whileai.world.parts import Action, Argument, Entity
    from whileai.world.store import Store

_NAMES = frozenset(("sort", "sort_by", "order_by", "sort_order", "order", "direction"))
_UP = frozenset(listed("asc ascending up oldest"))
_DOWN = frozenset(listed("desc descending down newest latest recent"))
_RANKS = {
    word: float(place)
    for place, word in enumerate(
        listed("lowest low minor normal medium moderate high major highest urgent")
    )
} | {"critical": 10.0, "blocker": 11.0}
"""What is more than what, where words say how much."""
_RANKED = frozenset(listed("priority severity urgency importance level impact"))


def in_order(
    store: Store,
    action: Action,
    entity: Entity,
    keys: list[str],
    given: Mapping[str, Any],
) -> list[str]:
    """Give ``keys`` in the order that the call asks for; as they are if it does not.

    ``price``, ``-price``, ``price:desc``, ``price_desc`` and ``newest`` are understood.

    Raises:
        Refused: if it asks for a field that the records do not have.
    """
    options = action.role("option")
    told = [a for a in options if "_".join(words(a.name)) in _NAMES]
    said = [(a.name, given[a.name]) for a in told if isinstance(given.get(a.name), str)]
    if not said:
        return keys
    if any(_only_named(entity, a, given.get(a.name)) for a in told):
        return keys
    field, down = "", False
    for name, text in said:
        parts = [part for part in re.split(r"[\s:,]+", text.lstrip("+-")) if part]
        signs = set(words(text))
        down = down or text.startswith("-") or not signs.isdisjoint(_DOWN)
        if not signs <= _UP | _DOWN:
            field = _field(entity, parts[0] if parts else "", name, text)
    field = field or next((e.name for e in entity.fields if e.kind in DAYS), "")
    return ordered(store, entity, keys, field or entity.key, down=down)


def ordered(
    store: Store, entity: Entity, keys: list[str], field: str, *, down: bool
) -> list[str]:
    """Give ``keys`` by the values of a field; what has none comes last."""
    rows = zip(keys, store.seen(entity, keys), strict=True)
    placed = [(key, row.get(field)) for key, row in rows]
    known = [each for each in placed if each[1] is not None]
    ranked = not _RANKED.isdisjoint(words(field))
    known.sort(key=lambda each: _place(each[1], ranked), reverse=down)
    return [key for key, _ in (*known, *(e for e in placed if e[1] is None))]


def _only_named(entity: Entity, argument: Argument, text: Any) -> bool:
    """Whether a tool names an order, such as relevance, that no field stands for."""
    if text not in (argument.schema.get("enum") or ()) or not isinstance(text, str):
        return False
    if set(words(text)) <= _UP | _DOWN:
        return False
    return not meant(entity, text.lstrip("+-"))


def _field(entity: Entity, asked: str, name: str, text: str) -> str:
    found = meant(entity, asked)
    if found:
        return found
    known = ", ".join(entity.deck.names)
    said = f"{name} {text!r} is no field to sort by; expected one of {known}"
    raise refusal("invalid_arguments", said[:500], field=name)


def _place(value: Any, ranked: bool) -> tuple[bool, float, str]:
    if isinstance(value, (int, float)):
        return False, float(value), ""
    text = str(value).casefold()
    if ranked and text in _RANKS:
        return False, _RANKS[text], ""
    return True, 0.0, text


def meant(entity: Entity, asked: str) -> str:
    """Give the field that a word means: itself, or one that begins so; else ``""``."""
    spelled = {name: list(words(name)) for name in entity.deck.names}
    asks = list(words(asked))
    bare = [part for part in asks if part not in _UP | _DOWN]
    whole = [name for name, parts in spelled.items() if parts in (asks, bare)]
    begun = [e for e, parts in spelled.items() if bare and parts[: len(bare)] == bare]
    return next(iter((*whole, *begun)), "")
