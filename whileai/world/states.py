"""The states of the world made true in a scene's records."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from attrs import define, field

from whileai.model import Record
from whileai.world import nouns
from whileai.world.money import paid_for
from whileai.world.parts import MAKES
from whileai.world.statuses import before, done, paid_back
from whileai.world.words import participle

if TYPE_CHECKING:
    from whileai.world.parts import Action, Entity, Model
    from whileai.world.store import Store

    Row = dict[str, Any]


@define(kw_only=True)
class Draft:
    """A scene in the making, for one tool.

    Args:
        action: of the tool.
        entity: that it acts on.
        row: the record that matters; empty if there is none.
        facts: what the person knows.
        records: what the store is to hold.
        missing: ids that it must not hold.
        done: what was done before, in words.
    """

    action: Action
    entity: Entity | None
    row: Row
    facts: Row
    records: list[Record] = field(factory=list)
    missing: list[Any] = field(factory=list)
    done: str = ""

    def keep(self, entity: Entity, row: Row, **changes: Any) -> None:
        """Add ``row`` with ``changes`` to the records of the scene."""
        fields = {**row, **changes}
        own = fields.pop(entity.key, None)
        self.records.append(Record(entity=entity.name, id=own, fields=fields))

    @property
    def own(self) -> Any:
        """The id of the record that matters."""
        return self.row.get(self.entity.key) if self.entity else None

    @property
    def thing(self) -> str:
        """What it is called: ``order #W1``."""
        if self.entity is None:
            return "it"
        name = self.entity.name.replace("_", " ")
        shown = self.own is not None and self.entity.taken
        return f"{name} {self.own}" if shown else f"the {name}"


def settle(state: str, draft: Draft, model: Model, store: Store) -> None:
    """Make ``state`` true in the records of ``draft``."""
    maker = _STATES.get(state, _exists)
    if draft.entity is not None:
        maker(draft, draft.entity, model, store)


def _exists(draft: Draft, entity: Entity, model: Model, store: Store) -> None:
    action = draft.action
    if not draft.row:
        return
    changes: Row = {}
    status = draft.row.get(entity.status_field)
    if action.needs and entity.statuses:
        changes[entity.status_field] = action.needs
    elif (
        action.verb == "transition"
        and status
        and status in (paid_back(entity, whole=each) for each in (True, False))
    ):
        changes[entity.status_field] = entity.statuses[0]
    changes = {**before(action, entity, draft.row), **changes}
    link = action.link
    row = _joined(draft, entity, inside=not link.joins) if link else draft.row
    draft.keep(entity, row, **changes)


def _missing(draft: Draft, entity: Entity, model: Model, store: Store) -> None:
    for argument in draft.action.role("target", "ref"):
        told = draft.facts.get(argument.name)
        if told is None or (argument.many and argument.role != "target"):
            continue
        other = model.entities[argument.entity]
        own = told[0] if argument.many else told
        absent = own if other.named else store.unused(other, store.seed)
        draft.facts[argument.name] = [absent] if argument.many else absent
        draft.missing.append(absent)
        if argument.role == "target":
            draft.row = {**draft.row, other.key: absent}
        return
    for argument in draft.action.role("locator", "filter"):
        told = draft.facts.get(argument.name)
        if isinstance(told, (str, int)) and not isinstance(told, bool):
            draft.missing.append(told)
            if argument.field in entity.natural and draft.own is not None:
                draft.missing.append(draft.own)  # nor does any list show it
            return


def _acted(draft: Draft, entity: Entity, model: Model, store: Store) -> None:
    action = draft.action
    past = "deleted" if action.verb == "delete" else participle(action.word or "change")
    if action.said and action.word == "mark":
        past = f"marked as {action.status}" if action.status else past
    draft.done = f"{draft.thing} was already {past}"
    if action.link is not None:
        draft.keep(entity, _joined(draft, entity, inside=action.link.joins))
        member, said = (
            draft.facts.get(action.link.member),
            "in" if action.link.joins else "out of",
        )
        draft.done = f"{member} is already {said} {draft.thing}"
    elif _refunds(action, entity):
        _refunded(draft, entity, model, store, share=1.0)
    elif action.verb == "transition":
        draft.keep(entity, draft.row, **done(action, entity))
    elif action.verb == "update":
        told = {
            a.field: draft.facts[a.name]
            for a in action.role("field")
            if a.name in draft.facts
        }
        draft.keep(entity, draft.row, **told)
        draft.done = f"{draft.thing} already holds the new values"
    elif action.verb == "delete" and draft.own is not None:
        draft.missing.append(draft.own)
        draft.missing += [
            draft.facts[a.name] for a in action.role("locator") if a.name in draft.facts
        ]
    elif action.verb in MAKES:
        draft.row = _created(draft, entity, store)
        draft.keep(entity, draft.row)
        draft.done = f"this {entity.name.replace('_', ' ')} was already made"
    else:
        draft.done = ""
        _exists(draft, entity, model, store)


def _joined(draft: Draft, entity: Entity, *, inside: bool) -> Row:
    """The record of a holder with the thing that moves in its list, or not in it."""
    link = draft.action.link
    if link is None:
        return draft.row
    member = draft.facts.get(link.member)
    kept = [each for each in draft.row.get(link.field) or () if each != member]
    return {**draft.row, link.field: [*kept, member] if inside else kept}


