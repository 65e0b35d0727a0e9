"""Arguments are checked as a real API checks them."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.support import shared
from whileai.base.examples import Examples
from whileai.base.seeds import Dice
from whileai.model import Tool
from whileai.options.tools import read_tools
from whileai.world.arguments import Arguments, Results

pytestmark = pytest.mark.contract("S48")


def _arguments(parameters: Any, name: str = "find") -> Arguments:
    return Arguments(read_tools([{"name": name, "parameters": parameters}])[0])


def _fields(properties: Any, value: Any, **more: Any) -> list[str]:
    found = _arguments({"properties": properties, **more}).problems(value)
    return [each.field for each in found]


TEXT = {"type": "string"}
NODE = {
    "properties": {"root": {"$ref": "#/$defs/Node"}},
    "$defs": {
        "Node": {
            "type": "object",
            "properties": {
                "name": TEXT,
                "kids": {"type": "array", "items": {"$ref": "#/$defs/Node"}},
            },
            "required": ["name"],
        }
    },
}
SHAPES = {
    "oneOf": [
        {
            "type": "object",
            "properties": {"kind": {"const": "circle"}, "r": {"type": "number"}},
            "required": ["kind", "r"],
        },
        {
            "type": "object",
            "properties": {"kind": {"const": "square"}, "side": {"type": "number"}},
            "required": ["kind", "side"],
        },
    ]
}


@pytest.mark.parametrize(
    ("schema", "good", "bad", "expected"),
    [
        ({"type": "integer"}, 3, "3", "an integer"),
        ({"type": "integer"}, 3.0, True, "an integer"),
        ({"type": ["string", "null"]}, None, 1, "a string or null"),
        ({"type": "string", "nullable": True}, None, 1, "a string or null"),
        ({"enum": ["a", "b"]}, "a", "c", "one of 'a', 'b'"),
        ({"const": "a"}, "a", "c", "'a'"),
        ({"type": "integer", "minimum": 1, "maximum": 5}, 5, 6, "at most 5"),
        ({"type": "number", "exclusiveMinimum": 0}, 0.1, 0, "more than 0"),
        ({"type": "string", "pattern": "^A-[0-9]+$"}, "A-1", "B", "matches"),
        ({"type": "string", "maxLength": 2}, "ab", "abc", "at most 2"),
        ({"type": "string", "format": "date"}, "2024-02-29", "2023-02-29", "a date"),
        ({"type": "string", "format": "date-time"},
         "2024-05-31T09:30:00Z", "", "date"),
        ({"type": "string", "format": "time"}, "09:30:00Z", "9:30", "a time"),
        ({"type": "string", "format": "email"}, "a@b.example", "a@", "an email"),
        ({"type": "string", "format": "uri"}, "https://a.example/b", "a b", "a URI"),
        ({"type": "string", "format": "uuid"}, "0" * 8 + "-0000" * 3 + "-" + "0" * 12,
         "0" * 32, "a UUID"),
        ({"type": "string", "format": "ipv4"}, "10.0.0.1", "10.0.0.256", "IPv4"),
        ({"type": "string", "format": "ipv6"}, "::1", "1::2::3", "IPv6"),
        ({"type": "string", "format": "int32"}, "any", 1, "a string"),
    ],
)  # fmt: skip
def test_a_problem_says_what_was_expected(
    schema: Any, good: Any, bad: Any, expected: str
) -> None:
    arguments = _arguments({"properties": {"x": schema}})
    assert arguments.problems({"x": good}) == ()
    (problem,) = arguments.problems({"x": bad})
    assert (problem.field, problem.given) == ("x", bad)
    assert expected in problem.expected
    assert "'x'" in problem.message


def test_a_long_enum_is_cut_after_ten() -> None:
    arguments = _arguments({"properties": {"x": {"enum": list(range(25))}}})
    (problem,) = arguments.problems({"x": 99})
    assert problem.expected.endswith("8, 9 and 15 more")


def test_a_missing_argument_is_named() -> None:
    arguments = _arguments({"properties": {"order_id": TEXT}, "required": ["order_id"]})
    (problem,) = arguments.problems({})
    assert problem.field == "order_id"
    assert "missing required argument 'order_id'" in problem.message


def test_an_unknown_argument_is_refused_and_the_nearest_one_named() -> None:
    arguments = _arguments({"properties": {"order_id": TEXT}})
    (problem,) = arguments.problems({"orderid": "A-1"})
    assert problem.field == "orderid"
    assert "did you mean 'order_id'?" in problem.message


@pytest.mark.parametrize("more", [True, TEXT])
def test_further_arguments_are_taken_where_the_schema_says_so(more: Any) -> None:
    assert _fields({}, {"x": "1"}, additionalProperties=more) == []


def test_further_arguments_must_fit_the_schema_given_for_them() -> None:
    assert _fields({}, {"x": 1}, additionalProperties=TEXT) == ["x"]
    assert _fields({}, {"x": 1}, additionalProperties=False) == ["x"]


def test_names_by_pattern_are_known_and_others_are_not() -> None:
    patterns = {"^x-": TEXT}
    assert _fields({}, {"x-a": "1"}, patternProperties=patterns) == []
    assert _fields({}, {"y": "1"}, patternProperties=patterns) == ["y"]


def test_nested_objects_follow_their_own_schema() -> None:
    inner = {"type": "object", "properties": {"a": TEXT}}
    assert _fields({"x": inner}, {"x": {"b": 1}}) == []
    closed = {**inner, "additionalProperties": False}
    assert _fields({"x": closed}, {"x": {"b": 1}}) == ["x.b"]


@pytest.mark.parametrize("value", [None, [], "x", 3])
def test_arguments_that_are_no_object_are_a_problem(value: Any) -> None:
    (problem,) = _arguments({}).problems(value)
    assert (problem.field, problem.expected) == ("", "an object")


def test_recursion_is_followed_as_deep_as_the_arguments_go() -> None:
    arguments = _arguments(NODE)
    kid: Any = {"name": 3}
    for _ in range(3):
        kid = {"name": "n", "kids": [kid]}
    (problem,) = arguments.problems({"root": kid})
    assert problem.field == "root.kids.0.kids.0.kids.0.name"


def test_arguments_that_nest_without_end_are_a_problem_and_no_crash() -> None:
    kid: Any = {"name": "n"}
    for _ in range(900):
        kid = {"name": "n", "kids": [kid]}
    (problem,) = _arguments(NODE).problems({"root": kid})
    assert "nests too deeply" in problem.message


def test_the_branch_that_was_meant_is_explained() -> None:
    problems = _arguments({"properties": {"at": SHAPES}}).problems
    (problem,) = problems({"at": {"kind": "square", "side": "2"}})
    assert (problem.field, problem.expected) == ("at.side", "a number")
    (problem,) = problems({"at": 3})
    assert (problem.field, problem.expected) == ("at", "an object")


def test_names_behind_references_and_branches_are_known() -> None:
    arguments = _arguments({"type": "object", **SHAPES})
    assert arguments.problems({"kind": "circle", "r": 1}) == ()
    assert [each.field for each in arguments.problems(
        {"kind": "circle", "r": 1, "z": 2}
    )] == ["z"]  # fmt: skip


@pytest.mark.parametrize(
    ("parameters", "ref"),
    [
        ({"properties": {"x": {"$ref": "#/$defs/none"}}}, "#/\\$defs/none"),
        ({"properties": {"x": {"$ref": "https://a.example/s"}}}, "a.example"),
        ({"$ref": "#"}, "back to itself"),
        (
            {"properties": {"x": {"$ref": "#/properties/y"},
                            "y": {"anyOf": [{"$ref": "#/properties/x"}]}}},
            "back to itself",
        ),
    ],
)  # fmt: skip
def test_a_reference_that_leads_nowhere_is_an_error_at_once(
    parameters: Any, ref: str
) -> None:
    with pytest.raises(ValueError, match=f"'find'.*{ref}"):
        _arguments(parameters)


def test_patterns_of_other_languages_are_read_or_named() -> None:
    named = {"type": "string", "pattern": r"^(?<year>\d{4})-\p{L}+$"}
    arguments = _arguments({"properties": {"x": named}})
    assert (arguments.problems({"x": "2024-é"}), arguments.unchecked) == ((), ())
    odd = _arguments({"properties": {"x": {"pattern": r"^\p{Greek}$"}}})
    assert odd.unchecked == (r"^\p{Greek}$",)
    assert odd.problems({"x": "anything"}) == ()


def test_results_are_checked_against_a_declared_output_schema() -> None:
    output = {"type": "array", "items": {"type": "integer"}}
    assert Results(Tool(name="a", output=output)).problems([1]) == ()
    (problem,) = Results(Tool(name="a", output=output)).problems(["1"])
    assert problem.field == "0"
    assert Results(Tool(name="a")).problems(object()) == ()


def test_unicode_names_and_sixty_parameters_are_checked() -> None:
    properties = {f"имя_{at}": {"type": "integer"} for at in range(60)}
    assert _fields(properties, {"имя_7": "x", "имя_60": 1}) == ["имя_7", "имя_60"]


def _real_tools() -> list[Tool]:
    lines = shared("tool_schemas.jsonl").read_text("utf-8").splitlines()
    return [read_tools([json.loads(line)])[0] for line in lines]


def test_examples_of_every_real_tool_are_valid_arguments() -> None:
    for each in _real_tools():
        arguments, examples = Arguments(each), Examples(each.parameters)
        for seed in range(20):
            assert arguments.problems(examples.draw(Dice(seed))) == (), each.name
