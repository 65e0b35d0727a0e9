"""What the person knows: a value for each argument that they can state."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any

from whileai.base.examples import NoExample, example
from whileai.base.lines import fresh
from whileai.base.seeds import Dice, derive
from whileai.world import nouns, people
from whileai.world.fields import LOCATORS
from whileai.world.ids import value_type
from whileai.world.money import paid_for
from whileai.world.parts import ID_ROLES, LOOKS
from whileai.world.pools import PAID_ONCE
from whileai.world.ranges import bounding, is_dated
from whileai.world.sameness import same
from whileai.world.values import recipe_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from whileai.world.parts import Action, Argument, Entity, Model
    from whileai.world.store import Store

    Facts = dict[str, Any]

_CALLED = ("payment", "title", "name")
_FINDING = (*ID_ROLES, "locator")
_APART = ("city", "airport", "place", "country", "state", "person", "currency")
"""Kinds of which one call never names the same value twice: both ends of a trip."""

_ENDS = ("from", "to", "origin", "destination", "source", "target")
_STANDING = ("recurring", "is_recurring", "repeat", "repeating", "monthly")
_PAGED = ("limit", "page", "offset", "cursor", "option")


class Teller:
    """Fills the arguments of one tool with what a person would know.

    Args:
        model: the world's.
        store: what is true before the rollout.
        person: who asks.
        dice: every draw of the scene comes from it.
    """

    def __init__(self, model: Model, store: Store, person: Facts, dice: Dice) -> None:
        self._model = model
        self._store = store
        self._person = person
        self._dice = dice
        self._seed = dice.bits()

    def facts(self, action: Action, row: Facts) -> Facts:
        """Give the facts for ``action`` on the record ``row``.

        They are drawn anew up to four times to fit the schema of the tool; ids stay.
        """
        told: Facts = {}
        optional = 0
        for argument in action.arguments:
            if not argument.required:
                if not self._mentions(argument) or optional >= 3:
                    continue
                optional += 1
            told[argument.name] = self._fact(action, argument, row, told)
        self._paid_once(action, row, told)
        if action.verb == "update":
            self._changes(action, row, told)
        self._in_order(action, told)
        return self._checked(action, {k: v for k, v in told.items() if v is not None})

    def _paid_once(self, action: Action, row: Facts, told: Facts) -> None:
        """Make no standing order of what is paid for once, such as a present."""
        about = [told.get(a.name) or row.get(a.field) for a in action.arguments]
        if PAID_ONCE.isdisjoint(each for each in about if isinstance(each, str)):
            return
        for argument in action.arguments:
            if argument.name in _STANDING and told.get(argument.name) is True:
                told[argument.name] = False if argument.required else None

    def _changes(self, action: Action, row: Facts, told: Facts) -> None:
        """Add something to change where only the thing itself is told so far."""
        parts = [
            each
            for each in action.arguments
            if not each.required and each.role not in (*_FINDING, *_PAGED)
        ]
        parts = [each for each in parts if each.kind != "bool"] or parts
        given = (a for a in action.arguments if told.get(a.name) is not None)
        if parts and all(a.role in _FINDING or a.kind == "bool" for a in given):
            argument = self._dice.pick(parts)
            told[argument.name] = self._fact(action, argument, row, told)

    def _mentions(self, argument: Argument) -> bool:
        """Whether the person says something that the tool does not need."""
        if argument.role in ID_ROLES:
            return True
        if argument.role in _PAGED:
            return False
        share = 0.15 if argument.kind in _CALLED else 0.5
        return self._dice.chance(share) and argument.kind not in ("object", "array")

    def _fact(self, action: Action, argument: Argument, row: Facts, told: Facts) -> Any:
        if argument.role == "target":
            own = row.get(self._model.entities[argument.entity].key)
            return typed(argument, [own] if argument.many else own)
        if argument.role in ("ref", "swap"):
            link = action.link
            if link is not None and argument.name == link.member:
                return self._member(
                    argument, row.get(link.field) or [], joins=link.joins
                )
            return typed(argument, self._reference(argument, row, told))
        if argument.role == "key":
            return self._new(self._model.entities[argument.entity])
        looks = action.verb in LOOKS and argument.role != "option"
        if looks or argument.role == "locator":
            have = self._held(argument, row)
            again = _is_end(argument) and have in told.values()
            if have not in (None, "", [], {}) and not again:
                return have
        if argument.kind in ("amount", "number") and action.verb in (
            "transition",
            "create",
        ):
            left = self._left(action, row, told)
            if left is not None:
                return max(
                    0.01, round(left * self._dice.pick((0.25, 0.5, 0.8, 1.0)), 2)
                )
        have = [each for each in told.values() if isinstance(each, str)]
        if action.verb == "update":
            have.append(row.get(argument.field))
        return self._unlike(action, argument, have)

    def _held(self, argument: Argument, row: Facts) -> Any:
        """What the record holds, or a bound that it lies within."""
        have = row.get(argument.field)
        if is_dated(argument):
            return bounding(argument, have, self._dice.pick((3, 7, 14, 30)))
        return have

    def _unlike(self, action: Action, argument: Argument, have: list[Any]) -> Any:
        """A new value: what is there already, or was told, is none."""
        made = self._made(action, argument)
        for _ in range(12):
            if made not in have:
                break
            made = self._made(action, argument)
        return made

    def _new(self, entity: Entity) -> Any:
        """An id for a thing that is to be made: a person's is their name."""
        first = self._elsewhere()["first_name"]
        if (
            nouns.personal(entity.name)
            and entity.loose
            and not self._store.holds(entity, first)
        ):
            return first
        return self._store.unused(entity, self._seed)

    def _made(self, action: Action, argument: Argument) -> Any:
        context: Facts = {"today": self._store.day}
        personal = action.verb in ("create", "update", "transition")
        if action.verb == "create" and nouns.personal(action.entity):
            context["person"] = self._elsewhere()
        elif personal and argument.kind != "person":
            context["person"] = self._person
        if action.verb == "update" and argument.kind in (
            "street",
            "city",
            "state",
            "zip",
        ):
            context["person"] = self._elsewhere()
        about = nouns.category(action.entity)
        recipe = recipe_of(argument.kind, argument.schema, about=about)
        return recipe.make(self._dice, context)

    def _elsewhere(self) -> Facts:
        """Somebody who is not there yet: the same one for all of their details."""
        found = people.person(Dice(self._seed))
        for number in range(8):
            if found["first_name"] not in self._taken:
                break
            found = people.person(Dice(derive(self._seed, number)))
        return found

    @cached_property
    def _taken(self) -> frozenset[Any]:
        """The names of people who are known by them."""
        known = self._model.entities.values()
        loose = [each for each in known if nouns.personal(each.name) and each.loose]
        return frozenset(own for each in loose for own in self._store.ids(each))

    def _member(self, argument: Argument, inside: list[Any], *, joins: bool) -> Any:
        """One that can be put in, or taken out."""
        known = self._store.ids(self._model.entities[argument.entity])
        free = [each for each in known if each not in inside] if joins else inside
        return self._dice.pick(free or known) if free or known else None

    def _reference(self, argument: Argument, row: Facts, told: Facts) -> Any:
        entity = self._model.entities[argument.entity]
        have = row.get(argument.field)
        if argument.role == "ref" and have not in (None, []):
            return have[:1] if isinstance(have, list) and argument.many else have
        known = self._store.ids(entity)
        taken = [*(have if isinstance(have, list) else ())]
        taken += [own for each in told.values() for own in _several(each)]
        others = [each for each in known if each not in taken]
        if not (others or known):
            return None
        found = self._dice.pick(others or known)
        return [found] if argument.many else found

    def _left(self, action: Action, row: Facts, told: Facts) -> float | None:
        """What can still be paid back for the thing that the call is about."""
        for argument in action.role("target", "ref"):
            entity = self._model.entities[argument.entity]
            record = row if argument.role == "target" else None
            if (
                record is None
                and told.get(argument.name) is not None
                and not argument.many
            ):
                record = self._store.record(entity, told[argument.name])
            paid = paid_for(entity, record) if record else None
            if record and paid is not None:
                return round(paid - float(record.get("refunded_amount") or 0), 2)
        return None

    def _in_order(self, action: Action, told: Facts) -> None:
        entity = self._model.entities.get(action.entity)
        for low, high in entity.pairs if entity else ():
            one, other = told.get(low), told.get(high)
            if isinstance(one, str) and isinstance(other, str) and one > other:
                told[low], told[high] = other, one

    def _checked(self, action: Action, told: Facts) -> Facts:
        """``told`` with whatever the schema refuses drawn anew from the schema."""
        schema = self._model.tools[action.tool].parameters
        for _ in range(4):
            problems = self._model.checks[action.tool].problems(nested(action, told))
            if not problems:
                break
            for problem in problems:
                self._redrawn(action, told, problem.field, schema)
        return told

    def _redrawn(
        self, action: Action, told: Facts, field: str, schema: Mapping[str, Any]
    ) -> None:
        path = field.split(".")
        name = path[1] if len(path) > 1 and path[1] in told else path[0]
        argument = next((a for a in action.arguments if a.name == name), None)
        part = (
            argument.schema if argument else (schema.get("properties") or {}).get(name)
        )
        if argument is not None and argument.role in ID_ROLES:
            return
        if part is None:
            told.pop(name, None)
            return
        try:
            told[name] = example(part, self._dice, root=schema)
        except NoExample:
            told.pop(name, None)


