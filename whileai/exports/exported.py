"""What an export came to: how many rows went in, and why the others did not."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import field, frozen

from whileai.base.text import counted

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

REASONS = {
    "ungraded": "not graded",
    "failed": "the reward is below min_reward",
    "user_error": "the simulated person broke a rule of the part",
    "cut": "the reply was cut at its token cap",
    "no_reply": "it does not end on a reply of the agent",
    "no_chat": "its messages cannot be written as OpenAI chat",
    "broken_call": "a tool call has arguments that are no JSON object",
    "unknown_tool": "it calls a tool that is not among the tools",
    "unanswered": "tool calls and their answers do not match",
    "repeat": "word for word the same as a row before it",
    "one_sided": "its task has no row on the other side of min_reward",
    "same_reply": "its agent does the same as its counterpart with another reward",
    "beyond_pairs": "its task has its pairs already, see pairs",
}
"""Why a row is left out, in words."""


@frozen(kw_only=True)
class Exported:
    """What an export came to; printed, it says so in a few lines.

    Args:
        path: the file, or the folder, that was written.
        format: its format.
        rows: how many rows there were.
        examples: how many examples were written: rows, pairs or tasks.
        noun: which of these they are.
        left_out: how many rows are in no example, by reason (a key of ``REASONS``).
        notes: what a reader of the file should know.
    """

    path: str
    format: str
    rows: int
    examples: int
    noun: str = "row"
    left_out: Mapping[str, int] = field(factory=dict)
    notes: tuple[str, ...] = ()

    def __str__(self) -> str:
        return "\n".join(self.lines())

    def lines(self) -> Iterator[str]:
        """Give what is printed, line by line."""
        examples, rows = counted(self.examples, self.noun), counted(self.rows, "row")
        yield f"{self.path}: {examples} as {self.format}, from {rows}"
        for reason in said(self.left_out):
            yield f"  left out {reason}"
        for note in self.notes:
            yield f"  note: {note}"


def said(left_out: Mapping[str, int]) -> Iterator[str]:
    """Say how many rows were left out, and why, most first."""
    for reason, count in sorted(left_out.items(), key=lambda each: -each[1]):
        yield f"{counted(count, 'row')}: {REASONS[reason]}"
