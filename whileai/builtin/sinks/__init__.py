"""Where rows go as they become final."""

from __future__ import annotations

from typing import TYPE_CHECKING

from whileai.builtin.sinks.jsonl import JsonlSink
from whileai.plugins.hookspecs import hookimpl

if TYPE_CHECKING:
    from whileai.stages import Register, StageSetup


def _jsonl(setup: StageSetup) -> JsonlSink:
    return JsonlSink(setup.argument or setup.value)


@hookimpl
def register_sinks(register: Register) -> None:
    """Register ``jsonl``."""
    register("jsonl", _jsonl)
