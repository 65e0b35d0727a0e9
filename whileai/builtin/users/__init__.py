"""Simulated people."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import frozen

from whileai.builtin.users.model import ModelPerson
from whileai.builtin.users.offline import OfflinePerson
from whileai.builtin.users.patience import Patience
from whileai.calls import is_model
from whileai.plugins.hookspecs import hookimpl
from whileai.stages import Left, Register, StageSetup

if TYPE_CHECKING:
    from collections.abc import Sequence

    from whileai.model import Slot, Turn

__all__ = ["ModelPerson", "OfflinePerson", "Patience", "Silent"]


@frozen
class Silent:
    """The person of a single-turn rollout: asks once and reads the reply."""

    name: str = "silent"

    async def reply(self, _turns: Sequence[Turn], _slot: Slot, /) -> str | Left:
        """Leave: there is nothing to say after the reply."""
        return Left("user_done")


def _silent(_setup: StageSetup) -> Silent:
    return Silent()


def _offline(setup: StageSetup) -> OfflinePerson:
    return OfflinePerson(patience=Patience.of(setup.options))


@hookimpl
def register_users(register: Register) -> None:
    """Register ``model``, ``offline`` and ``silent``."""
    register("model", ModelPerson.of, accepts=is_model)
    register("offline", _offline)
    register("silent", _silent)
