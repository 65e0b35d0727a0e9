"""A request put on one side of a rule's number: in its facts, or in its record."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

from whileai.world.rules import days
from whileai.world.words import listed, singular, words

if TYPE_CHECKING:
    from whileai.base.seeds import Dice
    from whileai.world.parts import Action, Argument, Entity, Field, Model
    from whileai.world.rules import Threshold
    from whileai.world.states import Draft
    from whileai.world.store import Store

_KINDS = {
    "money": ("amount", "balance"),
    "percent": ("percent",),
    "count": ("quantity", "integer"),
    "minutes": ("duration",),
    "hours": ("duration",),
}
_MEASURED = {
    "weight": frozenset(listed("weight mass load payload")),
    "distance": frozenset(listed("distance range mileage radius")),
    "volume": frozenset(listed("volume capacity")),
}
"""Words of an argument that takes a measure."""

_WHOLE_DAYS = ("days", "weeks", "months")


def stand(
    draft: Draft, threshold: Threshold, rule: str, side: str, store: Store, dice: Dice
) -> bool:
    """Put the request on ``side`` of the threshold, as far as the tool lets it.

    Returns:
        Whether anything in the scene stands on that side now: an argument, or, where
        the rule speaks of the thing or the tool, a field of its record.
    """
    for argument in draft.action.arguments:
        if _says(argument, threshold):
            whole = argument.schema.get("type") == "integer"
            number = threshold.on(side, dice, whole=whole)
            draft.facts[argument.name] = number
            _cover(draft, number)
            return True
    return _speaks_of(rule, draft.action) and _in_record(
        draft, threshold, side, store, dice
    )


def can_stand(
    action: Action, entity: Entity | None, threshold: Threshold, rule: str
) -> bool:
    """Tell whether a request for ``action`` can stand on a side of the threshold."""
    if any(_says(argument, threshold) for argument in action.arguments):
        return True
    fields = entity.fields if entity else ()
    return _speaks_of(rule, action) and any(_shows(each, threshold) for each in fields)


def _says(argument: Argument, threshold: Threshold) -> bool:
    """Whether the argument takes the number that the rule is about."""
    measured = _MEASURED.get(threshold.kind)
    if measured is not None:
        numeric = argument.schema.get("type") in ("number", "integer")
        return numeric and not measured.isdisjoint(words(argument.name))
    kinds = _KINDS.get(threshold.kind, ())
    if threshold.kind == "money" and argument.schema.get("type") == "number":
        kinds = (*kinds, "number")
    plain = argument.role in ("field", "filter", "least", "most", "option")
    return argument.kind in kinds and plain and not argument.many


def _cover(draft: Draft, number: float) -> None:
    """Make sure that what was paid covers an amount that is asked back."""
    for each in draft.entity.fields if draft.entity else ():
        have = draft.row.get(each.name)
        if each.kind == "amount" and isinstance(have, (int, float)) and have < number:
            draft.row[each.name] = round(number * 1.25, 2)


def _speaks_of(rule: str, action: Action) -> bool:
    told = {singular(word)[:5] for word in words(rule)}
    parts = [*words(action.tool), *words(action.entity)]
    return any(singular(part)[:5] in told for part in parts if len(part) > 3)


def _in_record(
    draft: Draft, threshold: Threshold, side: str, store: Store, dice: Dice
) -> bool:
    number = threshold.on(side, dice)
    for each in draft.entity.fields if draft.entity else ():
        if each.name not in draft.row or not _shows(each, threshold):
            continue
        if threshold.kind == "money":
            draft.row[each.name] = draft.facts[each.name] = number
            return True
        day = store.day - timedelta(days=days(threshold, number))
        stamp = day.isoformat()
        draft.facts[each.name] = stamp
        clock = f"{stamp}T09:00:00Z"
        draft.row[each.name] = clock if each.kind == "datetime" else stamp
        return True
    return False


def _shows(field: Field, threshold: Threshold) -> bool:
    """Whether the field of a record shows the number that the rule is about."""
    if threshold.kind == "money":
        return field.kind == "amount"
    timed = field.kind in ("datetime", "past_date")
    return timed and threshold.kind in _WHOLE_DAYS


def afford(draft: Draft, model: Model, store: Store) -> None:
    """Make sure that the account covers a transfer."""
    if draft.action.verb != "transfer":
        return
    amounts = [draft.facts.get(a.name) for a in draft.action.arguments]
    numbers = [each for each in amounts if isinstance(each, (int, float))]
    for entity in model.entities.values():
        if not entity.single or not numbers:
            continue
        row = store.own(entity) or {}
        if isinstance(row.get("balance"), (int, float)) and row["balance"] < max(
            numbers
        ):
            draft.keep(entity, row, balance=round(max(numbers) * 1.25, 2))
