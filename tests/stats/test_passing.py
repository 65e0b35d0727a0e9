from __future__ import annotations

from itertools import product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.stats.graded import Rows, arm, groups, named, stopped
from whileai.base.lines import dumps
from whileai.stats import Counts, PassAt, pass_at, task_key

pytestmark = pytest.mark.contract("S59", "S07")


def test_one_task_by_hand() -> None:
    """F235"""
    found = pass_at(groups([1, 1, 0, 0]), k=2)
    assert found.pass_at_1 == 0.5
    assert found.pass_at_k == pytest.approx(5 / 6)
    assert found.pass_pow_k == pytest.approx(1 / 6)
    assert found.headroom == pytest.approx(1 / 3)


def test_a_task_with_one_row_counts_once_and_not_at_k() -> None:
    """F235"""
    found = pass_at(groups([1] * 4, [0] * 4, [1]))
    assert found.pass_at_1 == pytest.approx(2 / 3)
    assert (found.k, found.n_groups, found.n_groups_at_k) == (4, 3, 2)


def test_a_small_k_is_withheld_unasked() -> None:
    """F236"""
    found = pass_at(groups([1, 0], [1, 1], [0, 0]))
    assert found.pass_pow_k is None
    assert found.pass_at_k is None
    assert "repeats=4" in found.note


@pytest.mark.parametrize("k", [0, -1])
def test_a_k_below_one_is_refused(k: int) -> None:
    """F236"""
    with pytest.raises(ValueError, match="1 or more"):
        pass_at(groups([1, 0]), k=k)


@pytest.mark.parametrize("k", [True, 2.0, "4"])
def test_a_k_that_is_no_whole_number_is_refused(k: Any) -> None:
    with pytest.raises(TypeError, match="whole number"):
        pass_at(groups([1, 0]), k=k)


def test_a_k_beyond_every_group_says_so() -> None:
    """F236"""
    found = pass_at(groups([1, 0, 1, 1], [0, 1, 1, 0], [1, 1, 1, 1]), k=9)
    assert found.pass_pow_k is None
    assert "no group has k=9" in found.note


@pytest.mark.parametrize("reward", [None, "1"])
def test_nothing_graded_is_no_zero(reward: Any) -> None:
    """F236"""
    found = pass_at(groups([reward] * 4))
    assert found.pass_at_1 is None
    assert "grade first" in found.note


def test_uneven_groups_are_told_with_the_k_that_works() -> None:
    """F237, F076, F080"""
    rows = groups([1, 0, 1, 1], [0, 1, 1, 0], [1] * 4, [1, 0])
    found = pass_at(rows)
    assert found.k == 2
    assert all(said in found.note for said in ("2 to 4", "k=4", "3 groups"))
    asked = pass_at(rows, k=4)
    assert (asked.n_groups_at_k, asked.note) == (3, "")


def test_one_group_in_many_that_was_cut_does_not_set_k() -> None:
    found = pass_at([*groups(*[[1, 0, 1, 1]] * 20), *named("x", [1, 0])])
    assert found.k == 4
    assert "1 of 21 groups were cut" in found.note


def test_a_group_that_a_run_did_not_finish_sets_no_k() -> None:
    """One is filled to eight, and one of two that nothing stops was cut at five."""
    rows = stopped([1, 0, 1, 1, 0, 1, 1, 1], *[[1.0, 1.0]] * 4)
    rows += [{**row, "selection_reason": "tail"} for row in named("whole", [1] * 8)]
    short = [{**row, "selection_reason": "tail"} for row in named("short", [1] * 5)]
    assert pass_at([*rows, *short]).k == 5
    found = pass_at([*rows, *({**row, "group_cut": True} for row in short)])
    assert (found.k, found.n_groups_at_k) == (8, 6)
    assert "1 of 3 groups were cut before k=8" in found.note


def cut(task: str, rewards: list[float], reason: str = "tail") -> Rows:
    marks = {"selection_reason": reason, "group_cut": True}
    return [{**row, **marks} for row in named(task, rewards)]


def test_headroom_is_of_the_tasks_that_have_k_rows() -> None:
    """F237: a group that was cut has a share in pass@1, and none in what k tries win"""
    found = pass_at([*groups([0, 0, 0, 0]), *cut("short", [1])])
    assert (found.pass_at_1, found.pass_at_k, found.headroom) == (0.5, 0.0, 0.0)
    assert "headroom 0.00 (from pass@1 0.00 of the 1 at k)" in str(found)
    assert "1 of 2 groups were cut before k=4" in found.note


