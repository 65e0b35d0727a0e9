"""Typed functions say what they take and give."""

from __future__ import annotations

import enum
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Annotated, Any, Literal, NamedTuple, TypedDict

import pytest
from attrs import field, frozen
from pydantic import BaseModel, Field
from typing_extensions import NotRequired

from whileai.base.schema import signature_schema

pytestmark = pytest.mark.contract("S62")


class Colour(enum.Enum):
    RED = "red"
    BLUE = "blue"


class Line(TypedDict):
    sku: str
    note: NotRequired[str]


class Point(NamedTuple):
    x: float
    y: float = 0.0


@frozen
class Size:
    width: int
    tags: list[str] = field(factory=list)


@dataclass
class Node:
    """A node.

    Args:
        name: what it is called.
    """

    name: str
    kids: list[Node]


class Item(BaseModel):
    title: str = Field(description="what it says", max_length=9)
    inner: Item | None = None


def _only(hint: Any) -> Any:
    def take(x): ...  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN202

    take.__annotations__["x"] = hint
    return signature_schema(take)[1]["properties"]["x"]


OBJECT = {"type": "object"}
TEXT = {"type": "string"}
WHOLE = {"type": "integer"}


@pytest.mark.parametrize(
    ("hint", "schema"),
    [
        (Any, {}),
        (str, TEXT),
        (bool, {"type": "boolean"}),
        (list[int], {"type": "array", "items": WHOLE}),
        (Sequence[str], {"type": "array", "items": TEXT}),
        (set[int], {"type": "array", "items": WHOLE, "uniqueItems": True}),
        (tuple[int, ...], {"type": "array", "items": WHOLE}),
        (dict[str, int], {**OBJECT, "additionalProperties": WHOLE}),
        (Literal["a", "b"], {**TEXT, "enum": ["a", "b"]}),
        (Literal["a", 1], {"enum": ["a", 1]}),
        (Colour, {**TEXT, "enum": ["red", "blue"]}),
        (int | None, {"type": ["integer", "null"]}),
        (int | str, {"anyOf": [WHOLE, TEXT]}),
        (Annotated[str, "the id"], {**TEXT, "description": "the id"}),
        (Annotated[int, Field(ge=1, le=5)], {**WHOLE, "minimum": 1, "maximum": 5}),
        ("NoSuchName", {}),
        ("list[NoSuchName]", {}),
        (3, {}),
        (
            Line,
            {**OBJECT, "properties": {"sku": TEXT, "note": TEXT}, "required": ["sku"]},
        ),
        (
            Point,
            {
                **OBJECT,
                "properties": {
                    "x": {"type": "number"},
                    "y": {"type": "number", "default": 0.0},
                },
                "required": ["x"],
            },
        ),
    ],
)
def test_each_type_has_its_schema(hint: Any, schema: Any) -> None:
    assert _only(hint) == schema


def test_a_tuple_has_a_schema_for_each_place() -> None:
    schema = _only(tuple[int, str])
    assert schema["prefixItems"] == [WHOLE, TEXT]
    assert (schema["minItems"], schema["maxItems"], schema["items"]) == (2, 2, False)


def test_defaults_are_recorded_and_make_an_argument_optional() -> None:
    def find(
        a: str, b: int = 3, c: str | None = None, *args: int, **kw: int
    ) -> None: ...

    assert signature_schema(find)[1] == {
        "type": "object",
        "properties": {"a": TEXT, "b": {**WHOLE, "default": 3}, "c": TEXT},
        "required": ["a"],
    }


@pytest.mark.parametrize(
    "doc",
    [
        "Find it.\n\nArgs:\n    a (str): the first\n      of two.\n\nReturns:\n    x",
        "Find it.\n\nParameters\n----------\na : str\n    the first\n    of two.\n",
        "Find it.\n\n:param str a: the first\n    of two.\n:returns: it",
    ],
)
def test_the_docstring_describes_tool_and_parameters(doc: str) -> None:
    def find(a: str) -> None: ...

    find.__doc__ = doc
    said, schema, _ = signature_schema(find)
    assert said == "Find it."
    assert schema["properties"]["a"]["description"] == "the first of two."


def test_a_class_that_contains_itself_becomes_a_definition() -> None:
    def grow(node: Node) -> None: ...

    schema = signature_schema(grow)[1]
    assert schema["properties"]["node"] == {"$ref": "#/$defs/Node"}
    kids = schema["$defs"]["Node"]["properties"]["kids"]
    assert kids == {"type": "array", "items": {"$ref": "#/$defs/Node"}}
    name = schema["$defs"]["Node"]["properties"]["name"]
    assert name["description"] == "what it is called."


def test_a_pydantic_parameter_keeps_its_fields_and_definitions() -> None:
    def put(item: Item) -> None: ...

    schema = signature_schema(put)[1]
    assert schema["properties"]["item"] == {"$ref": "#/$defs/Item"}
    title = schema["$defs"]["Item"]["properties"]["title"]
    assert title == {**TEXT, "maxLength": 9, "description": "what it says"}


def test_a_record_class_has_a_schema_of_its_fields() -> None:
    schema = _only(Size)
    assert schema["required"] == ["width"]
    assert schema["properties"]["tags"] == {"type": "array", "items": TEXT}


def test_methods_partials_and_callable_objects_are_read() -> None:
    class Shop:
        """A shop."""

        def find(self, a: str, b: int = 1) -> None:
            """Find it."""

        def __call__(self, a: str) -> None: ...

    assert list(signature_schema(Shop().find)[1]["properties"]) == ["a", "b"]
    fixed = signature_schema(partial(Shop().find, b=2))
    assert (fixed[0], list(fixed[1]["properties"])) == ("Find it.", ["a"])
    assert signature_schema(Shop())[:2] == (
        "A shop.",
        {"type": "object", "properties": {"a": TEXT}, "required": ["a"]},
    )


@pytest.mark.parametrize(
    ("hint", "output"),
    [
        (None, None),
        (str, None),
        (Any, None),
        ("NoSuchName", None),
        (int, WHOLE),
        (list[int], {"type": "array", "items": WHOLE}),
    ],
)
def test_a_result_has_a_schema_where_its_type_says_something(
    hint: Any, output: Any
) -> None:
    def find() -> None: ...

    find.__annotations__["return"] = hint
    assert signature_schema(find)[2] == output


def test_types_of_an_enclosing_function_are_found() -> None:
    class Local(TypedDict):
        a: int

    def take(x: Local) -> Local:
        return x

    def see() -> type:
        return Local

    assert see() is Local
    assert signature_schema(take)[1]["properties"]["x"] in (
        {},
        {**OBJECT, "properties": {"a": WHOLE}, "required": ["a"]},
    )
