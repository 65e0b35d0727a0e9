"""The dataset of a verifiers environment."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from whileai.base.lines import dumps, save_lines
from whileai.exports.tasks import Tasks

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from whileai.exports.exported import Exported
    from whileai.exports.source import Choice, Line, Source
    from whileai.exports.tasks import Task


def write(source: Source, _choice: Choice, path: str) -> Exported:
    """Write ``prompt``, ``answer`` (what a good agent does) and ``info`` (JSON text).

    ``info`` has the tools as the library declares them (``tool_defs``) and the
    ``situation``, which ``simulate(tasks=[...])`` plays. There is no column ``task``:
    the library takes one for its own payload and drops the other columns.
    """
    tasks = Tasks.of(source, "verifiers")
    save_lines(path, _lines(tasks))
    return tasks.account(path, "verifiers")


def _lines(tasks: Tasks) -> Iterator[bytes]:
    tools = [_tool_def(tool) for tool in tasks.source.tools]
    for task in tasks:
        yield dumps(
            {
                "prompt": task.opening,
                "answer": task.expected,
                "info": dumps(_info(task, tools)).decode(),
                "id": task.id,
            }
        )


def _info(task: Task, tools: list[Line]) -> Line:
    counts = {"graded": task.graded, "passed": task.passed}
    info: Line = {"id": task.id, **counts, "situation": task.played}
    return {**info, "tool_defs": tools} if tools else info


def _tool_def(tool: Mapping[str, Any]) -> Line:
    """Give a tool as the library has it: no provider's wrapping."""
    function = tool.get("function") or tool
    return {
        "name": function.get("name"),
        "description": function.get("description") or "",
        "parameters": function.get("parameters") or {"type": "object"},
    }
