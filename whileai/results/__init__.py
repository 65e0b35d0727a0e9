"""What a run gives back: its rows, what was counted, and what it has to say."""

from whileai.results.data import SimulationData, grade, grade_async, load
from whileai.results.report import Report

__all__ = ["Report", "SimulationData", "grade", "grade_async", "load"]
