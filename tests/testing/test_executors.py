"""``check_executor``: kept promises pass, and a broken one is named."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.engine import beside
from whileai.testing import check_executor

if TYPE_CHECKING:
    from whileai.model import Outcome, Slot

pytestmark = [
    pytest.mark.contract("S60", "S50"),
    pytest.mark.filterwarnings("ignore::UserWarning"),
]


@pytest.mark.parametrize(
    "executor", [pytest.param("local", marks=pytest.mark.full), "beside:3"]
)
def test_executors_that_keep_their_promises_pass(executor: str) -> None:
    check_executor(executor, plugins=[beside])


@pytest.mark.full
def test_processes_keep_their_promises() -> None:
    check_executor("processes:2")


class Careless:
    """Gives every slot a row of its own making."""

    async def play(self, slot: Slot, /) -> Outcome:
        raise RuntimeError(f"cannot play {slot.key}")


def test_a_broken_promise_is_named() -> None:
    told = "^broken promise: rows are the same at any concurrency"
    with pytest.raises(AssertionError, match=told):
        check_executor(Careless)
