"""The offline person: what they answer, and what they never say."""

from __future__ import annotations

import functools
import re
from typing import Any

import pytest

from tests.builtin.users.asking import (
    Thread,
    answer,
    person,
    slot_of,
    thread,
    threads,
)
from whileai.base.text import folded
from whileai.builtin.users.knowledge import Fact, spoken
from whileai.builtin.users.telling import is_told, kind_of, ways
from whileai.builtin.users.wording import ASIDE
from whileai.model import Record, Scene, Situation, Slot, Task
from whileai.model.questions import refuses
from whileai.stages import Left

pytestmark = pytest.mark.contract("S20", "S32", "S56")

SCENE = Scene(
    seed=1,
    person={"name": "Ada Stone", "email": "ada@stone.example", "phone": "+1-555-0101"},
    goal="return a parcel",
    facts={
        "order_id": "ORD-77",
        "pickup_date": "2026-03-01",
        "quantity": 3,
        "gift": True,
        "reason": "damaged",
        "items": ["lamp", "rug"],
    },
    withheld=("quantity",),
    records=(Record(entity="order", id="ORD-77", fields={"total": 912.5}),),
)


def here(stance: str = "ordinary", scene: Scene = SCENE) -> Slot:
    template = slot_of(3, stance=stance).task.situation
    situation = Situation(id="s", cell=template.cell, scene=scene)
    task = Task(id="s/0", situation=situation, prompt="Hello.")
    return Slot(place=(0, 0), task=task)


ASKED: list[tuple[str, list[str]]] = [
    ("What is your order number?", ["ORD-77"]),
    ("Please provide the order ID.", ["ORD-77"]),
    ("I'll need your order reference to look.", ["ORD-77"]),
    ("Could you share the order #?", ["ORD-77"]),
    ("May I have your e-mail?", ["ada@stone.example"]),
    ("Which email address is on file?", ["ada@stone.example"]),
    ("What's the best phone to reach you on?", ["+1-555-0101"]),
    ("When is the pickup date?", ["2026-03-01"]),
    ("How many are there?", ["3"]),
    ("Why do you send it back?", ["damaged"]),
    ("What's your name and the order number?", ["Ada Stone", "ORD-77"]),
    ("Which items are in it?", ["lamp and rug"]),
    ("Can you give me more details?", ["3"]),
    ("Was it damaged or late?", ["damaged"]),
]


@pytest.mark.parametrize(("question", "values"), ASKED)
def test_what_the_person_knows_is_told(question: str, values: list[str]) -> None:
    said = answer(question, here())
    assert not isinstance(said, Left)
    assert all(value in said for value in values), said


NOT_KNOWN = [
    "What is your account number?",
    "What is your date of birth?",
    "Which warehouse is it in?",
    "What's the restaurant name?",
    "What is the tracking code?",
]


@pytest.mark.parametrize("question", NOT_KNOWN)
def test_what_the_scene_does_not_say_is_not_known(question: str) -> None:
    said = str(answer(question, here(), person(patience="endless")))
    assert not any(spoken(value) in said for value in SCENE.facts.values())
    assert re.search(r"(?i)don't|no idea|can't tell|wouldn't know", said), said


@pytest.mark.parametrize(
    "question",
    [
        "Shall I go ahead?",
        "Would you like me to book it?",
        "Is that correct?",
        "Can you confirm that?",
        "Your order number is ORD-77, right?",
        "Please reply yes to confirm.",
    ],
)
def test_a_request_to_confirm_is_confirmed(question: str) -> None:
    assert re.search(r"(?i)\byes\b|correct|sure", str(answer(question, here())))


@pytest.mark.parametrize(
    ("value", "said"),
    [
        ("damaged", "it's damaged"),
        ("no_longer_needed", "it's no longer needed"),
        ("unwanted", "I just don't want it any more"),
        ("found it cheaper elsewhere", "I found it cheaper elsewhere"),
        ("ordered by mistake", "it was ordered by mistake"),
        ("wrong size", "it's the wrong size"),
        ("The lid broke.", "the lid broke"),
    ],
)
def test_a_reason_is_told_as_people_give_one(value: str, said: str) -> None:
    fact = Fact(name="refund_reason", value=value)
    assert ways(fact, asked=False) == [said]
    assert any(f"because {said}" in each for each in ways(fact, asked=True))
    assert is_told(fact, [f"Well, {said}."])