@pytest.mark.parametrize("rewards", [[1.0, 1.0], [1.0, 0.0, 1.0]])
def test_a_plan_that_no_group_was_filled_to_is_no_k_where_half_were_cut(
    rewards: list[float],
) -> None:
    counts = Counts.of([*stopped([0, 0]), *cut("short", rewards)])
    counts.planned = 4
    found = pass_at(counts)
    assert (found.k, found.pass_at_k) == (len(rewards), None)
    assert "1 of 2 groups were cut short; raise budget=" in found.note


def test_numbers_from_stopped_groups_alone_say_so() -> None:
    counts = Counts.of(stopped([0, 0], [1, 1]))
    counts.planned = 4
    found = pass_at(counts)
    assert (found.k, found.pass_pow_k, found.headroom) == (4, 0.5, 0.0)
    assert "no group has 4 rows: those that agreed in their first 2" in found.note


@pytest.mark.parametrize("rewards", [[1.0], [1.0, 0.0, 1.0]])
def test_a_group_that_the_budget_cut_is_not_told_to_repeat_more(
    rewards: list[float],
) -> None:
    """F076"""
    note = pass_at(cut("short", rewards)).note
    assert "raise budget=" in note
    assert "run with repeats" not in note


def test_whole_groups_are_told_to_repeat_more_though_another_was_cut() -> None:
    note = pass_at([*groups([1, 0], [1, 1]), *cut("short", [1])]).note
    assert "run with repeats=4" in note


def test_mutations_that_stopped_at_their_probe_set_no_k() -> None:
    rows = [*stopped([1, 0, 1, 1], [1, 1]), *named("whole", [0] * 4)]
    mutated = [{**row, "selection_reason": "mutation"} for row in named("m", [0, 0])]
    found = pass_at([*rows, *mutated])
    assert (found.k, found.n_groups_at_k, found.n_groups_stopped) == (4, 4, 2)


def test_stopped_groups_are_neither_imputed_nor_left_out() -> None:
    """F077, F238 as ruled: the unbiased number, the naive one beside it."""
    rows = stopped([1, 0, 1, 1], [0, 1, 0, 0], [1, 1], [0, 0])
    found = pass_at(rows, k=4)
    assert found.pass_pow_k == pytest.approx((-1 + 0 + 1 + 0) / 4)
    assert found.naive_pass_pow_k == pytest.approx((0 + 0 + 1 + 0) / 4)
    assert found.n_groups_stopped == 2
    assert "naive" in str(found)


def test_a_cut_group_is_stood_in_for_by_those_that_were_filled() -> None:
    """F238 as ruled"""
    rows = stopped([1, 0, 1, 1], [0, 1, 0, 0], [1, 1], [0, 0], [1, 0, 1])
    found = pass_at(rows, k=4)
    # three groups meant to be filled, two were: each of these weighs 3/2
    assert found.pass_pow_k == pytest.approx((1.5 * (-1 + 0) + 1 + 0) / 5)
    assert found.n_groups_at_k == 4
    assert found.n_groups == 5


@pytest.mark.parametrize("chance", [0.1, 0.3, 0.5, 0.6, 0.9])
def test_the_mean_over_every_stopped_run_is_the_truth(chance: float) -> None:
    """F238 as ruled: 0.1296 at p = 0.6, where imputing says 0.36 and more."""
    power = naive = first = 0.0
    for rewards in product((0.0, 1.0), repeat=4):
        weight = chance ** sum(rewards) * (1 - chance) ** (4 - sum(rewards))
        played = rewards if rewards[0] != rewards[1] else rewards[:2]
        found = pass_at(stopped(list(played), [1, 0, 1, 0]), k=4)
        other = pass_at(stopped([1, 0, 1, 0]), k=4)
        assert found.pass_pow_k is not None
        assert other.pass_pow_k is not None
        power += weight * (2 * found.pass_pow_k - other.pass_pow_k)
        naive += weight * 2 * (found.naive_pass_pow_k or 0.0)
        first += weight * (2 * (found.pass_at_1 or 0.0) - 0.5)
    assert power == pytest.approx(chance**4)
    assert naive > chance**4 + 0.005
    assert first == pytest.approx(chance)


@pytest.mark.contract("S26")
def test_replays_of_filled_groups_do_not_shift_the_balance() -> None:
    rows = stopped([1, 0, 1, 1], [1, 1], [0, 0])
    again = groups([1, 1, 1, 1], [1, 0], [0, 0], lineage={"eval_run": 1})
    replays = [{**row, "selection_reason": "replay"} for row in again]
    both = pass_at([*rows, *replays])
    assert (both.k, both.pass_pow_k) == (4, pass_at(rows, k=4).pass_pow_k)
    assert both.pass_at_1 == pytest.approx(((0.5 + 1) + (1 + 0.5) + 0) / 6)


