"""What each verb does to the store, and what it answers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from whileai.base.lines import fresh
from whileai.world import nouns
from whileai.world.answers import Refused, not_found, refusal
from whileai.world.compute import Incomputable, computed
from whileai.world.counting import is_count, recount
from whileai.world.flags import FLAGS
from whileai.world.keys import unique
from whileai.world.looking import (
    fields_of,
    find,
    listing,
    locators,
    matching,
    public,
    read,
    with_fields,
)
from whileai.world.money import charge, paid_for, pay_back, refund
from whileai.world.ranges import check_order
from whileai.world.sameness import normal, same
from whileai.world.statuses import done
from whileai.world.words import passive, words

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from whileai.world.parts import Action, Entity, Link, Model
    from whileai.world.store import Store

    Answer = dict[str, Any]
    Given = Mapping[str, Any]


_TAKEN = ("target", "locator", "option", "limit")
"""Roles of what finds a thing, or says how, and is no new value."""
_PAYING = ("exchange", "return", "refund")
"""Words of actions that pay by other means than the thing was paid with."""


def act(model: Model, store: Store, action: Action, given: Given) -> Answer:
    """Do what ``action`` does with the arguments ``given``, and give the answer.

    Args:
        model: the entities there are.
        store: what is true now; changed by actions that write.
        action: of the tool that was called.
        given: arguments that fit the tool's schema.

    Raises:
        Refused: with the error object that is the answer instead.
    """
    if action.verb == "compute":
        try:
            return computed(action.tool, given)
        except Incomputable as error:
            raise refusal("cannot_compute", f"cannot compute: {error}") from None
    entity = model.entities.get(action.entity)
    if entity is None:
        return {"ok": True}
    _check_references(model, store, action, given)
    if action.one is not None:
        return _to_each(model, store, action, action.one, entity, given)
    return _DOERS[action.verb](model, store, action, entity, given)


def _to_each(
    model: Model,
    store: Store,
    action: Action,
    one: Action,
    entity: Entity,
    given: Given,
) -> Answer:
    """Do to several things what ``one`` does to one of them.

    Raises:
        Refused: if one that is told is not there, which changes nothing; or if not one
            of those that are told will do.
    """
    told = next((a.name for a in action.role("target")), "")
    ids = given.get(told)
    if ids is not None:
        _check_held(store, entity, told, ids)
    else:
        rows = store.seen(entity, matching(store, action, entity, given))
        ids = [row[entity.key] for row in rows]
    ids = list({normal(each): each for each in ids}.values())  # told twice, done once
    done_to, failed = [], []
    for each in ids:
        single = {**given, one.role("target")[0].name: each}
        try:
            done_to.append(_DOERS[one.verb](model, store, one, entity, single))
        except Refused as refused:
            failed.append(refused)
    if told and failed and not done_to:
        raise failed[0]
    answer: Answer = {entity.plural: done_to, "total": len(done_to)}
    if told and failed:
        answer["failed"] = [each.answer for each in failed]
    return answer


def _check_references(model: Model, store: Store, action: Action, given: Given) -> None:
    """Refuse ids of other things that do not exist."""
    for argument in action.pointing:
        if given.get(argument.name) is None:
            continue
        entity = model.entities[argument.entity]
        told = given[argument.name]
        named = told if isinstance(told, list) else (told,)
        _check_held(store, entity, argument.name, named)


def _check_held(store: Store, entity: Entity, name: str, ids: Iterable[Any]) -> None:
    """Refuse ids, told for the argument ``name``, of which nothing has one."""
    for each in ids:
        if not store.holds(entity, each):
            raise not_found(entity, name, each)


def _keep(
    store: Store, action: Action, entity: Entity, given: Given, row: Answer
) -> None:
    """Write a changed record back to where it was found."""
    if entity.lone:
        store.write_located(
            entity, locators(action, given) if entity.located else {}, row
        )
    else:
        store.write(entity, row)


def _create(
    model: Model, store: Store, action: Action, entity: Entity, given: Given
) -> Answer:
    fields = fields_of(action, given)
    own = next((given[a.name] for a in action.role("key") if a.name in given), None)
    if own is not None and store.holds(entity, own):
        thing = entity.name.replace("_", " ")
        key = action.role("key")[0].name
        raise refusal(
            "already_exists", f"{thing} {own!r} already exists", field=key, id=own
        )
    key, known = _known(store, entity, fields)
    if known and is_count(action, known, given):
        recount(action, known, given, known.get(entity.key))
        store.write(entity, known)
        return public(entity, fresh(known))
    if (
        known
        and unique(key)
        and not any(e.name == key and e.entity for e in entity.fields)
    ):
        thing, told = entity.name.replace("_", " "), fields[key]
        said = f"{thing} with {key} {told!r} already exists"
        raise refusal("already_exists", said, field=key, id=told)
    check_order(action, entity, fields)
    if nouns.category(entity.name) == "refund":
        pay_back(model, store, action, given)
    if action.status and entity.statuses:
        fields.setdefault(entity.status_field, action.status)
    return public(entity, store.create(entity, fields, own))


def _known(store: Store, entity: Entity, fields: Answer) -> tuple[str, Answer]:
    """The record that has the same natural key, and which key; empty without one."""
    for name in () if entity.lone else entity.natural:
        if name in fields:
            for each in with_fields(store, entity, {name: fields[name]}):
                return name, store.record(entity, each) or {}
    return "", {}


def _transition(
    model: Model, store: Store, action: Action, entity: Entity, given: Given
) -> Answer:
    row = find(store, action, entity, given)
    refunding = action.word == "refund" and paid_for(entity, row) is not None
    if not refunding:
        _check_status(action, entity, row)
    _check_members(action, row, given)
    if refunding:
        key = next((a.name for a in action.role("target")), entity.key)
        refund(action, entity, row, given, key)
    else:
        row |= done(action, entity)
        _clear(action, entity, row)
    _check_swaps(action, given)
    for argument in action.arguments:
        told = given.get(argument.name)
        if told is None or argument.role in ("target", "locator", "filter"):
            continue
        paying = action.word in _PAYING and argument.role == "ref"
        if (argument.many or paying) and argument.field in row:
            row[
                f"{'_'.join(words(passive(action.word).split()[0]))}_{argument.name}"
            ] = told
        elif not (refunding and argument.kind in ("amount", "number")):
            row[argument.field] = told
    _keep(store, action, entity, given, row)
    return public(entity, fresh(row))


def _clear(action: Action, entity: Entity, row: Answer) -> None:
    """Let nothing tell any more who had a thing that is free again."""
    declared = {each.name: each for each in entity.fields if each.born}
    for name in action.clears:
        known = declared.get(name)
        if known is None:
            row.pop(name, None)
        elif known.born == "null" and name in row:
            row[name] = None


def _check_swaps(action: Action, given: Given) -> None:
    """Refuse more or fewer new things than there are old ones to put them in for."""
    for argument in action.role("swap"):
        old, new = given.get(argument.field), given.get(argument.name)
        if isinstance(old, list) and isinstance(new, list) and len(old) != len(new):
            raise refusal(
                "invalid_arguments",
                f"{argument.name} must have as many ids as {argument.field}, got "
                f"{len(new)} for {len(old)}",
                field=argument.name,
            )


def _check_status(action: Action, entity: Entity, row: Answer) -> None:
    """Refuse what was done already, and what the status does not allow."""
    status = row.get(entity.status_field)
    thing = f"{entity.name.replace('_', ' ')} {row.get(entity.key, '')!r}"
    about = {"field": entity.status_field, "id": row.get(entity.key)}
    after = done(action, entity) if action.verb == "transition" else {}
    if after and all(same(row.get(name), each) for name, each in after.items()):
        field = next(iter(after))
        said = f"{thing} {_state(action)}"
        raise refusal("already_done", said, field=field, id=row.get(entity.key))
    if action.needs and status is not None and not same(status, action.needs):
        raise refusal(
            "wrong_status",
            f"{thing} is {status}; only {action.needs} ones can be changed this way",
            **about,
        )


def _state(action: Action) -> str:
    """What a thing is once an action was done: ``is already paid``."""
    told = action.status or " ".join(words(passive(action.word)))
    if action.flag is not None and not action.status:
        told = " ".join(each for each in words(action.flag[0]) if each not in FLAGS)
        return f"is already {told}" if action.flag[1] else f"is not {told}"
    return f"is already {told}"


def _check_members(action: Action, row: Answer, given: Given) -> None:
    """Refuse parts that the record does not have."""
    for argument in action.role("ref"):
        have, told = row.get(argument.field), given.get(argument.name)
        if (
            not argument.many
            or not isinstance(have, list)
            or not isinstance(told, list)
        ):
            continue
        for each in told:
            if not any(same(each, one) for one in have):
                holder = next(iter(row.values()), "")
                raise refusal(
                    "not_found",
                    f"{argument.name}: {each!r} is not part of {holder!r}",
                    field=argument.name,
                    id=each,
                )


def _update(
    model: Model, store: Store, action: Action, entity: Entity, given: Given
) -> Answer:
    if action.link is not None:
        return _move(model, store, action.link, entity, given)
    row = find(store, action, entity, given)
    _check_status(action, entity, row)
    swaps = {a.field: a.name for a in action.role("swap")}
    _check_members(action, row, given)
    _check_swaps(action, given)
    for argument in action.arguments:
        told = given.get(argument.name)
        if told is None or argument.role in _TAKEN:
            continue
        if argument.name in swaps:
            row[argument.name] = _swapped(
                row.get(argument.name), told, given.get(swaps[argument.name])
            )
        elif argument.role != "swap":
            row[argument.field] = told
    check_order(action, entity, row)
    if any(listed in given for _, listed, _ in entity.sums):
        store.sum_up(entity, row)
    if action.status:
        row[entity.status_field] = action.status
    _keep(store, action, entity, given, row)
    return public(entity, fresh(row))


def _swapped(have: Any, old: Any, new: Any) -> Any:
    """The ids with each old one replaced by the new one in the same place."""
    if not (isinstance(have, list) and isinstance(old, list) and isinstance(new, list)):
        return new if new is not None else have
    replaced = list(have)
    for one, other in zip(old, new, strict=True):
        place = next(i for i, each in enumerate(replaced) if same(each, one))
        replaced[place] = other
    return replaced


def _move(
    model: Model, store: Store, link: Link, holder: Entity, given: Given
) -> Answer:
    """Put one thing into another's list, or take it out."""
    row = store.record(holder, given[link.holder])
    told = given.get(link.member)
    members = told if isinstance(told, list) else [told]
    if row is None:
        raise not_found(holder, link.holder, given[link.holder])
    have = row.get(link.field)
    have = list(have) if isinstance(have, list) else []
    inside = [e for e in members if any(same(each, e) for each in have)]
    changes = [e for e in members if (e in inside) is not link.joins]
    if not changes:
        said = "already in" if link.joins else "not in"
        raise refusal(
            "already_done" if link.joins else "not_found",
            f"{told!r} is {said} {row.get(holder.key)!r}",
            field=link.member,
            id=told,
        )
    kept = [each for each in have if not any(same(each, e) for e in changes)]
    row[link.field] = [*kept, *changes] if link.joins else kept
    store.write(holder, row)
    return public(holder, fresh(row))


