"""Lists come in the order that a call asks for, or it is told what it may ask."""

from __future__ import annotations

from typing import Any

import pytest

from tests.world.kit import session, tool
from whileai.world import infer

pytestmark = pytest.mark.contract("S48")

TOOLS = (
    tool("create_lamp", "Make one.", price="number", watts="integer"),
    tool("list_lamps", "List.", sort="string", order="string", limit="integer"),
)


@pytest.mark.parametrize(
    ("given", "down"),
    [
        ({"sort": "price"}, False),
        ({"sort": "-price"}, True),
        ({"sort": "price:desc"}, True),
        ({"sort": "price_desc"}, True),
        ({"sort": "price", "order": "desc"}, True),
    ],
)
def test_a_list_is_sorted_as_asked(given: dict[str, str], down: bool) -> None:
    rows = session(infer(TOOLS)).call("list_lamps", {**given, "limit": 50})["lamps"]
    prices = [each["price"] for each in rows]
    assert len(set(prices)) > 1
    assert prices == sorted(prices, reverse=down)


def test_a_field_that_is_not_there_is_no_order() -> None:
    answer = session(infer(TOOLS)).call("list_lamps", {"sort": "fame"})
    assert (answer["code"], answer["field"]) == ("invalid_arguments", "sort")


def test_an_order_that_a_tool_names_is_never_refused() -> None:
    choice: dict[str, Any] = {
        "type": "string",
        "enum": ["relevance", "created", "price"],
    }
    world = session(infer((TOOLS[0], tool("list_lamps", "List.", sort_by=choice))))
    for each in choice["enum"]:
        assert world.call("list_lamps", {"sort_by": each})["lamps"]
