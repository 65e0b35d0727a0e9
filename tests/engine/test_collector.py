"""While a run plays, Python's cycle collector looks rarely; afterwards as before."""

from __future__ import annotations

import gc
from typing import TYPE_CHECKING

import pytest

from tests.support import sim
from whileai.engine.collector import RARELY, unhurried

if TYPE_CHECKING:
    from collections.abc import Iterator

pytestmark = pytest.mark.contract("S40")


@pytest.fixture(autouse=True)
def usual() -> Iterator[None]:
    before = gc.get_threshold()
    gc.set_threshold(700, 10, 10)
    yield
    gc.set_threshold(*before)


def test_a_run_that_plays_is_not_looked_through_again_and_again() -> None:
    seen: list[int] = []

    def agent(message: str) -> str:
        seen.append(gc.get_threshold()[0])
        return "Done."

    sim(agent, budget=2)
    assert set(seen) == {RARELY}
    assert gc.get_threshold() == (700, 10, 10)


def test_a_run_that_fails_leaves_the_collector_as_it_was() -> None:
    with pytest.raises(ZeroDivisionError), unhurried():
        raise ZeroDivisionError
    assert gc.get_threshold() == (700, 10, 10)


@pytest.mark.parametrize("own", [(0, 10, 10), (RARELY * 5, 3, 3)])
def test_a_collector_that_looks_more_rarely_stays_so(own: tuple[int, int, int]) -> None:
    gc.set_threshold(*own)
    with unhurried():
        assert gc.get_threshold() == own
    assert gc.get_threshold() == own


def test_what_the_user_sets_meanwhile_stays() -> None:
    with unhurried():
        gc.set_threshold(900, 9, 9)
    assert gc.get_threshold() == (900, 9, 9)
