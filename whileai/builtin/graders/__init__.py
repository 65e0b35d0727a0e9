"""Graders: people's own callables, two rules that need no model, and a model's."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from whileai.builtin.graders.function import CallableGrader, unknown_tools
from whileai.plugins.hookspecs import hookimpl
from whileai.plugins.later import is_from, later

if TYPE_CHECKING:
    from whileai.stages import Register, StageSetup

CONDUCT = "whileai.builtin.graders.conduct:of_conduct"
OUTCOME = "whileai.builtin.graders.conduct:of_outcome"
JUDGE = "whileai.builtin.graders.judge"


def _function(setup: StageSetup) -> CallableGrader:
    for line in unknown_tools(setup.value, [tool.name for tool in setup.tools]):
        setup.warn(line)
    return CallableGrader.of(setup.value, setup.offload)


def _is_callable(value: Any) -> bool:
    plain = not isinstance(value, type) and not hasattr(value, "grade")
    return callable(value) and plain and not _is_outcome(value)


def _is_outcome(value: Any) -> bool:
    return is_from("whileai.world.outcome", value)


def _is_judge(value: Any) -> bool:
    return is_from(JUDGE, value) and not isinstance(value, type)


@hookimpl
def register_graders(register: Register) -> None:
    """Register ``conduct``, ``outcome``, ``function`` and ``judge``."""
    register("conduct", later(CONDUCT))
    register("outcome", later(OUTCOME), accepts=_is_outcome)
    register("function", _function, accepts=_is_callable)
    register("judge", later(f"{JUDGE}:ModelJudge.of"), accepts=_is_judge)
