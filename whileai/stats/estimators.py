"""What the repeats of one task say of its chance to pass, once and several times.

Where a group stopped early because of its own outcomes, plain counts are biased: a
group that was stopped after two passes would have failed now and then. The estimators
here stay unbiased. A group that a rule may stop has *first* repeats, which are always
played, and *fills*, which are played only when the first ones differ.
"""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from math import comb

from attrs import evolve, frozen

from whileai.base.errors import given


def pass_pow_k(k: int, passed: int, total: int) -> float:
    """Estimate the chance that all of ``k`` fresh rollouts of one task pass.

    Args:
        k: rollouts a user would draw, 1 or more.
        passed: rollouts of this task that passed, ``0 <= passed <= total``.
        total: rollouts of this task that were graded, ``total >= k``, however many
            were played for reasons other than their outcome.

    Returns:
        A probability in ``[0, 1]``, unbiased for any ``total``.

    Raises:
        ValueError: if ``k`` rollouts cannot be drawn from ``total``.

    Source: Yao et al. 2024, arXiv:2406.12045, section 3.
    """
    _check(k, passed, total)
    return comb(passed, k) / comb(total, k)


def pass_at_k(k: int, passed: int, total: int) -> float:
    """Estimate the chance that at least one of ``k`` fresh rollouts passes.

    Args:
        k: rollouts a user would draw, 1 or more.
        passed: rollouts of this task that passed, ``0 <= passed <= total``.
        total: rollouts of this task that were graded, ``total >= k``.

    Returns:
        A probability in ``[0, 1]``, unbiased for any ``total``.

    Raises:
        ValueError: if ``k`` rollouts cannot be drawn from ``total``.

    Source: Chen et al. 2021, arXiv:2107.03374, equation 1.
    """
    _check(k, passed, total)
    return 1.0 - comb(total - passed, k) / comb(total, k)


def _check(k: int, passed: int, total: int) -> None:
    if not 1 <= k <= total:
        raise ValueError(
            f"{given(k)} rollouts cannot be drawn from {total}; k may be 1 to the "
            "number of graded rollouts of the task"
        )
    if not 0 <= passed <= total:
        raise ValueError(f"{passed} of {total} rollouts cannot have passed")


@frozen(kw_only=True, cache_hash=True)
class Repeats:
    """The graded repeats of one task, told apart by why they were played.

    Args:
        first: repeats that were played whatever they would show.
        passed: those of ``first`` that passed.
        fills: repeats that were played only because the first ones differed.
        fills_passed: those of ``fills`` that passed.
        like_pass: fills that passed and that the rule could not have told from the
            first repeats that passed; all that passed, where verdicts decide.
        like_fail: the same of those that failed.
        differed: whether the rule saw the first repeats differ.
        stopped: whether the rule ended the group, so that it has no fills.
        cut: whether the run ended before they were all there.
    """

    first: int
    passed: int
    fills: int = 0
    fills_passed: int = 0
    like_pass: int = 0
    like_fail: int = 0
    differed: bool = False
    stopped: bool = False
    cut: bool = False

    @property
    def ruled(self) -> bool:
        """Whether a rule decided by its outcomes how long the group became."""
        return self.stopped or self.differed or self.fills > 0

    def mirrored(self) -> Repeats:
        """Give the same repeats with passes and failures exchanged."""
        return evolve(
            self,
            passed=self.first - self.passed,
            fills_passed=self.fills - self.fills_passed,
            like_pass=self.like_fail,
            like_fail=self.like_pass,
        )


def unbiased_pow(k: int, repeats: Repeats) -> Fraction | None:
    """Estimate the chance that ``k`` rollouts all pass, whatever stopped the group.

    The mean over groups is unbiased, although a single value may lie outside
    ``[0, 1]``: what a stopped group is credited with too much, filled groups pay back.

    Args:
        k: rollouts, 1 or more.
        repeats: of one task.

    Returns:
        The exact value, or ``None`` where the group is too short for ``k``.

    Source: the fills of a group whose first repeats differ say how often a group that
    passed so far would have gone on to fail: exchange a first repeat with a fill. The
    value is the only unbiased one where verdicts decide (Girshick, Mosteller and
    Savage 1946, doi:10.1214/aoms/1177730978).
    """
    first, passed = repeats.first, repeats.passed
    if k <= first:
        return _hypergeometric(k, passed, first)
    if repeats.stopped:
        return Fraction(int(passed == first))
    more = k - first
    if repeats.fills < more:
        return None
    if passed == first:
        return _hypergeometric(more, repeats.fills_passed, repeats.fills)
    if passed < first - 1:
        return Fraction(0)
    return -_paid_back(
        first, more, repeats.fills, repeats.fills_passed, repeats.like_pass
    )


def unbiased_at(k: int, repeats: Repeats) -> Fraction | None:
    """Estimate the chance that one of ``k`` rollouts passes, whatever stopped them.

    See ``unbiased_pow``: this is one less the chance that all of them fail.
    """
    failing = unbiased_pow(k, repeats.mirrored())
    return None if failing is None else 1 - failing


@lru_cache(maxsize=4096)
def _hypergeometric(k: int, passed: int, total: int) -> Fraction:
    return Fraction(comb(passed, k), comb(total, k))


@lru_cache(maxsize=4096)
def _paid_back(first: int, more: int, fills: int, passed: int, like: int) -> Fraction:
    """Give what a group with one failure among its first repeats pays back.

    For each ``i`` up to ``more``: the chance that of ``i`` fills, drawn in order, all
    pass and the last is like the first repeats; over the place of the failure.
    """
    chances = (
        Fraction(like * comb(passed - 1, i - 1), fills * comb(fills - 1, i - 1))
        for i in range(1, more + 1)
        if passed
    )
    return sum(chances, Fraction(0)) / first


def speaking(k: int, groups: tuple[Repeats, ...]) -> tuple[Repeats, ...]:
    """Give those groups of one task that pass^k and pass@k are read from.

    Where a rule decided on fills, the groups it governed are right by themselves; a
    replay of the task may be long only where they were filled, and would shift the
    balance between filled and stopped tasks.
    """
    ruled = tuple(each for each in groups if each.ruled and each.first < k)
    return ruled or groups
