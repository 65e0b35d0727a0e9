"""Workers that are processes of this machine: begun, written to, and ended."""

from __future__ import annotations

import os
import signal
import threading
import time
from contextlib import suppress
from multiprocessing import get_context
from multiprocessing.util import Finalize
from queue import SimpleQueue
from typing import TYPE_CHECKING, Any

import anyio
from anyio import EndOfStream, from_thread
from anyio.abc import ObjectStream
from anyio.lowlevel import current_token

from whileai.base.errors import WhileAIError, describe

if TYPE_CHECKING:
    from collections.abc import Callable
    from multiprocessing.connection import Connection
    from multiprocessing.context import SpawnProcess

    from whileai.stages import Executor, StageSetup, Worker

ENDING_S = 5.0
"""Seconds that a worker gets to end by itself once its run is gone."""

UNHEARD = (
    " before it was ready, and its own error was printed. A script makes the call "
    'under `if __name__ == "__main__":`, because workers import the script'
)

FIRST = 20
"""Before the finalizers of ``multiprocessing``, which would wait for the workers."""


def processes(setup: StageSetup) -> Executor:
    """Make the executor of ``"processes"``, one worker for each core, or ``:N``.

    Raises:
        TypeError: if something cannot be sent to another process.
        ValueError: if ``N`` is no whole number of 1 or more.
    """
    text = setup.argument
    if text and not (text.isascii() and text.isdecimal() and int(text) >= 1):
        raise ValueError(
            f"executor={setup.value!r}: the number of processes is a whole number of 1 "
            "or more, as in 'processes:4'; without one there are as many as cores"
        )
    return setup.crew(begin, workers=int(text) if text else cores(), main=True)


def cores() -> int:
    """Give how many cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


async def begin(worker: Worker) -> Pipe:
    """Begin a process that plays slots.

    Raises:
        WhileAIError: if the system or Python lets none begin.
    """
    context = get_context("spawn")
    ours, theirs = context.Pipe()
    process = context.Process(target=work, args=(theirs, worker), name="whileai-worker")
    try:
        process.start()
    except (AssertionError, OSError, RuntimeError) as error:
        ours.close()
        raise WhileAIError(
            f"no worker process can be begun ({describe(error)}). A script makes the "
            'call under `if __name__ == "__main__":`, because workers import the script'
        ) from error
    finally:
        theirs.close()
    kill = Finalize(None, process.kill, exitpriority=FIRST)
    return Pipe(ours, lambda: _ended(process, kill), kill)


def work(connection: Connection, worker: Worker) -> None:
    """Be a worker: play what comes, until the run is over or gone."""
    with suppress(ValueError):  # Ctrl-C is the run's, which then ends its workers
        signal.signal(signal.SIGINT, signal.SIG_IGN)

    ways: list[Pipe] = []

    async def connect() -> Pipe:
        ways.append(Pipe(connection, _orphaned))
        return ways[0]

    worker.run(connect)
    ways[0].finish()


def _orphaned() -> str:
    """End this process soon, whatever runs in it: its run is gone."""

    def end() -> None:
        time.sleep(ENDING_S)
        os._exit(1)

    threading.Thread(target=end, name="whileai-end", daemon=True).start()
    return "the run is gone"


def _ended(process: SpawnProcess, kill: Callable[[], Any]) -> str:
    """Say how a process ended."""
    process.join(ENDING_S)
    code = process.exitcode
    if code is None:
        kill()
        return "it closed its connection and went on"
    if code < 0:
        with suppress(ValueError):
            return f"signal {signal.Signals(-code).name}"
    return f"exit code {code}"


class Pipe(ObjectStream[bytes]):
    """Bytes to and from another process, each message whole, by two daemon threads.

    Args:
        connection: to the other process.
        ended: called on a thread once the other end is gone; says how it ended.
        end: ends the other process at once.
    """

    def __init__(
        self,
        connection: Connection,
        ended: Callable[[], str],
        end: Callable[[], Any] = lambda: None,
    ) -> None:
        self._connection = connection
        self._ended = ended
        self._end = end
        self._why = ""
        self._token = current_token()
        self._over = anyio.Event()
        self._out: SimpleQueue[bytes | None] = SimpleQueue()
        most = float("inf")
        self._into, self._inbox = anyio.create_memory_object_stream[bytes](most)
        self._reader, self._writer = [
            threading.Thread(target=carry, name=f"whileai{carry.__name__}", daemon=True)
            for carry in (self._read, self._write)
        ]
        self._reader.start()
        self._writer.start()

    def finish(self) -> None:
        """Wait until everything that was sent is under way."""
        self._out.put(None)
        self._writer.join(ENDING_S)

    async def send(self, item: bytes) -> None:
        """Send a message; it never waits."""
        self._out.put(item)

    async def receive(self) -> bytes:
        """Give the next message.

        Raises:
            EndOfStream: saying how the other process ended.
        """
        try:
            return await self._inbox.receive()
        except EndOfStream:
            raise EndOfStream(self._why) from None

    async def send_eof(self) -> None:
        """Send nothing more."""
        self._out.put(None)

    async def aclose(self) -> None:
        """End the other process, if it has not ended, and close the connection."""
        self._out.put(None)
        self._end()
        with anyio.move_on_after(ENDING_S, shield=True):
            await self._over.wait()
        self._inbox.close()

    def _read(self) -> None:
        with suppress(RuntimeError, anyio.BrokenResourceError):  # the loop has ended
            heard = False
            try:
                while True:
                    data = self._connection.recv_bytes()
                    self._post(self._into.send_nowait, data)
                    heard = True
            except (EOFError, OSError):
                self._why = self._ended() + ("" if heard else UNHEARD)
            self._post(self._into.close)
            self._post(self._over.set)

    def _post(self, call: Callable[..., object], *args: Any) -> None:
        from_thread.run_sync(call, *args, token=self._token)

    def _write(self) -> None:
        with suppress(OSError):  # what reads sees it too
            while (data := self._out.get()) is not None:
                self._connection.send_bytes(data)
