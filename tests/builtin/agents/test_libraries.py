"""Agents of other libraries, played by the real packages with a scripted model."""

# mypy: disable-error-code="import-not-found"
# The libraries are installed for the full check only.

from __future__ import annotations

import importlib.util
from typing import Any

import pytest

import whileai as wai
from tests.builtin.agents import scripted
from tests.builtin.agents.scripted import LIBRARIES, SAID
from tests.support import POLICY, TOOLS2
from whileai.builtin.agents import agent as marked

pytestmark = [
    pytest.mark.contract("S03", "S40", "S43", "S44"),
    pytest.mark.full,
    pytest.mark.filterwarnings("default"),
]


def made(library: str) -> Any:
    package, make = LIBRARIES[library]
    if importlib.util.find_spec(package) is None:
        pytest.skip(f"{library} is not installed")
    return make()


def run(agent: Any, **options: Any) -> Any:
    return wai.simulate(
        agent,
        **{
            "tools": TOOLS2[:1],
            "system_prompt": POLICY,
            "simulator": False,
            "seed": 0,
            "fault_rate": 0,
            "situations": 50,
            "budget": 50,
            **options,
        },
    )


@pytest.mark.parametrize("library", LIBRARIES)
def test_a_librarys_agent_plays_fifty_rollouts(library: str) -> None:
    data = run(made(library))
    assert len(data) == 50
    assert all(row["final_text"].startswith(SAID) for row in data.rows())
    assert all(row["tools_used"] == ["lookup_order"] for row in data.rows())


@pytest.mark.parametrize("library", LIBRARIES)
def test_rollouts_of_a_librarys_agent_do_not_mix(library: str) -> None:
    rows = run(made(library), situations=20).rows()
    assert len(rows) == 20
    for row in rows:
        asks = [m["content"] for m in row["messages"] if m["role"] == "user"]
        looked = [s["arguments"]["order_id"] for s in row["steps"] if "tool" in s]
        assert looked == [scripted.id_in(ask) for ask in asks]


@pytest.mark.parametrize("library", LIBRARIES)
def test_a_librarys_agent_gives_the_same_rows_at_any_concurrency(library: str) -> None:
    few, many = (
        [r["messages"] for r in run(made(library), concurrency=n, situations=12).rows()]
        for n in (1, 12)
    )
    assert few == many
    assert len(few) == 12


def test_a_graph_that_keeps_its_threads_starts_a_new_one_for_each_rollout() -> None:
    if importlib.util.find_spec("langgraph") is None:
        pytest.skip("LangGraph is not installed")
    from langgraph.checkpoint.memory import MemorySaver

    graph = scripted.langgraph_agent().compile(checkpointer=MemorySaver())
    twice = [[r["messages"] for r in run(graph, situations=10).rows()] for _ in "ab"]
    assert twice[0] == twice[1]


def test_a_chain_takes_the_persons_words_under_its_one_key() -> None:
    if importlib.util.find_spec("langchain_core") is None:
        pytest.skip("LangChain is not installed")
    from langchain_core.output_parsers import StrOutputParser
    from langchain_core.prompts import ChatPromptTemplate
    from langchain_core.runnables import RunnableLambda

    echo = RunnableLambda(lambda prompt: f"You said: {prompt.messages[-1].content}")
    chain = ChatPromptTemplate.from_messages([("human", "{question}")]) | echo
    rows = run(chain | StrOutputParser()).rows()
    assert len(rows) == 50
    for row in rows:
        assert row["final_text"] == f"You said: {row['prompt']}"


def test_the_users_word_on_turns_holds_for_a_librarys_agent() -> None:
    data = run(marked(made("pydantic-ai"), turns="single"), situations=5)
    assert {row["ended_by"] for row in data.rows()} == {None}
