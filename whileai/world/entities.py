"""What each entity is: its key, the shape of its ids, its fields and statuses."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from attrs import define, evolve, field

from whileai.world import nouns
from whileai.world.arguments_read import id_stem
from whileai.world.flags import flag_of
from whileai.world.holdings import entity_fields
from whileai.world.ids import Shaper, value_type
from whileai.world.keys import natural_keys
from whileai.world.names import described_ids, listed_codes, shown_codes
from whileai.world.parts import ID_ROLES, LOOKS, Action, Argument, Entity, Field
from whileai.world.promises import promised
from whileai.world.schemas import base_schema, type_of
from whileai.world.statuses import (
    cleared,
    needed,
    settled,
    status_field,
    statuses,
    taking,
)
from whileai.world.words import plural, singular, words

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence, Set

    from whileai.model import Tool
    from whileai.world.names import Code

    Found = list[tuple[Action, Argument]]
    Told = Sequence[tuple[str, Action | None]]

_PLACE_KINDS = frozenset(("street", "city", "state", "zip"))
_SHOWING = ("create", "list", "search", "send")


def build(
    tools: Mapping[str, Tool],
    actions: Mapping[str, Action],
    texts: Sequence[str] = (),
) -> dict[str, Entity]:
    """Give the entities that ``actions`` speak of, in the order they come up.

    Args:
        tools: by name.
        actions: what each of them does, as ``matched`` gives them.
        texts: further texts that may name ids.
    """
    ids: dict[str, Found] = {}
    for action in actions.values():
        if action.entity:
            ids.setdefault(action.entity, [])
        for argument in action.role(*ID_ROLES):
            if argument.entity:
                ids.setdefault(argument.entity, []).append((action, argument))
    said = [(each.description, actions[name]) for name, each in tools.items()]
    told = (*said, *((text, None) for text in texts))
    reader = _Reader(
        tools=tools,
        actions=actions,
        named=_named(tools, told, ids),
        shown=_filed(told, shown_codes, [name for name, uses in ids.items() if uses]),
        held=_held(actions),
        taken={name for name, uses in ids.items() if uses},
    )
    found = {name: reader.entity(name, uses) for name, uses in ids.items()}
    owned = {name: _owned(entity, found) for name, entity in found.items()}
    return {
        name: _signed(_summing(entity, owned), owned) for name, entity in owned.items()
    }


@define(kw_only=True)
class _Reader:
    """Reads one entity after another; no two of them get ids of one shape."""

    tools: Mapping[str, Tool]
    actions: Mapping[str, Action]
    named: Mapping[str, Sequence[str]]
    shown: Mapping[str, Sequence[str]]
    held: Set[tuple[str, str]]
    taken: Set[str]
    shaper: Shaper = field(factory=Shaper)

    def entity(self, name: str, uses: Found) -> Entity:
        """The entity ``name``, whose ids the arguments of ``uses`` take."""
        own = [each for each in self.actions.values() if each.entity == name]
        on_file, key = _on_file(name, uses, self.named), _key(name, uses)
        shown = self.shown.get(name, ())
        fields = tuple(
            self.pointing(each, name)
            for each in entity_fields(name, key, self.tools, own)
            if (name, each.entity) not in self.held
        )
        shapes, invented = self.shaper.shapes(name, uses, on_file, shown)
        kinds = {each.kind for each in fields}
        return Entity(
            name=name,
            key=key,
            shapes=shapes,
            closed=any(_enumerated(argument) for _, argument in uses),
            spare=_spare(own, on_file, _said(name, uses, self.named)),
            taken=bool(uses),
            invented=invented,
            addressed=nouns.personal(name) or len(kinds & _PLACE_KINDS) > 1,
            fields=fields,
            statuses=statuses(name, own, fields),
            status_field=status_field(fields),
            named=on_file,
            variants=_variants(own),
            pairs=tuple(_pairs([each.name for each in fields])),
            single=not uses and _without_ids(own, located=False),
            located=not uses and _without_ids(own, located=True),
            natural=natural_keys(own),
            shown=any(a.verb in _SHOWING for a in own),
        )

    def pointing(self, each: Field, name: str) -> Field:
        """The field of ``name`` as one with ids, if it is called so: ``patient_id``."""
        stem = "_".join(id_stem(each.name) or ())
        if each.kind in ("ref", "enum") or stem == name or stem not in self.taken:
            return each
        inner = base_schema(each.schema)
        inner = inner.get("items", inner) if each.many else inner
        plain = isinstance(inner, dict) and type_of(inner) in ("string", "integer", "")
        return evolve(each, kind="ref", entity=stem) if plain else each


def _signed(entity: Entity, found: Mapping[str, Entity]) -> Entity:
    """Let who wrote a thing be one of the people there are, if words name them."""
    people = [e for e in found.values() if nouns.personal(e.name) and e.loose]
    if not people or entity.name == people[0].name:
        return entity
    return evolve(
        entity,
        fields=tuple(
            evolve(each, kind="ref", entity=people[0].name)
            if each.name in ("sender", "author") and each.kind == "person"
            else each
            for each in entity.fields
        ),
    )


def _summing(entity: Entity, found: Mapping[str, Entity]) -> Entity:
    """Note which total adds up what a list of things costs."""
    named = [e.name for e in entity.fields if e.name in ("total", "total_amount")]
    for listed in entity.fields if named else ():
        if listed.kind != "ref" or not listed.many or listed.entity == entity.name:
            continue
        for price in found[listed.entity].fields:
            if price.kind == "amount" and price.name in ("price", "unit_price"):
                return evolve(entity, sums=((named[0], listed.name, price),))
    return entity


def _variants(own: Sequence[Action]) -> tuple[frozenset[str], ...]:
    """What records lack that were made by one tool and not by another."""
    makers = [a for a in own if a.verb in ("create", "send") and a.link is None]
    refs = [frozenset(a.field for a in each.role("ref")) for each in makers]
    everything = frozenset().union(*refs)
    if len(refs) < 2 or not all(refs):
        return ()
    return tuple(dict.fromkeys(everything - each for each in refs))


_ORDERED = (
    ("start", "end"),
    ("from", "to"),
    ("created", "updated"),
    ("created", "closed"),
    ("check_in", "check_out"),
    ("checkin", "checkout"),
    ("departure", "return"),
    ("departure", "arrival"),
    ("pickup", "dropoff"),
    ("pickup", "return"),
    ("pick_up", "drop_off"),
    ("min", "max"),
    ("begin", "finish"),
    ("opened", "closed"),
    ("issued", "due"),
    ("refunded", "total"),
    ("paid", "total"),
    ("available", "total"),
)


def _pairs(names: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Pairs of fields of which the first never comes after the second."""
    known = {name.lower(): name for name in names}
    for low, high in _ORDERED:
        for name in names:
            high_name = known.get(name.lower().replace(low, high))
            if low in name.lower() and high_name is not None:
                yield name, high_name


