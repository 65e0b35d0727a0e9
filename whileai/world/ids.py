"""The shape of each entity's ids: as tool texts show it, else chosen, never shared."""

from __future__ import annotations

import re
from contextlib import suppress
from itertools import chain, count
from typing import TYPE_CHECKING, Any

from whileai.base.checking import Validator, readable
from whileai.base.errors import given
from whileai.base.examples import Examples, NoExample, example
from whileai.base.patterns import read_pattern
from whileai.base.seeds import Dice, derive
from whileai.world import nouns, people
from whileai.world.fields import kind_of
from whileai.world.names import examples_in, is_code
from whileai.world.pools import POOLS
from whileai.world.sameness import numbered
from whileai.world.schemas import base_schema, type_of
from whileai.world.shapes import Shape, shape_of
from whileai.world.words import listed, words

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from whileai.world.parts import Action, Argument

    Found = list[tuple[Action, Argument]]


class Shaper:
    """Gives every entity ids of its own shape."""

    def __init__(self) -> None:
        self._prefixes: set[str] = set()
        self._leads: dict[tuple[object, ...], set[str]] = {}
        self._pooled: set[str] = set()
        self._integers = 0

    def shapes(
        self,
        name: str,
        uses: Found,
        on_file: tuple[Any, ...],
        shown: Sequence[str] = (),
    ) -> tuple[tuple[Shape, ...], bool]:
        """Give the shapes of the ids of an entity, and whether they are our choice.

        Args:
            name: of the entity.
            uses: the arguments that take its ids.
            on_file: the ids that tool texts say exist.
            shown: the examples of ids that tool descriptions show.
        """
        if on_file:
            return tuple(dict.fromkeys(_typed_shape(each) for each in on_file)), False
        found, chosen = self._chosen(name, uses, shown)
        taken = [_one_id(argument) for _, argument in uses]
        if all(_suits(shape, schema) for shape in found for schema in taken):
            return found, chosen
        drawn = self._drawn(name, taken)
        return ((drawn,), True) if drawn is not None else (found, chosen)

    def _drawn(self, name: str, taken: Sequence[Mapping[str, Any]]) -> Shape | None:
        """Ids that all the schemas take and no other entity has, if there are some."""
        found: dict[str, Any] = {}
        with suppress(NoExample):
            draws = Examples({"allOf": [dict(each) for each in taken]})
            for turn in range(60):
                each = draws.draw(Dice(derive(0, "id", name, turn)))
                if isinstance(each, (str, int)) and not isinstance(each, bool):
                    found.setdefault(str(each), each)
        if any(isinstance(each, str) for each in found.values()):
            found = {n: each for n, each in found.items() if isinstance(each, str)}
        integer = all(isinstance(each, int) for each in found.values())
        texts = tuple(each for each in found if integer or each not in self._pooled)
        if len(texts) < 2:
            return None
        low = int(texts[0]) if integer else 0
        ranged = Shape((("range", (low, low + 998)),), integer=True)
        better = ranged if integer else shape_of(texts[0])
        roomy = better.size >= _ROOMY or (integer and low >= 0)
        if roomy and all(_suits(better, each) for each in taken):
            return better
        self._pooled |= set(texts)
        further = [integer or numbered(each, 1) for each in texts]
        only = integer or not all(_takes(each, further) for each in taken)
        return Shape((("pool", texts),), integer=integer, only=only)

    def _chosen(
        self, name: str, uses: Found, shown: Sequence[str]
    ) -> tuple[tuple[Shape, ...], bool]:
        for action, argument in uses:
            shapes = self._declared(action.tool, argument)
            if shapes:
                return shapes, False
        counted = any(value_type(a) in ("integer", "number") for _, a in uses)
        if shown and not counted:
            return tuple(self._distinct(each) for each in shown), False
        if counted:
            return (self._integer(uses),), True
        natural = next((a for _, a in uses if _natural(a)), None)
        if natural is not None:
            return (Shape((("pool", _pool(name, natural)),)),), True
        return (self._coded(name, [_one_id(argument) for _, argument in uses]),), True

    def _coded(self, name: str, taken: Sequence[Mapping[str, Any]]) -> Shape:
        """A prefix and digits, as short or as long as the schemas want them."""
        prefix = self._prefix(name)
        starts = [f"{prefix}-", prefix]
        if prefix[0] not in self._prefixes:
            starts.append(prefix[0])
        shapes = [
            Shape((("text", start), ("digits", size)))
            for size in _DIGITS
            for start in starts
        ]
        shapes += [Shape((("hex", size),)) for size in _HASHES]
        fitting = (s for s in shapes if all(_suits(s, each) for each in taken))
        shape = next(fitting, shapes[0])
        self._prefixes.add(str(shape.parts[0][1]).rstrip("-"))
        return shape

    def _declared(self, tool: str, argument: Argument) -> tuple[Shape, ...]:
        schema = _one_id(argument)
        text = str(argument.schema.get("description") or "")
        if schema.get("format") == "uuid" or re.search(
            r"\buuid\b", text, re.IGNORECASE
        ):
            return (Shape((("uuid", 0),)),)
        if type_of(schema) not in ("string", ""):
            return ()
        if isinstance(schema.get("pattern"), str):
            return _patterned(tool, argument, schema)
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
        told = [base_schema(a.schema).get("maximum") for _, a in uses]
        tops = [top for top in told if isinstance(top, (int, float))]
        if tops and min(tops) < high:
            low, high = 1, max(1, int(min(tops)))
        return Shape((("range", (low, high)),), integer=True)

    def _prefix(self, name: str) -> str:
        parts = name.upper().split("_")
        first = ["".join(part[0] for part in parts)] if len(parts) > 1 else []
        letters = "".join(
            char for char in parts[-1] if char.isascii() and char.isalnum()
        )
        bare = letters[:1] + re.sub("[AEIOU]", "", letters[1:])
        short = [*first, bare[:3], letters[:3], letters[:4], letters]
        tries = chain(short, (f"{(bare or 'ID')[:3]}{n}" for n in count(2)))
        free = next(t for t in tries if len(t) > 1 and t not in self._prefixes)
        self._prefixes.add(free)
        return free


