"""What a run counts: the one place for its numbers and its warnings."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

from attrs import define, field

from whileai.base.caller import Caller

if TYPE_CHECKING:
    from whileai.model import Outcome, Row, Verdict


@define(kw_only=True)
class Ledger:
    """The counters of one run.

    Args:
        quiet: whether nothing is printed and no warning shown; all is kept still.
        caller: the line that warnings point to.
        cap: rows the run may produce at most.
        landed: rows that this call played.
        resumed: rows that were read from a checkpoint.
        rerolled_by: tries that were tried again, by reason.
        lost_by: slots lost for good, by reason.
        timed_out: the agent errors that were call timeouts.
        judged: verdicts by status.
        grades: verdicts with a reward: ``passes``, ``failures`` and ``partials``.
        failure_classes: failed rows by the class that their grader named.
        tool_calls: rows that called a tool.
        endings: rows with a person, by how they ended.
        user_errors: rows in which the person broke a rule, by rule.
        first_error: the first agent error, in words.
        first_unusable: why the first verdict without a reward has none, in words.
        fatal: why no further call could succeed, if so.
        waves_abandoned: waves of the writer that a clock cut off.
        writer_errors: what the writer failed with, in words.
        stopped_because: why the run ended, once it has.
    """

    quiet: bool = False
    caller: Caller = field(factory=Caller.here, repr=False)
    cap: int = 0
    landed: int = 0
    resumed: int = 0
    rerolled_by: Counter[str] = field(factory=Counter)
    lost_by: Counter[str] = field(factory=Counter)
    timed_out: int = 0
    judged: Counter[str] = field(factory=Counter)
    grades: Counter[str] = field(factory=Counter)
    failure_classes: Counter[str] = field(factory=Counter)
    tool_calls: int = 0
    endings: Counter[str] = field(factory=Counter)
    user_errors: Counter[str] = field(factory=Counter)
    first_error: str = ""
    first_unusable: str = ""
    fatal: str = ""
    waves_abandoned: int = 0
    writer_errors: list[str] = field(factory=list)
    stopped_because: str = ""
    warnings: dict[str, None] = field(factory=dict)

    @property
    def rows(self) -> int:
        """Rows so far, resumed ones included."""
        return self.landed + self.resumed

    @property
    def failures(self) -> int:
        """Tries that made no row: those tried again and those lost."""
        return sum(self.rerolled_by.values()) + sum(self.lost_by.values())

    def warn(self, line: str) -> None:
        """Add a line to the run's warnings, each line once."""
        self.warnings[line] = None

    def show(self, line: str) -> None:
        """Add a line to the run's warnings, and show it at once."""
        self.warn(line)
        if not self.quiet:
            self.caller.warn(line)

    def count(self, outcome: Outcome, again: bool) -> None:
        """Count how a try ended; ``again`` says that its slot is tried again."""
        if outcome.verdict is not None:
            self.judge(outcome.verdict)
        if outcome.row is not None:
            self.landed += not outcome.resumed
            self.resumed += outcome.resumed
            self.tool_calls += outcome.row.calls_tools
            if outcome.row.ending:
                self._converse(outcome.row)
            return
        reason = outcome.lost or "agent_error"
        (self.rerolled_by if again else self.lost_by)[reason] += 1
        self.timed_out += outcome.timed_out
        self.first_error = self.first_error or outcome.error

    def judge(self, verdict: Verdict) -> None:
        """Count a verdict, and keep what the first unusable one said."""
        self.judged[verdict.status] += 1
        reward = verdict.reward
        if reward is not None:
            partial = "partials" if 0 < reward < 1 else "failures"
            self.grades["passes" if reward == 1 else partial] += 1
        elif verdict.status not in ("abstained", "cut") and not self.first_unusable:
            self.first_unusable = verdict.meta.get("error") or verdict.reason
        if verdict.failure_class:
            self.failure_classes[verdict.failure_class] += 1

    def _converse(self, row: Row) -> None:
        """Count how a conversation with a person went."""
        self.endings[row.ending] += 1
        if row.user_error is not None:
            self.user_errors[row.user_error] += 1

    def ended_on_question(self) -> dict[str, Any]:
        """Give how conversations ended, as ``search["ended_on_question"]`` has it."""
        rows = sum(self.endings.values())
        asked = self.endings["user_left"] + self.endings["question"]
        return {
            "share": asked / rows if rows else None,
            "n": rows,
            "user_left": self.endings["user_left"],
        }

    def rollouts(self) -> dict[str, Any]:
        """Give the final counts, as ``search["rollouts"]`` has them."""
        return {
            "rows": self.rows,
            "cap": self.cap,
            "landed": self.landed,
            "resumed": self.resumed,
            "rerolled": sum(self.rerolled_by.values()),
            "rerolled_by": by_reason(self.rerolled_by),
            "timed_out": self.timed_out,
            "lost": sum(self.lost_by.values()),
            "lost_by": by_reason(self.lost_by),
        }


def by_reason(counts: Counter[str]) -> dict[str, int]:
    """Give counts by reason; the three that users read are always there."""
    reasons = ("agent_error", "empty_reply", "tool_markup")
    return dict.fromkeys(reasons, 0) | dict(sorted(counts.items()))
