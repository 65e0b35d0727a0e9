"""A real model of 135 million parameters plays every part, badly; the run holds.

The model breaks instructions as no script would, so what is asserted is form: every
row is whole, everything is accounted for, and seeds and budgets are honoured.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from attrs import evolve, frozen
from jsonschema import Draft202012Validator  # type: ignore[import-untyped]

import whileai as wai
from tests.builtin.agents.chatting import FakeChat, said
from tests.support import SEEDS10, sim_async
from whileai.builtin.users.contract import RULES
from whileai.calls import Ask, Lines
from whileai.model import Turn
from whileai.model.schema import row_schema

if TYPE_CHECKING:
    from collections.abc import Sequence

    from whileai.calls import Completion
    from whileai.results import SimulationData

pytestmark = [pytest.mark.anyio, pytest.mark.served]

NAME = "smollm2-135m-instruct"
VALID = Draft202012Validator(row_schema())


async def run(agent: Any, **options: Any) -> SimulationData:
    common: dict[str, Any] = {
        "budget": 20,
        "avg_turns": 1,
        "fault_rate": 0,
        "concurrency": 2,
        "timeout": 60,
        "advanced": {"agent_max_tokens": 64},
    }
    return await sim_async(agent, **(common | options))


def accounted(data: SimulationData, budget: int) -> None:
    """Every row is whole, and what is missing has a name."""
    for row in data.rows():
        assert list(VALID.iter_errors(row)) == []
        assert row["final_text"].strip()
    counts = data.search["rollouts"]
    assert counts["rows"] == len(data)
    assert len(data) == budget or counts["lost"] > 0
    assert sum(counts["lost_by"].values()) == counts["lost"]


@frozen
class Brief:
    """The model with a short reply budget, whatever it is asked to give.

    Args:
        url: where the model is served.
        tokens: of a reply at most.
    """

    url: str
    tokens: int
    name: str = f"endpoint:{NAME}"

    async def complete(self, turns: Sequence[Turn], ask: Ask, /) -> Completion:
        """Give the model's next words, few of them."""
        short = evolve(ask, max_tokens=min(ask.max_tokens, self.tokens), n=1)
        async with Lines() as lines:
            return await lines.backend(wai.Endpoint(NAME, url=self.url)).complete(
                turns, short
            )


@pytest.mark.contract("S03", "S36")
async def test_the_model_plays_the_agent(small_model: str) -> None:
    data = await run(wai.Endpoint(NAME, url=small_model))
    accounted(data, 20)
    usage = data.report()["usage"]["agent"]
    assert usage["calls"] == len(data) + data.search["rollouts"]["rerolled"]
    assert 0 < usage["output_tokens"] <= 64 * usage["calls"]
    row = data.rows()[0]
    assert row["model_version"] == f"endpoint:{NAME}"
    assert (row["sampling"] or {})["max_tokens"] == 64


@pytest.mark.contract("S20", "S56")
async def test_the_model_plays_the_person(small_model: str) -> None:
    """A line that breaks a rule is named and costs no row."""
    agent = FakeChat([said("Which order do you mean?")])
    data = await run(
        agent,
        user_model=Brief(small_model, 24),
        avg_turns=2,
        max_turns=2,
        patience="endless",
    )
    accounted(data, 20)
    lines = [m["content"] for r in data.rows() for m in r["messages"][2::2]]
    assert len(lines) == 20
    assert all(line.strip() for line in lines)
    assert {row["user_error"] for row in data.rows()} <= {None, *RULES}
    assert {row["user_model"] for row in data.rows()} == {f"endpoint:{NAME}"}


@pytest.mark.contract("S37")
async def test_the_model_writes_and_what_it_leaves_out_is_named(
    small_model: str,
) -> None:
    data = await run(
        lambda message: "Done.",
        simulator=Brief(small_model, 200),
        situations=5,
        repeats=4,
        advanced={"fill": True},
    )
    accounted(data, 20)
    writers = {row["writer_model"] for row in data.rows()}
    assert writers <= {"template", f"endpoint:{NAME}"}
    if "template" in writers:
        assert any("did not deliver" in line for line in data.warnings)
    assert data.report()["usage"]["writer"]["calls"] >= 1


@pytest.mark.contract("S50")
async def test_the_seed_of_a_call_names_its_words(small_model: str) -> None:
    model = Brief(small_model, 12)
    turns = [Turn(role="user", text=SEEDS10[0])]
    asks = [Ask(seed=seed, temperature=1.0) for seed in (1, 1, 1, 2, 3)]
    texts = [(await model.complete(turns, ask)).text for ask in asks]
    assert texts[1] == texts[2]  # the first call is read in other portions
    assert len({texts[2], *texts[3:]}) > 1
