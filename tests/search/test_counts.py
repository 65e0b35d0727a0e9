"""How many rows and situations a plan comes to: steering, seeds, situations=N."""

from __future__ import annotations

from typing import Any

import pytest
from attrs import evolve

from tests.search.worlds import World, run, survey_of, worded
from whileai.model import Cell, Outcome, Row
from whileai.search.ask import Ask, Plan, Plot
from whileai.search.planner import Planner

pytestmark = pytest.mark.contract("S05", "S07", "S10")

SEEDS = tuple(f"where is order A100{number}" for number in range(10))

EXACT = [  # plan, rows, situations, stopped_because
    ({"situations": 6, "repeats": 2, "budget": 500}, 12, 6, "situations_exhausted"),
    ({"situations": 24, "repeats": 4, "budget": 192}, 96, 24, "situations_exhausted"),
    ({"situations": 10, "phrasings": 3, "repeats": 2}, 60, 10, "situations_exhausted"),
    ({"situations": 40}, 40, 40, "situations_exhausted"),
    ({"situations": 40, "steer": True}, 40, 40, "situations_exhausted"),
    ({"situations": 9, "phrasings": 2, "steer": True}, 18, 9, "situations_exhausted"),
    ({"phrasings": 4, "budget": 100}, 100, 25, "budget"),
    ({"phrasings": 2, "budget": 48, "steer": True}, 48, 24, "budget"),
    ({"repeats": 4, "budget": 30, "repeat_policy": "fixed"}, 30, 8, "budget"),
    ({"situations": 3, "seeds": SEEDS, "repeats": 4, "budget": 40}, 40, 10, None),
    ({"seeds": SEEDS[:5], "situations": 5, "budget": 5, "steer": True}, 5, 5, None),
    ({"seeds": SEEDS, "budget": 100, "steer": True}, 100, 100, "budget"),
    ({"situations": 12, "seeds": SEEDS, "steer": True}, 12, 12, "situations_exhausted"),
    ({"situations": 5, "budget": 5}, 5, 5, "situations_exhausted"),
]


@pytest.mark.parametrize(("options", "rows", "situations", "why"), EXACT)
def test_a_run_in_which_nothing_fails_has_exactly_its_counts(
    options: dict[str, Any], rows: int, situations: int, why: str | None
) -> None:
    result = run(Plan(**options), concurrency=8)
    assert len(result.rows) == rows
    assert len(result.situations) == situations
    assert result.planner.stopped_because == (why or "situations_exhausted")


STEERED = [
    {"situations": 40, "steer": True},
    {"situations": 20, "phrasings": 2, "repeats": 3, "steer": True},
    {"situations": 20, "seeds": SEEDS, "steer": True},
    {"situations": 25, "repeats": 2, "repeat_policy": "fixed", "steer": True},
    {"budget": 200, "steer": True, "purse": 6},
    {"budget": 33, "seeds": SEEDS, "repeats": 3, "steer": True},
]


@pytest.mark.contract("S17")
@pytest.mark.parametrize("failing", [0.3, 1.0])
@pytest.mark.parametrize("options", STEERED)
def test_follow_ups_are_paid_from_the_rows_of_the_run(
    options: dict[str, Any], failing: float
) -> None:
    plan = Plan(**options)
    result = run(plan, World(failing=failing), 8)
    shape, counts = result.planner.shape, result.planner.counts()
    assert len(result.rows) == shape.rows
    assert counts.situations <= (shape.worlds or counts.situations)
    prompts = {row.slot.task.prompt for row in result.rows}
    assert prompts >= set(plan.seeds), "never in a seed's place"


@pytest.mark.contract("S17")
def test_a_failed_row_is_repeated_once_and_its_ask_mutated_once() -> None:
    result = run(Plan(budget=100, steer=True), World(failing=1.0), 8)
    counts = result.planner.counts()
    roots = counts.rows_by_reason["plan"]
    assert counts.parents == {"graded_failure": roots}
    assert counts.rerolled == counts.mutated == counts.parents
    arms = {row.slot.task.arm for row in result.rows if row.slot.reason == "mutation"}
    assert arms == {"failure_mutation"}


