"""Finding records: by id, by what a call tells, by what a search turns up."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from whileai.world import nouns
from whileai.world.answers import not_found, page_of, refusal
from whileai.world.record import copied
from whileai.world.sameness import same
from whileai.world.words import listed, plural

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from whileai.world.parts import Action, Argument, Entity, Model
    from whileai.world.store import Store

    Answer = dict[str, Any]
    Given = Mapping[str, Any]
    Made = Callable[[], Any]

_OPEN = frozenset(
    listed(
        "city place airport date datetime time country state query category "
        "year month language currency symbol exchange repo org branch company "
        "product url path sha text latitude longitude city_state substance "
        "channel version song"
    )
)
"""Kinds of locators for which a search turns up things that fit."""


def find(store: Store, action: Action, entity: Entity, given: Given) -> Answer:
    """The record that the call is about.

    Raises:
        Refused: if there is none.
    """
    for argument in action.role("target"):
        found = given.get(argument.name)
        if found is None:
            continue
        row = store.record(entity, found)
        if row is None:
            raise not_found(entity, argument.name, found)
        return row
    if entity.located:
        row = store.located(entity, locators(action, given))
    elif action.verb == "read" and fields_of(action, given):
        fitting = _matching(store, action, entity, given)
        row = fitting[0]() if fitting else None
    else:
        row = store.own(entity)
    if row is None:
        told = fields_of(action, given)
        spelled = ", ".join(f"{name}={each!r}" for name, each in told.items())
        thing = entity.name.replace("_", " ")
        field = next(iter(told), entity.key)
        raise refusal("not_found", f"no {thing} found for {spelled}"[:500], field=field)
    return row


def locators(action: Action, given: Given) -> Answer:
    """Give the arguments that tell which thing is meant, by their field."""
    return {
        argument.field: given[argument.name]
        for argument in action.locating
        if given.get(argument.name) is not None
    }


def fields_of(action: Action, given: Given) -> Answer:
    """The arguments that are fields of the record."""
    return {
        argument.field: given[argument.name]
        for argument in action.telling
        if given.get(argument.name) is not None
    }


def public(entity: Entity, row: Answer) -> Answer:
    """The record as tools show it: without secrets."""
    hidden = entity.hidden
    return {k: v for k, v in row.items() if k not in hidden} if hidden else row


def read(
    model: Model, store: Store, action: Action, entity: Entity, given: Given
) -> Answer:
    """Give the record that the call is about, with what points to it."""
    row = public(entity, find(store, action, entity, given))
    for name in action.includes:
        row[plural(name)] = _pointing(store, model.entities[name], entity, row)
    return row


def _pointing(store: Store, other: Entity, entity: Entity, row: Answer) -> list[Any]:
    """The ids of records of ``other`` that point to ``row``."""
    links = [each for each in other.fields if each.entity == entity.name]
    own = row.get(entity.key)
    return [
        each
        for each in store.ids(other)
        if any(_points(store.peek(other, each, link), own) for link in links)
    ]


def _points(told: Any, own: Any) -> bool:
    return own in told if isinstance(told, list) else same(told, own)


def _matching(store: Store, action: Action, entity: Entity, given: Given) -> list[Made]:
    """What fits the arguments, what a search turns up included.

    Each is made up when it is called for: a page shows few of many.
    """
    wanted = [a for a in action.sorting if given.get(a.name) is not None]
    if any(store.missing(given[a.name]) for a in wanted if a.role != "ref"):
        return []
    ids = _likely(store, entity, wanted, given)
    turned_up = _turned_up(store, entity, wanted, given)
    if turned_up:
        known = {str(each) for each in ids}
        ids += [each for each in turned_up if str(each) not in known]
    left = wanted if turned_up else [a for a in wanted if not _seen(entity, a)]
    if not left and not _needed(action, entity) and not action.newest:
        return [partial(store.record, entity, each) for each in ids]
    rows = [row for row in (store.seen(entity, each) for each in ids) if row]
    if _needed(action, entity):
        rows = [row for row in rows if row.get(entity.status_field) == action.needs]
    rows = [row for row in rows if all(_fits(row, a, given[a.name]) for a in left)]
    if action.newest:
        rows = _newest(rows, entity)
    return [partial(copied, row) for row in rows]


def _newest(rows: list[Answer], entity: Entity) -> list[Answer]:
    """The latest first; what is still to come stands at the end."""
    days = [e.name for e in entity.fields if e.kind in _DAYS]

    def place(row: Answer) -> tuple[bool, str]:
        day = str(row.get(days[0]) or "") if days else ""
        return row.get(entity.status_field) != "scheduled", day

    rows.reverse()  # of one day, what was added last comes first
    return sorted(rows, key=place, reverse=True)


_DAYS = ("past_date", "date", "datetime")


def _needed(action: Action, entity: Entity) -> bool:
    """Whether only records of one status are meant."""
    return bool(action.needs) and action.needs in entity.statuses


def _seen(entity: Entity, argument: Argument) -> bool:
    """Whether ``_likely`` has the word on what fits the argument."""
    if argument.role != "ref" or argument.many:
        return False
    return any(e.name == argument.field and e.kind == "ref" for e in entity.fields)


def _turned_up(
    store: Store, entity: Entity, wanted: list[Argument], given: Given
) -> list[Any]:
    """Ids of what a search by place, date or words turns up besides what is known."""
    places = [a for a in wanted if a.role == "locator" and a.kind in (*_OPEN, "enum")]
    if entity.named or nouns.personal(entity.name):
        return []
    if all(a.kind == "enum" for a in places):
        return []
    said = {a.field: given[a.name] for a in places if a.kind != "query"}
    sought = [given[a.name] for a in places if a.kind == "query"]
    topic = None
    if sought:
        kinds = ("title", "name", "product", "text")
        named = [each.name for each in entity.fields if each.kind in kinds]
        topic = (named[0] if named else "title", str(sought[0]))
    return store.derived(entity, said, topic)


def _likely(
    store: Store, entity: Entity, wanted: list[Argument], given: Given
) -> list[Any]:
    """Ids of records that fit as far as one can tell without making them up."""
    ids = store.ids(entity)
    for argument in wanted:
        each, told = entity.alone.get(argument.field), given[argument.name]
        if each is None or _reads_all(argument, told):
            continue
        if each.kind != "ref":
            ids = [
                own
                for own in ids
                if _fitting(store.peek(entity, own, each), argument, told)
            ]
        elif argument.role == "ref" and not argument.many:
            ids = [own for own in ids if _points(store.peek(entity, own, each), told)]
    return ids


def _fits(row: Answer, argument: Argument, told: Any) -> bool:
    if argument.role != "key" and _reads_all(argument, told):
        return _speaks_of(row, told)
    return _fitting(row.get(argument.field), argument, told)


def _reads_all(argument: Argument, told: Any) -> bool:
    """Whether the words may stand anywhere in a record."""
    plain = argument.role not in ("least", "most")
    return plain and argument.kind in ("query", "text") and isinstance(told, str)


def _fitting(have: Any, argument: Argument, told: Any) -> bool:
    """Whether what a record has in the field of the argument fits."""
    if argument.role == "key":
        return True
    if argument.role in ("least", "most"):
        if not isinstance(have, (int, float)) or not isinstance(told, (int, float)):
            return True
        return have >= told if argument.role == "least" else have <= told
    if isinstance(told, list):
        return not told or any(same(have, each) for each in told)
    if isinstance(have, list):
        return any(same(each, told) for each in have)
    return same(have, told)


def _speaks_of(row: Answer, told: str) -> bool:
    """Whether each word of a query stands somewhere in the record."""
    text = " ".join(str(each) for each in row.values()).casefold()
    return all(word in text for word in told.casefold().split())


def listing(
    model: Model, store: Store, action: Action, entity: Entity, given: Given
) -> Answer:
    """Give the records that fit the call: those that a thing holds, or all that match.

    Raises:
        Refused: if a tool that is asked for one id finds none.
    """
    held = _held(model, action, entity, given)
    if held is None:
        rows = _matching(store, action, entity, given)
    else:
        holder, argument, name = held
        row = store.record(holder, given[argument.name]) or {}
        found = [store.record(entity, each) for each in row.get(name) or ()]
        rows = [partial(copied, each) for each in found if each]
    if action.focus:
        return _focused(action, entity, rows, given)
    answer = page_of(action, entity, rows, given)
    name = plural(entity.name)
    answer[name] = [public(entity, made() or {}) for made in answer[name]]
    return answer


def _focused(action: Action, entity: Entity, rows: list[Made], given: Given) -> Answer:
    """The id alone, for tools that are asked for an id."""
    if not rows:
        told = _first_told(action, given)
        thing = entity.name.replace("_", " ")
        raise refusal(
            "not_found",
            f"no {thing} found for {told.get('field')} {told.get('given')!r}",
            **told,
        )
    return {entity.key: (rows[0]() or {}).get(entity.key)}


def _first_told(action: Action, given: Given) -> Answer:
    for argument in action.arguments:
        if given.get(argument.name) is not None:
            return {"field": argument.name, "given": given[argument.name]}
    return {}


def _held(
    model: Model, action: Action, entity: Entity, given: Given
) -> tuple[Entity, Argument, str] | None:
    """The thing that holds the records asked for in a list of its own, if one does."""
    for argument in action.role("ref"):
        holder = model.entities[argument.entity]
        for each in holder.fields:
            if (
                each.entity == entity.name
                and each.many
                and given.get(argument.name) is not None
            ):
                return holder, argument, each.name
    return None
