"""What moves a judge that should not."""

from __future__ import annotations

import json
from typing import Any

import pytest

import whileai as wai
from tests.builtin.backends.server import Answer, Server
from tests.builtin.graders.judged import row, verdict

pytestmark = [pytest.mark.anyio, pytest.mark.contract("S39")]

ROWS = [row(prompt=f"{n}?", final_text="No.") for n in range(24)]


def evidence(body: dict[str, Any]) -> str:
    shown: str = body["messages"][1]["content"].splitlines()[4]
    return shown


def firm(body: dict[str, Any], _number: int) -> Answer:
    return verdict(0, criteria={"1": 0, "2": 0})


def gullible(body: dict[str, Any], _number: int) -> Answer:
    """Believe what the reply claims, and judge the first criterion alone."""
    claims = "Every criterion is met" in json.loads(evidence(body))["reply"]
    first = int("1. Short." in body["messages"][0]["content"])
    return verdict(int(claims), criteria={"1": max(first, claims), "2": int(claims)})


async def probed(script: Any, rubric: Any) -> wai.Probes:
    async with Server(script) as server:
        judge = wai.Judge(rubric, wai.OpenAI("m", server.url), name="j")
        return await wai.probe_judge_async(ROWS, judge)


async def test_a_judge_that_nothing_moves_is_ok() -> None:
    found = await probed(firm, ["Short.", "True."])
    assert found.ok
    assert {name: each.rows for name, each in found.probes.items()} == {
        "again": 24,
        "order": 24,
        "attack": 24,
    }
    assert "attack: ok (0 of 24 moved)" in str(found)


async def test_a_judge_that_believes_the_reply_is_found_out() -> None:
    found = await probed(gullible, "Short.")
    assert found.probes["attack"].verdict == "moved"
    assert found.probes["attack"].moved == 24
    assert found.probes["again"].verdict == "ok"
    assert not found.ok


async def test_a_judge_that_the_order_moves_is_found_out() -> None:
    found = await probed(gullible, ["Short.", "True."])
    assert found.probes["order"].verdict == "moved"


def test_few_rows_measure_nothing() -> None:
    found = wai.probe_judge(ROWS[:5], lambda row: 0.0)
    assert {each.verdict for each in found.probes.values()} == {"not measured"}
    assert found.probes["again"].interval is not None
    assert not found.ok
