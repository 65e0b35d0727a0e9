"""The lines that asks are composed of: each is whole, and is reached by some ask."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from tests.builtin.writers.agents import GIT, MUSIC, SHOP
from whileai.base.seeds import Dice
from whileai.builtin.writers.conditions import IFS, conditions
from whileai.builtin.writers.contexts import REASONS
from whileai.builtin.writers.deeds import DEEDS
from whileai.builtin.writers.findings import FINDINGS, FLAWS, MATTERS
from whileai.builtin.writers.flavours import FLAVOURS
from whileai.builtin.writers.frames import FRAMED
from whileai.builtin.writers.histories import HISTORIES, RECALLED
from whileai.builtin.writers.idioms import DIRECT, IDIOMS
from whileai.builtin.writers.inline import inline
from whileai.builtin.writers.motives import MOTIVES
from whileai.builtin.writers.phrases import expand
from whileai.builtin.writers.sentences import capitals, sentence
from whileai.builtin.writers.stances import SAID
from whileai.builtin.writers.stretches import Request, stretch
from whileai.builtin.writers.topics import TOPICS, topics_of
from whileai.builtin.writers.verbs import senses
from whileai.builtin.writers.wishes import WISHES
from whileai.options.dimensions import HISTORIES as KNOWN
from whileai.options.dimensions import STANCES
from whileai.world.pools import POOLS

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from whileai.builtin.writers.phrasebook import Table
    from whileai.model import Tool

pytestmark = pytest.mark.contract("S47")

MIND = {"matter": "the move", "goods": "the desk lamp"}
ABOUT = {"it": "it", "thing": "order", "act": "cancel an order"}
ASKED = ("service", "helper", "private")
SLOTS = (
    *("amount", "recipient", "on", "subject", "recurring", "count", "file", "password"),
    *("transaction", "container", "whose", "link", "url", "body", "email", "item"),
    *("instead", "order", "paid", "address", "product", "note", "user", "items"),
    *(
        "speed",
        "is",
        "does",
        "them",
        "app",
        "space",
        "query",
        "place",
        "during",
        "table",
    ),
    *("to", "from", "table"),
)
REQUEST = {"vp": "cancel order A-1", "svp": "cancel order A-1", "np": "order A-1"}
ALL = {**MIND, **ABOUT, **REQUEST, "first": "cancel order A-1", "other": "return it"}

TABLES: dict[str, tuple[Mapping[str, Mapping[str, Iterable[str]]], Mapping[str, str]]]
TABLES = {
    "motives": (MOTIVES, MIND),
    "reasons": (REASONS, MIND),
    "findings": (FINDINGS, MIND),
    "flaws": ({"": FLAWS}, {}),
    "wishes": ({"": WISHES}, {}),
    "histories": (HISTORIES, ABOUT),
    "recalled": (RECALLED, {**ABOUT, **REQUEST, "app": "the app"}),
    "stances": (SAID, ABOUT),
    "frames": (FRAMED, {**ABOUT, **REQUEST}),
}


def lines(name: str) -> list[str]:
    table = TABLES[name][0]
    return [line for each in table.values() for pool in each.values() for line in pool]


@pytest.mark.parametrize("name", TABLES)
def test_every_line_is_a_sentence_with_the_slots_it_is_given(name: str) -> None:
    for line in lines(name):
        for seed in range(3):
            text = expand(line.lstrip("^+&"), Dice(seed), TABLES[name][1])
            text = capitals(sentence(text[:1].upper() + text[1:]))
            assert not re.search(r"[{}()\[\]|^]|  | [,.?]", text), line
            assert re.fullmatch(r"[A-Z].*[.?!]", text), line


@pytest.mark.parametrize("name", TABLES)
def test_no_line_stands_twice_in_a_pool(name: str) -> None:
    for each in TABLES[name][0].values():
        for pool in each.values():
            assert len({*pool}) == len([*pool])


def test_no_line_of_a_mind_holds_a_number() -> None:
    """A scene could not but contradict it."""
    names = ("motives", "reasons", "findings", "flaws", "wishes")
    assert [
        line for name in names for line in lines(name) if re.search(r"\d", line)
    ] == []


def test_flaws_are_of_goods_and_matters_of_places_that_worlds_have() -> None:
    assert {*FLAWS} <= {*POOLS["product"]}
    assert {*MATTERS} - {""} == {*POOLS["channel"]}


def test_what_is_said_is_told_apart_by_flavours_and_deeds_that_there_are() -> None:
    assert {*MOTIVES} | {*FINDINGS} | {*TOPICS} <= {*FLAVOURS}
    assert {deed for each in REASONS.values() for deed in each} <= {*DEEDS, "any"}
    topics = {f"{name} {row[0]}" for name, rows in TOPICS.items() for row in rows}
    for table in (SAID, FRAMED, HISTORIES, RECALLED):
        for each in (key for pools in table.values() for key in pools):
            last = each.rsplit(" ", 1)[-1]
            known = (*DEEDS, "look_many", "any", *ASKED, *FLAVOURS)
            assert last in known or each in topics, each
    assert {*SAID} | {*FRAMED} <= {*STANCES}
    assert {*HISTORIES} | {*RECALLED} <= {*KNOWN}


@pytest.mark.parametrize("table", [IDIOMS, DIRECT], ids=["idioms", "direct"])
def test_every_idiom_is_of_a_topic_and_fills_up_with_what_an_ask_states(
    table: Table,
) -> None:
    slots = dict.fromkeys(SLOTS, "x")
    for flavour, topics in table.items():
        assert {*topics} <= {topic for topic, _, _ in TOPICS[flavour]}
        for line in (line for pool in topics.values() for line in pool):
            text = expand(line.lstrip("!"), Dice(1), {**MIND, **slots})
            assert not re.search(r"[{}\[\]|^!]|  | [,.?]", text), line
            assert (table is DIRECT) or text[-1] not in ".?!", line


def test_a_second_wish_depends_only_on_what_the_first_can_find() -> None:
    ifs = conditions("banking", ("balance",), ("info", "send"))
    assert ifs == IFS["banking balance send"]
    assert conditions("banking", ("balance",), ("password",)) == ()
    topics = {f"{name} {row[0]}" for name, rows in TOPICS.items() for row in rows}
    for key in IFS:
        flavour, first, second = key.split(" ")
        assert {f"{flavour} {first}", f"{flavour} {second}"} <= topics


def test_every_finding_is_of_a_topic_that_some_tool_has() -> None:
    for flavour, topics in FINDINGS.items():
        known = {topic for topic, _, _ in TOPICS[flavour]}
        assert {*topics} <= known


def test_a_tool_that_looks_has_other_topics_than_one_that_acts() -> None:
    words = frozenset(("message", "channel"))
    assert topics_of("messaging", words, looks=True) == ("channel", "channels")
    assert topics_of("messaging", words, looks=False) == ("message",)
    assert topics_of("nowhere", words, looks=True) == ()


@pytest.mark.parametrize("own", [*SHOP, *GIT, *MUSIC], ids=lambda own: own.name)
def test_an_object_without_facts_is_worded_from_the_tool_alone(own: Tool) -> None:
    tools = (*SHOP, *GIT, *MUSIC)
    sense = senses(tools)[own.name]
    for seed in range(5):
        request = Request(sense=sense, left=[])
        texts = [stretch(request, each, Dice(seed)) for each in sense.segments]
        assert not re.search(r"[{}|()]|  ", " ".join(texts))
        assert inline(request, Dice(seed)) == []
