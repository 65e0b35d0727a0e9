"""Verdicts on one row: asked of a grader, and written into the row's fields."""

from __future__ import annotations

import uuid
from typing import TYPE_CHECKING, Any

from anyio import get_cancelled_exc_class

from whileai.base.errors import closes, describe, interruption
from whileai.engine.cancelling import take_back
from whileai.model import Verdict

if TYPE_CHECKING:
    from collections.abc import Mapping

    from whileai.model import Row
    from whileai.stages import Grader


async def verdict_of(grader: Grader, row: Row) -> Verdict:
    """Give what ``grader`` says of ``row``; one that fails leaves it without a grade.

    Raises:
        StoppedByStage: if it raises ``KeyboardInterrupt``.
        BaseException: the cancellation, if the run is cancelled.
    """
    try:
        return await grader.grade(row)
    except BaseException as error:
        if closes(error):
            raise
        stopped = interruption(error, "the grader")
        if stopped is not None:
            raise stopped from None
        if isinstance(error, get_cancelled_exc_class()):
            take_back()
        why = describe(error)
        return Verdict(
            status="error", reason=why, judge=judge_of(grader), meta={"error": why}
        )


def judge_of(grader: Grader) -> str:
    """Give what rows call a grader that said nothing itself."""
    name = getattr(grader, "name", None)
    return name if isinstance(name, str) else type(grader).__name__


def cut_verdict(fields: Mapping[str, Any], judge: str) -> Verdict | None:
    """Give the verdict on a reply that was cut at its cap, which nobody can judge."""
    if fields.get("finish_reason") != "length":
        return None
    reason = "the reply was cut at its token cap, so it is not graded"
    return Verdict(status="cut", reason=reason, judge=judge)


def scoring_id() -> str:
    """Give the name of one grading call, another each time."""
    return f"score_{uuid.uuid4().hex[:12]}"


def graded(fields: dict[str, Any], verdict: Verdict, scoring_run_id: str) -> None:
    """Write ``verdict`` into the fields of a row."""
    fields["reward"] = verdict.reward
    fields["reason"] = verdict.reason or None
    fields["judge_status"] = verdict.status
    fields["judge_name"] = verdict.judge
    fields["judge_meta"] = dict(verdict.meta) or None
    fields["markers"] = dict(verdict.markers) or None
    fields["failure_class"] = verdict.failure_class or None
    fields["label_source"] = verdict.label_source or None
    fields["lineage"]["scoring_run_id"] = scoring_run_id
