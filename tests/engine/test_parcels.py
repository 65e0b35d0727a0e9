"""What travels to a worker, and how it arrives."""

from __future__ import annotations

import json
from types import ModuleType
from typing import Any

import pytest

import whileai as wai
from tests.support import TOOLS2
from whileai.calls import CallFailed
from whileai.calls.failures import AUTH, LateCall
from whileai.calls.unmade import LimitReached
from whileai.engine.parcels import packed, travelling, unpacked

pytestmark = pytest.mark.contract("S40")


def there(value: Any) -> Any:
    return unpacked(packed(value))


def test_modules_go_by_name() -> None:
    assert isinstance(there([json])[0], ModuleType)
    assert there(json) is json


@pytest.mark.parametrize(
    "error",
    [
        CallFailed(AUTH, "h", "no", status=401, body="{}"),
        LateCall("agent", 3.0, "waiting"),
        LimitReached("calls", 7),
        OSError(2, "gone", "a.txt"),
        KeyboardInterrupt(),
    ],
)
def test_errors_arrive_with_all_that_they_hold(error: BaseException) -> None:
    arrived = there(travelling(error))
    assert type(arrived) is type(error)
    assert str(arrived) == str(error)
    kept = {name: str(each) for name, each in vars(arrived).items()}
    assert kept == {name: str(each) for name, each in vars(error).items()}


def test_an_error_that_cannot_travel_is_told_in_its_words() -> None:
    class Local(Exception):
        """Nobody can import it."""

    assert str(there(travelling(Local("too many")))) == "Local: too many"


def test_a_world_arrives_with_what_was_said_of_it() -> None:
    world = wai.World(TOOLS2, verbs={"create_refund": "update"})
    assert str(there(world)) == str(world) != str(wai.World(TOOLS2))
