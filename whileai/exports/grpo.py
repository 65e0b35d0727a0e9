"""Prompts to play anew, with what a reward function needs beside them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from whileai.base.lines import dumps, save_lines
from whileai.exports.source import names_of
from whileai.exports.tasks import Tasks

if TYPE_CHECKING:
    from collections.abc import Iterator

    from whileai.exports.exported import Exported
    from whileai.exports.source import Choice, Source


def write(source: Source, _choice: Choice, path: str) -> Exported:
    """Write a line for each task.

    ``prompt`` is the chat up to the agent's first turn. ``expected`` says what a good
    agent does, ``graded`` and ``passed`` count the rows there were, ``task`` is the
    task as JSON text: ``simulate(tasks=[json.loads(task)])`` plays it.
    """
    tasks = Tasks.of(source, "grpo")
    save_lines(path, _lines(tasks))
    return tasks.account(path, "grpo")


def _lines(tasks: Tasks) -> Iterator[bytes]:
    for task in tasks:
        yield dumps(
            {
                "prompt": task.opening,
                **names_of(task.row),
                "expected": task.expected,
                "graded": task.graded,
                "passed": task.passed,
                "task": dumps(task.played).decode(),
                **tasks.source.shared,
            }
        )
