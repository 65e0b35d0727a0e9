"""What a run gives back: its rows, what was counted, and what it has to say."""

from whileai.results.data import SimulationData, grade, grade_async, load

__all__ = ["SimulationData", "grade", "grade_async", "load"]