def _one_id(argument: Argument) -> Mapping[str, Any]:
    """The schema of one id that an argument takes."""
    schema = base_schema(argument.schema)
    items = schema.get("items")
    return items if argument.many and isinstance(items, dict) else schema


_DIGITS = (5, 6, 4, 7, 8, 9, 10, 11, 12)
"""Digits after a prefix, the usual number first."""
_HASHES = (24, 32, 40, 64)
"""Hexadecimal digits of ids that databases and hashes give."""
_FEW = 500
"""Ids of a shape that may all be used up in one rollout."""
_ROOMY = 5_000
"""Ids that a shape must have at least: two entities hardly draw the same."""
_BOUNDS = frozenset(
    listed(
        "minimum maximum exclusiveMinimum exclusiveMaximum multipleOf minLength "
        "maxLength format pattern not"
    )
)


def _suits(shape: Shape, schema: Mapping[str, Any]) -> bool:
    """Whether ids of a shape are taken where ``schema`` says what an id is."""
    if _BOUNDS.isdisjoint(schema) or "$ref" in schema:
        return True
    return _takes(schema, [shape.mint(Dice(turn)) for turn in range(16)])


def _takes(schema: Mapping[str, Any], ids: Sequence[Any]) -> bool:
    checked = Validator(readable(schema))
    return all(map(checked.fits, ids))


def _typed_shape(told: Any) -> Shape:
    if isinstance(told, int):
        digits = len(str(told))
        return Shape((("range", (10 ** (digits - 1), 10**digits - 1)),), integer=True)
    return shape_of(told if isinstance(told, str) else str(told))


def _patterned(
    tool: str, argument: Argument, schema: Mapping[str, Any]
) -> tuple[Shape, ...]:
    """Shapes for an id with a regular expression: read off values that match it."""
    pattern = read_pattern(schema["pattern"])
    if pattern is None:
        return ()
    try:
        told = [str(example(schema, Dice(derive(0, "id", i)))) for i in range(8)]
    except NoExample:
        raise ValueError(
            f"tool {tool!r}, parameter {argument.name!r}: no id can be made up for the "
            f"pattern {given(schema['pattern'])}; name the ids that exist in the "
            "description ('On file: A1, A2'), or give the schema examples=[...]"
        ) from None
    shape = shape_of(told[0]) if told[0] else Shape((("pool", tuple(told)),))
    only = not all(re.search(pattern, numbered(each, 1)) for each in told)
    minted = [str(shape.mint(Dice(turn))) for turn in range(16)]
    fits = all(re.search(pattern, each) for each in minted)
    if fits and (shape.size > _FEW or not only):
        return (shape,)
    more = (str(example(schema, Dice(derive(0, "id", i)))) for i in range(8, 72))
    pool = tuple(dict.fromkeys((*told, *more)))
    if fits and shape.size >= len(pool):
        return (Shape(shape.parts, only=True),)
    return (Shape((("pool", pool),), only=only),)


def value_type(argument: Argument) -> str:
    """Give the JSON type of one id that ``argument`` takes."""
    return type_of(_one_id(argument))


def _natural(argument: Argument) -> bool:
    """Whether the id is a plain word (``channel``) and no code (``channel_id``)."""
    last = words(argument.name)[-1:]
    return bool(last) and last[0] not in (
        listed("id ids uuid guid number no ref reference sku")
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
    leads = listed(
        "north south east west main blue green spare team old small first second"
    )
    return tuple(f"{lead}-{base}" for lead in leads)


def _addresses(kind: str) -> tuple[str, ...]:
    if kind == "path":
        stems = listed(
            "notes invoice bill report address-change budget minutes letter "
            "contract offer"
        )
        months = listed("january march april may june august october december")
        return tuple(f"{stem}-{month}.txt" for stem in stems for month in months)
    sites = listed(
        "acorn-tools.net harbor-news.org juniper-health.com lumen-energy.net "
        "bluebell-cafe.com old-mill-gym.net quinn-legal.com riverside-dental.org "
        "northstar-print.com kestrel-bikes.com"
    )
    pages = listed("about news contact pricing careers events help team")
    return tuple(f"https://www.{site}/{page}" for site in sites for page in pages)
