"""The rows that were drawn, told from those that follow up what failed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from attrs import define, field

from whileai.stats.counts import MUTATION, REROLL, Counts
from whileai.stats.passing import pass_at

if TYPE_CHECKING:
    from collections.abc import Mapping


def follows_up(row: Mapping[str, Any]) -> bool:
    """Say whether a row was played because another failed: again, or varied.

    Such rows are chosen for a failure, so that their share of passes says less of the
    agent than that of the rows that were drawn.
    """
    return row.get("selection_reason") == REROLL or row.get("arm") == MUTATION


@define
class Drawn:
    """Counts the rows that were drawn.

    Args:
        counts: their rewards by task.
        rows: how many there are.
        followed: how many rows follow up what failed instead.
    """

    counts: Counts = field(factory=Counts)
    rows: int = 0
    followed: int = 0

    def add(self, row: Mapping[str, Any]) -> None:
        """Count one row."""
        if follows_up(row):
            self.followed += 1
            return
        self.rows += 1
        self.counts.add(row)

    def to_dict(self) -> dict[str, Any]:
        """Give ``rows``, ``follow_ups``, ``graded``, ``passed``, a share and ``ci95``.

        ``pass_at_1`` is the mean over tasks of the share that passed, and ``ci95`` its
        interval; both ``None`` where no drawn row has a reward of exactly 0 or 1.
        """
        found = pass_at(self.counts)
        return {
            "rows": self.rows,
            "follow_ups": self.followed,
            "graded": self.counts.rows,
            "passed": self.counts.passed,
            "pass_at_1": found.pass_at_1,
            "ci95": None if found.ci95 is None else list(found.ci95),
        }
