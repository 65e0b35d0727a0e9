"""A killed run resumes as if it had never died."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from typing import TYPE_CHECKING, Any

import orjson
import pytest

from tests.support import POLICY, Count, by_prompt, by_repeat, look, ok, sim, slow_look
from whileai.base.errors import CheckpointError
from whileai.base.seeds import Dice
from whileai.engine.checkpoint import Checkpoint
from whileai.testing import same_rows

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    import whileai as wai

pytestmark = pytest.mark.contract("S29", "S51")


def row_lines(path: Path) -> list[dict[str, Any]]:
    *whole, _cut = path.read_bytes().split(b"\n")  # a kill may fall into a line
    values = [orjson.loads(line) for line in whole]
    return [value for value in values[1:] if "lost" not in value]


def resumed(data: wai.SimulationData) -> int:
    return sum(bool(row["lineage"]["resumed"]) for row in data)


def test_the_file_has_a_header_and_a_line_for_each_row_that_landed(
    tmp_path: Path,
) -> None:
    """F030, F195."""
    path = tmp_path / "deep" / "c.jsonl"
    seen: list[int] = []

    def agent(message: str) -> str:
        seen.append(len(path.read_bytes().splitlines()) - 1)
        return "Done."

    data = sim(agent, budget=12, checkpoint=path, concurrency=1, fault_rate=0)
    assert seen == list(range(12))
    assert [row["prompt"] for row in row_lines(path)] == [row["prompt"] for row in data]


def test_pinned_tasks_are_topped_up_exactly(tmp_path: Path) -> None:
    """F031, F032, F038, F196, F287."""
    path, output = tmp_path / "c.jsonl", tmp_path / "rows.jsonl"
    base = sim(ok, situations=6, repeats=2, budget=12, fault_rate=0)
    first, second, third = Count(), Count(), Count()
    with pytest.warns(UserWarning, match="budget=12 pays them all"):
        sim(first, tasks=base, budget=3, checkpoint=path)
    data = sim(second, tasks=base, budget=12, checkpoint=path, output=output)
    assert len(first.messages) == 3
    assert len(second.messages) == 9
    assert data.search["rollouts"]["resumed"] == resumed(data) == 3
    assert data.search["rollouts"]["landed"] == 9
    assert len(row_lines(path)) == len(output.read_bytes().splitlines()) == 12
    again = sim(third, tasks=base, budget=12, checkpoint=path)
    assert (len(third.messages), len(again), resumed(again)) == (0, 12, 12)


def test_rows_of_other_tasks_are_left_out_with_a_warning(tmp_path: Path) -> None:
    """F033."""
    path = tmp_path / "c.jsonl"
    base = sim(ok, budget=4, fault_rate=0)
    sim(ok, tasks=base, checkpoint=path)
    data = sim(ok, tasks=list(base)[:2], checkpoint=path)
    assert len(data) == 2
    (line,) = [each for each in data.warnings if "tasks=" in each]
    assert "2 of its rows" in line


def test_rows_beyond_the_repeats_of_a_task_are_kept(tmp_path: Path) -> None:
    """F036."""
    path = tmp_path / "c.jsonl"
    base = sim(ok, budget=2, fault_rate=0)
    sim(ok, tasks=base, repeats=3, checkpoint=path)
    data = sim(ok, tasks=base, repeats=1, checkpoint=path)
    assert (len(data), data.search["rollouts"]["landed"]) == (6, 0)


@pytest.mark.parametrize(("had", "budget"), [(5, 8), (3, 30), (30, 31)])
def test_without_tasks_the_rows_on_disk_count_toward_the_budget(
    tmp_path: Path, had: int, budget: int
) -> None:
    """F034, F285."""
    path = tmp_path / "c.jsonl"
    sim(budget=had, checkpoint=path)
    data = sim(look, budget=budget, checkpoint=path)
    assert len(data) == budget
    assert data.search["rollouts"]["landed"] == budget - had
    assert data.search["rollouts"]["resumed"] == had
    assert any("budget" in line for line in data.warnings)
    again = sim(look, budget=budget, checkpoint=path)
    assert (len(again), again.search["rollouts"]["landed"]) == (budget, 0)


def test_a_budget_below_the_rows_on_disk_makes_no_call(tmp_path: Path) -> None:
    path = tmp_path / "c.jsonl"
    sim(look, budget=12, checkpoint=path)
    data = sim(look, budget=5, checkpoint=path)
    assert (len(data), data.search["rollouts"]["landed"]) == (12, 0)
    assert any("more than budget=5" in line for line in data.warnings)


STEPS = pytest.mark.parametrize("step", [17, pytest.param(1, marks=pytest.mark.full)])
"""Bytes between two cuts: every one is tried in the full check."""


@STEPS
def test_a_last_line_cut_at_any_byte_is_dropped(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, step: int
) -> None:
    """F035, F286."""
    monkeypatch.setattr(os, "fsync", lambda _file: None)  # thousands take seconds
    path, warnings = tmp_path / "c.jsonl", list[str]()
    sim(ok, budget=2, checkpoint=path, tools=None, system_prompt=None)
    text = path.read_bytes()
    start = text.rstrip(b"\n").rfind(b"\n") + 1
    header = orjson.loads(text.splitlines()[0])
    for cut in [*range(start, len(text), step), len(text) - 1, len(text)]:
        path.write_bytes(text[:cut])
        warnings.clear()
        read = Checkpoint(path, header, mix=False, warn=warnings.append)
        read.close()
        assert read.rows == 1 + (cut == len(text))
        assert bool(warnings) == (start < cut < len(text))
        assert path.read_bytes() == (text if cut == len(text) else text[:start])


@STEPS
def test_a_header_cut_at_any_byte_begins_the_file_anew(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, step: int
) -> None:
    monkeypatch.setattr(os, "fsync", lambda _file: None)
    path = tmp_path / "c.jsonl"
    sim(ok, budget=1, checkpoint=path, tools=None, system_prompt=None)
    first = path.read_bytes().splitlines(keepends=True)[0]
    header = orjson.loads(first)
    for cut in range(0, len(first), step):
        path.write_bytes(first[:cut])
        read = Checkpoint(path, header, mix=False, warn=lambda _line: None)
        read.close()
        assert (read.rows, orjson.loads(path.read_bytes())) == (0, header)


def test_a_run_whose_last_line_was_cut_plays_it_again(tmp_path: Path) -> None:
    """F035, F286."""
    path = tmp_path / "c.jsonl"
    whole = sim(budget=4, checkpoint=path)
    text = path.read_bytes()
    start = text.rstrip(b"\n").rfind(b"\n") + 1
    for cut in range(start, len(text), max(1, (len(text) - start) // 4)):
        path.write_bytes(text[:cut])
        data = sim(budget=4, checkpoint=path)
        assert same_rows(data, whole)
        assert any("cut off" in line for line in data.warnings) == (cut > start)
        assert path.read_bytes().count(b"\n") == text.count(b"\n")


@pytest.mark.parametrize("bad", [b"{oops\n", b"[1]\n", b'{"a": 1}\n'])
def test_any_other_bad_line_is_an_error_with_its_number(
    tmp_path: Path, bad: bytes
) -> None:
    path = tmp_path / "c.jsonl"
    sim(budget=4, checkpoint=path)
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join([*lines[:2], bad, *lines[2:]]))
    with pytest.raises(CheckpointError, match=r"c\.jsonl, line 3"):
        sim(budget=4, checkpoint=path)


def test_a_file_of_something_else_is_refused_and_left_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "c.jsonl"
    path.write_text('{"a": 1}\n')
    with pytest.raises(ValueError, match="no header"):
        sim(budget=4, checkpoint=path)
    assert path.read_text() == '{"a": 1}\n'


def other(message: str) -> str:
    return "Something else."


@pytest.mark.parametrize(
    ("change", "named"),
    [
        ({"agent": other}, "agent"),
        ({"system_prompt": "Be kind."}, "system_prompt"),
        ({"tools": None}, "tools"),
        ({"grader": by_prompt}, "grader"),
    ],
)
def test_another_agent_policy_or_grader_is_refused_by_name(
    tmp_path: Path, change: dict[str, Any], named: str
) -> None:
    """F039."""
    path = tmp_path / "c.jsonl"
    sim(ok, budget=4, checkpoint=path)
    before = path.read_bytes()
    options: dict[str, Any] = {"agent": ok, "budget": 6, "checkpoint": path} | change
    with pytest.raises(ValueError, match=named):
        sim(**options)
    assert path.read_bytes() == before
    mixed = sim(**options, advanced={"resume": "mix"})
    assert len(mixed) == 6
    assert any("mixes runs" in line for line in mixed.warnings)


def test_verdicts_are_kept_and_not_asked_for_again(tmp_path: Path) -> None:
    path = tmp_path / "c.jsonl"
    calls: list[str] = []

    def grader(row: Any) -> float:
        calls.append(row["prompt"])
        return by_prompt(row)

    whole = sim(budget=12, grader=grader, checkpoint=path)
    judged = len(calls)
    again = sim(budget=12, grader=grader, checkpoint=path)
    assert len(calls) == judged
    assert same_rows(again, whole)


PARENT = """
import asyncio, os, sys, time, whileai as wai
from tests.support import *
async def agent(message, world):
    await asyncio.sleep(0.004)
    return told(await world.call_async("lookup_order", {"order_id": "A1000"}))
