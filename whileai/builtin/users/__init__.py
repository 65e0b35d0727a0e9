"""Simulated people."""

from __future__ import annotations

from collections.abc import Sequence

from whileai.model import Slot, Turn
from whileai.plugins.hookspecs import hookimpl
from whileai.stages import Left, Register, StageSetup


class Silent:
    """The person of a single-turn rollout: asks once and reads the reply."""

    async def reply(self, _turns: Sequence[Turn], _slot: Slot, /) -> str | Left:
        """Leave: there is nothing to say after the reply."""
        return Left("user_done")


def _silent(_setup: StageSetup) -> Silent:
    return Silent()


@hookimpl
def register_users(register: Register) -> None:
    """Register ``silent``."""
    register("silent", _silent)