def _delete(
    model: Model, store: Store, action: Action, entity: Entity, given: Given
) -> Answer:
    row = find(store, action, entity, given)
    if is_count(action, row, given):
        recount(action, row, given, row.get(entity.key))
        _keep(store, action, entity, given, row)
        return public(entity, fresh(row))
    if entity.key in row and not entity.single:
        store.remove(entity, row[entity.key])
        told = {} if action.role("target") else locators(action, given)
        for each in with_fields(store, entity, told) if told else ():
            store.remove(entity, each)  # what has the same key goes too
        return {entity.key: row[entity.key], "deleted": True}
    store.write_located(entity, locators(action, given), {})
    return {"deleted": True}


def _transfer(
    model: Model, store: Store, action: Action, entity: Entity, given: Given
) -> Answer:
    amounts = [a.name for a in action.arguments if a.kind in ("amount", "number")]
    amount = given.get(amounts[0]) if amounts else None
    if isinstance(amount, (int, float)) and amount <= 0:
        raise refusal(
            "invalid_arguments",
            f"amount must be more than 0, got {amount!r}",
            field=amounts[0],
        )
    if isinstance(amount, (int, float)):
        charge(model, store, action, given, amount, amounts[0])
    fields = {k: v for k, v in fields_of(action, given).items() if v is not None}
    if entity.statuses and "completed" in entity.statuses:
        fields.setdefault(entity.status_field, "completed")
    return public(entity, store.create(entity, fields))


def _acknowledged(
    model: Model, store: Store, action: Action, entity: Entity, given: Given
) -> Answer:
    """Do nothing that anyone knows of to a thing that there is."""
    row = find(store, action, entity, given)
    known = public(entity, row) if action.tool in model.results else {}
    return {**known, entity.key: row.get(entity.key), "ok": True}


_DOERS: dict[str, Callable[..., Answer]] = {
    "create": _create,
    "send": _create,
    "read": read,
    "list": listing,
    "search": listing,
    "update": _update,
    "delete": _delete,
    "transition": _transition,
    "transfer": _transfer,
    "unknown": _acknowledged,
}