def test_rows_filled_by_behaviour_are_read_as_such() -> None:
    rows = stopped([1, 1, 1, 0], [1, 1], [0, 0], [0, 0, 1, 0])
    for row in rows:
        row["behavior_signature"] = str(row["rollout_index"] % 2)
    rows[5]["behavior_signature"] = "0"  # alike, so the group stopped
    rows[7]["behavior_signature"] = "0"
    found = pass_at(rows, k=4)
    assert found.pass_pow_k == pytest.approx((0 + 1 + 0 + 0) / 4)
    assert found.pass_at_k == pytest.approx((1 + 1 + 0 + 1) / 4)


def test_one_task_has_no_interval_and_ten_have() -> None:
    """F239, F153"""
    rewards: list[float | None] = [1, 1, 1, 0, 1, 1, 0, 1, 1, 0]
    one = pass_at(groups(rewards))
    ten = pass_at(groups(*([each] for each in rewards)))
    assert one.pass_at_1 == ten.pass_at_1 == pytest.approx(0.7)
    assert one.ci95 is None
    assert all(said in one.note for said in ("1 task", "needs 3", "situations="))
    assert ten.ci95 is not None


def test_a_judge_that_failed_everywhere_is_named() -> None:
    """F240"""
    meta = {"error": "quota spent"}
    rows = groups([None] * 6, judge_status="error", judge_meta=meta)
    assert "failed on 6 of 6 rows (error: quota spent)" in pass_at(rows).note
    rows[0]["judge_status"] = None
    assert "grade first" in pass_at(rows).note


def test_partial_rewards_are_counted_apart() -> None:
    """F241, F154"""
    found = pass_at(groups(*[[1, 1, 0, 0]] * 5, *[[0.67] * 4] * 5))
    assert (found.n_groups, found.n_rows, found.n_partial) == (5, 20, 20)
    assert "20 rows with a partial reward" in found.note


def test_replies_that_were_cut_are_counted_and_not_failed() -> None:
    """F078"""
    cut = groups([None], finish_reason="length")
    found = pass_at([*named("x", [1, 1, 0, 0]), *cut])
    assert (found.n_cut, found.n_unjudged, found.pass_at_1) == (1, 1, 0.5)


@pytest.mark.parametrize(
    ("rewards", "said"),
    [
        ([0.0] * 16, "16 of 16"),
        ([1.0] * 16, "16 of 16"),
        ([1.0, 0.0], ""),
        ([1.0], ""),
        ([1.0, 1.0, None, None], "2 of 2"),
    ],
)
def test_rows_that_all_score_the_same_are_noted(
    rewards: list[float | None], said: str
) -> None:
    """F088, F231"""
    note = pass_at(groups(*([each] for each in rewards))).note
    assert ("every row scored the same" in note) == bool(said)
    assert said in note


def test_halves_alone_make_no_number() -> None:
    """F231"""
    found = pass_at(groups([0.5] * 8))
    assert found.pass_at_1 is None
    assert "between 0 and 1" in found.note


@pytest.mark.contract("S56")
def test_rows_with_a_user_error_can_be_left_out() -> None:
    rows = groups([1, 1, 1, 1], [0, 0, 1, 1], [1, 0, 1, 1])
    for row in rows[4:6]:
        row["user_error"] = "invented a fact"
    found = pass_at(rows)
    assert found.pass_at_1 == pytest.approx((1 + 0.5 + 0.75) / 3)
    assert found.without_user_errors.pass_at_1 == pytest.approx((1 + 1 + 0.75) / 3)
    assert pass_at(groups([1, 0])).without_user_errors.n_rows == 2


@pytest.mark.contract("S17")
def test_rerolls_of_failed_rows_bias_nothing() -> None:
    rows = groups([0], [1], [1])
    again = {**rows[0], "reward": 1, "selection_reason": "reroll", "rollout_index": 1}
    found = pass_at([*rows, again])
    assert found.pass_at_1 == pytest.approx(2 / 3)
    assert "1 re-rolls" in found.note


@pytest.mark.parametrize("rewards", [[1.0] * 4, [0.0] * 4, [1.0, 0.0, 1.0, 0.0]])
@pytest.mark.parametrize("tasks", [3, 50])
def test_no_interval_has_zero_width(rewards: list[float], tasks: int) -> None:
    found = pass_at(groups(*[rewards] * tasks))
    for interval in (found.ci95, found.pass_pow_k_ci95, found.pass_at_k_ci95):
        assert interval is not None
        assert 0 <= interval[0] < interval[1] <= 1


def test_it_prints_one_line_and_its_numbers_are_json() -> None:
    found = pass_at(arm(0.5))
    assert "\n" not in str(found)
    assert str(found).startswith("pass@1 0.")
    assert b"pass_pow_k" in dumps(found.to_dict())
    assert "per_task" not in found.to_dict()
    assert found.per_task.keys() == {f"t{task}" for task in range(20)}


