"""Model providers: one chat completion at a time, over HTTP."""

from __future__ import annotations

from typing import TYPE_CHECKING

from whileai.base.naming import named
from whileai.plugins.hookspecs import hookimpl
from whileai.plugins.later import later

if TYPE_CHECKING:
    from whileai.builtin.backends.specs import (
        Anthropic,
        Endpoint,
        Hosted,
        HttpModel,
        Ollama,
        OpenAI,
    )
    from whileai.stages import Register

__all__ = ["Anthropic", "Endpoint", "Hosted", "HttpModel", "Ollama", "OpenAI"]

SPECS = "whileai.builtin.backends.specs"
PROVIDERS = ("anthropic", "ollama", "openai")
"""The providers that a spec such as ``openai:gpt-4.1-mini`` may name."""

__getattr__ = named(__name__, dict.fromkeys(__all__, SPECS))


@hookimpl
def register_backends(register: Register) -> None:
    """Register ``openai``, ``anthropic``, ``ollama`` and ``hosted``."""
    for provider in PROVIDERS:
        register(provider, later(f"{SPECS}:provided"))
    register("hosted", later(f"{SPECS}:hosted"))
