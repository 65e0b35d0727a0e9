"""Values that look real: of the right kind, and in agreement with one another."""

from __future__ import annotations

import re
from typing import Any

import pytest

from tests.world.kit import tool
from whileai.base.seeds import Dice
from whileai.model import Cell, Tool
from whileai.world import Stage, people
from whileai.world.pools import PAID_ONCE, POOLS

pytestmark = pytest.mark.contract("S47", "S48")
NAMED = {"type": "object", "properties": {"name": {"type": "string"}}}
CONTACT = Tool(
    name="get_contact",
    description="Look up a contact.",
    parameters={**NAMED, "required": ["name"]},
)
CLINIC = (
    tool(
        "refill_prescription",
        "Refill a prescription.",
        ["medication"],
        medication="string",
    ),
    tool("find_patient", "Find a patient.", ["date_of_birth"], date_of_birth="string"),
    tool(
        "find_hotels",
        "Find hotels.",
        ["check_in", "check_out"],
        check_in="string",
        check_out="string",
    ),
    CONTACT,
    tool("search_recipes", "Search recipes.", ["query"], query="string"),
)


def told(name: str, argument: str, count: int = 40) -> set[str]:
    """Give what people say for an argument, over ``count`` scenes."""
    stage = Stage(CLINIC)
    cell = Cell(tool=name)
    return {stage.scene(cell, seed).facts[argument] for seed in range(count)}


def test_mailboxes_have_many_shapes_and_spell_their_owner() -> None:
    owners = [people.person(Dice(seed)) for seed in range(300)]
    locals_ = [each["email"].partition("@")[0] for each in owners]
    for own, local in zip(owners, locals_, strict=True):
        first, last = own["first_name"].lower(), own["last_name"].lower()
        assert first in local or local.strip("0123456789").endswith(last)
    shapes = {
        re.sub(r"[a-z]{3,}", "name", re.sub(r"\d+", "#", each)) for each in locals_
    }
    assert len(shapes) >= 6


def test_whoever_gets_another_name_keeps_the_shape_of_their_address() -> None:
    for seed in range(100):
        own = people.person(Dice(seed))
        old = (own["first_name"], own["last_name"])
        there = people.renamed(own["email"], old, ("Ada", "Quist"))
        assert "quist" in there or "ada" in there
        assert people.renamed(there, ("Ada", "Quist"), old) == own["email"]


def test_medication_is_called_by_a_name_that_pharmacies_know() -> None:
    assert told("refill_prescription", "medication") <= set(POOLS["medication"])


def test_a_birthday_lies_decades_back() -> None:
    assert all(
        "1946" <= each < "2004" for each in told("find_patient", "date_of_birth")
    )


def test_check_in_and_check_out_are_days() -> None:
    for name in ("check_in", "check_out"):
        assert all(
            re.fullmatch(r"2\d{3}-\d\d-\d\d", e) for e in told("find_hotels", name)
        )


def test_a_contact_is_a_person_and_a_recipe_is_sought_by_a_dish() -> None:
    assert all(
        re.fullmatch(r"[A-Z]\w+ [A-Z]\w+", e) for e in told("get_contact", "name")
    )
    assert told("search_recipes", "query") <= set(POOLS["dish"])


def test_no_trip_begins_where_it_ends() -> None:
    two = {"type": "string", "enum": ["Rome", "Paris"]}
    schema = {"type": "object", "properties": {"from_city": two, "to_city": two}}
    schema["required"] = ["from_city", "to_city"]
    trips = Tool(name="find_trips", description="Find trips.", parameters=schema)
    ends: dict[str, Any] = {"origin": "string", "destination": "string"}
    stage = Stage((trips, tool("search_flights", "Find flights.", [*ends], **ends)))
    for name in ("find_trips", "search_flights"):
        for seed in range(60):
            facts = stage.scene(Cell(tool=name), seed).facts
            assert len({*facts.values()}) == len(facts), facts


def test_what_is_paid_for_once_is_no_standing_order() -> None:
    names = ("amount", "subject", "recurring")
    kinds: dict[str, Any] = {
        "amount": "number",
        "subject": "string",
        "recurring": "boolean",
    }
    stage = Stage((tool("schedule_payment", "Schedule it.", [*names], **kinds),))
    scenes = [stage.scene(Cell(tool="schedule_payment"), seed) for seed in range(80)]
    standing = {s.facts["subject"] for s in scenes if s.facts["recurring"] is True}
    assert standing
    assert not standing & PAID_ONCE