@pytest.mark.contract("S17")
def test_a_reroll_is_the_next_repeat_of_the_failed_task() -> None:
    result = run(Plan(budget=40, repeats=3, steer=True), World(failing=1.0), 8)
    for row in result.rows:
        if row.slot.reason == "reroll":
            assert row.slot.repeat == 3
            assert result.groups()[row.slot.task.id] == 4


@pytest.mark.contract("S17")
def test_where_probes_decide_a_group_is_filled_or_mutated() -> None:
    plan = Plan(budget=600, repeats=4, repeat_policy="successive", steer=True)
    result = run(plan, World(failing=0.6), 16)
    sizes, parents = result.groups(), result.planner.counts().parents
    main = [row for row in result.rows if row.slot.place[0] == 0]
    failed = {
        row.slot.task.id
        for row in main
        if sizes[row.slot.task.id] == 2 and row.row and row.row.reward == 0
    }
    early = 480 // (4 + 2)  # all rows of a root, and what its mutation takes beyond
    roots = {
        row.slot.task.id
        for row in main
        if row.slot.reason == "probe" and row.slot.place[1] < early
    }
    assert parents == {"graded_failure": len(failed & roots)}
    assert result.planner.counts().situations_by_origin["mutation"] == len(
        failed & roots
    )


@pytest.mark.contract("S17")
def test_grading_beside_the_loop_draws_as_a_run_without_a_grader() -> None:
    plan = Plan(budget=80, steer=True, aims=frozenset({"world_fault"}))
    world = World(failing=0.5, faulting=0.5)
    graded = run(plan, world, 8)
    plain = run(plan, evolve(world, graded=False, paid=[]), 8)
    assert graded.line == plain.line
    assert set(graded.planner.counts().parents) == {"world_fault"}


def test_a_plan_that_nothing_steers_is_played_straight() -> None:
    result = run(Plan(budget=24, situations=4, phrasings=2, repeats=3), concurrency=5)
    places = [(root, wording, repeat) for _, root, wording, repeat in _places(result)]
    assert places == [(r, w, k) for r in range(4) for w in range(2) for k in range(3)]


def _places(result: Any) -> list[tuple[int, ...]]:
    return [row.slot.place for row in result.rows]


@pytest.mark.parametrize("budget", [1, 2, 5, 7, 30])
@pytest.mark.parametrize("policy", ["none", "fixed"])
def test_a_small_budget_finishes_groups_before_it_opens_new_ones(
    budget: int, policy: str
) -> None:
    """F201's kin: 18 of 30 rows in unfinished groups."""
    plan = Plan(budget=budget, repeats=4, repeat_policy=policy, steer=True)
    sizes = list(run(plan, concurrency=3).groups().values())
    assert sum(sizes) == budget
    assert sum(size < 4 for size in sizes) <= 1


@pytest.mark.contract("S06")
def test_a_budget_of_30_leaves_at_least_6_complete_groups_of_4() -> None:
    plan = Plan(budget=30, repeats=4, repeat_policy="successive")
    for seed in range(20):
        world = World(failing=0.5 if seed % 2 else 0.3)
        result = run(Plan(**{**_kept(plan), "run_seed": seed}), world, 8)
        groups = result.planner.counts().groups
        assert groups.complete + groups.tail_complete + groups.stopped_unanimous >= 6
        assert groups.partial == 0


def _kept(plan: Plan) -> dict[str, Any]:
    return {
        name: getattr(plan, name) for name in ("budget", "repeats", "repeat_policy")
    }


@pytest.mark.contract("S23", "S46")
@pytest.mark.parametrize("dial", [0.0, 0.1, 0.4, 0.85, 1.0])
@pytest.mark.parametrize("failing", [0.0, 0.4, 1.0])
def test_dials_are_met_over_what_was_drawn_whatever_fails(
    dial: float, failing: float
) -> None:
    plan = Plan(budget=90, steer=True)
    survey = survey_of(plan, hard_share=dial, fault_rate=dial)
    counts = run(plan, World(failing=failing), 8, survey=survey).planner.counts()
    drawn = sum(counts.tiers.values())
    assert abs(drawn - counts.tiers.get("ordinary", 0) - dial * drawn) < 1
    assert abs(counts.faulted_rows - dial * counts.related_rows) < 1
    assert sum(counts.faults.values()) == counts.faulted_rows


