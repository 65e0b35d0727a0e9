"""Graders: people's own callables, and the two rules that need no model."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from whileai.builtin.graders.function import CallableGrader
from whileai.plugins.hookspecs import hookimpl
from whileai.plugins.later import is_from, later

if TYPE_CHECKING:
    from whileai.stages import Register, StageSetup

CONDUCT = "whileai.builtin.graders.conduct:of_conduct"
OUTCOME = "whileai.builtin.graders.conduct:of_outcome"


def _function(setup: StageSetup) -> CallableGrader:
    return CallableGrader.of(setup.value, setup.offload)


def _is_callable(value: Any) -> bool:
    plain = not isinstance(value, type) and not hasattr(value, "grade")
    return callable(value) and plain and not _is_outcome(value)


def _is_outcome(value: Any) -> bool:
    return is_from("whileai.world.outcome", value)


@hookimpl
def register_graders(register: Register) -> None:
    """Register ``conduct``, ``outcome`` and ``function``."""
    register("conduct", later(CONDUCT))
    register("outcome", later(OUTCOME), accepts=_is_outcome)
    register("function", _function, accepts=_is_callable)