def _several(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [value]


def _is_end(argument: Argument) -> bool:
    """Answer whether a value is one of two that differ: where a trip begins or ends."""
    words = argument.name.lower().split("_")
    return argument.kind in _APART or words[0] in _ENDS or words[-1] in _ENDS


def typed(argument: Argument, own: Any) -> Any:
    """Give an id, or ids, in the type that ``argument`` takes."""
    if isinstance(own, list):
        return [typed(argument, each) for each in own]
    wanted = value_type(argument)
    if wanted == "string" and isinstance(own, int):
        return str(own)
    if wanted in ("integer", "number") and isinstance(own, str) and own.isdigit():
        return int(own)
    return own


def nested(action: Action, told: Mapping[str, Any]) -> Facts:
    """Give ``told`` as the tool takes it: what belongs inside an object put there."""
    inside = {a.name: a.within for a in action.arguments if a.within}
    call: Facts = {}
    for name, each in told.items():
        if inside.get(name):
            call.setdefault(inside[name], {})[name] = each
        else:
            call[name] = each
    copy: Facts = fresh(call)
    return copy


def agreed(action: Action, entity: Entity, row: Facts, told: Facts) -> Facts:
    """Give ``row`` changed so that looking things up by ``told`` finds it."""
    if action.verb not in LOOKS:
        return row
    changed = dict(row)
    for argument in action.role("locator", "filter", "ref"):
        if argument.name in told and not argument.seeks:
            have = changed.get(argument.field)
            one = told[argument.name]
            if isinstance(have, list) and not isinstance(one, list):
                changed[argument.field] = have if one in have else [one, *have]
            elif not isinstance(have, list) and not same(have, one):
                changed[argument.field] = one
    for argument in action.role("locator"):
        words = told.get(argument.name)
        if argument.seeks and isinstance(words, str):
            kinds = (argument.kind, "title", "name", "text")
            name = next((f.name for f in entity.fields if f.kind in kinds), "title")
            changed[name] = f"{words[:1].upper()}{words[1:]}"
    return changed


def can_withhold(action: Action, told: Facts) -> list[str]:
    """Give the names of facts that a vague person may leave out at first."""
    needed = [a.name for a in action.arguments if a.required and a.name in told]
    rest = [a.name for a in action.arguments if a.name in told and a.kind in LOCATORS]
    return needed or rest or list(told)
