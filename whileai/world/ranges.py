"""Bounds: what arguments such as ``created_after`` and ``min_price`` allow."""

from __future__ import annotations

from datetime import timedelta, timezone
from typing import TYPE_CHECKING, Any

from attrs import evolve

from whileai.base.formats import moment_of
from whileai.world import nouns
from whileai.world.answers import refusal
from whileai.world.parts import DAYS
from whileai.world.words import listed, words

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence
    from datetime import datetime

    from whileai.world.parts import Action, Argument, Entity, Field

_LEAST = frozenset(
    listed("after since from start begin min minimum gte gt above over earliest")
)
_MOST = frozenset(
    listed("before until till to end max maximum lte lt below under latest")
)
_BEYOND = frozenset(listed("after before gt lt"))
"""Marks of bounds that do not belong to the range themselves."""
_WHEN = frozenset(listed("date time day at on datetime timestamp"))
_COUNTED = ("integer", "year", "duration")
_RECORDED = frozenset(listed("created updated modified sent posted received"))


def ranged(
    actions: Mapping[str, Action], returned: Mapping[str, Sequence[Field]]
) -> dict[str, Action]:
    """Give the actions with the bounds that lists and searches take as such.

    The field that a bound is about is one that the tools name elsewhere, or that such
    a thing usually has: ``admitted_on`` for ``admitted_after``, the date of an event
    for ``start_date``. Where nobody names one, it is called after the bound.

    Args:
        actions: by tool name.
        returned: the fields that the tools' output schemas declare, by tool name.
    """
    named: dict[str, dict[str, str]] = {}
    for action in actions.values():
        for name, kind in _named(action):
            named.setdefault(action.entity, {}).setdefault(name, kind)
        for field in returned[action.tool]:
            named.setdefault(action.entity, {}).setdefault(field.name, field.kind)
    for entity, fields in named.items():
        for name, kind in nouns.fields_of(entity):
            fields.setdefault(name, kind)
    return {
        name: _bounded(action, named.get(action.entity, {}))
        for name, action in actions.items()
    }


def _named(action: Action) -> Iterator[tuple[str, str]]:
    """The fields that an action names otherwise than by a bound."""
    looks = action.verb in ("list", "search")
    for each in action.arguments:
        if each.role in ("field", "locator", "filter") and not (
            looks and _mark(each)[0]
        ):
            yield each.field, each.kind


def _bounded(action: Action, fields: Mapping[str, str]) -> Action:
    if action.verb not in ("list", "search"):
        return action
    marks = {each.name: _mark(each) for each in action.arguments}
    return evolve(
        action,
        arguments=tuple(
            _bound(each, *marks[each.name], fields) if marks[each.name][0] else each
            for each in action.arguments
        ),
    )


def _mark(argument: Argument) -> tuple[str, tuple[str, ...]]:
    """Which side an argument bounds, and the words that say of what; else nothing."""
    timed = argument.kind in DAYS
    if argument.many or argument.role not in ("locator", "filter"):
        return "", ()
    if not timed and argument.kind not in _COUNTED:
        return "", ()
    parts = [part for part in words(argument.name) if not timed or part not in _WHEN]
    for place in (0, -1):
        hit = parts[place] if parts else ""
        role = "least" if hit in _LEAST else "most" if hit in _MOST else ""
        if role:
            return role, tuple(parts[1:] if place == 0 else parts[:-1])
    return "", ()


def _bound(
    argument: Argument, role: str, about: tuple[str, ...], fields: Mapping[str, str]
) -> Argument:
    if argument.kind not in DAYS:
        name = "_".join(about) or argument.name
        return evolve(argument, role=role, field=name)
    dates = [name for name, kind in fields.items() if kind in DAYS]
    if not about:
        own = [name for name in dates if name == argument.name]
        plain = [name for name in dates if set(words(name)) <= _WHEN]
        field = next(iter((*own, *plain, *dates)), "date")
        return evolve(argument, role=role, field=field)
    found = [name for name in dates if _alike(words(name), about)]
    ending = "at" if argument.kind == "datetime" or set(about) & _RECORDED else "on"
    made = "_".join((*about, ending))
    return evolve(argument, role=role, field=found[0] if found else made)


