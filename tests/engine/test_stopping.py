"""Stopping keeps what was done and leaves nothing running."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
import threading
import time
from typing import TYPE_CHECKING, Any

import anyio
import orjson
import pytest

import whileai as wai
from tests.support import POLICY, TOOLS2, Peak, sim, sim_async, slow_look
from whileai.engine.course import GRACE_S
from whileai.results import load

if sys.version_info < (3, 11):
    from exceptiongroup import BaseExceptionGroup
from whileai.testing import virtual_time

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.contract("S52")

OFFLINE: dict[str, Any] = {
    "tools": TOOLS2,
    "system_prompt": POLICY,
    "simulator": False,
}


async def test_cancelling_the_async_form_raises_the_cancellation() -> None:
    """F262, F267."""
    agent = Peak()
    task = asyncio.ensure_future(
        wai.simulate_async(agent, budget=5000, concurrency=8, **OFFLINE)
    )
    await agent.reached(20)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    calls = agent.calls
    await asyncio.sleep(0.02)
    assert agent.calls == calls


async def test_what_landed_before_a_cancellation_is_in_the_files(
    tmp_path: Path,
) -> None:
    """F268."""
    agent, output = Peak(), tmp_path / "rows.jsonl"
    with anyio.move_on_after(30) as scope:
        async with anyio.create_task_group() as group:

            async def stop() -> None:
                await agent.reached(60)
                scope.cancel()

            group.start_soon(stop)
            await wai.simulate_async(
                agent,
                budget=5000,
                concurrency=8,
                output=output,
                checkpoint=tmp_path / "c.jsonl",
                **OFFLINE,
            )
    landed = (tmp_path / "c.jsonl").read_bytes().count(b"\n") - 1
    assert len(load(output)) == landed >= 40


def test_an_agents_keyboard_interrupt_stops_the_run_with_its_rows() -> None:
    calls: list[str] = []

    def agent(message: str) -> str:
        calls.append(message)
        if len(calls) == 12:
            raise KeyboardInterrupt
        return "Done."

    with pytest.raises(wai.Interrupted) as caught:
        sim(agent, budget=100, concurrency=1, fault_rate=0)
    assert isinstance(caught.value, KeyboardInterrupt)
    assert len(caught.value.data) == 11
    assert caught.value.data.stopped_because == "interrupted"


CHILD = """
import signal, sys, whileai as wai
from tests.support import *
signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell may ignore it
async def agent(message):
    await asyncio.sleep(float(sys.argv[3]))
    return "Done."
try:
    wai.simulate(agent, tools=TOOLS2, simulator=False, budget=100000, concurrency=4,
                 checkpoint=sys.argv[1], output=sys.argv[2])
except wai.Interrupted as stopped:
    print(len(stopped.data), flush=True)
    raise SystemExit(130)
