"""Reasons why two sets of rows cannot be compared, whatever their numbers say."""

from __future__ import annotations

from typing import TYPE_CHECKING

from whileai.stats.comparison import SHARED, Comparison

if TYPE_CHECKING:
    from collections.abc import Iterator

    from whileai.stats.arm import Arm

SELECTION = 0.05
"""Change that ungraded rows may fake before it matters."""
ANSWERED = 0.1
"""Gap between the shares of rows with a reply beyond which only one side was tested."""


def selection_bound(before: Arm, after: Arm) -> float:
    """Give how large a change the ungraded rows could fake by being left out.

    A side without verdicts on a share ``d`` of its rows can be off by ``d / (1 - d)``
    either way; the sides add up. At most 1.
    """
    return min(1.0, _bound(before) + _bound(after))


def _bound(arm: Arm) -> float:
    missing = arm.rows - arm.graded
    return missing / arm.graded if arm.graded else 1.0


def causes(before: Arm, after: Arm, headline: Comparison) -> Iterator[str]:
    """Give every reason against comparing ``before`` with ``after``, in plain words."""
    for name, arm in (("before", before), ("after", after)):
        if not arm.graded:
            yield f"nothing is graded in {name}; grade it first"
            return
    every = headline.n_paired + headline.n_only_a + headline.n_only_b
    if headline.paired_share < SHARED:
        yield (
            f"the sides share {headline.n_paired} of {every} tasks, under half; replay "
            "one with tasks= the other"
        )
    yield from _differing("user model", before.users, after.users)
    yield from _differing("judge", before.judges, after.judges)
    yield from _differing("judge's rubric", before.rubrics, after.rubrics)
    yield from _silent(before, after)
    bound = selection_bound(before, after)
    if bound > SELECTION and abs(headline.delta or 0.0) <= bound:
        yield (
            f"ungraded rows alone could make a change of {bound:.1%}; grade the "
            f"{before.rows - before.graded + after.rows - after.graded} left"
        )


def _differing(
    what: str, before: dict[str, None], after: dict[str, None]
) -> Iterator[str]:
    if before and after and set(before) != set(after):
        first, second = ", ".join(sorted(before)), ", ".join(sorted(after))
        yield f"the {what} differs: {first} before, {second} after"


def _silent(before: Arm, after: Arm) -> Iterator[str]:
    if not (before.replied and after.replied):
        return
    first = before.answered / before.replied
    second = after.answered / after.replied
    if abs(first - second) > ANSWERED:
        yield f"{first:.0%} of rows have a reply before, {second:.0%} after"
