"""Simulated people."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import frozen

from whileai.calls import is_model
from whileai.plugins.hookspecs import hookimpl
from whileai.plugins.later import later
from whileai.stages import Left, Register, StageSetup

if TYPE_CHECKING:
    from collections.abc import Sequence

    from whileai.model import Slot, Turn

MODEL = "whileai.builtin.users.model:ModelPerson.of"
OFFLINE = "whileai.builtin.users.offline:OfflinePerson.of"


@frozen
class Silent:
    """The person of a single-turn rollout: asks once and reads the reply."""

    name: str = "silent"

    async def reply(self, _turns: Sequence[Turn], _slot: Slot, /) -> str | Left:
        """Leave: there is nothing to say after the reply."""
        return Left("user_done")


def _silent(_setup: StageSetup) -> Silent:
    return Silent()


@hookimpl
def register_users(register: Register) -> None:
    """Register ``model``, ``offline`` and ``silent``."""
    register("model", later(MODEL), accepts=is_model)
    register("offline", later(OFFLINE))
    register("silent", _silent)
