"""The axes of an agent: its tools, the clauses of its policy, what a user pins."""

from __future__ import annotations

from typing import Any

import pytest

from tests.search.worlds import TOOLS
from whileai.model import Tool
from whileai.search.axes import Axes
from whileai.search.clauses import clauses_of, label_of

pytestmark = pytest.mark.contract("S24")

BARE = Tool(name="count_commits", parameters={"properties": {"month": {}}})

CLAUSES = [  # policy, its clauses
    ("", []),
    ("You are a helpful agent.", []),
    ("You are a shop bot. Never refund twice.", ["Never refund twice."]),
    ("You are not allowed to refund.", ["You are not allowed to refund."]),
    ("Your job is to help. You must confirm first.", ["You must confirm first."]),
    ("# Rules\n- Be polite.\n- Ask first.", ["Be polite.", "Ask first."]),
    ("1. Be polite.\n2) Ask first.", ["Be polite.", "Ask first."]),
    (
        "Rules:\nRule 1 applies.\nRule 2 applies.",
        ["Rule 1 applies.", "Rule 2 applies."],
    ),
    ("Ask before\nchanging it. Be kind.", ["Ask before changing it.", "Be kind."]),
    ("- Ask, e.g. by mail. Then act.", ["Ask, e.g. by mail. Then act."]),
    ("Pay at most $100.50 a day.", ["Pay at most $100.50 a day."]),
    ("**Refunds**: at most `100`.\n```\ncode here\n```", ["Refunds: at most 100."]),
    ("- Be polite.\n- Be polite.", ["Be polite."]),
]


@pytest.mark.parametrize(("policy", "clauses"), CLAUSES)
def test_a_clause_is_a_bullet_or_a_sentence_that_rules(
    policy: str, clauses: list[str]
) -> None:
    assert clauses_of(policy) == clauses


def test_a_label_is_cut_at_a_word_to_120_characters() -> None:
    text = "- " + "never share the customer's address " * 9
    (label,) = clauses_of(text)
    assert 100 < len(label) <= 120
    assert text[2:].startswith(label + " ")
    assert label_of("x" * 300) == "x" * 120


def test_the_first_16_clauses_are_values_and_both_counts_are_said() -> None:
    """F089."""
    axes = Axes.of(TOOLS, "\n".join(f"- Rule number {n}." for n in range(40)))
    assert axes.rule == (*(f"Rule number {n}." for n in range(16)), "unspecified")
    assert axes.clauses == 40
    assert axes.warning is not None
    assert "40 clauses" in axes.warning
    assert "first 16" in axes.warning
    assert Axes.of(TOOLS, "- One rule.").warning is None


TOOL_AXES = [
    ((), ("unrelated",)),
    (TOOLS[:1], ("lookup_order", "unrelated")),
    (TOOLS, ("lookup_order", "create_refund", "multi_tool", "unrelated")),
]


@pytest.mark.parametrize(("tools", "values"), TOOL_AXES)
def test_the_tool_axis_has_each_tool_and_what_goes_beyond_one(
    tools: tuple[Tool, ...], values: tuple[str, ...]
) -> None:
    assert Axes.of(tools).tool == values


ID_NAMES = ["order_id", "orderId", "id", "ticketNumber", "sku", "iban", "user_email"]


@pytest.mark.parametrize("name", ID_NAMES)
def test_world_states_need_a_parameter_that_names_a_thing(name: str) -> None:
    tool = Tool(name="get", parameters={"properties": {name: {"type": "string"}}})
    assert len(Axes.of([tool]).world_state) == 6
    assert Axes.of([BARE]).world_state == ("unknown",)


def test_further_kinds_of_fault_are_values() -> None:
    axes = Axes.of(TOOLS, fault_kinds=["half_written", "timeout"])
    assert axes.tool_condition[-1] == "half_written"
    assert axes.tool_condition.count("timeout") == 1


def test_pinning_an_axis_keeps_the_others() -> None:
    """F098."""
    axes = Axes.of(TOOLS, "- Be kind.", {"stance": ["adversarial", "boundary"]})
    assert axes.stance == ("adversarial", "boundary")
    assert len(axes.tool) == 4
    assert (len(axes.world_state), len(axes.history), len(axes.rule)) == (6, 5, 2)


REFUSED: list[tuple[dict[str, Any], str]] = [
    ({"tier": ["ordinary"]}, "'stance'"),
    ({"stances": ["ordinary"]}, "did you mean 'stance'"),
    ({"stance": ["adversrial"]}, "did you mean 'adversarial'"),
    ({"stance": []}, "empty list"),
    ({"tool": ["lookup_ordr"]}, "did you mean 'lookup_order'"),
    ({"rule": ["Be cruel."]}, "'unspecified'"),
]


@pytest.mark.parametrize(("dimensions", "says"), REFUSED)
def test_an_unknown_axis_or_value_is_refused_with_what_there_is(
    dimensions: dict[str, Any], says: str
) -> None:
    """F099."""
    with pytest.raises(ValueError, match=r"there is|give one or more") as caught:
        Axes.of(TOOLS, "- Be kind.", dimensions)
    assert says in str(caught.value)


def test_any_clause_of_the_policy_can_be_pinned_also_beyond_the_first_16() -> None:
    policy = "\n".join(f"- Rule number {n} of the book." for n in range(40))
    axes = Axes.of(TOOLS, policy, {"rule": ["Rule number 30 of the book."]})
    assert axes.rule == ("Rule number 30 of the book.",)
    assert axes.warning is None


def test_faults_without_a_tool_that_can_be_called_are_refused() -> None:
    with pytest.raises(ValueError, match="calls no tool"):
        Axes.of((), "", {"tool_condition": ["timeout"]})
    pinned = {"tool": ["unrelated"], "tool_condition": ["timeout"]}
    with pytest.raises(ValueError, match="lookup_order"):
        Axes.of(TOOLS, "", pinned)


def test_asks_about_no_tool_are_left_out_where_a_pin_has_no_place_for_them() -> None:
    axes = Axes.of(TOOLS, "- Be kind.", {"rule": ["Be kind."]})
    assert "unrelated" not in axes.tool