def _refunds(action: Action, entity: Entity) -> bool:
    return action.word == "refund" or nouns.category(entity.name) == "refund"


def _refunded(
    draft: Draft, entity: Entity, model: Model, store: Store, share: float
) -> None:
    """Note that ``share`` of what was paid went back already."""
    bought, row = entity, draft.row
    if nouns.category(entity.name) == "refund":
        for argument in draft.action.role("ref"):
            other = model.entities[argument.entity]
            found = store.record(other, draft.facts.get(argument.name, ""))
            if found is not None and paid_for(other, found) is not None:
                bought, row = other, found
                made = _created(draft, entity, store)
                money = [a.field for a in draft.action.arguments if a.kind == "amount"]
                back = round((paid_for(other, found) or 0.0) * share, 2)
                draft.keep(entity, made, **dict.fromkeys(money[:1], back))
                break
    paid = paid_for(bought, row)
    if paid is None:
        whole = share >= 1 and bought.statuses
        status = paid_back(bought, whole=True) or "refunded"
        draft.keep(bought, row, **({bought.status_field: status} if whole else {}))
        return
    changes: Row = {"refunded_amount": round(paid * share, 2)}
    status = paid_back(bought, whole=share >= 1)
    if bought.statuses and status:
        changes[bought.status_field] = status
    if share < 1:
        changes["progress"] = {
            "done": [f"refunded {changes['refunded_amount']}"],
            "remaining": [f"refund {round(paid - changes['refunded_amount'], 2)}"],
        }
    draft.keep(bought, row, **changes)
    draft.row = {**row, **changes}
    name = f"{bought.name.replace('_', ' ')} {row.get(bought.key)}"
    said = "refunded" if share >= 1 else "partially refunded"
    draft.done = f"{name} was already {said}"


def _created(draft: Draft, entity: Entity, store: Store) -> Row:
    """A record as the call would make it."""
    fields = {
        a.field: draft.facts[a.name]
        for a in draft.action.role("field", "ref")
        if a.name in draft.facts
    }
    keys = draft.action.role("key")
    own = next((draft.facts[a.name] for a in keys if a.name in draft.facts), None)
    if draft.action.status and entity.statuses:
        fields[entity.status_field] = draft.action.status
    own = store.unused(entity, store.seed) if own is None else own
    return {**store.sketch(entity, own, fields), entity.key: own}


def _duplicate(draft: Draft, entity: Entity, model: Model, store: Store) -> None:
    """Two records alike in every field but id, status and times."""
    if draft.action.verb in MAKES:
        first = _created(draft, entity, store)
        keyed = draft.action.role("key")
        if not keyed:
            draft.keep(entity, first)
            draft.keep(entity, _twin(first, entity, store))
            draft.done = f"two {entity.name.replace('_', ' ')} records are alike"
        return
    if not draft.row or draft.own is None:
        _exists(draft, entity, model, store)
        return
    _exists(draft, entity, model, store)
    kept = draft.records[-1]
    draft.keep(entity, _twin({entity.key: kept.id, **kept.fields}, entity, store))
    other = f": {draft.records[-1].id}" if entity.taken else ""
    draft.done = f"{draft.thing} has a double{other}"


_TIMES = ("datetime", "past_date")


def _twin(row: Row, entity: Entity, store: Store) -> Row:
    twin = dict(row)
    own = row.get(entity.key)
    other = store.unused(entity, store.seed, but=own)
    if isinstance(own, str) and any(
        kind == "first" for kind, _ in entity.shapes[0].parts
    ):
        other = own.rstrip("0123456789") + other[len(other.rstrip("0123456789")) :]
    twin[entity.key] = other
    for each in entity.fields:
        if each.kind in _TIMES and isinstance(row.get(each.name), str):
            twin[each.name] = (
                f"{store.today}T08:30:00Z" if each.kind == "datetime" else store.today
            )
    return twin


def _partial(draft: Draft, entity: Entity, model: Model, store: Store) -> None:
    """A record that says what is done and what is not."""
    action = draft.action
    if _refunds(action, entity):
        _refunded(draft, entity, model, store, share=0.5)
        return
    made = action.verb in MAKES
    row = _created(draft, entity, store) if made else draft.row
    if not row:
        return
    draft.row = row
    verb = action.word or "update"
    steps = {
        "create": nouns.steps_of(entity.name),
        "send": ("message drafted", "message delivered"),
        "transfer": ("amount reserved", "amount paid out"),
        "transition": (f"request to {verb} received", f"{verb} completed"),
        "update": ("change requested", "change applied"),
        "delete": ("removal requested", "record removed"),
    }.get(action.verb, nouns.steps_of(entity.name))
    changes: Row = {"progress": {"done": [steps[0]], "remaining": [steps[1]]}}
    if action.needs and entity.statuses:
        changes[entity.status_field] = action.needs
    changes = {**before(action, entity, row), **changes}
    draft.keep(entity, row, **changes)
    draft.done = f"{draft.thing}: {steps[0]}, but not yet {steps[1]}"


_STATES = {
    "entity exists": _exists,
    "entity missing": _missing,
    "entity already acted on": _acted,
    "duplicate entity": _duplicate,
    "partially completed": _partial,
    "unknown": _exists,
}
