"""``python -m benchmarks [names...]``: a table for each target."""

from __future__ import annotations

import argparse
import logging
import time
from typing import TYPE_CHECKING

from benchmarks import (
    adapting,
    arguments,
    catalogue,
    checkpoints,
    concurrency,
    covering,
    executors,
    growth,
    imports,
    in_flight,
    memory,
    model_calls,
    pinned_rows,
    planted,
    refusals,
    resuming,
    shrinking,
    statistics,
    truth,
    unbiased,
    waiting,
    writing,
    written_rows,
)
from benchmarks.tables import table
from benchmarks.timing import Finding, Settings

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

BENCHMARKS: dict[str, Callable[[Settings], Iterator[Finding]]] = {
    "p1": pinned_rows.findings,
    "p2": growth.findings,
    "p3": written_rows.findings,
    "p4": concurrency.findings,
    "p5": waiting.findings,
    "p6": adapting.findings,
    "p7": model_calls.findings,
    "p8": in_flight.findings,
    "p9": refusals.findings,
    "p10": checkpoints.findings,
    "p11": resuming.findings,
    "p12": memory.findings,
    "p13": imports.findings,
    "p14": statistics.findings,
    "p15": executors.findings,
    "ray": executors.cluster,
    "tools": catalogue.findings,
    "arguments": arguments.findings,
    "covering": covering.findings,
    "writing": writing.findings,
    "truth": truth.findings,
    "planted": planted.findings,
    "shrink": shrinking.findings,
    "unbiased": unbiased.findings,
}


def main(argv: Sequence[str] | None = None) -> int:
    """Print the tables that were asked for; every one where none was named."""
    options = _parser().parse_args(argv)
    logging.getLogger("whileai.simulations").addHandler(logging.NullHandler())
    settings = Settings(
        quick=options.quick,
        long=options.long,
        runs=1 if options.quick else options.runs,
        scale=options.scale * (0.1 if options.quick else 1.0),
        seeds=1 if options.quick else options.seeds,
    )
    for name in options.names or BENCHMARKS:
        began = time.perf_counter()
        found = list(BENCHMARKS[name](settings))
        print(table(found))
        print(f"({name} took {time.perf_counter() - began:.1f} s)\n", flush=True)
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument("names", nargs="*", choices=[[], *BENCHMARKS], metavar="name")
    parser.epilog = f"names: {', '.join(BENCHMARKS)}; without one, all of them"
    for option, text in (
        ("--quick", "small sizes, to see that everything works"),
        ("--long", "sizes that take many minutes, too"),
    ):
        parser.add_argument(option, action="store_true", help=text)
    parser.add_argument("--runs", type=int, default=3, help="repetitions (3)")
    parser.add_argument("--seeds", type=int, default=5, help="outcome seeds of p6 (5)")
    parser.add_argument("--scale", type=float, default=1.0, help="of latencies (1)")
    return parser


if __name__ == "__main__":
    raise SystemExit(main())
