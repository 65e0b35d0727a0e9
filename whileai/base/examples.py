"""Seeded values that are valid against a JSON Schema."""

from __future__ import annotations

import re
from contextlib import suppress
from itertools import islice
from math import ceil, floor
from typing import TYPE_CHECKING, Any

from whileai.base.checking import Unresolved, Validator, readable
from whileai.base.dialect import Schema, children, pointed
from whileai.base.errors import given
from whileai.base.formats import drawn_format
from whileai.base.lines import Json, dumps
from whileai.base.merging import NoExample, merged
from whileai.base.patterns import matching

if TYPE_CHECKING:
    from collections.abc import Iterator

    from whileai.base.seeds import Dice

__all__ = ["Examples", "NoExample", "example"]

_WORDS = (
    "amber", "birch", "cedar", "delta", "ember", "fern", "grove", "harbor", "iris",
    "juniper", "kestrel", "linden", "maple", "north", "olive", "pebble", "quartz",
    "river", "sable", "thistle", "umber", "violet", "willow", "yarrow", "zephyr",
)  # fmt: skip
_HARD = frozenset(
    (
        "allOf",
        "anyOf",
        "contains",
        "dependentRequired",
        "dependentSchemas",
        "if",
        "multipleOf",
        "not",
        "oneOf",
        "pattern",
        "patternProperties",
        "propertyNames",
        "unevaluatedItems",
        "unevaluatedProperties",
    )
)
"""Words that a drawn value may miss, so that it is checked."""

_IMPLIED = (
    ("object", ("properties", "additionalProperties", "required", "minProperties")),
    ("array", ("items", "prefixItems", "minItems", "uniqueItems", "contains")),
    ("string", ("pattern", "format", "minLength", "maxLength")),
    ("number", ("minimum", "maximum", "multipleOf", "exclusiveMinimum")),
)
_ANY_KIND = ("string", "string", "integer", "boolean")
_DEEPEST = -24
_MOST_PARTS = 20_000
_ROUNDS = 40


def example(schema: Any, dice: Dice, *, depth: int = 4, root: Any = None) -> Json:
    """Draw one value that is valid against ``schema``.

    To draw many of one schema, keep an ``Examples``.

    Args:
        schema: JSON Schema of Draft 2020-12, as ``normalized`` gives it.
        dice: where every draw comes from.
        depth: levels that are filled freely; below them only what is required.
        root: the schema that references point into, if it is not ``schema``.

    Raises:
        NoExample: if no value satisfies it.
    """
    return Examples(schema, root).draw(dice, depth=depth)


class Examples:
    """Draws values that are valid against one schema.

    Where a pattern is beyond the simple ones, a value of ``examples`` or ``default``
    is given, or, without one, a plain word.
    """

    def __init__(self, schema: Any, root: Any = None) -> None:
        self._schema = readable(schema)
        self._root = self._schema if root is None else readable(root)
        self._validator = Validator(self._schema, self._root)
        self._hard = _is_hard(self._root) or _is_hard(schema)

    def draw(self, dice: Dice, *, depth: int = 4) -> Json:
        """Draw one value.

        Args:
            dice: where every draw comes from.
            depth: levels that are filled freely.

        Raises:
            NoExample: if no value satisfies the schema, or none was found in 40
                draws.
        """
        for round_ in range(_ROUNDS):
            freely = depth if round_ < _ROUNDS // 2 else min(depth, round_ % 3)
            value = _Draw(self._root, dice, self._validator).value(self._schema, freely)
            if not self._hard or _fits(self._validator, value):
                return value
        raise NoExample(f"no valid value found in {_ROUNDS} draws")


def _is_hard(schema: Any) -> bool:
    if not isinstance(schema, dict):
        return False
    return bool(_HARD & schema.keys()) or any(_is_hard(e) for _, e in children(schema))


