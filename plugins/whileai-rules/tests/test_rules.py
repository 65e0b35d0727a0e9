from __future__ import annotations

from typing import Any

import pytest
import whileai_rules
from whileai_rules import RULES, RuleGrader, read_rules

import whileai as wai
from whileai.model import Row
from whileai.testing import assert_same_draw, check_grader, check_plugin

TOOLS = [{"name": "get_order", "parameters": {"properties": {"order_id": {}}}}]


async def verdict(reply: str, rules: str = "") -> wai.Verdict:
    fields = {"scenario_id": "s", "prompt": "p", "final_text": reply}
    return await RuleGrader(rules=read_rules(rules)).grade(Row.of(fields))


@pytest.mark.anyio
@pytest.mark.parametrize(
    ("rules", "kept", "broken"),
    [
        ("length=5", "12345", "123456"),
        ("questions=1", "Which one? See https://a.b/?q=1", "Which one? And why?"),
        ("questions=0", "Done.", "Done?"),
        ("promises", "It was sent today.", "I promise that it was sent."),
        ("promises", "It will arrive on Monday.", "It'll definitely arrive."),
        ("markup", "It is a <b>.", "<tool_call>{}</tool_call>"),
        ("markup", "All done.", "All done.<|im_end|>"),
        ("language=en", "The order is on its way.", "Die Ware ist nicht da, und das"),
        ("language=de", "Ihre Ware ist für Sie da.", "The order is on its way to you."),
    ],
)
async def test_each_rule_tells_a_good_reply_from_a_bad_one(
    rules: str, kept: str, broken: str
) -> None:
    assert (await verdict(kept, rules)).reward == 1
    said = await verdict(broken, rules)
    assert said.reward == 0
    assert list(said.markers.values()) == [True]


@pytest.mark.anyio
async def test_every_rule_has_a_marker_and_every_break_is_told() -> None:
    said = await verdict("I promise! <think> Why? When?")
    assert set(said.markers) == {f"broke_{name}" for name in RULES}
    assert said.reason.count(";") == 2
    assert said.markers["broke_length"] is False


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("lenght", "no rule is called 'lenght'; rules: length, questions"),
        ("length=long", "length='long', but the rule takes a whole number"),
        ("language=xx", "takes one of en, de, es, fr"),
        ("promises=2", "takes no value"),
    ],
)
def test_a_rule_that_cannot_be_is_refused(text: str, told: str) -> None:
    with pytest.raises(ValueError, match=told):
        read_rules(text)


def test_the_plugin_and_its_grader_keep_their_promises() -> None:
    check_plugin(whileai_rules)
    check_grader("rules:length=40,promises", plugins=[whileai_rules])


def test_it_grades_a_run_the_same_at_any_concurrency() -> None:
    def run(concurrency: int) -> Any:
        return wai.simulate(
            lambda message: f"I promise: {message}",
            tools=TOOLS,
            simulator=False,
            grader="rules:promises",
            budget=6,
            concurrency=concurrency,
            plugins=[whileai_rules],
        )

    assert {row["reward"] for row in run(4)} == {0.0}
    assert_same_draw(run, concurrency=(1, 4))
