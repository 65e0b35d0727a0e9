"""Progress in words and numbers."""

from __future__ import annotations

import io
import logging
import sys
from typing import Any

import pytest

from tests.support import look, ok, sim
from whileai.engine.ledger import Ledger
from whileai.engine.progress import LOGGER, Progress, line, span

pytestmark = pytest.mark.contract("S27", "S28")

KEYS = {
    "rows", "cap", "landed", "resumed", "rerolled", "rerolled_by", "timed_out",
    "lost", "lost_by", "inflight", "situations", "elapsed_s", "retried",
}  # fmt: skip


@pytest.mark.parametrize(
    ("seconds", "words"),
    [(0, "0s"), (45, "45s"), (60, "1m"), (100, "1m40s"), (3600, "1h"), (3900, "1h5m")],
)
def test_spans_read_as_people_write_them(seconds: float, words: str) -> None:
    """F193."""
    assert span(seconds) == words


@pytest.mark.parametrize(("seconds", "words"), [(310, "5m"), (0.1, "1s")])
def test_estimates_are_rounded(seconds: float, words: str) -> None:
    assert span(seconds, rough=True) == words


def counts(**changes: Any) -> dict[str, Any]:
    ledger = Ledger(cap=64)
    ledger.landed = 12
    plain: dict[str, Any] = {
        **ledger.rollouts(), "inflight": 2, "situations": 3, "elapsed_s": 100.0
    }  # fmt: skip
    return plain | changes


def test_the_line_has_the_shape_of_the_page() -> None:
    """F103, F192."""
    said = line(counts())
    assert said == "12/64 rollouts, 3 situations written, 1m40s elapsed, ~7m left"
    assert "left" not in line(counts(rows=4, landed=4))
    assert "left" not in line(counts(rows=64, landed=64))
    assert line(counts(rerolled=6, lost=1, lost_by={"agent_error": 1})).endswith(
        ", 6 re-rolled, 1 lost (1 agent error)"
    )
    assert "4 resumed" in line(counts(resumed=4))


class Clock:
    now = 0.0

    def __call__(self) -> float:
        return self.now


def speaker(cap: int) -> tuple[Progress, Clock, list[dict[str, Any]]]:
    clock = Clock()
    heard: list[dict[str, Any]] = []
    progress = Progress(
        ledger=Ledger(cap=cap),
        on_progress=heard.append,
        situations=lambda: 0,
        clock=clock,
    )
    return progress, clock, heard


def test_it_speaks_every_ten_events_or_ten_seconds() -> None:
    """F101, F194."""
    progress, clock, heard = speaker(64)
    clock.now = 9.0
    progress.tick()
    assert heard == []
    clock.now = 10.5
    progress.tick()
    assert len(heard) == 1
    for _ in range(9):
        progress.event()
    assert len(heard) == 1
    progress.event()
    assert len(heard) == 2


@pytest.mark.parametrize("budget", [4, 30])
def test_the_callback_gets_every_key_and_numbers_that_never_fall(budget: int) -> None:
    """F104, F190, F191."""
    heard: list[dict[str, Any]] = []
    data = sim(ok, budget=budget, concurrency=2, on_progress=heard.append)
    assert all(set(each) == KEYS for each in heard)
    for name in ("rows", "landed", "rerolled", "lost", "elapsed_s"):
        values = [each[name] for each in heard]
        assert values == sorted(values)
    assert heard[-1]["rows"] == len(data) == heard[-1]["cap"] == budget
    assert "inflight" not in data.search["rollouts"]


def test_a_callback_that_raises_is_muted_and_no_row_is_lost() -> None:
    """F106."""

    def broken(numbers: dict[str, Any]) -> None:
        raise ZeroDivisionError

    data = sim(ok, budget=30, on_progress=broken)
    assert len(data) == 30
    assert [each for each in data.warnings if "on_progress" in each]


def test_a_callback_that_is_async_is_said_to_be_of_no_use() -> None:
    async def callback(numbers: dict[str, Any]) -> None: ...

    data = sim(ok, budget=12, on_progress=callback)
    assert any("plain function" in each for each in data.warnings)


def test_the_logger_speaks_at_info(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO, "whileai.simulations")
    sim(look, budget=12)
    said = [record.getMessage() for record in caplog.records]
    assert said[-1].startswith("12/12 rollouts, ")
    assert said.count(said[-1]) == 1


@pytest.mark.parametrize(("budget", "lines"), [(4, 0), (30, 3)])
def test_standard_error_speaks_when_nothing_listens_and_the_run_is_long(
    budget: int,
    lines: int,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """F102, F191."""
    with monkeypatch.context() as unheard:
        unheard.setattr(logging.getLogger(), "handlers", [])
        sim(ok, budget=budget, fault_rate=0)
    said = capsys.readouterr()
    assert (said.out, len(said.err.splitlines())) == ("", lines)


@pytest.mark.parametrize("kept", [True, False])
def test_a_standard_error_that_is_closed_costs_no_row(
    kept: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    closed = io.StringIO()
    closed.close()
    for name in (None, LOGGER):
        monkeypatch.setattr(logging.getLogger(name), "handlers", [])
    monkeypatch.setattr(sys, "stderr", closed if kept else None)
    assert len(sim(ok, budget=12)) == 12
