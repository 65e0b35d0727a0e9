"""Tools in every form that people have them in are the same tools."""

from __future__ import annotations

import inspect
import json
import pickle
import re
from copy import deepcopy
from functools import partial
from types import SimpleNamespace
from typing import Any

import pytest
from jsonschema import Draft202012Validator, FormatChecker  # type: ignore[import-untyped]
from pydantic import BaseModel, Field

from tests.support import shared
from whileai.model import Tool
from whileai.options.tools import read_tools, tool, wire_names

pytestmark = pytest.mark.contract("S62")

SCHEMA = {
    "type": "object",
    "properties": {
        "order_id": {"type": "string", "description": "the order"},
        "limit": {"type": "integer", "default": 5},
    },
    "required": ["order_id"],
}
WORDS = {"name": "lookup_order", "description": "Look an order up."}


def lookup_order(order_id: str, limit: int = 5) -> str:
    """Look an order up.

    Args:
        order_id: the order
    """
    return f"{order_id}:{limit}"


class LookupOrder(BaseModel):
    """Look an order up."""

    order_id: str = Field(description="the order")
    limit: int = 5


@tool
def decorated(order_id: str, limit: int = 5) -> str:
    """Look an order up."""
    return f"{order_id}:{limit}"


SHAPES = {
    "openai wrapped": {"type": "function", "function": {**WORDS, "parameters": SCHEMA}},
    "openai bare": {**WORDS, "parameters": SCHEMA},
    "anthropic": {**WORDS, "input_schema": SCHEMA},
    "mcp": {**WORDS, "inputSchema": SCHEMA},
    "mcp object": SimpleNamespace(**WORDS, inputSchema=SCHEMA),
    "function": lookup_order,
    "decorated": tool(lookup_order),
    "record": Tool(**WORDS, parameters=SCHEMA),  # type: ignore[arg-type]
}


@pytest.mark.parametrize("shape", SHAPES.values(), ids=SHAPES.keys())
def test_every_shape_of_a_tool_gives_the_same_schema(shape: Any) -> None:  # F115
    (read,) = read_tools([shape])
    assert read == Tool(**WORDS, parameters=SCHEMA, wire_name="lookup_order")  # type: ignore[arg-type]


def test_a_pydantic_class_is_a_tool_with_the_same_arguments() -> None:
    (read,) = read_tools([LookupOrder])
    assert (read.name, read.description) == ("LookupOrder", "Look an order up.")
    assert read.parameters == SCHEMA


def test_an_output_schema_that_takes_all_is_read() -> None:
    (read,) = read_tools([{**WORDS, "inputSchema": SCHEMA, "outputSchema": True}])
    assert read.output == {}


def test_an_output_schema_that_takes_nothing_is_refused() -> None:
    with pytest.raises(ValueError, match=r"'lookup_order' is False.* leave it out"):
        read_tools([{**WORDS, "inputSchema": SCHEMA, "outputSchema": False}])
    crossed = {"type": "integer", "minimum": 5, "maximum": 1}
    with pytest.raises(ValueError, match="output schema of tool 'lookup_order'"):
        read_tools([{**WORDS, "inputSchema": SCHEMA, "outputSchema": crossed}])


def test_an_mcp_tool_keeps_its_output_schema() -> None:
    output = {"type": "object", "properties": {"total": {"type": "float"}}}
    (read,) = read_tools([{**WORDS, "inputSchema": SCHEMA, "outputSchema": output}])
    assert read.output is not None
    assert read.output["properties"]["total"] == {"type": "number"}


def test_an_mcp_tool_object_may_take_no_arguments() -> None:
    (read,) = read_tools(
        [SimpleNamespace(name="ping", description=None, inputSchema={})]
    )
    assert (read.name, read.parameters) == (
        "ping",
        {"type": "object", "properties": {}},
    )


def test_nothing_is_shared_with_what_was_given() -> None:
    given = {**WORDS, "parameters": deepcopy(SCHEMA)}
    (read,) = read_tools([given])
    read.parameters["properties"]["order_id"]["type"] = "number"
    assert given == {**WORDS, "parameters": SCHEMA}


def test_a_decorated_function_is_called_as_before() -> None:
    assert decorated("A-1", limit=2) == "A-1:2"
    assert inspect.signature(decorated) == inspect.signature(lookup_order)
    assert decorated.schema["function"]["name"] == "decorated"
    assert decorated.tool.call is decorated.__wrapped__
    assert pickle.loads(pickle.dumps(decorated)) is decorated


