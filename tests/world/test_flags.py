"""What a thing is or is not, an action makes it: once, and lists tell it."""

from __future__ import annotations

from typing import Any

import pytest

from tests.world.kit import session, tool
from whileai.world import infer

pytestmark = pytest.mark.contract("S48")


@pytest.mark.parametrize(
    ("name", "flag", "value"),
    [
        ("complete_todo", "completed", True),
        ("complete_todo", "done", True),
        ("reopen_todo", "completed", False),
        ("disable_todo", "enabled", False),
        ("enable_todo", "is_enabled", True),
        ("mark_todo_as_read", "unread", False),
        ("mark_todo_as_done", "done", True),
        ("mark_todo_paid", "paid", True),
        ("archive_todo", "archived", True),
        ("unarchive_todo", "archived", False),
        ("pin_todo", "isPinned", True),
        ("unlock_todo", "locked", False),
    ],
)
def test_an_action_sets_the_flag_that_says_it(
    name: str, flag: str, value: bool
) -> None:
    told: dict[str, Any] = {flag: "boolean"}
    model = infer(
        (
            tool("list_todos", "List todos.", **told),
            tool(name, "", ["todo_id"], todo_id="string"),
        )
    )
    entity, world = model.entities["todo"], session(model, 2)
    rows = world.call("list_todos", {flag: not value})["todos"]
    own = {entity.key: rows[0][entity.key]}
    assert world.call(name, own)[flag] is value
    assert own[entity.key] not in [
        each[entity.key]
        for each in world.call("list_todos", {flag: not value})["todos"]
    ]
    assert world.call(name, own)["code"] == "already_done"


def test_what_is_marked_as_something_has_that_status() -> None:
    model = infer(
        (
            tool("list_orders", "List orders.", status="string"),
            tool("mark_order_as_shipped", "", ["order_id"], order_id="string"),
        )
    )
    assert model.actions["mark_order_as_shipped"].status == "shipped"


def test_a_status_that_a_description_names_stands_though_a_filter_lacks_it() -> None:
    choice = {"type": "string", "enum": ["pending", "delivered"]}
    text = "Send it back. The status will be changed to 'return requested'."
    model = infer(
        (
            tool("list_orders", "List orders.", status=choice),
            tool("return_order", text, ["order_id"], order_id="string"),
        )
    )
    assert model.actions["return_order"].status == "return requested"


def test_what_can_be_free_or_not_is_what_it_is_marked_as() -> None:
    choice = {"type": "string", "enum": ["available", "on_loan"]}
    model = infer(
        (
            tool("list_books", "List books.", status=choice),
            tool("mark_book_as_lost", "", ["book_id"], book_id="string"),
        )
    )
    assert model.actions["mark_book_as_lost"].status == "lost"
