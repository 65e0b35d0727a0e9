"""Graders: people's own callables, and the two rules that need no model."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from whileai.builtin.graders.conduct import CONDUCT, OUTCOME, RowGrader, is_outcome
from whileai.builtin.graders.function import CallableGrader
from whileai.plugins.hookspecs import hookimpl

if TYPE_CHECKING:
    from whileai.stages import Register, StageSetup


def _function(setup: StageSetup) -> CallableGrader:
    return CallableGrader.of(setup.value, setup.offload)


def _is_callable(value: Any) -> bool:
    plain = not isinstance(value, type) and not hasattr(value, "grade")
    return callable(value) and plain and not is_outcome(value)


def _conduct(setup: StageSetup) -> RowGrader:
    return CONDUCT


def _outcome(setup: StageSetup) -> RowGrader:
    return OUTCOME


@hookimpl
def register_graders(register: Register) -> None:
    """Register ``conduct``, ``outcome`` and ``function``."""
    register("conduct", _conduct)
    register("outcome", _outcome, accepts=is_outcome)
    register("function", _function, accepts=_is_callable)