# ------------------------------------------------------------------------ successive


def test_split_groups_are_filled_and_unanimous_ones_stop() -> None:
    """F074, F079."""
    plan = Plan(budget=1000, repeats=6, repeat_policy="successive")
    result = run(plan, World(failing=0.3), 32)
    for task, size in _main_groups(result).items():
        rewards = [
            r.row.reward for r in result.rows if r.slot.task.id == task and r.row
        ]
        assert size == (6 if len(set(rewards)) == 2 else 2)
        assert size == 2 or len(set(rewards[:2])) == 2


def test_split_groups_get_the_rows_that_unanimous_ones_leave() -> None:
    """F200, F201."""
    plan = Plan(
        budget=60, situations=30, repeats=6, repeat_policy="successive", steer=True
    )
    result = run(plan, World(failing=0.4), 8)
    groups, sizes = result.planner.counts().groups, _main_groups(result)
    assert len(result.rows) == 60
    assert groups.mixed >= 2
    assert groups.stopped_unanimous > 0
    assert groups.partial == 0
    assert set(sizes.values()) == {2, 6}


@pytest.mark.contract("S23")
def test_a_hundred_situations_have_every_tier_in_its_share() -> None:
    """F208, F209 as ruled: within rounding, at any count."""
    survey = survey_of(Plan(budget=100), hard_share=0.3)
    tiers = run(Plan(budget=100), World(), survey=survey).planner.counts().tiers
    assert tiers == {"ordinary": 70, "ambiguous": 10, "boundary": 10, "adversarial": 10}


def _main_groups(result: Any) -> dict[str, int]:
    tail = {row.slot.task.id for row in result.rows if row.slot.place[0] == 1}
    return {task: n for task, n in result.groups().items() if task not in tail}


def test_saved_rows_go_to_new_tasks_first_then_to_split_groups() -> None:
    """F075 as ruled: unanimous groups stay stopped."""
    plan = Plan(budget=1000, situations=30, repeats=4, repeat_policy="successive")
    result = run(plan, World(failing=0.3), 16)
    sizes = result.groups().values()
    assert len(result.situations) == 30
    assert len(result.rows) <= 120
    assert set(sizes) <= {2, 4, 5, 6, 7, 8}
    assert 8 in sizes
    extended = [row.slot.task.id for row in result.rows if row.slot.place[0] == 2]
    assert extended
    assert all(row.slot.repeat >= 4 for row in result.rows if row.slot.place[0] == 2)


def test_identical_replies_are_played_past_the_probe_in_the_tail_alone() -> None:
    plan = Plan(budget=400, repeats=8, repeat_policy="successive", steer=True)
    result = run(plan, World(failing=0.0, graded=False), 32)
    assert set(_main_groups(result).values()) == {2}
    groups = result.planner.counts().groups
    assert groups.stopped_unanimous * 2 + groups.tail_complete * 8 <= 400
    assert groups.rollouts_saved == groups.stopped_unanimous * 6


def test_without_verdicts_behaviour_decides_whether_a_group_is_split() -> None:
    plan = Plan(budget=200, repeats=4, repeat_policy="successive")
    graded = run(plan, World(failing=0.4, graded=True))
    plain = run(plan, World(failing=0.4, graded=False))
    assert graded.groups() == plain.groups()


# ----------------------------------------------------------------------------- seeds


@pytest.mark.contract("S21")
def test_a_budget_that_cannot_pay_all_seeds_says_which_before_playing() -> None:
    """F002."""
    plan = Plan(budget=12, repeats=4, repeat_policy="successive", seeds=SEEDS)
    result = run(plan, World(failing=0.5))
    assert result.planner.survey.sown.dropped == SEEDS[3:]
    assert {row.slot.task.prompt for row in result.rows} == set(SEEDS[:3])
    assert result.planner.counts().seeds_dropped == SEEDS[3:]
    assert len(result.rows) <= 12


