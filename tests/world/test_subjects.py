"""A tool does what it does to the thing that the other tools show."""

from __future__ import annotations

from typing import Any

import pytest

from tests.world.kit import session, tool
from tests.world.test_declared import one
from whileai.world import infer

pytestmark = pytest.mark.contract("S48")

OWN: dict[str, Any] = {"issue_id": "string"}
WORDS: dict[str, Any] = {"type": "array", "items": {"type": "string"}}


@pytest.mark.parametrize("many", [True, False])
def test_words_are_put_on_a_thing_and_taken_off(many: bool) -> None:
    name = "labels" if many else "label"
    told: dict[str, Any] = {name: WORDS if many else "string"}
    model = infer(
        (
            tool("create_issue", "", ["title"], title="string", labels=WORDS),
            tool("get_issue", "", OWN, None, **OWN),
            tool("list_issues", "List issues.", label="string"),
            tool(f"add_{name}", "", [*OWN, name], None, **OWN, **told),
            tool(f"remove_{name}", "", [*OWN, name], None, **OWN, **told),
        )
    )
    world = session(model)
    made = world.call("create_issue", {"title": "A", "labels": ["bug"]})
    own = {"issue_id": made["issue_id"]}
    call = {**own, name: ["urgent"] if many else "urgent"}
    assert world.call(f"add_{name}", call)["labels"] == ["bug", "urgent"]
    assert world.call("get_issue", own)["labels"] == ["bug", "urgent"]
    found = world.call("list_issues", {"label": "urgent"})["issues"]
    assert own["issue_id"] in [each["issue_id"] for each in found]
    assert all("urgent" in each["labels"] for each in found)
    assert world.call(f"add_{name}", call)["code"] == "already_done"
    assert world.call(f"remove_{name}", call)["labels"] == ["bug"]
    assert world.call(f"remove_{name}", call)["code"] == "not_found"


def test_labels_that_tools_list_are_things_of_their_own() -> None:
    model = infer(
        (
            tool("get_issue", "", OWN, None, **OWN),
            tool("list_labels", "List labels."),
            tool("add_label", "", [*OWN, "label"], None, **OWN, label="string"),
        )
    )
    assert "label" in model.entities


@pytest.mark.parametrize("name", ["turn_{}_lamp", "turn_lamp_{}", "switch_{}_lamp"])
@pytest.mark.parametrize("flag", [True, False])
def test_what_is_turned_on_or_off_is_so(name: str, flag: bool) -> None:
    own: dict[str, Any] = {"lamp_id": "string"}
    told: dict[str, Any] = {"on": "boolean"} if flag else {}
    state = one(lamp_id="string", room="string", on="boolean") if flag else None
    model = infer(
        (
            tool("list_lamps", "List lamps.", **told),
            *(tool(name.format(e), "", own, state, **own) for e in ("on", "off")),
        )
    )
    world = session(model)
    lamp = world.call("list_lamps", {})["lamps"][0]
    for turned in ("on", "off", "on"):
        after = world.call(name.format(turned), {"lamp_id": lamp["lamp_id"]})
        if "error" in after:
            continue
        assert after["on"] is (turned == "on") if flag else after["status"] == turned
        assert after.get("room") == lamp.get("room") or not flag
    again = world.call(name.format("on"), {"lamp_id": lamp["lamp_id"]})
    assert again["code"] == "already_done"


def test_a_value_is_set_on_what_is_read_by_the_same_place() -> None:
    room: dict[str, Any] = {"room": "string"}
    model = infer(
        (
            tool("get_thermostat", "", room, None, **room),
            tool(
                "set_temperature",
                "",
                ["room", "temperature"],
                room="string",
                temperature="number",
            ),
        )
    )
    world = session(model)
    world.call("set_temperature", {"room": "kitchen", "temperature": 21.5})
    assert world.call("get_thermostat", {"room": "kitchen"})["temperature"] == 21.5
    assert world.call("get_thermostat", {"room": "hall"})["temperature"] != 21.5


def test_what_says_where_a_thing_is_is_no_new_value_of_it() -> None:
    both: dict[str, Any] = {"repo": "string", "pull_number": "integer"}
    model = infer(
        (
            tool("get_pull", "", both, None, **both),
            tool("merge_pull", "", both, None, **both),
            tool("list_pulls", "List pulls.", ["repo"], repo="string"),
        )
    )
    world = session(model)
    rows = world.call("list_pulls", {"repo": "acme/web"})["pulls"]
    pull = next(each for each in rows if each["state"] != "merged")
    call = {"repo": "acme/web", "pull_number": pull["pull_number"]}
    assert world.call("merge_pull", call)["state"] == "merged"
    assert world.call("merge_pull", call)["code"] == "already_done"


@pytest.mark.parametrize(
    ("name", "status"),
    [("enroll_student", "enrolled"), ("withdraw_student", "withdrawn")],
)
def test_who_is_there_is_enrolled_and_withdrawn(name: str, status: str) -> None:
    both: dict[str, Any] = {"student_id": "string", "class_id": "string"}
    model = infer(
        (
            tool("list_students", "List students."),
            tool("list_classes", "List classes."),
            tool(name, "", both, None, **both),
        )
    )
    world = session(model)
    call = {
        "student_id": world.call("list_students", {})["students"][0]["student_id"],
        "class_id": world.call("list_classes", {})["classes"][0]["class_id"],
    }
    assert world.call(name, call).items() >= {**call, "status": status}.items()


def test_a_tool_of_unknown_effect_tells_the_truth_of_its_thing() -> None:
    own: dict[str, Any] = {"lamp_id": "string"}
    lamp = one(lamp_id="string", room="string")
    model = infer(
        (
            tool("get_lamp", "", own, lamp, **own),
            tool("frobnicate_lamp", "", own, lamp, **own),
        )
    )
    world = session(model)
    (entity,) = model.entities.values()
    told = {"lamp_id": world.store.ids(entity)[0]}
    assert world.call("frobnicate_lamp", told) == world.call("get_lamp", told)
