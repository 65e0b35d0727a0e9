"""Simulate the situations an LLM agent with tools will meet.

``import whileai as wai``, then ``wai.simulate(agent, ...)``. Names load when they are
first used, so importing the package costs next to nothing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from whileai._version import __version__
from whileai.base.naming import named

if TYPE_CHECKING:
    from whileai import graders, stats
    from whileai.base.errors import (
        CheckpointError,
        Interrupted,
        NotConfigured,
        PluginError,
        RunStopped,
        StageError,
        WhileAIError,
    )
    from whileai.builtin.agents import Http, agent, per_rollout
    from whileai.builtin.backends import Anthropic, Endpoint, Hosted, Ollama, OpenAI
    from whileai.builtin.graders.judge import Judge
    from whileai.builtin.worlds.mcp import McpWorld
    from whileai.builtin.worlds.objects import ObjectWorld
    from whileai.builtin.worlds.own import World
    from whileai.engine.forecast import Forecast
    from whileai.graders import verifier
    from whileai.model import RowDict as Row
    from whileai.model import Tool, Trajectory, Verdict
    from whileai.options.tools import tool
    from whileai.plugins import hookimpl
    from whileai.results import SimulationData, grade, grade_async, load
    from whileai.results.exporting import export
    from whileai.results.judging import run_judge, run_judge_async
    from whileai.results.probing import Probes, probe_judge, probe_judge_async
    from whileai.results.report import Report
    from whileai.simulations.configuration import configure, context
    from whileai.simulations.evaluation import evaluate, evaluate_async
    from whileai.simulations.shrinking import shrink, shrink_async
    from whileai.simulations.simulation import simulate, simulate_async
    from whileai.simulations.streaming import stream
    from whileai.simulations.training import (
        Environment,
        environment_factory,
        reward_function,
    )
    from whileai.simulations.worlds import current_world, explain_world
    from whileai.stats import (
        compare_runs,
        compare_until,
        delta_report,
        detectable_effect,
        eval_variance,
        fit_patience,
        holdout_size,
        judge_corrected,
        judge_trust,
        noise_band,
        pass_at,
        task_key,
    )
    from whileai.world.outcome import expected_outcome, outcome_check

NAMES = {
    "task_key": "whileai.stats",
    "verifier": "whileai.graders",
    "pass_at": "whileai.stats",
    "noise_band": "whileai.stats",
    "holdout_size": "whileai.stats",
    "judge_corrected": "whileai.stats",
    "judge_trust": "whileai.stats",
    "eval_variance": "whileai.stats",
    "fit_patience": "whileai.stats",
    "detectable_effect": "whileai.stats",
    "delta_report": "whileai.stats",
    "compare_until": "whileai.stats",
    "compare_runs": "whileai.stats",
    "Http": "whileai.builtin.agents",
    "agent": "whileai.builtin.agents",
    "per_rollout": "whileai.builtin.agents",
    "Anthropic": "whileai.builtin.backends",
    "CheckpointError": "whileai.base.errors",
    "Endpoint": "whileai.builtin.backends",
    "Environment": "whileai.simulations.training",
    "Forecast": "whileai.engine.forecast",
    "Hosted": "whileai.builtin.backends",
    "Interrupted": "whileai.base.errors",
    "Judge": "whileai.builtin.graders.judge",
    "NotConfigured": "whileai.base.errors",
    "Ollama": "whileai.builtin.backends",
    "OpenAI": "whileai.builtin.backends",
    "PluginError": "whileai.base.errors",
    "Report": "whileai.results.report",
    "Row": "whileai.model:RowDict",
    "RunStopped": "whileai.base.errors",
    "McpWorld": "whileai.builtin.worlds.mcp",
    "ObjectWorld": "whileai.builtin.worlds.objects",
    "SimulationData": "whileai.results",
    "StageError": "whileai.base.errors",
    "Tool": "whileai.model",
    "Trajectory": "whileai.model",
    "Verdict": "whileai.model",
    "WhileAIError": "whileai.base.errors",
    "World": "whileai.builtin.worlds.own",
    "configure": "whileai.simulations.configuration",
    "context": "whileai.simulations.configuration",
    "current_world": "whileai.simulations.worlds",
    "environment_factory": "whileai.simulations.training",
    "evaluate": "whileai.simulations.evaluation",
    "evaluate_async": "whileai.simulations.evaluation",
    "expected_outcome": "whileai.world.outcome",
    "explain_world": "whileai.simulations.worlds",
    "export": "whileai.results.exporting",
    "grade": "whileai.results",
    "grade_async": "whileai.results",
    "graders": "whileai.graders",
    "hookimpl": "whileai.plugins",
    "load": "whileai.results",
    "outcome_check": "whileai.world.outcome",
    "stats": "whileai.stats",
    "Probes": "whileai.results.probing",
    "probe_judge": "whileai.results.probing",
    "probe_judge_async": "whileai.results.probing",
    "reward_function": "whileai.simulations.training",
    "run_judge": "whileai.results.judging",
    "run_judge_async": "whileai.results.judging",
    "stream": "whileai.simulations.streaming",
    "shrink": "whileai.simulations.shrinking",
    "shrink_async": "whileai.simulations.shrinking",
    "simulate": "whileai.simulations.simulation",
    "simulate_async": "whileai.simulations.simulation",
    "tool": "whileai.options.tools",
}
"""Every public name and the module that has it (``module:other_name`` if renamed)."""

__all__ = [
    "Anthropic",
    "CheckpointError",
    "Endpoint",
    "Environment",
    "Forecast",
    "Hosted",
    "Http",
    "Interrupted",
    "Judge",
    "McpWorld",
    "NotConfigured",
    "ObjectWorld",
    "Ollama",
    "OpenAI",
    "PluginError",
    "Probes",
    "Report",
    "Row",
    "RunStopped",
    "SimulationData",
    "StageError",
    "Tool",
    "Trajectory",
    "Verdict",
    "WhileAIError",
    "World",
    "__version__",
    "agent",
    "compare_runs",
    "compare_until",
    "configure",
    "context",
    "current_world",
    "delta_report",
    "detectable_effect",
    "environment_factory",
    "eval_variance",
    "evaluate",
    "evaluate_async",
    "expected_outcome",
    "explain_world",
    "export",
    "fit_patience",
    "grade",
    "grade_async",
    "graders",
    "holdout_size",
    "hookimpl",
    "judge_corrected",
    "judge_trust",
    "load",
    "noise_band",
    "outcome_check",
    "pass_at",
    "per_rollout",
    "probe_judge",
    "probe_judge_async",
    "reward_function",
    "run_judge",
    "run_judge_async",
    "shrink",
    "shrink_async",
    "simulate",
    "simulate_async",
    "stats",
    "stream",
    "task_key",
    "tool",
    "verifier",
]


__getattr__ = named(__name__, NAMES)


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
