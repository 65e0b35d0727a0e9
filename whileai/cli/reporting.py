"""``wai report``: what rows say, on the terminal, as JSON, or as a page."""

from __future__ import annotations

import sys
from argparse import ArgumentTypeError
from typing import TYPE_CHECKING

from whileai.cli.rows import add_rows, check_free, loaded
from whileai.cli.terminal import say, tell_json, write
from whileai.view import ROWS

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace


def arguments(parser: ArgumentParser) -> None:
    """Add the arguments of the command."""
    add_rows(parser)
    parser.add_argument(
        "--html", metavar="PATH", help="write it as one HTML file that needs no network"
    )
    parser.add_argument(
        "--rows",
        dest="shown",
        type=_count,
        default=ROWS,
        metavar="N",
        help=f"conversations in the HTML file at most ({ROWS})",
    )
    parser.add_argument(
        "--json", action="store_true", help="print it as JSON, and only that"
    )


def run(given: Namespace) -> int:
    """Print the report of rows, or write it.

    Raises:
        Misused: if the page would take the place of the rows.
    """
    check_free("--html", given.html, given.rows)
    data = loaded(given.rows)
    if given.json:
        tell_json(data.report())
    elif not given.html:
        say(str(data.report()))
    if given.html:
        data.save_html(given.html, rows=given.shown)
        write(f"the report is in {given.html}", sys.stderr)
    return 0


def _count(text: str) -> int:
    if not text.isdecimal():
        raise ArgumentTypeError(f"{text!r} is no whole number of 0 or more")
    return int(text)
