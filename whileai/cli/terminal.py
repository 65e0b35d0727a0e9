"""Plain text everywhere; colours and a bar where ``rich`` and a terminal are there."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from importlib.util import find_spec
from typing import Any, TextIO

Update = Callable[[dict[str, Any]], None]
"""Takes the numbers of a progress line."""


def is_rich(stream: TextIO) -> bool:
    """Say whether ``stream`` can show more than plain text, and ``rich`` is installed.

    A pipe or a file cannot, and ``TERM=dumb`` says that the terminal cannot.
    """
    plain = not stream.isatty() or os.environ.get("TERM") == "dumb"
    return not plain and find_spec("rich") is not None


def say(text: str, style: str = "") -> None:
    """Print one line; ``style`` is a style of ``rich``, where there are colours.

    ``NO_COLOR`` in the environment, set to anything, leaves the colours out.
    """
    if not style or os.environ.get("NO_COLOR") or not is_rich(sys.stdout):
        print(text)
        return
    from rich.console import Console  # noqa: PLC0415 - only with the extra

    Console(highlight=False, soft_wrap=True).print(text, style=style, markup=False)


@contextmanager
def progress(doing: str, total: int) -> Iterator[Update]:
    """Show how far a run of ``total`` rows is, on standard error.

    A bar where there can be one; elsewhere the line ``doing`` at the start.
    """
    if not is_rich(sys.stderr):
        print(f"{doing} ...", file=sys.stderr, flush=True)
        yield lambda _numbers: None
        return
    from rich.console import Console  # noqa: PLC0415 - only with the extra
    from rich.progress import Progress  # noqa: PLC0415 - only with the extra

    console = Console(stderr=True)
    with Progress(console=console, transient=True) as bar:
        task = bar.add_task(doing, total=total)
        yield lambda numbers: bar.update(task, completed=numbers["rows"])


def aligned(rows: Sequence[Sequence[str]]) -> list[str]:
    """Give one line for each row, with the columns under each other."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return [
        "  ".join(
            cell.ljust(width) for cell, width in zip(row, widths, strict=True)
        ).rstrip()
        for row in rows
    ]


def beside(left: Sequence[str], right: Sequence[str], gap: int = 3) -> list[str]:
    """Give two blocks of lines next to each other."""
    width = max(map(len, left), default=0) + gap
    height = max(len(left), len(right))
    padded = [[*block, *[""] * (height - len(block))] for block in (left, right)]
    return [f"{a:<{width}}{b}".rstrip() for a, b in zip(*padded, strict=True)]
