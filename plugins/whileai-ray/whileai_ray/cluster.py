"""The executor: a connection to the cluster, and workers that are its actors."""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack
from functools import partial
from typing import TYPE_CHECKING, Any

import anyio
import ray

from whileai import WhileAIError
from whileai_ray.way import Seat, Way

if TYPE_CHECKING:
    from whileai.stages import Crew, Outcome, Slot, Worker
    from whileai_ray.settings import Ray


class Cluster:
    """Plays slots by actors of a Ray cluster.

    Args:
        settings: which cluster, and what its workers take.
        crew: makes an executor of workers.
    """

    def __init__(self, settings: Ray, crew: Crew) -> None:
        self._settings = settings
        self._crew: Any = crew(self._begin, workers=self._workers)
        self._stack = AsyncExitStack()

    async def __aenter__(self) -> Cluster:
        """Connect, and begin the workers.

        Raises:
            WhileAIError: if there is no cluster, or no worker can begin.
        """
        try:
            asyncio.get_running_loop()
        except RuntimeError:
            raise WhileAIError(
                "executor='ray' runs on asyncio, and another event loop runs here"
            ) from None
        async with AsyncExitStack() as stack:
            if not ray.is_initialized():
                await anyio.to_thread.run_sync(self._connect)
                stack.push_async_callback(_disconnect)
            await stack.enter_async_context(self._crew)
            self._stack = stack.pop_all()
        return self

    async def __aexit__(self, *exc: Any) -> bool | None:
        """End the workers, and the connection if it was made for this run."""
        return await self._stack.__aexit__(*exc)

    async def play(self, slot: Slot, /) -> Outcome:
        """Play ``slot`` in an actor."""
        outcome: Outcome = await self._crew.play(slot)
        return outcome

    def to_json(self) -> dict[str, int]:
        """Give what ``search["executor"]`` has of the workers."""
        counts: dict[str, int] = self._crew.to_json()
        return counts

    def _connect(self) -> None:
        settings = self._settings
        try:
            ray.init(address=settings.address, **settings.init)
        except (ConnectionError, OSError, RuntimeError, ValueError) as error:
            raise WhileAIError(
                f"there is no Ray cluster at {settings.address or 'this machine'}: "
                f"{error}; pass executor='ray:ADDRESS' as `ray start` printed it, or "
                "executor='ray' for a cluster of this machine"
            ) from error

    def _workers(self) -> int:
        """Give how many workers the cluster holds, unless the settings say."""
        if self._settings.workers is not None:
            return self._settings.workers
        cores = ray.cluster_resources().get("CPU", 1.0)
        return max(1, int(cores / (self._settings.cpus or 1.0)))

    async def _begin(self, worker: Worker) -> Way:
        """Begin an actor; one that is spare takes no core, for there may be none left.

        Raises:
            WhileAIError: if the cluster begins none in time.
        """
        settings = self._settings
        cpus = 0 if worker.spare else settings.cpus
        options = {"num_cpus": cpus, "max_restarts": 0, **settings.options}
        actor = ray.remote(Seat).options(**options).remote(worker)
        way = Way(actor)
        try:
            with anyio.fail_after(settings.begin_s):
                await actor.begin.remote()
        except TimeoutError:
            await way.aclose()
            raise WhileAIError(
                f"the Ray cluster began no worker in {settings.begin_s:g} s: it has "
                f"{ray.available_resources()} left, and a worker takes {options}"
            ) from None
        except ray.exceptions.RayError as error:
            await way.aclose()
            raise WhileAIError(f"a Ray worker cannot begin: {error}") from error
        except BaseException:
            ray.kill(actor)
            raise
        return way


async def _disconnect() -> None:
    with anyio.CancelScope(shield=True):
        await anyio.to_thread.run_sync(partial(ray.shutdown))
