"""A run before its first slot: tools read, stages cast and opened, files writable."""

from __future__ import annotations

import time
import uuid
from contextlib import AsyncExitStack, asynccontextmanager
from typing import TYPE_CHECKING

from attrs import frozen

from whileai.engine.cast import Cast, Casting
from whileai.engine.checkpoint import Checkpoint
from whileai.engine.identity import header
from whileai.engine.ledger import Ledger
from whileai.engine.pinned import Pinned, read_tasks
from whileai.engine.threads import Threads
from whileai.options.tools import read_tools
from whileai.plugins import PluginManager, Watch
from whileai.stages import Opened, Run
from whileai.traces import Trace, read_traces
from whileai.world.scenes import Stage

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from whileai.options import Options


@frozen(kw_only=True)
class Opening:
    """A run whose stages are open.

    Args:
        run: what hooks and stages see.
        cast: the stages.
        stage: sets scenes.
        pinned: the tasks to replay, if any.
        traces: what the grid aims at, if anything.
        watch: the plugins that watch.
        threads: for blocking calls.
        ledger: the counts and warnings.
        checkpoint: where outcomes are kept, if anywhere.
        scoring_run_id: names this call's grading, fresh for each call.
    """

    run: Run
    cast: Cast
    stage: Stage
    pinned: Pinned | None
    traces: tuple[Trace, ...]
    watch: Watch
    threads: Threads
    ledger: Ledger
    checkpoint: Checkpoint | None
    scoring_run_id: str


@asynccontextmanager
async def opened(options: Options, manager: PluginManager) -> AsyncIterator[Opening]:
    """Open everything a call needs; nothing is spent before it stands.

    Raises:
        TypeError, ValueError: for a value that is no stage, or a file that cannot be
            written.
        NotConfigured: if a model is needed and none was named.
    """
    ledger = Ledger(cap=options.stop.budget)
    for line in manager.warnings:
        ledger.warn(line)
    run = Run(
        id=uuid.uuid4().hex[:12],
        seed=options.draw.seed,
        options=options,
        tools=read_tools(options.who.tools),
        plugins=dict(manager.versions),
        started=time.time(),
    )
    threads = Threads()
    casting = Casting(manager=manager, run=run, offload=threads, warn=ledger.warn)
    cast = casting.cast()
    stage = Stage(run.tools, options.who.system_prompt or "")
    pinned = _pinned(options, stage)
    traces = read_traces(options.draw.traces)
    async with AsyncExitStack() as stack:
        stack.callback(threads.close)
        checkpoint = _checkpoint(run, cast, traces, ledger)
        if checkpoint is not None:
            stack.callback(checkpoint.close)
        for each in cast.stages:
            if isinstance(each, Opened):
                await stack.enter_async_context(each)
        watch = Watch(manager, ledger.warn)
        watch.call("run_started", run=run)
        yield Opening(
            run=run,
            cast=cast,
            stage=stage,
            pinned=pinned,
            traces=traces,
            watch=watch,
            threads=threads,
            ledger=ledger,
            checkpoint=checkpoint,
            scoring_run_id=f"score_{uuid.uuid4().hex[:12]}",
        )


def _pinned(options: Options, stage: Stage) -> Pinned | None:
    tasks = options.draw.tasks
    return None if tasks is None else read_tasks(tasks, stage, options.draw.seed)


def _checkpoint(
    run: Run, cast: Cast, traces: tuple[Trace, ...], ledger: Ledger
) -> Checkpoint | None:
    path = run.options.keep.checkpoint
    if path is None:
        return None
    mix = run.options.advanced.resume == "mix"
    return Checkpoint(path, header(run, cast, traces), mix=mix, warn=ledger.warn)
