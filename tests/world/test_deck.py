"""Records are dealt from what was worked out once for a set of tools."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from tests.world.kit import session, shop, tool
from whileai.model import Record, Scene
from whileai.world import infer
from whileai.world.background import Background

pytestmark = pytest.mark.contract("S35", "S48")
ENUMERATED = infer(
    [
        tool(
            "get_size", "", ["size_id"], size_id={"enum": [f"S{n}" for n in range(90)]}
        ),
        tool("list_sizes", "List sizes.", colour="string"),
    ]
)
FIELDS: dict[str, Any] = {f"field_{n}": "string" for n in range(70)}
WIDE = infer(
    [
        tool("create_form", "", **FIELDS),
        tool("get_form", "", ["form_id"], form_id="string"),
    ]
)


def test_choices_are_dealt_evenly() -> None:
    model = shop()
    status = Counter(
        row["status"]
        for seed in range(400)
        for row in session(model, seed).call("list_orders", {})["orders"]
    )
    counts = [status[each] for each in model.entities["order"].statuses]
    share = sum(counts) / len(counts)
    assert sum(counts) == sum(status.values())
    assert all(abs(count - share) < share / 4 for count in counts)


def test_records_of_many_ids_are_the_same_whichever_is_looked_at_first() -> None:
    entity = ENUMERATED.entities["size"]
    late, whole = Background(ENUMERATED, 3), Background(ENUMERATED, 3)
    everything = whole.seen(entity, whole.usual(entity).ids)
    assert late.record(entity, "s70") == everything[70]
    assert len({row["size_id"] for row in everything}) == 90


def test_a_record_has_every_field_of_an_entity_with_many() -> None:
    form = session(WIDE).store.own(WIDE.entities["form"]) or {}
    assert FIELDS.keys() <= form.keys()
    assert len({form[name] for name in FIELDS}) == 5


OWNED = infer(
    [
        tool("get_customer", "", ["customer_id"], customer_id="string"),
        tool("get_order", "", ["order_id"], order_id="string"),
        tool("list_orders", "List orders.", customer_id="string"),
    ]
)


def test_only_what_points_to_a_missing_id_is_other_than_it_would_be() -> None:
    plain = session(OWNED, 4).call("list_orders", {})["orders"]
    gone = plain[0]["customer_id"]
    world = session(OWNED, scene=Scene(seed=4, missing=(gone,)))
    rows = world.call("list_orders", {})["orders"]
    for before, after in zip(plain, rows, strict=True):
        assert after["customer_id"] != gone
        assert (before == after) is (before["customer_id"] != gone)


def test_a_staged_record_that_a_scene_also_misses_is_missing() -> None:
    record = Record(entity="order", id="ORD-1", fields={"total": 9.5})
    scene = Scene(seed=1, records=(record,), missing=("ORD-1",))
    answer = session(shop(), scene=scene).call("get_order", {"order_id": "ORD-1"})
    assert answer["code"] == "not_found"
