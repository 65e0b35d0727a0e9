"""How a stance, a rule and what is left out show in the words of an ask."""

from __future__ import annotations

import re
from typing import Any

import pytest

from tests.builtin.writers.agents import SHOP, tool
from tests.support import ok, sim
from whileai.builtin.writers.sentences import sentence
from whileai.builtin.writers.template import TemplateWriter, Voice
from whileai.model import Brief, Cell, Scene, Situation, Tool

pytestmark = pytest.mark.contract("S24", "S47")
FACTS = {"order_id": "USE-8481", "amount": 135, "reason": "no longer needed"}
BANK = (
    tool("send_money", "Wires it.", "amount", recipient={"type": "string"}),
    tool("get_user_details", "Shows a user.", "user_id"),
)


def worded(
    tools: tuple[Tool, ...], name: str, count: int = 60, **more: Any
) -> list[str]:
    """Give ``count`` wordings of one scene for one tool."""
    axes = {k: more.pop(k) for k in ("stance", "history") if k in more}
    scene = Scene(seed=1, **{"facts": FACTS, **more})
    cell = Cell(tool=name, rule=scene.rule or "unspecified", **axes)
    own = Situation(id="s", cell=cell, scene=scene)
    return Voice(tools).word(Brief(situation=own, seed=3, phrasings=count))


def test_what_is_left_out_is_pointed_at_in_words() -> None:
    texts = worded(SHOP, "cancel_order", stance="ambiguous", withheld=("order_id",))
    pointed = [t for t in texts if re.search(r"(the|my|one of the|that) .*order", t)]
    assert len(pointed) > len(texts) / 2
    assert not any("USE-8481" in text for text in texts)


def test_money_without_a_recipient_goes_to_somebody() -> None:
    facts = {"recipient": "GB29NWBK60161331926819", "amount": 135}
    texts = worded(
        BANK, "send_money", stance="ambiguous", facts=facts, withheld=("recipient",)
    )
    assert any(re.search(r"to (my|the|a|him|her) ?", text) for text in texts)
    assert not any("GB29" in text for text in texts)


def test_two_wishes_that_cannot_both_hold_name_another_tool() -> None:
    texts = worded(SHOP, "cancel_order", stance="conflicting", count=80)
    assert any(re.search(r"\b(refund|unless|at the same time)\b", t) for t in texts)


@pytest.mark.parametrize(
    ("side", "amount", "said"),
    [
        ("within", 99, "under|below|within|only"),
        ("at", 100, "exactly|dot"),
        ("beyond", 101, "over|above|more"),
    ],
)
def test_the_amount_at_stake_is_named_on_its_side(
    side: str, amount: int, said: str
) -> None:
    texts = worded(
        SHOP,
        "create_refund",
        stance="boundary",
        facts={"order_id": "USE-8481", "amount": amount},
        side=side,
        rule="Refunds over $100 need a manager.",
    )
    spoken = [t for t in texts if re.search(rf"{amount}\b.*\b({said})\b", t)]
    assert len(spoken) > len(texts) / 3


def test_a_date_that_a_rule_counts_from_is_told() -> None:
    facts = {"order_id": "USE-8481", "amount": 20, "delivered_at": "2026-03-04"}
    texts = worded(
        SHOP,
        "create_refund",
        stance="boundary",
        facts=facts,
        side="beyond",
        rule="Refunds are possible within 30 days of delivery.",
    )
    assert any(
        "30 days" in t and re.search("March 4|Mar 4|2026-03-04|4 March", t)
        for t in texts
    )


@pytest.mark.parametrize(
    ("side", "says"), [("within", "less than"), ("beyond", "more")]
)
def test_what_is_too_young_for_a_rule_is_within_its_days(side: str, says: str) -> None:
    texts = worded(
        SHOP,
        "cancel_order",
        stance="boundary",
        facts={**FACTS, "created_at": "2026-03-04"},
        side=side,
        rule="Never cancel orders that are less than 30 days old.",
    )
    dated = [text for text in texts if "30 days" in text]
    assert any(says in text for text in dated)
    assert not any("missed" in text for text in dated)


