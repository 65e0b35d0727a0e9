"""Bounds filter by comparison on the field they are about, and are no fields."""

from __future__ import annotations

from typing import Any

import pytest

from tests.world.kit import session, tool
from whileai.model import Cell
from whileai.world import infer
from whileai.world.scenes import Stage

pytestmark = pytest.mark.contract("S48")

DAY = {"type": "string", "format": "date"}
MOMENT = {"type": "string", "format": "date-time"}


def listing(thing: str, field: str | None = None, **bounds: Any) -> Any:
    own = {field: DAY} if field else {}
    make = tool(f"create_{thing}", "Make one.", note="string", **own)
    return (make, tool(f"list_{thing}s", "List them.", **bounds))


@pytest.mark.parametrize(
    ("thing", "bound", "field", "given", "low", "high"),
    [
        ("patient", "admitted_after", "admission_date", DAY, False, True),
        ("book", "published_before", "published_on", DAY, True, False),
        ("order", "shipped_since", "shipped_on", DAY, False, True),
        ("file", "updatedAfter", "updated_at", DAY, False, True),
        ("event", "start_date", "date", DAY, False, True),
        ("event", "date_to", "date", DAY, True, False),
        ("task", "due_until", "due_date", MOMENT, True, False),
        ("note", "created_gte", "created_on", DAY, False, True),
    ],
)
def test_a_bound_compares_dates_and_is_no_field_of_records(
    thing: str, bound: str, field: str, given: Any, low: bool, high: bool
) -> None:
    world = session(infer(listing(thing, field, **{bound: given})))
    for day in ("1999-03-01", "2088-03-01"):
        world.call(f"create_{thing}", {field: day})
    told = "2050-01-01" if given is DAY else "2050-01-01T00:00:00Z"
    rows = world.call(f"list_{thing}s", {bound: told})[f"{thing}s"]
    days = [each[field] for each in rows]
    assert ("1999-03-01" in days, "2088-03-01" in days) == (low, high)
    assert all(bound not in each for each in rows)
    everything = world.call(f"list_{thing}s", {})[f"{thing}s"]
    assert len(everything) > len(rows)


def test_after_and_before_leave_their_own_day_out_and_since_and_until_do_not() -> None:
    bounds = dict.fromkeys(("due_after", "due_before", "due_since", "due_until"), DAY)
    world = session(infer(listing("task", "due_date", **bounds)))
    world.call("create_task", {"due_date": "2077-07-07"})
    found = {
        bound: "2077-07-07"
        in [e["due_date"] for e in world.call("list_tasks", {bound: day})["tasks"]]
        for bound, day in dict.fromkeys(bounds, "2077-07-07").items()
    }
    assert found == {
        "due_after": False,
        "due_before": False,
        "due_since": True,
        "due_until": True,
    }


def test_numbers_have_bounds_and_what_has_no_value_lies_within_none() -> None:
    tools = (
        tool("create_hall", "Make one.", beds="integer"),
        tool("list_halls", "List.", min_beds="integer", max_beds="integer"),
    )
    world = session(infer(tools))
    world.call("create_hall", {"beds": 70_000})
    bare = world.call("create_hall", {})
    rows = world.call("list_halls", {"min_beds": 60_000, "max_beds": 80_000})["halls"]
    assert [each["beds"] for each in rows] == [70_000]
    assert bare in world.call("list_halls", {})["halls"]
    assert world.call("list_halls", {"min_beds": 80_000})["halls"] == []


def test_a_search_turns_up_what_lies_within_its_bounds() -> None:
    tools = (tool("search_events", "Find.", ["city"], city="string", start_date=DAY),)
    world, found = session(infer(tools)), []
    for city in ("Oslo", "Bonn", "Turin"):
        told = {"city": city, "start_date": "2033-05-01"}
        found += world.call("search_events", told)["events"]
    assert found
    assert all(each["start_time"][:10] >= "2033-05-01" for each in found)


def test_a_bound_that_is_no_date_is_refused() -> None:
    world = session(infer(listing("task", "due_date", due_after="string")))
    answer = world.call("list_tasks", {"due_after": "soonish"})
    assert (answer["code"], answer["field"]) == ("invalid_arguments", "due_after")


def test_people_ask_within_bounds_that_their_record_meets() -> None:
    stage = Stage(listing("patient", "admitted_on", admitted_after=DAY))
    seen = 0
    for seed in range(12):
        scene = stage.scene(
            Cell(tool="list_patients", world_state="entity exists"), seed
        )
        rows = stage.open(scene).call("list_patients", dict(scene.facts))["patients"]
        if "admitted_after" in scene.facts:
            seen += 1
            assert {each.id for each in scene.records} & {e["patient_id"] for e in rows}
    assert seen


@pytest.mark.parametrize("told", ["20260105", "2026-W01-1", "2026-01-05T0930"])
def test_a_bound_that_only_some_pythons_read_is_no_date(told: str) -> None:
    world = session(infer(listing("task", "due_date", due_after="string")))
    refused = world.call("list_tasks", {"due_after": told})
    assert refused["field"] == "due_after"
    assert "2026-05-31" in refused["error"]


@pytest.mark.parametrize(
    ("bound", "day"), [("due_after", "9999-12-31"), ("due_before", "0001-01-01")]
)
def test_beyond_the_last_day_of_the_calendar_nothing_lies(bound: str, day: str) -> None:
    tools = listing("task", "due_date", **{bound: DAY, "project": "string"})
    world = session(infer(tools))
    assert world.call("list_tasks", {bound: day, "project": "north"})["tasks"] == []
