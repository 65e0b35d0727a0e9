"""Options into a plan: what the planner is told, and nothing else."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import evolve

from whileai.engine.preview import Preview
from whileai.search.aiming import aimed, cells_of, failing_asks
from whileai.search.ask import AIMS, Plan
from whileai.search.axes import Axes
from whileai.search.planner import Planner
from whileai.search.survey import Survey

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from whileai.engine.pinned import Pinned
    from whileai.model import Outcome
    from whileai.options import Options
    from whileai.stages import Run
    from whileai.traces import Trace
    from whileai.world.scenes import Stage


def planner_of(
    run: Run,
    *,
    graded: bool,
    pinned: Pinned | None,
    emit: Callable[[Outcome], None],
    stage: Stage,
    traces: Sequence[Trace] = (),
    eval_run: int | None = None,
) -> Planner:
    """Make the planner of ``run``.

    Args:
        run: its options and tools.
        graded: whether rows get a verdict inside the loop.
        pinned: the tasks to replay, if any.
        emit: takes outcomes in plan order as they become final.
        stage: sets the scenes of the situations that are drawn.
        traces: what the grid aims at, if anything.
        eval_run: which of several runs it is.
    """
    options = run.options
    plan = evolve(
        plan_of(options, graded, pinned),
        eval_run=eval_run,
        grounds=() if pinned is not None else failing_asks(traces),
    )
    axes = Axes.of(run.tools, options.who.system_prompt or "", options.draw.dimensions)
    survey = Survey(
        plan,
        aimed(axes, traces),
        run.tools,
        hard_share=options.draw.hard_share,
        fault_rate=options.play.fault_rate,
        strength=options.advanced.strength,
        known=cells_of(traces),
        shows=Preview(run=run, stage=stage).shows,
    )
    return Planner(plan, survey, emit)


def plan_of(options: Options, graded: bool, pinned: Pinned | None) -> Plan:
    """Give what fixes the rows of a run."""
    draw, advanced, stop = options.draw, options.advanced, options.stop
    repeats = draw.repeats
    if pinned is not None and "repeats" not in options.given:
        repeats = pinned.repeats
    graded = graded and advanced.mutate_graded_failures
    faulty = bool(options.who.tools) and options.play.fault_rate > 0
    return Plan(
        budget=stop.budget,
        situations=draw.situations,
        phrasings=draw.phrasings,
        repeats=repeats,
        repeat_policy=draw.repeat_policy,
        steer=pinned is None and (graded or faulty),
        aims=AIMS if graded else frozenset({"world_fault"}),
        purse=_purse(options),
        tail=advanced.tail,
        until=stop.until,
        lag=advanced.lag,
        wave=advanced.wave,
        open_rows=advanced.open_rows or stop.budget,
        retries=max(1, repeats),
        reproducible=stop.reproducible,
        run_seed=draw.seed,
        pinned=None if pinned is None else pinned.tasks,
        seeds=draw.seeds,
    )


def _purse(options: Options) -> int:
    """Give the follow-ups of a root; where groups are probed their fill is most."""
    purse = options.advanced.purse
    if purse is not None:
        return purse
    return 2 if options.draw.repeat_policy == "successive" else 3
