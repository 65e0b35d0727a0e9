"""The mock world: a seeded store for each rollout, inferred from the tools."""

from __future__ import annotations

from contextlib import nullcontext
from typing import TYPE_CHECKING

from whileai.base.examples import NoExample
from whileai.base.seeds import Dice, derive
from whileai.base.text import counted
from whileai.world.background import Backgrounds
from whileai.world.infer import infer
from whileai.world.session import MockSession

if TYPE_CHECKING:
    from collections.abc import Container, Sequence
    from contextlib import AbstractAsyncContextManager

    from whileai.base.examples import Examples
    from whileai.model import Slot, Tool
    from whileai.world import Model


class MockWorld:
    """Answers tools from a small working backend, one for each rollout.

    Args:
        tools: the agent's tools; what they deal in is inferred once.
        policy: the agent's policy, which may name ids.

    Attributes:
        warnings: about the tools whose effect nobody can tell, and those whose output
            schema no answer meets.
    """

    def __init__(self, tools: Sequence[Tool], policy: str | None = None) -> None:
        self._model = infer(tools, (policy,) if policy else ())
        self._backgrounds = Backgrounds.shared(self._model)
        self.warnings = (*unclear(self._model), *unmet(self._model))

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


def unmet(model: Model) -> tuple[str, ...]:
    """Give the warning about tools for whose output schema no answer was found."""
    told = {name: _unmet(name, each) for name, each in model.examples.items()}
    found = [name for name, why in told.items() if why]
    if not found:
        return ()
    named = ", ".join(found[:8]) + (", ..." if found[8:] else "")
    line = (
        f"no answer was found that meets the output schema of "
        f"{counted(len(found), 'tool')}, so answers stay as the mock world has them: "
        f"{named} ({told[found[0]]}); mend the schema, or answer with execute= yourself"
    )
    return (line,)


def _unmet(tool: str, examples: Examples) -> str:
    """Say why no answer was found; nothing where one was."""
    try:
        examples.draw(Dice(derive(0, "output", tool)))
    except NoExample as error:
        return str(error)
    return ""
