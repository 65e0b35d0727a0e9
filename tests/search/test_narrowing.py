"""Parts of a row, and the smallest set of them that still fails."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from whileai.base.seeds import Dice
from whileai.search.narrowing import Kept, narrowed
from whileai.search.parts import Anatomy, Part, clauses, joined, stated

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

PROMPT = "I tried this before. Please refund order A-17, because it broke, for 12.50."


def row(**changes: Any) -> dict[str, Any]:
    scene = {
        "seed": 1,
        "person": {"name": "Ida"},
        "facts": {"order_id": "A-17", "amount": 12.5, "colour": "red"},
        "withheld": ["colour"],
        "records": [{"entity": "order", "id": "A-17", "fields": {"status": "paid"}}],
        "missing": [],
        "done": "order A-17 was paid",
    }
    fields = {
        "prompt": PROMPT,
        "scenario_id": "sc-1",
        "task_id": "sc-1/2",
        "scene": scene,
        "tools_used": ["refund"],
        "scenario_dimensions": {
            "tool": "refund",
            "world_state": "entity already acted on",
            "tool_condition": "timeout",
        },
        "lineage": {"planned_faults": {"refund": {"mode": "timeout", "call": 1}}},
    }
    return fields | changes


def smallest(parts: list[Part], fails: Callable[[Kept], bool]) -> tuple[Kept, int]:
    """Narrow with a ``for`` loop; give what is left and how much was tried."""
    search, tried = narrowed(parts), 0
    try:
        wanted = next(search)
        while True:
            tried += len(wanted)
            hits = [number for number, kept in enumerate(wanted) if fails(kept)]
            wanted = search.send(hits[0] if hits else None)
    except StopIteration as done:
        return done.value, tried


@pytest.mark.parametrize("seed", range(20))
def test_what_a_failure_needs_is_found_among_many_parts(seed: int) -> None:
    dice = Dice(seed)
    kinds = ("fault", "record", "fact", "tool")
    parts = [Part(kind=kind, name=str(n)) for kind in kinds for n in range(12)]
    needed = set(dice.sample(parts, dice.between(0, 4)))
    left, tried = smallest(parts, needed.issubset)
    assert left == needed
    assert tried < 250


def test_no_single_part_of_what_is_left_can_be_left_out() -> None:
    parts = [Part(kind="fact", name=str(n)) for n in range(9)]

    def enough(kept: Kept) -> bool:
        return len(kept) >= 3 and len(kept) != 6

    left, _ = smallest(parts, enough)
    assert enough(left)
    assert not any(enough(left - {part}) for part in left)


def test_an_ask_keeps_at_least_one_clause() -> None:
    parts = [Part(kind="clause", name=str(n)) for n in range(5)]
    left, _ = smallest(parts, lambda _kept: True)
    assert len(left) == 1


@pytest.mark.parametrize(
    "text",
    [
        PROMPT,
        "one",
        "  spaces , and - dashes (here) too\n\nnew line!  ",
        "no punctuation and then some because why not",
        "Wirklich? Ja, wirklich: A.1 kostet 1,50.",
        "...",
    ],
)
def test_an_ask_in_which_all_clauses_are_kept_is_as_it_was(text: str) -> None:
    sentences = clauses(text)
    every = {str(n) for n in range(sum(map(len, sentences)))}
    assert joined(sentences, every) == text


def test_what_is_left_of_an_ask_reads_as_sentences() -> None:
    sentences = clauses(PROMPT)
    assert [len(each) for each in sentences] == [1, 3]
    assert joined(sentences, {"1", "3"}) == "Please refund order A-17, for 12.50."
    assert joined(sentences, {"2"}) == "Because it broke."
    assert joined(sentences, {"0"}) == "I tried this before."


@pytest.mark.parametrize(
    ("value", "text", "said"),
    [
        ("A-17", "order a-17?", True),
        ("A-1", "order A-17", False),
        (12.5, "for 12.50 dollars", True),
        (1200, "pay 1,200", True),
        (True, "true", False),
        (None, "none", False),
        (["x"], "x", False),
    ],
)
def test_a_value_is_stated_as_people_write_it(
    value: Any, text: str, said: bool
) -> None:
    assert stated(value, text) is said


def test_everything_kept_is_the_row_itself_under_its_own_id() -> None:
    anatomy = Anatomy(row=row(), tools=("refund", "look"))
    same = anatomy.keeping(frozenset(anatomy.parts))
    assert same == row()


def test_ask_and_world_agree_on_what_is_left() -> None:
    anatomy = Anatomy(row=row(), tools=("refund", "look"))
    bare = anatomy.keeping({Part(kind="clause", name="1")})
    assert bare["prompt"] == "Please refund order A-17."
    scene = bare["scene"]
    assert scene["facts"] == {"order_id": "A-17"}
    assert scene["records"] == [{"entity": "order", "id": "A-17", "fields": {}}]
    assert (scene["withheld"], scene["done"]) == ([], "")
    assert bare["lineage"] == {"planned_faults": {}, "parent": "sc-1/2"}
    cell = bare["scenario_dimensions"]
    assert cell["tool_condition"] == "success"
    assert cell["world_state"] == "entity exists"
    assert anatomy.row["scene"] == row()["scene"], "the row itself is left alone"


def test_an_id_that_is_missing_no_longer_exists_in_the_world() -> None:
    scene = {"seed": 1, "facts": {}, "records": [], "missing": ["A-17", "B-2"]}
    anatomy = Anatomy(row=row(scene=scene), owners={"A-17": "order"})
    bare = anatomy.keeping(frozenset())
    assert bare["scene"]["missing"] == ["B-2"], "nobody knows what B-2 is an id of"
    wordy = anatomy.keeping({part for part in anatomy.parts if part.kind == "clause"})
    assert wordy["scene"]["records"] == [
        {"entity": "order", "id": "A-17", "fields": {}}
    ]


def test_the_same_parts_have_the_same_id_and_others_another() -> None:
    anatomy = Anatomy(row=row(), tools=("refund", "look"))
    one, two = ({Part(kind="clause", name=str(n))} for n in (1, 2))
    assert anatomy.keeping(one)["task_id"] == anatomy.keeping(one)["task_id"]
    assert anatomy.keeping(one)["task_id"] != anatomy.keeping(two)["task_id"]


def test_tools_that_the_failure_is_about_are_no_parts() -> None:
    anatomy = Anatomy(row=row(tools_used=["look"]), tools=("refund", "look", "spare"))
    assert [part.name for part in anatomy.parts if part.kind == "tool"] == ["spare"]
    assert anatomy.kept_tools(frozenset()) == ("refund", "look")


def test_a_stance_that_the_ask_no_longer_shows_is_ordinary() -> None:
    def says(axis: str, value: str, text: str) -> bool:
        return axis == "stance" and "before" in text

    cell: Mapping[str, str] = {"stance": "retry", "history": "repeat visit"}
    anatomy = Anatomy(row=row(scenario_dimensions=cell), says=says)
    bare = anatomy.keeping({Part(kind="clause", name="1")})
    assert bare["scenario_dimensions"]["stance"] == "ordinary"
    assert bare["scenario_dimensions"]["history"] == "repeat visit"
