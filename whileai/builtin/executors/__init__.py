"""Where slots are played: this process."""

from __future__ import annotations

from typing import TYPE_CHECKING

from whileai.plugins.hookspecs import hookimpl

if TYPE_CHECKING:
    from whileai.stages import Executor, Register, StageSetup


def _local(setup: StageSetup) -> Executor:
    """Give the engine's own player, which plays slots in this process."""
    executor: Executor = setup.value
    return executor


@hookimpl
def register_executors(register: Register) -> None:
    """Register ``local``."""
    register("local", _local)
