"""An agent that calls models itself, and whose host is gone."""

from __future__ import annotations

from itertools import cycle
from typing import TYPE_CHECKING, Any

import pytest

import whileai as wai
from tests.builtin.backends.server import Answer, Server
from tests.support import POLICY, TOOLS2, sim, sim_async

if TYPE_CHECKING:
    from collections.abc import Iterator

pytestmark = pytest.mark.contract("S52", "S54")

OFFLINE: Any = {"tools": TOOLS2, "system_prompt": POLICY, "simulator": False}
GONE = "https://api.shop.example/v1/chat returned 404"


class Fails:
    """An agent that raises each text in turn, and answers where one is empty."""

    def __init__(self, *texts: str) -> None:
        self.texts: Iterator[str] = cycle(texts)
        self.calls = 0

    def __call__(self, message: str) -> str:
        self.calls += 1
        text = next(self.texts)
        if text:
            raise ConnectionError(text)
        return "Done."


def test_a_host_that_is_gone_ends_the_run_after_three_calls() -> None:
    """F051."""
    agent = Fails(GONE)
    with pytest.raises(wai.RunStopped, match=r"api\.shop\.example.*address") as caught:
        sim(agent, budget=40, concurrency=1)
    assert agent.calls == 3
    assert caught.value.reason == caught.value.data.stopped_because == "agent_host_dead"
    assert "404" in caught.value.data.search["first_agent_error"]


async def test_a_stream_of_a_host_that_is_gone_says_so_too() -> None:
    run = wai.stream(Fails(GONE), budget=40, concurrency=1, **OFFLINE)
    with pytest.raises(wai.RunStopped, match=r"api\.shop\.example.*address"):
        async with run:
            assert [row async for row in run] == []
    assert run.data.stopped_because == "agent_host_dead"


def test_at_most_what_is_under_way_is_called_beside_the_three() -> None:
    """F051, F222 as ruled."""
    agent = Fails(GONE)
    with pytest.raises(wai.RunStopped):
        sim(agent, budget=400, concurrency=8)
    assert agent.calls <= 8 + 3


def test_rows_that_landed_before_are_returned() -> None:
    agent = Fails(*[""] * 5, *[GONE] * 50)
    data = sim(agent, budget=40, concurrency=1, fault_rate=0)
    assert (len(data), data.stopped_because) == (5, "agent_host_dead")
    assert any("api.shop.example" in line for line in data.warnings)


@pytest.mark.filterwarnings("ignore:more rollouts:UserWarning")
@pytest.mark.parametrize(
    "texts",
    [
        (GONE, GONE, ""),
        ("a.example returned 404", "b.example returned 404", "c.example gave 404", ""),
        ("a.example returned 503", "HTTP 429 from a.example", "timed out", ""),
    ],
)
def test_a_success_between_another_host_and_overload_end_nothing(
    texts: tuple[str, ...],
) -> None:
    """F051, F222."""
    data = sim(Fails(*texts), budget=6, repeats=4, concurrency=1, fault_rate=0)
    assert (len(data), data.stopped_because) == (6, "budget")


@pytest.mark.filterwarnings("ignore::UserWarning")
def test_overload_alone_is_an_agent_that_fails() -> None:
    data = sim(Fails("a.example returned 503"), budget=4, concurrency=1)
    assert data.stopped_because == "agent_failed"


@pytest.mark.anyio
async def test_a_web_page_in_the_place_of_a_model_is_told_after_three_requests() -> (
    None
):
    page = Answer(raw=b"<html>Welcome!</html>", headers={"Content-Type": "text/html"})
    async with Server([page]) as server:
        with pytest.raises(wai.RunStopped, match="cannot be read") as caught:
            await sim_async(wai.OpenAI("m", server.url), budget=3)
    assert len(server.requests) == 3
    assert caught.value.data.stopped_because == "agent_host_dead"
