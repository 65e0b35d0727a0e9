"""What each verb does to the store, and what it answers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from whileai.base.lines import fresh
from whileai.world import nouns
from whileai.world.answers import Refused, not_found, page_of, refusal
from whileai.world.compute import Incomputable, computed
from whileai.world.store import same
from whileai.world.words import passive, plural, words

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from whileai.world.parts import Action, Argument, Entity, Link, Model
    from whileai.world.store import Store

    Answer = dict[str, Any]
    Given = Mapping[str, Any]

_OPEN = frozenset(
    "city place airport date datetime time country state query category year month "
    "language currency symbol exchange repo org branch company product url path sha "
    "text latitude longitude city_state substance channel version song".split()
)
"""Kinds of locators for which a search turns up things that fit."""


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
    return _DOERS[action.verb](model, store, action, entity, given)


def _check_references(model: Model, store: Store, action: Action, given: Given) -> None:
    """Refuse ids of other things that do not exist."""
    for argument in action.arguments:
        if argument.role not in ("ref", "swap") or given.get(argument.name) is None:
            continue
        entity = model.entities[argument.entity]
        told = given[argument.name]
        for each in told if isinstance(told, list) else (told,):
            if not store.holds(entity, each):
                raise not_found(entity, argument.name, each)


def _fields(action: Action, given: Given) -> Answer:
    """The arguments that are fields of the record."""
    return {
        argument.field: given[argument.name]
        for argument in action.arguments
        if argument.role in ("field", "filter", "locator", "ref", "least", "most")
        and given.get(argument.name) is not None
    }


def _find(store: Store, action: Action, entity: Entity, given: Given) -> Answer:
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
        row = store.located(entity, _locators(action, given))
    elif action.verb == "read" and _fields(action, given):
        row = next(iter(_matching(store, action, entity, given)), None)
    else:
        row = store.own(entity)
    if row is None:
        told = _fields(action, given)
        spelled = ", ".join(f"{name}={each!r}" for name, each in told.items())
        thing = entity.name.replace("_", " ")
        field = next(iter(told), entity.key)
        raise refusal("not_found", f"no {thing} found for {spelled}"[:500], field=field)
    return row


def _locators(action: Action, given: Given) -> Answer:
    return {
        argument.field: given[argument.name]
        for argument in action.role("locator", "ref")
        if given.get(argument.name) is not None
    }


def _keep(store: Store, action: Action, entity: Entity, given: Given, row: Answer) -> None:
    """Write a changed record back to where it was found."""
    if entity.single or entity.located:
        store.write_located(entity, _locators(action, given) if entity.located else {}, row)
    else:
        store.write(entity, row)


def _public(entity: Entity, row: Answer) -> Answer:
    """The record as tools show it: without secrets."""
    hidden = [each.name for each in entity.fields if each.kind == "password"]
    return {k: v for k, v in row.items() if k not in hidden} if hidden else row


def _read(model: Model, store: Store, action: Action, entity: Entity, given: Given) -> Answer:
    row = _public(entity, _find(store, action, entity, given))
    for name in action.includes:
        row[plural(name)] = _pointing(store, model.entities[name], entity, row)
    return row


def _pointing(store: Store, other: Entity, entity: Entity, row: Answer) -> list[Any]:
    """The ids of records of ``other`` that point to ``row``."""
    links = [each for each in other.fields if each.entity == entity.name]
    own = row.get(entity.key)
    found = []
    for each in store.ids(other):
        record = store.record(other, each) or {}
        if any(_points(record.get(link.name), own) for link in links):
            found.append(each)
    return found


def _points(told: Any, own: Any) -> bool:
    return own in told if isinstance(told, list) else same(told, own)


def _matching(store: Store, action: Action, entity: Entity, given: Given) -> list[Answer]:
    """Every record that fits the arguments, those that a search turns up included."""
    wanted = [a for a in action.arguments if given.get(a.name) is not None]
    wanted = [a for a in wanted if a.role in ("ref", "filter", "locator", "least", "most", "key", "target")]
    if any(store.missing(given[a.name]) for a in wanted if a.role != "ref"):
        return []
    places = [a for a in wanted if a.role == "locator" and a.kind in (*_OPEN, "enum")]
    open_ones = {a.field: given[a.name] for a in places}
    if all(a.kind == "enum" for a in places):
        open_ones = {}
    ids = store.ids(entity)
    known = {str(each) for each in ids}
    if open_ones and not entity.named and not nouns.personal(entity.name):
        ids = [*ids, *(e for e in store.derived(entity, open_ones) if str(e) not in known)]
    rows = [row for row in (store.record(entity, each) for each in ids) if row]
    if action.needs and action.needs in entity.statuses:
        rows = [row for row in rows if row.get(entity.status_field) == action.needs]
    return [row for row in rows if all(_fits(row, a, given[a.name]) for a in wanted)]


def _fits(row: Answer, argument: Argument, told: Any) -> bool:
    if argument.role == "key":
        return True
    have = row.get(argument.field)
    if argument.role in ("least", "most"):
        if not isinstance(have, (int, float)) or not isinstance(told, (int, float)):
            return True
        return have >= told if argument.role == "least" else have <= told
    if argument.kind in ("query", "text") and isinstance(told, str):
        return _speaks_of(row, told)
    if isinstance(told, list):
        return not told or any(same(have, each) for each in told)
    if isinstance(have, list):
        return any(same(each, told) for each in have)
    return same(have, told)


def _speaks_of(row: Answer, told: str) -> bool:
    """Whether each word of a query stands somewhere in the record."""
    text = " ".join(str(each) for each in row.values()).casefold()
    return all(word in text for word in told.casefold().split())


def _list(model: Model, store: Store, action: Action, entity: Entity, given: Given) -> Answer:
    held = _held(model, action, entity, given)
    if held is not None:
        holder, argument, name = held
        row = store.record(holder, given[argument.name]) or {}
        rows = [store.record(entity, each) for each in row.get(name) or ()]
        return page_of(action, entity, [_public(entity, r) for r in rows if r], given)
    rows = _matching(store, action, entity, given)
    if action.focus and not action.plural:
        if not rows:
            raise refusal("not_found", f"no {entity.name} found", **_first_told(action, given))
        return {entity.key: rows[0][entity.key]}
    if action.focus:
        return _focused(action, entity, rows, given)
    return page_of(action, entity, [_public(entity, row) for row in rows], given)


def _focused(action: Action, entity: Entity, rows: list[Answer], given: Given) -> Answer:
    """The id alone, for tools that are asked for an id."""
    if not rows:
        told = _first_told(action, given)
        thing = entity.name.replace("_", " ")
        raise refusal("not_found", f"no {thing} found for {told.get('field')} {told.get('given')!r}", **told)
    return {entity.key: rows[0].get(entity.key)}


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
            if each.entity == entity.name and each.many and given.get(argument.name) is not None:
                return holder, argument, each.name
    return None


def _create(model: Model, store: Store, action: Action, entity: Entity, given: Given) -> Answer:
    fields = _fields(action, given)
    own = next((given[a.name] for a in action.role("key") if a.name in given), None)
    if own is not None and store.holds(entity, own):
        thing = entity.name.replace("_", " ")
        key = action.role("key")[0].name
        raise refusal("already_exists", f"{thing} {own!r} already exists", field=key, id=own)
    if nouns.category(entity.name) == "refund":
        _pay_back(model, store, action, given)
    _check_order(entity, fields)
    if action.status and entity.statuses:
        fields.setdefault(entity.status_field, action.status)
    return _public(entity, store.create(entity, fields, own))


def _check_order(entity: Entity, fields: Answer) -> None:
    """Refuse an end before its start."""
    for low, high in entity.pairs:
        first, last = fields.get(low), fields.get(high)
        if isinstance(first, str) and isinstance(last, str) and last < first:
            if first[:4].isdigit() and last[:4].isdigit():
                raise refusal(
                    "invalid_arguments",
                    f"{high} {last!r} is before {low} {first!r}",
                    field=high,
                )


def _pay_back(model: Model, store: Store, action: Action, given: Given) -> None:
    """Take a refund off what was paid for the thing it is for."""
    for argument in action.role("ref"):
        other = model.entities[argument.entity]
        row = store.record(other, given.get(argument.name, "")) if not argument.many else None
        if row is not None and _paid(other, row) is not None:
            _refund(action, other, row, given, argument.name)
            store.write(other, row)
            return


def _paid(entity: Entity, row: Answer) -> float | None:
    for each in entity.fields:
        if each.kind == "amount" and "refund" not in each.name:
            found = row.get(each.name)
            if isinstance(found, (int, float)) and not isinstance(found, bool):
                return float(found)
    return None


def _refund(action: Action, entity: Entity, row: Answer, given: Given, key: str) -> None:
    """Note a refund on ``row``; it is never more than what was paid."""
    paid = _paid(entity, row) or 0.0
    before = float(row.get("refunded_amount") or 0)
    left = round(paid - before, 2)
    thing = f"{entity.name.replace('_', ' ')} {row.get(entity.key)!r}"
    if left <= 0:
        raise refusal(
            "already_done", f"{thing} is already refunded in full", field=key, id=row.get(entity.key)
        )
    asked = [a for a in action.arguments if a.kind in ("amount", "number") and a.role == "field"]
    amount = next((given[a.name] for a in asked if given.get(a.name) is not None), left)
    if not isinstance(amount, (int, float)) or amount <= 0:
        raise refusal("invalid_arguments", f"amount must be more than 0, got {amount!r}", field=asked[0].name)
    if amount > left + 0.004:
        raise refusal(
            "amount_too_high",
            f"amount {amount!r} is more than the {left} that can still be refunded for {thing}",
            field=asked[0].name if asked else key,
        )
    row["refunded_amount"] = round(before + amount, 2)
    if entity.statuses:
        full = row["refunded_amount"] >= paid
        row[entity.status_field] = "refunded" if full else "partially refunded"


def _transition(model: Model, store: Store, action: Action, entity: Entity, given: Given) -> Answer:
    row = _find(store, action, entity, given)
    refunding = action.word == "refund" and _paid(entity, row) is not None
    if not refunding:
        _check_status(action, entity, row)
    _check_members(action, row, given)
    if refunding:
        key = next((a.name for a in action.role("target")), entity.key)
        _refund(action, entity, row, given, key)
    else:
        row[entity.status_field] = action.status or passive(action.word)
    for argument in action.arguments:
        told = given.get(argument.name)
        if told is None or argument.role == "target":
            continue
        if argument.many and argument.field in row:
            row[f"{'_'.join(words(passive(action.word).split()[0]))}_{argument.name}"] = told
        elif not (refunding and argument.kind in ("amount", "number")):
            row[argument.field] = told
    _keep(store, action, entity, given, row)
    return _public(entity, fresh(row))


def _check_status(action: Action, entity: Entity, row: Answer) -> None:
    """Refuse what was done already, and what the status does not allow."""
    status = row.get(entity.status_field)
    thing = f"{entity.name.replace('_', ' ')} {row.get(entity.key, '')!r}"
    about = {"field": entity.status_field, "id": row.get(entity.key)}
    if action.verb == "transition" and action.status and same(status, action.status):
        raise refusal("already_done", f"{thing} is already {status}", **about)
    if action.needs and status is not None and not same(status, action.needs):
        raise refusal(
            "wrong_status",
            f"{thing} is {status}; only {action.needs} ones can be changed this way",
            **about,
        )


def _check_members(action: Action, row: Answer, given: Given) -> None:
    """Refuse parts that the record does not have."""
    for argument in action.role("ref"):
        have, told = row.get(argument.field), given.get(argument.name)
        if not argument.many or not isinstance(have, list) or not isinstance(told, list):
            continue
        for each in told:
            if not any(same(each, one) for one in have):
                raise refusal(
                    "not_found",
                    f"{argument.name}: {each!r} is not part of {next(iter(row.values()), '')!r}",
                    field=argument.name,
                    id=each,
                )


def _update(model: Model, store: Store, action: Action, entity: Entity, given: Given) -> Answer:
    if action.link is not None:
        return _move(model, store, action.link, entity, given)
    row = _find(store, action, entity, given)
    _check_status(action, entity, row)
    swaps = {a.field: a.name for a in action.role("swap")}
    _check_members(action, row, given)
    for argument in action.arguments:
        told = given.get(argument.name)
        if told is None or argument.role in ("target", "option", "limit"):
            continue
        if argument.name in swaps:
            row[argument.name] = _swapped(row.get(argument.name), told, given.get(swaps[argument.name]))
        elif argument.role != "swap":
            row[argument.field] = told
    _check_order(entity, row)
    if action.status:
        row[entity.status_field] = action.status
    _keep(store, action, entity, given, row)
    return _public(entity, fresh(row))


def _swapped(have: Any, old: Any, new: Any) -> Any:
    """The ids with each old one replaced by the new one in the same place."""
    if not (isinstance(have, list) and isinstance(old, list) and isinstance(new, list)):
        return new if new is not None else have
    if len(old) != len(new):
        raise refusal(
            "invalid_arguments",
            f"there must be as many new ids as old ones, got {len(new)} for {len(old)}",
            field="new",
        )
    replaced = list(have)
    for one, other in zip(old, new, strict=True):
        place = next(i for i, each in enumerate(replaced) if same(each, one))
        replaced[place] = other
    return replaced


def _move(model: Model, store: Store, link: Link, holder: Entity, given: Given) -> Answer:
    """Put one thing into another's list, or take it out."""
    row = store.record(holder, given[link.holder])
    member = given[link.member]
    if row is None:
        raise not_found(holder, link.holder, given[link.holder])
    have = list(row.get(link.field) or ())
    inside = any(same(each, member) for each in have)
    if inside == link.joins:
        said = "already in" if inside else "not in"
        raise refusal(
            "already_done" if inside else "not_found",
            f"{member!r} is {said} {row.get(holder.key)!r}",
            field=link.member,
            id=member,
        )
    kept = [each for each in have if not same(each, member)]
    row[link.field] = [*kept, member] if link.joins else kept
    store.write(holder, row)
    return _public(holder, fresh(row))


