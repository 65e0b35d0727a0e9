"""What a callable agent may return when it wants to say everything."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from attrs import field, frozen

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence


@frozen
class Trajectory:
    """One rollout as the agent itself tells it.

    Args:
        steps: what happened before the reply, in order: ``{"tool", "arguments",
            "result"}``, ``{"text"}`` or ``{"user"}``.
        final_text: the reply; without one the rollout counts as an empty reply.
        finish_reason: ``stop`` unless the reply was cut (``length``).
        usage: tokens, where the agent knows them.
    """

    steps: Sequence[Mapping[str, Any]] = field(default=(), kw_only=True)
    final_text: str = field(default="", kw_only=True)
    finish_reason: str = field(default="stop", kw_only=True)
    usage: Mapping[str, Any] | None = field(default=None, kw_only=True)
