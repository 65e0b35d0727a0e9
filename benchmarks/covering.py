"""``covering``: pairs that the first situations show, and what drawing them takes."""

from __future__ import annotations

import time
from itertools import product
from typing import TYPE_CHECKING, Any

from benchmarks.timing import Finding, Settings
from whileai.model import Tool
from whileai.search.ask import MAIN, Plan
from whileai.search.axes import Axes
from whileai.search.covering import covering
from whileai.search.survey import Survey

if TYPE_CHECKING:
    from collections.abc import Iterator

TARGET = "covering"
MOST_S = 2.0
MOST_US = 50.0


def findings(settings: Settings) -> Iterator[Finding]:
    """Draw for agents of several sizes; build the largest with a thousand seeds."""
    for tools, rules in product((3, 10, 50), (0, 8, 16)):
        yield _covered(tools, rules)
    yield from _sizes()
    yield _setup()
    yield _per_plot(settings.size(20_000, 2_000))


def agent(tools: int, rules: int) -> tuple[Axes, list[Tool]]:
    """Give an agent with tools that take an id, and a policy of so many rules."""
    parameters: dict[str, Any] = {"properties": {"order_id": {"type": "string"}}}
    made = [Tool(name=f"tool_{n}", parameters=parameters) for n in range(tools)]
    policy = "\n".join(f"- Rule number {n} holds always." for n in range(rules))
    return Axes.of(made, policy), made


def _covered(tools: int, rules: int) -> Finding:
    axes, made = agent(tools, rules)
    survey = Survey(Plan(run_seed=3), axes, made)
    coverage = survey.coverage()
    new = [coverage.add(survey.plot(MAIN, n).cell) for n in range(1000)]
    planned = coverage.report().planned
    shares = [f"{sum(new[:count]) / planned:.0%}" for count in (100, 300, 1000)]
    return Finding(
        target=TARGET,
        what=f"{tools} tools, {rules} rules: pairs after 100, 300, 1,000 situations",
        figure=f"{', '.join(shares)} of {planned}",
    )


def _sizes() -> Iterator[Finding]:
    """Give rows of the base, of a clause, of all, and of one array over all axes.

    The pairs that a clause is in are covered once each other value came under it.
    """
    for tools, rules in product((3, 50), (8, 16)):
        axes, _ = agent(tools, rules)
        crossed = [axes.stance, axes.world_state, axes.tool_condition, axes.history]
        sizes = [len(axes.tool) - 1, *map(len, crossed)]
        base, clause = len(covering(sizes)), len(covering(sizes, 1))
        whole = len(covering([len(axes.rule), *sizes]))
        yield Finding(
            target=TARGET,
            what=f"{tools} tools, {rules} rules: rows of base, clause, all, in one",
            figure=f"{base}, {clause}, {base + rules * clause}, {whole}",
        )


def _setup() -> Finding:
    axes, tools = agent(200, 16)
    seeds = tuple(f"please use tool {n} for order {n}" for n in range(1000))
    began = time.process_time()
    survey = Survey(Plan(budget=5000, seeds=seeds), axes, tools)
    survey.plot(MAIN, 1000)
    took = time.process_time() - began
    return Finding(
        target=TARGET,
        what="200 tools, 16 rules, 1,000 seeds: set up, CPU",
        figure=f"{took:.2f} s",
        limit=f"under {MOST_S:g} s",
        holds=took < MOST_S,
    )


def _per_plot(count: int) -> Finding:
    axes, tools = agent(10, 8)
    survey = Survey(Plan(), axes, tools)
    began = time.process_time()
    for index in range(count):
        survey.plot(MAIN, index)
    each = (time.process_time() - began) / count * 1e6
    return Finding(
        target=TARGET,
        what="10 tools, 8 rules: one plot, CPU",
        figure=f"{each:.1f} us",
        limit=f"at most {MOST_US:g} us",
        holds=each <= MOST_US,
    )