@pytest.mark.contract("S21")
@pytest.mark.parametrize("policy", ["none", "fixed"])
def test_every_seed_is_run_first_and_no_other_ask_takes_its_place(policy: str) -> None:
    """F001, F003, F169, F170."""
    plan = Plan(budget=40, repeats=4, repeat_policy=policy, seeds=SEEDS, steer=True)
    result = run(plan, World(failing=0.5), 8)
    assert {row.slot.task.prompt for row in result.rows} == set(SEEDS)
    assert {row.slot.task.situation.origin for row in result.rows} == {"seed"}


@pytest.mark.contract("S21")
def test_what_unanimous_seeds_save_goes_to_new_tasks() -> None:
    plan = Plan(budget=40, repeats=4, repeat_policy="successive", seeds=SEEDS)
    result = run(plan, World(failing=0.0), 8)
    assert [row.slot.task.prompt for row in result.rows[:20:2]] == list(SEEDS)
    assert {result.groups()[f"swave.0.{number}/0"] for number in range(10)} == {2}
    assert len(result.rows) == 40


@pytest.mark.contract("S21")
def test_seeds_come_before_what_the_search_writes() -> None:
    result = run(Plan(budget=60, seeds=SEEDS, steer=True), World(failing=0.2), 8)
    origins = [row.slot.task.situation.origin for row in result.rows]
    drawn = [origin for origin in origins if origin != "mutation"]
    last = len(drawn) - drawn[::-1].index("seed")
    assert set(drawn[:last]) == {"seed"}


@pytest.mark.contract("S21")
def test_wordings_of_seeds_are_paid_after_their_own_words() -> None:
    result = run(Plan(budget=14, phrasings=3, seeds=SEEDS))
    own = [row for row in result.rows if row.slot.task.phrasing == 0]
    assert {row.slot.task.prompt for row in own} == set(SEEDS)
    assert len(result.rows) == 14


@pytest.mark.contract("S21")
def test_seeds_that_repeat_another_collapse() -> None:
    plan = Plan(budget=10, seeds=("Cancel it", "Cancel it ", "Refund me"))
    result = run(plan)
    assert result.planner.counts().seeds_copied == ("Cancel it ",)
    assert result.planner.counts().situations_by_origin["seed"] == 2


# ----------------------------------------------------------------------------- pinned


def pins(count: int) -> tuple[Any, ...]:
    ask = Ask(key=("wave", 0, 0), plots=())
    plots = [Plot(zone=0, index=n, cell=Cell(), origin="pinned") for n in range(count)]
    return tuple(worded(plot, ask, 0) for plot in plots)


PINNED = [  # options, rows, stopped_because
    ({"repeats": 2, "budget": 500}, 30, "tasks_done"),
    ({"repeats": 1, "budget": 500}, 15, "tasks_done"),
    ({"repeats": 2, "budget": 8}, 8, "budget"),
    ({"repeats": 4, "budget": 30}, 30, "budget"),
    ({"repeats": 2, "budget": 30}, 30, "tasks_done"),
]


@pytest.mark.contract("S25", "S26")
@pytest.mark.parametrize(("options", "rows", "why"), PINNED)
def test_a_replay_plays_every_task_k_times_and_asks_nobody(
    options: dict[str, Any], rows: int, why: str
) -> None:
    """F016, F017, F172."""
    plan = Plan(**options, pinned=pins(15), repeat_policy="fixed", steer=True)
    result = run(plan, World(failing=1.0, faulting=1.0), 4)
    assert len(result.rows) == rows
    assert result.planner.stopped_because == why
    assert result.planner.wanted() == []
    tasks = [row.slot.task.id for row in result.rows]
    order = [task.id for task in pins(15)]
    assert list(dict.fromkeys(tasks)) == order[: len(set(tasks))]
    assert {row.slot.reason for row in result.rows} == {"pinned"}


@pytest.mark.contract("S25")
def test_a_replay_may_stop_early_when_asked_to() -> None:
    plan = Plan(
        budget=500, repeats=4, pinned=pins(15), repeat_policy="successive", steer=True
    )
    result = run(plan, World(failing=0.0))
    assert result.groups() == {task.id: 2 for task in pins(15)}
    assert result.planner.stopped_because == "tasks_done"


