from __future__ import annotations

from math import sqrt
from typing import Any

import pytest

from tests.stats.graded import arm, groups, shifted
from tests.support import by_prompt, look, sim
from whileai.base.seeds import Dice
from whileai.stats import detectable_effect, eval_variance, holdout_size, noise_band

pytestmark = pytest.mark.contract("S26", "S59")


def run_with_mean(passes: int, of: int = 40) -> list[dict[str, Any]]:
    """Give ten tasks of four repeats with so many passes in all."""
    return groups(*([1.0 * (4 * t + r < passes) for r in range(4)] for t in range(10)))


def test_the_spread_of_three_runs_by_hand() -> None:
    """F242; the band is Student's, as three runs do not know their own spread."""
    found = eval_variance(run_with_mean(20), run_with_mean(21), run_with_mean(19))
    assert list(found.means.values()) == pytest.approx([0.5, 0.525, 0.475])
    assert found.run_std == pytest.approx(0.025)
    assert found.noise_band == pytest.approx(4.302653 * sqrt(2) * 0.025, rel=1e-6)
    assert (found.noise_band_df, found.tasks_in_every_run) == (2, 10)
    assert noise_band(found["run_std"]) == pytest.approx(0.0693, abs=1e-4)


def test_runs_in_one_data_set_are_split_by_eval_run_alone() -> None:
    found = eval_variance(arm(0.5, runs=3))
    assert list(found.means) == ["0", "1", "2"]
    assert found.run_std is not None
    assert found.run_std > 0


def test_runs_of_an_agent_without_chance_do_not_differ() -> None:
    """F027."""
    data = sim(look, budget=8, runs=3, grader=by_prompt)
    found = eval_variance(data)
    assert (found.n_runs, found.run_std, found.noise_band) == (3, 0.0, 0.0)
    assert set(found.means.values()) == {found.mean}


@pytest.mark.parametrize("runs", [(), (arm(0.5),), ([],)])
def test_under_two_runs_there_is_no_spread(runs: tuple[Any, ...]) -> None:
    """F242"""
    found = eval_variance(*runs)
    assert found.run_std is None
    assert found.noise_band is None
    assert "runs=3" in found.notes[0]


def test_entries_that_are_no_rows_are_passed_over() -> None:
    """F242"""
    rows: list[Any] = [*arm(0.5), None, "header", 3]
    assert eval_variance(rows, arm(0.5)).mean == eval_variance(arm(0.5)).mean


def test_each_marker_has_its_own_spread() -> None:
    """F245"""
    values = [[0.1], [0.2], [0.6]]
    found = eval_variance(shifted(values, 0.0), shifted(values, 0.2))
    assert found.run_std_by_metric["length"] == pytest.approx(0.2 / sqrt(2))
    assert found.run_std_by_metric["pass_at_1"] == 0.0


@pytest.mark.parametrize(
    ("options", "band"),
    [
        ({}, 1.959964 * sqrt(2) * 0.025),
        ({"runs_a": 3, "runs_b": 3, "df": 4}, 2.776445 * 0.025 * sqrt(2 / 3)),
    ],
)
def test_the_noise_band_by_hand(options: dict[str, int], band: float) -> None:
    """F243"""
    assert noise_band(0.025, **options) == pytest.approx(band, rel=1e-6)


@pytest.mark.parametrize(
    ("arguments", "error"),
    [((0.1, 0), "runs_a"), ((0.1, 1, 0), "runs_b"), ((-0.1,), "run_std")],
)
def test_a_band_of_no_runs_is_refused(arguments: tuple[Any, ...], error: str) -> None:
    """F243"""
    with pytest.raises(ValueError, match=error):
        noise_band(*arguments)


def test_the_band_passes_one_null_in_twenty() -> None:
    """F155: a flat two standard deviations passes 15%."""
    dice, outside = Dice(5), 0
    for _ in range(2000):
        runs = [0.6 + 0.03 * dice.normal() for _ in range(5)]
        middle = sum(runs[:3]) / 3
        std = sqrt(sum((each - middle) ** 2 for each in runs[:3]) / 2)
        outside += abs(runs[3] - runs[4]) > noise_band(std, df=2)
    assert 0.03 <= outside / 2000 <= 0.08


def test_more_tasks_show_a_smaller_change() -> None:
    size = holdout_size(0.1)
    assert size > holdout_size(0.2)
    assert detectable_effect(int(size)) == pytest.approx(0.1, abs=0.002)
    assert not size.saturated


@pytest.mark.parametrize("reward", [0, 1])
def test_a_saturated_base_is_said_and_not_sized_to_two_tasks(reward: int) -> None:
    """F161, F249"""
    base = groups(*[[reward] * 6] * 10)
    size = holdout_size(0.05, base)
    assert size > 20
    assert size.saturated
    assert "too near to an end" in str(size)
    assert detectable_effect(10, base).saturated
    assert not holdout_size(0.05, 0.5).saturated


@pytest.mark.parametrize(
    ("call", "error"),
    [
        (lambda: holdout_size(0.0), "effect"),
        (lambda: holdout_size(0.1, 1.5), "base"),
        (lambda: holdout_size(0.1, []), "grade it first"),
        (lambda: holdout_size(0.1, k=0), "takes k of 1 or more"),
        (lambda: detectable_effect(0), "n_tasks"),
        (lambda: detectable_effect(10, power=1), "power"),
    ],
)
def test_sizes_out_of_range_are_refused(call: Any, error: str) -> None:
    with pytest.raises(ValueError, match=error):
        call()


def test_it_prints_one_line() -> None:
    assert str(eval_variance(arm(0.5, runs=2))).startswith("pass_at_1 0.")
    assert "n/a" in str(eval_variance())
