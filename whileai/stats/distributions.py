"""Distributions that intervals and tests need: tails and quantiles, in plain floats."""

from __future__ import annotations

from functools import lru_cache
from math import erfc, exp, lgamma, log, log1p, pi, sqrt
from typing import TYPE_CHECKING

from whileai.stats.intervals import normal_quantile

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

__all__ = [
    "beta_cdf",
    "beta_quantile",
    "crossing",
    "gamma_sum_tail",
    "normal_cdf",
    "normal_quantile",
    "t_cdf",
    "t_quantile",
]

_TINY = 1e-300
_STEPS = 200


def normal_cdf(x: float) -> float:
    """Give how often a standard normal variable is at most ``x``."""
    return erfc(-x / sqrt(2)) / 2


def beta_cdf(x: float, a: float, b: float) -> float:
    """Give how often a beta variable is at most ``x``.

    Args:
        x: any number; outside ``[0, 1]`` the answer is 0 or 1.
        a: first shape, above 0.
        b: second shape, above 0.

    Source: the continued fraction of the incomplete beta function, NIST Digital
    Library of Mathematical Functions, 8.17.22, evaluated by Lentz's method.
    """
    if x <= 0 or x >= 1:
        return float(x >= 1)
    if x > (a + 1) / (a + b + 2):
        return 1 - beta_cdf(1 - x, b, a)
    front = lgamma(a + b) - lgamma(a) - lgamma(b) + a * log(x) + b * log1p(-x)
    return exp(front) / (a * _fraction(x, a, b))


def _fraction(x: float, a: float, b: float) -> float:
    """Give the continued fraction, the denominator of the incomplete beta function."""
    value, upper, lower = 1.0, 1.0, 0.0
    for step in range(1, 4 * _STEPS):
        m, odd = divmod(step, 2)
        if odd:
            term = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1))
        else:
            term = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m))
        lower = 1 / (1 + term * lower or _TINY)
        upper = 1 + term / upper or _TINY
        value *= upper * lower
        if abs(upper * lower - 1) < 1e-15:
            break
    return value


def beta_quantile(share: float, a: float, b: float) -> float:
    """Give the point that a beta variable stays under in ``share`` of draws.

    Args:
        share: in ``[0, 1]``.
        a: first shape, above 0.
        b: second shape, above 0.
    """
    if share <= 0 or share >= 1:
        return float(share >= 1)
    return bisect(lambda x: beta_cdf(x, a, b) - share, 0.0, 1.0)


def t_cdf(x: float, df: float) -> float:
    """Give how often a Student t variable with ``df`` degrees of freedom is under x."""
    tail = beta_cdf(df / (df + x * x), df / 2, 0.5) / 2
    return tail if x < 0 else 1 - tail


@lru_cache(maxsize=1024)
def t_quantile(share: float, df: float) -> float:
    """Give the point that a Student t variable stays under in ``share`` of draws.

    Args:
        share: above 0 and under 1.
        df: degrees of freedom, above 0.

    Raises:
        ValueError: if either is out of range.
    """
    if not (0 < share < 1 and df > 0):
        raise ValueError(
            "a t quantile needs a share above 0 and under 1 and degrees of freedom "
            f"above 0, got {share!r} and {df!r}"
        )
    if share == 0.5:
        return 0.0
    if share < 0.5:
        return -t_quantile(1 - share, df)
    # twice the upper tail is a beta probability of df / (df + t^2)
    x = beta_quantile(2 * (1 - share), df / 2, 0.5)
    return sqrt(df * (1 - x) / x)


def bisect(
    rising: Callable[[float], float], low: float, high: float, steps: int = _STEPS
) -> float:
    """Give where ``rising`` crosses zero between ``low`` and ``high``."""
    for _ in range(steps):
        middle = (low + high) / 2
        if not low < middle < high:
            break
        if rising(middle) < 0:
            low = middle
        else:
            high = middle
    return (low + high) / 2


def crossing(
    rising: Callable[[float], float], low: float, high: float, near: float
) -> float:
    """Give where ``rising`` crosses zero, to within ``near``, in few evaluations.

    Args:
        rising: a nearly straight function, under 0 at ``low`` and over 0 at ``high``.
        low: where to begin.
        high: where to end.
        near: the width of the last bracket, or of the last step.

    Source: Dowell and Jarratt 1971, "A modified regula falsi method for computing the
    root of an equation", doi:10.1007/BF01934364.
    """
    left, right = rising(low), rising(high)
    if left >= 0 or right <= 0:
        return low if left >= 0 else high
    at, last = low, 0
    for _ in range(_STEPS):
        before, at = at, (low * right - high * left) / (right - left)
        if abs(at - before) < near or high - low < near:
            break
        value = rising(at)
        if value == 0:
            break
        side = -1 if value < 0 else 1
        if side < 0:
            low, left = at, value
            right = right / 2 if last == side else right
        else:
            high, right = at, value
            left = left / 2 if last == side else left
        last = side
    return at


def gamma_sum_tail(parts: Sequence[tuple[float, float]]) -> float:
    """Give how often a weighted sum of gamma variables is above zero.

    Args:
        parts: ``(shape, factor)`` of each independent gamma variable of scale 1;
            shapes above 0, factors of either sign.

    Returns:
        A probability; its relative error is a few per cent at most, also in the tails.

    Source: Lugannani and Rice 1980, "Saddle point approximation for the distribution
    of the sum of independent random variables", doi:10.2307/1426607.
    """
    least = min(factor for _, factor in parts)
    most = max(factor for _, factor in parts)
    if least >= 0 or most <= 0:
        return float(most > 0)
    at = _saddle(parts, 1 / least, 1 / most)
    height = sum(shape * log(1 - at * factor) for shape, factor in parts)
    bend = sum(shape * (factor / (1 - at * factor)) ** 2 for shape, factor in parts)
    signed = sqrt(max(0.0, 2 * height)) * (1 if at > 0 else -1)
    slope = at * sqrt(bend)
    if abs(signed) < 1e-4:  # at the mean both terms below run into each other
        skew = 2 * sum(
            shape * (factor / (1 - at * factor)) ** 3 for shape, factor in parts
        )
        return float(0.5 - skew / (6 * sqrt(2 * pi) * bend**1.5))
    density = exp(-signed * signed / 2) / sqrt(2 * pi)
    return normal_cdf(-signed) + density * (1 / slope - 1 / signed)


def _saddle(parts: Sequence[tuple[float, float]], low: float, high: float) -> float:
    """Find where the slope of the log moment function is zero, by guarded Newton."""
    at = 0.0
    for _ in range(_STEPS):
        slope = bend = 0.0
        for shape, factor in parts:
            each = factor / (1 - at * factor)
            slope += shape * each
            bend += shape * each * each
        if slope > 0:
            high = at
        else:
            low = at
        step = at - slope / bend
        if abs(step - at) <= 1e-13 * abs(at):
            break
        at = step if low < step < high else (low + high) / 2
    return at
