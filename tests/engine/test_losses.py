"""What fails is counted, tried again, and never becomes a row."""

from __future__ import annotations

import threading
from collections import Counter
from typing import Any

import pytest

from tests.support import ok, sim
from whileai.testing import comparable

pytestmark = pytest.mark.contract("S14", "S28", "S52")


class FailsFirst:
    """Raises on the first call for each ask."""

    def __init__(self) -> None:
        self.seen: Counter[str] = Counter()

    def __call__(self, message: str) -> str:
        self.seen[message] += 1
        if self.seen[message] == 1:
            raise ValueError("not yet")
        return "Done."


def test_a_try_that_fails_is_tried_again_in_the_same_slot() -> None:
    """F050, F187, F197."""
    data = sim(FailsFirst(), budget=8, fault_rate=0)
    rollouts = data.search["rollouts"]
    assert len(data) == rollouts["landed"] == 8
    assert rollouts["rerolled_by"]["agent_error"] == rollouts["rerolled"] == 8
    assert (rollouts["lost"], rollouts["timed_out"]) == (0, 0)
    assert {row["final_text"] for row in data} == {"Done."}
    assert {row["lineage"]["attempt"] for row in data} == {1}


@pytest.mark.filterwarnings("ignore::UserWarning")
def test_an_agent_that_always_fails_ends_the_run_and_keeps_the_error() -> None:
    """F046."""
    calls: list[str] = []

    def agent(message: str) -> str:
        calls.append(message)
        raise LookupError("no such luck")

    data = sim(agent, budget=10)
    assert (len(data), data.stopped_because) == (0, "agent_failed")
    assert "LookupError: no such luck" in data.search["first_agent_error"]
    assert len(calls) <= max(16, 2 * 10) + 32
    assert any("no such luck" in line for line in data.warnings)
    assert "agent_errors" in data.degraded


def test_an_agent_that_never_says_anything_ends_the_run() -> None:
    """F048, F049, F198."""
    with pytest.warns(UserWarning, match="tried again"):
        data = sim(lambda message: "  ", budget=6)
    rollouts = data.search["rollouts"]
    assert (len(data), data.stopped_because) == (0, "empty_replies")
    assert rollouts["rerolled_by"]["empty_reply"] > 0
    assert any("tried again" in line for line in data.warnings)


def without(data: Any, prompt: str) -> list[dict[str, Any]]:
    return [comparable(row) for row in data if row["prompt"] != prompt]


@pytest.mark.parametrize("kind", [ValueError, SystemExit, MemoryError, RecursionError])
def test_one_bad_ask_of_many_leaves_the_other_rows_as_they_are(kind: Any) -> None:
    """F259."""
    good = sim(ok, situations=60, budget=60, fault_rate=0)
    unlucky = good[17]["prompt"]

    def agent(message: str) -> dict[str, Any]:
        if message == unlucky:
            raise kind
        return ok(message)

    agent.__name__ = "ok"
    data = sim(agent, situations=60, budget=60, fault_rate=0)
    assert without(data, unlucky) == without(good, unlucky)
    assert data.search["rollouts"]["lost_by"]["agent_error"] == 1
    assert kind.__name__ in data.search["first_agent_error"]


@pytest.mark.filterwarnings("ignore::UserWarning")
def test_an_agents_own_cancellation_is_its_own_error() -> None:
    import asyncio

    async def agent(message: str) -> str:
        if len(message) % 2:
            raise asyncio.CancelledError
        return "Done."

    data = sim(agent, budget=20, situations=20, fault_rate=0)
    lost = data.search["rollouts"]["lost_by"]["agent_error"]
    assert 0 < lost < 20
    assert len(data) == 20 - lost


@pytest.mark.parametrize("style", ["sync", "async"])
def test_a_call_past_its_timeout_is_an_agent_error_and_tried_again(style: str) -> None:
    """F133, F269."""
    import asyncio

    held = threading.Event()

    def sync(message: str) -> str:
        held.wait(5)
        return "late"

    async def slow(message: str) -> str:
        await asyncio.sleep(5)
        return "late"

    with pytest.warns(UserWarning, match="tried again"):
        data = sim(sync if style == "sync" else slow, budget=1, timeout=0.01)
    held.set()
    rollouts = data.search["rollouts"]
    assert len(data) == 0
    assert rollouts["timed_out"] == rollouts["rerolled"] + rollouts["lost"] > 0
    assert any("timeout=0.01" in line for line in data.warnings)


def test_lost_rollouts_are_replaced_while_there_is_budget() -> None:
    """F056, F279."""

    def agent(message: str) -> str:
        if len(message) % 5 == 0:
            raise ValueError("no")
        return "Done."

    data = sim(agent, budget=40, fault_rate=0)
    assert len(data) == 40
    assert data.search["rollouts"]["lost"] > 0
    assert "rollouts_lost" in data.degraded
