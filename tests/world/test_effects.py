"""What a rollout changed: the account that the world keeps of its writes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from tests.support import sim
from tests.world.kit import session, shop
from whileai.world.changes import net

if TYPE_CHECKING:
    from whileai.world import MockSession

pytestmark = pytest.mark.contract("S48", "S58")


def opened(seed: int = 0) -> MockSession:
    return session(shop(), seed)


def paid_order(world: MockSession) -> tuple[str, float]:
    order = world.call("list_orders", {})["orders"][0]
    return order["order_id"], order["total"]


def test_reading_changes_nothing() -> None:
    world = opened()
    paid_order(world)
    world.call("get_order", {"order_id": "no such"})
    assert world.effects == []


def test_a_created_record_is_an_effect_with_its_fields() -> None:
    world = opened()
    made = world.call("create_ticket", {"title": "Late parcel"})
    (effect,) = world.effects
    assert (effect["tool"], effect["action"]) == ("create_ticket", "create")
    assert effect["id"] == made["ticket_id"]
    assert effect["fields"]["title"] == "Late parcel"
    assert effect["before"] == {}


def test_an_update_names_only_the_fields_that_differ() -> None:
    world = opened()
    made = world.call("create_ticket", {"title": "Late"})
    told = {"ticket_id": made["ticket_id"], "title": "Lost", "priority": "high"}
    world.call("update_ticket", told)
    effect = world.effects[-1]
    assert effect["fields"] == {"title": "Lost", "priority": "high"}
    assert effect["before"]["title"] == "Late"


def test_a_transition_and_a_deletion_are_effects_of_their_own_kind() -> None:
    world = opened()
    own = world.call("create_ticket", {"title": "Late"})["ticket_id"]
    world.call("close_ticket", {"ticket_id": own})
    world.call("delete_ticket", {"ticket_id": own})
    assert [each["action"] for each in world.effects] == [
        "create",
        "transition",
        "delete",
    ]
    assert net(world.effects) == {}  # it came and went


def test_a_refund_is_two_effects_one_on_what_it_pays_back() -> None:
    world = opened()
    own, paid = paid_order(world)
    world.call("create_refund", {"order_id": own, "amount": round(paid / 2, 2)})
    found = {each["entity"]: each for each in world.effects}
    assert found["refund"]["action"] == "create"
    assert found["order"]["action"] == "update"
    assert found["order"]["fields"]["refunded_amount"] == round(paid / 2, 2)


def test_a_refused_call_changes_nothing() -> None:
    world = opened()
    own, paid = paid_order(world)
    world.call("refund_order", {"order_id": own, "amount": paid * 2})
    world.call("close_ticket", {"ticket_id": "no such"})
    assert world.effects == []


def test_effects_together_are_the_difference_of_the_store() -> None:
    world = opened()
    own, paid = paid_order(world)
    for part in (0.25, 0.5):
        told = {"order_id": own, "amount": round(paid * part, 2)}
        world.call("refund_order", told)
    fields = net(world.effects)["order", own]
    have = world.call("get_order", {"order_id": own})
    assert fields["refunded_amount"] == [None, have["refunded_amount"]]


def refunding(message: str, world: Any) -> str:
    found = world.call("lookup_order", {"order_id": "A1000"})
    told = {"order_id": "A1000", "amount": 1}
    return f"{found} {world.call('create_refund', told)}"


def test_rows_carry_the_effects_of_their_rollout() -> None:
    rows = sim(refunding, budget=6, seeds=["Where is order A1000?"], fault_rate=0)
    row = next(each for each in rows if each["prompt"].startswith("Where"))
    assert {each["entity"] for each in row["effects"] or ()} == {"order", "refund"}


def test_rows_of_a_world_without_an_account_say_none() -> None:
    """A function answers the calls: nobody knows what it changed."""
    rows = sim(refunding, budget=2, execute=lambda tool, arguments: {"ok": True})
    assert [each["effects"] for each in rows] == [None, None]


def test_rows_of_an_agent_that_leaves_the_world_out_say_none() -> None:
    step = {"tool": "lookup_order", "arguments": {}, "result": {"status": "ok"}}
    rows = sim(lambda message: {"steps": [step], "final_text": "Here."}, budget=2)
    assert [each["effects"] for each in rows] == [None, None]
