"""Answers are in the form that a tool declares, and what they say is true."""

from __future__ import annotations

from typing import Any

import pytest

from tests.world.kit import session, tool
from whileai.world import Model, infer
from whileai.world.arguments import Results

pytestmark = pytest.mark.contract("S48")


def one(**properties: Any) -> dict[str, Any]:
    """An object with these fields and no other."""
    return {
        "type": "object",
        "properties": {
            name: {"type": each} if isinstance(each, str) else each
            for name, each in properties.items()
        },
        "required": list(properties),
        "additionalProperties": False,
    }


FAILED = one(kind={"const": "error"}, message="string")
ORDER = one(kind={"const": "order"}, order_id="string", total="number")
PETS = {
    "cat": one(kind={"const": "cat"}, pet_id="string", lives="integer"),
    "dog": one(kind={"const": "dog"}, pet_id="string", bark="string"),
}
PET = {"oneOf": [{"$ref": "#/$defs/cat"}, {"$ref": "#/$defs/dog"}]}


def getting(output: dict[str, Any], thing: str = "order") -> Model:
    own = {f"{thing}_id": "string"}
    return infer([tool(f"get_{thing}", "", own, output, **own)])


def answers(model: Model, name: str = "get_order") -> list[tuple[Any, Any]]:
    """The id of a thing and what a tool says of it, under a few seeds."""
    found = []
    (entity,) = model.entities.values()
    for seed in range(6):
        world = session(model, seed)
        own = world.store.ids(entity)[0]
        answer = world.call(name, {entity.key: own})
        assert not Results(model.tools[name]).problems(answer)
        found.append((own, answer))
    return found


@pytest.mark.parametrize("word", ["oneOf", "anyOf"])
@pytest.mark.parametrize("forms", [(FAILED, ORDER), (ORDER, FAILED)])
def test_what_is_found_is_no_branch_of_a_failure(word: str, forms: Any) -> None:
    for own, answer in answers(getting({word: list(forms)})):
        assert (answer["kind"], answer["order_id"]) == ("order", own)


def test_a_branch_without_a_tag_is_the_one_whose_fields_there_are() -> None:
    found = one(order_id="string", total="number")
    for own, answer in answers(getting({"anyOf": [one(error="string"), found]})):
        assert answer.keys() == {"order_id", "total"}
        assert answer["order_id"] == own


def test_a_tag_tells_one_record_from_another_wherever_it_is_shown() -> None:
    own = {"pet_id": "string"}
    listed = {"type": "array", "items": PET, "$defs": PETS}
    model = infer(
        [
            tool("get_pet", "", own, {**PET, "$defs": PETS}, **own),
            tool("list_pets", "List pets.", (), listed),
        ]
    )
    seen = set()
    for seed in range(4):
        world = session(model, seed)
        rows = world.call("list_pets", {})
        assert not Results(model.tools["list_pets"]).problems(rows)
        seen |= {each["kind"] for each in rows}
        for row in rows:
            assert world.call("get_pet", {"pet_id": row["pet_id"]}) == row
    assert seen == {"cat", "dog"}


def test_a_branch_inside_another_is_met_too() -> None:
    whole = {"anyOf": [one(error="string"), one(result=PET)], "$defs": PETS}
    for own, answer in answers(getting(whole, "pet"), "get_pet"):
        assert answer["result"]["pet_id"] == own
        assert (
            answer["result"].keys()
            == PETS[answer["result"]["kind"]]["properties"].keys()
        )


@pytest.mark.parametrize("wrapped", ["data", "order", "result"])
def test_a_record_in_a_wrapper_is_the_record(wrapped: str) -> None:
    inner = one(order_id="string", total="number", status="string")
    model = getting(one(success="boolean", **{wrapped: inner}))
    (entity,) = model.entities.values()
    assert not {wrapped, "success"} & {each.name for each in entity.fields}
    for own, answer in answers(model):
        assert answer["success"] is True
        assert answer[wrapped]["order_id"] == own
        assert answer[wrapped]["status"] in entity.statuses


@pytest.mark.parametrize("removed", [{"const": True}, {"type": "boolean"}])
def test_what_a_deletion_answers_is_no_field_of_what_there_is(removed: Any) -> None:
    own = {"order_id": "string"}
    gone = one(order_id="string", removed=removed)
    model = infer(
        [
            tool("get_order", "", own, None, **own),
            tool("delete_order", "", own, gone, **own),
        ]
    )
    (entity,) = model.entities.values()
    assert "removed" not in {each.name for each in entity.fields}
    for order, answer in answers(model, "delete_order"):
        assert answer == {"order_id": order, "removed": True}


def test_a_branch_is_compiled_once_and_for_its_own_tool_alone() -> None:
    get_order = getting({"oneOf": [ORDER, FAILED]}).tools["get_order"]
    results, others = Results(get_order), Results(get_order)
    assert results.branch(ORDER) is results.branch({**ORDER})
    assert results.branch(ORDER) is not others.branch(ORDER)


@pytest.mark.parametrize("place", ["#/oneOf/1/properties/order_id", "#/properties/id"])
def test_a_branch_may_refer_to_any_place_of_its_schema(place: str) -> None:
    order = one(kind={"const": "order"}, order_id="string", parent={"$ref": place})
    whole = {"oneOf": [FAILED, order], "properties": {"id": {"type": "string"}}}
    for own, answer in answers(getting(whole)):
        assert answer["order_id"] == own
