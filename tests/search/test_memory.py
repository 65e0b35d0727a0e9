"""What the planner keeps does not grow with what it has planned."""

from __future__ import annotations

import tracemalloc
from typing import TYPE_CHECKING

import pytest

from tests.search.worlds import World, survey_of
from whileai.search.ask import Plan
from whileai.search.planner import Planner

if TYPE_CHECKING:
    from whileai.model import Slot

pytestmark = pytest.mark.contract("S53")


def peak(plan: Plan) -> int:
    """Play ``plan``, keep no row, and give the bytes held at the worst moment."""
    planner, world = Planner(plan, survey_of(plan), lambda _outcome: None), World()
    flying: list[Slot] = []
    tracemalloc.start()
    while not planner.done:
        for ask in planner.wanted():
            planner.feed(ask, world.write(ask))
        while len(flying) < 16 and (slot := planner.ready()):
            flying.append(slot)
        slot = flying.pop(0)
        planner.land(slot, world.play(slot))
        world.paid.clear()
    worst = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    return worst


@pytest.mark.parametrize(
    ("policy", "repeats", "steer"),
    [
        pytest.param("none", 1, True, marks=pytest.mark.full),
        pytest.param("fixed", 4, False, marks=pytest.mark.full),
        ("successive", 4, True),
    ],
)
def test_memory_is_flat(policy: str, repeats: int, steer: bool) -> None:
    plans = [
        Plan(
            budget=budget,
            repeats=repeats,
            repeat_policy=policy,
            steer=steer,
            tail=50,
            lag=256,
            spread=250,
        )
        for budget in (800, 2000)  # open lineages are at their most by the first
    ]
    small, large = map(peak, plans)
    assert large < 1.25 * small