def _held(actions: Mapping[str, Action]) -> set[tuple[str, str]]:
    """Pairs of (member, holder): the holder lists its members, not they it."""
    pairs = set()
    for action in actions.values():
        if action.link is not None:
            entity = {a.name: a.entity for a in action.arguments}
            pairs.add((entity[action.link.member], entity[action.link.holder]))
    return pairs


def _without_ids(own: Sequence[Action], *, located: bool) -> bool:
    """Whether tools find the entity without an id: by locators, or as the only one."""
    reads = [a for a in own if a.verb in ("read", "update", "transition", "delete")]
    return any(bool(a.role("locator", "ref")) == located for a in reads)


def _on_file(
    name: str, uses: Found, named: Mapping[str, Sequence[str]]
) -> tuple[Any, ...]:
    """The ids of the entity that tool texts name, in the type the tools take."""
    found: list[Any] = list(dict.fromkeys(_said(name, uses, named)))
    for _, argument in uses:
        found += [each for each in _enumerated(argument) if each not in found]
    integer = any(value_type(argument) == "integer" for _, argument in uses)
    return tuple(int(e) if integer and str(e).isdigit() else e for e in found)


def _said(name: str, uses: Found, named: Mapping[str, Sequence[str]]) -> list[str]:
    """The ids of the entity that texts say exist."""
    keys = {argument.name for _, argument in uses} | {name}
    return [each for key in sorted(keys & set(named)) for each in named[key]]


def _spare(
    own: Sequence[Action], on_file: Sequence[Any], said: Sequence[str]
) -> tuple[Any, ...]:
    """The ids of which one is free at first, so that something can be made."""
    if len(on_file) < 2 or not any(a.verb in ("create", "send") for a in own):
        return ()
    return tuple(each for each in on_file if str(each) not in said)


def _enumerated(argument: Argument) -> list[Any]:
    """The only ids that an argument takes, if its schema lists them."""
    inner = base_schema(argument.schema)
    inner = inner.get("items", inner) if argument.many else inner
    told = [*(inner.get("enum") or ()), inner.get("const")]
    return [e for e in told if isinstance(e, (str, int)) and not isinstance(e, bool)]


def _named(
    tools: Mapping[str, Tool], told: Told, ids: Mapping[str, Found]
) -> dict[str, list[str]]:
    """Entity, or the name of an argument, to the ids that texts say exist."""
    found = _filed(told, listed_codes, list(ids))
    for tool in tools.values():
        for name, listed in described_ids(tool).items():
            known = found.setdefault(name, [])
            known += [code for code in listed if code not in known]
    return found


def _filed(
    told: Told,
    codes: Callable[[str], Iterator[Code]],
    taken: Sequence[str],
) -> dict[str, list[str]]:
    """Entity to the codes of it in texts, beside each of which its tool's action is."""
    found: dict[str, list[str]] = {}
    for text, action in told:
        for code in codes(text):
            name = _meant(code.nouns, action if code.own else None, taken)
            if name and code.text not in found.setdefault(name, []):
                found[name].append(code.text)
    return found


