"""The statuses that things go through, and which of them an action leaves."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from attrs import evolve

from whileai.world import nouns
from whileai.world.flags import flag_of
from whileai.world.schemas import base_schema
from whileai.world.words import listed, passive, words

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from whileai.world.parts import Action, Entity, Field

_FREE = ("available", "free", "vacant", "in_stock", "in stock", "unassigned", "idle")
_FREEING = listed("return release free vacate checkin unassign restore cancel")
_ASSIGNING = ("assign", "allocate")
_TAKEN = frozenset(listed("book reserve hire rent order buy purchase borrow lend loan"))
"""Words of which a thing is free at first where nobody says what it can be."""
_MEANINGS = tuple(
    frozenset(listed(each))
    for each in (
        "canceled voided aborted terminated revoked withdrawn calledoff",
        "completed complete done finished resolved fulfiled closed settled processed",
        "approved accepted confirmed granted authorized authorised verified",
        "rejected declined denied refused disapproved",
        "paid settled cleared",
        "refunded reimbursed reversed",
        "returned returnrequested",
        "exchanged exchangerequested",
        "shipped dispatched intransit sent outfordelivery",
        "delivered arrived received",
        "published live public released",
        "draft unpublished hidden",
        "started inprogress running ongoing underway active processing",
        "acknowledged inprogress read seen",
        "paused onhold held suspended stopped snoozed deferred postponed waiting",
        "frozen blocked locked suspended banned inactive disabled",
        "inactive deactivated disabled off stopped suspended archived",
        "active activated enabled on open opened reopened resumed running online live",
        "active unlocked unblocked reinstated restored started renewed open",
        "booked reserved taken occupied unavailable rented assigned",
        "borrowed lent loaned onloan rented taken unavailable",
        "claimed assigned taken inprogress",
        "archived closed inactive",
        "expired ended over closed inactive",
        "ended over finished completed closed",
        "checkedin arrived occupied present",
        "checkedout departed left completed",
        "canceled closed ended inactive rejected",
        "rejected dismissed closed canceled failed",
        "resolved closed",
    )
)
"""Statuses that say the same, the closest first, as ``_bare`` gives them."""
_OVER = frozenset().union(*(each for each in _MEANINGS if "closed" in each))


def status_of(fields: Iterable[Field]) -> Field | None:
    """Give the field that holds the status, if there is one."""
    fields = tuple(fields)
    for each in fields:
        if each.name.lower() in ("status", "state") and each.kind in ("status", "enum"):
            return each
    return next(
        (each for each in fields if each.kind in ("status", "code_state")), None
    )


def status_field(fields: Sequence[Field]) -> str:
    """Give the name of the field that holds the status."""
    found = status_of(fields)
    return found.name if found else "status"


def named_statuses(fields: Iterable[Field]) -> list[str]:
    """Give the statuses that the tools name, if they name all there are."""
    found = status_of(fields)
    if found is None:
        return []
    enum = base_schema(found.schema).get("enum") or ()
    return [each for each in enum if isinstance(each, str)]


def statuses(
    name: str, own: Sequence[Action], fields: Sequence[Field]
) -> tuple[str, ...]:
    """Give the values of the status, in order of life; nothing without a status."""
    found = status_of(fields)
    if found is None:
        return ()
    enum = named_statuses(fields)
    needed = [a.needs for a in own if a.needs]
    usual = [] if enum else list(nouns.statuses_of(name))
    if found.kind == "code_state":
        usual = ["open", "closed"]
    if not enum and any(a.verb == "transition" and a.word in _TAKEN for a in own):
        usual = ["available"]
    known = enum or usual[: len(usual) == 1]
    made = [settled(a, known, fields) for a in own if a.status and a.verb != "send"]
    first = enum or [*needed[:1], *usual, *needed]
    every = [*first, *(alike(each, first) for each in made if each)]
    return tuple(dict.fromkeys(every))


def alike(status: str, known: Sequence[str]) -> str:
    """Give the known spelling of ``status`` (``canceled``), else itself."""
    bare = _bare(status)
    return next((each for each in known if _bare(each) == bare), status)


def settled(action: Action, known: Sequence[str], fields: Sequence[Field] = ()) -> str:
    """Give the status that an action leaves, as one of those that there are.

    Of what is free or not, giving it back makes it free and all else takes it,
    whatever the tool is called: a book that is checked out is ``on_loan``. Where the
    tools name all statuses there are, it is the one that says what the action does
    (``completed`` for ``close``), else the next after the first that is no end; empty
    where there is none, since an action that ends nothing leaves the status as it is.

    Args:
        action: what is done.
        known: the statuses there are.
        fields: of the thing.
    """
    status = alike(action.status, known)
    if status in known or not status:
        return status
    if _outright(action, fields):
        return status
    flag = flag_of(action, fields)
    free = [each for each in known if each.lower() in _FREE]
    taken = [each for each in known if each not in free]
    if free and (action.word in _FREEING or len(taken) == 1):
        return free[0] if action.word in _FREEING else taken[0]
    named = named_statuses(fields)
    found = _meant(status, named)
    if found or flag is not None:
        return found
    if not named:
        return status
    if action.verb in ("create", "send"):
        return ""  # it begins as all of them do
    later = [each for each in named[1:] if _bare(each) not in _OVER]
    return later[0] if later else ""


def taking(action: Action, entity: Entity | None) -> Action:
    """Give the action as one that takes its thing, if it assigns what can be free."""
    if entity is None or action.word not in _ASSIGNING or action.link is not None:
        return action
    if action.verb != "update" or not _is_free(entity.statuses):
        return action
    return evolve(action, verb="transition", status=passive(action.word))


def cleared(action: Action, every: Iterable[Action]) -> tuple[str, ...]:
    """Give the fields that say who has a thing and how long, if it becomes free.

    Args:
        action: that may give it back.
        every: all there are; those that take such a thing write these fields.
    """
    if action.verb != "transition" or not _is_free((action.status,)):
        return ()
    return tuple(
        argument.field
        for other in every
        if other.entity == action.entity and other.verb == "transition"
        if other.status and not _is_free((other.status,))
        for argument in other.role("ref", "field")
    )


def _is_free(known: Iterable[str]) -> bool:
    return any(each.lower() in _FREE for each in known)


def _outright(action: Action, fields: Iterable[Field]) -> bool:
    """Whether the tools say themselves which status it is, and no answer forbids it."""
    found = status_of(fields)
    return action.said and found is not None and not found.born


def done(action: Action, entity: Entity) -> dict[str, Any]:
    """Give what a record has, by field, once a transition was made."""
    after: dict[str, Any] = {}
    if action.status:
        after[entity.status_field] = action.status
    if action.flag is not None:
        after[action.flag[0]] = action.flag[1]
    return after or {mark_of(action): True}


def before(action: Action, entity: Entity, row: Mapping[str, Any]) -> dict[str, Any]:
    """Give what must be different in ``row`` so that a transition can be made."""
    if action.verb != "transition":
        return {}
    after, changes = done(action, entity), dict[str, Any]()
    for name, value in after.items():
        if row.get(name) == value and name != entity.status_field:
            changes[name] = not value
        elif row.get(name) == value and entity.statuses:
            changes[name] = entity.statuses[0]
    return changes


def mark_of(action: Action) -> str:
    """Give the field that says that an action was done which leaves no status."""
    return "_".join(words(passive(action.word)))


def needed(action: Action, entity: Entity) -> str:
    """Give the status that a record must have before, as one of those it can have.

    Where the tools name all statuses there are and none says the same, it is empty.
    """
    named = named_statuses(entity.fields)
    found = alike(action.needs, named or entity.statuses)
    return found if not named or found in named else _meant(found, named)


def paid_back(entity: Entity, *, whole: bool) -> str:
    """Give the status of a thing that was paid for and refunded, in part or whole.

    It is empty where the tools name all statuses there are and none says so.
    """
    status = "refunded" if whole else "partially refunded"
    named = named_statuses(entity.fields)
    found = alike(status, named)
    if not named or found in named:
        return found
    return _meant(status, named) if whole else ""


def _meant(status: str, named: Sequence[str]) -> str:
    """The one of ``named`` that says the same as ``status``; empty without one."""
    bare = _bare(status)
    for group in _MEANINGS:
        found = [each for each in named if bare in group and _bare(each) in group]
        if found:
            return found[0]
    return next((each for each in named if _same_stem(bare, _bare(each))), "")


def _same_stem(one: str, other: str) -> bool:
    """Whether two words differ in their endings alone: ``boarded``, ``boarding``."""
    size = next(
        (i for i, (a, b) in enumerate(zip(one, other, strict=False)) if a != b),
        min(len(one), len(other)),
    )
    return size > 4 and max(len(one), len(other)) - size <= 3


def _bare(status: str) -> str:
    return re.sub(r"[^a-z]", "", status.lower()).replace("ll", "l")
