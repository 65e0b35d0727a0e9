"""Slots played by processes of this machine."""

from __future__ import annotations

import multiprocessing
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import anyio
import pytest

import whileai as wai
from tests.builtin.executors.agents import (
    crashes,
    cuts,
    elsewhere,
    holds,
    names_loop,
    refuses,
)
from tests.support import by_prompt, ok, sim, sim_async
from whileai.builtin.executors import processes
from whileai.engine import crew
from whileai.testing import same_rows

ROOT = Path(__file__).resolve().parents[3]
NAMED: dict[str, Any] = {"advanced": {"model_version": "a"}}

pytestmark = [
    pytest.mark.contract("S40", "S50"),
    pytest.mark.filterwarnings("ignore::UserWarning"),
]


def test_processes_give_the_rows_that_the_run_gives_itself() -> None:
    options: dict[str, Any] = {"budget": 8, "grader": by_prompt}
    here = sim(elsewhere, **options)
    away = sim(elsewhere, executor="processes:1", **options)
    said = {row["final_text"].replace("True", "False") for row in away}
    assert said == {row["final_text"] for row in here} == {"Done, in a worker: False."}
    assert {row["final_text"] for row in away} == {"Done, in a worker: True."}
    kept = [row | {"final_text": "", "messages": []} for row in here]
    assert same_rows(kept, [row | {"final_text": "", "messages": []} for row in away])
    assert multiprocessing.active_children() == []


@pytest.mark.full
def test_processes_run_the_event_loop_of_the_run() -> None:
    pytest.importorskip("trio", reason="trio comes with the extra 'testing'")

    async def call() -> Any:
        return await sim_async(names_loop, budget=2, executor="processes:1")

    rows = anyio.run(call, backend="trio")
    assert {row["final_text"] for row in rows} == {"trio"}


@pytest.mark.parametrize("text", ["processes:0", "processes:x", "processes:-1"])
def test_a_number_of_processes_is_whole(text: str) -> None:
    """S02."""
    with pytest.raises(ValueError, match=f"^executor='{text}': .*as in 'processes:4'"):
        sim(ok, executor=text)


def test_local_takes_no_number() -> None:
    """S02."""
    with pytest.raises(ValueError, match="'local' takes no argument; concurrency="):
        sim(ok, executor="local:4")


def test_a_forecast_begins_no_process(monkeypatch: pytest.MonkeyPatch) -> None:
    """S55."""
    monkeypatch.setattr(processes, "get_context", None)
    forecast: Any = wai.simulate(
        ok, simulator=False, tools=[], dry_run=True, budget=3, executor="processes"
    )
    assert forecast.rows.high == 3


@pytest.mark.full
def test_a_process_that_ends_loses_its_rollout_alone() -> None:
    """S52."""
    here = sim(refuses, budget=12, concurrency=6, **NAMED)
    away = sim(crashes, budget=12, concurrency=6, executor="processes:2", **NAMED)
    assert same_rows(here, away)
    assert "exit code 3" in away.search["first_agent_error"]


@pytest.mark.full
def test_what_cancels_the_tasks_of_a_worker_is_told() -> None:
    """S52."""
    seeds = ["Hold", "Hold on"]
    options: dict[str, Any] = {"seeds": seeds, "situations": 2, "budget": 2}
    data = sim(cuts, executor="processes:1", **options)
    assert [row["prompt"] for row in data] == ["Hold on"]
    assert "cancel your own tasks alone" in data.search["first_agent_error"]


