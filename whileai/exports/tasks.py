"""The tasks of rows, each once: what a trainer plays anew and a reward judges."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from attrs import define, field, frozen

from whileai.exports.chat import Unfit, as_parts, opening_of
from whileai.exports.exported import Exported
from whileai.exports.source import task_of
from whileai.model.verdict import passes

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from whileai.exports.chat import Message
    from whileai.exports.source import Line, Source

_OF_TASK = (
    *("prompt", "scenario_id", "task_id", "scenario_dimensions", "scene", "faults"),
    *("arm", "phrasing", "writer_model"),
)
_OF_LINEAGE = ("parent", "aim", "change", "planned_faults")


@frozen(kw_only=True)
class Task:
    """One task.

    Args:
        row: the first of its rows.
        opening: system prompt and opening ask, as chat.
        expected: what a good agent does, in a sentence.
        graded: how many of its rows a grader marked.
        passed: how many of these passed.
    """

    row: Line
    opening: list[Message]
    expected: str
    graded: int
    passed: int

    @property
    def id(self) -> str:
        """Its name: the row's, else the ask."""
        named = self.row.get("task_id") or self.row.get("scenario_id")
        return str(named or self.row["prompt"])

    @property
    def played(self) -> Line:
        """What ``simulate(tasks=[...])`` needs to play it again as it was."""
        fields = {name: self.row[name] for name in _OF_TASK if name in self.row}
        lineage = self.row.get("lineage") or {}
        kept = {name: lineage[name] for name in _OF_LINEAGE if name in lineage}
        return {**fields, "lineage": kept}


@define
class _Group:
    """The rows of one task, counted."""

    first: int
    graded: int = 0
    passed: int = 0


@define
class Tasks:
    """The tasks of a source, in the order of their first rows.

    Args:
        source: the rows.
    """

    source: Source
    left_out: dict[str, int] = field(factory=dict)
    parts: bool = False
    _groups: dict[tuple[str, str], _Group] = field(factory=dict)

    @classmethod
    def of(cls, source: Source, format: str) -> Tasks:
        """Count the rows by task.

        Raises:
            ValueError: if no row has an ask that is chat.
        """
        found = cls(source)
        for index, row in enumerate(source.rows()):
            found._count(index, row)
        if not found._groups:
            raise ValueError(
                f"nothing to export as {format}: none of {len(source.lines)} rows has "
                "an ask that can be written as OpenAI chat; pass other rows"
            )
        return found

    def _count(self, index: int, row: Mapping[str, Any]) -> None:
        try:
            opening = opening_of(row, self.source.system_prompt)
        except Unfit as unfit:
            self.left_out[unfit.reason] = self.left_out.get(unfit.reason, 0) + 1
            return
        group = self._groups.setdefault(task_of(row), _Group(index))
        passed = passes(row.get("reward"))
        group.graded += passed is not None
        group.passed += passed is True
        parts = any(isinstance(each["content"], list) for each in opening)
        self.parts = self.parts or parts

    def __len__(self) -> int:
        return len(self._groups)

    def __iter__(self) -> Iterator[Task]:
        for group in self._groups.values():
            row = self.source.row(group.first)
            opening = opening_of(row, self.source.system_prompt)
            yield Task(
                row=row,
                opening=as_parts(opening) if self.parts else opening,
                expected=self.source.expected(row),
                graded=group.graded,
                passed=group.passed,
            )

    def account(self, path: str, format: str) -> Exported:
        """Give the account of what was written."""
        return Exported(
            path=path,
            format=format,
            rows=len(self.source.lines),
            examples=len(self),
            noun="task",
            left_out=self.left_out,
        )
