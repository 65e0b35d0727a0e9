"""The benchmarks run: whether their targets hold is not a test's business."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "benchmarks", *arguments],
        cwd=ROOT,
        check=False,
        capture_output=True,
        text=True,
    )


@pytest.mark.full
def test_quick_benchmarks_print_a_table_for_each_target() -> None:
    done = run("--quick", "p1", "p13", "tools")
    assert done.returncode == 0, done.stderr
    assert "rollouts," not in done.stderr
    for target in ("P1 ", "P13 ", "tools "):
        assert f"\n{target}" in done.stdout, done.stdout


def test_an_unknown_name_is_refused_with_the_known_ones() -> None:
    done = run("p99")
    assert done.returncode == 2
    assert "p13" in done.stderr
