"""Statistics of graded rows: pure functions with the source of each formula."""

from whileai.stats.comparison import Comparison, compare_runs
from whileai.stats.corrected import Corrected, judge_corrected
from whileai.stats.counts import Counts
from whileai.stats.delta import DeltaReport, delta_report
from whileai.stats.intervals import wilson
from whileai.stats.passing import PassAt, pass_at
from whileai.stats.patience import FittedPatience, Hazard, fit_patience
from whileai.stats.sequential import Sequential, compare_until
from whileai.stats.sources import task_key
from whileai.stats.trust import JudgeTrust, judge_trust, kappa
from whileai.stats.variance import (
    EvalVariance,
    detectable_effect,
    eval_variance,
    holdout_size,
    noise_band,
)

__all__ = [
    "Comparison",
    "Corrected",
    "Counts",
    "DeltaReport",
    "EvalVariance",
    "FittedPatience",
    "Hazard",
    "JudgeTrust",
    "PassAt",
    "Sequential",
    "compare_runs",
    "compare_until",
    "delta_report",
    "detectable_effect",
    "eval_variance",
    "fit_patience",
    "holdout_size",
    "judge_corrected",
    "judge_trust",
    "kappa",
    "noise_band",
    "pass_at",
    "task_key",
    "wilson",
]
