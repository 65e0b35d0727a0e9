"""Bounds on the mean of values that are known to lie between two ends."""

from __future__ import annotations

from typing import TYPE_CHECKING

from whileai.stats.distributions import beta_quantile, crossing, gamma_sum_tail
from whileai.stats.intervals import normal_quantile

if TYPE_CHECKING:
    from collections.abc import Mapping

FULL = 1.0
"""The weight of the unseen value with which the bounds never miss too often."""
_EDGE = 1e-15
"""Chances nearer to 0 or 1 than this are not told from them."""


def mean_bounds(
    values: Mapping[float, float],
    low: float = 0.0,
    high: float = 1.0,
    *,
    level: float = 0.95,
    unseen: float = FULL,
) -> tuple[float, float]:
    """Give the interval in which the mean lies that ``values`` were drawn around.

    The values are weighted at random, as in a Bayesian bootstrap, together with one
    value that was not seen: the worst one there can be, ``high`` for the upper bound
    and ``low`` for the lower. So the interval never has zero width, holds for skewed
    values, and for values of 0 and 1 it is the interval of Clopper and Pearson.

    Args:
        values: how often each value was seen; weights above 0 need not be whole.
        low: the least value there can be.
        high: the greatest.
        level: how often such an interval holds the truth, above 0 and under 1.
        unseen: weight of the value that was not seen. 1 covers at least as stated; a
            half is narrower, as Jeffreys' interval is, and may cover slightly less.

    Returns:
        The lower and the upper bound, ``low <= lower < upper <= high``.

    Source: Gaffke 2005, "Three test statistics for a nonparametric one-sided
    hypothesis on the mean of a nonnegative variable", Mathematical Methods of
    Statistics 14(4); Learned-Miller and Thomas 2020, arXiv:1905.06208.
    """
    tail = (1 - level) / 2
    if len(values) == 1:
        return _alone(values, low, high, tail, unseen)
    return (
        _quantile({**values, low: values.get(low, 0.0) + unseen}, tail),
        _quantile({**values, high: values.get(high, 0.0) + unseen}, 1 - tail),
    )


def _alone(
    values: Mapping[float, float], low: float, high: float, tail: float, unseen: float
) -> tuple[float, float]:
    """Give the bounds where every value is the same; at an end there is but one."""
    ((value, count),) = values.items()
    share = beta_quantile(tail, count, unseen)
    lower = low if value == low else low + (value - low) * share
    upper = high if value == high else high - (high - value) * share
    return lower, upper


def _quantile(values: Mapping[float, float], share: float) -> float:
    """Give the point that the randomly weighted mean stays under in ``share``."""
    least, most = min(values), max(values)
    wanted = normal_quantile(share)

    def under(point: float) -> float:
        # on the normal scale the chance is nearly straight, and quick to cross
        parts = [(count, value - point) for value, count in values.items()]
        above = min(1 - _EDGE, max(_EDGE, gamma_sum_tail(parts)))
        return -normal_quantile(above) - wanted

    return crossing(under, least, most, 1e-9 * (most - least))
