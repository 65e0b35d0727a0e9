"""The tools of a world as methods, found and called as TRL's trainer does it."""

from __future__ import annotations

import inspect
import json
from importlib.util import find_spec
from typing import Any

import pytest

import whileai as wai
from tests.simulations.training.policies import LOOKED, calling, data, saying

pytestmark = pytest.mark.contract("S61")

TOOL = {
    "name": "book_table",
    "description": "Book a table.",
    "parameters": {
        "type": "object",
        "properties": {
            "note": {"type": "string"},
            "guests": {"type": "integer", "description": "How many come"},
            "place": {"type": "string", "enum": ["in", "out"]},
            "names": {"type": "array", "items": {"type": "string"}},
        },
        "required": ["guests", "place"],
    },
}


def methods(environment: Any) -> dict[str, Any]:
    """Give the tools of an environment, as the trainer finds them."""
    found = inspect.getmembers(type(environment), predicate=inspect.isfunction)
    return {
        name: getattr(environment, name)
        for name, _ in found
        if name not in ("reset", "get_reward") and not name.startswith("_")
    }


def test_the_methods_are_the_tools() -> None:
    made = wai.environment_factory(["Book a table."], tools=[TOOL])()
    (tool,) = methods(made).values()
    assert str(inspect.signature(tool)) == (
        "(*, guests: int, place: str, note: str = None, names: list[str] = None) -> str"
    )
    assert "    guests: How many come\n" in tool.__doc__
    assert '    place: place (choices: ["in","out"])\n' in tool.__doc__


@pytest.mark.skipif(not find_spec("transformers"), reason="transformers is not there")
def test_transformers_reads_the_schema_from_them() -> None:
    from transformers.utils import get_json_schema

    (tool,) = methods(wai.environment_factory([""], tools=[TOOL])()).values()
    read = get_json_schema(tool)["function"]
    assert read["name"] == "book_table"
    assert read["parameters"]["required"] == ["guests", "place"]
    assert read["parameters"]["properties"]["place"]["enum"] == ["in", "out"]
    assert read["parameters"]["properties"]["note"] == {
        "type": "string",
        "description": "note",
    }


def test_a_rollout_is_rewarded_as_it_was_answered() -> None:
    factory = wai.environment_factory(data())
    lines = [
        {"prompt": [{"role": "user", "content": row["prompt"]}], "expected": ""}
        | {"task_id": row["task_id"]}
        for row in data()
    ]
    environments = [factory() for _ in lines]
    completions = []
    for environment, line in zip(environments, lines, strict=True):
        assert environment.reset(**line) is None
        call = calling("lookup_order", order_id="A1000")
        answer = methods(environment)["lookup_order"](order_id="A1000")
        told = {"role": "tool", "name": "lookup_order", "content": answer}
        completions.append([call, told, saying("Done.")])
    reward = wai.reward_function(LOOKED, data())
    rows = reward.rows([line["prompt"] for line in lines], completions)
    for row, completion in zip(rows, completions, strict=True):
        assert row is not None
        assert (
            json.dumps(row["steps"][0]["result"], separators=(",", ":"))
            == (completion[1]["content"])
        )


def test_an_environment_is_used_again_and_again() -> None:
    environment = wai.environment_factory(data())()
    for row in data().rows()[:3]:
        environment.reset(prompt=row["prompt"], task_id=row["task_id"])
        assert "error" in methods(environment)["lookup_order"](order_id="nope")
    with pytest.raises(ValueError, match="none of 12 tasks"):
        environment.reset(prompt=[{"role": "user", "content": "?"}], task_id="x")


@pytest.mark.parametrize("name", ["reset", "_hidden", "class"])
def test_a_name_that_no_method_can_have_is_refused(name: str) -> None:
    with pytest.raises(ValueError, match=f"no method can be named {name!r}"):
        wai.environment_factory(["a"], tools=[{**TOOL, "name": name}])
    for own in ("from", "self"):
        tool = {**TOOL, "parameters": {"type": "object", "properties": {own: {}}}}
        with pytest.raises(ValueError, match="no parameter of a method can be named"):
            wai.environment_factory(["a"], tools=[tool])
    with pytest.raises(TypeError, match="did you mean 'seed'"):
        wai.environment_factory(["a"], tools=[TOOL], sed=1)
