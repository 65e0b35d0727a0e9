"""The benchmarks run: whether their targets hold is not a test's business."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from benchmarks.__main__ import main
from benchmarks.truth import STOPPED
from benchmarks.unbiased import expected, fillings
from benchmarks.unbiased import run as played
from whileai.stats import pass_at

if TYPE_CHECKING:
    from benchmarks.truth import Truth

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


def test_an_unknown_name_is_refused_with_the_known_ones(
    capsys: pytest.CaptureFixture[str],
) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["p99"])
    assert ended.value.code == 2
    assert "p13" in capsys.readouterr().err


@pytest.mark.contract("S59")
@pytest.mark.parametrize("truth", STOPPED, ids=lambda truth: truth.name)
def test_groups_that_stop_early_are_estimated_without_bias(truth: Truth) -> None:
    for fills in fillings(4):
        assert expected(truth, 4, fills, "pass_pow_k") == pytest.approx(truth.power(4))
        assert expected(truth, 4, fills, "pass_at_k") == pytest.approx(truth.at(4))
    naive = expected(truth, 4, 2, "naive_pass_pow_k") - truth.power(4)
    assert naive > 0.005, "counting stopped groups as if they had gone on is biased"


@pytest.mark.contract("S59")
@pytest.mark.parametrize("policy", ["fixed", "successive"])
@pytest.mark.parametrize("k", [4, 8])
def test_a_run_with_groups_has_its_k_way_numbers(policy: str, k: int) -> None:
    found = pass_at(played(STOPPED[2], k, policy, 1), k)
    assert found.pass_pow_k is not None
    assert found.pass_at_k is not None
    assert found.naive_pass_pow_k is not None