class _Draw:
    """One value under way."""

    def __init__(self, root: Any, dice: Dice, validator: Validator) -> None:
        self._root = root
        self._dice = dice
        self._validator = validator
        self._parts = 0

    def value(self, schema: Any, depth: int) -> Json:
        self._parts += 1
        if depth < _DEEPEST or self._parts > _MOST_PARTS:
            raise NoExample("the schema goes on without end")
        for flat in islice(self._flats(schema, depth, 0), 50):
            with suppress(NoExample):
                return self._of_flat(flat, depth)
        raise NoExample(f"no value satisfies {given(schema, 200)}")

    # -- one schema without combinators ------------------------------------------

    def _flats(self, schema: Any, depth: int, level: int) -> Iterator[Schema]:
        """Give the forms that ``schema`` allows, each without combinators."""
        if schema is False or level > 50:
            return
        if not isinstance(schema, dict):
            yield {}
            return
        own = {k: v for k, v in schema.items() if k not in ("$ref", "allOf")}
        groups: list[list[Any]] = []
        if "$ref" in schema:
            groups.append([self._pointed(schema["$ref"])])
        groups += [[each] for each in schema.get("allOf", ())]
        for word in ("anyOf", "oneOf"):
            if word in own:
                groups.append(self._ordered(own.pop(word), depth))
        groups += [self._dice.shuffled(ways) for ways in _conditions(own)]
        yield from self._combined(own, groups, depth, level)

    def _combined(
        self, own: Schema, groups: list[list[Any]], depth: int, level: int
    ) -> Iterator[Schema]:
        if not groups:
            yield own
            return
        for branch in groups[0]:
            for flat in self._flats(branch, depth, level + 1):
                try:
                    both = merged(flat, own)
                except NoExample:
                    continue
                yield from self._combined(both, groups[1:], depth, level)

    def _pointed(self, ref: str) -> Any:
        try:
            return pointed(self._root, ref)
        except LookupError:
            raise NoExample(f"the reference {ref!r} cannot be resolved") from None

    def _ordered(self, branches: list[Any], depth: int) -> list[Any]:
        deck = self._dice.shuffled(branches)
        null = [each for each in deck if each == {"type": "null"}]
        if null and depth > 0 and self._dice.chance(0.8):
            deck = [each for each in deck if each not in null] + null
        return deck if depth > 0 else sorted(deck, key=self._weight)

    def _weight(self, schema: Any) -> int:
        """How much a value of ``schema`` is likely to contain; scalars first."""
        if isinstance(schema, dict) and isinstance(schema.get("$ref"), str):
            schema = self._pointed(schema["$ref"])
        if not isinstance(schema, dict) or {"const", "enum"} & schema.keys():
            return 0
        kinds = _kinds(schema)
        if "array" in kinds:
            return 1
        if "object" in kinds:
            return 2 + len(schema.get("required", ()))
        return 0 if kinds else 3

    # -- by type -----------------------------------------------------------------

    def _of_flat(self, flat: Schema, depth: int) -> Json:
        kinds = _kinds(flat)
        if "const" in flat:
            return flat["const"]
        if "enum" in flat:
            options = [each for each in flat["enum"] if _has_kind(each, kinds)]
            if not options:
                raise NoExample(f"no value of enum {flat['enum']!r} has the type")
            return self._dice.pick(options)
        if self._dice.chance(0.25):
            for value in self._given(flat):
                return value
        kind = self._dice.pick(kinds or _ANY_KIND)
        if kind == "null" and len(kinds) > 1 and self._dice.chance(0.7):
            kind = next(each for each in kinds if each != "null")
        return self._of_kind(kind, flat, depth)

    def _given(self, flat: Schema) -> Iterator[Json]:
        """Give the values that the schema itself offers and that are valid."""
        offered = list(flat.get("examples") or ())
        offered += [flat[word] for word in ("example", "default") if word in flat]
        for value in self._dice.shuffled(offered):
            if _fits(self._validator.part(flat), value):
                yield value

    def _of_kind(self, kind: str, flat: Schema, depth: int) -> Json:
        if kind == "object":
            return self._object(flat, depth)
        if kind == "array":
            return self._array(flat, depth)
        if kind == "string":
            return self._string(flat)
        if kind == "integer":
            return self._integer(flat)
        if kind == "number":
            return self._number(flat)
        return self._dice.chance(0.5) if kind == "boolean" else None

    def _object(self, flat: Schema, depth: int) -> Json:
        properties = flat.get("properties", {})
        needed = list(flat.get("required", ()))
        most = flat.get("maxProperties", len(properties) + len(needed) + 3)
        value = {
            name: self.value(self._field(flat, name), depth - 1) for name in needed
        }
        spare = [name for name in properties if name not in value]
        for name in spare:
            wanted = depth > 0 and self._dice.chance(0.5)
            short = len(value) < flat.get("minProperties", 0)
            if len(value) < most and (wanted or short):
                self._add(value, name, self._field(flat, name), depth)
        self._extras(value, flat, depth)
        for name, others in flat.get("dependentRequired", {}).items():
            for other in others if name in value else ():
                if other not in value:
                    value[other] = self.value(self._field(flat, other), depth - 1)
        return value

    def _add(self, value: dict[str, Json], name: str, schema: Any, depth: int) -> None:
        try:
            value[name] = self.value(schema, depth - 1)
        except NoExample:
            return  # an optional part that cannot be is left out

    def _field(self, flat: Schema, name: str) -> Any:
        """Give what is said of a field, by its name and by patterns that it matches."""
        patterns = flat.get("patternProperties", {}).items()
        said = [schema for pattern, schema in patterns if re.search(pattern, name)]
        if name in flat.get("properties", {}):
            said.insert(0, flat["properties"][name])
        if not said:
            return flat.get("additionalProperties", True)
        return said[0] if len(said) == 1 else {"allOf": said}

    def _extras(self, value: dict[str, Json], flat: Schema, depth: int) -> None:
        """Fill maps, and objects that need more fields than they name."""
        least = flat.get("minProperties", 0)
        most = flat.get("maxProperties", least + 3)
        patterns = flat.get("patternProperties")
        rest = flat.get("additionalProperties", True)
        a_map = isinstance(rest, dict) and not flat.get("properties")
        wished = self._dice.between(1, 2) if depth > 0 and (a_map or patterns) else 0
        if rest is False and not patterns:
            return
        for _ in range(20):
            if len(value) >= min(most, max(least, wished)):
                return
            name = self._name(flat)
            taken = name in value or name in flat.get("properties", {})
            if name is not None and not taken:
                self._add(value, name, self._field(flat, name), depth)

    def _name(self, flat: Schema) -> str | None:
        """Draw the name of a field that the schema does not name, if one is found."""
        patterns = flat.get("patternProperties")
        names = flat.get("propertyNames", True)
        if not patterns:
            word = self._dice.pick(_WORDS)
            drawn = isinstance(names, dict)
            both = {"type": "string", "allOf": [names]}
            return str(self.value(both, 0)) if drawn else word
        pattern = self._dice.pick(list(patterns))
        found = matching(pattern, self._dice)
        if found is None:
            return None
        word = self._dice.pick(_WORDS)
        longer = f"{'' if pattern[:1] == '^' else word}{found}"
        longer += "" if pattern[-1:] == "$" else word
        valid = self._validator.part(names)
        for name in (longer, found):
            if re.search(pattern, name) and _fits(valid, name):
                return name
        return None

    def _array(self, flat: Schema, depth: int) -> Json:
        places = flat.get("prefixItems", ())
        items = flat.get("items", True)
        inside = int(flat.get("minContains", 1)) if "contains" in flat else 0
        least = max(int(flat.get("minItems", 0)), inside)
        usual = max(least, len(places)) + 2
        most = min(int(flat.get("maxItems", usual)), usual)
        if items is False:
            most = min(most, len(places))
        if least > most:
            raise NoExample(f"no array has {least} to {most} items")
        size = (
            self._dice.between(max(least, min(1, most)), most) if depth > 0 else least
        )
        value: list[Json] = []
        seen: set[bytes] = set()
        for _ in range(size * 10):
            if len(value) == size:
                break
            at = len(value)
            part = places[at] if at < len(places) else items
            if at < inside and not places:
                part = {"allOf": [flat["contains"], part]}
            one = self.value(part, depth - 1)
            if not flat.get("uniqueItems") or dumps(one) not in seen:
                seen.add(dumps(one))
                value.append(one)
        if len(value) < least:
            raise NoExample(f"no {least} different items were found")
        return value

    def _string(self, flat: Schema) -> str:
        low = int(flat.get("minLength", 0))
        high = int(flat["maxLength"]) if "maxLength" in flat else None
        if high is not None and low > high:
            raise NoExample(f"no text has {low} to {high} characters")
        if "pattern" in flat:
            text = matching(flat["pattern"], self._dice, low, high)
            if text is not None:
                return text
            offered = next((v for v in self._given(flat) if isinstance(v, str)), None)
            if offered is not None:
                return offered
        text = drawn_format(flat.get("format", ""), self._dice)
        if text is not None:
            return text
        text = self._dice.pick(_WORDS)
        if low > 0 or self._dice.chance(0.3):
            while len(text) < low or self._dice.chance(0.3):
                text += " " + self._dice.pick(_WORDS)
        cut = text if high is None else text[:high]
        return cut if cut == cut.strip() else cut.replace(" ", "-")

    def _integer(self, flat: Schema) -> int:
        low, high = _bounds(flat, 1.0)
        step = flat.get("multipleOf", 1)
        low, high = _span(low, high, 1, 100)
        if isinstance(step, float) and not step.is_integer():
            step = 1  # checked afterwards: a multiple of 0.5, say
        step = int(step)
        first, last = ceil(low / step), floor(high / step)
        if first > last:
            raise NoExample(f"no integer lies from {low} to {high} in steps of {step}")
        return self._dice.between(first, last) * step

    def _number(self, flat: Schema) -> float:
        step = flat.get("multipleOf", 0.01)
        low, high = _span(*_bounds(flat, 0.0), 1, 500)
        strict = bool(flat.keys() & {"exclusiveMinimum", "exclusiveMaximum"})
        if low > high or (strict and low == high):
            raise NoExample(f"no number lies from {low} to {high}")
        first, last = ceil(low / step), floor(high / step)
        if first <= last:
            value = round(self._dice.between(first, last) * step, 10)
            if low < value < high or (not strict and low <= value <= high):
                return float(value)
        if "multipleOf" in flat and first > last:
            raise NoExample(f"no multiple of {step} lies from {low} to {high}")
        return float(low + (high - low) * (0.25 + self._dice.uniform() / 2))


