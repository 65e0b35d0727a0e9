"""What is exported: rows, the agent they are of, and which of them may go in."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any

from attrs import field, frozen

from whileai.base.lines import dumps, loads
from whileai.model.verdict import PASSES_FROM

if TYPE_CHECKING:
    from typing import TypeAlias

Line: TypeAlias = "dict[str, Any]"
"""One row, or one line of a file for a trainer: user JSON."""

Expected = Callable[[Mapping[str, Any]], str]
"""Says in a sentence what a good agent does in the situation of a row."""


@frozen(kw_only=True, slots=False)
class Source:
    """Rows, and what is said of their agent beside them.

    Args:
        lines: the rows as JSON; one at a time is read.
        tools: the agent's, as OpenAI tool dictionaries.
        system_prompt: the agent's, without any scaffold.
        model_version: what answered.
        expected: says what a good agent does in a row's situation.
    """

    lines: Sequence[bytes] = field(repr=False)
    expected: Expected
    tools: Sequence[Mapping[str, Any]] = ()
    system_prompt: str = field(default="", repr=False)
    model_version: str | None = None

    def row(self, index: int) -> Line:
        """Give a fresh dictionary of one row."""
        row: Line = loads(self.lines[index])
        return row

    def rows(self) -> Iterator[Line]:
        """Give the rows one after the other."""
        return map(loads, self.lines)

    @cached_property
    def names(self) -> frozenset[str]:
        """The names of the tools, as providers have them."""
        functions = (tool.get("function") or tool for tool in self.tools)
        return frozenset(str(function.get("name")) for function in functions)

    @cached_property
    def shared(self) -> Line:
        """What every line for a trainer has: the tools, as JSON text.

        Text, because loaders that put lists of objects into columns give every object
        the keys of all. Nothing where there are no tools: chat templates say that
        there are some wherever the key is.
        """
        return {"tools": dumps(self.tools).decode()} if self.tools else {}


@frozen(kw_only=True)
class Choice:
    """Which rows may go into a file for a trainer.

    Args:
        min_reward: the least reward of an example to follow.
        ungraded: whether rows that nothing graded are such examples too.
        pairs: the most preference pairs of one task.
    """

    min_reward: float = PASSES_FROM
    ungraded: bool = False
    pairs: int = 4


def task_of(row: Mapping[str, Any]) -> tuple[str, str]:
    """Give what two rows of one task agree on: the situation, and the ask itself."""
    return str(row.get("scenario_id") or ""), str(row.get("prompt") or "")


def names_of(row: Mapping[str, Any]) -> Line:
    """Give the names of a row's task and situation, as text, where it has them."""
    named = ((name, row.get(name)) for name in ("task_id", "scenario_id"))
    return {name: str(value) for name, value in named if value is not None}
