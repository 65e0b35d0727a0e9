"""What holds in the world of any tools of the field."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import orjson
import pytest
from attrs import evolve
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.support import shared
from tests.world.generated import outputs
from tests.world.hostile import HOSTILE, is_answer
from tests.world.kit import session
from tests.world.replaying import arguments, asked, model_of, names, replay
from whileai.world import infer

if TYPE_CHECKING:
    from whileai.world import Model

pytestmark = pytest.mark.contract("S48")

FEW = settings(
    max_examples=5,
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture],
)
SEEDS = st.integers(0, 2**32)


@pytest.fixture(params=names() or ["absent"])
def model(request: pytest.FixtureRequest) -> Model:
    shared("toolsets.json")
    return model_of(request.param)


@FEW
@given(seed=SEEDS)
@pytest.mark.parametrize("name", names())
def test_the_same_seed_has_the_same_answers(name: str, seed: int) -> None:
    assert list(replay(model_of(name), seed)) == list(replay(model_of(name), seed))


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


def test_no_argument_breaks_the_world(model: Model) -> None:
    """Each field of each tool meets one value, and the next field the next."""
    world = session(model, 2)
    number = 0
    for name, told in asked(model, 2):
        for field in model.tools[name].parameters.get("properties", {}):
            number += 1
            odd = HOSTILE[number % len(HOSTILE)]
            assert is_answer(world.call(name, {**told, field: odd}))


@pytest.mark.full
def test_no_value_of_any_field_breaks_the_world(model: Model) -> None:
    world = session(model, 2)
    for name, told in asked(model, 2):
        for field in model.tools[name].parameters.get("properties", {}):
            for odd in HOSTILE:
                assert is_answer(world.call(name, {**told, field: odd}))


def test_a_wrong_type_is_refused_with_the_field_named(model: Model) -> None:
    world = session(model, 1)
    for name, told in asked(model, 1):
        for field in told:
            answer = world.call(name, {**told, field: {"zz": [0.5]}})
            if answer.get("code") == "invalid_arguments":
                assert field in answer["error"] or field in answer["field"]


@settings(FEW, max_examples=3)
@given(output=outputs(), seed=SEEDS)
def test_real_tools_answer_as_any_schema_declares(
    model: Model, output: Any, seed: int
) -> None:
    """The shared tools declare no results, so they are given some."""
    tools = [evolve(each, output=output) for each in list(model.tools.values())[:6]]
    declared = infer(tools)
    world = session(declared, seed)
    for name, told in asked(declared, seed):
        answer = world.call(name, told)
        if not (isinstance(answer, dict) and answer.get("error")):
            assert not declared.results[name].problems(answer)


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
