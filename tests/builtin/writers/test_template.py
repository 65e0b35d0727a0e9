"""What the offline writer promises about every ask."""

from __future__ import annotations

import re
from typing import Any

import pytest

from tests.builtin.writers.agents import (
    GIT,
    HISTORIES,
    MUSIC,
    SHOP,
    STANCES,
    brief,
    tool,
)
from whileai.base.seeds import derive
from whileai.builtin.writers.facts import chosen
from whileai.builtin.writers.template import TemplateWriter, Voice, word
from whileai.builtin.writers.values import bare
from whileai.builtin.writers.verbs import senses
from whileai.model import Brief, Cell, Scene, Situation, Tool

pytestmark = pytest.mark.contract("S19", "S21", "S35", "S45", "S47")
NUMBERS = re.compile(r"\d[\d.,:-]*\d|\d")
LABELS = re.compile(
    r"\b(?:adversarial|ambiguous|exploratory|boundary|world_state|tools?|fresh|"
    r"prior_\w+|unspecified|entity)\b",
    re.IGNORECASE,
)


def asks(tools: tuple[Tool, ...], count: int, **cell: str) -> list[tuple[Brief, str]]:
    """Give ``count`` briefs with the first wording of each."""
    voice = Voice(tools)
    drawn = [brief(tools, seed, cell) for seed in range(count)]
    return [(each, voice.word(each)[0]) for each in drawn]


def spelt(each: Brief, tools: tuple[Tool, ...]) -> set[str]:
    """Give every spelling of every fact that an ask may state."""
    own = senses(tools)[each.situation.cell.tool]
    return {form for fact in chosen(own, each.situation.scene) for form in fact.forms}


@pytest.mark.parametrize("tools", [SHOP, GIT, MUSIC])
def test_every_number_in_an_ask_comes_from_a_fact(tools: tuple[Tool, ...]) -> None:
    for each, text in asks(tools, 300):
        forms = " ".join(spelt(each, tools))
        assert all(number in forms for number in NUMBERS.findall(text)), text


@pytest.mark.parametrize("tools", [SHOP, GIT, MUSIC])
def test_every_fact_that_is_told_is_in_the_ask(tools: tuple[Tool, ...]) -> None:
    for each, text in asks(tools, 300):
        own = senses(tools)[each.situation.cell.tool]
        for fact in chosen(own, each.situation.scene):
            said = isinstance(fact.value, bool) or any(f in text for f in fact.forms)
            assert said, (fact.forms, text)


def test_a_withheld_value_is_never_stated() -> None:
    for each, text in asks(SHOP, 400):
        scene = each.situation.scene
        held = [str(scene.facts[name]) for name in scene.withheld]
        assert not any(
            value in text for value in held if value not in ("True", "False")
        )


def test_all_phrasings_of_a_situation_state_the_same_facts() -> None:
    voice = Voice(SHOP)
    for seed in range(60):
        each = brief(SHOP, seed, phrasings=4)
        own = senses(SHOP)[each.situation.cell.tool]
        texts = voice.word(each)
        assert len(set(texts)) == 4
        for fact in chosen(own, each.situation.scene):
            if not isinstance(fact.value, bool):
                assert all(any(f in text for f in fact.forms) for text in texts)


@pytest.mark.parametrize("tools", [SHOP[:1], GIT[1:], MUSIC])
def test_one_tool_is_enough_for_a_thousand_asks(tools: tuple[Tool, ...]) -> None:
    voice = Voice(tools)
    texts: list[str] = []
    for seed in range(1000):
        each = brief(tools, seed)
        used = Brief(situation=each.situation, seed=each.seed, avoid=tuple(texts[-40:]))
        texts += voice.word(used)
    assert len(set(texts)) >= 990


def test_no_sentence_recurs_often() -> None:
    lines = [
        re.sub(r"\S*[\d@_]\S*", "#", line).lower()
        for _, text in asks(SHOP[:1], 1000)
        for line in re.split(r"(?<=[.!?])\s+", text)
    ]
    top = max(lines.count(line) for line in set(lines))
    assert len(set(lines)) / len(lines) >= 0.35
    assert top / len(lines) <= 0.01


def test_offline_asks_have_many_openings() -> None:
    """F010."""
    texts = [text for _, text in asks(SHOP, 60)]
    assert len({" ".join(text.split()[:3]) for text in texts}) >= 10
    assert len(set(texts)) == 60


def test_neither_a_name_nor_a_description_is_read_back() -> None:
    """F008."""
    for tools in (SHOP, GIT, MUSIC):
        for each, text in asks(tools, 200):
            own = senses(tools)[each.situation.cell.tool].tool
            assert own.name not in text
            assert own.description.rstrip(".").lower() not in text.lower()


