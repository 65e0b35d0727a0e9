"""What a run gives back: its rows, what was counted, and what it has to say."""

from whileai.results.data import SimulationData, grade, grade_async, load
from whileai.results.judging import run_judge, run_judge_async
from whileai.results.probing import Probes, probe_judge, probe_judge_async
from whileai.results.report import Report

__all__ = [
    "Probes",
    "Report",
    "SimulationData",
    "grade",
    "grade_async",
    "load",
    "probe_judge",
    "probe_judge_async",
    "run_judge",
    "run_judge_async",
]
