"""Finding records: by id, by what a call tells, by what a search turns up."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from whileai.world.answers import not_found, page_of, refusal
from whileai.world.parts import DAYS
from whileai.world.ranges import allowing, check_order, inside, is_dated
from whileai.world.record import copied
from whileai.world.sameness import like, normal, same
from whileai.world.sorting import in_order, ordered
from whileai.world.words import plural

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from whileai.world.answers import Refused
    from whileai.world.parts import Action, Argument, Entity, Model
    from whileai.world.store import Store

    Answer = dict[str, Any]
    Given = Mapping[str, Any]


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
    told = locators(action, given)
    if entity.located and entity.lone:
        row = store.located(entity, told)
    elif told and (entity.located or action.verb in _FOUND_BY_KEY):
        row = _by_key(store, action, entity, told)
    elif action.verb == "read" and fields_of(action, given):
        fitting = matching(store, action, entity, given)
        row = copied(store.at(entity, fitting[0]) or {}) if fitting else None
    else:
        row = store.own(entity)
    if not row:
        raise _none_found(entity, told or fields_of(action, given))
    return row


_FOUND_BY_KEY = ("update", "delete", "transition")


def _by_key(store: Store, action: Action, entity: Entity, told: Given) -> Answer | None:
    """The record that has all that is told; one is made up where there can be one."""
    keys = with_fields(store, entity, told)
    if keys:
        return copied(store.at(entity, keys[0]) or {})
    return store.discovered(entity, told, sure=action.verb == "read")


def with_fields(store: Store, entity: Entity, told: Given) -> list[str]:
    """Give the ids, in normal form, of the records that have what is told."""
    keys = store.keys(entity)
    kept = list(zip(keys, store.seen(entity, keys), strict=True))
    for name, each in told.items():
        alike = like(each)
        kept = [(key, row) for key, row in kept if name in row and alike(row[name])]
    return [key for key, _ in kept]


def _none_found(entity: Entity, told: Given) -> Refused:
    spelled = ", ".join(f"{name}={each!r}" for name, each in told.items())
    thing = entity.name.replace("_", " ")
    said = f"no {thing} found for {spelled}" if told else f"no {thing} found"
    field = next(iter(told), entity.key)
    return refusal("not_found", said[:500], field=field)


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
        if plural(name) in row:
            continue
        row[plural(name)] = _pointing(store, model.entities[name], entity, row)
    return row


def _pointing(store: Store, other: Entity, entity: Entity, row: Answer) -> list[Any]:
    """The ids of records of ``other`` that point to ``row``."""
    links = [each for each in other.fields if each.entity == entity.name]
    own = row.get(entity.key)
    return [
        each
        for each in store.ids(other)
        for row in (store.at(other, normal(each)) or {},)
        if any(_points(row.get(link.name), own) for link in links)
    ]


def _points(told: Any, own: Any) -> bool:
    return own in told if isinstance(told, list) else same(told, own)


def matching(store: Store, action: Action, entity: Entity, given: Given) -> list[str]:
    """The ids, in normal form, of what fits, what a search turns up included."""
    keys = _candidates(store, action, entity, given)
    wanted = [a for a in action.sorting if given.get(a.name) is not None]
    if wanted:
        if any(store.missing(given[a.name]) for a in wanted if a.role != "ref"):
            return []
        keys = _fitting(keys, store.seen(entity, keys), wanted, given)
        keys += _turned_up(store, action, entity, given, keys, wanted)
    needed = action.needs if action.needs in entity.statuses else ""
    if not needed and not action.newest:
        return keys
    rows = list(zip(keys, store.seen(entity, keys), strict=True))
    if needed:
        rows = [each for each in rows if each[1].get(entity.status_field) == needed]
    if action.newest:
        rows = _newest(rows, entity)
    return [key for key, _ in rows]


def _candidates(
    store: Store, action: Action, entity: Entity, given: Given
) -> list[str]:
    """The ids, in normal form, that are told; else those of all that is shown."""
    for argument in action.role("target"):
        told = given.get(argument.name)
        if argument.many and told is not None:
            return [normal(each) for each in told if store.holds(entity, each)]
    return store.keys(entity)


def _newest(rows: list[tuple[Any, Answer]], entity: Entity) -> list[tuple[Any, Answer]]:
    """The latest first; what is still to come stands at the end."""
    days = [e.name for e in entity.fields if e.kind in DAYS]

    def place(each: tuple[str, Answer]) -> tuple[bool, str]:
        row = each[1]
        day = str(row.get(days[0]) or "") if days else ""
        return row.get(entity.status_field) != "scheduled", day

    rows.reverse()  # of one day, what was added last comes first
    return sorted(rows, key=place, reverse=True)


def _turned_up(
    store: Store,
    action: Action,
    entity: Entity,
    given: Given,
    known: list[str],
    wanted: list[Argument],
) -> list[str]:
    """Ids of what a search by place, date or words turns up besides what is known."""
    places = [a for a in action.places if given.get(a.name) is not None]
    if not entity.turns_up or all(a.kind == "enum" for a in places):
        return []
    lists = {each.name for each in entity.fields if each.many}
    said = {
        a.field: [given[a.name]] if a.field in lists and not a.many else given[a.name]
        for a in places
        if not a.seeks
    }
    bounds = [(a, given[a.name]) for a in wanted if is_dated(a)]
    if bounds:
        said = {**inside(bounds), **said}
    sought = [a.name for a in places if a.seeks][:1]
    topic = (entity.topic, str(given[sought[0]])) if sought else None
    found = store.derived(entity, said, topic)
    settled = {*sought, *(a.name for a in places if not a.seeks and not a.many)}
    left = [a for a in wanted if a.name not in settled]
    found = [key for key in found if key not in known]
    return _fitting(found, store.seen(entity, found), left, given) if left else found


def _fitting(
    keys: Iterable[str], rows: Iterable[Answer], wanted: list[Argument], given: Given
) -> list[str]:
    """Those of ``keys`` whose record fits every argument."""
    kept = list(zip(keys, rows, strict=True))
    for argument in wanted:
        told, field = given[argument.name], argument.field
        if argument.role == "key" or not (kept or is_dated(argument)):
            continue  # a bound that is no date is refused whatever there is
        if _reads_all(argument, told):
            kept = [each for each in kept if _speaks_of(each[1], told)]
        else:
            fits = _fit(argument, told)
            kept = [each for each in kept if fits(each[1].get(field))]
    return [key for key, _ in kept]


def _reads_all(argument: Argument, told: Any) -> bool:
    """Whether the words may stand anywhere in a record."""
    plain = argument.role not in ("least", "most")
    worded = argument.seeks or argument.kind == "text"
    return plain and worded and isinstance(told, str)


def _fit(argument: Argument, told: Any) -> Callable[[Any], bool]:
    """What tells whether a value of a record fits what is told for an argument."""
    if argument.role in ("least", "most"):
        return allowing(argument, told)
    if isinstance(told, list):
        return lambda have: not told or any(same(have, each) for each in told)
    alike = like(told)
    return lambda have: any(map(alike, have)) if isinstance(have, list) else alike(have)


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
    every = action.catchalls
    if every:
        given = {
            name: each
            for name, each in given.items()
            if not (isinstance(each, str) and each in every.get(name, ()))
        }
    held = _held(model, action, entity, given)
    if entity.pairs and given:
        check_order(action, entity, fields_of(action, given))
    if held is None:
        keys = matching(store, action, entity, given)
    else:
        holder, argument, name = held
        row = store.at(holder, normal(given[argument.name])) or {}
        keys = [normal(e) for e in row.get(name) or () if store.holds(entity, e)]
    if action.asks_id:
        return _id_alone(store, action, entity, keys, given)
    if action.order:
        keys = ordered(store, entity, keys, action.order, down=action.falling)
    if given:
        keys = in_order(store, action, entity, keys, given)
    answer = page_of(action, entity, keys, given)
    rows = store.copies(entity, answer[entity.plural])
    answer[entity.plural] = (
        [public(entity, row) for row in rows] if entity.hidden else rows
    )
    return answer


def _id_alone(
    store: Store, action: Action, entity: Entity, keys: list[str], given: Given
) -> Answer:
    """The id alone, for tools that are asked for an id."""
    if not keys:
        told = _first_told(action, given)
        thing = entity.name.replace("_", " ")
        raise refusal(
            "not_found",
            f"no {thing} found for {told.get('field')} {told.get('given')!r}",
            **told,
        )
    return {entity.key: (store.at(entity, keys[0]) or {}).get(entity.key)}


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
