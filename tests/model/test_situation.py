"""Scenes as rows have them: what is read, and what is said of the rest."""

from __future__ import annotations

from typing import Any

import pytest
from attrs import fields

from whileai.base.lines import dumps, loads
from whileai.model import Record, Scene
from whileai.model.situation import _SCENE

pytestmark = pytest.mark.contract("S02", "S25")

SCENE = Scene(
    seed=3,
    person={"name": "Zo"},
    goal="Know where it is",
    tools=("get_order",),
    facts={"order_id": "A1"},
    withheld=("email",),
    records=(Record(entity="order", id="A1", fields={"status": "open"}),),
    missing=("A2", 7),
).to_json()
NAMES = [each.name for each in fields(Scene)]
ODD: tuple[Any, ...] = (5, True, None, 1.5, "text", [], {}, [5], [[]], [{}], ["text"])


def test_every_field_that_a_row_has_says_what_it_is() -> None:
    assert list(SCENE) == NAMES
    assert all("form" in getattr(fields(Scene), name).metadata for name in NAMES)
    assert all("form" in each.metadata for each in fields(Record))


def test_a_scene_reads_back_as_it_was_written() -> None:
    balance: dict[str, Any] = {"entity": "balance", "id": None, "fields": {}}
    lone = {**SCENE, "records": [balance]}
    for scene in (SCENE, loads(dumps(SCENE)), lone, {"seed": 3}):
        read = Scene.from_json(scene)
        assert read.to_json() == Scene(seed=3).to_json() | scene


@pytest.mark.parametrize("name", NAMES)
def test_a_field_of_another_kind_is_named_with_what_was_given(name: str) -> None:
    for odd in [each for each in ODD if type(each) is not type(SCENE[name])]:
        with pytest.raises(ValueError, match=rf"scene\.{name} is .*; expected"):
            Scene.from_json({**SCENE, name: odd})


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"tools": ["get", 5]}, r"scene\.tools\[1\] is 5; expected text"),
        ({"withheld": [[]]}, r"scene\.withheld\[0\] is \[\]; expected text"),
        ({"missing": [{}]}, r"scene\.missing\[0\] is {}; expected text or a number"),
        ({"records": [5]}, r"scene\.records\[0\] is 5; expected a record"),
        ({"records": [{"entity": "order"}]}, r"scene\.records\[0\] has no 'id'"),
        ({"records": [{"entity": 5, "id": 1}]}, r"\[0\]\.entity is 5; expected text"),
        ({"records": [{"entity": "o", "id": []}]}, r"\[0\]\.id is \[\]; expected text"),
        (
            {"records": [{"entity": "o", "id": 1, "fields": [1]}]},
            r"\[0\]\.fields is \[1\]; expected an object",
        ),
        (
            {"records": [{"entity": "o", "id": 1, "field": {}}]},
            r"\[0\] has 'field'; expected entity, id, fields alone",
        ),
    ],
)
def test_a_part_of_another_kind_is_named_with_its_place(
    change: dict[str, Any], said: str
) -> None:
    with pytest.raises(ValueError, match=said):
        Scene.from_json({**SCENE, **change})


def test_the_quick_look_says_what_the_long_one_says() -> None:
    records = [
        {**SCENE["records"][0], name: odd} for name in ("id", "x") for odd in ODD
    ]
    scenes = [{**SCENE, name: odd} for name in NAMES for odd in ODD]
    scenes += [{**SCENE, "records": [each]} for each in records]
    scenes += [{name: SCENE[name] for name in NAMES if name != left} for left in NAMES]
    for scene in (*scenes, *ODD, SCENE):
        assert _SCENE.fits(scene) == (not list(_SCENE.misfits(scene, "scene")))


@pytest.mark.parametrize("scene", ["x", 5, [], True])
def test_what_is_no_scene_is_refused(scene: Any) -> None:
    with pytest.raises(ValueError, match="expected an object or null"):
        Scene.from_json(scene)


def test_a_scene_without_a_seed_is_refused() -> None:
    with pytest.raises(ValueError, match="scene has no 'seed'; expected a whole"):
        Scene.from_json({"goal": "know"})
