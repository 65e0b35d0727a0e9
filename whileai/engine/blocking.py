"""The sync form of every verb that waits: one event loop for the whole process."""

from __future__ import annotations

import functools
import threading
from concurrent.futures import CancelledError, Future
from contextlib import suppress
from typing import TYPE_CHECKING, ParamSpec, TypeVar

import anyio
from anyio.from_thread import BlockingPortal
from attrs import define, field

from whileai.base.errors import NoThread, WhileAIError, closes
from whileai.engine.steady import steady_loop

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

P = ParamSpec("P")
T = TypeVar("T")


@define
class Loop:
    """An event loop on a daemon thread of its own, started on first use.

    All sync calls share one: clients that an agent pools at module level are bound to
    the loop they first ran on, and must find it again on the second call. The thread
    is a daemon and never joined, so that an agent that hangs holds no process.
    """

    _lock: threading.Lock = field(factory=threading.Lock)
    _portal: BlockingPortal | None = None
    _thread: threading.Thread | None = None
    _ended: threading.Event = field(factory=threading.Event)

    def portal(self) -> BlockingPortal:
        """Give the way into the loop; one that has ended is replaced.

        Raises:
            NoThread: if no thread can be started for it.
            OSError: if it cannot begin, as where too many files are open.
        """
        with self._lock:
            alive = self._thread is not None and self._thread.is_alive()
            if self._portal is None or not alive or self._ended.is_set():
                started: Future[BlockingPortal] = Future()
                self._ended = threading.Event()
                self._thread = threading.Thread(
                    target=_serve,
                    args=(started, self._ended),
                    name="whileai-loop",
                    daemon=True,
                )
                _begin(self._thread)
                self._portal = started.result()
            return self._portal

    def runs_here(self) -> bool:
        """Say whether the calling thread is the loop's own, which must not block."""
        return self._thread is threading.current_thread()

    def stop(self) -> None:
        """End the loop, if nothing has ended it."""
        with self._lock:
            portal, self._portal = self._portal, None
        if portal is not None:
            with suppress(RuntimeError, CancelledError):  # it is ending, or has ended
                portal.call(portal.stop)


def _begin(thread: threading.Thread) -> None:
    try:
        thread.start()
    except RuntimeError as error:
        way = "await the async form, such as simulate_async(), with an async agent"
        raise NoThread("the run's event loop", way, error) from None


def _serve(started: Future[BlockingPortal], ended: threading.Event) -> None:
    async def main() -> None:
        async with BlockingPortal() as portal:
            started.set_result(portal)
            try:
                await portal.sleep_until_stopped()
            finally:
                ended.set()  # the thread may live on for a while

    try:
        anyio.run(main, backend_options={"loop_factory": steady_loop})
    except BaseException as error:  # noqa: BLE001 - whoever waits is told
        if not started.done():
            started.set_exception(error)


_shared = Loop()


@define
class Call:
    """One blocking call on its way, and how to cancel it."""

    _scope: anyio.CancelScope | None = None
    _cancelled: bool = False

    def wait(self, portal: BlockingPortal, run: Callable[[], Awaitable[T]]) -> T:
        """Run ``run`` on the loop of ``portal`` and give what it gives.

        Ctrl-C, or whatever else the handler of a signal raises here, cancels it and
        waits until what landed is safe; a second one does not wait.

        Raises:
            WhileAIError: if something that ran on the loop stopped it.
        """
        box: list[T] = []
        future = portal.start_task_soon(self._scoped, run, box)
        try:
            error = future.result()
        except BaseException as raised:
            if not future.done():
                portal.start_task_soon(self._cancel)
                future.exception()
            elif isinstance(raised, CancelledError):
                raise WhileAIError(
                    "something that ran on the run's event loop stopped it, such as "
                    "loop.stop() in an agent; rows that landed are in the files of "
                    "output= and checkpoint=, where these were given"
                ) from None
            raise
        if error is not None:
            raise error
        return box[0]

    async def _scoped(
        self, run: Callable[[], Awaitable[T]], box: list[T]
    ) -> BaseException | None:
        """Run into ``box``; what is no ``Exception`` would end the loop for all."""
        with anyio.CancelScope() as self._scope:
            if self._cancelled:
                self._scope.cancel()
            try:
                box.append(await run())
            except (Exception, anyio.get_cancelled_exc_class()):
                raise
            except BaseException as error:
                if closes(error):
                    raise
                return error
        return None

    async def _cancel(self) -> None:
        self._cancelled = True
        if self._scope is not None:
            self._scope.cancel()


def blocking(function: Callable[P, Awaitable[T]]) -> Callable[P, T]:
    """Give ``function`` a twin that blocks, with or without a running event loop.

    In async code await the function itself: the twin blocks the loop it is called on,
    so an agent that is bound to that loop cannot go on.
    """

    @functools.wraps(function)
    def call(*args: P.args, **kwargs: P.kwargs) -> T:
        async def run() -> T:
            return await function(*args, **kwargs)

        if not _shared.runs_here():
            return Call().wait(_shared.portal(), run)
        nested = Loop()  # an agent on our own loop calls us: that loop cannot wait
        try:
            return Call().wait(nested.portal(), run)
        finally:
            nested.stop()

    return call


def runs_here() -> bool:
    """Say whether the calling thread is the shared loop's, which must not wait."""
    return _shared.runs_here()


def served(serve: Callable[..., Awaitable[None]]) -> Future[None]:
    """Begin what goes on on the shared loop, and wait until it says that it stands.

    Args:
        serve: takes ``task_status``, as what ``TaskGroup.start`` begins does.

    Raises:
        Exception: what it raises before it stands.
    """
    future, _ = _shared.portal().start_task(serve)
    return future
