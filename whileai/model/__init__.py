"""The nouns of a run, as frozen records: one noun, one file."""

from whileai.model.rollout import Rollout, ToolCall, ToolResult, Turn
from whileai.model.row import Outcome, Row, RowDict
from whileai.model.situation import (
    SIDES,
    TIERS,
    Cell,
    Fault,
    Record,
    Scene,
    Situation,
    tier_of,
)
from whileai.model.slot import Slot
from whileai.model.task import Brief, Task
from whileai.model.tool import Tool
from whileai.model.trajectory import Trajectory
from whileai.model.verdict import Verdict

__all__ = [
    "SIDES",
    "TIERS",
    "Brief",
    "Cell",
    "Fault",
    "Outcome",
    "Record",
    "Rollout",
    "Row",
    "RowDict",
    "Scene",
    "Situation",
    "Slot",
    "Task",
    "Tool",
    "ToolCall",
    "ToolResult",
    "Trajectory",
    "Turn",
    "Verdict",
    "tier_of",
]
