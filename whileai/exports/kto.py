"""Unpaired preference: replies that are wanted, and replies that are not."""

from __future__ import annotations

from typing import TYPE_CHECKING

from whileai.base.lines import dumps, save_lines
from whileai.exports.choosing import choose_graded, telling_first
from whileai.exports.source import names_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from whileai.exports.choosing import Chosen
    from whileai.exports.exported import Exported
    from whileai.exports.source import Choice, Source


def write(source: Source, choice: Choice, path: str) -> Exported:
    """Write ``prompt``, ``completion`` and ``label``, true from ``min_reward`` on."""
    chosen, rewards = choose_graded(source, choice)
    chosen.need(len(chosen.kept), "kto")
    wanted = {index: rewards[index] >= choice.min_reward for index in chosen.kept}
    save_lines(path, _lines(chosen, wanted))
    good = sum(wanted.values())
    notes = [f"{good} wanted and {len(wanted) - good} not"]
    if good in (0, len(wanted)):
        notes.append("KTO learns from both; pass rows of the other side too")
    return chosen.account(path, "kto", len(wanted), notes=notes)


def _lines(chosen: Chosen, wanted: Mapping[int, bool]) -> Iterator[bytes]:
    kept = chosen.kept
    for number in telling_first(index in chosen.calling for index in kept):
        row = chosen.source.row(kept[number])
        chat = chosen.chat(row)
        example = {
            "prompt": chosen.messages(chat.messages[: chat.opening]),
            "completion": chosen.messages(chat.messages[chat.opening :]),
            "label": wanted[kept[number]],
        }
        yield dumps({**example, **chosen.source.shared, **names_of(row)})
