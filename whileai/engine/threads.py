"""Long-lived daemon threads for users' blocking functions.

A worker thread that is abandoned after a timeout must not keep the process alive, and
no limit but the run's own concurrency may hold calls back; so the threads are ours.
"""

from __future__ import annotations

import itertools
import threading
from contextlib import suppress
from contextvars import Context, copy_context
from queue import Empty, SimpleQueue
from typing import TYPE_CHECKING, Any, TypeVar

import anyio
from anyio.lowlevel import current_token
from attrs import define, field

from whileai.base.errors import NoThread

if TYPE_CHECKING:
    from collections.abc import Callable

T = TypeVar("T")

LOOK_S = 1.0
"""Seconds after which a thread without a call looks whether it is still wanted."""

WAITING, RUNNING, FINISHED, ABANDONED = "waiting", "running", "finished", "abandoned"

_numbers = itertools.count(1)


@define(eq=False)
class _Job:
    """One call on its way through a thread."""

    call: Callable[[], Any]
    context: Context
    post: Callable[[Callable[[], object]], object]
    done: anyio.Event = field(factory=anyio.Event)
    value: Any = None
    error: BaseException | None = None
    state: str = WAITING

    def run(self) -> None:
        """Make the call."""
        try:
            self.value = self.context.run(self.call)
        except BaseException as error:  # noqa: BLE001 - raised again on the loop
            self.error = error

    def tell(self) -> None:
        """Wake the task that waits for the call."""
        with suppress(RuntimeError):  # the loop has closed: nobody waits any more
            self.post(self.done.set)


class Threads:
    """A pool that has as many threads as there are calls under way.

    Threads start each other, so that the event loop waits for the first alone. Where no
    more can be had, calls wait for one of those that there are. A thread that has
    nothing to do looks up now and then whether the pool is closed: telling them all
    at once would have them stand in each other's way just when a run ends.

    ``abandoned`` counts the calls that nobody waits for any more: their threads end
    when the call does, and never keep the process alive.
    """

    def __init__(self) -> None:
        self.abandoned = 0
        self._jobs: SimpleQueue[_Job] = SimpleQueue()
        self._idle = 0
        self._wanted = 0
        self._serving = 0
        self._lock = threading.Lock()
        self._closed = False
        self._post: Callable[[Callable[[], object]], object] | None = None

    async def __call__(self, call: Callable[..., T], /, *args: Any) -> T:
        """Give what ``call(*args)`` gives on a thread, context variables included.

        Raises:
            NoThread: if there is no thread in the pool and none can be started.
        """
        job = _Job(
            call=lambda: call(*args), context=copy_context(), post=self._poster()
        )
        self._jobs.put(job)
        try:
            self._provide()
            await job.done.wait()
        except BaseException:
            self.abandoned += self._enter(job, ABANDONED) == RUNNING
            raise
        if job.error is not None:
            raise job.error
        value: T = job.value
        return value

    def _provide(self) -> None:
        """See to a thread for one more call; one that is starting starts it."""
        with self._lock:
            found = self._idle > 0
            self._idle -= found
            self._wanted += not found
            first = not found and self._wanted == 1
        if first:
            self._start()

    def _enter(self, job: _Job, state: str) -> str:
        """Put ``job`` in a state, unless it is abandoned; give the one it was in."""
        with self._lock:
            before = job.state
            if before != ABANDONED:
                job.state = state
            self._serving -= state == ABANDONED and before == RUNNING
            # its thread is free: the call is over, or is never made
            self._idle += state == FINISHED and before == RUNNING
            self._idle += state == RUNNING and before == ABANDONED
            return before

    def _start(self) -> None:
        """Start a thread; where there is none to be had, those that wait share."""
        name = f"whileai-agent-{next(_numbers)}"
        with self._lock:
            self._serving += 1
        try:
            threading.Thread(target=self._serve, name=name, daemon=True).start()
        except RuntimeError as error:
            with self._lock:
                self._serving -= 1
                self._idle -= self._wanted
                self._wanted = 0
                alone = not self._serving
            if alone:
                what = "a call that blocks (of an agent, a grader or execute=)"
                way = "lower concurrency=, or make it async"
                raise NoThread(what, way, error) from None

    def _serve(self) -> None:
        with self._lock:
            self._wanted -= 1
            more = self._wanted > 0
        if more:
            self._start()
        while not self._closed:
            try:
                job = self._jobs.get(timeout=LOOK_S)
            except Empty:
                continue
            if self._enter(job, RUNNING) == ABANDONED:
                continue
            job.run()
            if self._enter(job, FINISHED) == ABANDONED:
                return
            job.tell()

    def _poster(self) -> Callable[[Callable[[], object]], object]:
        if self._post is None:
            native: Any = current_token().native_token
            soon = getattr(native, "call_soon_threadsafe", None)
            self._post = soon or native.run_sync_soon
        return self._post

    def close(self) -> None:
        """Let the threads end, each as soon as it has nothing to do."""
        self._closed = True
