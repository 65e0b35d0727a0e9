"""Graders: people's own callables."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from whileai.builtin.graders.function import CallableGrader
from whileai.plugins.hookspecs import hookimpl

if TYPE_CHECKING:
    from whileai.stages import Register, StageSetup


def _function(setup: StageSetup) -> CallableGrader:
    return CallableGrader.of(setup.value, setup.offload)


def _is_callable(value: Any) -> bool:
    return (
        callable(value) and not isinstance(value, type) and not hasattr(value, "grade")
    )


@hookimpl
def register_graders(register: Register) -> None:
    """Register ``function``."""
    register("function", _function, accepts=_is_callable)
