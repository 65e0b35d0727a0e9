"""What a run may spend: limits end it, and what landed is kept."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from attrs import evolve

import whileai as wai
from tests.builtin.backends.server import HASTE, Server, calls, fails, says
from tests.support import sim_async
from whileai.testing import same_rows

if TYPE_CHECKING:
    from pathlib import Path

    from whileai.results import SimulationData

pytestmark = [
    pytest.mark.anyio,
    pytest.mark.contract("S55"),
]
PRICES = {"openai:m": {"input": 1000.0, "output": 2000.0}}


async def run(agent: Any, **options: Any) -> SimulationData:
    common: dict[str, Any] = {
        "budget": 20,
        "avg_turns": 1,
        "fault_rate": 0,
    }
    return await sim_async(agent, **(common | options))


def look_first(body: dict[str, Any], _number: int) -> Any:
    """Two calls a row."""
    if body["messages"][-1]["role"] == "user":
        return calls(("lookup_order", {"order_id": "A1"}))
    return says("Done.")


@pytest.mark.parametrize("concurrency", [1, 32])
@pytest.mark.parametrize(("most", "rows"), [(1, 0), (2, 1), (7, 3), (12, 6)])
async def test_no_more_calls_are_made_than_allowed(
    most: int, rows: int, concurrency: int
) -> None:
    async with Server(look_first) as server:
        data = await run(
            wai.OpenAI("m", server.url), limits={"calls": most}, concurrency=concurrency
        )
    assert len(server.requests) <= most
    assert len(data) == rows
    assert data.stopped_because == "call_limit"


async def test_a_limit_that_is_not_reached_changes_nothing() -> None:
    async with Server(look_first) as server:
        model = wai.OpenAI("m", server.url)
        free = await run(model)
        most = {"calls": 10_000, "tokens": 10_000_000, "usd": 1e6}
        held = await run(model, limits=most, prices=PRICES)
    assert same_rows(free, held)
    assert held.stopped_because == free.stopped_because
    assert held.search["limits"]["calls"] == {"limit": 10_000, "spent": 40}
    assert free.search["limits"] is None


@pytest.mark.parametrize(
    ("limits", "reason"),
    [({"tokens": 9000}, "token_limit"), ({"usd": 9.0}, "usd_limit")],
)
async def test_tokens_and_money_are_never_passed(
    limits: dict[str, float], reason: str
) -> None:
    def script(body: dict[str, Any], _number: int) -> Any:
        answer = says("Done.")
        usage = {"prompt_tokens": 300, "completion_tokens": 400}
        return evolve(answer, body={**answer.body, "usage": usage})

    async with Server(script) as server:
        model = wai.OpenAI("m", server.url)
        data = await run(model, limits=limits, prices=PRICES, tools=None)
    ((_, most),) = limits.items()
    assert data.stopped_because == reason
    assert 4 <= len(data) < 20
    (name,) = limits
    assert data.search["limits"][name]["spent"] <= most


async def test_a_silent_server_counts_by_what_was_said() -> None:
    silent = says("word " * 300)
    silent = evolve(silent, body={"choices": silent.body["choices"]})
    async with Server([silent]) as server:
        data = await run(wai.OpenAI("m", server.url), limits={"tokens": 8000})
    assert data.stopped_because == "token_limit"
    assert 0 < len(data) < 20


async def test_every_role_draws_on_the_same_limit() -> None:
    def script(body: dict[str, Any], _number: int) -> Any:
        return says("Which order?" if body.get("tools") else "I do not know.")

    async with Server(script) as server:
        model = wai.OpenAI("m", server.url)
        data = await run(model, avg_turns=6, limits={"calls": 15}, patience="endless")
    usage = data.report()["usage"]
    assert usage["agent"]["calls"] + usage["user"]["calls"] == len(server.requests)
    assert len(server.requests) <= 15
    assert usage["user"]["calls"] > 0


@pytest.mark.contract("S05", "S26")
async def test_the_limit_is_of_all_runs_together() -> None:
    async with Server([says("Done.")]) as server:
        model = wai.OpenAI("m", server.url)
        data = await run(model, budget=4, runs=3, limits={"calls": 6})
    assert len(server.requests) == len(data) == 6
    reasons = [each["stopped_because"] for each in data.search["eval_runs"]["per_run"]]
    assert reasons == ["budget", "call_limit", "call_limit"]


@pytest.mark.contract("S28", "S52")
async def test_what_a_limit_cuts_off_is_neither_lost_nor_tried_again() -> None:
    def script(body: dict[str, Any], number: int) -> Any:
        last = body["messages"][-1]["role"] == "tool" and number > 4
        return says("Done.") if last else calls(("lookup_order", {"order_id": "A1"}))

    async with Server(script) as server:
        data = await run(wai.OpenAI("m", server.url), limits={"calls": 3})
    counts = data.search["rollouts"]
    assert (len(data), counts["lost"], counts["rerolled"]) == (0, 0, 0)
    assert data.search["limits"]["unfinished"] == 1
    assert "1 rollouts under way were left unfinished" in data.warnings[-1]


@pytest.mark.contract("S29", "S51")
async def test_a_resumed_run_goes_on_where_the_limit_stopped_it(tmp_path: Path) -> None:
    """F285: what the rows on disk cost counts; the rows are those of an open run."""
    path = tmp_path / "kept.jsonl"
    async with Server(look_first) as server:
        model = wai.OpenAI("m", server.url)
        whole = await run(model)
        part = await run(model, checkpoint=path, limits={"calls": 9})
        made = len(server.requests)
        same = await run(model, checkpoint=path, limits={"calls": 9})
        assert len(server.requests) == made
        rest = await run(model, checkpoint=path, limits={"calls": 40})
        assert len(server.requests) <= made + 40 - 2 * len(part)
    assert len(part) == len(same) == 4
    assert same.stopped_because == "call_limit"
    assert same_rows(whole, rest)


@pytest.mark.contract("S29")
async def test_a_resumed_run_knows_what_the_person_and_the_judge_cost(
    tmp_path: Path,
) -> None:
    """A limit is of the whole call, whoever asked and however often it was begun."""

    def script(body: dict[str, Any], _number: int) -> Any:
        if body.get("tools"):
            return says("Which order?")
        judged = "response_format" in body
        return says('{"reward": 1, "reason": "r"}' if judged else "I do not know.")

    path = tmp_path / "kept.jsonl"
    async with Server(script) as server:
        model = wai.OpenAI("m", server.url)
        options: dict[str, Any] = {
            "avg_turns": 4,
            "patience": "endless",
            "grader": wai.Judge("Be polite.", model),
            "checkpoint": path,
        }
        first = await run(model, budget=4, limits={"calls": 10_000}, **options)
        made = len(server.requests)
        again = await run(model, budget=4, limits={"calls": 10_000}, **options)
    assert made == len(server.requests) > 3 * len(first)
    assert again.search["limits"]["calls"]["spent"] == made
    assert same_rows(first, again)


async def test_a_call_that_was_tried_again_is_one_call() -> None:
    """F272, F277: the limit counts calls, and usage shows the requests."""
    answers = [fails(500), fails(429, retry_after="0"), says("Done.")]
    async with Server(answers) as server:
        model = wai.OpenAI("m", server.url, **HASTE)
        data = await run(model, budget=1, limits={"calls": 1})
    assert (len(data), len(server.requests)) == (1, 3)
    assert data.search["limits"]["calls"]["spent"] == 1


async def test_a_writer_at_the_limit_stops_the_run_as_that() -> None:
    async with Server([says("[]")]) as server:
        model = wai.OpenAI("m", server.url)
        data = await run(lambda _m: "Done.", simulator=model, limits={"calls": 2})
    assert len(server.requests) == 2
    assert data.stopped_because == "call_limit"
    assert data.search["writer_errors"] == []


async def test_a_limit_in_usd_needs_the_price_of_every_model() -> None:
    options: dict[str, Any] = {"limits": {"usd": 1.0}, "prices": PRICES}
    person = wai.OpenAI("other", "http://127.0.0.1:9")
    with pytest.raises(ValueError, match="what 'openai:other' costs"):
        await run(wai.OpenAI("m", "http://127.0.0.1:9"), user_model=person, **options)


async def test_a_price_of_nobody_is_told() -> None:
    data = await run(lambda _m: "Done.", budget=1, prices=PRICES)
    assert any("no such model takes part" in line for line in data.warnings)


async def test_a_limit_on_an_agent_of_ones_own_is_told_to_do_nothing() -> None:
    data = await run(lambda _m: "Done.", budget=3, limits={"calls": 1})
    assert len(data) == 3
    assert any("your own agent spends is not seen" in line for line in data.warnings)


async def test_the_report_has_what_each_role_cost() -> None:
    async with Server(look_first) as server:
        data = await run(wai.OpenAI("m", server.url), budget=2, prices=PRICES)
    usage = data.report()["usage"]["agent"]
    assert usage["usd"] == pytest.approx(4 * (10 * 1000 + 5 * 2000) / 1e6)


@pytest.mark.contract("S57")
async def test_a_replayed_run_ends_at_the_same_limit(tmp_path: Path) -> None:
    """Replays count as they did when they were paid, so that the run is the same."""
    path = tmp_path / "calls.jsonl"
    options: dict[str, Any] = {"cassette": path, "limits": {"calls": 9}}
    async with Server(look_first) as server:
        first = await run(wai.OpenAI("m", server.url), concurrency=1, **options)
    gone = wai.OpenAI("m", "http://127.0.0.1:9")
    again = await run(gone, concurrency=1, **options)
    assert same_rows(first, again)
    assert again.stopped_because == "call_limit"


@pytest.mark.contract("S15")
async def test_a_row_whose_verdict_cannot_be_paid_is_unfinished() -> None:
    """The judge draws on the limit too, and no row lands with half of what it needs."""

    def script(body: dict[str, Any], _number: int) -> Any:
        return says("Done." if body.get("tools") else '{"reward": 1, "reason": "r"}')

    async with Server(script) as server:
        model = wai.OpenAI("m", server.url)
        judge = wai.Judge("Be polite.", model)
        data = await run(model, grader=judge, limits={"calls": 1})
        more = await run(model, grader=judge, limits={"calls": 7})
    assert (len(data), data.search["limits"]["unfinished"]) == (0, 1)
    assert {row["judge_status"] for row in more.rows()} == {"ok"}
    assert len(more) == 3
