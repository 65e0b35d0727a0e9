"""The line to one model at one endpoint, which every attempt of a call goes through."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from math import inf
from typing import TYPE_CHECKING

import anyio
from attrs import define, field

from whileai.calls.completion import Ask, Completion
from whileai.calls.failures import (
    CROWDED,
    GONE,
    UNREACHABLE,
    UNREADABLE,
    CallFailed,
    LateCall,
)
from whileai.calls.waits import FIRST_S, QUICK_S, backoff, clock

if TYPE_CHECKING:
    from whileai.calls.hosts import Host
    from whileai.calls.limiter import Limiter
    from whileai.calls.usage import RoleUsage, Usage

RETRIES = 5
"""Attempts after the first, where a rate limit is not the reason."""

UNPROVEN_RETRIES = 2
"""The same while the host has not answered once."""


class LateAttempt(Exception):
    """An attempt was given up: the time of its call is over."""


@define
class Phase:
    """What one attempt is doing, and until when it may.

    Args:
        host: which it waits for.
        deadline: by the event loop's clock; who makes the attempt gives up then.
        begun: whether the host has begun to answer.
    """

    host: str
    deadline: float = inf
    begun: bool = False

    def reading(self, host: str) -> None:
        """Note that ``host`` has begun to answer."""
        self.host, self.begun = host, True

    @property
    def doing(self) -> str:
        """What it was doing, in words."""
        if self.begun:
            return f"reading the reply of {self.host}"
        return f"waiting for {self.host} to answer"


@define
class _Effort:
    """What one call has gone through."""

    tries: int = 0
    deadline: float | None = None


Attempt = Callable[[Phase], Awaitable[Completion]]
"""Makes one attempt; raises ``LateAttempt`` once the deadline of its phase is over."""


@define(eq=False)
class Line:
    """Decides when a call goes, when it goes again, and when it is given up.

    Args:
        name: the model's, as rows record it.
        host: what is known of its host.
        limiter: hands out places.
        usage: counts the calls of the run.
        halt: told the reason and the failure that ends the run.
        first_wait_s: seconds before the second attempt at most; later waits double.
        dropped: parameters that this model refused once and is not sent again.
    """

    name: str
    host: Host
    limiter: Limiter
    usage: Usage
    halt: Callable[[str, CallFailed], None]
    first_wait_s: float = FIRST_S
    dropped: set[str] = field(factory=set)
    _fatal: CallFailed | None = field(init=False, default=None)
    _clock: Callable[[], float] | None = field(init=False, default=None)

    async def call(self, ask: Ask, attempt: Attempt, tokens: int = 0) -> Completion:
        """Make one call, in as many attempts as it takes.

        Args:
            ask: who asks, until when, and by which seed waits are drawn.
            attempt: makes one attempt; it notes what it is doing.
            tokens: what the call is expected to cost.

        Raises:
            CallFailed: if it failed for good.
            LateCall: if ``ask.timeout_s`` is over. It runs from the first attempt, so
                waiting for a place does not count.
        """
        counts = self.usage.of(ask.role)
        counts.models[self.name] = None
        effort = _Effort()
        try:
            while True:
                try:
                    done = await self._once(ask, attempt, tokens, effort, counts)
                except CallFailed as failure:  # noqa: PERF203 - one turn, one attempt
                    await self._rest(ask, failure, effort)
                    counts.retries[failure.kind] += 1
                else:
                    return self._landed(done, tokens, counts)
        except (CallFailed, LateCall):
            counts.failed += 1
            raise

    def _landed(self, done: Completion, tokens: int, counts: RoleUsage) -> Completion:
        used = (done.input_tokens or 0) + (done.output_tokens or 0)
        counts.add(done)
        if used:
            self.limiter.settle(tokens, used)
        return done

    async def _once(
        self,
        ask: Ask,
        attempt: Attempt,
        tokens: int,
        effort: _Effort,
        counts: RoleUsage,
    ) -> Completion:
        """Make one attempt, once it is its turn."""
        probing = False if self.host.open else await self.host.turn()
        try:
            self._check()
            place = await self.limiter.enter(ask.role, tokens, again=effort.tries > 0)
            crowded = landed = False
            try:
                self._check()
                effort.tries += 1
                counts.requests += 1
                done = await self._timed(ask, attempt, effort)
                landed = True
            except CallFailed as failure:
                crowded = failure.kind in CROWDED
                raise
            finally:
                self.limiter.leave(place, crowded=crowded, landed=landed)
            return done
        finally:
            if probing:
                self.host.probed()

    async def _timed(self, ask: Ask, attempt: Attempt, effort: _Effort) -> Completion:
        if effort.deadline is None:
            effort.deadline = self._now() + ask.timeout_s
        phase = Phase(self.host.name, effort.deadline)
        try:
            done = await attempt(phase)
        except CallFailed as failure:
            self._learn(failure, ask, effort)
            raise
        except LateAttempt:
            self.host.failed(gone=False)
            raise LateCall(ask.role, ask.timeout_s, phase.doing) from None
        self.host.succeeded()
        return done

    def _now(self) -> float:
        """Read the event loop's clock, which is looked up once."""
        if self._clock is None:
            self._clock = clock()
        return self._clock()

    def _check(self) -> None:
        """Make no call that cannot succeed any more."""
        if self._fatal is not None:
            raise self._fatal.again()
        if self.host.dead:
            raise CallFailed(
                GONE,
                self.host.name,
                f"{self.host.name} is not called any more: it served nothing of use at "
                "this address; check base_url= and the model's name",
            )

    def _learn(self, failure: CallFailed, ask: Ask, effort: _Effort) -> None:
        """Learn from a failed attempt, and end the run where no call can succeed."""
        spent = failure.kind == UNREACHABLE and effort.tries > self._retries
        useless = failure.kind == UNREADABLE and not self.host.proven
        gone = failure.kind == GONE or spent or useless
        self.host.failed(gone=gone)
        if gone:
            if self.host.dead:
                self.halt(f"{ask.role}_host_dead", failure)
            return
        reason = failure.stops(ask.role)
        if reason is not None:
            self._fatal = failure
            self.halt(reason, failure)

    @property
    def _retries(self) -> int:
        return RETRIES if self.host.proven else UNPROVEN_RETRIES

    async def _rest(self, ask: Ask, failure: CallFailed, effort: _Effort) -> None:
        """Wait until another attempt may go; raise ``failure`` if none may."""
        limited = failure.kind in CROWDED and failure.status == 429
        tired = not limited and effort.tries > self._retries
        if not failure.transient or tired or self.host.dead:
            raise failure
        wait = failure.retry_after_s
        if wait is None:
            wait = backoff(
                ask.seed,
                effort.tries,
                first_s=self.first_wait_s,
                crowded=failure.kind in CROWDED,
            )
        if failure.kind == UNREADABLE:
            wait = min(wait, QUICK_S)
        deadline = effort.deadline
        assert deadline is not None
        if self._now() + wait >= deadline:
            raise LateCall(
                ask.role, ask.timeout_s, f"waiting {wait:g} s because {failure}"
            ) from failure
        await anyio.sleep(wait)
