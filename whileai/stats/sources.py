"""What a statistic is made from: rows, wherever they are, and the task of each."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

from whileai.base.errors import given
from whileai.model.row import misfit, read_rows

if TYPE_CHECKING:
    from typing import TypeAlias

Rows: TypeAlias = Any
"""A ``SimulationData``, its rows, or the path of its JSONL file."""


def task_key(row: Mapping[str, Any]) -> str:
    """Give the name of the task that ``row`` is a repeat of, for every statistic.

    Returns:
        The row's ``scenario_id``, else its ``task_id``, else its ``prompt``.

    Raises:
        ValueError: if the row has none of them.
    """
    key = row.get("scenario_id") or row.get("task_id") or row.get("prompt")
    if not key:
        raise ValueError(
            "a row has no scenario_id, task_id or prompt to tell its task by: "
            f"{given(dict(row))}; give each row one of them"
        )
    return key if isinstance(key, str) else str(key)


def rows_of(source: Rows, call: str) -> Iterable[Mapping[str, Any]]:
    """Give the rows of whatever a statistic takes; what is no row is passed over.

    Args:
        source: a ``SimulationData``, its rows, or the path of its JSONL file.
        call: the name of the call, for the error.

    Raises:
        TypeError: if ``source`` is none of these.
        OSError, ValueError: if the file cannot be read, or a field of a row is of
            another kind than rows have there.
    """
    if isinstance(source, (str, os.PathLike)):
        return _checked(read_rows(source), call)
    rows = getattr(source, "rows", source)
    if callable(rows) and not isinstance(rows, Iterable):
        rows = rows()
    if isinstance(rows, (str, bytes, Mapping)) or not isinstance(rows, Iterable):
        raise TypeError(
            f"{call} takes a SimulationData, its rows or the path of its JSONL file, "
            f"got {given(source)}"
        )
    found = (row for row in rows if type(row) is dict or isinstance(row, Mapping))
    return found if rows is not source else _checked(found, call)


def _checked(
    rows: Iterable[Mapping[str, Any]], call: str
) -> Iterator[Mapping[str, Any]]:
    """Give rows that nobody has looked at yet, as long as they are such."""
    for number, row in enumerate(rows):
        if wrong := misfit(row, graded=False):
            raise ValueError(f"{call}: row {number}: {wrong}")
        yield row
