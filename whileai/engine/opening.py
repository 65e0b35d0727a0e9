"""A run before its first slot: tools read, stages cast and opened, files writable."""

from __future__ import annotations

import os
import time
import uuid
from contextlib import AsyncExitStack, asynccontextmanager
from typing import TYPE_CHECKING

from attrs import asdict, frozen

from whileai.calls import Cassette, Lines, Spending, read_prices
from whileai.engine.cast import Cast, Casting
from whileai.engine.checkpoint import Checkpoint
from whileai.engine.identity import header
from whileai.engine.ledger import Ledger
from whileai.engine.threads import Threads
from whileai.engine.verdicts import scoring_id
from whileai.options.tools import read_tools
from whileai.plugins import PluginManager, Watch
from whileai.plugins.later import later
from whileai.stages import Opened, Run
from whileai.world.scenes import Stage

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable

    from whileai.base.caller import Caller
    from whileai.engine.pinned import Pinned
    from whileai.options import Options
    from whileai.traces import Trace

_reckoning = later("whileai.engine.forecast:Reckoning")
_tasks = later("whileai.engine.pinned:read_tasks")
_traces = later("whileai.traces:read_traces")


@frozen(kw_only=True)
class Prepared:
    """A run whose stages are chosen, and nothing of it opened.

    Args:
        run: what hooks and stages see.
        cast: the stages.
        stage: sets scenes.
        pinned: the tasks to replay, if any.
        traces: what the grid aims at, if anything.
        threads: for blocking calls.
        ledger: the counts and warnings.
        lines: what every model is asked through.
    """

    run: Run
    cast: Cast
    stage: Stage
    pinned: Pinned | None
    traces: tuple[Trace, ...]
    threads: Threads
    ledger: Ledger
    lines: Lines


@frozen(kw_only=True)
class Opening(Prepared):
    """A run whose stages are open.

    Args:
        watch: the plugins that watch.
        checkpoint: where outcomes are kept, if anywhere.
        scoring_run_id: names this call's grading, fresh for each call.
    """

    watch: Watch
    checkpoint: Checkpoint | None
    scoring_run_id: str


@asynccontextmanager
async def opened(
    options: Options, manager: PluginManager, *, caller: Caller, quiet: bool = False
) -> AsyncIterator[Opening]:
    """Open everything a call needs; nothing is spent before it stands.

    Args:
        options: everything the user asked for, resolved.
        manager: the plugins.
        caller: the line that warnings point to.
        quiet: whether the run prints nothing and shows no warning.

    Raises:
        TypeError, ValueError: for a value that is no stage, or a file that cannot be
            written.
        NotConfigured: if a model is needed and none was named.
    """
    async with AsyncExitStack() as stack:
        ledger = Ledger(cap=options.stop.budget, quiet=quiet, caller=caller)
        lines = lines_of(options, ledger.warn)
        if lines.cassette is not None:
            stack.callback(lines.cassette.close)
        ready = prepared(options, manager, ledger, lines)
        run, cast = ready.run, ready.cast
        stack.callback(ready.threads.close)
        checkpoint = _checkpoint(run, cast, ready.traces, ledger)
        if checkpoint is not None:
            stack.callback(checkpoint.close)
        for each in cast.stages:
            if isinstance(each, Opened):
                await stack.enter_async_context(each)
        watch = Watch(manager, ledger.warn)
        watch.call("run_started", run=run)
        yield Opening(
            **asdict(ready, recurse=False),
            watch=watch,
            checkpoint=checkpoint,
            scoring_run_id=scoring_id(),
        )


def prepared(
    options: Options, manager: PluginManager, ledger: Ledger, lines: Lines
) -> Prepared:
    """Choose everything a call needs, and open nothing.

    Raises:
        TypeError, ValueError: for a value that is no stage, or a limit in USD of a
            model without a price.
        NotConfigured: if a model is needed and none was named.
    """
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
    casting = Casting(
        manager=manager, run=run, offload=threads, warn=ledger.warn, lines=lines
    )
    cast = casting.cast()
    check_limits(options, lines, ledger.warn)
    if lines.spending is not None:
        reckoning = _reckoning(run=run, cast=cast, prices=lines.prices)
        lines.spending.expected = reckoning.cost()
    stage = Stage(run.tools, options.who.system_prompt or "")
    traces = options.draw.traces
    return Prepared(
        run=run,
        cast=cast,
        stage=stage,
        pinned=_pinned(options, stage),
        traces=() if traces is None else _traces(traces),
        threads=threads,
        ledger=ledger,
        lines=lines,
    )


def lines_of(
    options: Options, warn: Callable[[str], None], *, reading: bool = False
) -> Lines:
    """Give what every model of a call is asked through.

    Args:
        options: of the call.
        warn: takes lines for ``data.warnings``.
        reading: whether a cassette that is not there is left so.

    Raises:
        ValueError: if the cassette cannot be used.
    """
    stop, cassette = options.stop, options.keep.cassette
    if reading and cassette is not None and not os.path.isfile(cassette):
        cassette = None
    only = options.advanced.replay_only
    tape = None if cassette is None else Cassette(cassette, warn, replay_only=only)
    return Lines(
        prices=read_prices(stop.prices or {}),
        spending=Spending(limits=stop.limits) if stop.limits else None,
        cassette=tape,
    )


def check_limits(options: Options, lines: Lines, warn: Callable[[str], None]) -> None:
    """Make sure that limits can be kept, and that limits and prices mean something.

    Raises:
        ValueError: naming the model without a price.
    """
    unpriced = [name for name in lines.models if name not in lines.prices]
    if "usd" in (options.stop.limits or {}) and unpriced:
        raise ValueError(
            f"limits={dict(options.stop.limits or {})} has 'usd', and prices= does not "
            f"say what {unpriced[0]!r} costs: add prices={{{unpriced[0]!r}: "
            "{'input': ..., 'output': ...}} in USD per million tokens"
        )
    if options.stop.limits and not lines.models:
        warn(
            f"limits={dict(options.stop.limits)} bounds what the run's models may "
            "take, and none takes part: what your own agent spends is not seen"
        )
    idle = sorted({*lines.prices} - {*lines.models})
    if idle:
        warn(
            f"prices= names {', '.join(map(repr, idle))}, and no such model takes part "
            f"(there are: {', '.join(map(repr, lines.models)) or 'none'})"
        )


def _pinned(options: Options, stage: Stage) -> Pinned | None:
    tasks = options.draw.tasks
    return None if tasks is None else _tasks(tasks, stage, options.draw.seed)


def _checkpoint(
    run: Run, cast: Cast, traces: tuple[Trace, ...], ledger: Ledger
) -> Checkpoint | None:
    path = run.options.keep.checkpoint
    if path is None:
        return None
    mix = run.options.advanced.resume == "mix"
    return Checkpoint(path, header(run, cast, traces), mix=mix, warn=ledger.warn)