def _meant(said: Sequence[str], action: Action | None, taken: Sequence[str]) -> str:
    """The entity whose id a code is: the last one named, else the tool's own."""
    for word in reversed(said):
        hit = [n for n in taken if word in (n, n.rpartition("_")[2])]
        if hit:
            return hit[0]
    if action is None:
        return ""
    own = {a.entity for a in action.role(*ID_ROLES)}
    target = next((a.entity for a in action.role("target")), "")
    return target or (own.pop() if len(own) == 1 else "")


def _key(name: str, uses: Found) -> str:
    """The field that holds the id: as the tools that take it call it."""
    for role in ("target", "key", "ref"):
        for _, argument in uses:
            if argument.role == role and not argument.many:
                if role == "ref" and not argument.name.lower().startswith(name[:3]):
                    continue
                return argument.name
    several = (each.name for _, each in uses if each.role == "target")
    return next(map(singular, several), f"{name}_id")


_OWNED = ("order", "booking", "invoice", "account", "ticket")


def _owned(entity: Entity, found: Mapping[str, Entity]) -> Entity:
    """Link what people own to the people, and items to their product."""
    category = nouns.category(entity.name)
    owners = [
        each
        for each in found.values()
        if (nouns.personal(each.name) and category in _OWNED)
        or (nouns.category(each.name) == "product" and category == "item")
    ]
    owners = [each for each in owners if not each.single and not each.loose]
    if not owners or entity.single or entity.located:
        return entity
    if any(each.entity == owners[0].name for each in entity.fields):
        return entity
    link = Field(name=owners[0].key, kind="ref", entity=owners[0].name)
    return evolve(entity, fields=(link, *entity.fields))


def linked(
    tools: Mapping[str, Tool],
    actions: Mapping[str, Action],
    found: Mapping[str, Entity],
) -> dict[str, Action]:
    """Give the actions, spelled as the entities are, with what they answer besides."""
    actions = {n: taking(a, found.get(a.entity)) for n, a in actions.items()}
    spelled = {
        name: evolve(
            promised(action, tools[name].description, found.get(action.entity)),
            status=_spelled(action, found),
            flag=_flagged(action, found),
            needs=_required(action, found),
            includes=_included(tools[name], action, actions, found),
        )
        for name, action in actions.items()
    }
    return {
        name: evolve(action, clears=cleared(action, spelled.values()))
        for name, action in spelled.items()
    }


def matched(actions: Mapping[str, Action]) -> dict[str, Action]:
    """Give the actions, their filters on the fields that creating fills."""
    return {
        name: evolve(
            action,
            arguments=tuple(_matched(a, action, actions) for a in action.arguments),
        )
        for name, action in actions.items()
    }


def _matched(
    argument: Argument, action: Action, actions: Mapping[str, Action]
) -> Argument:
    """A filter by another thing, on the field that creating fills (``recipient``)."""
    if action.verb not in ("list", "search"):
        return argument
    if argument.role in ("filter", "locator") and not argument.many:
        return _among(argument, action, actions)
    if argument.role != "ref":
        return argument
    filled = [
        each.field
        for other in actions.values()
        if other.entity == action.entity and other.verb in ("create", "send")
        for each in other.role("ref")
        if each.entity == argument.entity
    ]
    if filled and argument.field not in filled:
        return evolve(argument, field=filled[0])
    return argument


def _among(
    argument: Argument, action: Action, actions: Mapping[str, Action]
) -> Argument:
    """A filter by one of the words that a thing has a list of: ``label``."""
    own = [each for each in actions.values() if each.entity == action.entity]
    lists = {a.field for each in own for a in each.role("field") if a.many}
    lists |= {each.link.field for each in own if each.link is not None}
    several = plural(argument.field)
    return evolve(argument, field=several) if several in lists else argument


def _spelled(action: Action, found: Mapping[str, Entity]) -> str:
    entity = found.get(action.entity)
    if entity is None:
        return action.status
    return settled(action, entity.statuses, entity.fields)


def _flagged(action: Action, found: Mapping[str, Entity]) -> tuple[str, bool] | None:
    entity = found.get(action.entity)
    return None if entity is None else flag_of(action, entity.fields)


def _required(action: Action, found: Mapping[str, Entity]) -> str:
    entity = found.get(action.entity)
    return needed(action, entity) if entity and action.needs else action.needs


def _included(
    tool: Tool,
    action: Action,
    actions: Mapping[str, Action],
    found: Mapping[str, Entity],
) -> tuple[str, ...]:
    """Entities that point to the one that is read and that no other tool shows."""
    if action.verb != "read" or action.entity not in found:
        return ()
    told = {singular(word) for word in words(tool.description)}
    shown = {a.entity for a in actions.values() if a.verb in LOOKS}
    return tuple(
        name
        for name, entity in found.items()
        if any(each.entity == action.entity for each in entity.fields)
        and not entity.single
        and (name not in shown or (name in told and plural(name) in tool.description))
    )
