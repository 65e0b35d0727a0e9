"""The mock world: a small backend inferred from the tools alone."""

from whileai.world.explain import explain
from whileai.world.faults import MODES, acts, mode_of, schedule, spoil
from whileai.world.infer import infer
from whileai.world.parts import Action, Argument, Entity, Field, Model
from whileai.world.scenes import Stage, scene_for_prompt
from whileai.world.session import MockSession
from whileai.world.store import Store

__all__ = [
    "MODES",
    "Action",
    "Argument",
    "Entity",
    "Field",
    "MockSession",
    "Model",
    "Stage",
    "Store",
    "acts",
    "explain",
    "infer",
    "mode_of",
    "scene_for_prompt",
    "schedule",
    "spoil",
]
