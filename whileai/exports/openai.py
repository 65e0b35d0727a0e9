"""OpenAI's fine-tuning: the same conversations as chat completions take them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from whileai.base.lines import dumps, save_lines
from whileai.base.text import counted
from whileai.exports.chat import as_openai
from whileai.exports.choosing import choose

if TYPE_CHECKING:
    from collections.abc import Iterator

    from whileai.exports.choosing import Chosen
    from whileai.exports.exported import Exported
    from whileai.exports.source import Choice, Line, Source

LEAST = 10
"""The examples that the service asks for, at least."""


def write(source: Source, choice: Choice, path: str) -> Exported:
    """Write ``messages`` and, where there are tools, ``tools``.

    ``parallel_tool_calls`` is the same on every line: whether one of the conversations
    has several calls in one message.
    """
    chosen = choose(source, choice)
    chosen.need(len(chosen.kept), "openai")
    save_lines(path, _lines(chosen))
    few = f"{counted(len(chosen.kept), 'example')}; the service asks for {LEAST}"
    notes = (few,) if len(chosen.kept) < LEAST else ()
    return chosen.account(path, "openai", len(chosen.kept), notes=notes)


def _lines(chosen: Chosen) -> Iterator[bytes]:
    beside: Line = {}
    if chosen.source.tools:
        beside["tools"] = chosen.source.tools
        beside["parallel_tool_calls"] = chosen.parallel
    for index in chosen.kept:
        chat = chosen.chat(chosen.source.row(index))
        yield dumps({"messages": as_openai(chat.messages), **beside})
