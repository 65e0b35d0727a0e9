"""What is taken is not free and says who has it; what is changed is the thing."""

from __future__ import annotations

from typing import Any

import pytest

from tests.world.kit import session, tool
from tests.world.test_declared import one
from whileai.world import Model, infer

pytestmark = pytest.mark.contract("S48")

WARD: dict[str, Any] = {
    "bed_id": "string",
    "status": {"type": "string", "enum": ["free", "occupied"]},
    "patient_id": {"type": ["string", "null"]},
}


def ward(take: str, output: dict[str, Any] | None) -> Model:
    own: dict[str, Any] = {"bed_id": "string"}
    both: dict[str, Any] = {**own, "patient_id": "string"}
    return infer(
        (
            tool("list_beds", "List beds.", status=WARD["status"]),
            tool("get_bed", "", own, output, **own),
            tool(f"{take}_bed", "", both, output, **both),
            tool("release_bed", "", own, output, **own),
            tool("list_patients", "List patients."),
        )
    )


@pytest.mark.parametrize("take", ["assign", "book", "allocate"])
@pytest.mark.parametrize("output", [None, one(**WARD)])
def test_who_had_what_is_free_again_is_not_told(
    take: str, output: dict[str, Any] | None
) -> None:
    world = session(ward(take, output))
    who = world.call("list_patients", {})["patients"][0]["patient_id"]
    beds = world.call("list_beds", {"status": "free"})["beds"]
    own = {"bed_id": beds[0]["bed_id"]}
    taken = world.call(f"{take}_bed", {**own, "patient_id": who})
    assert (taken["status"], taken["patient_id"]) == ("occupied", who)
    assert world.call(f"{take}_bed", {**own, "patient_id": who})["code"]
    assert world.call("release_bed", own)["status"] == "free"
    assert world.call("get_bed", own).get("patient_id") is None


def test_the_ids_that_an_answer_shows_are_of_what_there_is() -> None:
    world = session(ward("assign", one(**WARD)))
    known = {p["patient_id"] for p in world.call("list_patients", {})["patients"]}
    beds = world.call("list_beds", {})["beds"]
    assert beds
    assert {each["patient_id"] for each in beds} <= known


@pytest.mark.parametrize(
    ("name", "told", "field"),
    [
        ("reschedule_event", "new_start", "start"),
        ("rename_event", "newTitle", "title"),
        ("update_event", "updated_start", "start"),
        ("update_notes", "notes", "notes"),
        ("respond_to_invitation", "response", "response"),
    ],
)
def test_a_new_value_is_one_of_the_field_of_the_thing(
    name: str, told: str, field: str
) -> None:
    own: dict[str, Any] = {"event_id": "string"}
    new: dict[str, Any] = {told: "string"}
    model = infer(
        (
            tool("list_events", "List events."),
            tool("create_event", "", ["title"], title="string", start="string"),
            tool("get_event", "", own, None, **own),
            tool(name, "", [*own, *new], None, **own, **new),
        )
    )
    world = session(model)
    event = {"event_id": world.call("list_events", {})["events"][0]["event_id"]}
    world.call(name, {**event, told: "2027-01-01T10:00:00Z"})
    after = world.call("get_event", event)
    assert after[field] == "2027-01-01T10:00:00Z"
    assert field == told or told not in after


MOMENT = {"type": "string", "format": "date-time"}


@pytest.mark.parametrize(
    ("start", "end", "refused"),
    [
        ("2026-12-03T10:00:00+00:00", "2026-12-03T10:30:00+01:00", True),
        ("2026-12-03T10:00:00+02:00", "2026-12-03T09:00:00Z", False),
        ("2026-12-03T10:00:00Z", "2026-12-03T10:00:00Z", False),
    ],
)
def test_an_end_is_after_its_start_in_whatever_zones_they_are_told(
    start: str, end: str, refused: bool
) -> None:
    model = infer(
        (tool("create_event", "", ["start", "end"], start=MOMENT, end=MOMENT),)
    )
    answer = session(model).call("create_event", {"start": start, "end": end})
    assert (answer.get("field") == "end") is refused


def test_a_search_between_days_that_lie_the_wrong_way_is_refused() -> None:
    day = {"type": "string", "format": "date"}
    days = {"pickup_date": day, "return_date": day}
    model = infer((tool("search_cars", "Search.", days, None, **days),))
    told = {"pickup_date": "2026-12-14", "return_date": "2026-12-10"}
    assert session(model).call("search_cars", told)["field"] == "return_date"