def _alike(name: Sequence[str], about: Sequence[str]) -> bool:
    """Whether a field is about the same: ``admission_date`` and ``admitted``."""
    bare = [part[:4] for part in name if part not in _WHEN]
    return bare == [part[:4] for part in about]


def is_dated(argument: Argument) -> bool:
    """Tell whether an argument bounds a date."""
    return argument.role in ("least", "most") and argument.kind in DAYS


def _is_beyond(argument: Argument) -> bool:
    return not _BEYOND.isdisjoint(words(argument.name))


def allowing(argument: Argument, told: Any) -> Callable[[Any], bool]:
    """Give what tells whether a value of a record lies within a bound.

    What has no value lies within none.

    Raises:
        Refused: if a bound of dates is no date.
    """
    beyond = _is_beyond(argument)
    least = argument.role == "least"
    if not is_dated(argument):
        return lambda have: _number_allowed(have, told, least)
    bound = _moment(told)
    if bound is None:
        said = f"{argument.name} must be a date such as 2026-05-31, got {told!r}"
        raise refusal("invalid_arguments", said[:300], field=argument.name)
    whole = isinstance(told, str) and len(told) <= _DAY

    def allows(have: Any) -> bool:
        moment = _moment(have)
        if moment is None:
            return False
        days = whole or (isinstance(have, str) and len(have) <= _DAY)
        one, other = (moment.date(), bound.date()) if days else (moment, bound)
        if one == other:
            return not beyond
        return (one > other) is least

    return allows


_DAY = len("2026-05-31")


def _number_allowed(have: Any, told: Any, least: bool) -> bool:
    if have is None:
        return False
    if isinstance(told, (int, float)) and isinstance(have, str):
        moment = _moment(have)
        have = moment.year if moment is not None else have
    if not isinstance(have, (int, float)) or not isinstance(told, (int, float)):
        return True
    return have >= told if least else have <= told


def _moment(value: Any) -> datetime | None:
    """A day or a moment, in UTC where nothing else is said; ``None`` if it is none."""
    if not isinstance(value, str):
        return None
    text = value.strip()
    found = moment_of(text + {4: "-01-01", 7: "-01"}.get(len(text), ""))
    if found is None or found.tzinfo is not None:
        return found
    return found.replace(tzinfo=timezone.utc)


def check_order(action: Action, entity: Entity, fields: Mapping[str, Any]) -> None:
    """Refuse an end before its start, in whatever zones they are told.

    Raises:
        Refused: with the argument that is too early.
    """
    for low, high in entity.pairs:
        first, last = _moment(fields.get(low)), _moment(fields.get(high))
        if first is None or last is None or first <= last:
            continue
        named = {each.field: each.name for each in action.arguments}
        raise refusal(
            "invalid_arguments",
            f"{named.get(high, high)} {fields[high]!r} is before "
            f"{named.get(low, low)} {fields[low]!r}",
            field=named.get(high, named.get(low, high)),
        )


def inside(bounds: Sequence[tuple[Argument, Any]]) -> dict[str, str]:
    """Give for each field that has bounds a day that they allow."""
    days: dict[str, str] = {}
    for argument, told in sorted(bounds, key=lambda each: each[0].role == "least"):
        moment = _moment(told)
        if moment is not None:
            shift = int(_is_beyond(argument))
            shift = shift if argument.role == "least" else -shift
            days[argument.field] = _days_off(moment, shift)
    return days


def _days_off(moment: datetime, days: int) -> str:
    """The day so many days off; the moment's own, where the calendar ends before."""
    try:
        return (moment + timedelta(days=days)).date().isoformat()
    except OverflowError:
        return moment.date().isoformat()


def bounding(argument: Argument, have: Any, days: int) -> str | None:
    """Give a bound, ``days`` away, that allows the value ``have`` of a record."""
    moment = _moment(have)
    if moment is None:
        return None
    day = _days_off(moment, -days if argument.role == "least" else days)
    return f"{day}T00:00:00Z" if argument.schema.get("format") == "date-time" else day