def _delete(model: Model, store: Store, action: Action, entity: Entity, given: Given) -> Answer:
    row = _find(store, action, entity, given)
    if entity.key in row:
        store.remove(entity, row[entity.key])
        return {entity.key: row[entity.key], "deleted": True}
    store.write_located(entity, _locators(action, given), {})
    return {"deleted": True}


def _transfer(model: Model, store: Store, action: Action, entity: Entity, given: Given) -> Answer:
    amounts = [a.name for a in action.arguments if a.kind in ("amount", "number")]
    amount = given.get(amounts[0]) if amounts else None
    if isinstance(amount, (int, float)) and amount <= 0:
        raise refusal("invalid_arguments", f"amount must be more than 0, got {amount!r}", field=amounts[0])
    if isinstance(amount, (int, float)):
        _charge(model, store, action, given, amount, amounts[0])
    fields = {k: v for k, v in _fields(action, given).items() if v is not None}
    if entity.statuses and "completed" in entity.statuses:
        fields.setdefault(entity.status_field, "completed")
    return _public(entity, store.create(entity, fields))


def _charge(
    model: Model, store: Store, action: Action, given: Given, amount: float, field: str
) -> None:
    """Take ``amount`` off the balance it comes from, and add it where it goes."""
    ends = [a for a in action.role("ref") if "balance" in _names(model.entities[a.entity])]
    for place, argument in enumerate(ends[:2]):
        entity = model.entities[argument.entity]
        row = store.record(entity, given[argument.name]) or {}
        lone = len(ends) == 1 and not argument.name.startswith("from")
        if lone:
            break
        row["balance"] = _after(row, -amount if place == 0 else amount, field)
        store.write(entity, row)
    if not ends:
        for entity in model.entities.values():
            if entity.single and "balance" in _names(entity):
                row = store.own(entity)
                row["balance"] = _after(row, -amount, field)
                store.write_located(entity, {}, row)
                return


def _names(entity: Entity) -> set[str]:
    return {each.name for each in entity.fields}


def _after(row: Answer, change: float, field: str) -> float:
    balance = float(row.get("balance") or 0)
    if balance + change < -0.004:
        raise refusal(
            "insufficient_funds", f"{field} {-change} is more than the balance {balance}", field=field
        )
    return round(balance + change, 2)


_DOERS: dict[str, Callable[..., Answer]] = {
    "create": _create,
    "send": _create,
    "read": _read,
    "list": _list,
    "search": _list,
    "update": _update,
    "delete": _delete,
    "transition": _transition,
    "transfer": _transfer,
    "unknown": lambda *_: {"ok": True},
}

__all__ = ["Refused", "act"]
