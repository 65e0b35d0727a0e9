"""``tools``: from the call to the first agent call, with every tool there is."""

from __future__ import annotations

import json
import time
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING, Any

import whileai as wai
from benchmarks.timing import Finding, Settings

if TYPE_CHECKING:
    from collections.abc import Iterator

TARGET = "tools"
MOST_S = 2.0
FILE = Path(__file__).resolve().parents[2] / "shared" / "data" / "tool_schemas.jsonl"


def real_tools() -> list[dict[str, Any]]:
    """Give the tools of the shared file, each name once; none where it is absent."""
    if not FILE.exists():
        return []
    found = [json.loads(line) for line in FILE.read_text("utf-8").splitlines()]
    return list({each["name"]: each for each in found}.values())


def findings(settings: Settings) -> Iterator[Finding]:
    """Measure a few runs of one row."""
    tools = real_tools()
    if not tools:
        yield Finding(target=TARGET, what="real tools", figure="skipped", note=_ABSENT)
        return
    taken = [_first_call(tools) for _ in range(settings.runs)]
    for name, number in (("wall", 0), ("CPU", 1)):
        seconds = median(each[number] for each in taken)
        yield Finding(
            target=TARGET,
            what=f"{len(tools)} tools, to the first agent call, {name}",
            figure=f"{seconds:.2f} s",
            limit=f"under {MOST_S:g} s",
            holds=seconds < MOST_S,
        )


_ABSENT = f"the folder {FILE.parent.parent.name}/ with real tools is not here"


def _first_call(tools: list[dict[str, Any]]) -> tuple[float, float]:
    """Give wall and CPU seconds from the call to the agent's."""
    reached: list[tuple[float, float]] = []

    def agent(message: str) -> str:
        reached.append((time.perf_counter(), time.process_time()))
        return "Done."

    began = time.perf_counter(), time.process_time()
    wai.simulate(agent, tools=tools, simulator=False, budget=1)
    return reached[0][0] - began[0], reached[0][1] - began[1]
