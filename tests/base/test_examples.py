"""Drawn values are valid, and the same for the same seed."""

from __future__ import annotations

import re
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from whileai.base.checking import Validator
from whileai.base.examples import NoExample, example
from whileai.base.formats import FORMATS, drawn_format
from whileai.base.patterns import matching
from whileai.base.seeds import Dice

pytestmark = pytest.mark.contract("S47", "S48")

NODE = {
    "$ref": "#/$defs/Node",
    "$defs": {
        "Node": {
            "type": "object",
            "properties": {
                "kids": {"type": "array", "items": {"$ref": "#/$defs/Node"}},
                "next": {"anyOf": [{"$ref": "#/$defs/Node"}, {"type": "null"}]},
            },
            "required": ["kids", "next"],
        }
    },
}
SCHEMAS: list[Any] = [
    {},
    True,
    {"type": ["integer", "null"]},
    {"type": "integer", "minimum": -3, "exclusiveMaximum": 0},
    {"type": "integer", "multipleOf": 7, "minimum": 100, "maximum": 120},
    {"type": "number", "exclusiveMinimum": 0, "maximum": 0.5},
    {"type": "number", "multipleOf": 0.5},
    {"type": "integer", "maximum": -1000},
    {"type": "string", "minLength": 30, "maxLength": 32},
    {"type": "string", "maxLength": 2},
    {"type": "string", "pattern": "^[A-Z]{3}-\\d{2,4}$", "minLength": 8},
    {"type": "array", "items": {"enum": [1, 2, 3]}, "uniqueItems": True, "minItems": 3},
    {"type": "array", "prefixItems": [{"const": 1}], "items": False, "minItems": 1},
    {"type": "array", "contains": {"const": 9}, "items": {"type": "integer"}},
    {"type": "object", "minProperties": 2, "additionalProperties": {"type": "integer"}},
    {"type": "object", "patternProperties": {"^x-": {"type": "string"}}},
    {"type": "object", "propertyNames": {"pattern": "^[a-z]{2}$"}, "minProperties": 1},
    {"allOf": [{"type": "integer"}, {"minimum": 5}, {"maximum": 6}]},
    {"oneOf": [{"type": "integer"}, {"type": "number", "minimum": 3}]},
    {"not": {"type": "string"}},
    {"type": "object", "required": ["a"], "dependentRequired": {"a": ["b"]}},
    {"type": "string", "enum": ["a", 1]},
    {"type": "string", "default": None},
    {"type": "array", "contains": {"const": 5}, "minContains": 2, "minItems": 3},
    {
        "patternProperties": {"^x-": {"type": "integer"}},
        "additionalProperties": False,
        "required": ["x-a"],
        "minProperties": 3,
    },
    {
        "patternProperties": {"^a": {"type": "integer"}, "z$": {"minimum": 90}},
        "additionalProperties": False,
        "minProperties": 4,
    },
    {
        "properties": {"x_id": {"type": "string"}},
        "patternProperties": {"_id$": {"pattern": "^[A-Z]{3}$"}},
        "required": ["x_id"],
    },
    {
        "propertyNames": {"maxLength": 3},
        "patternProperties": {"^x-": True},
        "minProperties": 1,
    },
    {
        "properties": {"k": {"enum": ["x", "y"]}},
        "required": ["k"],
        "if": {"properties": {"k": {"const": "x"}}},
        "then": {"required": ["v"]},
        "else": {"required": ["w"]},
    },
    {
        "required": ["a"],
        "dependentSchemas": {"a": {"required": ["b"]}},
    },
    {"type": "string", "pattern": "^(?=.*foo)(?!.*bar).*$"},
    {"type": "string", "pattern": "^(?=[A-Z]{2}\\d{4}$).+$"},
    {"type": "string", "pattern": "(?<=foo)\\bbar|(?<=foo)baz"},
    {"type": "string", "pattern": "(?i)^a(?i:b)$"},
    NODE,
]


@pytest.mark.parametrize("schema", SCHEMAS, ids=str)
def test_a_drawn_value_is_valid(schema: Any) -> None:
    for seed in range(40):
        value = example(schema, Dice(seed))
        assert Validator(schema).fits(value), value


@pytest.mark.parametrize(
    "schema",
    [
        False,
        {"type": "integer", "minimum": 3, "maximum": 2},
        {"allOf": [{"const": 1}, {"const": 2}]},
        {"$ref": "#/$defs/A", "$defs": {"A": {"type": "object", "required": ["a"],
         "properties": {"a": {"$ref": "#/$defs/A"}}}}},
        {"$ref": "#/$defs/none"},
        {"not": {"$ref": "#/$defs/none"}},
        {"not": {"not": {"$ref": "#"}}},
    ],
)  # fmt: skip
def test_a_schema_without_values_is_said_to_have_none(schema: Any) -> None:
    with pytest.raises(NoExample):
        example(schema, Dice(0))


def test_the_same_seed_draws_the_same_value() -> None:
    assert example(NODE, Dice(5)) == example(NODE, Dice(5))
    assert len({str(example({"type": "string"}, Dice(at))) for at in range(50)}) > 10


@pytest.mark.parametrize("name", FORMATS)
def test_a_drawn_format_passes_its_check(name: str) -> None:
    for seed in range(50):
        text = drawn_format(name, Dice(seed))
        assert text is not None
        assert FORMATS[name][0](text)


@pytest.mark.parametrize(
    "pattern",
    [
        "^[A-Za-z0-9.\\-_]+$",
        "^sha256:[a-f0-9]{64}$",
        "^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)$",
        "^ssh-(rsa|dss) |^ecdsa-sha2-nistp(256|384) ",
        "\\w+@\\w+\\.com",
        "[^a-z]{2,}?",
        "^[]a]$",
    ],
)
def test_a_simple_pattern_is_matched(pattern: str) -> None:
    for seed in range(20):
        text = matching(pattern, Dice(seed))
        assert text is not None
        assert re.search(pattern, text)


@pytest.mark.parametrize("pattern", ["(?=a)b", "(a)\\1", "[", "a{2}(?P=n)"])
def test_a_pattern_that_says_more_is_left_alone(pattern: str) -> None:
    assert matching(pattern, Dice(0)) is None


SCALARS = st.sampled_from(
    [{"type": "string"}, {"type": "integer"}, {"type": "boolean"}, {"enum": [1, "a"]}]
)
NESTED = st.recursive(
    SCALARS,
    lambda inner: st.one_of(
        st.builds(lambda each: {"type": "array", "items": each}, inner),
        st.builds(lambda a, b: {"anyOf": [a, b]}, inner, inner),
        st.builds(
            lambda a, b: {
                "type": "object",
                "properties": {"a": a, "b": b},
                "required": ["a"],
                "additionalProperties": False,
            },
            inner,
            inner,
        ),
    ),
    max_leaves=8,
)


@settings(max_examples=60, deadline=None, database=None, derandomize=True)
@given(schema=NESTED, seed=st.integers(0, 2**64))
def test_a_value_of_any_nesting_is_valid(schema: Any, seed: int) -> None:
    assert Validator(schema).fits(example(schema, Dice(seed)))
