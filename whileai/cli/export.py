"""``wai export``: rows into a file for a trainer or another tool."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from whileai.cli.terminal import write
from whileai.exports import FORMATS
from whileai.results.exporting import export

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace


def arguments(parser: ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument("rows", metavar="ROWS", help="a JSONL file of rows")
    parser.add_argument("out", metavar="OUT", help="what to write; for hf, a folder")
    formats = ", ".join(f"{name} ({each.about})" for name, each in FORMATS.items())
    parser.add_argument(
        "--format", required=True, metavar="F", help=f"one of: {formats}"
    )
    parser.add_argument(
        "--min-reward",
        type=float,
        metavar="X",
        help="the least reward of a row that passed, 0 to 1 (0.5)",
    )
    parser.add_argument(
        "--ungraded",
        action="store_true",
        help="for sft and openai: take rows that nothing graded too",
    )
    parser.add_argument(
        "--pairs", type=int, metavar="N", help="for dpo: pairs of one task at most (4)"
    )


def run(given: Namespace) -> int:
    """Write the file, and say what went in and what did not."""
    try:
        done = export(
            given.rows,
            given.out,
            given.format,
            min_reward=given.min_reward,
            ungraded=given.ungraded,
            pairs=given.pairs,
        )
    except TypeError as error:  # an option that the format does not take
        raise ValueError(str(error)) from None
    for line in done.lines():
        write(line, sys.stdout)
    return 0
