"""``wai compare``: what changed between two files of rows."""

from __future__ import annotations

import sys
from argparse import ArgumentTypeError
from typing import TYPE_CHECKING

from whileai.cli.errors import Misused
from whileai.cli.rows import loaded
from whileai.cli.terminal import say, tell_json, write
from whileai.stats import delta_report

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace

REGRESSED = 3
"""Exit code where something got worse, or nothing can be compared."""


def arguments(parser: ArgumentParser) -> None:
    """Add the arguments of the command."""
    for name, about in (("before", "the earlier rows"), ("after", "the later rows")):
        parser.add_argument(name, metavar=name.upper(), help=about)
    parser.add_argument(
        "--target",
        default="pass_at_1",
        metavar="METRIC",
        help="the metric of the headline: pass_at_1, pass_pow_k, pass_at_k, reward, or "
        "the name of a marker (pass_at_1)",
    )
    for flag, about in (
        ("--must-not-regress", "a metric that must not get worse either"),
        ("--lower-is-better", "a metric that improves by falling"),
    ):
        parser.add_argument(
            flag, action="append", default=[], metavar="METRIC", help=about
        )
    parser.add_argument("--by", metavar="KEY", help="slices by tier, stance, ...")
    parser.add_argument(
        "--alpha",
        type=_alpha,
        default=0.05,
        metavar="SHARE",
        help="how often there may be a false alarm (0.05)",
    )
    parser.add_argument(
        "--json", action="store_true", help="print it as JSON, and only that"
    )


def run(given: Namespace) -> int:
    """Print what changed.

    Returns:
        0 where nothing got worse, else ``REGRESSED``.

    Raises:
        Misused: if a metric was not measured.
    """
    sides = loaded(given.before), loaded(given.after)
    try:
        report = delta_report(
            *sides,
            target=given.target,
            must_not_regress=given.must_not_regress,
            lower_is_better=given.lower_is_better,
            by=given.by,
            alpha=given.alpha,
        )
    except (TypeError, ValueError) as error:
        raise Misused(str(error)) from None
    if given.json:
        tell_json(report)
    else:
        say(str(report))
    if report["ok"]:
        return 0
    why = "nothing can be compared" if report["not_comparable"] else "it got worse"
    write(f"wai: {why}", sys.stderr)
    return REGRESSED


def _alpha(text: str) -> float:
    try:
        found = float(text)
    except ValueError:
        found = 0.0
    if not 0 < found < 1:
        raise ArgumentTypeError(f"{text!r} is no share between 0 and 1")
    return found
