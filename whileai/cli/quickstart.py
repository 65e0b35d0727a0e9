"""``wai quickstart``: a run against the bundled shop agent, and what it shows."""

from __future__ import annotations

from argparse import ArgumentParser, ArgumentTypeError, Namespace
from pathlib import Path
from typing import TYPE_CHECKING

from whileai.base.errors import Interrupted
from whileai.base.lines import read_objects
from whileai.cli.rows import save_meta
from whileai.cli.shop import POLICY, TOOLS
from whileai.cli.shop_agent import shop_agent
from whileai.cli.shop_check import shop_check
from whileai.cli.summary import summary
from whileai.cli.terminal import say
from whileai.cli.watching import progress, quiet
from whileai.simulations.simulation import simulate

if TYPE_CHECKING:
    from whileai.results import SimulationData


FAULT_RATE = 0.3
"""Three times the default, so that one run of 300 rows meets every kind of fault."""


def arguments(parser: ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument(
        "--rows", type=_count, default=300, metavar="N", help="rows to play (300)"
    )
    parser.add_argument(
        "--seed", type=int, default=0, help="names every draw of the run (0)"
    )
    parser.add_argument(
        "--output",
        default="rows.jsonl",
        metavar="PATH",
        help="the file that gets the rows (rows.jsonl)",
    )
    parser.add_argument(
        "--concurrency",
        type=_count,
        default=32,
        metavar="N",
        help="rollouts in flight at once; the rows do not depend on it (32)",
    )
    parser.add_argument(
        "--force",
        action="store_true",
        help="replace the file at PATH even if it holds something else",
    )


def run(given: Namespace) -> int:
    """Play the shop's agent, print what came out, and leave the rows in a file.

    Raises:
        ValueError: if something else than rows of this command is at the path.
    """
    replaced = Path(given.output).exists()
    if Path(given.output).is_file() and not (given.force or _is_ours(given.output)):
        raise ValueError(
            f"{given.output} holds something else than rows of this command, and was "
            "left as it is; pass --force to replace it, or another --output"
        )
    try:
        data = _played(given)
    except Interrupted as stopped:
        kept = 0 if stopped.data is None else len(stopped.data)
        raise KeyboardInterrupt(f"stopped; {kept} rows are in {given.output}") from None
    save_meta(data, given.output)
    for text, style in summary(data, given.output):
        say(text, style)
    if replaced:
        say(f"! {given.output} was there before; its rows are replaced", "yellow")
    return 0


def _is_ours(path: str) -> bool:
    """Say whether the file holds rows of the bundled agent and nothing else."""
    name = shop_agent.__name__
    try:
        return all(row.get("model_version") == name for row in read_objects(path))
    except ValueError:
        return False


def _played(given: Namespace) -> SimulationData:
    doing = f"playing {given.rows} rollouts of the bundled shop agent"
    with quiet(), progress(doing, given.rows) as update:
        return simulate(
            shop_agent,
            tools=TOOLS,
            system_prompt=POLICY,
            simulator=False,
            grader=shop_check,
            budget=given.rows,
            fault_rate=FAULT_RATE,
            seed=given.seed,
            concurrency=given.concurrency,
            output=given.output,
            on_progress=update,
        )


def _count(text: str) -> int:
    if not text.isdecimal() or int(text) < 1:
        raise ArgumentTypeError(f"{text!r} is no whole number of 1 or more")
    return int(text)
