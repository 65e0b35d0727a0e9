"""What is made up for one seed is shared by rollouts, and tells none of another."""

from __future__ import annotations

from typing import Any

import pytest

from tests.world.kit import SHOP, shop, tool
from whileai.model import Record, Scene
from whileai.world import MockSession, Model, infer
from whileai.world.background import Background, Backgrounds

pytestmark = pytest.mark.contract("S48", "S50")
MODEL = shop()
NUMBERED = infer((tool("get_pump", "", ["pump_id"], pump_id="integer"), *SHOP))


def looks(
    model: Model, scenes: list[Scene], name: str, asked: Any
) -> list[dict[str, Any]]:
    """What each scene answers, in worlds that share what is made up."""
    shared = Backgrounds(model)
    tool_name, argument = f"get_{name}", f"{name}_id"
    worlds = [MockSession(model, scene, shared) for scene in scenes]
    return [world.call(tool_name, {argument: asked}) for world in worlds]


def spelled(own: Any) -> Any:
    return own.lower() if isinstance(own, str) else str(own)


@pytest.mark.parametrize(("model", "name"), [(MODEL, "order"), (NUMBERED, "pump")])
def test_what_a_scene_says_is_in_no_other_scene(model: Model, name: str) -> None:
    entity = model.entities[name]
    own = next(iter(Background(model, 5).usual(entity).ids.values()))
    plain = Scene(seed=5)
    ways = [
        Scene(
            seed=5, records=(Record(entity=name, id=spelled(own), fields={"total": 1}),)
        ),
        Scene(
            seed=5,
            records=(
                Record(entity="refund", id="R-1", fields={f"{name}_id": spelled(own)}),
                Record(entity="ticket", id="T-1", fields={f"{name}_id": spelled(own)}),
            ),
        ),
        Scene(seed=5, missing=("ORD-0",)),
    ]
    alone = [looks(model, [scene], name, own)[0] for scene in (plain, *ways)]
    first = looks(model, [plain, *ways], name, own)
    last = looks(model, [*reversed(ways), plain], name, own)
    assert first == alone
    assert list(reversed(last)) == alone


def test_ids_that_a_scene_points_to_are_spelled_as_the_scene_does() -> None:
    own = next(iter(Background(MODEL, 5).usual(MODEL.entities["order"]).ids.values()))
    refund = Record(entity="refund", id="R-1", fields={"order_id": own.lower()})
    pointing = Scene(seed=5, records=(refund,))
    assert [
        each["order_id"]
        for each in looks(MODEL, [pointing, Scene(seed=5), pointing], "order", own)
    ] == [own.lower(), own, own.lower()]


def test_records_are_made_up_once_for_a_seed() -> None:
    shared = Backgrounds(MODEL)
    order = MODEL.entities["order"]
    key = next(iter(shared.of(5).usual(order).ids))
    assert shared.of(5).record(order, key) is shared.of(5).record(order, key)
    assert shared.of(5).record(order, key) == Background(MODEL, 5).record(order, key)


def test_seeds_that_come_between_change_nothing() -> None:
    shared = Backgrounds(MODEL)
    order = MODEL.entities["order"]
    first = shared.of(5)
    before = dict(first.usual(order).ids)
    between = [shared.of(seed) for seed in range(6, 1006)]
    assert all(each.usual(order).ids != before for each in between[:10])
    assert shared.of(5) is not first
    assert shared.of(5).usual(order).ids == before


def test_who_holds_one_model_shares_what_is_made_up_for_it() -> None:
    one, other = Backgrounds.shared(MODEL), Backgrounds.shared(MODEL)
    assert one is other
    assert one is not Backgrounds.shared(NUMBERED)


def test_a_record_is_the_same_alone_and_among_others() -> None:
    for entity in MODEL.entities.values():
        alone, whole = Background(MODEL, 5), Background(MODEL, 5)
        keys = list(whole.usual(entity).ids)
        assert [alone.record(entity, key) for key in keys[::-1]] == (
            whole.seen(entity, keys)[::-1]
        )


def test_what_one_rollout_writes_no_other_sees() -> None:
    shared = Backgrounds(MODEL)
    one, other = (MockSession(MODEL, Scene(seed=5), shared) for _ in range(2))
    (first, *_) = one.call("list_orders", {})["orders"]
    one.call("refund_order", {"order_id": first["order_id"], "amount": 1})
    first["status"] = "changed by the agent"
    alone = MockSession(MODEL, Scene(seed=5)).call("list_orders", {})
    assert other.call("list_orders", {}) == alone
