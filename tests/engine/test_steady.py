"""The loop of the sync forms goes on where a task raises what ends other loops."""

from __future__ import annotations

import sys
import threading
from typing import TYPE_CHECKING, Any

import pytest

from whileai.engine.steady import SteadyLoop

if TYPE_CHECKING:
    from collections.abc import Callable

pytestmark = pytest.mark.contract("S52")


def ran(*callbacks: Callable[[SteadyLoop], object], last: bool = False) -> list[Any]:
    """Give what a loop told after it ran callbacks in one turn, and ended.

    Args:
        callbacks: what runs.
        last: whether who is told exits then.
    """
    loop, told = SteadyLoop(), []

    def tell(_loop: object, context: dict[str, Any]) -> None:
        told.append(context["message"])
        if last:
            sys.exit(4)

    loop.set_exception_handler(tell)
    for callback in callbacks:
        loop.call_soon(callback, loop)
    thread = threading.Thread(target=loop.run_forever, daemon=True)
    thread.start()
    thread.join(10)
    assert not thread.is_alive()
    loop.close()
    return told


def exits(_loop: SteadyLoop) -> None:
    sys.exit(3)


def test_it_goes_on_after_an_exit_and_tells_of_it() -> None:
    (told,) = ran(exits, lambda loop: loop.call_soon(loop.stop))
    assert "SystemExit(3)" in told


def test_it_goes_on_where_the_handler_of_errors_exits_too() -> None:
    assert len(ran(exits, lambda loop: loop.call_soon(loop.stop), last=True)) == 1


@pytest.mark.parametrize("first", [exits, SteadyLoop.stop])
def test_an_exit_in_the_turn_in_which_it_is_stopped_keeps_nothing_running(
    first: Callable[[SteadyLoop], object],
) -> None:
    last = SteadyLoop.stop if first is exits else exits
    assert len(ran(first, last)) == 1
