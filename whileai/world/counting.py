"""Stock that is added to and taken from, instead of being made and deleted."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from whileai.base.numbers import is_number
from whileai.world.answers import refusal

if TYPE_CHECKING:
    from collections.abc import Mapping

    from whileai.world.parts import Action, Argument

    Answer = dict[str, Any]
    Given = Mapping[str, Any]


def is_count(action: Action, row: Answer, given: Given) -> bool:
    """Tell whether a call adds to, or takes from, the count that ``row`` holds."""
    return action.word in ("add", "remove") and _count(action, row, given) is not None


def recount(action: Action, row: Answer, given: Given, own: Any) -> None:
    """Add what a call says to the count of ``row``, or take it away.

    Args:
        action: of a tool of which ``is_count`` is true.
        row: changed in place.
        given: arguments of the call.
        own: the id that a refusal names.

    Raises:
        Refused: if more is taken than there is, or less than nothing is meant.
    """
    argument = _count(action, row, given)
    if argument is None:
        return
    have, told = row[argument.field], given[argument.name]
    left = have + told if action.word == "add" else have - told
    if told < 0:
        said = f"{argument.name} must be 0 or more, got {told!r}"
        raise refusal("invalid_arguments", said, field=argument.name)
    if left < 0:
        said = f"there are {have!r} of {own!r}; cannot take {told!r}"
        raise refusal("not_enough", said, field=argument.name, id=own)
    row[argument.field] = left


def _count(action: Action, row: Answer, given: Given) -> Argument | None:
    for each in action.arguments:
        numbers = row.get(each.field), given.get(each.name)
        if each.kind == "quantity" and each.required and all(map(is_number, numbers)):
            return each
    return None
