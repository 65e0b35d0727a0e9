"""What can be free or not is one of the two that its tools name."""

from __future__ import annotations

from typing import Any

import pytest

from tests.world.kit import session, tool
from whileai.world import infer

pytestmark = pytest.mark.contract("S48")


@pytest.mark.parametrize(
    ("take", "give", "free", "taken"),
    [
        ("checkout", "return", "available", "on_loan"),
        ("assign", "release", "free", "taken"),
    ],
)
def test_what_is_taken_and_given_back_has_a_status_of_the_tools(
    take: str, give: str, free: str, taken: str
) -> None:
    choice = {"type": "string", "enum": [free, taken]}
    model = infer(
        (
            tool("list_bikes", "List bikes.", status=choice),
            tool(f"{take}_bike", "Take it.", ["bike_id"], bike_id="string"),
            tool(f"{give}_bike", "Give it back.", ["bike_id"], bike_id="string"),
        )
    )
    assert model.entities["bike"].statuses == (free, taken)
    world = session(model)
    own = world.call("list_bikes", {"status": free})["bikes"][0]["bike_id"]
    for call, status in ((take, taken), (give, free)):
        answer = world.call(f"{call}_bike", {"bike_id": own})
        assert answer["status"] == status
        rows = world.call("list_bikes", {"status": status})["bikes"]
        assert own in [each["bike_id"] for each in rows]


@pytest.mark.parametrize(
    ("named", "name", "left"),
    [
        ("pending active closed", "cancel_plan", "closed"),
        ("open done", "complete_plan", "done"),
        ("todo in_progress finished", "start_plan", "in_progress"),
        ("NEW APPROVED DECLINED", "reject_plan", "DECLINED"),
        ("live paused", "suspend_plan", "paused"),
        ("inactive active", "enable_plan", "active"),
        ("waiting boarding", "board_plan", "boarding"),
        ("pendiente enviado cancelado", "cancel_plan", "cancelado"),
        ("draft in_review published", "escalate_plan", "in_review"),
    ],
)
def test_a_transition_leaves_a_status_that_the_tools_name(
    named: str, name: str, left: str
) -> None:
    choice = {"type": "string", "enum": named.split()}
    model = infer(
        (
            tool("list_plans", "List plans.", status=choice),
            tool(name, "Do it.", ["plan_id"], plan_id="string"),
        )
    )
    assert model.entities["plan"].statuses == tuple(named.split())
    world = session(model)
    rows = world.call("list_plans", {})["plans"]
    own = next(each["plan_id"] for each in rows if each["status"] != left)
    assert world.call(name, {"plan_id": own})["status"] == left
    found = world.call("list_plans", {"status": left})["plans"]
    assert own in [each["plan_id"] for each in found]


@pytest.mark.parametrize(("share", "left"), [(0.5, "paid"), (1, "reversed")])
def test_what_is_paid_back_keeps_to_the_statuses_that_the_tools_name(
    share: float, left: str
) -> None:
    choice = {"type": "string", "enum": ["paid", "reversed"]}
    model = infer(
        (
            tool("create_sale", "Make one.", total="number", status=choice),
            tool("get_sale", "", ["sale_id"], sale_id="string"),
            tool("refund_sale", "", ["sale_id"], sale_id="string", amount="number"),
        )
    )
    world = session(model)
    own = world.call("create_sale", {"total": 80, "status": "paid"})["sale_id"]
    world.call("refund_sale", {"sale_id": own, "amount": 80 * share})
    sale = world.call("get_sale", {"sale_id": own})
    assert (sale["status"], sale["refunded_amount"]) == (left, 80 * share)


def test_what_a_tool_requires_is_a_status_that_the_tools_name() -> None:
    choice = {"type": "string", "enum": ["waiting", "canceled"]}
    model = infer(
        (
            tool("list_trips", "List trips.", status=choice),
            tool("cancel_pending_trip", "", ["trip_id"], trip_id="string"),
        )
    )
    world = session(model)
    own = world.call("list_trips", {"status": "waiting"})["trips"][0]["trip_id"]
    answer = world.call("cancel_pending_trip", {"trip_id": own})
    assert answer["status"] == "canceled"


