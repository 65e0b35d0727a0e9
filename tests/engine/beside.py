"""A plugin whose workers are tasks beside the run: ``executor="beside:3"``."""

from __future__ import annotations

import math
from contextlib import AsyncExitStack
from contextvars import ContextVar
from typing import TYPE_CHECKING, Any

import anyio
from anyio.streams.stapled import StapledObjectStream

from whileai import hookimpl

if TYPE_CHECKING:
    from anyio.abc import ObjectStream, TaskGroup

    from whileai.model import Outcome, Slot
    from whileai.stages import Register, StageSetup, Worker

_scope: ContextVar[anyio.CancelScope] = ContextVar("beside")


def die() -> None:
    """End the worker that this rollout is played by, without a word."""
    _scope.get().cancel()


class Way(StapledObjectStream[bytes]):
    """One end of the way between the run and a worker."""

    scope: anyio.CancelScope | None = None

    async def aclose(self) -> None:
        """Close it; the run's end ends the worker too."""
        if self.scope is not None:
            self.scope.cancel()
        await super().aclose()


def pair() -> tuple[Way, Way]:
    """Give the two ends of a way."""
    there_in, here_out = anyio.create_memory_object_stream[bytes](math.inf)
    here_in, there_out = anyio.create_memory_object_stream[bytes](math.inf)
    return Way(there_in, there_out), Way(here_in, here_out)


class Beside:
    """Plays slots in tasks of the same event loop."""

    def __init__(self, setup: StageSetup) -> None:
        self.crew: Any = setup.crew(self.begin, workers=int(setup.argument or 2))
        self.group: TaskGroup | None = None
        self.begun = 0
        self._stack = AsyncExitStack()

    async def __aenter__(self) -> Beside:
        async with AsyncExitStack() as stack:
            self.group = await stack.enter_async_context(anyio.create_task_group())
            await stack.enter_async_context(self.crew)
            self._stack = stack.pop_all()
        return self

    async def __aexit__(self, *exc: Any) -> bool | None:
        return await self._stack.__aexit__(*exc)

    def to_json(self) -> dict[str, int]:
        counts: dict[str, int] = self.crew.to_json()
        return counts

    async def play(self, slot: Slot, /) -> Outcome:
        outcome: Outcome = await self.crew.play(slot)
        return outcome

    async def begin(self, worker: Worker) -> ObjectStream[bytes]:
        ours, theirs = pair()
        ours.scope = anyio.CancelScope()
        self.begun += 1
        assert self.group is not None
        self.group.start_soon(self._serve, worker, theirs, ours.scope)
        return ours

    async def _serve(self, worker: Worker, way: Way, scope: anyio.CancelScope) -> None:
        _scope.set(scope)
        try:
            with scope:
                await worker.serve(way)
        finally:
            with anyio.CancelScope(shield=True):
                await way.aclose()


@hookimpl
def register_executors(register: Register) -> None:
    register("beside", Beside)
