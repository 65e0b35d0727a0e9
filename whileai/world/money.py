"""Money that moves: refunds never above what was paid, transfers within a balance."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from whileai.base.numbers import is_number
from whileai.world.answers import refusal
from whileai.world.statuses import paid_back

if TYPE_CHECKING:
    from collections.abc import Mapping

    from whileai.world.parts import Action, Entity, Model
    from whileai.world.store import Store

    Answer = dict[str, Any]
    Given = Mapping[str, Any]


def pay_back(model: Model, store: Store, action: Action, given: Given) -> None:
    """Take a refund off what was paid for the thing it is for."""
    for argument in action.role("ref"):
        other = model.entities[argument.entity]
        row = (
            store.record(other, given.get(argument.name, ""))
            if not argument.many
            else None
        )
        if row is not None and paid_for(other, row) is not None:
            refund(action, other, row, given, argument.name)
            store.write(other, row)
            return
        if row is not None and other.statuses:
            _refund_whole(other, row, argument.name)
            store.write(other, row)
            return


def _refund_whole(entity: Entity, row: Answer, key: str) -> None:
    """Note that a thing without a price was paid back; once."""
    thing = f"{entity.name.replace('_', ' ')} {row.get(entity.key)!r}"
    status = paid_back(entity, whole=True) or "refunded"
    if row.get(entity.status_field) == status:
        raise refusal(
            "already_done",
            f"{thing} is already refunded",
            field=key,
            id=row.get(entity.key),
        )
    row[entity.status_field] = status


def paid_for(entity: Entity, row: Answer) -> float | None:
    """Give what was paid for the thing of ``row``; ``None`` if it has no price."""
    for each in entity.fields:
        if each.kind == "amount" and "refund" not in each.name:
            found = row.get(each.name)
            if is_number(found):
                return float(found)
    return None


def refund(action: Action, entity: Entity, row: Answer, given: Given, key: str) -> None:
    """Note a refund on ``row``; it is never more than what was paid."""
    paid = paid_for(entity, row) or 0.0
    before = float(row.get("refunded_amount") or 0)
    left = round(paid - before, 2)
    thing = f"{entity.name.replace('_', ' ')} {row.get(entity.key)!r}"
    if left <= 0:
        raise refusal(
            "already_done",
            f"{thing} is already refunded in full",
            field=key,
            id=row.get(entity.key),
        )
    asked = [
        a
        for a in action.arguments
        if a.kind in ("amount", "number") and a.role == "field"
    ]
    amount = next((given[a.name] for a in asked if given.get(a.name) is not None), left)
    if not isinstance(amount, (int, float)) or amount <= 0:
        raise refusal(
            "invalid_arguments",
            f"amount must be more than 0, got {amount!r}",
            field=asked[0].name,
        )
    if amount > left + 0.004:
        raise refusal(
            "amount_too_high",
            f"amount {amount!r} is more than the {left} left to refund for {thing}",
            field=asked[0].name if asked else key,
        )
    row["refunded_amount"] = round(before + amount, 2)
    status = paid_back(entity, whole=row["refunded_amount"] >= paid)
    if entity.statuses and status:
        row[entity.status_field] = status


def charge(
    model: Model, store: Store, action: Action, given: Given, amount: float, field: str
) -> None:
    """Take ``amount`` off the balance it comes from, and add it where it goes.

    A balance that is known only by where the money goes is left as it is.
    """
    ends = [
        a for a in action.role("ref") if "balance" in _names(model.entities[a.entity])
    ]
    lone = len(ends) == 1 and not ends[0].name.startswith("from")
    for place, argument in enumerate(() if lone else ends[:2]):
        entity = model.entities[argument.entity]
        row = store.record(entity, given[argument.name]) or {}
        row["balance"] = _after(row, -amount if place == 0 else amount, field)
        store.write(entity, row)
    if not ends:
        for entity in model.entities.values():
            if entity.single and "balance" in _names(entity):
                row = store.own(entity) or {}
                row["balance"] = _after(row, -amount, field)
                store.write_located(entity, {}, row)
                return


def _names(entity: Entity) -> set[str]:
    return {each.name for each in entity.fields}


def _after(row: Answer, change: float, field: str) -> float:
    balance = float(row.get("balance") or 0)
    if balance + change < -0.004:
        raise refusal(
            "insufficient_funds",
            f"{field} {-change} is more than the balance {balance}",
            field=field,
        )
    return round(balance + change, 2)
