"""Files of rows, as commands that read them take them."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

from whileai.base.lines import save_lines
from whileai.cli.errors import Misused
from whileai.cli.terminal import write
from whileai.results.data import SimulationData, load, meta_path
from whileai.results.exporting import replaced

if TYPE_CHECKING:
    from argparse import ArgumentParser


def add_rows(parser: ArgumentParser) -> None:
    """Add the argument that names the file."""
    parser.add_argument(
        "rows",
        metavar="ROWS",
        help="a file of rows that a run, save(), output= or checkpoint= wrote",
    )


def save_meta(data: SimulationData, path: str) -> None:
    """Keep what is not a row beside rows that ``output=`` wrote, for other commands."""
    save_lines(meta_path(path), [data.meta()])


def check_free(flag: str, path: str | None, *kept: object) -> None:
    """Make sure that what a flag writes replaces no rows.

    Args:
        flag: as it is spelled.
        path: what was passed with it.
        *kept: where rows are; what is no path is passed over.

    Raises:
        Misused: if it would, or if the path is that of a folder.
    """
    if path is None:
        return
    if not path or Path(path).is_dir():
        raise Misused(f"{flag} {path!r} is no path of a file; pass one")
    for rows in kept:
        wrong = replaced(path, rows) if rows and isinstance(rows, str) else ""
        if wrong:
            raise Misused(f"{flag} {path} is {wrong}")


def loaded(path: str) -> SimulationData:
    """Read the rows at ``path``; what the file lacks is said on standard error.

    Raises:
        OSError, ValueError: if there is no such file, or it holds something else.
    """
    data = load(path)
    if not len(data):
        write(f"wai: {path} holds no rows", sys.stderr)
    return data
