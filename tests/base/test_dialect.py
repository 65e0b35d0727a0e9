"""Schemas of other dialects become Draft 2020-12, and nothing is lost."""

from __future__ import annotations

from copy import deepcopy
from typing import Any

import pytest

from whileai.base.dialect import alone, normalized, pointed, standard

pytestmark = pytest.mark.contract("S48", "S62")


def _property(schema: Any) -> Any:
    return normalized({"properties": {"x": schema}})["properties"]["x"]


@pytest.mark.parametrize(
    ("word", "kind"),
    [
        ("dict", "object"),
        ("HashMap", "object"),
        ("float", "number"),
        ("double", "number"),
        ("long", "integer"),
        ("Integer", "integer"),
        ("tuple", "array"),
        ("ArrayList", "array"),
        ("Array", "array"),
        ("String", "string"),
        ("Boolean", "boolean"),
        ("integer", "integer"),
    ],
)
def test_type_words_of_other_dialects_are_read(word: str, kind: str) -> None:
    assert _property({"type": word}) == {"type": kind}


def test_a_parameter_of_any_type_has_no_type_word() -> None:
    assert _property({"type": "any", "description": "d"}) == {"description": "d"}


def test_an_unknown_type_word_is_named_with_its_tool_and_parameter() -> None:
    schema = {"properties": {"at": {"properties": {"x": {"type": "strng"}}}}}
    with pytest.raises(ValueError, match=r"'find'.*'at\.x'.*'strng'.*'string'"):
        normalized(schema, tool="find")


def test_a_parameter_that_is_called_type_is_no_type_word() -> None:
    schema = {"properties": {"type": {"type": "str"}, "enum": {"type": "int"}}}
    assert normalized(schema)["properties"] == {
        "type": {"type": "string"},
        "enum": {"type": "integer"},
    }


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (
            {"type": "string", "nullable": True},
            {"type": ["string", "null"], "nullable": True},
        ),
        (
            {"type": "string", "enum": ["a"], "nullable": True},
            {"type": ["string", "null"], "enum": ["a", None], "nullable": True},
        ),
        (
            {"type": "number", "minimum": 0, "exclusiveMinimum": True},
            {"type": "number", "exclusiveMinimum": 0},
        ),
        (
            {"type": "array", "items": [{"type": "int"}], "additionalItems": False},
            {"type": "array", "prefixItems": [{"type": "integer"}], "items": False},
        ),
        (
            {"type": "object", "properties": {"a": {"required": True}}},
            {"type": "object", "properties": {"a": {}}, "required": ["a"]},
        ),
        ({"type": ["string", "int"]}, {"type": ["string", "integer"]}),
        ({"const": {"type": "dict"}}, {"const": {"type": "dict"}}),
    ],
)
def test_older_forms_are_brought_up_to_date(old: Any, new: Any) -> None:
    assert _property(old) == new


def test_recursion_is_kept_and_never_expanded() -> None:
    node = {"type": "dict", "properties": {"next": {"$ref": "#/$defs/Node"}}}
    schema = normalized({"$ref": "#/$defs/Node", "$defs": {"Node": node}})
    assert schema["$ref"] == "#/$defs/Node"
    assert schema["$defs"]["Node"]["properties"]["next"] == {"$ref": "#/$defs/Node"}
    assert schema["$defs"]["Node"]["type"] == "object"


def test_what_was_given_stays_as_it_was() -> None:
    given = {"type": "dict", "properties": {"x": {"type": "float"}}, "required": []}
    before = deepcopy(given)
    normalized(given)
    assert given == before


def test_normalizing_twice_changes_nothing_more() -> None:
    once = normalized({"properties": {"x": {"type": "str", "nullable": True}}})
    assert normalized(once) == once


@pytest.mark.parametrize(
    ("schema", "words"),
    [
        ({"type": "array"}, "array"),
        ({"properties": []}, "properties"),
        ({"required": "order_id"}, "required"),
        ({"properties": {"x": "string"}}, "'x'"),
        ({"properties": {"x": {"minimum": "1"}}}, "minimum"),
        ({"properties": {"x": {"multipleOf": 0}}}, "multipleOf"),
        ({"properties": {"x": {"anyOf": []}}}, "anyOf"),
        ({"properties": {"x": {"enum": []}}}, "'find'.*'x': enum must be"),
        ({"properties": {"x": {"type": []}}}, "'x': type must be"),
        ({"properties": {"x": {"pattern": "([a-z"}}}, "'find'.*'x': pattern"),
        ({"properties": {"x": {"minimum": 5, "maximum": 3}}}, "5 is above maximum 3"),
        ({"order_id": {"type": "string"}}, "order_id"),
    ],
)
def test_what_is_no_schema_of_arguments_is_refused(schema: Any, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        normalized(schema, tool="find")


def test_an_output_schema_may_be_of_any_type() -> None:
    assert standard({"type": "list"}) == {"type": "array"}


def test_a_pointer_reads_escapes_lists_and_anchors() -> None:
    root = {"$defs": {"a/b": {"anyOf": [{"type": "null"}]}, "c": {"$anchor": "here"}}}
    assert pointed(root, "#/$defs/a~1b/anyOf/0") == {"type": "null"}
    assert pointed(root, "#here") == {"$anchor": "here"}
    with pytest.raises(LookupError):
        pointed(root, "#/$defs/none")


def test_a_parameter_of_a_tool_that_puts_out_is_no_field() -> None:
    wrong = {"type": "object", "properties": {"x": {"type": "strng"}}}
    with pytest.raises(ValueError, match=r"of tool 'output', parameter '.*x'"):
        normalized(wrong, tool="output")
    with pytest.raises(ValueError, match=r"of tool 'a of b', field '.*x'"):
        standard(wrong, tool="a of b")


def test_a_schema_that_contains_itself_is_told_with_its_tool() -> None:
    schema: dict[str, Any] = {"type": "object", "properties": {}}
    schema["properties"]["again"] = schema
    with pytest.raises(TypeError, match=r"of tool 'look'.*again contains itself"):
        normalized(schema, tool="look")


def test_items_of_any_kind_are_said_by_saying_nothing() -> None:
    many = {"type": "array", "items": True, "minItems": 2}
    schema = normalized({"properties": {"id": many}, "required": ["id"]})
    assert schema["properties"]["id"] == {"type": "array", "minItems": 2}


@pytest.mark.parametrize("ref", ["#", "#/properties/a", "#/oneOf/1", "#/$defs/b"])
def test_a_part_that_stands_alone_has_all_that_it_refers_to(ref: str) -> None:
    root = {
        "properties": {"a": {"type": "string"}},
        "oneOf": [{"properties": {"x": {"$ref": ref}}}, {"required": ["a"]}],
        "$defs": {"b": {"type": "null"}, "whole": {"type": "integer"}},
    }
    own = alone(root["oneOf"][0], root)  # type: ignore[index]
    told, found = pointed(root, ref), pointed(own, own["properties"]["x"]["$ref"])
    assert found.keys() == told.keys()
    assert pointed(own, "#/$defs/whole") == {"type": "integer"}
