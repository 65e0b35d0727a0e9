"""Intervals for shares: how far the truth may lie from what was counted."""

from __future__ import annotations

from math import sqrt

from whileai.base.errors import given
from whileai.base.numbers import checked_count, is_number


def wilson(passed: int, total: int, level: float = 0.95) -> tuple[float, float]:
    """Give the interval in which the true share of passes lies, most likely.

    It never has zero width, unlike the interval from the normal approximation, and it
    stays inside ``[0, 1]``. The counted rollouts have to be independent of each other.

    Args:
        passed: rollouts that passed, ``0 <= passed <= total``.
        total: rollouts that were graded, 1 or more.
        level: how often such an interval holds the truth, above 0 and under 1.

    Returns:
        The lower and the upper end, ``0 <= lower < upper <= 1``.

    Raises:
        TypeError: if a count is no whole number, or ``level`` no number.
        ValueError: if the counts cannot be, or ``level`` is no level.

    Source: Wilson 1927, "Probable inference, the law of succession, and statistical
    inference", doi:10.1080/01621459.1927.10502953.
    """
    _check_counts(passed, total)
    z = normal_quantile((1 + _checked_level(level)) / 2)
    share, square = passed / total, z * z
    spread = z * sqrt(share * (1 - share) / total + square / (4 * total * total))
    middle, scale = share + square / (2 * total), 1 + square / total
    # the ends are exact where all or none passed; rounding must not move them
    lower = 0.0 if passed == 0 else max(0.0, (middle - spread) / scale)
    upper = 1.0 if passed == total else min(1.0, (middle + spread) / scale)
    return lower, upper


def normal_quantile(share: float) -> float:
    """Give the point that a standard normal variable stays under in ``share`` of draws.

    Args:
        share: above 0 and under 1.

    Raises:
        ValueError: if ``share`` is outside ``(0, 1)``.

    Source: Wichura 1988, "Algorithm AS 241: the percentage points of the normal
    distribution", doi:10.2307/2347330, as the standard library has it.
    """
    if not 0 < share < 1:
        raise ValueError(f"a quantile needs a share above 0 and under 1, got {share!r}")
    from statistics import NormalDist  # noqa: PLC0415 - for few runs

    return NormalDist().inv_cdf(share)


def _check_counts(passed: object, total: object) -> None:
    for name, count in (("passed", passed), ("total", total)):
        checked_count(count, "wilson()", name, least=0)
    if total == 0:
        raise ValueError(
            "wilson() got total=0: with nothing graded there is no share to speak of; "
            "grade 1 row or more"
        )
    if passed > total:  # type: ignore[operator]  # both are whole numbers by now
        raise ValueError(
            f"wilson() got passed={passed} of total={total}; no more can pass than "
            "were graded"
        )


def _checked_level(level: object) -> float:
    if not is_number(level):
        raise TypeError(f"wilson() needs a level such as 0.95, got {given(level)}")
    if not 0 < level < 1:
        raise ValueError(
            f"wilson() needs a level above 0 and under 1, got {level!r}; 0.95 means 95%"
        )
    return level
