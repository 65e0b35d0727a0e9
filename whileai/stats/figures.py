"""One figure over tasks: its mean, its bounds, and what plain counting would say."""

from __future__ import annotations

from collections import Counter
from math import comb, fsum
from typing import TYPE_CHECKING

from attrs import frozen

from whileai.stats.bounds import FULL, mean_bounds
from whileai.stats.estimators import speaking, unbiased_at, unbiased_pow

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping
    from fractions import Fraction

    from whileai.stats.counts import Shape
    from whileai.stats.estimators import Repeats

NARROW = 1 / 4
"""The weight of the unseen value where tasks have repeats, for pass@1.

With repeats the values of tasks are less coarse than 0 and 1, and the full weight
covers more than it states; this one was chosen by simulation of known truths.
"""
FEWEST_TASKS = 3
"""Tasks that an interval needs: with fewer nothing is known of how they differ."""


@frozen(kw_only=True)
class Figure:
    """A mean over tasks.

    Args:
        mean: unbiased; under early stopping it may lie outside ``[0, 1]``.
        naive: what counting stopped groups as unanimous would say.
        bounds: where the truth lies, within ``[0, 1]``; ``None`` under three tasks.
        tasks: how many tasks it is the mean of.
    """

    mean: float
    naive: float
    bounds: tuple[float, float] | None
    tasks: int


def first_figure(shapes: Mapping[Shape, int], level: float) -> Figure | None:
    """Give pass@1: the chance that one rollout of a task passes, over tasks.

    Args:
        shapes: how many tasks have which repeats.
        level: how often the bounds hold the truth.
    """
    once = all(len(shape) == 1 and shape[0].first == 1 for shape in shapes)
    weights = dict.fromkeys(_groups(shapes), 1.0)
    return _one(shapes, weights, level, FULL if once else NARROW)


def pow_figure(shapes: Mapping[Shape, int], k: int, level: float) -> Figure | None:
    """Give pass^k: the chance that all of ``k`` rollouts of a task pass, over tasks."""
    shapes = _speaking(shapes, k)
    return _figure(
        shapes,
        _weights(shapes, k),
        level,
        value=lambda each: unbiased_pow(k, each),
        plain=lambda each: _imputed(k, _passed(each), each),
        ends=(-_reach(shapes, k), 1.0, FULL),
    )


def at_figure(shapes: Mapping[Shape, int], k: int, level: float) -> Figure | None:
    """Give pass@k: the chance that one of ``k`` rollouts of a task passes."""
    shapes = _speaking(shapes, k)
    return _figure(
        shapes,
        _weights(shapes, k),
        level,
        value=lambda each: unbiased_at(k, each),
        plain=lambda each: 1 - _imputed(k, _total(each) - _passed(each), each),
        ends=(0.0, 1.0 + _reach(shapes, k), FULL),
    )


def once_figure(shapes: Mapping[Shape, int], k: int, level: float) -> Figure | None:
    """Give pass@1 of the very tasks that pass@k is made from, weighed alike."""
    shapes = _speaking(shapes, k)
    return _one(shapes, _weights(shapes, k), level, NARROW)


def _one(
    shapes: Mapping[Shape, int],
    weights: Mapping[Repeats, float],
    level: float,
    unseen: float,
) -> Figure | None:
    """Give pass@1 where groups weigh so much, and so much the value nobody saw."""
    return _figure(
        shapes,
        weights,
        level,
        value=lambda each: unbiased_pow(1, each),
        plain=lambda each: _passed(each) / _total(each),
        ends=(0.0, 1.0, unseen),
    )


def _speaking(shapes: Mapping[Shape, int], k: int) -> dict[Shape, int]:
    found: dict[Shape, int] = {}
    for shape, count in shapes.items():
        used = speaking(k, shape)
        found[used] = found.get(used, 0) + count
    return found


def _total(each: Repeats) -> int:
    return each.first + each.fills


def _passed(each: Repeats) -> int:
    return each.passed + each.fills_passed


def _imputed(k: int, passed: int, each: Repeats) -> float:
    total = _total(each)
    if total < k:  # a stopped group: counted as if it had gone on as it began
        return float(passed == total)
    return comb(passed, k) / comb(total, k)


def _groups(shapes: Iterable[Shape]) -> set[Repeats]:
    return {each for shape in shapes for each in shape}


def _reach(shapes: Iterable[Shape], k: int) -> float:
    """Give how far a group that is filled can lie outside ``[0, 1]``.

    That a rule could have filled one is enough: what was not seen may be such a group.
    """
    return max(
        (
            (k - each.first) / each.first
            for each in _groups(shapes)
            if each.ruled and each.first < k
        ),
        default=0.0,
    )


def _weights(shapes: Mapping[Shape, int], k: int) -> dict[Repeats, float]:
    """Give the weight of each kind of group; of those too short for ``k``, zero.

    A group that a rule meant to fill and that was cut before is stood in for by those
    that were filled; leaving it out would leave out groups by their outcome.
    """
    counted: Counter[Repeats] = Counter()
    for shape, count in shapes.items():
        for each in shape:
            counted[each] += count
    meant = filled = 0
    for each, count in counted.items():
        if each.first < k and (each.fills or each.differed):
            meant += count
            filled += count * (each.first + each.fills >= k)
    weights = {}
    for each in counted:
        if unbiased_pow(k, each) is None:
            weights[each] = 0.0
        else:
            ruled = each.first < k and each.fills
            weights[each] = meant / filled if ruled else 1.0
    # with no group to stand in for those that were cut there is no estimate
    return weights if filled or not meant else dict.fromkeys(weights, 0.0)


def _figure(
    shapes: Mapping[Shape, int],
    weights: Mapping[Repeats, float],
    level: float,
    value: Callable[[Repeats], Fraction | None],
    plain: Callable[[Repeats], float],
    ends: tuple[float, float, float],
) -> Figure | None:
    means: dict[float, list[tuple[int, float]]] = {}
    naive: list[float] = []
    for shape, count in shapes.items():
        used = [each for each in shape if weights[each]]
        if used:
            heavy = fsum(weights[each] for each in used)
            whole = fsum(weights[each] * float(value(each) or 0) for each in used)
            means.setdefault(whole / heavy, []).append((count, heavy / len(used)))
            naive.append(fsum(map(plain, used)) / len(used) * count)
    if not means:
        return None
    parts = [part for found in means.values() for part in found]
    tasks = sum(count for count, _ in parts)
    total = fsum(count * weight for count, weight in parts)
    bounds = None
    if tasks >= FEWEST_TASKS:
        # weights that differ tell less than as many equal ones (Kish 1965)
        scale = total / fsum(count * weight * weight for count, weight in parts)
        seen = {
            mean: fsum(count * weight for count, weight in found) * scale
            for mean, found in sorted(means.items())
        }
        # where all tasks look the same, nothing speaks for the narrower bound
        unseen = ends[2] if len(seen) > 1 else FULL
        lower, upper = mean_bounds(seen, *ends[:2], level=level, unseen=unseen)
        # repeats that differ by more than chance can put it where no share lies
        if lower < 1 and upper > 0:
            bounds = (max(0.0, lower), min(1.0, upper))
    weighed = (
        mean * count * weight
        for mean, found in means.items()
        for count, weight in found
    )
    return Figure(
        mean=fsum(weighed) / total,
        naive=fsum(naive) / tasks,
        bounds=bounds,
        tasks=tasks,
    )
