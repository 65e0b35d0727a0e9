"""Worlds that users bring: the mock world overridden, and objects of their own."""

from __future__ import annotations

from typing import Any

import pytest

import whileai as wai
from tests.support import TOOLS2, sim
from tests.world.kit import tool
from whileai.builtin.worlds.mock import MockWorld
from whileai.model import Scene
from whileai.world import MockSession, infer
from whileai.world.parts import VERBS

pytestmark = pytest.mark.contract("S30", "S48")


class Shop:
    """A shop with one order."""

    def __init__(self) -> None:
        self._paid = {"A1000": 40.0}
        self.calls = 0

    def lookup_order(self, order_id: str) -> dict[str, Any]:
        """Look up one order."""
        return {"order_id": order_id, "paid": self._paid[order_id]}

    def create_refund(self, order_id: str, amount: float = 1.0) -> dict[str, Any]:
        """Pay back money."""
        self._paid[order_id] -= amount
        return {"left": self._paid[order_id]}

    def _secret(self) -> None:
        """Not a tool."""


def buying(message: str, world: Any) -> str:
    answers = [
        world.call("create_refund", {"order_id": "A1000"}),
        world.call("create_refund", {"order_id": "A1000", "much": 2}),
        world.call("lookup_order", {"order_id": "none"}),
        world.call("_secret", {}),
    ]
    return repr(answers)


def test_the_methods_of_a_class_are_the_tools() -> None:
    world = wai.ObjectWorld(Shop)
    assert [each.name for each in world.tools] == ["lookup_order", "create_refund"]
    assert world.tools[0].parameters["required"] == ["order_id"]
    assert world.tools[0].description == "Look up one order."


def test_each_rollout_has_an_instance_of_its_own() -> None:
    world = wai.ObjectWorld(Shop)
    data = sim(buying, tools=world.tools, execute=world, budget=8, fault_rate=0)
    assert {row["steps"][0]["result"]["left"] for row in data} == {39.0}


def test_wrong_arguments_errors_and_private_methods_are_answers() -> None:
    world = wai.ObjectWorld(Shop)
    data = sim(buying, tools=world.tools, execute=world, budget=1, fault_rate=0)
    errors = [step["result"].get("error", "") for step in data[0]["steps"]]
    assert "much" in errors[1]
    assert "none" in errors[2]
    assert "unknown tool" in errors[3]


@pytest.mark.parametrize("factory", [7, object])
def test_what_has_no_methods_is_no_world(factory: Any) -> None:
    with pytest.raises(TypeError, match="ObjectWorld"):
        wai.ObjectWorld(factory)


def looking(message: str, world: Any) -> str:
    return repr(world.call("lookup_order", {"order_id": "A-77"}))


def test_fixtures_are_in_every_rollouts_world() -> None:
    own = {"order": [{"order_id": "A-77", "status": "lost"}]}
    world = wai.World(TOOLS2, fixtures=own)
    data = sim(looking, execute=world, budget=6, fault_rate=0)
    assert {row["steps"][0]["result"]["status"] for row in data} == {"lost"}


def test_entities_can_be_said_otherwise() -> None:
    said = {"ids": ["A-77"], "statuses": ["lost"], "fields": {"vat": {"const": 19}}}
    world = wai.World(TOOLS2, entities={"order": said})
    data = sim(looking, execute=world, budget=6, fault_rate=0)
    result = data[0]["steps"][0]["result"]
    assert (result["status"], result["vat"]) == ("lost", 19)
    assert "A-77" in str(world)


@pytest.mark.parametrize(
    ("options", "says"),
    [
        ({"entities": {"ordr": {}}}, "order"),
        ({"entities": {"order": {"status": []}}}, "statuses"),
        ({"fixtures": {"order": [{"total": 1}]}}, "order_id"),
    ],
)
def test_what_does_not_fit_is_refused(options: dict[str, Any], says: str) -> None:
    with pytest.raises(ValueError, match=says):
        wai.World(TOOLS2, **options)


ODD = [
    {"name": "frobnicate", "parameters": {"type": "object", "properties": {}}},
    {"name": "get_order", "parameters": {"type": "object", "properties": {}}},
]


