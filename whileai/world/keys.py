"""Natural keys: the fields by which tools find one thing that has no id of its own."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import evolve

from whileai.world.parts import ON_ONE
from whileai.world.schemas import type_of
from whileai.world.words import listed, words

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from whileai.world.parts import Action, Argument

_UNIQUE = frozenset(
    listed(
        "isbn issn email mail sku upc ean gtin asin username login handle slug iban "
        "plate vin ssn imei passport barcode serial hostname domain"
    )
)
"""Words of which no two things of a kind have the same."""
_CHANGING = ("update", "transition")


def unique(name: str) -> bool:
    """Tell whether no two things have the same value in the field ``name``."""
    return not _UNIQUE.isdisjoint(words(name))


def finding(actions: Mapping[str, Action]) -> dict[str, Action]:
    """Give the actions with what finds their one thing as ``locator``.

    A tool that takes no id finds what it reads, changes or deletes by the text that
    it must be given: the ISBN of a book, the e-mail address of a member. A tool that
    changes things takes new values too; what finds the thing is the field by which
    the other tools find it, or one that is different for each thing.
    """
    found = {name: _reading(action) for name, action in actions.items()}
    alone: dict[str, set[str]] = {}
    for action in found.values():
        alone.setdefault(action.entity, set()).update(_alone(action))
    return {
        name: _changing(action, alone[action.entity]) for name, action in found.items()
    }


def natural_keys(own: Iterable[Action]) -> tuple[str, ...]:
    """Give the fields by which the tools of one entity find a thing."""
    return tuple(dict.fromkeys(each for action in own for each in _alone(action)))


def _reading(action: Action) -> Action:
    if action.verb not in ("read", "delete") or action.role("target"):
        return action
    return evolve(
        action,
        arguments=tuple(
            evolve(each, role="locator")
            if each.role == "filter" and each.required and _is_text(each)
            else each
            for each in action.arguments
        ),
    )


def _changing(action: Action, keys: set[str]) -> Action:
    if action.verb not in _CHANGING or action.role("target") or action.link:
        return action
    needed = [a for a in action.arguments if a.role == "field" and a.required]
    found = [a for a in needed if a.field in keys]
    found = found or [a for a in needed if unique(a.name) and _is_text(a)][:1]
    return evolve(
        action,
        arguments=tuple(
            evolve(each, role="locator") if each in found else each
            for each in action.arguments
        ),
    )


def _alone(action: Action) -> list[str]:
    """The field of the one argument by which an action finds its thing."""
    if action.verb not in ON_ONE or action.role("target") or action.link:
        return []
    needed = [each for each in action.locating if each.required and not each.many]
    return [each.field for each in needed] if len(needed) == 1 else []


def _is_text(argument: Argument) -> bool:
    return type_of(argument.schema) in ("string", "") and not argument.many
