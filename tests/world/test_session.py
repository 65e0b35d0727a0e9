"""The mock world holds together: what was done is what is seen."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.world.kit import SHOP, read_tools, session, shop, tool
from whileai.base.examples import example
from whileai.base.seeds import Dice
from whileai.model import Record, Scene
from whileai.world import infer
from whileai.world.arguments import Results

if TYPE_CHECKING:
    from whileai.world import MockSession
    from whileai.world.parts import Model

pytestmark = pytest.mark.contract("S48")

SHOP_MODEL = shop()
SEEDS = st.integers(0, 2**64 - 1)
WORDS = st.text(st.characters(exclude_categories=["Cs"]), min_size=1)


def first_id(world: MockSession, entity: str) -> Any:
    return world.store.ids(SHOP_MODEL.entities[entity])[0]


@given(SEEDS, WORDS.filter(lambda text: text.strip().lower() not in ("title", "n/a")))
def test_a_created_record_reads_back_with_its_fields(seed: int, title: str) -> None:
    world = session(SHOP_MODEL, seed)
    made = world.call("create_ticket", {"title": f"{title}!"})
    read = world.call("get_ticket", {"ticket_id": made["ticket_id"]})
    assert read["title"] == f"{title}!"
    assert read == made


@given(SEEDS)
def test_an_update_is_seen_by_the_next_read_and_by_the_list(seed: int) -> None:
    world = session(SHOP_MODEL, seed)
    own = first_id(world, "ticket")
    world.call("update_ticket", {"ticket_id": own, "priority": "high", "title": "new"})
    assert world.call("get_ticket", {"ticket_id": own})["title"] == "new"
    rows = world.call("list_tickets", {})["tickets"]
    assert [row["priority"] for row in rows if row["ticket_id"] == own] == ["high"]


@given(SEEDS)
def test_a_deletion_stays(seed: int) -> None:
    world = session(SHOP_MODEL, seed)
    own = first_id(world, "ticket")
    assert world.call("delete_ticket", {"ticket_id": own})["deleted"] is True
    assert world.call("get_ticket", {"ticket_id": own})["id"] == own
    assert world.call("get_ticket", {"ticket_id": own})["code"] == "not_found"
    rows = world.call("list_tickets", {})["tickets"]
    assert own not in [row["ticket_id"] for row in rows]
    assert world.call("delete_ticket", {"ticket_id": own})["error"]


@given(SEEDS)
def test_a_transition_is_seen_and_not_repeated(seed: int) -> None:
    world = session(SHOP_MODEL, seed)
    own = world.call("create_ticket", {"title": "leak"})["ticket_id"]
    assert world.call("close_ticket", {"ticket_id": own})["status"] == "closed"
    assert world.call("get_ticket", {"ticket_id": own})["status"] == "closed"
    again = world.call("close_ticket", {"ticket_id": own})
    assert (again["code"], again["id"]) == ("already_done", own)


@given(SEEDS)
def test_every_listed_id_resolves_and_pages_add_up(seed: int) -> None:
    world = session(SHOP_MODEL, seed)
    everything = world.call("list_tickets", {})
    total = world.call("list_tickets", {"limit": 100})["tickets"]
    paged: list[Any] = []
    for page in range(1, 8):
        paged += world.call("list_tickets", {"limit": 2, "page": page})["tickets"]
    assert paged == total
    assert everything["total"] == len(total)
    for row in total:
        assert world.call("get_ticket", {"ticket_id": row["ticket_id"]}) == row


@given(SEEDS)
def test_cursors_lead_through_every_record_once(seed: int) -> None:
    world = session(SHOP_MODEL, seed)
    seen, call = [], {"limit": 2}
    while True:
        page = world.call("list_orders", call)
        seen += [row["order_id"] for row in page["orders"]]
        if page["next_cursor"] is None:
            break
        call = {"limit": 2, "cursor": page["next_cursor"]}
    assert len(seen) == len(set(seen)) == page["total"]


@given(SEEDS)
def test_a_list_filters_by_its_arguments(seed: int) -> None:
    world = session(SHOP_MODEL, seed)
    world.call("create_ticket", {"title": "one"})
    rows = world.call("list_tickets", {"status": "open"})["tickets"]
    assert rows
    assert {row["status"] for row in rows} == {"open"}


@given(SEEDS)
def test_same_seed_same_answers_and_no_rollout_sees_anothers_writes(seed: int) -> None:
    """F110."""
    one, other = session(SHOP_MODEL, seed), session(SHOP_MODEL, seed)
    before = other.call("list_tickets", {})
    made = one.call("create_ticket", {"title": "mine"})
    assert other.call("list_tickets", {}) == before
    assert other.call("create_ticket", {"title": "mine"}) == made
    third = session(SHOP_MODEL, seed)
    assert "error" in third.call("get_ticket", {"ticket_id": made["ticket_id"]})


def test_an_id_that_nobody_named_does_not_exist() -> None:
    """F109."""
    answer = session(SHOP_MODEL).call("get_order", {"order_id": "ORD-00000"})
    assert answer["code"] == "not_found"
    assert (answer["field"], answer["id"]) == ("order_id", "ORD-00000")


@pytest.mark.parametrize(
    ("name", "arguments", "field"),
    [
        ("get_order", {}, "order_id"),
        ("get_order", {"order_id": 5}, "order_id"),
        ("get_order", {"order_id": "ORD-1", "colour": "red"}, "colour"),
        ("update_ticket", {"ticket_id": "T", "priority": "huge"}, "priority"),
        ("get_order", {"order_id": "order id"}, "order_id"),
        ("create_ticket", {"title": "<title>"}, "title"),
        ("create_ticket", {"title": "x", "owner": "user@example.com"}, "owner"),
    ],
)
def test_a_bad_argument_is_refused_by_name(
    name: str, arguments: dict[str, Any], field: str
) -> None:
    """F109: also one that repeats the schema."""
    answer = session(SHOP_MODEL).call(name, arguments)
    assert answer["error"]
    assert answer["field"] == field
    assert field in answer["error"]


def test_an_unknown_tool_is_an_error_value() -> None:
    answer = session(SHOP_MODEL).call("get_oder", {})
    assert "get_order" in answer["error"]


@given(SEEDS, st.floats(1, 1000, allow_nan=False))
def test_refunds_never_exceed_what_was_paid(seed: int, amount: float) -> None:
    world = session(SHOP_MODEL, seed)
    own = first_id(world, "order")
    paid = world.call("get_order", {"order_id": own})["total"]
    for name in ("refund_order", "create_refund", "refund_order"):
        world.call(name, {"order_id": own, "amount": amount})
    order = world.call("get_order", {"order_id": own})
    assert order.get("refunded_amount", 0) <= paid + 0.01
    if amount > paid + 0.01:
        answer = world.call("refund_order", {"order_id": own, "amount": amount})
        assert answer["field"] == "amount"


def test_a_full_refund_is_not_paid_twice() -> None:
    world = session(SHOP_MODEL, 3)
    own = first_id(world, "order")
    paid = world.call("get_order", {"order_id": own})["total"]
    world.call("create_refund", {"order_id": own, "amount": paid})
    assert world.call("get_order", {"order_id": own})["status"] == "refunded"
    again = world.call("create_refund", {"order_id": own, "amount": 1})
    assert again["code"] == "already_done"


def test_findings_come_from_the_record() -> None:
    """F107."""
    model = infer(
        [
            tool("get_ticket", owner="string"),
            tool("check_inventory", "Check stock.", sku="string", quantity="integer"),
        ]
    )
    world = session(model)
    sku = world.store.ids(model.entities["product"])[0]
    stock = world.call("check_inventory", {"sku": sku, "quantity": 500})
    assert 500 not in stock.values()
    assert world.call("get_ticket", {"owner": "alice"}).get("owner") != "alice"


def test_ids_of_two_entities_never_clash(toolsets: dict[str, Any]) -> None:
    for entries in (*toolsets.values(), []):
        model = infer(read_tools(entries) or SHOP)
        keyed = [e for e in model.entities.values() if not (e.single or e.loose)]
        for seed in range(20):
            store = session(model, seed).store
            ids = [str(each) for entity in keyed for each in store.ids(entity)]
            assert len(ids) == len(set(ids))


def calls(model: Model, seed: int) -> list[tuple[str, Any]]:
    """One valid call of every tool, and one with every id that the store has."""
    dice = Dice(seed)
    made = []
    store = session(model, seed).store
    for name, action in model.actions.items():
        arguments = example(model.tools[name].parameters, dice)
        for each in action.role("target", "ref"):
            ids = store.ids(model.entities[each.entity])
            if each.name in arguments and ids and not each.within:
                arguments[each.name] = [dice.pick(ids)] if each.many else dice.pick(ids)
        made.append((name, arguments))
    return made


@pytest.mark.parametrize("seed", range(3))
def test_every_shared_tool_answers_with_an_object(
    seed: int, tool_schemas: list[dict[str, Any]], toolsets: dict[str, Any]
) -> None:
    for entries in (tool_schemas, *toolsets.values()):
        model = infer(read_tools(entries))
        world, twin = session(model, seed), session(model, seed)
        for name, arguments in calls(model, seed):
            answer = world.call(name, arguments)
            assert isinstance(answer, dict)
            assert answer
            assert answer == twin.call(name, arguments)
            json.dumps(answer, allow_nan=False)


def test_every_list_of_the_shared_tools_resolves(toolsets: dict[str, Any]) -> None:
    for entries in toolsets.values():
        model = infer(read_tools(entries))
        world = session(model, 11)
        for entity in model.entities.values():
            for own in [] if entity.single else world.store.ids(entity):
                row = world.store.record(entity, own)
                assert row is not None
                for each in entity.fields:
                    told = row.get(each.name) if each.entity else None
                    for target in told if isinstance(told, list) else [told]:
                        other = model.entities.get(each.entity)
                        assert not target or (
                            other and world.store.holds(other, target)
                        )


HOSTILE = [
    "x" * 100_000,
    "\x00",
    "\ud800",
    {"a": {"b": {"c": [[[[1]]]]}}},
    [None],
    float("nan"),
    True,
    -(10**30),
    "'; drop table orders; --",
]


@pytest.mark.parametrize("hostile", HOSTILE, ids=lambda value: type(value).__name__)
def test_hostile_arguments_get_an_answer(hostile: Any) -> None:
    world = session(SHOP_MODEL)
    for name, action in SHOP_MODEL.actions.items():
        answer = world.call(name, {each.name: hostile for each in action.arguments})
        assert isinstance(answer, dict)
        assert isinstance(world.call(name, hostile), dict)


def test_deep_nesting_gets_an_answer() -> None:
    deep: Any = "x"
    for _ in range(5000):
        deep = [deep]
    answer = session(SHOP_MODEL).call("get_order", {"order_id": deep})
    assert answer["error"]


OUTPUT = {
    "type": "object",
    "properties": {
        "ticket_id": {"type": "string"},
        "title": {"type": "string"},
        "votes": {"type": "integer", "minimum": 0},
        "tags": {"type": "array", "items": {"type": "string"}, "minItems": 1},
        "author": {"$ref": "#/$defs/person"},
    },
    "required": ["ticket_id", "title", "votes", "tags", "author"],
    "$defs": {
        "person": {
            "type": "object",
            "properties": {"email": {"type": "string", "format": "email"}},
            "required": ["email"],
        }
    },
}


@given(SEEDS)
def test_results_satisfy_a_declared_output_schema(seed: int) -> None:
    read = tool(
        "get_ticket", "Read a ticket.", ["ticket_id"], OUTPUT, ticket_id="string"
    )
    many = {"type": "array", "items": OUTPUT, "$defs": OUTPUT["$defs"]}
    listing = tool("list_tickets", output=many)
    model = infer([read, listing])
    world = session(model, seed)
    own = world.store.ids(model.entities["ticket"])[0]
    answer = world.call("get_ticket", {"ticket_id": own})
    assert not Results(read).problems(answer)
    assert answer["ticket_id"] == own
    assert answer == world.call("get_ticket", {"ticket_id": own})
    assert not Results(listing).problems(world.call("list_tickets", {}))


@pytest.mark.parametrize(
    "output",
    [
        {"type": "array", "items": {}},
        {"type": "array", "items": {"type": "object"}},
        {"type": "array", "items": {"type": "object", "additionalProperties": True}},
    ],
)
def test_records_keep_their_fields_where_the_output_schema_names_none(
    output: dict[str, Any],
) -> None:
    read = tool("get_ticket", "Read a ticket.", ["ticket_id"], ticket_id="string")
    model = infer([read, tool("list_tickets", "List tickets.", output=output)])
    listed = session(model).call("list_tickets", {})
    wrapped = {
        "type": "object",
        "required": ["result"],
        "properties": {"result": output},
    }
    model = infer([read, tool("list_tickets", "List tickets.", output=wrapped)])
    assert listed
    assert all("ticket_id" in record for record in listed)
    assert session(model).call("list_tickets", {}) == {"result": listed}


def test_what_the_scene_says_holds_and_what_it_misses_is_gone() -> None:
    record = Record(
        entity="order", id="ORD-1", fields={"status": "shipped", "total": 9.5}
    )
    scene = Scene(seed=1, records=(record,), missing=("ORD-2",))
    world = session(SHOP_MODEL, scene=Scene.from_json(scene.to_json()))
    order = world.call("get_order", {"order_id": "ORD-1"})
    assert (order["status"], order["total"]) == ("shipped", 9.5)
    assert world.call("get_order", {"order_id": "ORD-2"})["code"] == "not_found"


@pytest.mark.parametrize(
    ("name", "arguments", "result"),
    [
        ("calculate", {"expression": "2 + 2*(3-1)"}, 6),
        ("calculate_density", {"mass": 10, "volume": 4}, 2.5),
        (
            "convert_units",
            {"value": 5, "from_unit": "km", "to_unit": "miles"},
            3.106855961,
        ),
        ("convert_units", {"value": 20, "from_unit": "C", "to_unit": "F"}, 68),
    ],
)
def test_a_computation_is_worked_out(name: str, arguments: Any, result: float) -> None:
    given_types: dict[str, Any] = {
        k: "string" if isinstance(v, str) else "number" for k, v in arguments.items()
    }
    model = infer([tool(name, "Calculate it.", **given_types)])
    assert session(model).call(name, arguments)["result"] == result


@pytest.mark.parametrize(
    "text", ["__import__('os')", "9**9**9", "1/0", "two", "(" * 400]
)
def test_what_cannot_be_computed_says_so(text: str) -> None:
    model = infer([tool("calculate", "Calculate.", expression="string")])
    answer = session(model).call("calculate", {"expression": text})
    assert answer["code"] == "cannot_compute"
    assert "cannot compute" in answer["error"]


@pytest.mark.parametrize(
    ("end", "told"), [("2026-03-04", {"result": 2}), ("2026-W10-3", "2026-W10-3")]
)
def test_days_are_counted_between_days_in_one_form(end: str, told: Any) -> None:
    arguments = {"start_date": "2026-03-02", "end_date": end}
    taken: dict[str, Any] = dict.fromkeys(arguments, "string")
    model = infer([tool("calculate_days", "Calculate the days.", **taken)])
    answer = session(model).call("calculate_days", arguments)
    assert answer == told or told in answer["error"]


def test_a_status_is_no_error() -> None:
    """F111."""
    order = Record(entity="order", id="ORD-7", fields={"status": "paid", "total": 3.5})
    world = session(SHOP_MODEL, scene=Scene(seed=1, records=(order,)))
    assert "error" not in world.call("get_order", {"order_id": "ORD-7"})


def test_a_declared_error_field_stays_empty_when_nothing_failed() -> None:
    output = {
        "type": "object",
        "properties": {"total": {"type": "number"}, "error": {"type": "string"}},
    }
    read = tool("get_order", "Read an order.", ["order_id"], output, order_id="string")
    model = infer([read])
    world = session(model)
    own = world.store.ids(model.entities["order"])[0]
    assert not world.call("get_order", {"order_id": own}).get("error")


SIZE = {"type": "string", "enum": ["S", "M", "L"]}
SIZES = infer(
    [
        tool("create_size", "", ["title"], title="string"),
        tool("get_size", "", ["size_id"], size_id=SIZE),
        tool("delete_size", "", ["size_id"], size_id=SIZE),
    ]
)


def test_what_is_made_has_an_id_that_tools_take() -> None:
    world = session(SIZES)
    taken = world.store.ids(SIZES.entities["size"])
    made = world.call("create_size", {"title": "Medium"})
    assert {*taken, made["size_id"]} == {"S", "M", "L"}
    assert world.call("get_size", {"size_id": made["size_id"]}) == made


def test_of_the_only_ids_there_can_be_one_is_free_at_first() -> None:
    world = session(SIZES)
    made = world.call("create_size", {"title": "Huge"})
    assert world.call("get_size", {"size_id": made["size_id"]}) == made
    answer = world.call("create_size", {"title": "Vast"})
    assert answer["code"] == "limit_reached"
    assert "size_id" in answer["error"]


def test_ids_that_a_text_says_exist_are_never_free() -> None:
    ids = ["SZ-10", "SZ-20"]
    named = {"type": "string", "enum": ids, "description": "On file: SZ-10, SZ-20"}
    model = infer(
        [
            tool("create_size", "", ["title"], title="string"),
            tool("get_size", "", ["size_id"], size_id=named),
        ]
    )
    assert session(model).store.ids(model.entities["size"]) == ids


def test_an_update_finds_nothing_where_there_is_nothing() -> None:
    tools = [
        tool("update_note", "", ["text"], text="string"),
        tool("get_note", "", ["note_id"], note_id="string"),
    ]
    model = infer(tools)
    own = session(model).store.ids(model.entities["note"])
    world = session(model, scene=Scene(seed=0, missing=tuple(own)))
    assert world.call("update_note", {"text": "Hello"})["code"] == "not_found"
    assert world.effects == []
