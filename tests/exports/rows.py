"""Rows, and what is read back of them, that the tests of exports share."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import whileai as wai
from tests.support import TOOLS2, look
from whileai.exports import Exported, Source
from whileai.exports import export as export_source
from whileai.simulations.generate.agents import current_rollout

if TYPE_CHECKING:
    from pathlib import Path

OPENAI_TOOLS: list[dict[str, Any]] = [
    {"type": "function", "function": tool} for tool in TOOLS2
]


def varied(message: str, world: Any) -> str:
    """Call a tool, and say something else in each repeat of a task."""
    return f"{look(message, world)} My number is {(current_rollout.seed or 0) % 99}."


def call(tool: str = "lookup_order", id_: str = "c1", **arguments: Any) -> Any:
    """Give one tool call as OpenAI has it."""
    function = {"name": tool, "arguments": json.dumps(arguments)}
    return {"id": id_, "type": "function", "function": function}


def called(*calls: Any, result: str = "{}") -> list[dict[str, Any]]:
    """Give a message with tool calls, and an answer to each."""
    answers = [
        {"role": "tool", "tool_call_id": each["id"], "content": result}
        for each in calls
    ]
    said = {"role": "assistant", "content": None, "tool_calls": list(calls)}
    return [said, *answers]


def row(*between: Any, reply: str = "Done.", ask: str = "Hello?", **more: Any) -> Any:
    """Give a graded row whose conversation has these messages in the middle."""
    asked = [{"role": "user", "content": ask}]
    ended = [{"role": "assistant", "content": reply}] if reply else []
    fields = {
        "prompt": ask,
        "messages": [*asked, *between, *ended],
        "final_text": reply,
        "scenario_id": "sc-1",
        "task_id": "sc-1/0",
        "finish_reason": "stop",
        "user_error": None,
        "reward": 1.0,
    }
    return fields | more


def source(
    *rows: Any, tools: Any = OPENAI_TOOLS, system_prompt: str = "Be kind."
) -> Any:
    """Give rows with the usual tools."""
    return Source(
        lines=[json.dumps(each).encode() for each in rows],
        expected=wai.expected_outcome,
        tools=tools,
        system_prompt=system_prompt,
        model_version="test",
    )


def written(
    path: Path, format: str, *rows: Any, **options: Any
) -> tuple[Exported, list[Any]]:
    """Export rows, and give the account and the lines as JSON."""
    about = {k: options.pop(k) for k in ("tools", "system_prompt") if k in options}
    done = export_source(source(*rows, **about), path / "out", format, **options)
    text = (path / "out").read_text(encoding="utf-8")
    return done, [json.loads(line) for line in text.splitlines()]