# ----------------------------------------------------------------------------- losses


@pytest.mark.contract("S52")
@pytest.mark.parametrize("budget", [1, 4, 30])
@pytest.mark.parametrize("policy", ["none", "fixed", "successive"])
def test_an_agent_that_always_fails_ends_the_run(budget: int, policy: str) -> None:
    """F046, F204 as ruled."""
    plan = Plan(budget=budget, repeats=2, repeat_policy=policy, steer=True, retries=2)
    result = run(plan, World(losing=1.0), 8)
    counts = result.planner.counts()
    assert (counts.rows, counts.lost) == (0, max(16, 2 * budget))
    assert result.planner.stopped_because == "losses"


def test_a_lost_try_is_tried_again_on_the_same_row() -> None:
    """F050."""
    world = World(losing=0.3, failing=0.0)
    result = run(Plan(budget=60, retries=8), world, 4)
    assert len(result.rows) == 60
    assert any(row.slot.attempt for row in result.rows)
    assert [row.slot.place[1] for row in result.rows] == list(range(60))


def test_a_group_with_a_lost_repeat_is_counted_as_partial() -> None:
    plan = Plan(budget=60, situations=15, repeats=4, retries=0, repeat_policy="fixed")
    result = run(plan, World(losing=0.1), 4)
    short = sum(size < 4 for size in result.groups().values())
    groups = result.planner.counts().groups
    assert groups.partial == short > 0
    assert groups.complete == 15 - short


@pytest.mark.contract("S58")
@pytest.mark.parametrize("policy", ["none", "fixed", "successive"])
@pytest.mark.parametrize("losing", [0.0, 0.15])
def test_rows_are_marked_cut_in_exactly_the_groups_that_were_not_finished(
    policy: str, losing: float
) -> None:
    """F063, F201, F202."""
    plan = Plan(budget=82, repeats=4, retries=0, repeat_policy=policy)
    result = run(plan, World(losing=losing, failing=0.4), 7)
    groups = result.planner.counts().groups
    cut = {row.slot.task.id for row in result.rows if row.row and is_cut(row.row)}
    kept = {row.slot.task.id for row in result.rows if row.row and not is_cut(row.row)}
    assert cut
    assert not cut & kept
    assert all(result.groups()[task] < 4 for task in cut)
    seen = groups.partial + groups.tail - groups.tail_complete
    assert len(cut) <= seen  # a group that lost all its repeats has no rows
    assert (
        len(kept) == groups.complete + groups.stopped_unanimous + groups.tail_complete
    )


def is_cut(row: Row) -> bool:
    return row.to_json().get("group_cut") is True


def test_a_stopped_run_marks_every_group_that_was_under_way() -> None:
    plan = Plan(budget=400, repeats=4, repeat_policy="fixed")
    rows: list[Outcome] = []
    planner = Planner(plan, survey_of(plan), rows.append)
    world = World()
    for ask in planner.wanted():
        planner.feed(ask, world.write(ask))
    for slot in [planner.ready() for _ in range(10)]:
        assert slot is not None
        planner.land(slot, world.play(slot))
    planner.flush()
    assert [row.row is not None and is_cut(row.row) for row in rows] == [False] * 8 + [
        True
    ] * 2


def test_a_slot_lost_for_good_is_replaced_by_another_row() -> None:
    result = run(Plan(budget=60, retries=0), World(losing=0.3), 4)
    assert len(result.rows) == 60
    assert result.planner.counts().lost > 0


def test_a_dry_writer_ends_the_run() -> None:
    result = run(Plan(budget=300, wave=8), World(dry_from=3))
    assert result.planner.stopped_because == "writer_exhausted"
    assert result.planner.done


@pytest.mark.contract("S53")
@pytest.mark.parametrize("open_rows", [1, 8, 64])
def test_few_rows_wait_behind_a_straggler(open_rows: int) -> None:
    first = iter([1000.0])
    plan = Plan(budget=300, steer=True, open_rows=open_rows)
    result = run(plan, World(), 32, latency=lambda: next(first, 1.0))
    assert len(result.rows) == 300
    assert result.waiting <= max(open_rows, 3)
