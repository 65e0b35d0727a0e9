"""The command line: ``wai``, or ``python -m whileai``. It needs no extra."""

from __future__ import annotations

import re
import sys
from argparse import ArgumentParser, Namespace
from typing import TYPE_CHECKING

from attrs import frozen

from whileai._version import __version__
from whileai.base.errors import WhileAIError, nearest
from whileai.cli import (
    comparing,
    doctor,
    export,
    grading,
    playing,
    plugins,
    quickstart,
    reporting,
    viewing,
)
from whileai.cli.errors import Misused
from whileai.cli.terminal import write

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

__all__ = ["main"]

_FLAG = re.compile(r"--[a-z][a-z-]+")

FAILED, MISUSED, INTERRUPTED = 1, 2, 130
"""Exit codes beside 0: it went wrong, it was called wrongly, Ctrl-C."""


@frozen(kw_only=True)
class Command:
    """One command.

    Args:
        about: what it does, in a line.
        arguments: adds its arguments to a parser.
        run: carries it out and gives the exit code.
    """

    about: str
    arguments: Callable[[ArgumentParser], None]
    run: Callable[[Namespace], int]


COMMANDS = {
    "quickstart": Command(
        about="play 300 rollouts against a bundled shop agent, without any model",
        arguments=quickstart.arguments,
        run=quickstart.run,
    ),
    "simulate": Command(
        about="play an agent of yours, and leave the rows in a file",
        arguments=playing.arguments,
        run=playing.run,
    ),
    "resume": Command(
        about="go on with a run that was stopped, from its checkpoint",
        arguments=playing.resume_arguments,
        run=playing.resume,
    ),
    "grade": Command(
        about="add verdicts to rows that are there, in a file of their own",
        arguments=grading.arguments,
        run=grading.run,
    ),
    "report": Command(
        about="print what rows say, or write it as one HTML file",
        arguments=reporting.arguments,
        run=reporting.run,
    ),
    "compare": Command(
        about="tell what changed between two files of rows; exit 3 if it got worse or "
        "nothing can be compared",
        arguments=comparing.arguments,
        run=comparing.run,
    ),
    "view": Command(
        about="read rows in the browser, served to this machine alone",
        arguments=viewing.arguments,
        run=viewing.run,
    ),
    "doctor": Command(
        about="tell what is installed and configured, and what is wrong with it",
        arguments=doctor.arguments,
        run=doctor.run,
    ),
    "plugins": Command(
        about="list the installed stages, and which plugin brings each",
        arguments=plugins.arguments,
        run=plugins.run,
    ),
    "export": Command(
        about="write rows as a trainer or another tool reads them",
        arguments=export.arguments,
        run=export.run,
    ),
}


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command and give the exit code.

    Args:
        argv: the words after ``wai``; the process's own when ``None``.

    Returns:
        0 if all went well, 1 if the command failed, 2 if it was called wrongly, 3 if
        ``compare`` found a regression or nothing to compare, 130 after Ctrl-C.
    """
    words = list(sys.argv[1:] if argv is None else argv)
    if words and not words[0].startswith("-") and words[0] not in COMMANDS:
        return _complain(_unknown(words[0]), MISUSED)
    parser = _parser()
    try:
        given, left = parser.parse_known_args(words)
        if left:
            parser.error(_unrecognized(left, given.command))
    except SystemExit as ended:  # --help, --version, or an error that was told
        return int(ended.code or 0)
    if given.command is None:
        parser.print_help()
        return 0
    try:
        return COMMANDS[given.command].run(given)
    except KeyboardInterrupt as stopped:
        return _complain(str(stopped) or "stopped", INTERRUPTED)
    except Misused as error:
        return _complain(str(error), MISUSED)
    except BrokenPipeError:  # the reader of a pipe has seen enough
        sys.stderr.close()
        return 0
    except (WhileAIError, ValueError, OSError) as error:
        return _complain(str(error), FAILED)


def _parser() -> ArgumentParser:
    parser = ArgumentParser(
        prog="wai",
        description="Simulate the situations an LLM agent with tools will meet.",
        epilog="Exit codes: 0 all went well, 1 it failed, 2 it was called wrongly, "
        "3 wai compare found a regression or nothing to compare, "
        "130 after Ctrl-C. In Python: import whileai as wai; help(wai.simulate)",
    )
    parser.add_argument("--version", action="version", version=f"whileai {__version__}")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND")
    for name, command in COMMANDS.items():
        command.arguments(
            commands.add_parser(
                name,
                help=command.about,
                description=command.about,
                allow_abbrev=False,
            )
        )
    return parser


def _unrecognized(words: Sequence[str], command: str | None) -> str:
    """Say which words are not known, and the flag that the first was most likely."""
    flag = words[0].partition("=")[0]
    near = None
    if command is not None and flag.startswith("-"):
        parser = ArgumentParser(add_help=False)
        COMMANDS[command].arguments(parser)
        near = nearest(flag, _FLAG.findall(parser.format_help()))
    hint = f"; did you mean {near}?" if near else ""
    return f"unrecognized arguments: {' '.join(words)}{hint}"


def _unknown(name: str) -> str:
    near = nearest(name, COMMANDS)
    hint = f"did you mean {near!r}? " if near else ""
    listed = ", ".join(COMMANDS)
    return f"there is no command {name!r}; {hint}Commands: {listed}. Try wai --help"


def _complain(text: str, code: int) -> int:
    write(f"wai: {text}", sys.stderr)
    return code
