"""Model providers: one chat completion at a time, over HTTP."""

from __future__ import annotations

from typing import TYPE_CHECKING

from whileai.builtin.backends.specs import (
    Anthropic,
    Endpoint,
    Hosted,
    HttpModel,
    Ollama,
    OpenAI,
)
from whileai.plugins.hookspecs import hookimpl

if TYPE_CHECKING:
    from whileai.stages import Register, StageSetup

__all__ = ["Anthropic", "Endpoint", "Hosted", "HttpModel", "Ollama", "OpenAI"]

PROVIDERS: dict[str, type[HttpModel]] = {
    "anthropic": Anthropic,
    "ollama": Ollama,
    "openai": OpenAI,
}
"""The providers that a spec such as ``openai:gpt-4.1-mini`` may name."""


def _named(setup: StageSetup) -> HttpModel:
    """Give the model that ``provider:model`` names."""
    provider = PROVIDERS[str(setup.value).partition(":")[0]]
    return provider(setup.argument)


def _hosted(setup: StageSetup) -> Hosted:
    return Hosted(setup.argument) if setup.argument else Hosted()


@hookimpl
def register_backends(register: Register) -> None:
    """Register ``openai``, ``anthropic``, ``ollama`` and ``hosted``."""
    for provider in PROVIDERS:
        register(provider, _named)
    register("hosted", _hosted)
