"""What people call by its name: goods that a record holds, and payments."""

from __future__ import annotations

from typing import Any

import pytest

from tests.world.kit import tool
from whileai.base.seeds import Dice
from whileai.model import Cell, Record
from whileai.world import Stage, infer
from whileai.world.naming import by_name

pytestmark = pytest.mark.contract("S47", "S48")
MANY = {"type": "array", "items": {"type": "string"}}
TOOLS = (
    tool("get_order", "", ["order_id"], order_id="string"),
    tool(
        "exchange_items",
        "Exchange items of an order.",
        ["order_id", "item_ids"],
        order_id="string",
        item_ids=MANY,
    ),
    tool("get_item", "", ["item_id"], item_id="string"),
    tool("search_items", "", product_name="string"),
)
MODEL = infer(TOOLS)
LAMP = Record(entity="item", id="ITM-1", fields={"product_name": "Desk Lamp"})


def left_out(facts: dict[str, Any], *records: Record) -> list[list[str]]:
    action = MODEL.actions["get_item"]
    return [by_name([action], MODEL, records, facts, Dice(seed)) for seed in range(40)]


def test_the_id_of_what_has_a_name_is_mostly_left_out() -> None:
    said = left_out({"item_id": "itm-1"}, LAMP)
    assert 25 < said.count(["item_id"]) < 40
    assert said.count(["item_id"]) + said.count([]) == 40


@pytest.mark.parametrize(
    "records", [(), (Record(entity="item", id="ITM-2", fields={}),)]
)
def test_the_id_of_what_has_no_name_is_said(records: tuple[Record, ...]) -> None:
    assert left_out({"item_id": "ITM-1"}, *records) == [[]] * 40


def test_goods_that_a_scene_speaks_of_are_in_it_as_the_world_has_them() -> None:
    stage, met = Stage(TOOLS), 0
    for seed in range(30):
        scene = stage.scene(Cell(tool="exchange_items"), seed)
        world = stage.open(scene)
        for record in scene.records:
            if record.entity == "item":
                met += 1
                read = world.call("get_item", {"item_id": record.id})
                assert record.fields.items() <= read.items()
    assert met
