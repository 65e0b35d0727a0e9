"""Situation writers: the offline one that ``simulator=False`` names."""

from __future__ import annotations

from typing import TYPE_CHECKING

from whileai.builtin.writers.template import TemplateWriter
from whileai.plugins.hookspecs import hookimpl

if TYPE_CHECKING:
    from whileai.stages import Register, StageSetup


def _template(setup: StageSetup) -> TemplateWriter:
    return TemplateWriter(setup.tools, setup.options.who.system_prompt or "")


@hookimpl
def register_writers(register: Register) -> None:
    """Register ``template``."""
    register("template", _template)
