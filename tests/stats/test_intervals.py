from __future__ import annotations

from math import isclose, sqrt
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from whileai.stats import wilson
from whileai.stats.intervals import normal_quantile

pytestmark = pytest.mark.contract("S59")


@st.composite
def counts(draw: st.DrawFn) -> tuple[int, int]:
    total = draw(st.integers(1, 10**9))
    return draw(st.integers(0, total)), total


LEVELS = st.floats(0.01, 0.999)


@pytest.mark.parametrize(
    ("passed", "total", "lower", "upper"),
    [
        # by hand: z = 1.9599640, z^2 = 3.8414588
        (1, 1, 0.2065493, 1.0),  # 1 / (1 + z^2), 1
        (0, 1, 0.0, 0.7934507),  # 0, z^2 / (1 + z^2)
        (5, 10, 0.2365931, 0.7634069),  # 0.5 +- z / (2 sqrt(10 + z^2))
        (81, 263, 0.2553, 0.3662),  # Newcombe 1998, table I
        (15, 148, 0.0624, 0.1605),
        (0, 20, 0.0, 0.1611),
        (1, 29, 0.0061, 0.1718),
    ],
)
def test_the_interval_is_wilsons(
    passed: int, total: int, lower: float, upper: float
) -> None:
    low, high = wilson(passed, total)
    assert isclose(low, lower, abs_tol=6e-5)
    assert isclose(high, upper, abs_tol=6e-5)


@given(counts(), LEVELS)
def test_it_is_never_of_zero_width_and_never_leaves_0_to_1(
    count: tuple[int, int], level: float
) -> None:
    low, high = wilson(*count, level)
    assert 0 <= low < high <= 1
    assert low <= count[0] / count[1] <= high


@given(counts())
def test_failures_mirror_passes(count: tuple[int, int]) -> None:
    passed, total = count
    low, high = wilson(passed, total)
    mirrored = wilson(total - passed, total)
    assert isclose(low, 1 - mirrored[1], abs_tol=1e-12)
    assert isclose(high, 1 - mirrored[0], abs_tol=1e-12)


@given(counts())
def test_the_ends_solve_the_score_equation(count: tuple[int, int]) -> None:
    passed, total = count
    z = normal_quantile(0.975)
    for end in wilson(passed, total):
        if 0 < end < 1:
            score = (passed / total - end) / sqrt(end * (1 - end) / total)
            assert isclose(abs(score), z, rel_tol=1e-4)


@settings(max_examples=30)
@given(st.integers(1, 500), st.integers(2, 50))
def test_more_rollouts_of_the_same_share_make_it_narrower(
    passed: int, times: int
) -> None:
    few = wilson(passed, 2 * passed)
    many = wilson(passed * times, 2 * passed * times)
    assert many[1] - many[0] < few[1] - few[0]


def test_a_higher_level_makes_it_wider() -> None:
    assert wilson(7, 10, 0.99)[0] < wilson(7, 10)[0]
    assert wilson(7, 10, 0.99)[1] > wilson(7, 10)[1]


@pytest.mark.parametrize(
    ("arguments", "error", "said"),
    [
        ((0, 0), ValueError, "total=0"),
        ((3, 2), ValueError, "passed=3 of total=2"),
        ((-1, 2), ValueError, "passed=-1"),
        ((1, 2, 0), ValueError, "level above 0"),
        ((1, 2, 1.0), ValueError, "0.95 means 95%"),
        ((1, 2, float("nan")), ValueError, "level above 0"),
        ((0.5, 2), TypeError, "passed=0.5"),
        ((True, 2), TypeError, "passed=True"),
        ((1, "2"), TypeError, "total='2'"),
        ((1, 2, "0.95"), TypeError, "'0.95'"),
    ],
)
def test_what_cannot_be_counted_is_refused_by_name(
    arguments: tuple[Any, ...], error: type[Exception], said: str
) -> None:
    with pytest.raises(error, match=said):
        wilson(*arguments)


@pytest.mark.parametrize(
    ("share", "point"), [(0.5, 0.0), (0.975, 1.959964), (0.95, 1.644854)]
)
def test_quantiles_are_those_of_the_tables(share: float, point: float) -> None:
    assert isclose(normal_quantile(share), point, abs_tol=1e-6)


@pytest.mark.parametrize("share", [0.0, 1.0, -1.0])
def test_a_quantile_outside_0_to_1_is_refused(share: float) -> None:
    with pytest.raises(ValueError, match="above 0 and under 1"):
        normal_quantile(share)