def test_tools_of_unknown_effect_are_named_once_with_the_way_on() -> None:
    data = sim(lambda message: "Done.", tools=ODD, budget=3)
    (told,) = [line for line in data.warnings if "cannot tell" in line]
    assert "1 tool " in told
    assert "frobnicate" in told
    assert "get_order" not in told


@pytest.mark.parametrize(
    ("verbs", "times"),
    [({}, 1), ({"frobnicate": "create"}, 0), ({"frobnicate": "unknown"}, 0)],
)
def test_a_world_of_ones_own_names_the_tools_that_nobody_explained(
    verbs: dict[str, str], times: int
) -> None:
    world = wai.World(ODD, verbs=verbs)
    data = sim(lambda message: "Done.", execute=world, budget=3)
    assert len([line for line in data.warnings if "cannot tell" in line]) == times


def test_what_a_tool_does_can_be_said() -> None:
    assert "frobnicate  unknown" in wai.explain_world(ODD)
    assert "frobnicate  list" in str(wai.World(ODD, verbs={"frobnicate": "list"}))


TAKING = [
    (name, {argument: {"type": "string"} for argument in arguments})
    for name, *arguments in [
        ("renew_licence", "licence_id"),
        ("get_order", "order_id"),
        ("search_order", "order_id"),
        ("get_orders_by_city", "city"),
        ("list_orders",),
        ("put_file", "path"),
        ("add_user_to_group", "user_id", "group_id"),
        ("frobnicate", "user_id", "group_id"),
        ("frob",),
    ]
]


@pytest.mark.parametrize("verb", VERBS)
@pytest.mark.parametrize("place", range(len(TAKING)), ids=[t[0] for t in TAKING])
def test_what_is_said_of_a_tool_stands_and_every_call_is_answered(
    place: int, verb: str
) -> None:
    tools = [tool(name, "", list(takes), **takes) for name, takes in TAKING]
    name, takes = TAKING[place]
    model = infer(tools, verbs={name: verb})
    assert model.actions[name].verb == verb
    world = MockSession(model, Scene(seed=3))
    known = {f"{each.name}_id": each for each in model.entities.values()}
    ids = {each: (world.store.ids(known[each]) or ["x"])[0] for each in known}
    answer = world.call(name, {each: ids.get(each, "Denver") for each in takes})
    assert isinstance(answer, dict)
    assert all(effect["tool"] == name for effect in world.effects)


@pytest.mark.parametrize(
    ("verbs", "kind", "says"),
    [
        ({"frobnicat": "list"}, ValueError, "did you mean 'frobnicate'"),
        ({"frobnicate": "lists"}, ValueError, "did you mean 'list'"),
        (["list"], TypeError, "pass a dict"),
    ],
)
def test_a_verb_that_there_is_not_is_refused(
    verbs: Any, kind: type[Exception], says: str
) -> None:
    with pytest.raises(kind, match=says):
        wai.World(ODD, verbs=verbs)


def failing(message: str, world: Any) -> str:
    job = world.call("create_job", {"title": "nightly", "error": "disk full"})
    world.call("get_job", {"job_id": job["job_id"]})
    world.call("get_job", {"job_id": "none"})
    return "Done."


def test_a_record_with_an_error_of_its_own_is_no_refused_call() -> None:
    tools = [
        tool("create_job", "", ["title", "error"], title="string", error="string"),
        tool("get_job", "", ["job_id"], job_id="string"),
    ]
    data = sim(failing, tools=tools, budget=1, fault_rate=0)
    steps = data[0]["steps"]
    assert [each["status"] for each in steps] == ["success", "success", "error"]
    assert steps[1]["result"]["error"] == "disk full"


@pytest.mark.parametrize(
    ("output", "warned"),
    [
        ({"allOf": [{"type": "string"}, {"type": "integer"}]}, True),
        ({"type": "object", "properties": {"a": False}, "required": ["a"]}, True),
        ({"type": "object", "properties": {"a": {"type": "string"}}}, False),
    ],
)
def test_an_output_schema_that_no_answer_meets_is_warned_of(
    output: dict[str, Any], warned: bool
) -> None:
    read = tool("get_order", "Read it.", ["order_id"], output, order_id="string")
    for world in (MockWorld([read]), wai.World([read])):
        told = [line for line in world.warnings if "no answer was found" in line]
        assert bool(told) is warned
        assert all("get_order" in line and "execute=" in line for line in told)
