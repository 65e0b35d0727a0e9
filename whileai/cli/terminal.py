"""Plain text everywhere; colours where ``rich`` and a terminal are there."""

from __future__ import annotations

import json
import os
import sys
from importlib.util import find_spec
from typing import TYPE_CHECKING, TextIO

from whileai.base.lines import plain

if TYPE_CHECKING:
    from collections.abc import Sequence


def is_rich(stream: TextIO | None) -> bool:
    """Say whether ``stream`` can show more than plain text, and ``rich`` is installed.

    A pipe, a file and a stream that is closed cannot, and ``TERM=dumb`` says that the
    terminal cannot.
    """
    if stream is None or stream.closed:
        return False
    if not stream.isatty() or os.environ.get("TERM") == "dumb":
        return False
    return find_spec("rich") is not None


def say(text: str, style: str = "") -> None:
    """Print one line; ``style`` is a style of ``rich``, where there are colours.

    ``NO_COLOR`` in the environment, set to anything, leaves the colours out.
    """
    if not style or os.environ.get("NO_COLOR") or not is_rich(sys.stdout):
        write(text, sys.stdout)
        return
    from rich.console import Console  # noqa: PLC0415 - only with the extra

    console = Console(highlight=False, soft_wrap=True)
    console.print(_spelled(text, sys.stdout), style=style, markup=False)


def write(text: str, stream: TextIO | None) -> None:
    """Print one plain line; what the stream has no characters for becomes ``?``."""
    if stream is None or stream.closed:
        return
    print(_spelled(text, stream), file=stream, flush=True)


def _spelled(text: str, stream: TextIO) -> str:
    """Give text as far as the stream has characters for it."""
    coding = stream.encoding or "utf-8"
    return text.encode(coding, "replace").decode(coding)


def tell_json(value: object) -> None:
    """Print a value as JSON, in ASCII: every console and pipe can take it."""
    write(json.dumps(plain(value), indent=2), sys.stdout)


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
