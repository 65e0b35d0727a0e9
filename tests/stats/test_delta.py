from __future__ import annotations

from typing import Any

import pytest

from tests.stats.graded import Rows, arm, groups, shifted
from whileai.base.lines import dumps
from whileai.stats import delta_report

pytestmark = pytest.mark.contract("S26", "S39", "S59")


def moved(passes: int, tasks: int = 12, run: int | None = None) -> Rows:
    """Give tasks of four repeats, of which so many pass."""
    rewards = [1.0] * passes + [0.0] * (4 - passes)
    return groups(*[rewards] * tasks, lineage={"eval_run": run})


def twice(passes: int, tasks: int = 12) -> Rows:
    return [*moved(passes, tasks, 0), *moved(passes, tasks, 1)]


def test_one_run_a_side_confirms_nothing() -> None:
    """F156, F244"""
    report = delta_report(moved(2), moved(3))
    assert report["headline_verdict"] == "moved_unreplicated"
    assert (report["improved"], report["replicated"]) == ([], False)
    assert report["metrics"]["pass_at_1"]["delta"] == pytest.approx(0.25)
    assert str(report).startswith("INCONCLUSIVE (1 eval run a side")


def test_a_change_within_the_noise_is_none() -> None:
    """F244"""
    report = delta_report(moved(2), moved(3), run_std=0.2)
    assert (report["headline_verdict"], report["ok"]) == ("within_noise", True)
    assert report["improved"] == []
    down = delta_report(twice(3), twice(2), run_std=0.2)
    assert (down["regressions"], down["ok"]) == ([], True)


def test_two_runs_a_side_confirm_a_change_in_either_direction() -> None:
    up, down = delta_report(twice(2), twice(3)), delta_report(twice(3), twice(2))
    assert (up["headline_verdict"], up["ok"]) == ("improved", True)
    assert (down["headline_verdict"], down["ok"]) == ("regressed", False)
    assert "pass_at_1" in up["improved"]
    assert "pass_at_1" in down["regressions"]
    assert str(up).startswith("IMPROVED")


def test_few_shared_tasks_are_not_comparable() -> None:
    """F157"""
    report = delta_report(moved(2, 7), moved(4, 41))
    assert "7 of 41 tasks" in report["not_comparable"][0]
    assert (report["ok"], report["headline_verdict"]) == (False, "not_comparable")


def test_a_side_that_never_answered_wins_and_loses_nothing() -> None:
    """F158"""
    silent = [{**row, "final_text": ""} for row in twice(0)]
    spoken = [{**row, "final_text": "Done."} for row in twice(4)]
    report = delta_report(silent, spoken)
    assert "0% of rows have a reply before, 100% after" in report["not_comparable"]


def test_opposite_selection_of_equal_size_is_seen() -> None:
    """F159, F247"""
    rewards = [1.0] * 5 + [0.0] * 5
    before = groups(*[[*rewards[:-1], None]] * 10)
    after = groups(*[[None, *rewards[1:]]] * 10)
    report = delta_report(before, after)
    assert report["selection_bound"] == pytest.approx(2 * 0.1 / 0.9)
    assert "22.2%" in report["not_comparable"][0]


def test_shorter_is_better_where_that_is_declared() -> None:
    """F160"""
    values = [[0.8 + task / 50] for task in range(12)]
    before = shifted(values, 0.0) + shifted(values, 0.0, run=1)
    after = shifted(values, -0.3) + shifted(values, -0.3, run=1)
    plain = delta_report(before, after)
    turned = delta_report(before, after, lower_is_better=["length"])
    assert plain["regressions"] == turned["improved"] == ["length"]
    assert turned["metrics"]["length"]["delta"] == pytest.approx(-0.3)
    assert delta_report(before, after, must_not_regress=["length"])["ok"] is False


@pytest.mark.parametrize(
    "option", ["lower_is_better", "must_not_regress", "target", "run_std"]
)
def test_a_metric_nobody_measured_is_refused(option: str) -> None:
    """F160"""
    values: dict[str, Any] = {"target": "lenght", "run_std": {"lenght": 0.1}}
    given = values.get(option, ["lenght"])
    with pytest.raises(ValueError, match="did you mean 'length'"):
        delta_report(shifted([[1.0]], 0), shifted([[1.0]], 0), **{option: given})


def test_names_as_one_string_are_refused() -> None:
    with pytest.raises(TypeError, match="list of names"):
        delta_report(moved(2), moved(3), must_not_regress="pass_at_1")


