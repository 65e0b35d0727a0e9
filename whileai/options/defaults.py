"""Who plays a part when a call names nobody: set once a process, or for a block."""

from __future__ import annotations

from contextvars import ContextVar
from typing import Any

from attrs import define, field, frozen


@frozen(kw_only=True)
class Defaults:
    """Who plays a part when a call names nobody; ``None`` leaves it to the next rule.

    Args:
        agent: a model, or a callable.
        judge: a model.
        simulator: a model, a registered writer, or ``False``.
        user_model: a model, or a registered person.
        base_url: where those of the models are that were given as text.
    """

    agent: Any = None
    judge: Any = None
    simulator: Any = None
    user_model: Any = None
    base_url: str | None = None


@define
class Process:
    """The one setting that outlives a call, because users set it once a process."""

    defaults: Defaults = field(factory=Defaults)


process = Process()
context_defaults: ContextVar[Defaults | None] = ContextVar(
    "whileai_defaults", default=None
)


def current() -> Defaults:
    """Give the settings that hold here."""
    return context_defaults.get() or process.defaults
