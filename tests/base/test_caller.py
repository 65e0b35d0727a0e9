from __future__ import annotations

import warnings

import anyio
import pytest

import whileai as wai
from tests.support import SEEDS10, ok
from whileai.base.caller import Caller

pytestmark = pytest.mark.contract("S38")


def short() -> wai.SimulationData:
    return wai.simulate(ok, tasks=SEEDS10, simulator=False, budget=4)


async def short_async() -> wai.SimulationData:
    return await wai.simulate_async(ok, tasks=SEEDS10, simulator=False, budget=4)


def test_a_warning_points_to_the_line_of_the_call() -> None:
    for call in (short, lambda: anyio.run(short_async)):
        with pytest.warns(UserWarning, match="pays them all") as told:
            call()
        assert told[0].filename == __file__


def test_a_call_that_a_loop_begins_is_of_the_line_that_runs_the_loop() -> None:
    async def main() -> None:
        async with anyio.create_task_group() as group:
            group.start_soon(short_async)

    with pytest.warns(UserWarning, match="pays them all") as told:
        anyio.run(main)
    assert told[0].filename == __file__


def test_a_line_is_shown_once_where_python_shows_lines_once() -> None:
    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("default")
        here = Caller.here()
        for _ in range(3):
            here.warn("once")
    assert [str(each.message) for each in told] == ["once"]
