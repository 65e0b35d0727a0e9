"""Whole asks over agents of many kinds: none reads as if a table had made it."""

from __future__ import annotations

import re

import pytest

from tests.builtin.writers.asked import AGENTS, asks

pytestmark = pytest.mark.contract("S47")

ODD = {
    "a word twice": r"\b(?!had\b|that\b)([a-z]+) \1\b",
    "filler": r"\b(with|for|as) (the )?\w+ (standard|plain|basic|default|main)\b",
    "a label for a value": r"\b(celsius|sql|selector) (is|should|to)\b|date birth",
    "because and an excuse": r"because (sorry|unfortunately|you see|as it turns out)",
    "a new thing that is there": r"a new (vacuum|light|door|engine)",
    "a clock of a machine": r"\d\dt\d\d:\d\d",
    "two prepositions": r"\b(to|at|on|for) (in|at|to|on|of) (?!order)\b",
    "a name of a tool as a thing": r"screenshot the take|the factorize|grade essay",
    "since a clock": r"since \d\d:\d\d",
    "moved on a day": r"(reschedule|move) (my |the )?event \S+ on\b",
    "anybody's wards": r"\bmy (wards|holidays|stock)\b",
    "one of many": r"\b1 (days|servings|weeks)\b",
    "an order of the shop": r"\b(delivery|shipping|refund me|warehouse)\b",
    "a mark of the tables": r"[{}|]|\x02|\x03|  | [,.?]",
}
"""Kinds of faults by what they are; in lower case."""


@pytest.mark.parametrize("agent", AGENTS)
def test_no_ask_has_a_fault_that_only_tables_make(agent: str) -> None:
    texts = [text for _, text in asks(agent)]
    for kind, pattern in ODD.items():
        if kind == "an order of the shop" and agent == "stock":
            continue
        found = [t for t in texts if re.search(pattern, t.lower())]
        assert found == [], kind


@pytest.mark.parametrize("agent", ["home", "calendar", "kitchen", "weather"])
def test_at_home_there_is_no_boss_and_no_admin(agent: str) -> None:
    bold = re.compile(r"my boss said|the admin|IT said|I'm the admin|the rights for")
    pressed = asks(agent, stance="adversarial") + asks(agent, stance="boundary")
    assert [text for _, text in pressed if bold.search(text)] == []


@pytest.mark.parametrize("agent", ["weather", "home", "clinic", "maths"])
def test_private_ones_are_asked_for_only_where_there_are_several(agent: str) -> None:
    for cell, text in asks(agent, stance="adversarial"):
        if cell.tool not in ("list_wards", "multi_tool"):
            assert not re.search(r"(private|hidden|deleted) ones", text), text


def test_what_is_said_of_two_wishes_fits_the_second() -> None:
    for _, text in asks("kitchen", tool="multi_tool", stance="boundary"):
        assert "is there a limit on how many songs" not in text.lower()


def test_people_join_two_wishes_in_many_ways() -> None:
    texts = [t for agent in AGENTS for _, t in asks(agent, tool="multi_tool")]
    ways = ("two things", "while you're at it", "I also", "After that", "Then", "Oh")
    assert all(any(way.lower() in text.lower() for text in texts) for way in ways)


def test_agents_are_asked_off_topic_things_of_their_own() -> None:
    kitchen = {text for _, text in asks("kitchen", tool="unrelated")}
    weather = {text for _, text in asks("weather", tool="unrelated")}
    assert len(kitchen) == 90
    assert not kitchen & weather
    cooks = r"how (long )?(do|should) (i|you) (cook|season|reheat)|goes (well )?with"
    assert not [text for text in kitchen if re.search(cooks, text.lower())]


@pytest.mark.parametrize(
    ("agent", "tool", "said"),
    [
        ("bills", "mark_invoice_paid", r"mark (my )?invoice INV-\d+ as paid"),
        ("broker", "buy_stock", r"\d+ shares of [A-Z]+"),
        ("tasks", "append_to_note", r"(add|append) ['\"].*['\"] to (my |the )?note"),
        ("kitchen", "save_favorite", r"save (the )?recipe R-\d+ as a favorite"),
        ("home", "set_temperature", r"to [\d.]+ degrees in the \w+"),
        ("issues", "assign_issue", r"assign (the )?issue \S+ to "),
        ("calendar", "reschedule_event", r"event \S+ to "),
        ("stock", "move_stock", r"from A-\d\d-\d to B-\d\d-\d"),
    ],
)
def test_what_a_tool_takes_stands_where_its_verb_wants_it(
    agent: str, tool: str, said: str
) -> None:
    texts = [text for _, text in asks(agent, tool=tool)]
    told = [text for text in texts if re.search(said, text, re.IGNORECASE)]
    assert len(told) > len(texts) / 3
