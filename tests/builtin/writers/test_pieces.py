"""The parts of one ask fit each other: who asks, why, and what else they want."""

from __future__ import annotations

import re

import pytest

from tests.builtin.writers.agents import SHOP, tool
from tests.builtin.writers.asked import asks, one
from tests.builtin.writers.test_wishes import BANK, worded
from whileai.base.seeds import Dice
from whileai.builtin.writers.joining import share
from whileai.builtin.writers.offtopic import offtopic
from whileai.builtin.writers.verbs import senses

pytestmark = pytest.mark.contract("S24", "S47")
FIND = tool(
    "find_user_by_name_zip",
    "Find a user.",
    first_name={"type": "string"},
    last_name={"type": "string"},
    zip={"type": "string"},
)
PAY = tool(
    "update_scheduled_payment", "Edits it.", "amount", subject={"type": "string"}
)


def test_a_name_and_a_zip_are_told_in_many_ways_and_always_in_full() -> None:
    facts = {"first_name": "Ines", "last_name": "Larsen", "zip": "94125"}
    texts = worded((*SHOP[:2], FIND), FIND.name, facts=facts)
    assert all("Ines Larsen" in text and "94125" in text for text in texts)
    usual = [text for text in texts if "name is Ines Larsen and my zip is" in text]
    assert len(usual) < len(texts) / 3
    assert any(re.search(r"94125.*Ines Larsen", text) for text in texts)


def test_who_is_in_a_hurry_gives_no_other_reason() -> None:
    for cell, text in asks("words", 120, stance="hurried"):
        hurry = re.search(r"starts in|is in (five|ten|fifteen|twenty)", text)
        if hurry and cell.tool != "multi_tool":
            assert not re.search(r"(it's|that's) for|own version", text), text


def test_only_a_bill_changes_its_price() -> None:
    seen = set()
    for subject in ("Birthday present", "Internet bill"):
        facts = {"amount": 40, "subject": subject}
        texts = worded((PAY, *BANK), PAY.name, facts=facts, count=120)
        priced = re.compile("new contract|raised the price|changed the price")
        seen |= {subject for text in texts if priced.search(text)}
    assert seen == {"Internet bill"}


def test_tools_share_what_both_are_about() -> None:
    known = senses(
        (
            one("get_order", "Look up an order.", order_id="Id"),
            one("cancel_order", "Cancel an order.", order_id="Id"),
            one("get_user_profile", "Look up the profile of a user."),
        )
    )
    assert share(known["get_order"], known["cancel_order"])
    assert not share(known["get_order"], known["get_user_profile"])


def test_off_topic_things_are_such_as_they_can_be() -> None:
    texts = [offtopic(Dice(seed)) for seed in range(3000)]
    odd = (
        r"lawn (so droopy|losing)|interview (if i don't know|with my)|goldfish (keeps "
        r"sneezing|won't leave)|is the Alps|who would win|mend .* stain"
    )
    assert [text for text in texts if re.search(odd, text)] == []
