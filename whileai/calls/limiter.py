"""How many calls one endpoint and model gets at once: adaptive, and fair to roles.

Additive increase, multiplicative decrease: the limit starts open, an answer that says
"too many" lowers it to three quarters of what was in flight, successes raise it again
by a few calls a window. Answers to calls that left before the last cut tell nothing
new and cut no further.

Source: Chiu and Jain 1989, "Analysis of the increase and decrease algorithms for
congestion avoidance in computer networks", doi:10.1016/0169-7552(89)90019-6.
"""

from __future__ import annotations

from collections import deque

import anyio
from attrs import define, field, frozen

from whileai.calls.buckets import Bucket

CUT = 0.75
"""What an overload leaves of the calls in flight."""

STEP = 4.0
"""Calls that a window of successes adds to the limit."""


@frozen
class Place:
    """One call's place among those in flight.

    Args:
        role: who asked.
        number: counts the calls of the line.
    """

    role: str
    number: int


@define(eq=False)
class _Waiting:
    """One call that waits for a place."""

    role: str
    ready: anyio.Event = field(factory=anyio.Event)
    place: Place | None = None


@define
class Limiter:
    """Hands out places; knows no clock but the event loop's.

    Args:
        rpm: requests a minute at most, if there is such a limit.
        tpm: tokens a minute at most, if there is such a limit.
    """

    rpm: float | None = None
    tpm: float | None = None
    limit: float = field(init=False, default=float("inf"))
    flying: int = field(init=False, default=0)
    _by_role: dict[str, int] = field(init=False, factory=dict)
    _queues: dict[str, deque[_Waiting]] = field(init=False, factory=dict)
    _buckets: tuple[Bucket | None, Bucket | None] = field(init=False)
    _count: int = field(init=False, default=0)
    _cut_at: int = field(init=False, default=0)

    def __attrs_post_init__(self) -> None:
        self._buckets = (
            Bucket(self.rpm) if self.rpm else None,
            Bucket(self.tpm) if self.tpm else None,
        )

    @property
    def waiting(self) -> int:
        """How many calls wait for a place."""
        return sum(map(len, self._queues.values()))

    async def enter(self, role: str, tokens: int, *, again: bool = False) -> Place:
        """Wait for a place, then for the rates.

        Args:
            role: who asks.
            tokens: what the call is expected to cost.
            again: whether it had a place before, and goes ahead of those that had not.
        """
        if self.flying + 1 <= self.limit and not any(self._queues.values()):
            place = self._place(role)
        else:
            place = await self._wait(role, again)
        if self._buckets != (None, None):
            await self._pace(place, tokens)
        return place

    def leave(self, place: Place, *, crowded: bool, landed: bool) -> None:
        """Give a place back.

        Args:
            place: as ``enter`` gave it.
            crowded: whether the server said that there were too many.
            landed: whether the call succeeded.
        """
        if crowded and place.number > self._cut_at:
            self.limit = max(1.0, min(self.limit, self.flying) * CUT)
            self._cut_at = self._count
        elif landed and self.limit < self.flying + self.waiting + 1:
            self.limit += STEP / self.limit
        self._free(place)

    def settle(self, expected: int, used: int) -> None:
        """Correct the token rate once it is known what a call cost."""
        bucket = self._buckets[1]
        if bucket is not None:
            bucket.give_back(expected - used)

    def _place(self, role: str) -> Place:
        self.flying += 1
        self._count += 1
        self._by_role[role] = self._by_role.get(role, 0) + 1
        return Place(role, self._count)

    def _free(self, place: Place) -> None:
        self.flying -= 1
        self._by_role[place.role] -= 1
        self._admit()

    def _admit(self) -> None:
        """Give free places to those who wait; the role with the fewest goes first."""
        while self.flying + 1 <= self.limit:
            roles = [role for role, queue in self._queues.items() if queue]
            if not roles:
                return
            role = min(roles, key=lambda each: (self._by_role.get(each, 0), each))
            waiting = self._queues[role].popleft()
            waiting.place = self._place(role)
            waiting.ready.set()

    async def _wait(self, role: str, again: bool) -> Place:
        waiting = _Waiting(role)
        queue = self._queues.setdefault(role, deque())
        (queue.appendleft if again else queue.append)(waiting)
        self._admit()
        try:
            await waiting.ready.wait()
        except BaseException:
            if waiting.place is None:
                queue.remove(waiting)
            else:
                self._free(waiting.place)
            raise
        assert waiting.place is not None
        return waiting.place

    async def _pace(self, place: Place, tokens: int) -> None:
        now = anyio.current_time()
        amounts = (1, tokens)
        waits = [
            bucket.take(amount, now)
            for bucket, amount in zip(self._buckets, amounts, strict=True)
            if bucket is not None
        ]
        if max(waits) <= 0:
            return
        try:
            await anyio.sleep(max(waits))
        except BaseException:
            for bucket, amount in zip(self._buckets, amounts, strict=True):
                if bucket is not None:
                    bucket.give_back(amount)
            self._free(place)
            raise
