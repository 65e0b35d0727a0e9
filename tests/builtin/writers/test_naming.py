"""What the things of a scene are called, and whose ids are left out for it."""

from __future__ import annotations

from typing import Any

import pytest

from whileai.builtin.writers.naming import called, goods_in, holding, names_of
from whileai.model import Cell, Record, Scene, Tool
from whileai.world.naming import name_of
from whileai.world.sameness import normal
from whileai.world.scenes import Stage

pytestmark = pytest.mark.contract("S47")


def tool(name: str, *parameters: str) -> Tool:
    kinds = {each: {"type": "string"} for each in parameters}
    schema = {"type": "object", "properties": kinds, "required": [*parameters]}
    return Tool(name=name, description="", parameters=schema)


TOOLS = (
    tool("get_product", "product_id"),
    tool("exchange_item", "item_id", "new_item_id"),
    tool("move_payment", "payment_id", "date"),
    tool("schedule_payment", "subject", "amount", "date"),
    tool("add_user", "user_id", "channel_id"),
)


def thing(entity: str = "order", **fields: Any) -> Record:
    return Record(entity=entity, id="X-1", fields=fields)


@pytest.mark.parametrize(
    ("record", "name"),
    [
        (thing(name="desk lamp", price=3), "desk lamp"),
        (thing("item", product_name="desk lamp"), "desk lamp"),
        (thing("item", item_name="desk lamp"), "desk lamp"),
        (thing(subject="Rent"), "Rent"),
        (thing(product="desk lamp"), ""),
        (thing(name="Ada", email="ada@stone.example"), ""),
        (thing(title="x" * 41), ""),
        (thing(name=7, title="Notes"), "Notes"),
    ],
)
def test_a_thing_has_one_name(record: Record, name: str) -> None:
    assert name_of(record) == name
    scene = Scene(seed=1, records=(record,))
    assert called("X-1", scene) == called(["X-1"], scene) == name
    assert names_of(scene) == ({"X-1": name} if name else {})


def test_what_a_thing_holds_is_called_by_its_name() -> None:
    held = Record(entity="product", id="P-2", fields={"name": "tent", "price": 9})
    scene = Scene(seed=1, records=(thing(items=["P-2"]), held))
    assert holding("X-1", scene) == goods_in(scene) == "tent"
    assert holding("P-2", scene) == ""


def test_an_id_left_out_for_a_name_is_of_a_thing_named_in_the_scene() -> None:
    stage = Stage(TOOLS)
    left_out = []
    for seed in range(60):
        cell = Cell(tool=TOOLS[seed % len(TOOLS)].name, stance="ordinary")
        scene = stage.scene(cell, seed)
        named = {normal(each) for each in names_of(scene)}
        ids = {normal(each.id) for each in scene.records}
        said = {normal(scene.facts[each]) for each in scene.withheld} & ids
        assert said <= named
        left_out += [*said]
    assert left_out
