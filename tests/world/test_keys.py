"""What has no id of its own is found by its natural key, in the store like any id."""

from __future__ import annotations

from typing import Any

import pytest

from tests.world.kit import session, tool
from whileai.model import Cell, Scene
from whileai.world import infer
from whileai.world.scenes import Stage

pytestmark = pytest.mark.contract("S48")

KEYS: tuple[tuple[str, str, dict[str, Any], Any], ...] = (
    (
        "book",
        "isbn",
        {"type": "string", "pattern": r"^97[89]-\d{10}$"},
        "978-0000000001",
    ),
    ("member", "email", {"type": "string", "format": "email"}, "zo@x.org"),
    ("car", "plate", {"type": "string"}, "KA-XY 12"),
    ("mandate", "iban", {"type": "string"}, "DE02120300000000202051"),
    ("student", "username", {"type": "string"}, "zo_zed"),
    ("recipe", "title", {"type": "string"}, "Plum cake"),
)


def tools(thing: str, key: str, schema: dict[str, Any]) -> tuple[Any, ...]:
    both: dict[str, Any] = {key: schema, "remark": "string"}
    return (
        tool(f"create_{thing}", "Make one.", [key], **both),
        tool(f"get_{thing}", "Read one.", [key], **{key: schema}),
        tool(f"update_{thing}", "Change one.", [key, "remark"], **both),
        tool(f"delete_{thing}", "Delete one.", [key], **{key: schema}),
        tool(f"list_{thing}s", "List all."),
    )


@pytest.mark.parametrize(("thing", "key", "schema", "told"), KEYS)
def test_what_is_made_is_read_changed_and_deleted_by_its_key(
    thing: str, key: str, schema: dict[str, Any], told: Any
) -> None:
    world = session(infer(tools(thing, key, schema)))
    made = world.call(f"create_{thing}", {key: told, "remark": "one"})
    assert world.call(f"get_{thing}", {key: told}) == made
    world.call(f"update_{thing}", {key: told, "remark": "two"})
    assert world.call(f"get_{thing}", {key: told})["remark"] == "two"
    rows = world.call(f"list_{thing}s", {})[f"{thing}s"]
    assert [each["remark"] for each in rows if each[key] == told] == ["two"]
    assert world.call(f"delete_{thing}", {key: told})["deleted"] is True
    assert world.call(f"get_{thing}", {key: told})["code"] == "not_found"
    assert world.call(f"delete_{thing}", {key: told})["code"] == "not_found"
    rows = world.call(f"list_{thing}s", {})[f"{thing}s"]
    assert told not in [each[key] for each in rows]


@pytest.mark.parametrize(("thing", "key", "schema", "told"), KEYS)
def test_what_is_listed_is_found_by_its_key_and_gone_when_deleted(
    thing: str, key: str, schema: dict[str, Any], told: Any
) -> None:
    world = session(infer(tools(thing, key, schema)))
    row = world.call(f"list_{thing}s", {})[f"{thing}s"][0]
    assert world.call(f"get_{thing}", {key: row[key]}) == row
    world.call(f"delete_{thing}", {key: row[key]})
    assert world.call(f"get_{thing}", {key: row[key]})["code"] == "not_found"
    rows = world.call(f"list_{thing}s", {})[f"{thing}s"]
    assert row[key] not in [each[key] for each in rows]


@pytest.mark.parametrize(("thing", "key", "schema", "told"), KEYS)
def test_what_nobody_made_is_changed_and_deleted_in_vain_and_stays_away(
    thing: str, key: str, schema: dict[str, Any], told: Any
) -> None:
    world = session(infer(tools(thing, key, schema)))
    for call in (f"delete_{thing}", f"update_{thing}", f"get_{thing}"):
        given = {key: told, "remark": "x"} if call.startswith("up") else {key: told}
        assert world.call(call, given)["code"] == "not_found"


@pytest.mark.parametrize(("thing", "key", "schema", "told"), KEYS)
def test_what_a_look_finds_first_has_the_key_and_is_listed_from_then_on(
    thing: str, key: str, schema: dict[str, Any], told: Any
) -> None:
    world = session(infer(tools(thing, key, schema)))
    row = world.call(f"get_{thing}", {key: told})
    assert row[key] == told
    assert row in world.call(f"list_{thing}s", {})[f"{thing}s"]
    assert world.call(f"delete_{thing}", {key: told})["deleted"] is True


def test_no_two_things_have_the_same_natural_key() -> None:
    world = session(infer(tools(*KEYS[1][:3])))
    world.call("create_member", {"email": "zo@x.org"})
    again = world.call("create_member", {"email": "ZO@x.org"})
    assert (again["code"], again["field"]) == ("already_exists", "email")


def test_what_the_ask_names_can_be_deleted_unless_it_is_missing() -> None:
    model, told = infer(tools(*KEYS[1][:3])), {"email": "zo@x.org"}
    asked = Scene(seed=1, goal="delete zo@x.org please")
    assert session(model, scene=asked).call("delete_member", told)["deleted"]
    absent = Scene(seed=1, goal="delete zo@x.org", missing=("zo@x.org",))
    assert session(model, scene=absent).call("delete_member", told)["error"]


@pytest.mark.parametrize("verb", ["get", "update", "delete"])
def test_scenes_know_a_key_that_is_there_and_one_that_is_missing(verb: str) -> None:
    stage = Stage(tools(*KEYS[1][:3]))
    for seed in range(6):
        for state in ("entity exists", "entity missing"):
            cell = Cell(tool=f"{verb}_member", world_state=state)
            scene = stage.scene(cell, seed)
            world, told = stage.open(scene), scene.facts["email"]
            rows = world.call("list_members", {})["members"]
            there = told in [each["email"] for each in rows]
            answer = world.call(f"{verb}_member", dict(scene.facts))
            assert there is (state == "entity exists")
            assert ("error" in answer) is not there


def test_the_only_thing_of_its_kind_is_gone_when_deleted_and_there_when_made() -> None:
    model = infer(
        (
            tool("create_profile", "Make yours.", ["bio"], bio="string"),
            tool("get_profile", "Read yours."),
            tool("delete_profile", "Delete yours."),
        )
    )
    world = session(model)
    assert world.call("delete_profile", {})["deleted"] is True
    assert world.call("get_profile", {})["code"] == "not_found"
    world.call("create_profile", {"bio": "new here"})
    assert world.call("get_profile", {})["bio"] == "new here"


STOCK = infer(
    (
        tool("list_stock", "List what is in stock."),
        tool("get_stock", "Stock of an article.", ["sku"], sku="string"),
        tool("add_stock", "", ["sku", "quantity"], sku="string", quantity="integer"),
        tool("remove_stock", "", ["sku", "quantity"], sku="string", quantity="integer"),
    )
)


def test_stock_is_added_to_and_taken_from_where_it_lies() -> None:
    world = session(STOCK)
    row = world.call("list_stock", {})["stocks"][0]
    sku, have = row["sku"], row["quantity"]
    assert world.call("get_stock", {"sku": sku}) == row
    assert world.call("add_stock", {"sku": sku, "quantity": 5})["quantity"] == have + 5
    much = world.call("remove_stock", {"sku": sku, "quantity": have + 6})
    assert (much["code"], much["field"]) == ("not_enough", "quantity")
    world.call("remove_stock", {"sku": sku, "quantity": 2})
    assert world.call("get_stock", {"sku": sku})["quantity"] == have + 3
    assert world.call("add_stock", {"sku": sku, "quantity": -1})["error"]
