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


@pytest.mark.parametrize(
    ("text", "field", "down"),
    [
        ("List lamps, oldest first.", "made_on", False),
        ("List lamps. The earliest come first.", "made_on", False),
        ("Lists the lamps in chronological order.", "made_on", False),
        ("List lamps, most recent first.", "made_on", True),
        ("List lamps, the newest lamps first.", "made_on", True),
        ("List lamps sorted by title.", "title", False),
        ("All lamps, in alphabetical order.", "title", False),
        ("All lamps (A-Z).", "title", False),
        ("List lamps, cheapest first.", "price", False),
        ("List lamps, most expensive first.", "price", True),
        ("List lamps sorted by price in descending order.", "price", True),
        ("List lamps ordered by watts, highest first.", "watts", True),
        ("List lamps, highest watts first.", "watts", True),
        ("List lamps, highest priority first.", "priority", True),
    ],
)
def test_a_list_has_the_order_that_its_tool_promises(
    text: str, field: str, down: bool
) -> None:
    rank = {"low": 0, "medium": 1, "high": 2}
    world = session(infer((MADE, tool("list_lamps", text))))
    for day in ("2030-03-01", "2020-03-01", "2025-03-01"):
        world.call("create_lamp", {"made_on": day, "title": f"B {day}", "watts": 7})
    rows = world.call("list_lamps", {})["lamps"]
    told = [each[field] for each in rows if field in each]
    values = [rank.get(each, each) for each in told]
    assert len(set(values)) > 1
    assert values == sorted(values, reverse=down)


MADE = tool(
    "create_lamp",
    "Make one.",
    made_on={"type": "string", "format": "date"},
    title="string",
    price="number",
    watts="integer",
    priority={"enum": ["low", "medium", "high"]},
)


@pytest.mark.parametrize(
    "text",
    [
        "List lamps. They can be sorted by price.",
        "List lamps, optionally in alphabetical order.",
        "List lamps by the newest maker's first name.",
        "List lamps.",
    ],
)
def test_what_a_list_may_be_sorted_by_is_no_promise(text: str) -> None:
    tools = (MADE, tool("list_lamps", text))
    plain = (MADE, tool("list_lamps", "List lamps."))
    rows = session(infer(tools)).call("list_lamps", {})
    assert rows == session(infer(plain)).call("list_lamps", {})


def test_an_order_that_a_call_asks_for_stands_above_the_usual_one() -> None:
    promise = tool("list_lamps", "List lamps, cheapest first.", sort="string")
    rows = session(infer((MADE, promise))).call("list_lamps", {"sort": "-price"})
    prices = [each["price"] for each in rows["lamps"]]
    assert prices == sorted(prices, reverse=True)
