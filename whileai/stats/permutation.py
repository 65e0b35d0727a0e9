"""The sign-flip test: could differences of this size come about without a change?"""

from __future__ import annotations

from fractions import Fraction
from math import gcd, lcm, sqrt
from typing import TYPE_CHECKING

from whileai.stats.distributions import normal_cdf

if TYPE_CHECKING:
    from collections.abc import Sequence

EXACT = 300
"""Differences up to which all ways to flip their signs are counted exactly."""
GRID = 5040
"""Finest denominator of a difference; values are shares of a few repeats."""


def sign_flip_p(differences: Sequence[float]) -> float:
    """Give how often sums at least as far from 0 arise when signs are drawn fairly.

    Without a change each difference is as likely to be its own opposite, so the
    answer is a p-value: under 0.05 in at most 5 of 100 comparisons of equals.

    Args:
        differences: one for each task, after less before.

    Returns:
        The two-sided p-value, above 0 and at most 1; exact for up to 300 differences
        that are not 0, beyond that by the normal limit.

    Source: Fisher 1935, The Design of Experiments, section 21; Pitman 1937,
    doi:10.2307/2984124.
    """
    steps = _whole(differences)
    total = abs(sum(steps))
    if not total:
        return 1.0
    sizes = [abs(step) for step in steps]
    return _exact(sizes, total) if len(sizes) <= EXACT else _normal(sizes, total)


def _whole(differences: Sequence[float]) -> list[int]:
    """Give the differences that are not 0 as whole numbers of one common step."""
    exact = {
        each: Fraction(each).limit_denominator(GRID)
        for each in dict.fromkeys(differences)
    }
    common = lcm(*(each.denominator for each in exact.values()))
    whole = {
        each: round(each * GRID) if common > GRID else int(share * common)
        for each, share in exact.items()
    }
    steps = [step for each in differences if (step := whole[each])]
    shared = gcd(*steps) if steps else 1
    return [step // shared for step in steps]


def _exact(sizes: Sequence[int], total: int) -> float:
    """Count the ways to flip signs, all sums at once in one large integer.

    The ways to reach a sum stand in their own field of bits; adding a size either way
    shifts the fields. Sums are counted from the least one, in steps of 2.
    """
    bits = len(sizes) + 1
    ways = 1
    for size in sorted(sizes):  # the least first, so that the integer grows late
        ways += ways << (bits * size)
    reach = sum(sizes)
    # sums of at least `total` are the fields from here on; the rest is by symmetry
    first = (reach + total) // 2
    upper = ways >> (bits * first)
    extreme = 2 * _digit_sum(upper, bits, reach - first + 1)
    return extreme / (1 << len(sizes))


def _digit_sum(value: int, bits: int, fields: int) -> int:
    """Add up the fields of ``value``, halving their number at each step."""
    while fields > 1:
        half = (fields + 1) // 2
        low = value & ((1 << (bits * half)) - 1)
        value = low + (value >> (bits * half))
        fields = half
    return value


def _normal(sizes: Sequence[int], total: int) -> float:
    """Take the normal limit, with half a step for the sums being whole."""
    spread = sqrt(sum(size * size for size in sizes))
    return min(1.0, 2 * normal_cdf(-max(0.0, total - 1) / spread))


def holm(p_values: Sequence[float]) -> list[float]:
    """Give p-values corrected for being one of several, in the order given.

    Rejecting those under alpha keeps the chance of one false alarm among all of them
    at alpha or below.

    Source: Holm 1979, "A simple sequentially rejective multiple test procedure",
    Scandinavian Journal of Statistics 6(2), https://www.jstor.org/stable/4615733.
    """
    order = sorted(range(len(p_values)), key=lambda place: p_values[place])
    corrected = [0.0] * len(p_values)
    least = 0.0
    for rank, place in enumerate(order):
        least = max(least, min(1.0, (len(order) - rank) * p_values[place]))
        corrected[place] = least
    return corrected