@pytest.mark.parametrize(
    ("name", "value", "kind"),
    [
        ("reason", "late", "reason"),
        ("total_price", "9.5", "amount"),
        ("start_date", "2026-03-01", "date"),
        ("new_address", "1 Elm Street", "address"),
        ("gift_wrap", "no", "yes_no"),
        ("color", "blue", "plain"),
    ],
)
def test_facts_are_told_by_their_kind(name: str, value: str, kind: str) -> None:
    fact = Fact(name=name, value=value)
    assert kind_of(fact) == kind
    for asked in (True, False):
        assert all(value in each or kind == "reason" for each in ways(fact, asked))


def test_nothing_a_person_says_reads_like_a_form() -> None:
    form = re.compile(r"\w+: \S|\breason (is|should be)\b|\bis (yes|no)\b")
    lines = [said for each in many() for said in each.said]
    assert [said for said in lines if form.search(said)] == [
        said for said in lines if said.startswith("It's about this: ")
    ]


def test_who_asked_about_something_else_names_no_tools() -> None:
    slot = slot_of(1, "unrelated")
    said = answer("Can you tell me more about what you need?", slot)
    assert said in ASIDE


def test_a_refusal_is_pushed_back_in_the_stances_voice() -> None:
    assert refuses("Sorry, I can\u2019t do that.")
    calm = person(avg_turns=100)
    polite = str(answer("I cannot do that.", here(), calm))
    pushy = str(answer("I cannot do that.", here("adversarial"), calm))
    assert polite.endswith("?")
    assert pushy != polite


def test_what_was_left_out_is_told_once_the_agent_is_quiet() -> None:
    said = str(answer("I have noted it.", here(), person(avg_turns=100)))
    assert "quantity" in said
    assert "3" in said


def test_a_fact_that_is_asked_for_again_is_told_again() -> None:
    talk = thread(
        here(), person(patience="endless"), lambda _: "What is your order number?", 4
    )
    assert all("ORD-77" in said for said in talk.said)
    assert len(set(talk.said)) > 1


@functools.cache
def many() -> list[Thread]:
    return list(threads(200, patience="endless", avg_turns=30))


def test_the_person_never_breaks_role() -> None:
    """F122, F125."""
    word = re.compile(
        r"(?i)\b(simulat|scenario|tool|argument|parameter|json|null|none|true|false|"
        r"assistant|as an ai|language model|how can i help|user_left|user_done|i have "
        r"(processed|refunded|booked)|let me (check|look))|[{}<>]|[a-z]_[a-z]"
    )
    texts = [re.sub(r"\S+@\S+", "", said) for each in many() for said in each.said]
    assert [text for text in texts if word.search(text)] == []


def test_the_person_never_echoes_the_agent_or_says_a_bare_ok() -> None:
    """F122."""
    for each in many():
        replies = {folded(t.text) for t in each.turns if t.role == "assistant"}
        for said in each.said:
            assert folded(said) not in replies
            assert folded(said).strip(".!") not in ("ok", "okay", "thanks", "thank you")


def test_the_person_says_no_fact_outside_the_scene() -> None:
    """F121."""
    value = re.compile(r"[A-Z]{2,}-\w+|\S+@\S+\w|\+?\d[\d.,-]*\d|\d+")
    for each in many():
        scene = each.slot.task.situation.scene
        known = [spoken(v) for v in (*scene.facts.values(), *scene.person.values())]
        for found in (f for said in each.said for f in value.findall(said)):
            assert any(found.rstrip(".,") in text for text in known), (found, known)


def test_the_person_varies_their_words() -> None:
    lines = [said for each in many() for said in each.said]
    assert len(lines) > 1500
    assert len(set(lines)) > 0.35 * len(lines)


def test_the_person_never_says_the_same_thing_on_and_on() -> None:
    quiet = [
        thread(slot_of(n), person(avg_turns=60), lambda _: "I have noted it.", 12)
        for n in range(50)
    ]
    for each in quiet:
        assert len(set(each.said)) == len(each.said)


HOSTILE: list[Any] = ["", "?", "\x00?", "¿Qué?" * 20000, "?" * 100_000, "a" * 100_000]


@pytest.mark.parametrize("reply", HOSTILE, ids=range(len(HOSTILE)))
def test_odd_replies_are_survived(reply: str) -> None:
    assert str(answer(reply, here(scene=Scene(seed=1))))