def test_each_marker_has_its_own_floor_or_none() -> None:
    """F245"""
    values = [[0.1 * task] for task in range(6)]
    before = shifted(values, 0.0) + shifted(values, 0.1, run=1)
    after = shifted(values, 0.0) + shifted(values, 0.1, run=1)
    for row in after:
        row["markers"] = {**row["markers"], "new": 1}
    metrics = delta_report(before, after)["metrics"]
    assert metrics["length"]["run_std"] == pytest.approx(0.1 / 2**0.5)
    assert metrics["pass_at_1"]["run_std"] == 0.0
    assert metrics["new"]["noise_band"] is None
    assert "no noise floor for new" in str(delta_report(before, after))


@pytest.mark.parametrize(
    ("passes", "agreement"),
    [((3, 3, 3), "3/3 agree"), ((3, 2, 1), "1/3 agree"), ((3,), None)],
)
def test_repeats_tell_the_same_story_or_not(
    passes: tuple[int, ...], agreement: str | None
) -> None:
    """F246"""
    before = [row for run in range(len(passes)) for row in moved(2, run=run)]
    after = [row for run, n in enumerate(passes) for row in moved(n, run=run)]
    report = delta_report(before, after)
    assert report["repeats"]["agreement"] == agreement
    assert report == delta_report(before, after)


@pytest.mark.parametrize(
    ("name", "what"), [("user_model", "user model"), ("judge_name", "judge")]
)
def test_sides_measured_differently_are_not_comparable(name: str, what: str) -> None:
    """F248"""
    before = [{**row, name: "first"} for row in arm(0.5)]
    after = [{**row, name: "second"} for row in arm(0.5)]
    report = delta_report(before, after)
    assert report["not_comparable"] == [
        f"the {what} differs: first before, second after"
    ]


def test_one_judge_with_two_rubrics_is_not_comparable() -> None:
    """A re-grade by another rubric keeps the judge's name."""
    polite, short = (
        arm(0.5, judge_name="judge:m", judge_meta={"rubric": rubric})
        for rubric in ("1a2b3c4d", "9f8e7d6c")
    )
    report = delta_report(polite, short)
    assert report["not_comparable"] == [
        "the judge's rubric differs: 1a2b3c4d before, 9f8e7d6c after"
    ]
    assert (report["ok"], report["headline_verdict"]) == (False, "not_comparable")
    assert report["config"]["after"]["rubric"] == ["9f8e7d6c"]
    assert not delta_report(polite, polite)["not_comparable"]


def test_the_error_of_a_family_is_named_and_corrected() -> None:
    """F248"""
    markers = {f"m{n}": n for n in range(3)}
    report = delta_report(arm(0.5, markers=markers), arm(0.5, markers=markers))
    assert len(report["metrics"]) == 6
    assert report["family_error"] == pytest.approx(1 - 0.95**6)
    assert all(each["p_holm"] >= each["p_value"] for each in report["metrics"].values())


@pytest.mark.parametrize(("passes", "saturated"), [(4, True), (0, True), (2, False)])
def test_a_saturated_base_is_not_sized_from_what_it_shows(
    passes: int, saturated: bool
) -> None:
    """F161, F249"""
    report = delta_report(moved(passes), moved(passes))
    assert report["saturated"] is saturated
    assert report["tasks_needed"] > 20
    assert ("too near to an end" in str(report)) is saturated


def test_slices_are_a_family_of_their_own() -> None:
    before, after = twice(2), twice(3)
    for row in before + after:
        row["tier"] = "hard" if row["scenario_id"] in ("t0", "t1") else "ordinary"
    report = delta_report(before, after, by="tier")
    assert report["metrics"]["pass_at_1[tier=ordinary]"]["status"] == "improved"
    assert report["metrics"]["pass_at_1[tier=hard]"]["n_paired"] == 2


def test_nothing_graded_is_said() -> None:
    report = delta_report(groups([None]), moved(2))
    assert report["not_comparable"] == ["nothing is graded in before; grade it first"]
    assert report["metrics"]["pass_at_1"]["delta"] is None


@pytest.mark.parametrize("runs", [1, 3])
def test_it_prints_itself_in_six_lines_and_is_json(runs: int) -> None:
    markers = {"polite": True}
    report = delta_report(
        arm(0.97, runs=runs, markers=markers), arm(0.9, runs=runs, seed=3)
    )
    assert len(str(report).splitlines()) <= 6
    assert b"headline_verdict" in dumps(dict(report))
