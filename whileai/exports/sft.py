"""Supervised fine-tuning: whole conversations of rows that passed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from whileai.base.lines import dumps, save_lines
from whileai.exports.choosing import choose, telling_first
from whileai.exports.source import names_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from whileai.exports.choosing import Chosen
    from whileai.exports.exported import Exported
    from whileai.exports.source import Choice, Source


def write(source: Source, choice: Choice, path: str) -> Exported:
    """Write ``messages``, ``tools`` (JSON text) and the names of the task.

    It is TRL's conversational language modelling: arguments of tool calls are objects,
    which chat templates spell themselves.
    """
    chosen = choose(source, choice)
    chosen.need(len(chosen.kept), "sft")
    save_lines(path, _lines(chosen))
    return chosen.account(path, "sft", len(chosen.kept))


def _lines(chosen: Chosen) -> Iterator[bytes]:
    kept = chosen.kept
    for number in telling_first(index in chosen.calling for index in kept):
        row = chosen.source.row(kept[number])
        messages = chosen.messages(chosen.chat(row).messages)
        yield dumps({"messages": messages, **chosen.source.shared, **names_of(row)})
