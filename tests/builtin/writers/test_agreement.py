"""Asks and worlds say the same: no id, amount, date or status that contradicts."""

from __future__ import annotations

import pytest

from benchmarks.agreement import check, findings
from benchmarks.asks import AGENTS, RULES, brief
from whileai.world.scenes import Stage

pytestmark = pytest.mark.contract("S47")


@pytest.mark.parametrize("name", AGENTS)
def test_no_ask_contradicts_its_scene_or_its_store(name: str) -> None:
    assert check({name: AGENTS[name]}, 250, RULES) == []


@pytest.mark.parametrize(
    ("ask", "kind"),
    [
        ("Refund 77.31 please.", "number"),
        ("I ordered it in November.", "month"),
        ("My order was already shipped.", "status"),
    ],
)
def test_a_contradiction_is_found(ask: str, kind: str) -> None:
    tools = AGENTS["shop"][1:2]
    each = brief(tools, Stage(tools), 3)
    assert [found.kind for found in findings(each, ask)] == [kind]


def test_a_number_in_an_off_topic_ask_is_found() -> None:
    tools = AGENTS["shop"]
    each = next(
        found
        for found in (brief(tools, Stage(tools), seed) for seed in range(100))
        if found.situation.cell.tool == "unrelated"
    )
    assert findings(each, "Why do 3 cats purr?")[0].kind == "off-topic"
