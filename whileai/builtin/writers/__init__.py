"""Situation writers: a model, and the offline one of ``simulator=False``."""

from __future__ import annotations

from typing import TYPE_CHECKING

from whileai.calls import is_model
from whileai.plugins.hookspecs import hookimpl
from whileai.plugins.later import later

if TYPE_CHECKING:
    from whileai.builtin.writers.template import TemplateWriter
    from whileai.stages import Register, StageSetup

MODEL = "whileai.builtin.writers.model:ModelWriter.of"
TEMPLATE = "whileai.builtin.writers.template:TemplateWriter"


def _template(setup: StageSetup) -> TemplateWriter:
    plain = setup.tools and not any(tool.description for tool in setup.tools)
    if plain and not setup.options.draw.seeds:
        setup.warn(
            "no tool has a description, so the offline writer's asks are a generic "
            "template: describe the tools, or pass seeds="
        )
    policy = setup.options.who.system_prompt or ""
    writer: TemplateWriter = later(TEMPLATE)(setup.tools, policy, setup.warn)
    return writer


@hookimpl
def register_writers(register: Register) -> None:
    """Register ``model`` and ``template``."""
    register("model", later(MODEL), accepts=is_model)
    register("template", _template)