def test_no_label_of_the_grid_is_spoken() -> None:
    for tools in (SHOP, GIT, MUSIC):
        assert not [t for _, t in asks(tools, 250) if LABELS.search(t)]


def test_a_git_agent_hears_no_reference_numbers() -> None:
    """F006."""
    texts = [text for _, text in asks(GIT, 115)]
    assert len(texts) >= 100
    assert not [text for text in texts if re.search(r"\b[A-Z]{2,4}-\d{4}\b", text)]
    assert not [text for text in texts if re.search(r"\border(s|ed)?\b", text)]


@pytest.mark.parametrize("ids", [("A1001", "A1002"), ("12B", "4A")])
def test_only_the_ids_of_the_scene_are_spoken(ids: tuple[str, ...]) -> None:
    """F004, F005."""
    own = tool(
        "get_order", f"Looks it up. Orders on file: {', '.join(ids)}", "order_id"
    )
    seen = set()
    for seed in range(40):
        scene = Scene(seed=seed, facts={"order_id": ids[seed % 2]})
        cell = Cell(tool="get_order", stance="hurried")
        each = Brief(situation=Situation(id="s", cell=cell, scene=scene), seed=seed)
        found = re.findall(r"\b(?:[A-Z]\d{4}|\d+[A-Z])\b", word(each, [own])[0])
        assert found == [ids[seed % 2]]
        seen |= set(found)
    assert seen == set(ids)


def test_an_off_topic_ask_holds_no_id_and_no_number() -> None:
    texts = [text for _, text in asks(SHOP, 1000, tool="unrelated", history="fresh")]
    assert not [text for text in texts if re.search(r"[\d@_#]", text)]
    assert len(set(texts)) >= 950


def test_two_tools_are_asked_for_with_the_facts_of_both() -> None:
    facts = {"order_id": "USE-8481", "reason": "ordered by mistake", "amount": 45.2}
    scene = Scene(seed=1, facts=facts, goal="cancel an order and then create a refund")
    cell = Cell(tool="multi_tool", stance="ordinary")
    each = Brief(
        situation=Situation(id="s", cell=cell, scene=scene), seed=5, phrasings=9
    )
    for text in Voice(SHOP).word(each):
        assert all(value in text for value in ("USE-8481", "by mistake", "45.20")), text


def test_two_look_ups_of_one_topic_state_the_facts_of_both() -> None:
    tools = tuple(
        tool(name, "Looks.", **{key: {"type": "string"}})
        for name, key in (("get_order", "order_id"), ("get_order_status", "order_ref"))
    )
    facts = {"order_id": "USE-8481", "order_ref": "REF-77"}
    scene = Scene(seed=1, facts=facts, tools=("get_order", "get_order_status"))
    own = Situation(id="s", cell=Cell(tool="multi_tool"), scene=scene)
    for text in Voice(tools).word(Brief(situation=own, seed=5, phrasings=12)):
        assert all(value in text for value in facts.values()), text


def test_the_side_of_a_rule_shows_without_the_rule_being_quoted() -> None:
    policy = "You are kind. Refunds over $100 need a manager."
    texts = []
    for side, amount in (("within", 99), ("at", 100), ("beyond", 101)):
        rule = "Refunds over $100"
        facts = {"order_id": "USE-8481", "amount": amount}
        scene = Scene(seed=1, facts=facts, rule=rule, side=side)
        cell = Cell(tool="create_refund", rule=rule, stance="boundary")
        own = Situation(id="s", cell=cell, scene=scene)
        texts.append(
            Voice(SHOP, policy).word(Brief(situation=own, seed=3, phrasings=40))
        )
    assert [any("limit" in text for text in each) for each in texts] == [True] * 3
    assert not [t for many in texts for t in many if "refunds over" in t.lower()]


def test_no_product_is_spoken_of_that_no_tool_is_named_after() -> None:
    mail = tool("read_inbox", "Reads mail.", user={"type": "string"})
    texts = [text for _, text in asks((mail,), 200)]
    assert not [text for text in texts if "slack" in text.lower()]
    slack = tool("invite_user_to_slack", "Invites.", user={"type": "string"})
    texts = [text for _, text in asks((slack, mail), 80)]
    assert any("Slack" in text for text in texts)


def test_an_ask_to_avoid_is_not_given_again() -> None:
    each = brief(MUSIC, 4)
    first = word(each, MUSIC)[0]
    again = Brief(situation=each.situation, seed=each.seed, avoid=(first,))
    assert word(again, MUSIC)[0] != first


