"""Whole runs against a provider that only pretends, in both dialects and in trouble."""

from __future__ import annotations

import gc
import json
import os
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.request import urlopen

import pytest

import whileai as wai
from tests.serving.process import llmock
from tests.support import POLICY, sim_async

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from whileai.results import SimulationData

pytestmark = [
    pytest.mark.anyio,
    pytest.mark.served,
    pytest.mark.contract("S03", "S08", "S54"),
]

FEW, MANY = 24, 1_000
CONCURRENCY = 64


def journal(url: str, what: str) -> Any:
    """Read what the provider wrote down of its clients."""
    with urlopen(f"{url}/_llmock/{what}", timeout=30) as answer:
        return json.load(answer)


def sockets() -> int:
    """Count the open sockets of this process."""
    handles = [each for each in Path("/proc/self/fd").iterdir() if each.exists()]
    return sum(os.readlink(each).startswith("socket:") for each in handles)


@pytest.fixture
def no_socket_left() -> Iterator[None]:
    before = sockets()
    yield
    gc.collect()  # a connection left open would warn here, and warnings are errors
    assert sockets() == before


async def run(model: Any, rows: int, **options: Any) -> SimulationData:
    """Let a model play: it calls one tool, then says something."""
    common: dict[str, Any] = {
        "budget": rows,
        "avg_turns": 1,
        "concurrency": CONCURRENCY,
    }
    return await sim_async(model, **(common | options))


def accounted(data: SimulationData, rows: int, *, shown: int | None = None) -> None:
    """Every rollout landed, or was lost and counted; each row is one call and a reply.

    Args:
        data: the run.
        rows: that were asked for.
        shown: requests that the server counted, if it counts them all.
    """
    counts = data.search["rollouts"]
    assert len(data) + counts["lost"] >= rows
    assert counts["lost"] <= rows // 200
    assert len({row["lineage"]["slot"] for row in data.rows()}) == len(data)
    for row in data.rows():
        assert [m["role"] for m in row["messages"]] == [
            *("user", "assistant", "tool", "assistant")
        ]
        assert len(row["tools_used"]) == 1
    usage = data.report()["usage"]["agent"]
    tries = len(data) + counts["rerolled"] + counts["lost"]
    assert 2 * len(data) <= usage["calls"] <= 2 * tries
    retried = sum(usage["retries"].values())
    assert usage["requests"] == usage["calls"] + usage["failed"] + retried
    assert shown in (None, usage["requests"])


def openai(url: str) -> Any:
    return wai.OpenAI("gpt-4o", url)


def anthropic(url: str) -> Any:
    return wai.Anthropic("claude", f"{url}/anthropic")


DIALECTS = [openai, anthropic]


def roles(body: Mapping[str, Any]) -> Sequence[str]:
    return [each["role"] for each in body["messages"]]


@pytest.mark.parametrize("dialect", DIALECTS)
@pytest.mark.usefixtures("no_socket_left")
async def test_a_rollout_is_two_requests_in_the_form_that_providers_take(
    dialect: Any,
) -> None:
    """F302, F303: policy and tools are in every request, and roles alternate."""
    with llmock() as url:
        data = await run(dialect(url), FEW, fault_rate=0)
        seen = journal(url, "requests")["requests"]
        verdict = journal(url, "verdict")
    accounted(data, FEW, shown=2 * FEW)
    bodies = [each["body"] for each in seen]
    assert verdict["findings"] == []
    assert len(bodies) == 2 * FEW
    assert len({json.dumps(body["tools"]) for body in bodies}) == 1
    if dialect is openai:
        assert {body["messages"][0]["content"] for body in bodies} == {POLICY}
        expected = [["system", "user"], ["system", "user", "assistant", "tool"]]
    else:
        assert {body["system"] for body in bodies} == {POLICY}
        expected = [["user"], ["user", "assistant", "user"]]
    assert sorted(map(roles, bodies), key=len) == [
        *([expected[0]] * FEW),
        *([expected[1]] * FEW),
    ]


@pytest.mark.usefixtures("no_socket_left")
async def test_a_server_in_trouble_costs_retries_and_no_rows() -> None:
    with llmock("--error-rate-500", "0.15", "--error-rate-429", "0.1") as url:
        data = await run(openai(url), FEW)
        verdict = journal(url, "verdict")
    accounted(data, FEW)
    assert verdict["errors"] == 0
    assert data.report()["usage"]["agent"]["retries"]["server"] > 0


@pytest.mark.parametrize("faults", [{"fault_rate": 0}, {"fault_rate": 1.0}])
async def test_rows_do_not_depend_on_trouble_or_concurrency(
    faults: dict[str, Any],
) -> None:
    """F272, F277: a call that was made again leaves one turn, and one row a slot."""
    with llmock("--response-style", "static") as calm:
        quiet = await run(openai(calm), FEW, concurrency=1, **faults)
    with llmock("--response-style", "static", "--error-rate-500", "0.2") as url:
        again = await run(openai(url), FEW, **faults)
    assert [played(row) for row in again.rows()] == [
        played(row) for row in quiet.rows()
    ]


def played(row: Mapping[str, Any]) -> tuple[Any, ...]:
    """Give what happened in a row, without ids and times that the server made up."""
    steps = json.dumps(row["steps"])
    return row["prompt"], steps, row["final_text"], json.dumps(row["faults"])


TROUBLE: dict[str, tuple[str, ...]] = {
    "none": (),
    "a storm of 429s": ("--rpm", "1200"),
    "one in five is a 500": ("--error-rate-500", "0.2"),
    "half a second each": ("--latency-ms", "500"),
    "everything": (
        *("--error-rate-500", "0.03", "--error-rate-429", "0.1"),
        *("--latency-ms", "50", "--stream-fault", "truncate=0.1"),
    ),
}


@pytest.mark.full
@pytest.mark.timeout(280)
@pytest.mark.parametrize("dialect", DIALECTS)
@pytest.mark.parametrize("trouble", TROUBLE)
@pytest.mark.usefixtures("no_socket_left")
async def test_a_thousand_rollouts_land_or_are_accounted_for(
    dialect: Any, trouble: str
) -> None:
    with llmock(*TROUBLE[trouble]) as url:
        data = await run(dialect(url), MANY)
        verdict = journal(url, "verdict")
    accounted(data, MANY)
    storms = [f for f in verdict["findings"] if f["code"] != "no_backoff"]
    assert [f for f in storms if f["severity"] == "error"] == []
    usage = data.report()["usage"]["agent"]
    retried = sum(usage["retries"].values())
    if trouble in ("none", "half a second each"):
        assert retried == 0
    elif trouble != "a storm of 429s":  # a slow machine may never meet the rate
        assert retried > 0
