"""The quick check says what jsonschema says, or nothing."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator  # type: ignore[import-untyped]

from whileai.base.checking import Validator
from whileai.base.quick import _MAKERS, _OF_OBJECTS, LEFT, quick

pytestmark = pytest.mark.contract("S48")

TREE: dict[str, Any] = {
    "$defs": {
        "tree": {
            "type": "object",
            "properties": {
                "name": {"type": "string", "minLength": 1},
                "left": {"anyOf": [{"$ref": "#/$defs/tree"}, {"type": "null"}]},
            },
            "required": ["name"],
            "additionalProperties": False,
        }
    },
    "$ref": "#/$defs/tree",
}
SCALARS = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-3, 3),
    st.sampled_from((0.0, 1.0, 1.5, float("nan"), 2**70)),
    st.sampled_from(("", "a", "low", "2024-02-30", "2024-02-29", "\x00", "\ud800")),
)
VALUES = st.recursive(
    SCALARS,
    lambda inner: st.one_of(
        st.lists(inner, max_size=3),
        st.dictionaries(st.sampled_from(("name", "left", "size", "x")), inner),
    ),
    max_leaves=6,
)
LEAVES = st.sampled_from(
    (
        {},
        True,
        {"type": "string"},
        {"type": ["integer", "null"]},
        {"type": "number", "minimum": 1, "exclusiveMaximum": 2},
        {"enum": ["low", 1, None, True]},
        {"const": 1},
        {"type": "string", "format": "date"},
        {"pattern": "^[a-z]+$", "maxLength": 2},
        {"type": "boolean", "title": "x", "default": 3},
        {"format": "no-such-format"},
        {"exclusiveMinimum": 0, "maximum": 1},
    )
)
SCHEMAS = st.recursive(
    LEAVES,
    lambda inner: st.one_of(
        st.builds(
            lambda parts, closed, needed: {
                "type": "object",
                "properties": parts,
                "required": ["name"] if needed else [],
                **({"additionalProperties": closed} if closed is not None else {}),
            },
            st.dictionaries(st.sampled_from(("name", "left", "size")), inner),
            st.sampled_from((None, True, False, {"type": "integer"})),
            st.booleans(),
        ),
        st.builds(lambda i: {"type": "array", "items": i, "minItems": 1}, inner),
        st.builds(lambda w, p: {w: p}, st.sampled_from(("anyOf", "oneOf", "allOf")),
                  st.lists(inner, min_size=1, max_size=3)),
    ),
    max_leaves=6,
)  # fmt: skip


@settings(max_examples=100, deadline=None, derandomize=True)
@given(schema=SCHEMAS, values=st.lists(VALUES, min_size=1, max_size=12))
def test_it_agrees_with_jsonschema(schema: Any, values: list[Any]) -> None:
    check, control = quick(schema), Validator(schema)
    assert check is not None
    for value in values:
        assert check(value) == control.fits(value), value


@settings(max_examples=60, deadline=None, derandomize=True)
@given(value=VALUES)
def test_it_follows_references_that_recur(value: Any) -> None:
    check = quick(TREE)
    assert check is not None
    for each in (value, {"name": "a", "left": value}, {"name": "a", "left": None}):
        assert check(each) == Validator(TREE).fits(each)


@pytest.mark.parametrize(
    "schema",
    [
        {"not": {"type": "string"}},
        {"properties": {"a": {"patternProperties": {}}}},
        {"enum": [{"a": 1}]},
        {"$ref": "#/properties/a"},
        {"items": [{"type": "string"}]},
        {"type": "record"},
        False,
    ],
)
def test_it_says_nothing_of_words_it_does_not_know(schema: Any) -> None:
    assert quick(schema) is None


def test_words_that_jsonschema_does_not_check_either_say_nothing() -> None:
    schema = {"type": "string", "optional": "true", "x-order": 3, "enum": ["a"]}
    check = quick(schema)
    assert check is not None
    assert [check(each) for each in ("a", "b", 1)] == [
        Validator(schema).fits(each) for each in ("a", "b", 1)
    ]


@pytest.mark.parametrize("word", sorted(Draft202012Validator.VALIDATORS))
def test_no_word_that_jsonschema_checks_is_taken_for_one_that_says_nothing(
    word: str,
) -> None:
    """A word has a check, is left to jsonschema, or is a reference."""
    assert word in {*_MAKERS, *_OF_OBJECTS, *LEFT} or word[0] == "$"
