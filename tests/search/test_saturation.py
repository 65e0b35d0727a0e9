"""``until="saturation"``: a run stops when nothing new is seen, at one place."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from attrs import evolve

from tests.search.worlds import Played, World, law, run, survey_of
from whileai.base.seeds import Dice
from whileai.search.ask import Plan
from whileai.search.saturation import ENOUGH

if TYPE_CHECKING:
    from whileai.model import Outcome, Slot

pytestmark = pytest.mark.contract("S06", "S34", "S50")

PLAN = Plan(budget=3000, steer=True, until="saturation")


class Fading(World):
    """Shows a behaviour of its own in each of its first roots, then the same."""

    def play(self, slot: Slot) -> Outcome:
        outcome = super().play(slot)
        root = min(slot.place[1], 20)
        assert outcome.row is not None
        return evolve(outcome, row=evolve(outcome.row, signature=f"{root}"))


def saturated(concurrency: int = 1, plan: Plan = PLAN, **options: Any) -> Played:
    return run(plan, Fading(failing=0.0), concurrency, **options)


def test_a_run_stops_once_so_many_situations_show_nothing_new() -> None:
    result = saturated()
    assert result.planner.stopped_because == "saturation"
    seen = result.planner.counts().saturation
    assert seen is not None
    assert seen["kinds"] == 21
    assert 21 + ENOUGH < len(result.rows) == seen["situations"] <= 21 + ENOUGH + 288


@pytest.mark.parametrize(
    "number",
    [*range(6), *(pytest.param(n, marks=pytest.mark.full) for n in range(6, 24))],
)
def test_it_stops_at_the_same_row_whatever_comes_back_first(number: int) -> None:
    dice = Dice(number)
    plan = evolve(
        PLAN,
        budget=dice.pick([400, 700, 3000]),
        lag=dice.pick([None, 0, 64]),
        purse=dice.pick([0, 2, 5]),
        repeats=dice.pick([1, 3]),
        repeat_policy=dice.pick(["none", "successive"]),
    )
    world = World(failing=dice.pick([0.0, 0.2]), faulting=0.1)
    alone = run(plan, world)
    for concurrency in (7, 64):
        writing = law(dice)
        other = run(plan, world, concurrency, law(dice), writing)
        assert other.line == alone.line
        assert other.planner.done
        assert other.planner.stopped_because == alone.planner.stopped_because


def test_a_run_that_goes_on_finding_spends_its_budget() -> None:
    class Endless(World):
        def play(self, slot: Slot) -> Outcome:
            outcome = super().play(slot)
            assert outcome.row is not None
            return evolve(outcome, row=evolve(outcome.row, signature=slot.key))

    result = run(evolve(PLAN, budget=900), Endless(failing=0.0), 16)
    assert result.planner.stopped_because == "budget"
    assert len(result.rows) > 900 - PLAN.purse - 1


def test_a_budget_too_small_to_tell_is_spent() -> None:
    result = run(evolve(PLAN, budget=2), World(failing=0.0))
    assert len(result.rows) == 2
    assert result.planner.stopped_because == "budget"


def test_without_it_nothing_is_watched() -> None:
    result = run(Plan(budget=500), World(failing=0.0), survey=survey_of(Plan()))
    assert len(result.rows) == 500
    assert result.planner.counts().saturation is None
