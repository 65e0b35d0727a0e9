"""Tools that do something to several things at once."""

from __future__ import annotations

from typing import Any

import pytest

import whileai as wai
from tests.support import sim
from tests.world.kit import session, tool
from whileai.world import infer

pytestmark = pytest.mark.contract("S48")

IDS = {"type": "array", "items": {"type": "string"}}
ORDERS = (
    tool("list_orders", "List orders."),
    tool("get_order", "Read an order.", ["order_id"], order_id="string"),
    tool("get_orders", "Read several orders.", ["order_ids"], order_ids=IDS),
    tool("cancel_orders", "Cancel orders.", ["order_ids"], order_ids=IDS),
    tool("delete_orders", "Delete orders.", ["order_ids"], order_ids=IDS),
    tool("update_orders", "Note it.", ["order_ids"], order_ids=IDS, note="string"),
)
TODOS = (
    tool("list_todos", "List all todos."),
    tool("get_todo", "Read a todo.", ["todo_id"], todo_id="string"),
    tool("complete_todo", "Mark a todo as done.", ["todo_id"], todo_id="string"),
)


@pytest.fixture
def orders() -> Any:
    return session(infer(ORDERS))


def listed(world: Any) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = world.call("list_orders", {})["orders"]
    return rows


def test_each_of_the_things_is_changed_and_no_other(orders: Any) -> None:
    first, second, *others = listed(orders)
    ids = [first["order_id"], second["order_id"]]
    done = orders.call("update_orders", {"order_ids": ids, "note": "Gift"})
    assert [each["order_id"] for each in done["orders"]] == ids
    assert done["total"] == 2
    assert [each.get("note") for each in listed(orders)[:2]] == ["Gift", "Gift"]
    assert listed(orders)[2:] == others
    assert [each["id"] for each in orders.effects] == ids


def test_what_is_already_done_is_told_beside_the_rest(orders: Any) -> None:
    rows = [each for each in listed(orders) if each["status"] != "cancelled"]
    one, two = (each["order_id"] for each in rows[:2])
    assert orders.call("cancel_orders", {"order_ids": [one]})["total"] == 1
    both = orders.call("cancel_orders", {"order_ids": [one, two]})
    assert [each["order_id"] for each in both["orders"]] == [two]
    assert [each["id"] for each in both["failed"]] == [one]
    again = orders.call("cancel_orders", {"order_ids": [one, two]})
    assert again["code"] == "already_done"


def test_an_id_that_is_not_there_changes_nothing(orders: Any) -> None:
    before = listed(orders)
    ids = [before[0]["order_id"], "ORD-00000"]
    answer = orders.call("delete_orders", {"order_ids": ids})
    assert (answer["code"], answer["field"], answer["id"]) == (
        "not_found",
        "order_ids",
        "ORD-00000",
    )
    assert listed(orders) == before


def test_several_are_read_by_their_ids_and_gone_once_deleted(orders: Any) -> None:
    ids = [each["order_id"] for each in listed(orders)[:2]]
    read = orders.call("get_orders", {"order_ids": ids})
    assert [each["order_id"] for each in read["orders"]] == ids
    orders.call("delete_orders", {"order_ids": ids})
    assert orders.call("get_orders", {"order_ids": ids})["orders"] == []
    assert "error" in orders.call("get_order", {"order_id": ids[0]})


@pytest.mark.parametrize(
    ("name", "left"),
    [
        ("delete_all_todos", set()),
        ("clear_todos", set()),
        ("clear_completed_todos", {"open", "in progress", "done"}),
        ("clear_completed", {"open", "in progress", "done"}),
        ("complete_all_todos", {"completed"}),
    ],
)
def test_all_of_a_kind_are_changed_where_no_id_is_asked_for(
    name: str, left: set[str]
) -> None:
    world = session(infer((*TODOS, tool(name, "Change the todos."))))
    before = world.call("list_todos", {})["todos"]
    done = world.call(name, {})
    after = world.call("list_todos", {})["todos"]
    assert {each["status"] for each in after} <= left
    assert done["total"] == len(world.effects)
    assert before


def test_explained_tools_on_several_things_answer_with_records() -> None:
    text = str(wai.explain_world(list(ORDERS)))
    line = next(each for each in text.splitlines() if "delete_orders" in each)
    assert line.rstrip().endswith("records")


@pytest.mark.contract("S47")
def test_asks_name_the_records_that_there_are() -> None:
    data = sim(
        lambda message: "ok",
        tools=list(ORDERS),
        budget=30,
        dimensions={"tool": ["cancel_orders"], "world_state": ["entity exists"]},
    )
    for row in data:
        (own,) = row["scene"]["facts"]["order_ids"]
        assert own in [each["id"] for each in row["scene"]["records"]]


def test_what_is_told_twice_is_done_once(orders: Any) -> None:
    first = listed(orders)[0]["order_id"]
    done = orders.call("delete_orders", {"order_ids": [first, first.lower(), first]})
    assert (done["total"], done.get("failed")) == (1, None)


STATUS = {"type": "string", "enum": ["pending", "shipped"]}


@pytest.mark.parametrize("status", ["string", STATUS])
def test_a_status_says_which_of_all_are_changed_and_is_not_set(status: Any) -> None:
    cancel = tool("cancel_all_orders", "Cancel all of a status.", [], status=status)
    world = session(infer((*ORDERS[:2], cancel)))
    before = {each["order_id"]: each["status"] for each in listed(world)}
    pending = {n for n, each in before.items() if each == "pending"}
    done = world.call("cancel_all_orders", {"status": "pending"})["orders"]
    assert {each["order_id"] for each in done} == pending != set()
    assert {each["status"] for each in done} == {"cancelled"}
    others = {e["order_id"]: e["status"] for e in listed(world)}
    assert {n: s for n, s in others.items() if n not in pending} == {
        n: s for n, s in before.items() if n not in pending
    }


def test_why_all_are_changed_is_kept_with_each() -> None:
    reason = {"type": "string", "enum": ["fraud", "stock"]}
    cancel = tool("cancel_all_orders", "Cancel all orders.", [], reason=reason)
    world = session(infer((*ORDERS[:2], cancel)))
    done = world.call("cancel_all_orders", {"reason": "fraud"})["orders"]
    assert {(each["status"], each["reason"]) for each in done} == {
        ("cancelled", "fraud")
    }
