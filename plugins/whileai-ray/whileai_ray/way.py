"""Both ends of the way to a worker: an actor, and a stream of bytes to it."""

from __future__ import annotations

import asyncio
import math
from collections import deque
from contextlib import suppress
from typing import TYPE_CHECKING, Any

import anyio
import ray
from anyio.abc import ObjectStream
from anyio.streams.stapled import StapledObjectStream

if TYPE_CHECKING:
    from whileai.stages import Worker

ENDING_S = 10.0
"""Seconds in which an actor that is ended is gone."""

SHOWN = 300
"""Characters of Ray's own words that a message repeats."""


class Seat:
    """An actor: a worker plays on its event loop, and messages are put and taken.

    Args:
        worker: what plays.
    """

    def __init__(self, worker: Worker) -> None:
        self._worker = worker
        self._into, inbox = anyio.create_memory_object_stream[bytes](math.inf)
        outbox, self._out = anyio.create_memory_object_stream[bytes](math.inf)
        self._way = StapledObjectStream(outbox, inbox)
        self._playing: asyncio.Task[None] | None = None

    async def begin(self) -> None:
        """Begin to play."""
        self._playing = asyncio.get_running_loop().create_task(self._play())

    async def put(self, message: bytes) -> None:
        """Take a message of the run."""
        await self._into.send(message)

    async def take(self) -> list[bytes]:
        """Give what the worker wrote, once there is something; empty when it ended."""
        try:
            messages = [await self._out.receive()]
        except anyio.EndOfStream:
            return []
        with suppress(anyio.WouldBlock, anyio.EndOfStream):
            while True:
                messages.append(self._out.receive_nowait())
        return messages

    async def _play(self) -> None:
        try:
            await self._worker.serve(self._way, alone=True)
        finally:
            await self._way.aclose()


class Way(ObjectStream[bytes]):
    """The run's end of the way to an actor.

    Args:
        actor: a ``Seat``.
    """

    def __init__(self, actor: Any) -> None:
        self._actor = actor
        self._taken: deque[bytes] = deque()

    async def send(self, item: bytes) -> None:
        """Send a message, and wait until it has arrived: meanwhile others gather.

        Raises:
            BrokenResourceError: if the actor is gone.
        """
        try:
            await self._actor.put.remote(item)
        except ray.exceptions.RayError as error:
            raise anyio.BrokenResourceError from error

    async def receive(self) -> bytes:
        """Give the next message.

        Raises:
            EndOfStream: saying how the actor ended.
        """
        while not self._taken:
            try:
                taken = await self._actor.take.remote()
            except ray.exceptions.RayError as error:
                words = " ".join(str(error).split())
                raise anyio.EndOfStream(words[:SHOWN]) from error
            if not taken:
                raise anyio.EndOfStream("its actor ended")
            self._taken.extend(taken)
        return self._taken.popleft()

    async def send_eof(self) -> None:
        """Send nothing more; the worker is told by a letter."""

    async def aclose(self) -> None:
        """End the actor at once, and wait until it has ended."""
        ray.kill(self._actor, no_restart=True)
        with suppress(ray.exceptions.RayError), anyio.move_on_after(ENDING_S):
            while await self._actor.take.remote():
                pass
