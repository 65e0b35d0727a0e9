"""What holds of every run, whatever its outcomes are and whenever they come in."""

from __future__ import annotations

from typing import Any

import pytest
from attrs import evolve

from tests.search.worlds import Played, World, law, run, survey_of
from whileai.base.seeds import Dice
from whileai.search.ask import AIMS, Plan
from whileai.search.planner import Planner

pytestmark = pytest.mark.contract("S07", "S34", "S50")

PLANS: dict[str, list[Any]] = {  # odd values often
    "budget": [1, 2, 5, 30, 60, 120, 300],
    "repeat_policy": ["none", "none", "fixed", "successive", "successive"],
    "repeats": [1, 1, 2, 3, 4, 8, 40],
    "phrasings": [1, 1, 1, 2, 3],
    "situations": [None, None, None, 1, 7, 40],
    "steer": [True, True, False],
    "purse": [2, 2, 0, 1, 4, 9],
    "retries": [0, 1, 3],
    "tail": [None, None, None, 0, 3, 10**6],
    "lag": [None, 0, 16, 100],
    "wave": [1, 4, 32],
    "ahead": [1, 4],
    "spread": [0, 3, 250],
    "open_rows": [4096, 4096, 1, 40],
    "seeds": [(), (), ("one", "two", "three"), tuple(f"seed {n}" for n in range(12))],
    "run_seed": list(range(1000)),
    "aims": [AIMS, AIMS, frozenset({"world_fault"})],
}
WORLDS: dict[str, list[Any]] = {
    "failing": [0.0, 0.3, 0.6, 1.0],
    "faulting": [0.0, 0.2, 1.0],
    "losing": [0.0, 0.0, 0.02, 0.3, 1.0],
    "vetoed": [0.0, 0.0, 0.1, 0.5],
    "dry_from": [10**9, 10**9, 10**9, 10**9, 0, 3],
    "graded": [True, True, False],
}


def drawn(number: int) -> tuple[Plan, World, Dice]:
    dice = Dice(number)
    plan = Plan(**{name: dice.pick(values) for name, values in PLANS.items()})
    return (
        plan,
        World(**{name: dice.pick(values) for name, values in WORLDS.items()}),
        dice,
    )


def played(plan: Plan, world: World, concurrency: int, dice: Dice) -> Played:
    slow = dice.pick([0.0, 2.0, 50.0])
    latency = law(dice)
    fresh = evolve(world, paid=[])
    result = run(plan, fresh, concurrency, latency, lambda: slow * dice.uniform())
    check(result, plan, fresh)
    return result


def check(result: Played, plan: Plan, world: World) -> None:
    planner, places = result.planner, [each.slot.place for each in result.rows]
    counts, shape = planner.counts(), planner.shape
    assert planner.done, "a deadlock"
    assert places == sorted(set(places)), "plan order, no row twice"
    assert len(set(world.paid)) == len(world.paid), "each try has its own name"
    assert len(places) == counts.rows <= shape.rows <= plan.budget
    assert counts.lost <= shape.losses
    assert shape.worlds is None or counts.situations <= shape.worlds
    whole = world.losing == world.vetoed == 0 and world.dry_from > 10**6
    if whole and not (shape.successive and shape.worlds is not None):
        assert spent(result, plan), planner.stopped_because


def spent(result: Played, plan: Plan) -> bool:
    """Say whether all rows were played, or all situations in full."""
    shape, counts = result.planner.shape, result.planner.counts()
    full = shape.worlds is not None and counts.situations == shape.worlds
    return len(result.rows) == shape.rows or full


@pytest.mark.parametrize(
    "number",
    [*range(60), *(pytest.param(n, marks=pytest.mark.full) for n in range(60, 240))],
)
def test_the_rows_are_the_same_at_any_concurrency_and_any_latency(number: int) -> None:
    plan, world, dice = drawn(number)
    alone = played(plan, world, 1, dice)
    for concurrency in (3, 32, 256):
        other = played(plan, world, concurrency, dice)
        assert other.line == alone.line
        assert other.planner.counts() == alone.planner.counts()
        assert other.planner.stopped_because == alone.planner.stopped_because


@pytest.mark.parametrize("number", range(40))
def test_completion_order_keeps_every_promise_but_the_same_rows(number: int) -> None:
    plan, world, dice = drawn(number)
    played(evolve(plan, reproducible=False), world, 32, dice)


@pytest.mark.contract("S11")
@pytest.mark.parametrize("concurrency", [1, 7, 32])
def test_places_are_filled_while_there_is_work(concurrency: int) -> None:
    result = run(Plan(budget=200, steer=True), World(failing=0.4), concurrency)
    assert result.peak == concurrency
    assert result.wall <= sum(result.latencies) / concurrency + 4


@pytest.mark.contract("S51")
def test_a_stopped_run_gives_out_all_that_landed_in_plan_order() -> None:
    plan, rows = Plan(budget=60, steer=True), list[Any]()
    planner, world = Planner(plan, survey_of(plan), rows.append), World(failing=0.5)
    for ask in planner.wanted():
        planner.feed(ask, world.write(ask))
    slots = [slot for _ in range(12) if (slot := planner.ready())]
    for slot in slots[1:]:
        planner.land(slot, world.play(slot))
    planner.flush()
    places = [each.slot.place for each in rows]
    assert len(rows) == 11
    assert places == sorted(places)
