from __future__ import annotations

from itertools import product
from typing import Any

import pytest

from tests.stats.graded import arm, groups
from whileai.base.seeds import Dice, derive
from whileai.stats import compare_until
from whileai.stats.sequential import wealth

pytestmark = pytest.mark.contract("S39", "S59")


@pytest.mark.parametrize("values", [(1.0, 0.0), (0.5, 0.25)])
def test_nobody_gains_on_average_where_nothing_changed(
    values: tuple[float, ...],
) -> None:
    outcomes = [value * sign for value in values for sign in (1, -1)]
    paths = list(product(outcomes, repeat=4))
    assert sum(map(wealth, paths)) / len(paths) == pytest.approx(1.0)


def test_a_real_change_is_decided() -> None:
    found = compare_until(arm(0.2, tasks=40), arm(0.8, tasks=40, seed=1))
    assert (found.decided, found.verdict, found.note) == (True, "b_better", "")
    assert found.p_value < found.alpha
    back = compare_until(arm(0.8, tasks=40, seed=1), arm(0.2, tasks=40))
    assert back.verdict == "a_better"


def test_equals_stay_undecided_at_whatever_look_one_stops() -> None:
    decided = 0
    for trial in range(150):
        dice = Dice(derive(0, "looks", trial))
        a, b = (
            groups(*([float(dice.chance(0.5))] for _ in range(40))) for _ in range(2)
        )
        decided += any(compare_until(a[:n], b[:n]).decided for n in range(5, 41, 5))
    assert decided <= 12  # 5% of 150, and more than two standard errors above it


def test_the_error_rate_decides_how_much_evidence_is_wanted() -> None:
    a, b = arm(0.4, tasks=25), arm(0.7, tasks=25, seed=1)
    loose = compare_until(a, b, alpha=0.2)
    strict = compare_until(a, b, alpha=1e-6)
    assert loose.e_value == strict.e_value
    assert loose.decided
    assert not strict.decided


def test_a_pair_once_made_stays_whatever_comes_in_later() -> None:
    a = groups([1, 0, 1], [0, 1, 0])
    b = groups([0, 1, 1], [0, 0, 1])
    early = compare_until(a, [row for row in b if row["rollout_index"] != 0], repeats=3)
    whole = compare_until(a, b, repeats=3)
    assert (early.n_pairs, whole.n_pairs) == (4, 6)
    assert early.delta == pytest.approx((0.5 + 0.0) / 2)


def test_the_order_of_rows_does_not_matter() -> None:
    a, b = arm(0.4), arm(0.7, seed=1)
    assert compare_until(a[::-1], b[::-1]).e_value == compare_until(a, b).e_value


def test_nothing_graded_is_undecided() -> None:
    found = compare_until(groups([None]), groups([1]))
    assert (found.decided, found.delta) == (False, None)
    assert "undecided" in str(found)
    assert found.to_dict()["n_pairs"] == 0


@pytest.mark.parametrize(
    ("options", "error"),
    [
        ({"alpha": 0}, ValueError),
        ({"alpha": "5%"}, TypeError),
        ({"repeats": 0}, ValueError),
        ({"repeats": True}, TypeError),
    ],
)
def test_options_out_of_range_are_refused(
    options: dict[str, Any], error: type[Exception]
) -> None:
    with pytest.raises(error, match=next(iter(options))):
        compare_until(arm(0.5), arm(0.5), **options)
