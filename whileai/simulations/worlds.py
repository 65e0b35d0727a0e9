"""The world of the running rollout, and what a mock world makes of some tools."""

from __future__ import annotations

from typing import Any

from whileai.options.tools import read_tools
from whileai.stages import Desk, playing
from whileai.world.explain import explain
from whileai.world.infer import infer


def current_world() -> Desk:
    """Give the world of the rollout that is running here.

    Raises:
        RuntimeError: outside a rollout.
    """
    now = playing.get()
    if now is None:
        raise RuntimeError(
            "current_world() works inside a rollout only: call it from the agent while "
            "simulate() plays it"
        )
    return now.desk


def explain_world(tools: Any) -> str:
    """Give a readable table of what the mock world infers from ``tools``.

    Args:
        tools: as ``simulate(tools=...)`` takes them.
    """
    return explain(infer(read_tools(tools)))
