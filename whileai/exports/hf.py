"""A folder that ``datasets`` loads: the rows as Parquet, and a card."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

from whileai.base.lines import dumps, replacing, save_lines
from whileai.base.text import counted
from whileai.exports.columns import COLUMNS, FLAG, NUMBER, WHOLE
from whileai.exports.exported import Exported
from whileai.exports.parquet import arrow, pour
from whileai.exports.source import task_of
from whileai.model.verdict import passes

if TYPE_CHECKING:
    from collections.abc import Iterator

    from whileai.exports.source import Choice, Source

CARD, DATA = "README.md", "data/train.parquet"
_MARK = "<!-- written by whileai -->"
_SIZES = (1_000, 10_000, 100_000, 1_000_000, 10_000_000)
_SPELLED = ("n<1K", "1K<n<10K", "10K<n<100K", "100K<n<1M", "1M<n<10M", "10M<n<100M")
_TYPES = {WHOLE: "whole number", NUMBER: "number", FLAG: "true or false"}


def check(path: str) -> None:
    """Make sure that the folder can be written, before it is made.

    Raises:
        ValueError: if something else is there, or a card that somebody else wrote.
        NotConfigured: if pyarrow is not installed.
    """
    folder = Path(path)
    if folder.exists() and not folder.is_dir():
        raise ValueError(
            f"path={path!r} is a file; format='hf' writes a folder, pass another path"
        )
    card = folder / CARD
    if card.exists() and _MARK not in card.read_text("utf-8", "replace"):
        raise ValueError(
            f"path={path!r} has a {CARD} that no export wrote; pass an empty folder or "
            "one that is not there"
        )
    arrow()


def write(source: Source, _choice: Choice, path: str) -> Exported:
    """Write ``data/train.parquet`` and then the card, ``README.md``.

    The card has the columns, the system prompt and the tools.
    """
    with replacing(Path(path) / DATA) as file:
        pour(source, file)
    save_lines(Path(path) / CARD, (line.encode() for line in _card(source)))
    rows = len(source.lines)
    note = f"read it by datasets.load_dataset({path!r}, split='train')"
    return Exported(path=path, format="hf", rows=rows, examples=rows, notes=(note,))


def _card(source: Source) -> Iterator[str]:
    rows, graded, passed, tasks = _counts(source)
    size = sum(rows >= limit for limit in _SIZES)
    yield from ("---", "pretty_name: Simulated agent rollouts")
    yield from ("configs:", "- config_name: default", "  data_files:")
    yield from ("  - split: train", f"    path: {DATA}", "tags:", "- whileai")
    yield from ("- agents", "- synthetic", f"size_categories:\n- {_SPELLED[size]}")
    yield from ("---", _MARK, "", "# Simulated agent rollouts", "")
    yield f"{counted(rows, 'row')}, one for each rollout, of {counted(tasks, 'task')}."
    yield f"{graded} are graded, {passed} of these passed. Rollouts were simulated:"
    yield "the asks, the people and the worlds are made up."
    yield from ("", "## The agent", "", f"Model: `{source.model_version or 'unknown'}`")
    yield from ("", "### System prompt", "", *_fenced(source.system_prompt or "(none)"))
    tools = "\n".join(dumps(tool).decode() for tool in source.tools)
    yield from ("", "### Tools", "", *_fenced(tools or "(none)"))
    yield from ("", "## Columns", "", "| column | type | what it says |")
    yield "|---|---|---|"
    for column in COLUMNS:
        kind = _TYPES.get(column.kind, f"{column.kind}")
        yield f"| `{column.name}` | {kind} | {column.about} |"


def _counts(source: Source) -> tuple[int, int, int, int]:
    """Count rows, those that are graded, those that passed, and tasks."""
    rewards = [(row.get("reward"), task_of(row)) for row in source.rows()]
    graded = [reward for reward, _ in rewards if reward is not None]
    passed = sum(bool(passes(reward)) for reward in graded)
    return len(rewards), len(graded), passed, len({task for _, task in rewards})


def _fenced(text: str) -> Iterator[str]:
    """Give ``text`` between marks that it does not hold itself."""
    longest = max(map(len, re.findall(r"`+", text)), default=0)
    marks = "`" * max(3, longest + 1)
    yield from (marks, text, marks)
