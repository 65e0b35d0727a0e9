"""P13: what importing costs, beside a bare interpreter and the core packages."""

from __future__ import annotations

import importlib
import os
import subprocess
import sys
import tempfile
import time
from functools import partial
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING, Any

from benchmarks.timing import MOST_DRIFT, Finding, Settings

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

TARGET = "P13"
CORE = "import anyio, attrs, orjson, pluggy, structlog"
BARE, IMPORT, SIMULATE = "pass", "import whileai", "import whileai; whileai.simulate"
START = """
import time, logging
logging.getLogger("whileai.simulations").addHandler(logging.NullHandler())
import whileai
call = whileai.simulate
began = time.process_time()
call(lambda message: "Done.", simulator=False, budget=1)
print(time.process_time() - began)
"""
MOST_START_S = 0.100


def findings(settings: Settings) -> Iterator[Finding]:
    """Measure fresh interpreters, in turn, on modules that are compiled already."""
    with tempfile.TemporaryDirectory() as folder:
        environment = _environment(folder)
        if not settings.quick:
            _python(START, environment)
        yield from _measured(settings, environment)


def _measured(settings: Settings, environment: dict[str, str]) -> Iterator[Finding]:
    runs = settings.size(max(7, settings.runs), 1)
    codes = (BARE, IMPORT, CORE, SIMULATE)
    times: dict[str, list[float]] = {code: [] for code in codes}
    for _ in range(runs):
        for code in codes:
            times[code].append(_cpu(code, environment))
    times[BARE].append(_cpu(BARE, environment))
    drift = abs(times[BARE][-1] / times[BARE][0] - 1)
    note = f"{'VOID: ' if drift > MOST_DRIFT else ''}control moved {drift:.0%}"
    for code, control, most in ((IMPORT, BARE, 2.5), (SIMULATE, CORE, 1.3)):
        ours, theirs = median(times[code]), median(times[control])
        yield Finding(
            target=TARGET,
            what=code,
            figure=f"{ours * 1e3:.0f} ms",
            ratio=ours / theirs,
            limit=f"at most {most} x {'bare' if control == BARE else 'the core five'}",
            holds=None if drift > MOST_DRIFT else ours / theirs <= most,
            note=f"{note}; control {theirs * 1e3:.0f} ms",
        )
    started = median(float(_python(START, environment).stdout) for _ in range(runs))
    yield Finding(
        target=TARGET,
        what="start-up of a run of one row",
        figure=f"{started * 1e3:.0f} ms",
        limit=f"under {MOST_START_S * 1e3:g} ms CPU",
        holds=started < MOST_START_S,
    )


def _environment(folder: str) -> dict[str, str]:
    """Give the variables of the interpreters; what they compile goes to ``folder``."""
    root = str(Path(__file__).resolve().parents[1])
    path = os.pathsep.join(filter(None, (root, os.environ.get("PYTHONPATH"))))
    found = {**os.environ, "PYTHONPATH": path, "PYTHONPYCACHEPREFIX": folder}
    found.pop("PYTHONDONTWRITEBYTECODE", None)
    return found


def _python(code: str, environment: dict[str, str]) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", code],
        check=True,
        capture_output=True,
        text=True,
        env=environment,
    )


def _cpu(code: str, environment: dict[str, str]) -> float:
    """Give the CPU seconds of a fresh interpreter; wall where they are not known."""
    clock = _children()
    began = clock()
    _python(code, environment)
    return clock() - began


def _children() -> Callable[[], float]:
    try:
        resource: Any = importlib.import_module("resource")
    except ImportError:
        return time.perf_counter
    return partial(_used, resource)


def _used(resource: Any) -> float:
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return float(usage.ru_utime + usage.ru_stime)