def test_a_mean_outside_the_unit_interval_is_shown_cut_off() -> None:
    found = pass_at(stopped([1, 0, 1, 1], [1, 0, 1, 1], [1, 0, 1, 0]), k=4)
    assert found.pass_pow_k is not None
    assert found.pass_pow_k < 0
    assert "pass^4 0.00" in str(found)
    assert "shown as 0" in found.note


def test_an_interval_outside_the_unit_interval_is_none() -> None:
    found = pass_at(stopped(*[[1.0, 0.0, 0.0, 0.0]] * 12, [1, 1], [1, 1]), k=4)
    assert found.pass_at_k is not None
    assert found.pass_at_k > 1
    assert found.pass_at_k_ci95 is None
    assert "shown as 1 without an interval" in found.note


def test_counts_kept_while_rows_land_say_the_same() -> None:
    rows = arm(0.5, runs=2)
    counts = Counts()
    for row in rows:
        counts.add(row)
    assert pass_at(counts) == pass_at(rows)
    counts.add({"scenario_id": "new", "reward": 1})
    assert pass_at(counts).n_rows == len(rows) + 1


@pytest.mark.parametrize(
    ("row", "key"),
    [
        ({"scenario_id": "s", "task_id": "t", "prompt": "p"}, "s"),
        ({"task_id": "t", "prompt": "p"}, "t"),
        ({"scenario_id": None, "prompt": "p"}, "p"),
    ],
)
def test_tasks_are_told_apart_in_one_way(row: dict[str, Any], key: str) -> None:
    """F162"""
    assert task_key(row) == key


def test_a_row_of_no_task_is_refused() -> None:
    with pytest.raises(ValueError, match="scenario_id, task_id or prompt"):
        pass_at([{"reward": 1}])


@pytest.mark.parametrize("source", [3, {"reward": 1}, b"rows"])
def test_what_holds_no_rows_is_refused(source: Any) -> None:
    with pytest.raises(TypeError, match="SimulationData"):
        pass_at(source)


def test_a_file_and_an_object_with_rows_read_as_rows(tmp_path: Any) -> None:
    rows = groups([1, 0, 1, 1], [0, 0, 1, 1], [1, 1, 1, 1])
    path = tmp_path / "rows.jsonl"
    header = [{"whileai_checkpoint": 1}, {"lost": "agent_error", "task": "t9"}]
    path.write_bytes(b"\n".join(map(dumps, [*header, *rows])) + b"\n")

    class Data:
        def rows(self) -> Rows:
            return rows

    assert pass_at(path) == pass_at(str(path)) == pass_at(Data()) == pass_at(rows)


REWARDS = st.lists(
    st.lists(st.sampled_from([0.0, 1.0]), min_size=2, max_size=6),
    min_size=1,
    max_size=8,
)


def numbers(found: PassAt) -> list[Any]:
    shown = found.to_dict()
    return [shown[name] for name in sorted(shown) if name != "note"]


@settings(deadline=None, max_examples=60)
@given(rewards=REWARDS, data=st.data())
def test_neither_order_nor_names_of_rows_matter(
    rewards: list[list[float]], data: st.DataObject
) -> None:
    rows = stopped(*rewards)
    mixed = data.draw(st.permutations(rows))
    renamed = [{**row, "scenario_id": f"other {row['scenario_id']}"} for row in rows]
    assert pass_at(mixed, k=3) == pass_at(rows, k=3)
    assert numbers(pass_at(renamed, k=3)) == numbers(pass_at(rows, k=3))


@settings(deadline=None, max_examples=40)
@given(rewards=REWARDS)
def test_a_run_beside_its_copy_has_the_same_pass_at_1(
    rewards: list[list[float]],
) -> None:
    rows = groups(*rewards)
    first = [{**row, "lineage": {"eval_run": 0}} for row in rows]
    second = [{**row, "lineage": {"eval_run": 1}} for row in rows]
    twice = pass_at([*first, *second])
    assert twice.pass_at_1 == pytest.approx(pass_at(rows).pass_at_1)
    assert twice.n_groups == len(rewards)


@settings(deadline=None, max_examples=40)
@given(rewards=REWARDS)
def test_passes_and_failures_are_mirror_images(rewards: list[list[float]]) -> None:
    found = pass_at(stopped(*rewards), k=2)
    mirror = pass_at(stopped(*([1 - r for r in each] for each in rewards)), k=2)
    assert found.pass_pow_k is not None
    assert mirror.pass_at_k == pytest.approx(1 - found.pass_pow_k)


def test_a_row_whose_fields_are_of_another_kind_is_named() -> None:
    rows = [{"prompt": "a", "reward": 1}, {"prompt": "b", "task_id": ["x"]}]
    with pytest.raises(ValueError, match=r"pass_at\(\): row 1: task_id is \['x'\]"):
        pass_at(rows)
