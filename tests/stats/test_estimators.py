from __future__ import annotations

from fractions import Fraction
from itertools import combinations, product

import pytest

from whileai.stats.estimators import (
    Repeats,
    pass_at_k,
    pass_pow_k,
    unbiased_at,
    unbiased_pow,
)

pytestmark = pytest.mark.contract("S59")

CHANCES = [Fraction(n, 10) for n in range(11)]


@pytest.mark.parametrize(("passed", "total"), [(3, 5), (1, 5), (0, 4), (4, 4)])
@pytest.mark.parametrize("k", [1, 2, 3, 4])
def test_the_estimates_are_means_over_all_draws(
    k: int, passed: int, total: int
) -> None:
    draws = list(combinations([True] * passed + [False] * (total - passed), k))
    assert pass_pow_k(k, passed, total) == pytest.approx(
        sum(map(all, draws)) / len(draws)
    )
    assert pass_at_k(k, passed, total) == pytest.approx(
        sum(map(any, draws)) / len(draws)
    )


@pytest.mark.parametrize(("k", "passed", "total"), [(0, 1, 2), (3, 1, 2), (1, 3, 2)])
def test_what_cannot_be_drawn_is_refused(k: int, passed: int, total: int) -> None:
    with pytest.raises(ValueError, match="cannot"):
        pass_at_k(k, passed, total)
    with pytest.raises(ValueError, match="cannot"):
        pass_pow_k(k, passed, total)


@pytest.mark.parametrize(
    ("passed", "value"), [(0, Fraction(0)), (1, Fraction(-1, 4)), (2, Fraction(-1))]
)
def test_a_split_group_pays_back_what_stopped_ones_got(
    passed: int, value: Fraction
) -> None:
    split = Repeats(
        first=2, passed=1, fills=2, fills_passed=passed, like_pass=passed, differed=True
    )
    assert unbiased_pow(4, split) == value


def group(rewards: tuple[int, ...], probe: int) -> Repeats:
    """Apply the rule: fill where the first repeats differ."""
    first, fills = rewards[:probe], rewards[probe:]
    if len(set(first)) == 1:
        return Repeats(first=probe, passed=sum(first), stopped=True)
    return Repeats(
        first=probe,
        passed=sum(first),
        fills=len(fills),
        fills_passed=sum(fills),
        like_pass=sum(fills),
        like_fail=len(fills) - sum(fills),
        differed=True,
    )


@pytest.mark.parametrize(
    ("probe", "size", "k"),
    [
        (2, 4, 4),
        (2, 8, 8),
        (2, 8, 4),
        (2, 4, 1),
        (2, 4, 2),
        (2, 5, 3),
        (3, 6, 5),
        (4, 8, 4),
        (4, 8, 7),
        (2, 2, 2),
    ],
)
@pytest.mark.parametrize("chance", CHANCES)
def test_the_mean_over_every_outcome_is_the_truth(
    probe: int, size: int, k: int, chance: Fraction
) -> None:
    power = at = Fraction(0)
    for rewards in product((0, 1), repeat=size):
        weight = chance ** sum(rewards) * (1 - chance) ** (size - sum(rewards))
        repeats = group(rewards, probe)
        power += weight * (unbiased_pow(k, repeats) or 0)
        at += weight * (unbiased_at(k, repeats) or 0)
    assert power == chance**k
    assert at == 1 - (1 - chance) ** k


def by_behaviour(shown: tuple[str, ...]) -> Repeats:
    """Apply the rule that reads behaviours; those in capitals pass."""
    first, fills = shown[:2], shown[2:]
    passed = [each for each in first if each.isupper()]
    failed = [each for each in first if each.islower()]
    if len(set(first)) == 1:
        return Repeats(first=2, passed=len(passed), stopped=True)
    return Repeats(
        first=2,
        passed=len(passed),
        fills=len(fills),
        fills_passed=sum(each.isupper() for each in fills),
        like_pass=fills.count(passed[0]) if len(set(passed)) == 1 else 0,
        like_fail=fills.count(failed[0]) if len(set(failed)) == 1 else 0,
        differed=True,
    )


@pytest.mark.parametrize("k", [1, 2, 3, 4])
@pytest.mark.parametrize("weights", [(3, 2, 4, 1), (0, 5, 1, 4), (1, 0, 9, 0)])
def test_a_rule_that_reads_behaviour_biases_nothing_either(
    k: int, weights: tuple[int, ...]
) -> None:
    chances = dict(
        zip("ABcd", (Fraction(each, sum(weights)) for each in weights), strict=True)
    )
    power = at = Fraction(0)
    for shown in product(chances, repeat=4):
        weight = Fraction(1)
        for each in shown:
            weight *= chances[each]
        repeats = by_behaviour(shown)
        power += weight * (unbiased_pow(k, repeats) or 0)
        at += weight * (unbiased_at(k, repeats) or 0)
    passing = chances["A"] + chances["B"]
    assert power == passing**k
    assert at == 1 - (1 - passing) ** k


def test_a_group_that_was_cut_says_nothing_of_a_larger_k() -> None:
    cut = Repeats(first=2, passed=1, fills=1, fills_passed=1, differed=True)
    assert unbiased_pow(4, cut) is None
    assert unbiased_at(4, cut) is None
    assert unbiased_pow(1, cut) == Fraction(1, 2)