agent.__name__ = "slow_look"
def run(**options):
    return wai.simulate_async(agent, tools=TOOLS2, system_prompt=POLICY,
                              simulator=False, **options)
asyncio.run(run(budget=1, grader=by_repeat))  # a first run imports what it needs
for line in sys.stdin:
    path, options, wanted = eval(line)
    child, ended = os.fork(), (0, 0)
    if not child:
        code = 1
        try:
            asyncio.run(run(checkpoint=path, concurrency=9, **options))
            code = 0
        finally:
            os._exit(code)
    while not ended[0]:
        if os.path.exists(path) and open(path, "rb").read().count(b"\\n") > wanted:
            os.kill(child, 9)
        time.sleep(0.002)
        ended = os.waitpid(child, os.WNOHANG)
    print(os.waitstatus_to_exitcode(ended[1]), flush=True)
"""
"""Imports once; forks a process for each run, and kills it after the rows wanted."""
CASES: list[dict[str, Any]] = [
    {"budget": 60},
    {"budget": 64, "mode": "rl", "repeats": 4, "grader": by_repeat},
    {"budget": 20, "runs": 3},
]


def options_text(case: dict[str, Any]) -> str:
    shown = [
        f"{name!r}: {getattr(value, '__name__', None) or repr(value)}"
        for name, value in case.items()
    ]
    return "{" + ", ".join(shown) + "}"


@pytest.fixture(scope="module")
def parent() -> Iterator[subprocess.Popen[str]]:
    """A process that starts runs without importing the library for each."""
    with subprocess.Popen(
        [sys.executable, "-c", PARENT],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        bufsize=1,
    ) as process:
        yield process


def killed(
    parent: subprocess.Popen[str], path: Path, case: dict[str, Any], wanted: int
) -> int:
    """Kill a run once ``wanted`` rows landed, and give how its process ended."""
    assert parent.stdin
    assert parent.stdout
    print(f"{str(path)!r}, {options_text(case)}, {wanted}", file=parent.stdin)
    return int(parent.stdout.readline())


@pytest.mark.parametrize(
    "number",
    [*range(6), *(pytest.param(n, marks=pytest.mark.full) for n in range(6, 30))],
)
def test_a_run_killed_at_any_moment_ends_with_the_same_rows(
    tmp_path: Path, number: int, parent: subprocess.Popen[str]
) -> None:
    """F041, F284, F289: real kills, twice, then left alone."""
    path, dice, case = tmp_path / "c.jsonl", Dice(number), CASES[number % 3]
    for _ in range(2):
        code = killed(parent, path, case, dice.between(1, 40))
        assert code in (0, -signal.SIGKILL)
    paid = len(row_lines(path)) if path.exists() else 0
    data = sim(slow_look, checkpoint=path, **case)
    assert same_rows(data, sim(slow_look, **case))
    assert data.search["rollouts"]["resumed"] == paid
    keys = [
        (row["task_id"], row["rollout_index"], row["lineage"]["eval_run"])
        for row in data
    ]
    assert len(keys) == len(set(keys))


def test_two_runs_cannot_write_one_checkpoint(tmp_path: Path) -> None:
    """F290."""
    path = tmp_path / "c.jsonl"

    def agent(message: str) -> str:
        for other in (ok, agent):
            with pytest.raises(ValueError, match=r"another run that is under way"):
                sim(other, budget=2, checkpoint=path, fault_rate=0)
        return "Done."

    assert len(sim(agent, budget=2, checkpoint=path, fault_rate=0)) == 2
    assert len(sim(agent, budget=2, checkpoint=path, fault_rate=0)) == 2
    assert POLICY
