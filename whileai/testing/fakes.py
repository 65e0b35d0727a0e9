"""Small true stages that record what they are asked."""

from __future__ import annotations

from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Any

from whileai.model import Row, Slot, Verdict

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Mapping


class DictWorld:
    """A world that answers each tool with a fixed value.

    Args:
        answers: tool name to JSON value; a tool that is not there is an error.
    """

    def __init__(self, answers: Mapping[str, Any]) -> None:
        self.answers = dict(answers)
        self.calls: list[tuple[str, dict[str, Any]]] = []

    @asynccontextmanager
    async def open(self, _slot: Slot, /) -> AsyncIterator[DictWorld]:
        """Open the world for one rollout."""
        yield self

    def call(self, tool: str, arguments: Mapping[str, Any], /) -> Any:
        """Answer ``tool``."""
        self.calls.append((tool, dict(arguments)))
        return self.answers.get(tool, {"error": f"no answer for {tool}"})


class FixedGrader:
    """A grader that gives every row the same reward.

    Args:
        reward: in ``[0, 1]``.
    """

    def __init__(self, reward: float = 1.0) -> None:
        self.reward = reward
        self.rows: list[Row] = []

    async def grade(self, row: Row, /) -> Verdict:
        """Give the fixed verdict."""
        self.rows.append(row)
        return Verdict(reward=self.reward, reason="fixed", judge="fixed")


class ListSink:
    """A sink that keeps its rows in ``rows``."""

    def __init__(self) -> None:
        self.rows: list[Row] = []

    async def put(self, row: Row, /) -> None:
        """Keep one row."""
        self.rows.append(row)