def test_a_decorator_may_name_and_describe_the_tool() -> None:
    named = tool(name="find", description="Find.")(lookup_order)
    assert (named.tool.name, named.tool.description) == ("find", "Find.")


async def test_an_async_function_stays_async() -> None:
    @tool
    async def find(order_id: str) -> str:
        return order_id

    assert await find("A-1") == "A-1"


def test_a_decorated_method_is_bound_to_its_object() -> None:
    class Shop:
        stock = 3

        @tool
        def count(self, sku: str) -> str:
            return f"{sku}:{self.stock}"

    (read,) = read_tools([Shop().count])
    assert read.call is not None
    assert read.call("s") == "s:3"
    assert list(read.parameters["properties"]) == ["sku"]


def test_a_partial_is_named_after_its_function() -> None:
    (read,) = read_tools([partial(lookup_order, limit=1)])
    assert read.name == "lookup_order"
    assert list(read.parameters["properties"]) == ["order_id"]


@pytest.mark.parametrize(
    ("value", "words"),
    [
        ("lookup_order", "'lookup_order'"),
        (7, "got 7"),
        (SHAPES["anthropic"], "wrap it in a list"),
        (lookup_order, "wrap it in a list"),
        (LookupOrder, "wrap it in a list"),
        ([lookup_order, 7], r"tools\[1\] is 7"),
        ([int], r"tools\[0\]"),
        ([{"function": "x"}], r"tools\[0\].*'x'"),
        ([{"name": 3}], r"tools\[0\].*name=3"),
        ([{"name": "a", "parameters": "x"}], "'a'.*'x'"),
        ([{"name": "a", "description": 3}], "description=3"),
    ],
)
def test_what_is_no_list_of_tools_is_a_type_error(value: Any, words: str) -> None:
    with pytest.raises(TypeError, match=words):
        read_tools(value)


@pytest.mark.parametrize(
    ("value", "words"),
    [
        ([{"function": {}}], r"tools\[0\] has no name"),
        ([{"name": " "}], "empty name"),
        ([lookup_order, SHAPES["mcp"]], "more than one tool named 'lookup_order'"),
        ([{"name": "a", "parameters": {"type": "array"}}], "'a'.*array"),
        ([{"name": "a", "parameters": {"properties": 3}}], "'a'.*properties"),
        ([{"name": "web", "type": "web_search_20250305"}], "provider"),
        ([lambda x: x], "lambda"),
    ],
)
def test_a_tool_that_cannot_be_used_is_a_value_error(value: Any, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        read_tools(value)


@pytest.mark.parametrize("value", ["x", 3, None, int])
def test_only_a_function_is_decorated(value: Any) -> None:
    with pytest.raises(TypeError, match=r"@wai\.tool"):
        tool()(value)


def test_no_tools_are_no_tools() -> None:
    assert read_tools(None) == read_tools([]) == ()
    assert read_tools(each for each in [lookup_order])[0].name == "lookup_order"


def test_illegal_names_are_mapped_to_legal_ones_whatever_their_order() -> None:
    names = ["a.b", "a b", "a_b", "x.y", "注文を探す", "long" * 20, "long" * 21]
    wire = wire_names(names)
    assert wire == wire_names(reversed(names))
    assert len(set(wire.values())) == len(names)
    assert (wire["a_b"], wire["x.y"]) == ("a_b", "x_y")
    assert all(re.fullmatch(r"[a-zA-Z0-9_-]{1,64}", each) for each in wire.values())


def test_two_hundred_tools_and_sixty_parameters_are_read() -> None:
    properties = {f"p{at}": {"type": "str"} for at in range(60)}
    tools = read_tools(
        {"name": f"t.{at}", "parameters": {"properties": properties}}
        for at in range(200)
    )
    assert len({each.wire_name for each in tools}) == 200
    assert len(tools[9].parameters["properties"]) == 60


def test_every_real_tool_is_read_as_valid_draft_2020_12() -> None:
    lines = shared("tool_schemas.jsonl").read_text("utf-8").splitlines()
    rows = [json.loads(line) for line in lines]
    tools = [read_tools([row])[0] for row in rows]
    assert len(tools) == 94
    for each in tools:
        plain = FormatChecker(formats=())
        Draft202012Validator.check_schema(each.parameters, format_checker=plain)
    wire = wire_names({each.name for each in tools})
    assert len(set(wire.values())) == len(wire)


def test_every_real_toolset_is_read() -> None:
    for tools in json.loads(shared("toolsets.json").read_text("utf-8")).values():
        assert len(read_tools(tools)) == len(tools)
