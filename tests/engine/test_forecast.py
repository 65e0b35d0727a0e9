"""A forecast: what a run would come to, with nothing called and nothing written."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

import whileai as wai
from tests.builtin.backends.server import Server, calls, says
from tests.support import POLICY, TOOLS2
from whileai.base.errors import NotConfigured

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = [pytest.mark.anyio, pytest.mark.contract("S55")]
PRICES = {"openai:m": {"input": 0.4, "output": 1.6}}
MODEL = wai.OpenAI("m", "http://127.0.0.1:9")


def forecast(agent: Any = MODEL, **options: Any) -> wai.Forecast:
    common: dict[str, Any] = {
        "tools": TOOLS2,
        "system_prompt": POLICY,
        "simulator": False,
        "budget": 20,
    }
    made: wai.Forecast = wai.simulate(agent, dry_run=True, **(common | options))
    return made


def test_nothing_is_called_and_nothing_is_written(tmp_path: Path) -> None:
    def agent(message: str) -> str:
        raise AssertionError("called")

    names = ("output", "checkpoint", "cassette")
    made = forecast(agent, **{name: tmp_path / "d" / name for name in names})
    assert isinstance(made, wai.Forecast)
    assert list(tmp_path.iterdir()) == []


async def test_no_model_is_asked() -> None:
    async with Server([says("Done.")]) as server:
        model = wai.OpenAI("m", server.url)
        await wai.simulate_async(model, simulator=model, dry_run=True)
    assert server.requests == []


def test_low_is_below_expected_and_expected_below_high() -> None:
    made = forecast(avg_turns=8, prices=PRICES)
    assert made.usd is not None
    for span in (made.rows, made.calls, made.tokens, made.usd):
        assert 0 < span.low <= span.expected <= span.high
    assert set(made.roles) == {"agent", "user"}


async def test_the_run_lands_between_low_and_high() -> None:
    def script(body: dict[str, Any], _number: int) -> Any:
        if not body.get("tools"):
            return says("I do not know that, sorry.")
        if body["messages"][-1]["role"] == "user":
            return calls(("lookup_order", {"order_id": "A1"}))
        return says("I looked, and all is well.")

    async with Server(script) as server:
        model = wai.OpenAI("m", server.url)
        options: dict[str, Any] = {"tools": TOOLS2, "simulator": False, "budget": 20}
        data = await wai.simulate_async(model, avg_turns=6, **options)
    made = forecast(model, avg_turns=6)
    usage = data.report()["usage"]
    for role, span in made.roles.items():
        assert span.calls.low <= usage[role]["calls"] <= span.calls.high
    assert made.rows.expected == len(data)


@pytest.mark.parametrize(
    ("options", "low", "high"),
    [
        ({"budget": 7}, 7, 7),
        ({"budget": 100, "situations": 4, "repeats": 3, "fault_rate": 0}, 12, 12),
        ({"budget": 7, "runs": 3}, 21, 21),
        ({"mode": "rl", "situations": 5, "budget": 100}, 10, 40),
        ({"tasks": ["One?", "Two?"], "repeats": 2}, 4, 4),
    ],
)
def test_rows_are_those_of_the_plan(
    options: dict[str, Any], low: float, high: float
) -> None:
    made = forecast(lambda _message: "Done.", **options)
    assert (made.rows.low, made.rows.high) == (low, high)
    assert made.rows.low <= made.rows.expected <= made.rows.high


def test_an_agent_of_ones_own_is_not_counted_and_that_is_said() -> None:
    made = forecast(lambda _message: "Done.")
    assert made.calls.high == 0
    assert made.usd is None
    assert any("your own agent" in note for note in made.notes)


def test_a_writer_and_one_line_threads() -> None:
    """F117: with avg_turns=1 nobody answers."""
    made = forecast(simulator=MODEL, avg_turns=1, tools=None, prices=PRICES)
    assert set(made.roles) == {"agent", "writer"}
    assert made.roles["agent"].calls == wai.Forecast(rows=made.rows).rows
    assert made.roles["writer"].calls.low == 3  # 20 situations, 8 in a request


def test_a_judge_is_asked_once_a_row() -> None:
    made = forecast(grader=wai.Judge("Be polite.", MODEL), prices=PRICES)
    assert made.roles["judge"].calls == made.rows


def test_limits_cut_the_forecast() -> None:
    made = forecast(limits={"calls": 10}, budget=100)
    assert made.calls.high <= 10
    assert made.rows.expected < 10
    assert any("would end the run after about" in note for note in made.notes)


def test_rows_on_a_checkpoint_cost_nothing(tmp_path: Path) -> None:
    path = tmp_path / "kept.jsonl"
    options: dict[str, Any] = {"simulator": False, "tools": TOOLS2}
    wai.simulate(lambda _m: "Done.", budget=15, checkpoint=path, **options)
    fresh, rest = forecast(), forecast(checkpoint=path)
    assert rest.rows == fresh.rows
    assert rest.calls.high == fresh.calls.high / 4


def test_without_a_price_there_is_no_usd() -> None:
    made = forecast(prices={"openai:other": PRICES["openai:m"]})
    assert made.usd is None
    assert made.to_json()["usd"] is None
    assert any("openai:m" in note for note in made.notes)


def test_it_prints_as_a_table() -> None:
    text = str(forecast(prices=PRICES))
    for word in ("low", "expected", "high", "rows", "calls of the agent", "USD"):
        assert word in text


@pytest.mark.contract("S02")
def test_what_the_run_would_refuse_is_refused(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    with pytest.raises(NotConfigured, match="OPENAI_API_KEY"):
        forecast("openai:m")
    with pytest.raises(ValueError, match="'usd'"):
        forecast(limits={"usd": 1.0}, prices={"openai:n": PRICES["openai:m"]})


async def test_a_stream_has_no_forecast() -> None:
    with pytest.raises(ValueError, match=r"dry_run=True.*simulate"):
        wai.stream(lambda _m: "Done.", dry_run=True)
