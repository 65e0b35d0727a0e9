"""The workers of an executor, as the run has them: who plays what, and who is gone."""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack
from typing import TYPE_CHECKING, Any

import anyio
from anyio.lowlevel import current_token
from attrs import define, field

from whileai._version import __version__
from whileai.base.errors import RunStopped, WhileAIError, describe, given
from whileai.calls import Tap
from whileai.calls.errand import errand
from whileai.engine import letters
from whileai.engine.parcels import packed
from whileai.engine.post import Post
from whileai.engine.recipe import Recipe
from whileai.engine.worker import HUNG_S, Worker
from whileai.model import Outcome

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Mapping

    from anyio.abc import ObjectStream, TaskGroup

    from whileai.calls import Backend
    from whileai.engine.threads import Threads
    from whileai.model import Slot
    from whileai.stages import Run, User

CLOSING_S = 5.0
"""Seconds that workers get to close their stages once the run is over."""


@define(kw_only=True, eq=False)
class Crew:
    """An executor of workers; it opens and closes with the run.

    A slot goes to the worker that plays the fewest. Where a worker ends, one of the
    slots that it was playing may have ended it: each is played again by a worker that
    plays nothing else, and is lost if that ends too.

    Args:
        begin, workers: as ``whileai.stages.Crew`` takes them.
        recipe: what workers make their stages of, packed.
        most: workers that can have a rollout in flight.
        hung_s: seconds after which a worker whose loop stands still is given up.
        named: what ``executor=`` was given, for messages.
        models: what the stages there have the run ask, by part.
        user: the person as the run has it, for what is counted of them.
        threads: of the run, for what is counted of them.
        warn: takes lines for the run's warnings.
    """

    begin: Callable[[Worker], Awaitable[ObjectStream[bytes]]]
    workers: int | Callable[[], int]
    recipe: bytes = field(repr=False)
    most: int
    hung_s: float
    named: str
    models: Mapping[str, Backend]
    user: User
    threads: Threads
    warn: Callable[[str], None] = field(repr=False)
    _posts: list[Post] = field(init=False, factory=list)
    _every: list[Post] = field(init=False, factory=list)
    _alone: anyio.Lock = field(init=False, factory=anyio.Lock)
    _ward: Post | None = field(init=False, default=None)
    _changed: anyio.Event = field(init=False, factory=anyio.Event)
    _group: TaskGroup | None = field(init=False, default=None)
    _stack: AsyncExitStack = field(init=False, factory=AsyncExitStack, repr=False)
    _closing: bool = field(init=False, default=False)
    _wanted: int = field(init=False, default=0)
    _slots: int = field(init=False, default=0)
    _ended: int = field(init=False, default=0)
    _messages: int = field(init=False, default=0)

    @classmethod
    def of(
        cls,
        begin: Callable[[Worker], Awaitable[ObjectStream[bytes]]],
        /,
        *,
        workers: int | Callable[[], int],
        main: bool = False,
        **parts: Any,
    ) -> Crew:
        """Make the crew of a run; nothing is begun before it opens.

        Args:
            begin, workers, main: as ``whileai.stages.Crew`` takes them.
            **parts: of the run: ``run``, ``agent``, ``person``, ``user``, ``threads``
                and ``warn``.

        Raises:
            TypeError: naming what cannot be sent to a worker.
        """
        run: Run = parts.pop("run")
        agent, person = parts.pop("agent"), parts.pop("person")
        chosen = run.options.keep.executor
        recipe = Recipe.of(run, agent, person, chosen, main=main)
        asked = {"agent": agent, "user": person}
        return cls(
            begin=begin,
            workers=workers,
            recipe=packed(recipe),
            most=max(1, min(run.options.play.concurrency, run.options.stop.budget)),
            hung_s=run.options.play.timeout + HUNG_S,
            named=f"executor={given(chosen)}",
            models={part: tap for part, tap in asked.items() if isinstance(tap, Tap)},
            **parts,
        )

    async def __aenter__(self) -> Crew:
        """Begin the workers, and wait until all of them stand.

        Raises:
            WhileAIError: if one cannot be begun, or cannot make its stages.
        """
        wanted = self.workers() if callable(self.workers) else self.workers
        self._closing = False
        async with AsyncExitStack() as stack:
            group = anyio.create_task_group()
            self._group = await stack.enter_async_context(group)
            stack.push_async_callback(self._end)
            self._wanted = max(1, min(wanted, self.most))
            await self._gather(self._wanted)
            self._stack = stack.pop_all()
        return self

    async def __aexit__(self, *exc: Any) -> bool | None:
        """Let the workers close their stages; those that are slow are ended."""
        return await self._stack.__aexit__(*exc)

    async def play(self, slot: Slot, /) -> Outcome:
        """Play ``slot`` in a worker; one that ends two of them is lost.

        Raises:
            StoppedByStage: if a stage raised ``KeyboardInterrupt`` there.
        """
        self._slots += 1
        outcome = await (await self._free()).play(slot)
        if outcome is not None:
            return outcome
        async with self._alone:
            ward = await self._warded()
            _forget_calls()
            outcome = await ward.play(slot)
        return _lost(slot, ward.gone) if outcome is None else outcome

    def to_json(self) -> dict[str, int]:
        """Give what ``search["executor"]`` has of the workers.

        ``workers`` is how many there were at once, ``ended`` how many ended before the
        run did, ``slots`` what they played, in so many ``messages``.
        """
        messages = sum(each.outbox.messages for each in self._every)
        return {
            "workers": self._wanted,
            "ended": self._ended,
            "slots": self._slots,
            "messages": self._messages + messages,
        }

    async def _gather(self, count: int) -> None:
        """Begin so many workers side by side; the first that fails ends the others."""
        failed: list[BaseException] = []

        async def one(group: TaskGroup) -> None:
            try:
                self._posts.append(await self._begun())
            except Exception as error:  # noqa: BLE001 - raised below, once
                failed.append(error)
                group.cancel_scope.cancel()

        async with anyio.create_task_group() as group:
            for _ in range(count):
                group.start_soon(one, group)
        if failed:
            raise failed[0]

    async def _begun(self, *, spare: bool = False) -> Post:
        """Begin a worker and wait until its stages stand.

        Args:
            spare: whether it is one more, for what may end it.

        Raises:
            WhileAIError: saying why they do not.
        """
        ready = anyio.Event()
        told: list[letters.Ready] = []

        def hear(letter: Any) -> None:
            if isinstance(letter, letters.Ready):
                told.append(letter)
                ready.set()
            else:
                self._hear(letter)

        worker = Worker(
            recipe=self.recipe, backend=_backend(), hung_s=self.hung_s, spare=spare
        )
        way = await self.begin(worker)
        post = Post(way=way, models=self.models, hear=hear)
        if self._group is None:
            raise RuntimeError("the executor is closed")
        self._every.append(post)
        self._group.start_soon(self._watched, post, ready)
        await ready.wait()
        if not told:
            raise WhileAIError(
                f"{self.named}: a worker could not begin: {post.gone}. Agent, person "
                "and world are made anew there, so what they are made of must be "
                "importable there"
            )
        if told[0].version != __version__:
            raise WhileAIError(
                f"{self.named}: a worker has whileai {told[0].version}, and the run "
                f"{__version__}; install the same there"
            )
        return post

    async def _watched(self, post: Post, ready: anyio.Event) -> None:
        """Carry a worker's letters; where it ends before the run, begin another."""
        try:
            await post.work()
        finally:
            ready.set()
            self._every.remove(post)
            self._messages += post.outbox.messages
            self._ended += not self._closing
            here = post in self._posts
            if here:
                self._posts.remove(post)
        if here and not self._closing:
            await self._replace(post.gone)

    async def _replace(self, why: str) -> None:
        """Begin a worker in the place of one that is gone.

        Raises:
            RunStopped: if there is none to be had.
        """
        self.warn(
            f"{self.named}: a worker ended while it played ({why}), and another took "
            "its place; a rollout that ends two is lost as an agent error"
        )
        try:
            self._posts.append(await self._begun())
        except Exception as error:
            raise RunStopped(
                f"{self.named}: a worker ended ({why}), and no other could be begun: "
                f"{describe(error)}",
                reason="executor_failed",
            ) from error
        self._change()

    async def _free(self) -> Post:
        """Give the worker that plays the fewest slots, once there is one."""
        while True:
            here = [post for post in self._posts if not post.gone]
            if here:
                return min(here, key=lambda post: post.load)
            await self._changed.wait()

    async def _warded(self) -> Post:
        """Give the worker that plays one slot at a time."""
        if self._ward is None or self._ward.gone:
            self._ward = await self._begun(spare=True)
        return self._ward

    def _change(self) -> None:
        self._changed.set()
        self._changed = anyio.Event()

    def _hear(self, letter: Any) -> None:
        if isinstance(letter, letters.Said):
            self.warn(letter.line)
        elif isinstance(letter, letters.Counted):
            self.threads.abandoned += letter.abandoned
            thinking = getattr(self.user, "thinking", None)
            if thinking is not None:
                thinking.update(letter.thinking)

    async def _end(self) -> None:
        """Close the workers; the group that holds them is left next."""
        self._closing = True
        every = list(self._every)
        for post in every:
            post.close()
        with anyio.CancelScope(shield=True):
            with anyio.move_on_after(CLOSING_S):
                for post in every:
                    await post.ended()
            for post in list(self._every):
                post.end()
                await post.ended()
        if self._group is not None:
            self._group.cancel_scope.cancel()
        self._posts, self._ward, self._group = [], None, None


def _lost(slot: Slot, why: str) -> Outcome:
    return Outcome(
        slot=slot,
        lost="agent_error",
        error=f"WorkerEnded: the worker that played it ended: {why}",
    )


def _forget_calls() -> None:
    """Count the calls of a rollout from the first again: it is played anew."""
    own = errand.get()
    if own is not None:
        own.asked.clear()
        own.calls.clear()


def _backend() -> str:
    """Name the event loop that runs here, for the workers."""
    native = current_token().native_token
    return "asyncio" if isinstance(native, asyncio.AbstractEventLoop) else "trio"
