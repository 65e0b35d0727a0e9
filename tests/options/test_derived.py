"""What is derived from the table: the type, the signature, the text, the report."""

from __future__ import annotations

import inspect
import json
import re
from typing import Any

import attrs
import pytest

from whileai.model import Cell, tier_of
from whileai.options import (
    ADVANCED,
    ALIASES,
    OPTIONS,
    Keywords,
    parse,
    reference,
    signature,
)
from whileai.options.dimensions import AXES, STANCES

pytestmark = pytest.mark.contract("S02", "S24", "S38")


def lookup_order(order_id: str) -> str:
    return order_id


def test_the_keywords_type_has_every_name_of_the_table() -> None:
    named = {*OPTIONS, *ALIASES, "advanced"} - {"agent"}
    assert set(Keywords.__annotations__) == named


def test_the_signature_takes_the_agent_first_and_the_rest_by_name() -> None:
    first, *rest = signature().parameters.values()
    assert (first.name, first.kind) == ("agent", first.POSITIONAL_OR_KEYWORD)
    assert {each.kind for each in rest} == {inspect.Parameter.KEYWORD_ONLY}
    assert {each.name for each in rest} == set(Keywords.__annotations__)


SHOWN = {"budget": 1000, "concurrency": 32, "simulator": "hosted", "seed": None}


@pytest.mark.parametrize("name", sorted(SHOWN))
def test_the_signature_shows_the_default(name: str) -> None:
    assert signature().parameters[name].default == SHOWN[name]


def test_a_default_of_the_signature_may_be_passed() -> None:
    passed = {n: each.default for n, each in signature().parameters.items()}
    assert attrs.evolve(parse(passed), given=frozenset()) == parse({})


def test_the_reference_names_every_option_key_and_alias() -> None:
    text = reference()
    for name in (*OPTIONS, *ADVANCED, *ALIASES):
        assert re.search(
            rf"^    (\w+, alias )?{name}(, alias \w+)? = ", text, re.MULTILINE
        )


def test_every_option_is_in_the_report_as_json() -> None:
    """F090."""
    shown = parse({}).resolved()
    assert set(shown) == {*OPTIONS, "advanced"}
    assert set(shown["advanced"]) == set(ADVANCED)
    assert json.loads(json.dumps(shown)) == shown
    assert (shown["hard_share"], shown["fault_rate"], shown["seed"]) == (0.4, 0.1, 0)


class Data(list[Any]):
    """Stands for the rows of a run."""


REPORTED: list[tuple[str, Any, Any]] = [
    ("agent", lookup_order, "lookup_order"),
    (
        "agent",
        "http://me:pw@host/v1?api_key=abc&x=1",
        "http://***@host/v1?api_key=***&x=1",
    ),
    ("grader", Data.append, "list.append"),
    ("tools", [lookup_order], ["lookup_order"]),
    ("tools", [{"name": "a"}, {"function": {"name": "b"}}], ["a", "b"]),
    ("tasks", Data([{"prompt": "x"}]), "Data of 1"),
    ("tasks", "base.jsonl", "base.jsonl"),
    ("seeds", ["ask"] * 100, ["ask"] * 100),
    ("seeds", ["ask"] * 101, "101 items"),
    ("tasks", iter(["ask"]), "list_iterator"),
    (
        "sampling",
        {"api_key": "abc", "max_tokens": 5},
        {"api_key": "***", "max_tokens": 5},
    ),
    ("patience", (0.1, 0.2), [0.1, 0.2]),
    ("dimensions", {"stance": ["unsure"]}, {"stance": ["unsure"]}),
]


@pytest.mark.parametrize(("name", "value", "shown"), REPORTED)
def test_the_report_shows_a_name_and_no_secret(
    name: str, value: Any, shown: Any
) -> None:
    assert parse({name: value}).resolved()[name] == shown


def test_the_axes_are_those_of_a_cell_and_the_stances_those_with_a_tier() -> None:
    assert list(AXES) == [each.name for each in attrs.fields(Cell)]
    assert {tier_of(stance) for stance in STANCES[5:]} == {
        "ambiguous",
        "boundary",
        "adversarial",
    }
    assert {tier_of(stance) for stance in STANCES[:5]} == {"ordinary"}
