"""What a statistic is made from: rows, wherever they are, and the task of each."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from whileai.base.errors import given
from whileai.model.row import read_rows

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
        OSError, ValueError: if the file cannot be read.
    """
    if isinstance(source, (str, os.PathLike)):
        return read_rows(source)
    rows = getattr(source, "rows", source)
    if callable(rows) and not isinstance(rows, Iterable):
        rows = rows()
    if isinstance(rows, (str, bytes, Mapping)) or not isinstance(rows, Iterable):
        raise TypeError(
            f"{call} takes a SimulationData, its rows or the path of its JSONL file, "
            f"got {given(source)}"
        )
    return (row for row in rows if type(row) is dict or isinstance(row, Mapping))
