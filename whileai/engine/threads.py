"""Long-lived daemon threads for users' blocking functions.

A worker thread that is abandoned after a timeout must not keep the process alive, and
no limit but the run's own concurrency may hold calls back; so the threads are ours.
"""

from __future__ import annotations

import itertools
import threading
from contextvars import Context, copy_context
from queue import SimpleQueue
from typing import TYPE_CHECKING, Any, TypeVar

import anyio
from anyio.lowlevel import current_token
from attrs import define, field

if TYPE_CHECKING:
    from collections.abc import Callable

T = TypeVar("T")

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
    abandoned: bool = False
    finished: bool = False

    def run(self) -> None:
        """Make the call on the thread and wake the task that waits for it."""
        try:
            self.value = self.context.run(self.call)
        except BaseException as error:  # noqa: BLE001 - raised again on the loop
            self.error = error
        self.finished = True
        try:
            self.post(self.done.set)
        except RuntimeError:  # the loop has closed: nobody waits any more
            self.abandoned = True


class _Worker:
    """One thread and the queue that feeds it."""

    def __init__(self) -> None:
        self.jobs: SimpleQueue[_Job | None] = SimpleQueue()
        name = f"whileai-agent-{next(_numbers)}"
        threading.Thread(target=self._serve, name=name, daemon=True).start()

    def _serve(self) -> None:
        while (job := self.jobs.get()) is not None:
            job.run()
            if job.abandoned:
                return


class Threads:
    """A pool that has as many threads as there are calls under way.

    ``abandoned`` counts the calls that nobody waits for any more: their threads end
    when the call does, and never keep the process alive.
    """

    def __init__(self) -> None:
        self.abandoned = 0
        self._idle: list[_Worker] = []
        self._post: Callable[[Callable[[], object]], object] | None = None

    async def __call__(self, call: Callable[..., T], /, *args: Any) -> T:
        """Give what ``call(*args)`` gives on a thread, context variables included."""
        job = _Job(
            call=lambda: call(*args), context=copy_context(), post=self._poster()
        )
        worker = self._idle.pop() if self._idle else _Worker()
        worker.jobs.put(job)
        try:
            await job.done.wait()
        except BaseException:
            job.abandoned = True
            worker.jobs.put(None)
            self.abandoned += not job.finished
            raise
        self._idle.append(worker)
        if job.error is not None:
            raise job.error
        value: T = job.value
        return value

    def _poster(self) -> Callable[[Callable[[], object]], object]:
        if self._post is None:
            native: Any = current_token().native_token
            soon = getattr(native, "call_soon_threadsafe", None)
            self._post = soon or native.run_sync_soon
        return self._post

    def close(self) -> None:
        """End the threads that have nothing to do."""
        for worker in self._idle:
            worker.jobs.put(None)
        self._idle.clear()
