"""What each entity is: its key, the shape of its ids, its fields and statuses."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from attrs import evolve

from whileai.base.examples import example
from whileai.base.seeds import Dice, derive
from whileai.world import nouns, people
from whileai.world.fields import base_schema, kind_of, type_of
from whileai.world.names import examples_in, is_code
from whileai.world.parts import Action, Argument, Entity, Field
from whileai.world.shapes import Shape, shape_of
from whileai.world.values import POOLS
from whileai.world.words import plural, singular, words

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from whileai.model import Tool

    Found = list[tuple[Action, Argument]]

_PLACE_KINDS = frozenset(("street", "city", "state", "zip"))
_ID_ROLES = ("target", "ref", "key", "swap")


def build(
    tools: Mapping[str, Tool],
    actions: Mapping[str, Action],
    named: Mapping[str, Sequence[str]],
) -> dict[str, Entity]:
    """Give the entities that ``actions`` speak of, in the order they come up."""
    actions = {
        name: evolve(
            action,
            arguments=tuple(_matched(a, action, actions) for a in action.arguments),
        )
        for name, action in actions.items()
    }
    ids: dict[str, Found] = {}
    for action in actions.values():
        if action.entity:
            ids.setdefault(action.entity, [])
        for argument in action.role(*_ID_ROLES):
            if argument.entity:
                ids.setdefault(argument.entity, []).append((action, argument))
    shaper = _Shaper()
    found: dict[str, Entity] = {}
    held = _held(actions)
    for name, uses in ids.items():
        own = [each for each in actions.values() if each.entity == name]
        on_file = _on_file(name, uses, named)
        key = _key(name, uses)
        fields = tuple(
            each
            for each in _fields(name, key, tools, own)
            if (name, each.entity) not in held
        )
        shapes, invented = shaper.shapes(name, uses, on_file)
        kinds = {each.kind for each in fields}
        found[name] = Entity(
            name=name,
            key=key,
            shapes=shapes,
            invented=invented,
            addressed=nouns.personal(name) or len(kinds & _PLACE_KINDS) > 1,
            fields=fields,
            statuses=_statuses(name, own, fields),
            status_field=_status_field(fields),
            named=on_file,
            variants=_variants(own),
            pairs=tuple(_pairs([each.name for each in fields])),
            single=not uses and _without_ids(own, located=False),
            located=not uses and _without_ids(own, located=True),
        )
    return {name: _owned(entity, found) for name, entity in found.items()}


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
    known = set(names)
    for low, high in _ORDERED:
        for name in names:
            parts = name.lower()
            if low in parts and parts.replace(low, high) in known:
                yield name, parts.replace(low, high)


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
    keys = {argument.name for _, argument in uses} | {name, name.split("_")[-1]}
    found: list[str] = []
    for key in sorted(keys & set(named)):
        found += [each for each in named[key] if each not in found]
    for _, argument in uses:
        inner = base_schema(argument.schema)
        inner = inner.get("items", inner) if argument.many else inner
        found += [e for e in inner.get("enum") or () if e is not None and e not in found]
    integer = any(_type(argument) == "integer" for _, argument in uses)
    return tuple(int(e) if integer and str(e).isdigit() else e for e in found)


def _type(argument: Argument) -> str:
    schema = base_schema(argument.schema)
    items = schema.get("items")
    return type_of(items if argument.many and isinstance(items, dict) else schema)


def _key(name: str, uses: Found) -> str:
    """The field that holds the id: as the tools that take it call it."""
    for role in ("target", "key", "ref"):
        for _, argument in uses:
            if argument.role == role and not argument.many:
                if role == "ref" and not argument.name.lower().startswith(name[:3]):
                    continue
                return argument.name
    return f"{name}_id"


class _Shaper:
    """Gives every entity ids of its own shape."""

    def __init__(self) -> None:
        self._prefixes: set[str] = set()
        self._leads: dict[tuple[object, ...], set[str]] = {}
        self._integers = 0

    def shapes(
        self, name: str, uses: Found, on_file: tuple[Any, ...]
    ) -> tuple[tuple[Shape, ...], bool]:
        """Give the shapes of the ids of an entity, and whether they are our choice."""
        if on_file:
            return tuple(dict.fromkeys(_typed_shape(each) for each in on_file)), False
        for _, argument in uses:
            shapes = self._declared(argument)
            if shapes:
                return shapes, False
        if any(_type(argument) in ("integer", "number") for _, argument in uses):
            return (self._integer(uses),), True
        natural = next((a for _, a in uses if _natural(a)), None)
        if natural is not None:
            return (Shape((("pool", _pool(name, natural)),)),), True
        return (Shape((("text", f"{self._prefix(name)}-"), ("digits", 5))),), True

    def _declared(self, argument: Argument) -> tuple[Shape, ...]:
        schema = base_schema(argument.schema)
        items = schema.get("items")
        schema = items if argument.many and isinstance(items, dict) else schema
        text = str(argument.schema.get("description") or "")
        if schema.get("format") == "uuid" or re.search(r"\buuid\b", text, re.IGNORECASE):
            return (Shape((("uuid", 0),)),)
        if type_of(schema) not in ("string", ""):
            return ()
        if isinstance(schema.get("pattern"), str):
            return _patterned(schema)
        told = [each for each in examples_in(text) if is_code(each)]
        told += [e for e in schema.get("examples") or () if isinstance(e, str)]
        return tuple(self._distinct(each) for each in told)

    def _distinct(self, told: str) -> Shape:
        """The shape of an example; of equal shapes each entity has its first digit."""
        shape = shape_of(told)
        place = next((i for i, p in enumerate(shape.parts) if p[0] == "digits"), -1)
        if place < 0 or shape.parts[place][1] < 3:
            return shape
        size = shape.parts[place][1]
        taken = self._leads.setdefault(shape.parts, set())
        wanted = re.findall(r"\d", told)[0]
        order = [wanted, *"1234567890"] if wanted != "0" else list("1234567890")
        lead = next((each for each in order if each not in taken), wanted)
        taken.add(lead)
        split = (("lead", lead), ("digits", size - 1))
        return Shape((*shape.parts[:place], *split, *shape.parts[place + 1 :]))

    def _integer(self, uses: Found) -> Shape:
        self._integers += 1
        low, high = self._integers * 1000 + 1, self._integers * 1000 + 999
        tops = [base_schema(a.schema).get("maximum") for _, a in uses]
        tops = [top for top in tops if isinstance(top, (int, float))]
        if tops and min(tops) < high:
            low, high = 1, max(1, int(min(tops)))
        return Shape((("range", (low, high)),), integer=True)

    def _prefix(self, name: str) -> str:
        parts = name.upper().split("_")
        tries = ["".join(part[0] for part in parts)] if len(parts) > 1 else []
        letters = "".join(char for char in parts[-1] if char.isascii() and char.isalnum())
        bare = letters[:1] + re.sub("[AEIOU]", "", letters[1:])
        tries += [bare[:3], letters[:3], letters[:4], letters]
        tries += [f"{(bare or 'ID')[:3]}{index}" for index in range(2, 1000)]
        free = next(t for t in tries if len(t) > 1 and t not in self._prefixes)
        self._prefixes.add(free)
        return free


def _typed_shape(told: Any) -> Shape:
    if isinstance(told, int):
        digits = len(str(told))
        return Shape((("range", (10 ** (digits - 1), 10**digits - 1)),), integer=True)
    return shape_of(told)


def _patterned(schema: Mapping[str, Any]) -> tuple[Shape, ...]:
    """Shapes for an id with a regular expression: read off values that match it."""
    told = [str(example(schema, Dice(derive(0, "id", i)))) for i in range(8)]
    shape = shape_of(told[0]) if told[0] else Shape((("pool", tuple(told)),))
    minted = str(shape.mint(Dice(1)))
    if re.search(schema["pattern"], minted):
        return (shape,)
    return (Shape((("pool", tuple(dict.fromkeys(told))),)),)


def _natural(argument: Argument) -> bool:
    """Whether the id is a plain word (``channel``) and no code (``channel_id``)."""
    last = words(argument.name)[-1:]
    return bool(last) and last[0] not in (
        "id ids uuid guid number no ref reference sku".split()
    )


def _pool(name: str, argument: Argument) -> tuple[str, ...]:
    kind = kind_of(argument.name, argument.schema)
    if nouns.personal(name):
        return people.FIRST
    if kind in ("url", "path"):
        return _addresses(kind)
    for each in (name.split("_")[-1], kind):
        if each in POOLS:
            return POOLS[each]
    base = name.split("_")[-1]
    leads = "north south east west main blue green spare team old small first second".split()
    return tuple(f"{lead}-{base}" for lead in leads)


def _addresses(kind: str) -> tuple[str, ...]:
    if kind == "path":
        stems = "notes invoice bill report address-change budget minutes letter".split()
        months = "january march may june october".split()
        return tuple(f"{stem}-{month}.txt" for stem in stems for month in months)
    sites = "acorn-tools.net harbor-news.org juniper-health.com lumen-energy.net".split()
    pages = "about news contact pricing careers events help team".split()
    return tuple(f"https://www.{site}/{page}" for site in sites for page in pages)


def _fields(
    name: str,
    key: str,
    tools: Mapping[str, Tool],
    own: Sequence[Action],
) -> Iterator[Field]:
    """The fields of an entity: what its tools take and return, then what is usual."""
    fields: dict[str, Field] = {}
    for action in own:
        for argument in action.arguments:
            for each in _argued(argument, name, action):
                fields.setdefault(each.name, each)
        for each in _returned(tools[action.tool].output):
            fields.setdefault(each.name, each)
    kinds = {each.kind for each in fields.values()}
    declared = bool(fields)
    for usual, kind in nouns.fields_of(name):
        unique = kind in ("title", "name", "text", "person", "amount", "currency", "date")
        if usual not in fields and not (declared and unique and kind in kinds):
            fields[usual] = Field(name=usual, kind=kind)
    fields.pop(key, None)
    address = kind_of(key, {"type": "string"})
    if address in ("url", "path"):
        fields = {n: each for n, each in fields.items() if each.kind != address}
    if nouns.category(name) == "money":
        for each in fields.values():
            if each.kind == "date":
                fields[each.name] = evolve(each, kind="past_date")
    transitions = any(a.verb == "transition" or a.needs for a in own)
    if transitions and not _status_of(fields.values()):
        fields["status"] = Field(name="status", kind="status")
    yield from fields.values()


def _argued(argument: Argument, name: str, action: Action) -> Iterator[Field]:
    """The field that an argument shows the entity to have, if it does."""
    link = action.link
    if link is not None and argument.name == link.member:
        yield Field(name=link.field, kind="ref", entity=argument.entity, many=True)
    elif link is not None and argument.name == link.holder:
        return
    elif argument.role == "ref" and (argument.entity != name or argument.many):
        yield Field(
            name=argument.field,
            kind="ref",
            entity=argument.entity,
            many=argument.many,
            schema=argument.schema,
        )
    elif argument.role in ("field", "filter", "locator", "least", "most"):
        if action.verb in ("transition", "send") and argument.kind == "reason":
            return
        yield Field(
            name=argument.field,
            kind=argument.kind,
            schema=argument.schema,
            many=argument.many,
        )


def _returned(output: Mapping[str, Any] | None) -> Iterator[Field]:
    """The fields that an output schema declares for one record."""
    schema = base_schema(output or {})
    for _ in range(2):
        inner = schema.get("items")
        if isinstance(inner, dict):
            schema = base_schema(inner)
        lists = [
            base_schema(part["items"])
            for part in (schema.get("properties") or {}).values()
            if isinstance(part, dict) and isinstance(part.get("items"), dict)
        ]
        if lists and "properties" in lists[0]:
            schema = lists[0]
    for name, part in (schema.get("properties") or {}).items():
        part = part if isinstance(part, dict) else {}
        many = type_of(base_schema(part)) == "array"
        yield Field(name=name, kind=kind_of(name, part), schema=part, many=many)


def _status_of(fields: Any) -> Field | None:
    for each in fields:
        if each.name.lower() in ("status", "state") and each.kind in ("status", "enum"):
            return each  # type: ignore[no-any-return]  # narrowed by the caller's fields
    return next((each for each in fields if each.kind in ("status", "code_state")), None)


def _status_field(fields: Sequence[Field]) -> str:
    found = _status_of(fields)
    return found.name if found else "status"


def _statuses(
    name: str, own: Sequence[Action], fields: Sequence[Field]
) -> tuple[str, ...]:
    found = _status_of(fields)
    if found is None:
        return ()
    enum = [e for e in base_schema(found.schema).get("enum") or () if isinstance(e, str)]
    needed = [a.needs for a in own if a.needs]
    usual = [] if enum else list(nouns.statuses_of(name))
    if found.kind == "code_state":
        usual = ["open", "closed"]
    made = [a.status for a in own if a.status and a.verb != "send"]
    first = enum or [*needed[:1], *usual, *needed]
    return tuple(dict.fromkeys([*first, *(_like(each, first) for each in made)]))


def _like(status: str, known: Sequence[str]) -> str:
    """The known spelling of ``status`` (``canceled``), else itself."""
    bare = re.sub(r"[^a-z]", "", status.lower()).replace("ll", "l")
    for each in known:
        if re.sub(r"[^a-z]", "", each.lower()).replace("ll", "l") == bare:
            return each
    return status


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
    return {
        name: evolve(
            action,
            status=_spelled(action, found),
            arguments=tuple(_matched(a, action, actions) for a in action.arguments),
            includes=_included(tools[name], action, actions, found),
        )
        for name, action in actions.items()
    }


def _matched(
    argument: Argument, action: Action, actions: Mapping[str, Action]
) -> Argument:
    """A filter by another thing, on the field that creating fills (``recipient``)."""
    if argument.role != "ref" or action.verb not in ("list", "search"):
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


def _spelled(action: Action, found: Mapping[str, Entity]) -> str:
    entity = found.get(action.entity)
    return _like(action.status, entity.statuses) if entity else action.status


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
    shown = {a.entity for a in actions.values() if a.verb in ("read", "list", "search")}
    return tuple(
        name
        for name, entity in found.items()
        if any(each.entity == action.entity for each in entity.fields)
        and not entity.single
        and (name not in shown or (name in told and plural(name) in tool.description))
    )
