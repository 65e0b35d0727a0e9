"""``wai export``: rows into a file for a trainer or another tool."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

from attrs import asdict

from whileai.base.errors import unknown_name
from whileai.cli.errors import Misused
from whileai.cli.rows import add_rows
from whileai.cli.terminal import tell_json, write
from whileai.cli.values import value_of
from whileai.exports import FORMATS
from whileai.options import OPTIONS
from whileai.results.exporting import export

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace


def arguments(parser: ArgumentParser) -> None:
    """Add the arguments of the command."""
    add_rows(parser)
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
    _of_agent(parser)
    parser.add_argument(
        "--json", action="store_true", help="print what was written as JSON"
    )


def _of_agent(parser: ArgumentParser) -> None:
    """Add what files that ``output=`` and ``checkpoint=`` wrote do not hold."""
    parser.add_argument(
        "--tools",
        action="append",
        metavar="TOOLS",
        help="the agent's tools, where no .meta.json beside ROWS has them: "
        "MODULE:NAME, FILE.py:NAME or FILE.json",
    )
    parser.add_argument(
        "--system-prompt",
        action="append",
        metavar="TEXT",
        help="the agent's system prompt, or @FILE, where no .meta.json has it",
    )


def run(given: Namespace) -> int:
    """Write the file, and say what went in and what did not.

    Raises:
        Misused: if there is no such format, or it does not take an argument.
    """
    if given.format not in FORMATS:
        raise Misused(str(unknown_name("--format", given.format, FORMATS)))
    agent = {name: _value(name, given) for name in ("tools", "system_prompt")}
    try:
        done = export(
            given.rows,
            given.out,
            given.format,
            min_reward=given.min_reward,
            ungraded=given.ungraded,
            pairs=given.pairs,
            **agent,
        )
    except TypeError as error:
        raise Misused(str(error)) from None
    if given.json:
        tell_json(asdict(done))
    else:
        for line in done.lines():
            write(line, sys.stdout)
    return 0


def _value(name: str, given: Namespace) -> Any:
    texts = getattr(given, name)
    return None if texts is None else value_of(OPTIONS[name], texts)
