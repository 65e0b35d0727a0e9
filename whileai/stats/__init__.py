"""Statistics of graded rows: pure functions with the source of each formula."""

from __future__ import annotations

from typing import TYPE_CHECKING

from whileai.base.naming import named

if TYPE_CHECKING:
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

NAMES = {
    "Comparison": "whileai.stats.comparison",
    "Corrected": "whileai.stats.corrected",
    "Counts": "whileai.stats.counts",
    "DeltaReport": "whileai.stats.delta",
    "EvalVariance": "whileai.stats.variance",
    "FittedPatience": "whileai.stats.patience",
    "Hazard": "whileai.stats.patience",
    "JudgeTrust": "whileai.stats.trust",
    "PassAt": "whileai.stats.passing",
    "Sequential": "whileai.stats.sequential",
    "compare_runs": "whileai.stats.comparison",
    "compare_until": "whileai.stats.sequential",
    "delta_report": "whileai.stats.delta",
    "detectable_effect": "whileai.stats.variance",
    "eval_variance": "whileai.stats.variance",
    "fit_patience": "whileai.stats.patience",
    "holdout_size": "whileai.stats.variance",
    "judge_corrected": "whileai.stats.corrected",
    "judge_trust": "whileai.stats.trust",
    "kappa": "whileai.stats.trust",
    "noise_band": "whileai.stats.variance",
    "pass_at": "whileai.stats.passing",
    "task_key": "whileai.stats.sources",
    "wilson": "whileai.stats.intervals",
}
"""Every name and the module that has it, which is imported when it is first used."""

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

__getattr__ = named(__name__, NAMES)


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
