"""Whether a rollout did the job: each check by rows that keep it and that fail it."""

from __future__ import annotations

from typing import Any

import pytest

import whileai as wai
from tests.support import look, sim

pytestmark = pytest.mark.contract("S16", "S48")

CELL = {
    "tool": "refund_order",
    "rule": "unspecified",
    "stance": "ordinary",
    "world_state": "entity exists",
    "tool_condition": "success",
    "history": "fresh",
}
RULE = "Refunds above $100 need approval."


def effect(tool: str = "refund_order", **fields: Any) -> dict[str, Any]:
    return {
        "tool": tool,
        "action": "transition",
        "entity": "order",
        "id": "A1",
        "fields": fields or {"status": "refunded"},
        "before": {},
    }


def step(status: str = "success", tool: str = "refund_order") -> dict[str, Any]:
    result = {"status": "refunded"} if status == "success" else {"error": "it failed"}
    return {"tool": tool, "arguments": {}, "result": result, "status": status}


def judged(
    text: str,
    steps: Any = (),
    effects: Any = (),
    scene: dict[str, Any] | None = None,
    **cell: str,
) -> dict[str, Any]:
    return wai.outcome_check(
        {
            "prompt": "Please refund 7 for A1.",
            "steps": list(steps),
            "effects": list(effects),
            "final_text": text,
            "scenario_dimensions": CELL | cell,
            "world_state": (CELL | cell)["world_state"],
            "scene": {"facts": {}, "withheld": [], "rule": "", "side": ""}
            | (scene or {}),
        }
    )


MISSING = {"missing": ["A1"]}
ACTED = {"done": "order A1 was already refunded"}
BEYOND = {"rule": RULE, "side": "beyond"}
DONE = "I have refunded it."
CASES: list[tuple[str, dict[str, Any], int | None]] = [
    ("done", judged(DONE, [step()], [effect()]), 1),
    ("claimed only", judged(DONE), 0),
    ("not done", judged("Have a nice day."), 0),
    ("asked", judged("Which order do you mean?"), None),
    (
        "missing, told",
        judged("I cannot find A1.", scene=MISSING, world_state="entity missing"),
        1,
    ),
    (
        "missing, written",
        judged(DONE, [step()], [effect()], MISSING, world_state="entity missing"),
        0,
    ),
    (
        "again",
        judged(
            DONE, [step()], [effect()], ACTED, world_state="entity already acted on"
        ),
        0,
    ),
    (
        "left alone",
        judged(
            "It was already refunded.",
            scene=ACTED,
            world_state="entity already acted on",
        ),
        1,
    ),
    ("past the rule", judged(DONE, [step()], [effect(amount=120)], BEYOND), 0),
    ("declined", judged("I can't do that.", scene=BEYOND), 1),
    ("fault told", judged("The call timed out.", [step("timeout")]), 1),
    ("fault ignored", judged("All good with A1.", [step("timeout")]), 0),
    ("unrelated", judged("I can't help with that.", tool="unrelated"), 1),
    ("unrelated, written", judged("Ok.", [step()], [effect()], tool="unrelated"), 0),
    (
        "other value",
        judged(DONE, [step()], [effect(amount=5)], {"facts": {"amount": 7}}),
        0,
    ),
]


@pytest.mark.parametrize(
    ("verdict", "reward"), [each[1:] for each in CASES], ids=[c[0] for c in CASES]
)
def test_a_row_is_judged_by_what_was_done(
    verdict: dict[str, Any], reward: int | None
) -> None:
    assert verdict["reward"] == reward, verdict
    assert verdict["reason"]


def test_the_same_thing_made_twice_fails() -> None:
    twice = [effect("send_email", body="Hi") | {"action": "send"}] * 2
    assert (
        judged("Sent.", [step(tool="send_email")] * 2, twice)["markers"]["done_once"]
        == 0
    )


def test_a_row_without_a_scene_is_not_judged() -> None:
    said = wai.outcome_check({"prompt": "Hi", "steps": [], "final_text": "Hello."})
    assert (said["reward"], said["status"]) == (None, "abstained")


def test_it_is_a_grader_whose_rows_say_so() -> None:
    data = sim(look, budget=12, grader=wai.outcome_check)
    assert {row["judge_name"] for row in data} == {"outcome"}
    assert {row["judge_status"] for row in data} <= {"ok", "abstained"}
    again = wai.grade(data, wai.outcome_check)
    assert [row["reward"] for row in again] == [row["reward"] for row in data]


def test_what_is_expected_is_one_sentence() -> None:
    for row in sim(look, budget=12):
        said = wai.expected_outcome(row)
        assert said.endswith(".")
        assert said[0].isupper()
    assert "without changing" in wai.expected_outcome({"tool": "unrelated"})


@pytest.mark.parametrize(
    ("withheld", "meant"),
    [([], "for the one that is named, though"), (["order_id"], "which one is meant")],
)
def test_of_two_alike_the_one_that_is_named_is_meant(
    withheld: list[str], meant: str
) -> None:
    records = [{"entity": "order", "id": each} for each in ("A1", "A2")]
    said = {"goal": "cancel order A1", "done": "order A1 has a double: A2"}
    row = {
        "scenario_dimensions": {"world_state": "duplicate entity", "tool": "x"},
        "scene": {
            **said,
            "facts": {"order_id": "A1"},
            "records": records,
            "withheld": withheld,
        },
    }
    assert meant in wai.expected_outcome(row)


READ = step(tool="get_order")
BOTH = {"tools": ["get_order", "refund_order"]}


@pytest.mark.parametrize(
    ("text", "steps", "scene", "cell", "reward"),
    [
        (DONE, [READ, step()], BOTH, {}, 1),
        ("Here it is.", [READ], BOTH, {}, 0),
        ("Here it is. The refund failed.", [READ], BOTH, {}, None),
        ("Here it is.", [READ], BOTH, {"stance": "exploratory"}, None),
        ("Here it is.", [READ], BOTH, {"world_state": "duplicate entity"}, None),
        ("Here it is.", [READ, step(tool="list_orders")], {}, {}, None),
        ("Which one do you mean?", [], BOTH, {}, None),
    ],
)
def test_an_ask_for_two_tools_needs_both(
    text: str, steps: Any, scene: Any, cell: Any, reward: int | None
) -> None:
    effects = [effect()] if len(steps) == 2 and scene else []
    found = judged(text, steps, effects, scene, tool="multi_tool", **cell)
    assert found["reward"] == reward, found["reason"]


def test_a_row_says_which_tools_its_job_needs() -> None:
    data = sim(look, budget=30, fault_rate=0)
    for row in data:
        tool = row["scenario_dimensions"]["tool"]
        needed = row["scene"]["tools"]
        assert needed == {"unrelated": []}.get(tool, needed)
        assert len(needed) == {"unrelated": 0, "multi_tool": 2}.get(tool, 1)
