from __future__ import annotations

from itertools import product
from math import exp

import pytest

from whileai.stats.bounds import mean_bounds
from whileai.stats.distributions import (
    beta_cdf,
    beta_quantile,
    crossing,
    gamma_sum_tail,
    normal_cdf,
    t_cdf,
    t_quantile,
)

pytestmark = pytest.mark.contract("S59")

T = [  # scipy 1.17: stats.t.ppf
    (1, 0.975, 12.706204736174694),
    (2, 0.975, 4.302652729749462),
    (4, 0.975, 2.7764451051977934),
    (9, 0.6, 0.260955336473911),
    (30, 0.975, 2.0422724563012378),
    (199, 0.995, 2.600760216058516),
]
BETA = [  # scipy 1.17: stats.beta.ppf
    (0.025, 0.5, 0.5, 0.001541333133436012),
    (0.5, 1, 9, 0.07412528771270957),
    (0.975, 2, 19, 0.24873276277202777),
    (0.025, 18.5, 1.5, 0.7792707519330415),
    (0.975, 200, 3, 0.996926732101603),
]
EXACT = [  # scipy 1.17: binomtest(...).proportion_ci(method="exact")
    (1, 20, 0.0012650894979560339, 0.24873276277202772),
    (7, 20, 0.1539092047845412, 0.5921885345328283),
    (19, 20, 0.7512672372279723, 0.998734910502044),
]


@pytest.mark.parametrize(("df", "share", "value"), T)
def test_t_quantiles_are_scipys(df: int, share: float, value: float) -> None:
    """F243"""
    assert t_quantile(share, df) == pytest.approx(value, rel=1e-9)
    assert t_quantile(1 - share, df) == pytest.approx(-value, rel=1e-9)
    assert t_cdf(value, df) == pytest.approx(share, rel=1e-9)


@pytest.mark.parametrize(("share", "a", "b", "value"), BETA)
def test_beta_quantiles_are_scipys(
    share: float, a: float, b: float, value: float
) -> None:
    assert beta_quantile(share, a, b) == pytest.approx(value, rel=1e-9)
    assert beta_cdf(value, a, b) == pytest.approx(share, rel=1e-9)


def test_normal_chances_are_scipys() -> None:
    assert normal_cdf(-3) == pytest.approx(0.0013498980316300933, rel=1e-12)
    assert normal_cdf(2) == pytest.approx(0.9772498680518208, rel=1e-12)


@pytest.mark.full
def test_a_grid_of_quantiles_is_scipys_where_scipy_is() -> None:
    stats = pytest.importorskip("scipy.stats", reason="scipy is not installed")
    for share, a, b in product((0.001, 0.2, 0.9), (0.4, 3, 50), (0.7, 8)):
        assert beta_quantile(share, a, b) == pytest.approx(
            float(stats.beta.ppf(share, a, b)), rel=1e-8
        )
        assert t_quantile(share, a) == pytest.approx(
            float(stats.t.ppf(share, a)), rel=1e-7
        )


@pytest.mark.parametrize("bad", [(0.0, 3), (1.0, 3), (0.5, 0)])
def test_a_quantile_out_of_range_is_refused(bad: tuple[float, float]) -> None:
    with pytest.raises(ValueError, match="t quantile"):
        t_quantile(*bad)


@pytest.mark.parametrize("factor", [0.5, 1.0, 3.0])
def test_the_saddle_point_is_near_the_exact_chance(factor: float) -> None:
    # two exponentials: P(x > factor y) is 1 / (1 + factor)
    tail = gamma_sum_tail([(1.0, 1.0), (1.0, -factor)])
    assert tail == pytest.approx(1 / (1 + factor), rel=0.03)


def test_sums_of_one_sign_have_no_other_side() -> None:
    assert gamma_sum_tail([(1.0, 0.0), (2.0, 1.0)]) == 1.0
    assert gamma_sum_tail([(1.0, -1.0), (2.0, 0.0)]) == 0.0


def test_a_crossing_is_found_from_either_side() -> None:
    assert crossing(lambda x: exp(x) - 2, 0, 3, 1e-12) == pytest.approx(0.693147180559)
    assert crossing(lambda x: x + 1, 0, 3, 1e-12) == 0
    assert crossing(lambda x: x - 9, 0, 3, 1e-12) == 3


@pytest.mark.parametrize(("passed", "total", "lower", "upper"), EXACT)
def test_bounds_of_zeros_and_ones_are_clopper_and_pearsons(
    passed: int, total: int, lower: float, upper: float
) -> None:
    found = mean_bounds({0.0: total - passed, 1.0: passed})
    assert found == pytest.approx((lower, upper), rel=0.02, abs=1e-4)


@pytest.mark.parametrize("value", [0.0, 0.3, 1.0])
def test_equal_values_have_bounds_of_some_width(value: float) -> None:
    lower, upper = mean_bounds({value: 20})
    assert lower <= value <= upper
    assert upper - lower > 0.1


def test_at_an_end_the_bound_is_one_sided() -> None:
    assert mean_bounds({1.0: 20}) == pytest.approx((0.025 ** (1 / 20), 1.0))
    assert mean_bounds({0.0: 20}) == pytest.approx((0.0, 1 - 0.025 ** (1 / 20)))
