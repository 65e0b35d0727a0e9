"""What the worlds of real tools answer."""

from __future__ import annotations

from functools import cache
from hashlib import sha256
from itertools import groupby
from typing import TYPE_CHECKING, Any

import orjson

from tests.support import SHARED
from tests.world.kit import read_tools, session
from whileai.base.examples import NoExample, example
from whileai.base.lines import dumps
from whileai.base.seeds import Dice, derive
from whileai.world import infer

if TYPE_CHECKING:
    from collections.abc import Iterator

    from whileai.world import Action, Model

DATA = SHARED / "toolsets.json"


@cache
def toolsets() -> dict[str, list[dict[str, Any]]]:
    """Give the tool sets of the shared folder, and those of each package."""
    if not DATA.exists():
        return {}
    found = dict(orjson.loads(DATA.read_bytes()))
    lines = (SHARED / "tool_schemas.jsonl").read_bytes().splitlines()
    rows = sorted(map(orjson.loads, lines), key=lambda row: str(row["source"]))
    for source, each in groupby(rows, key=lambda row: str(row["source"])):
        found[source] = list({row["name"]: row for row in each}.values())
    return found


def names() -> list[str]:
    """Give the names of the tool sets."""
    return sorted(toolsets())


@cache
def model_of(name: str) -> Model:
    """Give what a tool set deals in."""
    return infer(read_tools(toolsets()[name]))


def arguments(model: Model, action: Action, seed: int) -> dict[str, Any] | None:
    """Give arguments that a tool's schema takes; ``None`` if none were found."""
    dice = Dice(derive(seed, action.tool))
    try:
        told = example(model.tools[action.tool].parameters, dice)
    except NoExample:
        return None
    return told if isinstance(told, dict) else None


def asked(model: Model, seed: int) -> list[tuple[str, dict[str, Any]]]:
    """Give a call of each tool, with arguments that its schema takes."""
    calls = [(name, arguments(model, a, seed)) for name, a in model.actions.items()]
    return [(name, told) for name, told in calls if told is not None]


def replay(model: Model, seed: int) -> Iterator[Any]:
    """Give the answers to a call of each tool in one rollout."""
    world = session(model, seed)
    for name, told in asked(model, seed):
        yield world.call(name, told)


def fingerprint(seed: int) -> str:
    """Give one text for all that the worlds of all tool sets answer."""
    seen = sha256()
    for name in names():
        for answer in replay(model_of(name), seed):
            seen.update(dumps(answer))
    return seen.hexdigest()
