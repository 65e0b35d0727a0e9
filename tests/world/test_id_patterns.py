"""Ids that a pattern describes are ones that it takes, or there is a plain error."""

from __future__ import annotations

import re

import pytest

from tests.world.kit import session, tool
from whileai.model import Cell, Tool
from whileai.world import infer
from whileai.world.scenes import Stage

pytestmark = pytest.mark.contract("S48")

PATTERNS = (
    r"^(?=.*9)[A-Z]{2}\d{3}$",
    r"^(?!A)[A-C]\d$",
    r"^(?=.*\d)(?=.*[A-Z]).{6}$",
    r"^\p{L}{3}$",
    r"^a{3,100000}$",
    r"^[^0-9]{4}$",
    r"^[AB]$",
    r"X",
)


def tools(pattern: str, **more: object) -> tuple[Tool, ...]:
    own = {"type": "string", "pattern": pattern, **more}
    return (
        tool("get_crate", "Read a crate.", ["crate_id"], crate_id=own),
        tool("list_crates", "List crates."),
        tool("create_crate", "Make a crate.", ["label"], label="string"),
    )


@pytest.mark.parametrize("pattern", PATTERNS)
def test_every_id_is_one_that_its_own_pattern_takes(pattern: str) -> None:
    world = session(infer(tools(pattern)))
    made = [world.call("create_crate", {"label": "one"}) for _ in range(20)]
    rows = world.call("list_crates", {})["crates"]
    assert rows
    for row in (*rows, *(each for each in made if "error" not in each)):
        read = world.call("get_crate", {"crate_id": row["crate_id"]})
        assert read.get("crate_id") == row["crate_id"], read
    assert {each["code"] for each in made if "error" in each} <= {"limit_reached"}


@pytest.mark.parametrize("pattern", PATTERNS)
def test_what_is_missing_fits_the_pattern_and_is_not_there(pattern: str) -> None:
    stage = Stage(tools(pattern))
    for seed in range(4):
        cell = Cell(tool="get_crate", world_state="entity missing")
        scene = stage.scene(cell, seed)
        answer = stage.open(scene).call("get_crate", dict(scene.facts))
        assert answer["code"] == "not_found"


@pytest.mark.parametrize(
    ("bounds", "looks"),
    [
        ({}, r"CRT\-[0-9]{5}"),
        ({"minLength": 6, "maxLength": 6}, r"C[0-9]{5}"),
        ({"minLength": 12}, r"CRT\-[0-9]{8}"),
        ({"maxLength": 7}, r"C[0-9]{5}"),
        ({"type": ["string", "integer"], "maxLength": 4}, r".{1,4}"),
        ({"minLength": 24, "maxLength": 24}, r"[0-9a-f]{24}"),
        ({"allOf": [{"minLength": 8}, {"maxLength": 8}]}, r"CRT[0-9]{5}"),
        ({"allOf": [{"$ref": "#/$defs/Code"}]}, r"[A-Z]{2}[0-9]{4}"),
        ({"minLength": 3, "allOf": [{"$ref": "#/$defs/Code"}]}, r"[A-Z]{2}[0-9]{4}"),
    ],
)
def test_ids_are_codes_that_are_as_long_as_they_may_be(
    bounds: dict[str, object], looks: str
) -> None:
    parameters = {
        "type": "object",
        "properties": {"crate_id": {"type": "string", **bounds}},
        "required": ["crate_id"],
        "$defs": {"Code": {"type": "string", "pattern": "^[A-Z]{2}[0-9]{4}$"}},
    }
    reads = Tool(name="get_crate", description="Read it.", parameters=parameters)
    stage = Stage((reads,))
    scene = stage.scene(Cell(tool="get_crate", world_state="entity exists"), 1)
    answer = stage.open(scene).call("get_crate", dict(scene.facts))
    assert re.fullmatch(looks, answer["crate_id"]), answer


def test_an_id_that_can_only_be_empty_is_no_error() -> None:
    own = {"type": "string", "const": ""}
    world = session(infer((tool("get_crate", "Read it.", ["crate_id"], crate_id=own),)))
    assert "error" in world.call("get_crate", {"crate_id": "C1"})


def test_a_pattern_without_an_id_names_tool_and_parameter() -> None:
    with pytest.raises(ValueError, match=r"'get_crate', parameter 'crate_id'.*On file"):
        infer(tools(r"^(\d)\1{2}$"))


def test_examples_make_ids_where_a_pattern_does_not() -> None:
    model = infer(tools(r"^(\d)\1{2}$", examples=["111", "222", "777"]))
    rows = session(model).call("list_crates", {})["crates"]
    assert {each["crate_id"] for each in rows} <= {"111", "222", "777"}