"""


def started(tmp_path: Path, latency: float) -> subprocess.Popen[bytes]:
    paths = [str(tmp_path / "c.jsonl"), str(tmp_path / "rows.jsonl")]
    child = subprocess.Popen(
        [sys.executable, "-c", CHILD, *paths, str(latency)],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
    )
    checkpoint, deadline = tmp_path / "c.jsonl", time.monotonic() + 30
    while time.monotonic() < deadline:
        if checkpoint.exists() and checkpoint.read_bytes().count(b"\n") > 6:
            return child
        threading.Event().wait(0.01)
    raise AssertionError("the child never landed a row")


@pytest.mark.skipif(os.name != "posix", reason="SIGINT is sent as POSIX has it")
def test_ctrl_c_writes_what_landed_and_raises_interrupted(tmp_path: Path) -> None:
    """F264, F265."""
    child = started(tmp_path, 0.01)
    child.send_signal(signal.SIGINT)
    said, _ = child.communicate(timeout=20)
    assert child.returncode == 130
    rows = (tmp_path / "rows.jsonl").read_bytes().splitlines()
    on_disk = (tmp_path / "c.jsonl").read_bytes().splitlines()
    assert int(said) == len(rows) == len(on_disk) - 1 >= 6
    assert all("prompt" in orjson.loads(line) for line in rows)


@virtual_time
async def test_a_clock_stops_a_run_that_hangs_after_its_grace() -> None:
    """F042, F058, F202."""
    calls = iter(range(100))

    async def agent(message: str) -> str:
        if next(calls) >= 6:
            await anyio.sleep_forever()
        return "Done."

    data = await sim_async(agent, budget=100, time_budget=60.0, concurrency=4)
    assert anyio.current_time() == 60 + GRACE_S
    assert data.stopped_because == "time_budget"
    assert [row["final_text"] for row in data] == ["Done."] * 6
    assert any("4 rollouts had not finished" in line for line in data.warnings)


@virtual_time
async def test_calls_on_threads_that_hang_past_the_grace_are_abandoned() -> None:
    held = threading.Event()

    def agent(message: str) -> str:
        held.wait(60)
        return "Done."

    data = await sim_async(agent, budget=3, time_budget=60.0)
    held.set()
    assert len(data) == 0
    assert "rollouts_abandoned" in data.degraded


@virtual_time
async def test_a_clock_that_leaves_no_row_is_said() -> None:
    async def agent(message: str) -> str:
        await anyio.sleep_forever()
        return ""

    data = await sim_async(agent, budget=3, time_budget=60.0)
    assert len(data) == 0
    assert any("time_budget" in line for line in data.warnings)


def test_a_keyboard_interrupt_in_a_group_stops_the_run_too() -> None:
    def agent(message: str) -> str:
        raise BaseExceptionGroup("tasks", [ValueError(), KeyboardInterrupt()])

    with pytest.raises(wai.Interrupted):
        sim(agent, budget=3)


class HangingWriter:
    """A writer that words one wave and never the next."""

    def __init__(self) -> None:
        self.waves = 0

    async def write(self, briefs: Any, run: Any) -> Any:
        self.waves += 1
        if self.waves > 1:
            await anyio.sleep_forever()
        return [brief.task(0, f"Ask {brief.situation.id}.") for brief in briefs]


def test_a_clock_does_not_wait_for_a_writer_that_hangs() -> None:
    """F043: the grace is for rollouts."""
    began = time.monotonic()
    data = sim(
        Peak(), simulator=HangingWriter(), budget=500, time_budget=0.3, fault_rate=0
    )
    assert time.monotonic() - began < GRACE_S
    assert (len(data), data.stopped_because) == (32, "time_budget")
    waves = data.search["writer_waves_abandoned"]
    (line,) = [each for each in data.warnings if "of the writer" in each]
    assert line.startswith(f"{waves} wave")
    assert "time_budget=" in line


@pytest.mark.contract("S14")
def test_an_abandoned_call_keeps_no_process_alive(tmp_path: Path) -> None:
    code = (
        "import threading, whileai as wai, logging\n"
        "def agent(message):\n    threading.Event().wait(60)\n"
        "data = wai.simulate(agent, simulator=False, budget=1, timeout=0.01)\n"
        "print(data.search['rollouts']['timed_out'] > 0)\n"
    )
    done = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", code],
        capture_output=True,
        timeout=30,
        check=True,
    )
    assert done.stdout.split() == [b"True"]


@pytest.mark.contract("S01")
async def test_the_sync_form_works_inside_a_running_loop() -> None:
    """F251, F252."""
    assert len(sim(slow_look, budget=5)) == 5


@pytest.mark.contract("S01")
def test_a_client_bound_to_its_loop_is_found_again_by_the_second_call() -> None:
    """F255."""
    shared: dict[str, Any] = {}

    async def agent(message: str) -> str:
        lock = shared.setdefault("lock", asyncio.Lock())
        loop = shared.setdefault("loop", asyncio.get_running_loop())
        assert loop is asyncio.get_running_loop()
        async with lock:
            return "Done."

    assert len(sim(agent, budget=12)) == len(sim(agent, budget=12)) == 12


@pytest.mark.contract("S01")
def test_the_sync_form_works_from_a_thread_and_inside_an_agent() -> None:
    inner: list[int] = []

    async def agent(message: str) -> str:
        if not inner:
            inner.append(len(sim(Peak(), budget=2)))
        return "Done."

    found: list[int] = []
    thread = threading.Thread(target=lambda: found.append(len(sim(agent, budget=3))))
    thread.start()
    thread.join(30)
    assert (found, inner) == ([3], [2])


@pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX systems")
def test_what_the_handler_of_a_signal_raises_stops_the_run_too(tmp_path: Path) -> None:
    calls: list[str] = []

    def agent(message: str) -> str:
        calls.append(message)
        if len(calls) == 5:
            os.kill(os.getpid(), signal.SIGUSR1)
        return "Done."

    def handler(*_: object) -> None:
        raise LookupError("of the handler")

    path, before = tmp_path / "rows.jsonl", signal.signal(signal.SIGUSR1, handler)
    try:
        with pytest.raises(LookupError, match="of the handler"):
            sim(agent, budget=5000, concurrency=1, output=path)
    finally:
        signal.signal(signal.SIGUSR1, before)
    assert 5 <= len(path.read_bytes().splitlines()) <= len(calls) < 5000