ODD: tuple[tuple[Tool, dict[str, Any]], ...] = (
    (Tool(name="f"), {}),
    (Tool(name="查詢天氣", description="查詢天氣", parameters={
        "type": "object", "properties": {"城市": {"type": "string"}},
        "required": ["城市"],
    }), {"城市": "台北"}),
    (Tool(name="a.b.c", parameters={"type": "object", "properties": "?"}), {}),
    (Tool(name="x", parameters={"type": "object", "required": None, "properties": {
        "body": {"$ref": "#/$defs/Self"}, "tags": {"type": ["array", "null"]},
        "raw": {"anyOf": [{"type": "null"}, {"type": "boolean"}]}, "{n}": True,
    }}), {"body": {"size": "L", "color": "red"}, "tags": ["a", "b"], "raw": False,
          "{n}": "{v}(|)[]"}),
    (Tool(name="store", parameters={"type": "object", "properties": {
        f"field_{n}": {"type": "string"} for n in range(60)
    }}), {f"field_{n}": f"v{n}" for n in range(60)}),
    (Tool(name="send_note", parameters={"type": "object", "properties": {
        "body": {"type": "string"}}, "required": ["body"]}), {"body": "x y " * 500}),
)  # fmt: skip


@pytest.mark.parametrize(
    ("own", "facts"), ODD, ids=lambda each: getattr(each, "name", "")
)
def test_any_tool_can_be_asked_for(own: Tool, facts: dict[str, Any]) -> None:
    scene = Scene(seed=1, facts=facts)
    situation = Situation(id="s", cell=Cell(tool=own.name), scene=scene)
    texts = word(Brief(situation=situation, seed=2, phrasings=30), [own])
    assert len(texts) == 30
    assert all(0 < len(text) < 700 and text == bare(text) for text in texts)


def test_at_most_five_of_sixty_arguments_are_mentioned() -> None:
    own, facts = ODD[4]
    scene = Scene(seed=1, facts=facts)
    situation = Situation(id="s", cell=Cell(tool=own.name), scene=scene)
    for text in word(Brief(situation=situation, seed=2, phrasings=20), [own]):
        assert 2 <= len(re.findall(r"\bv\d+\b", text)) <= 5


def test_a_list_an_object_and_a_yes_or_no_are_put_in_words() -> None:
    own, facts = ODD[3]
    scene = Scene(seed=1, facts=facts)
    situation = Situation(id="s", cell=Cell(tool="x", stance="hurried"), scene=scene)
    texts = word(Brief(situation=situation, seed=2, phrasings=30), [own])
    assert all("size L and color red" in text and "a and b" in text for text in texts)
    assert any("without raw" in text for text in texts)


def test_no_tools_at_all_still_gives_asks() -> None:
    situation = Situation(id="s", cell=Cell(tool="multi_tool"), scene=Scene(seed=1))
    assert len(word(Brief(situation=situation, seed=2, phrasings=3), [])) == 3


async def test_the_stage_gives_a_task_for_every_phrasing() -> None:
    drawn = [brief(SHOP, seed, phrasings=2) for seed in range(5)]
    tasks = await TemplateWriter(SHOP).write(drawn, None)  # type: ignore[arg-type]
    assert [task.id for task in tasks] == [
        f"s{n}/{k}" for n in range(5) for k in (0, 1)
    ]
    assert {task.writer_model for task in tasks} == {"template"}


def test_the_order_of_calls_changes_nothing() -> None:
    drawn = [brief(SHOP, derive(7, n)) for n in range(20)]
    voice = Voice(SHOP)
    forward = [voice.word(each) for each in drawn]
    assert [Voice(SHOP).word(each) for each in reversed(drawn)][::-1] == forward


def test_no_mark_is_doubled_and_no_grammar_shows() -> None:
    odd = re.compile(r",\s*[.!?](?:\s|$)|\s[.!?,](?:\s|$)|[{}|\[\]\x02\x03]|\?\.")
    for tools in (SHOP, GIT, MUSIC):
        assert not [text for _, text in asks(tools, 700) if odd.search(text)]


def test_no_mark_of_the_tables_is_in_an_ask_for_two_things() -> None:
    facts = {"expression": "8 / 2", "value": 3.5, "unit": "meters"}
    scene = Scene(seed=1, facts=facts, tools=("calculate", "convert"))
    tools = (
        tool("calculate", "Works out a sum.", expression={"type": "string"}),
        tool("convert", "Converts.", value={"type": "number"}, unit={"type": "string"}),
    )
    voice, mark = Voice(tools), re.compile(r"[\^{}|&]|(?:^|[.?!] )[+!]")
    for number in range(3_000):
        stance = STANCES.split(" ")[number % 10]
        cell = Cell(tool="multi_tool", stance=stance, history=HISTORIES[number % 3])
        own = Situation(id=f"s{number}", cell=cell, scene=scene)
        (text,) = voice.word(Brief(situation=own, seed=number, phrasings=1))
        assert not mark.search(text), text
