"""The model writer: what it asks for, what it refuses, and what it admits."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

import pytest

import whileai as wai
from tests.builtin.agents.chatting import FakeChat, said
from tests.support import POLICY, TOOLS2, look
from whileai.builtin.writers.rejecting import Reader
from whileai.model import Brief, Cell, Scene, Situation, Tool

if TYPE_CHECKING:
    from collections.abc import Sequence

    from whileai.calls import Ask, Completion
    from whileai.model import Turn
    from whileai.results import SimulationData

pytestmark = [pytest.mark.anyio, pytest.mark.contract("S19", "S37")]

BRIEF = Brief(
    seed=1,
    avoid=("Where is A1042?",),
    situation=Situation(
        id="s",
        cell=Cell(tool="lookup_order"),
        scene=Scene(
            seed=1,
            goal="look up an order",
            facts={"order_id": "A1042", "phone": "555-0199"},
            withheld=("phone",),
        ),
    ),
)
READER = Reader.of(
    [Tool(name="lookup_order", description="Look up one order by its id.")], POLICY
)
TEXTS: list[tuple[str, str]] = [
    ("Could you find order A1042 for me?", ""),
    ("Sentiment: angry. Where is A1042", "label"),
    ("I'd be happy to help you with A1042", "as the assistant"),
    ("Call lookup_order for A1042", "names a tool"),
    ("A1042: never refund an order twice.", "quotes the policy"),
    ("Where is A1042?", "used before"),
    ("Where is my order?", "does not state 'A1042'"),
    ("Where are A1042 and B7781?", "invents 'B7781'"),
    ("Find A1042, my phone is 555-0199", "keeps back"),
    ("Find order {order_id} A1042", "blank to fill in"),
    ("", "empty"),
]


@pytest.mark.parametrize(("text", "says"), TEXTS)
def test_what_is_no_ask_is_refused(text: str, says: str) -> None:
    objection = READER.objection(text, BRIEF)
    assert says in (objection or "")
    assert bool(objection) == bool(says)


def words(turns: Sequence[Turn], _ask: Ask) -> Completion:
    """Answer like a good writer: every stated id, in other words each time."""
    asks = []
    blocks = re.findall(r"(\d+)\. 1 wording(.*?)(?=\n\n|\Z)", turns[0].text, re.DOTALL)
    for number, block in blocks:
        spelled = re.search(r"spelled exactly: (.*)\.", block)
        ids = spelled.group(1) if spelled else ""
        text = f"Please help, {ids} (case {len(block)})."
        asks.append({"id": int(number), "wordings": [text]})
    return said(json.dumps({"asks": asks}))


async def written(chat: FakeChat, **options: Any) -> SimulationData:
    common: dict[str, Any] = {
        "tools": TOOLS2,
        "system_prompt": POLICY,
        "seed": 0,
        "budget": 4,
        "simulator": chat,
    }
    data: SimulationData = await wai.simulate_async(look, **(common | options))
    return data


async def test_a_model_words_the_situations() -> None:
    chat = FakeChat(words)
    data = await written(chat)
    assert len(data) == 4
    assert {row["writer_model"] for row in data.rows()} == {"fake:m"}
    assert all(row["prompt"].startswith("Please help") for row in data.rows())
    assert chat.asked[0][1].role == "writer"
    assert 0.45 <= (chat.asked[0][1].temperature or 0) <= 1.05


async def test_what_is_missing_is_asked_once_more_with_the_reason() -> None:
    chat = FakeChat([said('{"asks": [{"id": 1, "wordings": ["How can I help?"]}]}')])
    data = await written(chat, budget=1, situations=1)
    assert "refused because it speaks as the assistant" in chat.asked[1][0][0].text
    assert len(data) == 0
    assert any("did not deliver" in line for line in data.warnings)


async def test_the_offline_writer_stands_in_only_where_it_may() -> None:
    data = await written(FakeChat([said("no")]), advanced={"fill": True})
    assert len(data) == 4
    assert {row["writer_model"] for row in data.rows()} == {"template"}
    assert any("written offline" in line for line in data.warnings)


@pytest.mark.contract("S13")
async def test_examples_and_completions_are_asked_for() -> None:
    chat = FakeChat(words)
    advanced = {"seed_prompts": ["Where's my parcel?"], "completions_per_request": 3}
    await written(chat, advanced=advanced)
    ask = chat.asked[0][1]
    assert "Where's my parcel?" in ask.system
    assert ask.n == 3
