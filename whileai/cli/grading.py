"""``wai grade``: verdicts for rows that are there."""

from __future__ import annotations

import sys
from contextlib import redirect_stdout
from pathlib import Path
from typing import TYPE_CHECKING, Any

from whileai.base.text import counted
from whileai.builtin.graders.judge import Judge
from whileai.cli.errors import Misused
from whileai.cli.rows import add_rows, check_free, loaded
from whileai.cli.terminal import say, tell_json, write
from whileai.cli.values import value_of
from whileai.options import OPTIONS
from whileai.results.data import grade, meta_path

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace


def arguments(parser: ArgumentParser) -> None:
    """Add the arguments of the command."""
    add_rows(parser)
    parser.add_argument(
        "--grader",
        metavar="GRADER",
        help="MODULE:NAME or FILE.py:NAME of a function that takes a row, or the name "
        "of an installed grader, such as conduct; unset, a judge",
    )
    parser.add_argument(
        "--rubric",
        action="append",
        metavar="TEXT",
        help="what a judge grades against, or @FILE; more than once, a list of "
        "criteria. Unset, the rubric of the run or its system prompt",
    )
    parser.add_argument(
        "--model", metavar="MODEL", help="the judge's model: openai:gpt-4.1-mini"
    )
    parser.add_argument(
        "-c",
        "--concurrency",
        action="append",
        metavar="N",
        help="verdicts under way at most (32)",
    )
    parser.add_argument(
        "-o",
        "--output",
        metavar="PATH",
        help="the file that gets the graded rows (ROWS with .graded before its ending)",
    )
    parser.add_argument(
        "--json", action="store_true", help="print the report as JSON, and only that"
    )


def run(given: Namespace) -> int:
    """Grade rows, leave graded copies in a file of their own, and print the report.

    Raises:
        Misused: if the grader will not do, or the output is the input.
    """
    output = given.output or _beside(given.rows)
    check_free("-o", output, given.rows)
    if meta_path(output).resolve() == meta_path(given.rows).resolve():
        raise Misused(
            f"-o {output} would take the place of {meta_path(given.rows).name}, which "
            f"is kept beside {given.rows}; pass another name"
        )
    data = loaded(given.rows)
    with redirect_stdout(sys.stderr if given.json else sys.stdout):
        graded = grade(data, _grader(given), concurrency=_concurrency(given))
    graded.save(output)
    report = graded.report()
    if given.json:
        tell_json(report)
    else:
        say(str(report))
    write(f"{counted(len(graded), 'row')} are in {output}", sys.stderr)
    return 0


def _beside(rows: str) -> str:
    path = Path(rows)
    return str(path.with_name(f"{path.stem}.graded{path.suffix or '.jsonl'}"))


def _grader(given: Namespace) -> Any:
    judged = given.rubric is not None or given.model is not None
    if given.grader is None:
        rubric = None
        if given.rubric is not None:
            rubric = value_of(OPTIONS["rubric"], given.rubric)
        return Judge(rubric, model=given.model) if judged else "judge"
    if judged:
        raise Misused("--rubric and --model are for a judge; leave out --grader")
    return value_of(OPTIONS["grader"], [given.grader])


def _concurrency(given: Namespace) -> int:
    row = OPTIONS["concurrency"]
    words = given.concurrency
    return int(row.default if words is None else value_of(row, words))
