"""The graders that need no model: conduct and outcome, judged from rows alone."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from attrs import frozen

from whileai.model import Verdict
from whileai.world.conduct import conduct
from whileai.world.outcome import outcome_check

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from whileai.model import Row
    from whileai.stages import StageSetup


@frozen(kw_only=True)
class RowGrader:
    """Grades each row by a fixed rule.

    Args:
        judge: the rule: takes a row, gives ``reward`` (or ``None``), ``reason`` and
            ``markers``.
        name: what rows record as ``judge_name``.
        label_source: what rows record as ``label_source``; empty for none.
    """

    judge: Callable[[Mapping[str, Any]], dict[str, Any]]
    name: str
    label_source: str = ""

    async def grade(self, row: Row, /) -> Verdict:
        """Give the verdict; a row that shows too little is left ungraded."""
        said = self.judge(row.to_json())
        reward = said["reward"]
        return Verdict(
            reward=None if reward is None else float(reward),
            status="abstained" if reward is None else "ok",
            reason=said["reason"],
            markers=said["markers"],
            judge=self.name,
            label_source=self.label_source,
        )


def of_conduct(_setup: StageSetup) -> RowGrader:
    """Give the grader that says whether the agent behaved."""
    return RowGrader(judge=conduct, name="conduct", label_source="conduct")


def of_outcome(_setup: StageSetup) -> RowGrader:
    """Give the grader that says whether the job was done."""
    return RowGrader(judge=outcome_check, name="outcome")
