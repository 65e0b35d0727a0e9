"""A whileai grader for the form of a reply: ``grader="rules:length=400,promises"``."""

from __future__ import annotations

from typing import TYPE_CHECKING

from whileai import hookimpl
from whileai_rules.grader import RuleGrader, read_rules
from whileai_rules.rules import RULES

if TYPE_CHECKING:
    from whileai.stages import Register

__all__ = ["RULES", "RuleGrader", "read_rules", "register_graders"]


@hookimpl
def register_graders(register: Register) -> None:
    """Register ``rules``."""
    register("rules", lambda setup: RuleGrader(rules=read_rules(setup.argument)))
