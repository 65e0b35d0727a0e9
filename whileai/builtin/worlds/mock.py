"""The mock world: a seeded store for each rollout, inferred from the tools."""

from __future__ import annotations

from contextlib import nullcontext
from typing import TYPE_CHECKING

from whileai.world.background import Backgrounds
from whileai.world.infer import infer
from whileai.world.session import MockSession

if TYPE_CHECKING:
    from collections.abc import Sequence
    from contextlib import AbstractAsyncContextManager

    from whileai.model import Slot, Tool


class MockWorld:
    """Answers tools from a small working backend, one for each rollout.

    Args:
        tools: the agent's tools; what they deal in is inferred once.
        policy: the agent's policy, which may name ids.

    Attributes:
        unknown: the tools whose effect nobody can tell.
    """

    def __init__(self, tools: Sequence[Tool], policy: str | None = None) -> None:
        self._model = infer(tools, (policy,) if policy else ())
        self._backgrounds = Backgrounds(self._model)
        self.unknown = tuple(
            each.tool for each in self._model.actions.values() if each.verb == "unknown"
        )

    def open(self, slot: Slot, /) -> AbstractAsyncContextManager[MockSession]:
        """Open the world of one rollout, set up as its scene says."""
        scene = slot.task.situation.scene
        return nullcontext(MockSession(self._model, scene, self._backgrounds))
