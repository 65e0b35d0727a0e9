"""The fakes record what they are asked, and give what they were told to."""

from __future__ import annotations

import anyio
import pytest

import whileai as wai
from tests.support import TOOLS2
from whileai.calls import Ask, Completion
from whileai.model import Turn
from whileai.testing import (
    EchoAgent,
    ScriptedBackend,
    assert_same_draw,
    virtual_time,
)

pytestmark = [pytest.mark.contract("S60"), pytest.mark.anyio]

ASK = Turn(role="user", text="Hello")
SAID = Turn(role="assistant", text="Hi")


async def test_a_scripted_model_answers_by_what_it_has_said() -> None:
    model = ScriptedBackend("first", Completion(text="second"), ValueError("third"))
    spoken = [(ASK,), (ASK, SAID, ASK)]
    texts = [(await model.complete(turns, Ask())).text for turns in spoken]
    assert texts == ["first", "second"]
    with pytest.raises(ValueError, match="third"):
        await model.complete((ASK, SAID, ASK, SAID, ASK), Ask())
    assert [len(turns) for turns, _ in model.asks] == [1, 3, 5]


def test_a_script_needs_a_reply() -> None:
    with pytest.raises(ValueError, match="has no reply"):
        ScriptedBackend()


def test_a_scripted_model_gives_the_same_rows_at_any_concurrency() -> None:
    def run(concurrency: int) -> wai.SimulationData:
        return wai.simulate(
            ScriptedBackend("May I have the id?", "Done."),
            tools=TOOLS2,
            simulator=False,
            user_model="offline",
            budget=3,
            concurrency=concurrency,
        )

    assert_same_draw(run, concurrency=(1, 4))


def test_an_echo_calls_its_tools_and_records_its_slots() -> None:
    agent = EchoAgent([("lookup_order", {"order_id": "A1"})])
    data = wai.simulate(agent, tools=TOOLS2, simulator=False, budget=3)
    assert {row["final_text"] == f"You said: {row['prompt']}" for row in data} == {True}
    assert {*data[0]["tools_used"]} == {"lookup_order"}
    assert len(agent.slots) == 3


@virtual_time
async def test_time_passes_at_once() -> None:
    with anyio.move_on_after(3600) as scope:
        await anyio.sleep_forever()
    assert scope.cancelled_caught
    assert anyio.current_time() == 3600