BEDS = (
    tool("list_beds", "List beds.", ward="string"),
    tool("get_patient", "", ["patient_id"], patient_id="string"),
    tool("release_bed", "", ["bed_id"], bed_id="string"),
)


@pytest.mark.parametrize(
    ("word", "done"), [("book", "booked"), ("reserve", "reserved")]
)
def test_what_is_there_is_taken_and_not_made_anew(word: str, done: str) -> None:
    needs = {"bed_id": "string", "patient_id": "string"}
    take = tool(f"{word}_bed", "Take a bed.", needs, None, **needs)
    model = infer((*BEDS, take))
    world = session(model)
    beds = world.call("list_beds", {})["beds"]
    own = next(e["bed_id"] for e in beds if e["status"] == "available")
    assert all("patient_id" not in each for each in beds)
    given = {"bed_id": own, "patient_id": world.store.ids(model.entities["patient"])[0]}
    assert world.call(f"{word}_bed", given).items() >= {**given, "status": done}.items()
    assert world.call(f"{word}_bed", given)["code"] == "already_done"
    assert len(world.call("list_beds", {})["beds"]) == len(beds)
    assert world.call("release_bed", {"bed_id": own})["status"] == "available"
    missing = {**given, "bed_id": "BD-00000"}
    assert world.call(f"{word}_bed", missing)["code"] == "not_found"


def test_where_tools_deal_in_bookings_one_is_made() -> None:
    model = infer(
        (
            tool("search_flights", "Search flights.", origin="string"),
            tool("book_flight", "", ["flight_id"], flight_id="string", seats="integer"),
            tool("get_booking", "", ["booking_id"], booking_id="string"),
        )
    )
    world = session(model)
    flight = world.store.ids(model.entities["flight"])[0]
    made = world.call("book_flight", {"flight_id": flight, "seats": 2})
    assert (made["flight_id"], made["seats"]) == (flight, 2)
    own = {"booking_id": made["booking_id"]}
    assert world.call("get_booking", own) == made
    assert world.call("book_flight", {"flight_id": "FLG-0"})["code"] == "not_found"


def test_what_ends_nothing_leaves_the_status_and_is_done_once() -> None:
    choice = {"type": "string", "enum": ["open", "closed"]}
    model = infer(
        (
            tool("list_tickets", "List tickets.", status=choice),
            tool("escalate_ticket", "", ["ticket_id"], ticket_id="string"),
        )
    )
    assert model.entities["ticket"].statuses == ("open", "closed")
    world = session(model)
    before = world.call("list_tickets", {"status": "open"})["tickets"][0]
    own = {"ticket_id": before["ticket_id"]}
    assert world.call("escalate_ticket", own) == {**before, "escalated": True}
    again = world.call("escalate_ticket", own)
    assert (again["code"], again["field"]) == ("already_done", "escalated")
    rows = world.call("list_tickets", {"status": "open"})["tickets"]
    assert {**before, "escalated": True} in rows


def test_a_choice_that_leaves_nothing_out_is_no_value_of_a_record() -> None:
    filters: dict[str, Any] = {
        "status": {"enum": ["open", "closed", "all"]},
        "form": {"anyOf": [{"enum": ["any", "gift", "bulk"]}, {"type": "null"}]},
    }
    model = infer([tool("list_orders", "List orders.", **filters)])
    assert model.entities["order"].statuses == ("open", "closed")
    world = session(model, 2)
    everything = world.call("list_orders", {})
    assert {each["form"] for each in everything["orders"]} == {"gift", "bulk"}
    for given in ({"status": "all"}, {"form": "any"}, {"status": "all", "form": "any"}):
        assert world.call("list_orders", given) == everything
    some = world.call("list_orders", {"status": "open", "form": "any"})["orders"]
    assert {each["status"] for each in some} == {"open"}
