"""P11: reading rows back, and resuming a run that is all on disk."""

from __future__ import annotations

import tempfile
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import orjson

import whileai as wai
from benchmarks.agents import instant, pinned, played
from benchmarks.timing import Finding, Settings, compare, micro

if TYPE_CHECKING:
    from collections.abc import Iterator

TARGET = "P11"
MOST = 1.3


def findings(settings: Settings) -> Iterator[Finding]:
    """Measure ``load`` beside orjson, then a resume beside load and P1."""
    rows = settings.size(10_000, 100) if not settings.long else 100_000
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "rows.jsonl"
        played(instant, budget=rows, checkpoint=path)
        load = compare(
            partial(_parsed, path), {"load": partial(wai.load, path)}, settings.runs
        )
        yield Finding(
            target=TARGET,
            what=f"load {rows:,} rows",
            figure=micro(load.cpu("load"), rows),
            ratio=load.ratio("load"),
            limit=f"at most {MOST} x orjson.loads",
            holds=load.judged(load.ratio("load") <= MOST),
            note=load.note,
        )
        tasks = wai.load(path)
        resume = compare(
            partial(pinned, instant, tasks),
            {"resume": partial(played, instant, budget=rows, checkpoint=path)},
            settings.runs,
        )
    most = load.cpu("load") + resume.cpu()
    yield Finding(
        target=TARGET,
        what=f"resume {rows:,} rows",
        figure=micro(resume.cpu("resume"), rows),
        ratio=resume.cpu("resume") / most,
        limit="at most load + P1",
        holds=resume.judged(resume.cpu("resume") <= most),
        note=f"{resume.note}; load + P1 is {micro(most, rows)}",
    )


def _parsed(path: Path) -> object:
    return [orjson.loads(line) for line in path.read_bytes().splitlines()]
