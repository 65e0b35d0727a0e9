"""The mock world: a seeded store for each rollout, inferred from the tools."""

from __future__ import annotations

from contextlib import nullcontext
from typing import TYPE_CHECKING

from whileai.base.text import counted
from whileai.world.background import Backgrounds
from whileai.world.infer import infer
from whileai.world.session import MockSession

if TYPE_CHECKING:
    from collections.abc import Container, Sequence
    from contextlib import AbstractAsyncContextManager

    from whileai.model import Slot, Tool
    from whileai.world import Model


class MockWorld:
    """Answers tools from a small working backend, one for each rollout.

    Args:
        tools: the agent's tools; what they deal in is inferred once.
        policy: the agent's policy, which may name ids.

    Attributes:
        warnings: about the tools whose effect nobody can tell.
    """

    def __init__(self, tools: Sequence[Tool], policy: str | None = None) -> None:
        self._model = infer(tools, (policy,) if policy else ())
        self._backgrounds = Backgrounds(self._model)
        self.warnings = unclear(self._model)

    def open(self, slot: Slot, /) -> AbstractAsyncContextManager[MockSession]:
        """Open the world of one rollout, set up as its scene says."""
        scene = slot.task.situation.scene
        return nullcontext(MockSession(self._model, scene, self._backgrounds))


def unclear(model: Model, said: Container[str] = ()) -> tuple[str, ...]:
    """Give the warning about tools whose effect neither name nor description says.

    Args:
        model: what each tool was inferred to do.
        said: the tools of which the user says what they do.
    """
    tools = [
        each.tool
        for each in model.actions.values()
        if each.verb == "unknown" and each.tool not in said
    ]
    if not tools:
        return ()
    named = ", ".join(tools[:8]) + (", ..." if len(tools) > 8 else "")
    line = (
        f"the mock world cannot tell what {counted(len(tools), 'tool')} would do, and "
        f"acknowledges calls without an effect: {named}; say what a tool does with "
        f"execute=wai.World(tools, verbs={{{tools[0]!r}: 'update'}}), or answer with "
        "execute= yourself"
    )
    return (line,)