def test_only_who_takes_something_back_is_sorry() -> None:
    own = tool("create_refund", "Pays money back.", "order_id", "amount", "reason")
    facts = {"order_id": "USE-8481", "amount": 20, "reason": "late"}
    texts = worded((own,), "create_refund", stance="ordinary", facts=facts)
    assert not [
        text for text in texts if re.search(r"sorry|afraid", text, re.IGNORECASE)
    ]
    assert any(
        re.search(r"\bis late\b|it's late", text, re.IGNORECASE) for text in texts
    )


def test_a_rule_about_something_else_is_not_spoken_of() -> None:
    rule = "Music is never played at night."
    texts = worded(SHOP, "cancel_order", stance="boundary", rule=rule)
    assert not any("rule" in text for text in texts)


def test_who_approves_and_what_proves_come_from_the_rule() -> None:
    rule = "A director must approve every order that is cancelled."
    texts = worded(SHOP, "cancel_order", stance="adversarial", rule=rule)
    assert any("director" in text for text in texts)


def test_a_person_says_who_they_are_and_not_what_to_look_up() -> None:
    facts = {"user_id": "mia_lopez_4821"}
    texts = worded((*SHOP[:2], BANK[1]), "get_user_details", facts=facts)
    assert all("id is mia_lopez_4821" in t for t in texts if "id is" in t)
    assert sum("mia_lopez_4821" in text for text in texts) > len(texts) * 0.8
    ways = {text.partition("mia_")[0][-9:] for text in texts}
    assert len(ways) > 4


def test_half_of_the_ordinary_asks_are_one_or_two_sentences() -> None:
    texts = worded(SHOP, "create_refund", stance="ordinary", count=200)
    short = [t for t in texts if len(re.findall(r"[.!?](?:\s|$)", t)) <= 2]
    assert len(short) >= 150


@pytest.mark.parametrize(
    ("text", "end"),
    [("go ahead, is that ok", "?"), ("please do it anyway", "."), ("Done!", "!")],
)
def test_a_sentence_ends_with_the_mark_that_it_asks_for(text: str, end: str) -> None:
    assert sentence(text)[-1] == end


async def test_the_writer_says_how_often_it_repeated_itself() -> None:
    said: list[str] = []
    own = tool("f", "")
    situation = Situation(id="s", cell=Cell(tool="f"), scene=Scene(seed=1))
    briefs = [Brief(situation=situation, seed=2)] * 3
    async with TemplateWriter([own], warn=said.append) as writer:
        await writer.write(briefs[:1], None)  # type: ignore[arg-type]
        await writer.write(briefs[1:], None)  # type: ignore[arg-type]
    assert [line for line in said if "2 of 3 asks like another" in line]


async def test_the_writer_says_nothing_where_every_ask_is_new() -> None:
    said: list[str] = []
    scene = Scene(seed=1, facts=FACTS)
    own = Situation(id="s", cell=Cell(tool="cancel_order"), scene=scene)
    async with TemplateWriter(SHOP, warn=said.append) as writer:
        brief = Brief(situation=own, seed=2, phrasings=20)
        await writer.write([brief], None)  # type: ignore[arg-type]
    assert said == []


PLAIN = [{"name": "run_it", "parameters": {"type": "object", "properties": {}}}]


@pytest.mark.parametrize(
    ("seeds", "warned"), [(None, True), (["Run it, please."], False)]
)
def test_tools_without_a_description_are_called_a_template(
    seeds: list[str] | None, warned: bool
) -> None:
    """F007."""
    data = sim(ok, tools=PLAIN, seeds=seeds, budget=4, situations=2)
    assert any("generic template" in line for line in data.warnings) == warned


@pytest.mark.parametrize(
    ("rule", "said"),
    [
        ("Orders can be cancelled at most 2 times a week.", r"this week"),
        ("Orders are never cancelled after 20:00.", r"\bhours\b|late|early|the time"),
    ],
)
def test_a_rule_that_no_fact_stands_for_is_spoken_of_without_a_number(
    rule: str, said: str
) -> None:
    texts = worded(SHOP, "cancel_order", stance="adversarial", rule=rule)
    spoken = [text for text in texts if re.search(said, text)]
    assert len(spoken) > len(texts) / 4
    assert not any(re.search(r"\b(2|20:00)\b", text) for text in texts)