@pytest.mark.full
def test_a_process_whose_loop_stands_still_is_given_up(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(crew, "HUNG_S", 0.5)
    seeds = ["Hold", "Hold on"]
    options: dict[str, Any] = {"seeds": seeds, "situations": 2, "budget": 2}
    data = sim(holds, timeout=0.5, executor="processes:1", **options)
    assert [row["prompt"] for row in data] == ["Hold on"]
    assert "WorkerEnded" in data.search["first_agent_error"]


@pytest.mark.full
async def test_cancelling_leaves_no_process() -> None:
    """S52."""
    with anyio.move_on_after(3):
        await sim_async(holds, seeds=["Hold"], budget=4, executor="processes:2")
    assert multiprocessing.active_children() == []


SCRIPT = """
import sys
import whileai as wai
from tests.builtin.executors.agents import lingers
from tests.support import TOOLS2

def own(message):
    return lingers(message)

if __name__ == "__main__":
    try:
        data = wai.simulate(
            own if sys.argv[1:] else lingers, tools=TOOLS2, simulator=False,
            budget=300, checkpoint="c.jsonl", executor="processes:2", concurrency=4,
        )
        print("rows", len(data))
    except wai.Interrupted as stopped:
        print("interrupted", len(stopped.data))
"""


@pytest.fixture
def script(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A script that plays 300 rollouts in two processes, which leave their ids."""
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    monkeypatch.setenv("PIDS", str(tmp_path / "pids"))
    (tmp_path / "pids").mkdir()
    (tmp_path / "run.py").write_text(SCRIPT, encoding="utf-8")
    return tmp_path


def begun(folder: Path, *args: str) -> subprocess.Popen[str]:
    """Begin the script, and wait until rows have landed."""
    process = subprocess.Popen(
        [sys.executable, "run.py", *args],
        cwd=folder,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    path = folder / "c.jsonl"
    while process.poll() is None:
        if path.exists() and path.read_bytes().count(b"\n") > 8:
            break
        time.sleep(0.02)
    return process


def alive(folder: Path) -> list[int]:
    """Give the workers that are there."""
    pids = [int(each.name) for each in (folder / "pids").iterdir()]
    return [pid for pid in pids if Path(f"/proc/{pid}").exists()]


def until_gone(folder: Path) -> None:
    deadline = time.monotonic() + 20
    while alive(folder) and time.monotonic() < deadline:
        time.sleep(0.05)
    assert alive(folder) == []


posix = pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")


@posix
@pytest.mark.full
def test_workers_end_with_a_run_that_is_killed_and_it_resumes(script: Path) -> None:
    """S51, S52."""
    process = begun(script)
    assert len(alive(script)) == 2
    process.send_signal(signal.SIGKILL)
    process.communicate()
    until_gone(script)
    again = begun(script)
    told, _ = again.communicate()
    assert told == "rows 300\n"
    assert (script / "c.jsonl").read_bytes().count(b"\n") == 301
    until_gone(script)


@posix
@pytest.mark.full
@pytest.mark.parametrize("group", [False, True])
def test_ctrl_c_keeps_what_landed_and_leaves_no_process(
    script: Path, group: bool
) -> None:
    """S52: a terminal interrupts the workers too."""
    process = begun(script, "own")
    pids = [process.pid, *(alive(script) if group else [])]
    for pid in pids:
        os.kill(pid, signal.SIGINT)
    told, erred = process.communicate()
    assert told.startswith("interrupted ")
    assert int(told.split()[1]) >= 8
    assert "Traceback" not in erred
    until_gone(script)


UNGUARDED = """
import whileai as wai

def own(message):
    return "Done."

wai.simulate(own, tools=[], simulator=False, budget=1, executor="processes:1")
"""


@pytest.mark.full
def test_a_script_without_its_guard_is_told_of_it(script: Path) -> None:
    (script / "run.py").write_text(UNGUARDED, encoding="utf-8")
    ran = subprocess.run(
        [sys.executable, "run.py"], cwd=script, capture_output=True, text=True
    )
    assert ran.returncode == 1
    assert 'if __name__ == "__main__":' in ran.stderr.splitlines()[-1]


@pytest.mark.full
def test_what_is_defined_in_text_on_the_command_line_is_refused(script: Path) -> None:
    ran = subprocess.run(
        [sys.executable, "-c", UNGUARDED], cwd=script, capture_output=True, text=True
    )
    assert "'own' is defined in __main__ (a notebook, a prompt" in ran.stderr
    assert "Move it to a module" in ran.stderr
