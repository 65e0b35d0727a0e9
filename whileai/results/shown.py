"""Data as people look at it: a page in one file, a table in a notebook."""

from __future__ import annotations

from typing import TYPE_CHECKING

from whileai.base.lines import path_of, save_lines
from whileai.base.numbers import checked_count
from whileai.view import Told, page, summary

if TYPE_CHECKING:
    import os

    from whileai.results.data import SimulationData


def told_of(data: SimulationData) -> Told:
    """Give what a page tells of ``data``."""
    return Told(
        report=data.report(),
        search=data.search,
        rows=data.rows,
        tools=data.profile.tools,
        system_prompt=data.profile.system_prompt,
        model_version=data.profile.model_version,
    )


def save_page(data: SimulationData, path: str | os.PathLike[str], rows: int) -> str:
    """Write the page of ``data``; see ``SimulationData.save_html``."""
    target = path_of(path, "path")
    count = checked_count(rows, "save_html()", "rows", least=0)
    save_lines(target, [page(told_of(data), rows=count)])
    return str(target)


def notebook_table(data: SimulationData) -> str:
    """Give a small table of ``data`` as HTML, read from what is counted already."""
    heads = [
        ("rows", f"{len(data):,}"),
        ("stopped because", data.stopped_because or "unknown"),
    ]
    counts = data.counts
    if counts.rows or counts.partial:
        heads.append(("passing", str(data.pass_at)))
    elif len(data):
        heads.append(("passing", "not graded; data.grade(...) adds verdicts"))
    return summary(heads, data.warnings)
