"""What holds in the world of any tools: those of the field, and ones made up."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import orjson
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.support import SHARED, shared
from tests.world.kit import read_tools, session, tool
from whileai.base.examples import NoExample, example
from whileai.base.seeds import Dice, derive
from whileai.model import Scene
from whileai.world import MockSession, infer

if TYPE_CHECKING:
    from whileai.world import Action, Model

pytestmark = pytest.mark.contract("S48")

DATA = SHARED / "toolsets.json"
FEW = settings(
    max_examples=15,
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.too_slow],
)
SEEDS = st.integers(0, 2**32)


def toolsets() -> dict[str, Model]:
    if not DATA.exists():
        return {}
    found = orjson.loads(DATA.read_bytes())
    return {name: infer(read_tools(tools)) for name, tools in found.items()}


SETS = toolsets()


@pytest.fixture(params=sorted(SETS) or ["absent"])
def model(request: pytest.FixtureRequest) -> Model:
    shared("toolsets.json")
    return SETS[request.param]


def arguments(model: Model, action: Action, seed: int) -> dict[str, Any] | None:
    try:
        told = example(
            model.tools[action.tool].parameters, Dice(derive(seed, action.tool))
        )
    except NoExample:
        return None
    return told if isinstance(told, dict) else None


def asked(model: Model, seed: int) -> list[tuple[str, dict[str, Any]]]:
    """Give a call of each tool, with arguments that its schema takes."""
    calls = [(name, arguments(model, a, seed)) for name, a in model.actions.items()]
    return [(name, told) for name, told in calls if told is not None]


def replay(model: Model, seed: int) -> list[Any]:
    world = session(model, seed)
    return [world.call(name, told) for name, told in asked(model, seed)]


@FEW
@given(seed=SEEDS)
@pytest.mark.parametrize("name", sorted(SETS))
def test_the_same_seed_has_the_same_answers(name: str, seed: int) -> None:
    assert replay(SETS[name], seed) == replay(SETS[name], seed)


def test_every_listed_id_resolves(model: Model) -> None:
    world = session(model, 3)
    for entity in model.entities.values():
        for own in world.store.ids(entity):
            row = world.store.record(entity, own)
            assert row is not None
            assert row[entity.key] == own


def test_ids_of_two_entities_never_clash(model: Model) -> None:
    world = session(model, 5)
    seen: dict[str, str] = {}
    for entity in model.entities.values():
        if entity.single or entity.located or entity.named:
            continue
        for own in world.store.ids(entity):
            holder = seen.setdefault(str(own), entity.name)
            same_person = entity.loose or model.entities[holder].loose
            assert holder == entity.name or same_person or isinstance(own, int)


def test_two_rollouts_never_see_each_others_writes(model: Model) -> None:
    one, other = session(model, 7), session(model, 7)
    calls = asked(model, 7)
    fresh = [other.call(name, told) for name, told in calls]
    for name, told in calls:
        one.call(name, told)
    again = session(model, 7)
    assert [again.call(name, told) for name, told in calls] == fresh


def test_an_unknown_argument_is_refused_with_its_name(model: Model) -> None:
    world = session(model, 1)
    for name, told in asked(model, 1):
        open_ = model.tools[name].parameters.get("additionalProperties")
        answer = world.call(name, {**told, "zz_nothing": 1})
        if open_ is None or open_ is False:
            assert "zz_nothing" in answer["error"]


def test_a_missing_argument_is_refused_with_its_name(model: Model) -> None:
    world = session(model, 1)
    for name, told in asked(model, 1):
        for lacking in model.tools[name].parameters.get("required", ())[:2]:
            left = {k: v for k, v in told.items() if k != lacking}
            assert lacking in world.call(name, left)["error"]


ODD = [
    "x" * 100_000,
    "\x00",
    "\ud800",
    [[[[[[[[]]]]]]]],
    {"a": {"b": {"c": {"d": {}}}}},
    2**70,
    -0.0,
    None,
    True,
]


@pytest.mark.parametrize("odd", ODD, ids=lambda odd: type(odd).__name__)
def test_no_argument_breaks_the_world(model: Model, odd: Any) -> None:
    world = session(model, 2)
    for name, told in asked(model, 2):
        for field in list(model.tools[name].parameters.get("properties", {}))[:3]:
            answer = world.call(name, {**told, field: odd})
            assert isinstance(answer, (dict, list, str))


def test_what_is_created_reads_back_changes_and_goes(model: Model) -> None:
    """Create, read, update and delete agree, wherever a set has the tools for it."""
    world = session(model, 9)
    for action in model.actions.values():
        told = arguments(model, action, 9)
        if action.verb != "create" or told is None:
            continue
        made = world.call(action.tool, told)
        entity = model.entities[action.entity]
        if made.get("error") or entity.key not in made or action.link is not None:
            continue
        row = world.store.record(entity, made[entity.key])
        assert row is not None
        for argument in action.role("field"):
            if argument.name in told and not argument.within:
                assert row[argument.field] == told[argument.name]


PLAIN = st.sampled_from(
    (
        {"type": "string"},
        {"type": "integer", "minimum": 0, "maximum": 9},
        {"type": "number"},
        {"type": "boolean"},
        {"type": "string", "enum": ["low", "high"]},
        {"type": "array", "items": {"type": "string"}},
        {"type": "string", "format": "date"},
        {"anyOf": [{"type": "string"}, {"type": "null"}]},
    )
)
WORDS = st.sampled_from(
    ("title", "owner", "note", "size", "due", "tags", "level", "place", "kind", "rate")
)
SHAPES = st.dictionaries(WORDS, PLAIN, min_size=1, max_size=6)
THINGS = st.sampled_from(("ticket", "parcel", "lamp", "invoice", "zorb", "team"))


def made_up(thing: str, shape: dict[str, Any]) -> Model:
    own: dict[str, Any] = {f"{thing}_id": "string"}
    return infer(
        (
            tool(f"create_{thing}", "", shape, **shape),
            tool(f"get_{thing}", "", own, **own),
            tool(f"update_{thing}", "", own, **own, **shape),
            tool(f"delete_{thing}", "", own, **own),
            tool(f"list_{thing}s", ""),
        )
    )


@FEW
@given(thing=THINGS, shape=SHAPES, seed=SEEDS)
def test_any_entity_lives_from_its_creation_to_its_end(
    thing: str, shape: dict[str, Any], seed: int
) -> None:
    model = made_up(thing, shape)
    world, dice = MockSession(model, Scene(seed=seed)), Dice(seed)
    told = {name: example(each, dice) for name, each in shape.items()}
    made = world.call(f"create_{thing}", told)
    if made.get("code") == "invalid_arguments":
        return  # an argument that repeats its schema, or an end before its start
    own = {f"{thing}_id": made[f"{thing}_id"]}
    read = world.call(f"get_{thing}", own)
    assert {name: read[name] for name in told if told[name] is not None} == {
        name: value for name, value in told.items() if value is not None
    }
    name = min(shape)
    new = example(shape[name], dice)
    changed = world.call(f"update_{thing}", {**own, name: new})
    if not changed.get("error") and new is not None:
        assert world.call(f"get_{thing}", own)[name] == new
    assert not world.call(f"delete_{thing}", own).get("error")
    assert world.call(f"get_{thing}", own)["code"] == "not_found"
    listed = world.call(f"list_{thing}s", {})
    (rows,) = (value for value in listed.values() if isinstance(value, list))
    assert made[f"{thing}_id"] not in [row[f"{thing}_id"] for row in rows]


@FEW
@given(shape=SHAPES, seed=SEEDS)
def test_results_fit_the_schema_that_a_tool_declares(
    shape: dict[str, Any], seed: int
) -> None:
    output = {"type": "object", "properties": shape, "required": sorted(shape)}
    own: dict[str, Any] = {"lamp_id": "string"}
    model = infer((tool("get_lamp", "", own, output, **own), tool("list_lamps")))
    world = MockSession(model, Scene(seed=seed))
    (lamps,) = (v for v in world.call("list_lamps", {}).values() if isinstance(v, list))
    answer = world.call("get_lamp", {"lamp_id": lamps[0]["lamp_id"]})
    assert not model.results["get_lamp"].problems(answer)


def test_who_changes_an_answer_does_not_change_the_world(model: Model) -> None:
    """Answers about what rollouts of one scene share are copies."""
    world = session(model, 11)
    calls = asked(model, 11)
    first = [world.call(name, told) for name, told in calls]
    for answer in first:
        spoil(answer)
    again = session(model, 11)
    assert "spoiled" not in orjson.dumps([again.call(*each) for each in calls]).decode()


def spoil(answer: Any) -> None:
    if isinstance(answer, list):
        for each in answer:
            spoil(each)
        answer.append("spoiled")
    elif isinstance(answer, dict):
        for each in answer.values():
            spoil(each)
        answer["spoiled"] = "spoiled"
