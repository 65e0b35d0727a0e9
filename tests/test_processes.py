"""Another process, with other hashes and nothing kept, comes to the same."""

from __future__ import annotations

import os
import subprocess
import sys
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from tests.builtin.writers.agents import GIT, MUSIC, SHOP, brief
from tests.golden import draws
from tests.support import shared
from tests.world.kit import SHOP as DESK
from tests.world.replaying import fingerprint
from whileai.base.lines import dumps, loads
from whileai.builtin.writers.template import Voice
from whileai.model import Cell
from whileai.world import Stage

ROOT = Path(__file__).resolve().parents[1]


def said() -> dict[str, Any]:
    """Give what this process draws, asks and answers."""
    return {
        "draws": draws(),  # F065
        "asks": asks(),
        "answers": answers(),
    }


def asks() -> str:
    """Give a fingerprint of many asks."""
    seen = sha256()
    for tools in (SHOP, GIT, MUSIC):
        voice = Voice(tools)
        for about in ({}, {"tool": "unrelated"}, {"tool": "multi_tool"}):
            for seed in range(50):
                seen.update(voice.word(brief(tools, seed, about))[0].encode())
    return seen.hexdigest()


def answers() -> list[Any]:
    """Give a scene and what its world answers."""
    stage = Stage(DESK)
    scene = stage.scene(Cell(tool="create_refund", world_state="duplicate entity"), 5)
    world = stage.open(scene)
    found = [world.call("list_orders", {}), world.call("list_tickets", {})]
    found.append(world.call("create_refund", dict(scene.facts)))
    return [scene.to_json(), found]


@pytest.fixture(scope="module")
def elsewhere() -> Any:
    """What a process with other hashes says, and what its worlds of real tools do."""
    other = "1" if os.environ.get("PYTHONHASHSEED") == "0" else "0"
    ran = subprocess.run(
        [sys.executable, "-m", "tests.test_processes"],
        cwd=ROOT,
        env={**os.environ, "PYTHONHASHSEED": other},
        capture_output=True,
        check=True,
    )
    return loads(ran.stdout)


@pytest.mark.contract("S21", "S34", "S45", "S48", "S50")
def test_another_process_draws_asks_and_answers_the_same(elsewhere: Any) -> None:
    assert elsewhere["said"] == loads(dumps(said()))


@pytest.mark.contract("S35", "S50")
def test_worlds_of_real_tools_answer_the_same_in_another_process(
    elsewhere: Any,
) -> None:
    """F110."""
    shared("toolsets.json")
    assert elsewhere["real tools"] == fingerprint(3)


if __name__ == "__main__":
    print(dumps({"said": said(), "real tools": fingerprint(3)}).decode())
