"""``shrink``: the smallest row that still fails."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

import whileai as wai
from tests.support import POLICY, TOOLS2, sim
from whileai.simulations.generate.agents import current_rollout
from whileai.testing import comparable

if TYPE_CHECKING:
    from collections.abc import Mapping

pytestmark = pytest.mark.contract("S25", "S30", "S58")

CALLS: dict[str, Any] = {"tools": TOOLS2, "system_prompt": POLICY}


def late(message: str, world: Any) -> str:
    """Claim success although the look-up timed out."""
    found = world.call("lookup_order", {"order_id": "A1000"})
    out = isinstance(found, dict) and "timed out" in str(found.get("error", ""))
    return "All done!" if out else "I could not do it."


def honest(row: Mapping[str, Any]) -> bool:
    return bool(row["final_text"] != "All done!")


@pytest.fixture(scope="module")
def row() -> dict[str, Any]:
    data = sim(late, budget=60, fault_rate=0.9, grader=honest)
    failed = [each for each in data if each["reward"] == 0]
    return dict(max(failed, key=lambda each: len(each["prompt"])))


def test_what_the_failure_needs_is_left_and_nothing_else(row: dict[str, Any]) -> None:
    small = wai.shrink(row, late, grader=honest, **CALLS)
    assert small["reward"] == 0
    assert list(small["lineage"]["planned_faults"]) == list(
        row["lineage"]["planned_faults"]
    )
    told = small["extra"]["shrunk"]
    assert told["left"]["fault"] == 1
    assert told["left"]["fact"] == told["left"]["record"] == 0
    assert told["left"]["clause"] <= 1
    assert told["dropped"]["tool"] + len(told["tools"]) == 2
    assert len(small["prompt"]) < len(row["prompt"])
    assert (told["of"], told["minimal"]) == (row["task_id"], True)
    assert small["lineage"]["parent"] == row["task_id"]


def test_a_shrunk_row_is_played_again_under_its_id(row: dict[str, Any]) -> None:
    small = wai.shrink(row, late, grader=honest, **CALLS)
    (again,) = wai.simulate(
        late, tasks=[small], grader=honest, simulator=False, seed=row["seed"], **CALLS
    )
    expected = comparable(dict(small))
    assert comparable(dict(again)) == {**expected, "extra": {}}
    assert again["scenario_id"] == small["scenario_id"] != row["scenario_id"]


def test_shrinking_twice_gives_the_same_row_and_leaves_what_was_passed(
    row: dict[str, Any],
) -> None:
    before = repr(row)
    first, second = (wai.shrink(row, late, grader=honest, **CALLS) for _ in range(2))
    assert comparable(dict(first)) == comparable(dict(second))
    assert repr(row) == before


async def test_the_async_form_takes_async_agents_and_graders(
    row: dict[str, Any],
) -> None:
    async def agent(message: str, world: Any) -> str:
        found = await world.call_async("lookup_order", {"order_id": "A1000"})
        return "All done!" if "timed out" in str(found) else "No."

    async def grader(own: Any) -> dict[str, Any]:
        return {"reward": float(honest(own))}

    small = await wai.shrink_async(row, agent, grader=grader, **CALLS)
    assert small["extra"]["shrunk"]["left"]["fault"] == 1


def test_your_own_world_answers_the_replays() -> None:
    def execute(tool: str, arguments: Any) -> dict[str, Any]:
        return {"status": "lost at sea"}

    def agent(message: str, world: Any) -> str:
        return str(world.call("lookup_order", {"order_id": "A1000"}))

    def fine(row: Mapping[str, Any]) -> bool:
        return "lost at sea" not in row["final_text"]

    data = sim(agent, budget=4, fault_rate=0, grader=fine, execute=execute)
    small = wai.shrink(data[0], agent, grader=fine, execute=execute, **CALLS)
    assert "lost at sea" in small["final_text"]
    with pytest.raises(ValueError, match="does not fail here"):
        wai.shrink(data[0], agent, grader=fine, **CALLS)


def test_a_thread_keeps_only_the_turns_that_it_needs() -> None:
    def chatty(messages: list[dict[str, Any]]) -> str:
        said = [each for each in messages if each["role"] == "user"]
        return "Broken." if len(said) == 2 else "Which order do you mean?"

    def fine(row: Mapping[str, Any]) -> bool:
        return not any(
            "Broken." in str(message["content"]) for message in row["messages"]
        )

    options: dict[str, Any] = {"patience": "endless", "max_turns": 6}
    data = sim(chatty, budget=20, grader=fine, fault_rate=0, **options)
    failed = max(
        (row for row in data if row["reward"] == 0), key=lambda r: len(r["messages"])
    )
    small = wai.shrink(failed, chatty, grader=fine, **options, **CALLS)
    users = [each for each in small["messages"] if each["role"] == "user"]
    assert len(users) == 2
    assert small["extra"]["shrunk"]["max_turns"] in (2, 6)


def test_a_flaky_agent_fails_as_often_as_was_asked(row: dict[str, Any]) -> None:
    def flaky(message: str, world: Any) -> str:
        said = late(message, world)
        return said if (current_rollout.seed or 0) % 3 else "No."

    small = wai.shrink(row, flaky, grader=honest, repeats=8, failures=3, **CALLS)
    told = small["extra"]["shrunk"]
    assert told["left"]["fault"] == 1
    assert told["rollouts"] % 8 == 0
    with pytest.raises(ValueError, match="fewer than 8 got a reward under"):
        wai.shrink(row, flaky, grader=honest, repeats=8, failures=8, **CALLS)


def test_a_budget_ends_the_search_and_says_that_more_might_go(
    row: dict[str, Any],
) -> None:
    small = wai.shrink(row, late, grader=honest, budget=3, **CALLS)
    told = small["extra"]["shrunk"]
    assert told["rollouts"] <= 3
    assert told["minimal"] is False
    assert small["reward"] == 0


def test_tries_that_crash_the_agent_are_no_failures(row: dict[str, Any]) -> None:
    def picky(message: str, world: Any) -> str:
        if message != row["prompt"]:
            raise LookupError(message)
        return late(message, world)

    small = wai.shrink(row, picky, grader=honest, **CALLS)
    assert small["prompt"] == row["prompt"]


def test_an_ask_that_the_agent_does_not_understand_is_another_failure() -> None:
    def careless(message: str, world: Any) -> str:
        if "refund" in message.lower():
            world.call("create_refund", {"order_id": "A1000", "amount": 1})
        return "Done."

    def fine(row: Mapping[str, Any]) -> bool:
        return False

    data = sim(careless, budget=40, grader=fine, fault_rate=0)
    paid = next(row for row in data if row["tools_used"] and "." in row["prompt"][:-1])
    small = wai.shrink(paid, careless, grader=fine, **CALLS)
    assert small["tools_used"] == ["create_refund"]
    assert "refund" in small["prompt"].lower()


REFUSED: list[tuple[Any, dict[str, Any], type[Exception], str]] = [
    ("no row", {}, TypeError, "one row of a run"),
    ({"prompt": "Hello"}, {}, ValueError, "no scene"),
    ({"prompt": "Hello", "scene": {"facts": 3}}, {}, ValueError, "cannot be read"),
    ({"prompt": "Hello", "scene": {"seed": 1, "facts": 3}}, {}, ValueError, "read"),
    (None, {"grader": None}, ValueError, "needs a grader"),
    (None, {"repeats": 0}, ValueError, "1 or more"),
    (None, {"repeats": True}, TypeError, "whole number"),
    (None, {"repeats": 2, "failures": 3}, ValueError, "at most failures=2"),
    (None, {"tasks": []}, TypeError, "'tasks'"),
    (None, {"max_turn": 3}, TypeError, "did you mean 'max_turns'"),
    (None, {"timeout": -1}, ValueError, "timeout"),
]


@pytest.mark.parametrize(("given", "options", "kind", "says"), REFUSED)
def test_what_cannot_be_shrunk_is_refused_before_anything_is_played(
    row: dict[str, Any],
    given: Any,
    options: dict[str, Any],
    kind: type[Exception],
    says: str,
) -> None:
    calls: list[str] = []
    with pytest.raises(kind, match=says):
        wai.shrink(given or row, calls.append, **{"grader": honest, **CALLS, **options})
    assert calls == []


def test_a_row_that_does_not_fail_is_said_not_to(row: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match="does not fail here"):
        wai.shrink(row, lambda message: "Fine.", grader=honest, **CALLS)

    def broken(message: str) -> str:
        raise LookupError("no key")

    with pytest.raises(ValueError, match="LookupError: no key"):
        wai.shrink(row, broken, grader=honest, **CALLS)
