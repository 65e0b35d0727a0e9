"""What a grader says of one row."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from attrs import field, frozen

if TYPE_CHECKING:
    from collections.abc import Mapping

STATUSES = (
    *("ok", "missing_reward", "invalid_result", "error", "timeout", "abstained"),
    "cut",
)
"""How grading a row can end; a reply that was cut at its cap is not graded."""

PASSES_FROM = 0.5
"""The least reward of a row that passed."""


def passes(reward: float | None) -> bool | None:
    """Tell whether a row with ``reward`` passed; ``None`` where nothing graded it."""
    return None if reward is None else reward >= PASSES_FROM


@frozen(kw_only=True)
class Verdict:
    """A grade, or the reason why there is none.

    Args:
        reward: in ``[0, 1]``; ``None`` when there is no grade. Missing is never zero.
        status: one of ``STATUSES``; ``ok`` exactly when there is a reward.
        reason: in the grader's words.
        markers: measured behaviours, of any JSON value; they ride along.
        failure_class: a short name of why it failed, where the grader gives one.
        judge: who graded.
        meta: what else the grader said.
        label_source: which kind of label it is, where rows are to say so.
    """

    reward: float | None = None
    status: str = "ok"
    reason: str = ""
    markers: Mapping[str, Any] = field(factory=dict)
    failure_class: str = ""
    judge: str = ""
    meta: Mapping[str, Any] = field(factory=dict)
    label_source: str = ""
