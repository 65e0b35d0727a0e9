"""Rows into files for trainers and other tools, whatever holds the rows."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

from attrs import evolve

from whileai.base.lines import path_of
from whileai.exports import Source as Exports
from whileai.exports import export as write
from whileai.options.tools import read_tools
from whileai.results.data import SimulationData, copy_of, meta_path
from whileai.world.outcome import expected_outcome

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from whileai.exports import Exported
    from whileai.results.data import Source


def export(
    source: Source,
    path: str | os.PathLike[str],
    format: str,
    *,
    min_reward: float | None = None,
    ungraded: bool = False,
    pairs: int | None = None,
    tools: Any = None,
    system_prompt: str | None = None,
) -> Exported:
    """Write rows to a file that trainers and other tools read; see ``data.export``.

    Args:
        source: a ``SimulationData``, its rows, or the path of its JSONL file.
        path: where to write.
        format: as ``data.export`` takes it.
        min_reward: the least reward of a row that passed.
        ungraded: whether rows that nothing graded go in as well.
        pairs: the most preference pairs of one task.
        tools: the agent's, in any form that ``simulate`` takes, where the rows come
            without them.
        system_prompt: the agent's, where the rows come without it.

    Raises:
        TypeError, ValueError: as ``data.export`` does, or if ``source`` has no rows.
        NotConfigured: if the format needs a package that is not installed.
        OSError: if a file cannot be read or written.
    """
    if isinstance(source, (str, os.PathLike)):
        _spared(path_of(source, "source"), path_of(path, "path"))
    data = source if isinstance(source, SimulationData) else copy_of(source, "export()")
    told: dict[str, Any] = {}
    if tools is not None:
        told["tools"] = [tool.as_openai() for tool in read_tools(tools)]
    if system_prompt is not None:
        if not isinstance(system_prompt, str):
            raise TypeError(f"system_prompt={system_prompt!r}; pass text")
        told["system_prompt"] = system_prompt
    if told:
        data = evolve(data, profile=evolve(data.profile, **told))
    return data.export(
        path, format, min_reward=min_reward, ungraded=ungraded, pairs=pairs
    )


def replaced(path: str | os.PathLike[str], rows: str | os.PathLike[str]) -> str:
    """Say what would be gone if ``path`` were written; empty if none of ``rows`` would.

    Args:
        path: of a file that is made from rows.
        rows: where these are.
    """
    target, kept = path_of(path, "path").resolve(), path_of(rows, "rows")
    if target == kept.resolve():
        return "the file of the rows themselves, which would be gone; pass another"
    if target == meta_path(kept).resolve():
        return f"what is kept beside {kept.name}, which would be gone; pass another"
    return ""


def _spared(rows: Path, path: Path) -> None:
    """Make sure that rows are not replaced by what is made of them."""
    wrong = replaced(path, rows)
    if wrong:
        raise ValueError(f"path={str(path)!r} is {wrong}")


def written(
    data: SimulationData,
    path: str | os.PathLike[str],
    format: str,
    options: Mapping[str, Any],
) -> Exported:
    """Write the rows of data, with what is known of their agent."""
    source = Exports(
        lines=data.lines,
        expected=_expected,
        tools=data.profile.tools,
        system_prompt=data.profile.system_prompt,
        model_version=data.profile.model_version,
    )
    return write(source, path, format, **options)


def _expected(row: Mapping[str, Any]) -> str:
    """Say what a good agent does; nothing where the row does not name its situation."""
    if not row.get("scenario_dimensions"):
        return ""
    scene = row.get("scene")
    told = row if isinstance(scene, dict) else {**row, "scene": {}}
    return expected_outcome(told)