def _fits(checked: Validator, value: Json) -> bool:
    """Say whether a validator takes ``value``.

    Raises:
        NoExample: if its references lead nowhere, or back to themselves.
    """
    try:
        return checked.fits(value)
    except RecursionError:
        raise NoExample("the schema refers to itself without end") from None
    except Unresolved as error:
        raise NoExample(f"the reference {error.args[0]!r} cannot be resolved") from None


def _conditions(own: Schema) -> Iterator[list[Any]]:
    """Take the conditions out of ``own``; give for each the ways to meet it."""
    if {"then", "else"} & own.keys() and "if" in own:
        test, then = own.pop("if"), own.pop("then", True)
        yield [{"allOf": [test, then]}, own.pop("else", True)]
    for name, schema in own.pop("dependentSchemas", {}).items():
        yield [{"allOf": [{"required": [name]}, schema]}, {}]


def _kinds(schema: Schema) -> list[str]:
    kinds = schema.get("type", [])
    if kinds:
        return list(kinds) if isinstance(kinds, list) else [kinds]
    for kind, words in _IMPLIED:
        if any(word in schema for word in words):
            return [kind]
    return []


def _has_kind(value: Json, kinds: list[str]) -> bool:
    if not kinds:
        return True
    kind = {
        bool: "boolean", int: "integer", float: "number", str: "string",
        list: "array", dict: "object", type(None): "null",
    }[type(value)]  # fmt: skip
    whole = kind == "number" and float(value).is_integer()
    return (
        kind in kinds
        or (kind == "integer" and "number" in kinds)
        or (whole and "integer" in kinds)
    )


def _bounds(flat: Schema, gap: float) -> tuple[float | None, float | None]:
    """Give the least and the largest value, ``gap`` inside where a bound is strict."""
    lows = [flat[word] for word in ("minimum",) if word in flat]
    highs = [flat[word] for word in ("maximum",) if word in flat]
    if "exclusiveMinimum" in flat:
        strict = flat["exclusiveMinimum"]
        lows.append(floor(strict) + 1 if gap else strict)
    if "exclusiveMaximum" in flat:
        strict = flat["exclusiveMaximum"]
        highs.append(ceil(strict) - 1 if gap else strict)
    return max(lows, default=None), min(highs, default=None)


def _span(
    low: float | None, high: float | None, usual_low: int, usual_high: int
) -> tuple[float, float]:
    """Give both ends, with usual ones where the schema names none."""
    if low is None and high is None:
        return usual_low, usual_high
    if low is None:
        assert high is not None
        return min(usual_low, high - usual_high), high
    return low, max(usual_high, low + usual_high) if high is None else high
