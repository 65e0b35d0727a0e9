"""A call from its options to its rows: one run, or several of the same tasks."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from attrs import define, evolve, field, frozen

from whileai.base.caller import Caller
from whileai.engine.checkpoint import rows_in
from whileai.engine.collector import unhurried
from whileai.engine.course import Course, Leg
from whileai.engine.groups import single_error
from whileai.engine.ledger import Ledger
from whileai.engine.notices import (
    say_closing,
    say_foreign,
    say_loaded,
    say_opening,
    say_unreached,
)
from whileai.engine.opening import Opening, lines_of, opened, prepared
from whileai.engine.plan import planner_of
from whileai.engine.progress import Progress
from whileai.engine.release import Release
from whileai.engine.supply import Supply
from whileai.model import Row
from whileai.plugins.later import later
from whileai.search.novelty import Archive

if TYPE_CHECKING:
    from whileai.engine.conductor import Plans
    from whileai.engine.forecast import Forecast
    from whileai.engine.pinned import Pinned
    from whileai.options import Options
    from whileai.plugins import PluginManager
    from whileai.search.planner import Planner
    from whileai.stages import Run
    from whileai.traces import Trace

_reckoning = later("whileai.engine.forecast:Reckoning")
_replay = later("whileai.search.replay:Replay")
_topped = later("whileai.engine.resume:Topped")

Keep = Callable[[Row], None]


@frozen(kw_only=True)
class Ended:
    """What is known of a call, at its end or at any moment before.

    Args:
        run: its options, tools and plugins.
        ledger: its counts and warnings.
        pinned: the tasks that were replayed, if any.
        legs: how each of its runs went.
        written: situations that were worded.
        traces: what the grid aimed at.
        near_copies: wordings put aside because they came too near to one of these.
        cast: who took part, by name.
        elapsed_s: how long it took.
        abandoned: calls that ran past their time and could not be cancelled.
        usage: what the calls of models cost, by role.
        spending: what was allowed and spent, where that was limited.
        cassette: what was recorded, replayed and missed, where there is one.
        executor: what an executor says of its workers, where there is one.
        thinking: of the lines that a model wrote for the person, how many held
            reasoning.
    """

    run: Run
    ledger: Ledger
    pinned: Pinned | None
    legs: tuple[Leg, ...]
    written: int
    traces: tuple[Trace, ...]
    near_copies: int
    cast: Mapping[str, str]
    elapsed_s: float
    abandoned: int
    usage: Mapping[str, Any] = field(factory=dict)
    spending: Mapping[str, Any] | None = None
    cassette: Mapping[str, Any] | None = None
    executor: Mapping[str, Any] | None = None
    thinking: Mapping[str, int] = field(factory=dict)

    @property
    def stopped_because(self) -> str:
        """Why the last of the runs ended."""
        return self.legs[-1].stopped_because if self.legs else "budget"


@define(kw_only=True)
class Call:
    """One call of ``simulate``: plays its runs and can be asked how it stands.

    Args:
        options: everything the user asked for, resolved.
        manager: the plugins.
        keep: takes rows in plan order as they become final.
        full: says whether nothing new is to be played until rows are read.
        quiet: whether it prints nothing and shows no warning.
        caller: the line that warnings point to.
    """

    options: Options
    manager: PluginManager
    keep: Keep
    full: Callable[[], bool] = lambda: False
    quiet: bool = False
    caller: Caller = field(factory=Caller.here)
    _journey: Journey | None = None

    async def play(self) -> Ended:
        """Play every run of the call.

        Raises:
            TypeError, ValueError: for a value that is no stage, before anything is
                spent.
            NotConfigured: if a model is needed and none was named.
        """
        with single_error(), unhurried():
            opening_of = opened(
                self.options, self.manager, caller=self.caller, quiet=self.quiet
            )
            async with opening_of as opening:
                self._journey = Journey.of(opening, self.keep, self.full)
                await self._journey.play()
                return self._journey.ended()

    def forecast(self) -> Forecast:
        """Give what the call would come to; nothing is called, written or spent.

        Raises:
            TypeError, ValueError, NotConfigured: as ``play`` would.
        """
        return forecast(self.options, self.manager)

    def refill(self) -> None:
        """Go on playing, where that waited for rows to be read."""
        if self._journey is not None and self._journey.courses:
            self._journey.courses[-1].refill()

    def ended(self) -> Ended | None:
        """Give what is known by now; ``None`` before a run began."""
        begun = self._journey is not None and self._journey.courses
        return self._journey.ended() if self._journey is not None and begun else None


def forecast(options: Options, manager: PluginManager) -> Forecast:
    """Give what a call would come to; nothing is called, written or spent.

    Raises:
        TypeError, ValueError: for a value that is no stage.
        NotConfigured: if a model is needed and none was named.
    """
    ledger = Ledger(cap=options.stop.budget)
    lines = lines_of(options, ledger.warn, reading=True)
    options = evolve(options, keep=evolve(options.keep, output=None))
    ready = prepared(options, manager, ledger, lines)
    planner = planner_of(
        ready.run,
        graded=ready.cast.grader is not None,
        pinned=ready.pinned,
        emit=lambda _outcome: None,
        stage=ready.stage,
        traces=ready.traces,
    )
    reckoning = _reckoning(run=ready.run, cast=ready.cast, prices=lines.prices)
    made: Forecast = reckoning.forecast(
        planner.shape,
        pinned=ready.pinned is not None,
        on_disk=rows_in(options.keep.checkpoint),
    )
    return evolve(made, notes=(*made.notes, *ledger.warnings))


@define(kw_only=True)
class Journey:
    """The runs of one call, one after the other, on stages that are open.

    Args:
        opening: the stages.
        keep: takes rows in plan order.
        full: says whether nothing new is to be played until rows are read.
        supply: words situations.
        progress: speaks of all runs together.
        courses: the runs so far.
    """

    opening: Opening
    keep: Keep
    full: Callable[[], bool]
    supply: Supply
    progress: Progress
    courses: list[Course] = field(factory=list)

    @classmethod
    def of(cls, opening: Opening, keep: Keep, full: Callable[[], bool]) -> Journey:
        """Prepare the runs of a call."""
        supply = Supply(
            run=opening.run,
            writer=opening.cast.writer,
            stage=opening.stage,
            tools=opening.run.tools,
            sources=Archive(trace.prompt for trace in opening.traces if trace.prompt),
        )
        progress = Progress(
            ledger=opening.ledger,
            on_progress=opening.run.options.keep.on_progress,
            situations=lambda: supply.written,
            retried=lambda: opening.cast.models.lines.usage.retries,
        )
        return cls(
            opening=opening, keep=keep, full=full, supply=supply, progress=progress
        )

    async def play(self) -> None:
        """Draw and play the tasks, then replay them as often as ``runs`` says."""
        opening, runs = self.opening, self.opening.run.options.keep.runs
        eval_run = 0 if runs > 1 else None
        release = self._release(remember=runs > 1)
        planner = self._planner(release, eval_run)
        say_opening(planner, opening.run.options, opening.ledger)
        if opening.pinned is not None and opening.run.options.who.execute is None:
            known = opening.stage.model.entities if opening.run.tools else ()
            found = opening.pinned.entities if known else ()
            say_unreached(found, known, opening.ledger)
        plans = self._topped(planner)
        opening.ledger.cap = plans.cap * runs
        await self._course(plans, release, eval_run).run()
        for number in range(1, runs):
            again = self._release(remember=False)
            replay = _replay(planner, release.played or (), again.put, eval_run=number)
            await self._course(replay, again, number).run()
        self._close()
        await self._leftovers(release)
        self.progress.speak(last=True)
        report = {
            "rows": opening.ledger.rows,
            "stopped_because": self.ended().stopped_because,
        }
        opening.watch.call("run_finished", report=report, run=opening.run)

    def _close(self) -> None:
        """Say once, of all runs, what was lost and what was abandoned."""
        seeds: Counter[str] = Counter()
        for course in self.courses:
            seeds.update(course.leg.counts.seeds_lost)
        say_closing(self.opening.ledger, self.opening.threads.abandoned, seeds)

    def _topped(self, planner: Planner) -> Plans:
        """Leave room for rows on disk that were drawn under another plan."""
        checkpoint, options = self.opening.checkpoint, self.opening.run.options
        if checkpoint is None or self.opening.pinned is not None or not checkpoint.rows:
            return planner
        if not checkpoint.plan_changed and options.stop.reproducible:
            return planner
        say_loaded(checkpoint, options.stop.budget, self.opening.ledger)
        room = options.stop.budget - checkpoint.rows
        topped: Plans = _topped(planner, checkpoint, room)
        return topped

    async def _leftovers(self, release: Release) -> None:
        """Load rows of replayed tasks that no slot asked for; name the others."""
        checkpoint, pinned = self.opening.checkpoint, self.opening.pinned
        if checkpoint is None or not checkpoint.keys:
            return
        rows = checkpoint.take(checkpoint.keys)
        if pinned is not None:
            tasks = {pin.id for pin in pinned.tasks.pins}
            kept = [row for row in rows if row.to_json().get("task_id") in tasks]
            say_foreign(checkpoint, len(rows) - len(kept), self.opening.ledger)
            rows = kept
        await self._load(rows, release)

    async def _load(self, rows: Sequence[Row], release: Release) -> None:
        self.opening.ledger.resumed += len(rows)
        for row in rows:
            release.give(row)
        await release.drain()

    def _planner(self, release: Release, eval_run: int | None) -> Planner:
        return planner_of(
            self.opening.run,
            graded=self.opening.cast.grader is not None,
            pinned=self.opening.pinned,
            emit=release.put,
            stage=self.opening.stage,
            traces=self.opening.traces,
            eval_run=eval_run,
        )

    def _course(self, planner: Plans, release: Release, eval_run: int | None) -> Course:
        course = Course(
            opening=self.opening,
            planner=planner,
            supply=self.supply,
            release=release,
            progress=self.progress,
            replayed_from=0 if eval_run else None,
        )
        self.courses.append(course)
        return course

    def _release(self, *, remember: bool) -> Release:
        return Release(
            run=self.opening.run,
            keep=self.keep,
            sinks=self.opening.cast.sinks,
            watch=self.opening.watch,
            full=self.full,
            played=[] if remember else None,
        )

    def ended(self) -> Ended:
        """Give what is known by now."""
        opening = self.opening
        lines = opening.cast.models.lines
        workers = getattr(opening.cast.executor, "to_json", None)
        return Ended(
            run=opening.run,
            ledger=opening.ledger,
            pinned=opening.pinned,
            legs=tuple(course.leg for course in self.courses),
            written=self.supply.written,
            traces=opening.traces,
            near_copies=self.supply.near_copies,
            cast=opening.cast.names,
            elapsed_s=self.progress.elapsed_s,
            abandoned=opening.threads.abandoned,
            usage=lines.usage.to_json(),
            spending=None if lines.spending is None else lines.spending.to_json(),
            cassette=None if lines.cassette is None else lines.cassette.to_json(),
            executor=None if workers is None else workers(),
            thinking=getattr(opening.cast.user, "thinking", None) or {},
        )
