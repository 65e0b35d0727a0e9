"""How far a run is: a bar where there can be one, the lines of the log elsewhere."""

from __future__ import annotations

import logging
import os
import sys
import warnings
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from whileai.cli.terminal import is_rich, write
from whileai.engine.progress import LOGGER

if TYPE_CHECKING:
    from rich.progress import Progress

Update = Callable[[dict[str, Any]], None]
"""Takes the numbers of a progress line."""


@contextmanager
def watched(doing: str, total: int) -> Iterator[Update | None]:
    """Show how far a run is, on standard error, and each warning as it comes.

    Where there is a bar the log is silent; elsewhere its lines are the progress, and
    there is nothing to call.
    """
    with _told_warnings():
        if not _has_bar():
            yield None
            return
        with _silent(), _bar(doing, total) as update:
            yield update


@contextmanager
def progress(doing: str, total: int) -> Iterator[Update]:
    """Show how far a run of ``total`` rows is, on standard error.

    A bar where there can be one; elsewhere the line ``doing`` at the start.
    """
    if not _has_bar():
        write(f"{doing} ...", sys.stderr)
        yield lambda _numbers: None
        return
    with _bar(doing, total) as update:
        yield update


@contextmanager
def quiet() -> Iterator[None]:
    """Leave progress lines and warnings out: what is printed at the end has both."""
    with _silent(), warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)
        yield


def _has_bar() -> bool:
    """Say whether standard error can show a bar; a log of ``CI`` shows none well."""
    return is_rich(sys.stderr) and not os.environ.get("CI")


@contextmanager
def _silent() -> Iterator[None]:
    logger, handler = logging.getLogger(LOGGER), logging.NullHandler()
    logger.addHandler(handler)
    try:
        yield
    finally:
        logger.removeHandler(handler)


@contextmanager
def _told_warnings() -> Iterator[None]:
    """Print each warning of the library in a line, without the place in its code."""

    def tell(message: Warning | str, *_place: object, **_more: object) -> None:
        write(f"wai: warning: {message}", sys.stderr)

    with warnings.catch_warnings():
        warnings.simplefilter("default", UserWarning)
        warnings.showwarning = tell
        yield


@contextmanager
def _bar(doing: str, total: int) -> Iterator[Update]:
    from rich.console import Console  # noqa: PLC0415 - only with the extra
    from rich.progress import (  # noqa: PLC0415 - only with the extra
        BarColumn,
        MofNCompleteColumn,
        Progress,
        TaskProgressColumn,
        TextColumn,
        TimeElapsedColumn,
        TimeRemainingColumn,
    )

    columns = (
        *(TextColumn("{task.description}"), BarColumn(), TaskProgressColumn()),
        *(MofNCompleteColumn(), TimeElapsedColumn(), TextColumn("elapsed,")),
        *(TimeRemainingColumn(), TextColumn("left, {task.fields[more]}")),
    )
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        yield _updating(bar, bar.add_task(doing, total=total, more=""))


def _updating(bar: Progress, task: Any) -> Update:
    def update(numbers: Mapping[str, Any]) -> None:
        total = numbers.get("cap")
        bar.update(task, completed=numbers["rows"], total=total, more=beside(numbers))

    return update


def beside(numbers: Mapping[str, Any]) -> str:
    """Give what stands beside a bar: the pace, what is in flight, and what was lost."""
    words = (
        ("inflight", "in flight"),
        ("resumed", "resumed"),
        ("rerolled", "re-rolled"),
        ("lost", "lost"),
        ("retried", "calls tried again"),
    )
    landed, elapsed_s = numbers.get("landed", 0), numbers.get("elapsed_s", 0)
    pace = [f"{landed / elapsed_s:.1f} rows/s"] if landed and elapsed_s else []
    told = [f"{numbers[key]} {word}" for key, word in words if numbers.get(key)]
    return ", ".join([*pace, *told])
