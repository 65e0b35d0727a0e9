"""How many calls one endpoint and model gets at once: adaptive, and fair to roles.

Additive increase, multiplicative decrease: the limit starts open, an answer that says
"too many" lowers it to three quarters of what was in flight, successes raise it again
by a few calls a window. Answers to calls that left before the last cut tell nothing
new and cut no further. A limit below one call at once is a share of the time: one call
goes, and the line rests before the next, so that a rate per minute is met by waiting
and not by asking again and again.

Source: Chiu and Jain 1989, "Analysis of the increase and decrease algorithms for
congestion avoidance in computer networks", doi:10.1016/0169-7552(89)90019-6.
"""

from __future__ import annotations

from collections import deque

import anyio
from attrs import define, field

from whileai.calls.buckets import Bucket

CUT = 0.75
"""What an overload leaves of the calls in flight."""

DEEPEST_CUT = 0.25
"""The same where nearly every call since the last cut was turned away."""

ENOUGH = 16
"""Answers since the last cut from which on their share says how deep to cut."""

STEP = 4.0
"""Calls that a window of successes adds to the limit."""

NEAR = 3.0
"""A limit from which a cut may lead below one call at once."""

LEAST = 1 / 32
"""The lowest limit."""

FEW = 5
"""Answers from which on a line with one call at once may rest longer."""

CROWD = 0.4
"""Share of them turned away that makes it rest longer: chance refuses fewer."""

REST_GROWTH = 1 / 16
"""What a success adds to a limit below one, as a share of it."""

LONGEST_REST_S = 15.0
"""Seconds that a line rests between two calls at most."""


@define(eq=False)
class Place:
    """One call's place among those in flight.

    Args:
        role: who asked.
        number: counts the calls of the line.
        since: when its call left, by the event loop's clock; 0 if nobody needs to know.
    """

    role: str
    number: int
    since: float = 0.0


@define(eq=False)
class _Waiting:
    """One call that waits for a place."""

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
    _queues: dict[str, tuple[deque[_Waiting], deque[_Waiting]]] = field(
        init=False, factory=dict
    )
    _buckets: tuple[Bucket | None, Bucket | None] = field(init=False)
    _paced: bool = field(init=False, default=False)
    _count: int = field(init=False, default=0)
    _cut_at: int = field(init=False, default=0)
    _landed: int = field(init=False, default=0)
    _refused: int = field(init=False, default=0)
    _rested_at: float = field(init=False, default=0.0)
    waiting: int = field(init=False, default=0)

    def __attrs_post_init__(self) -> None:
        self._buckets = (
            Bucket(self.rpm) if self.rpm else None,
            Bucket(self.tpm) if self.tpm else None,
        )
        self._paced = self._buckets != (None, None)

    async def enter(self, role: str, tokens: int, *, again: bool = False) -> Place:
        """Wait for a place, then for the rates.

        Args:
            role: who asks.
            tokens: what the call is expected to cost.
            again: whether it had a place before, and goes ahead of those that had not.
        """
        if self.waiting or self.flying + 1 > max(1.0, self.limit):
            place = await self._wait(role, again)
        else:
            place = self._place(role)
        if self.limit < 1:
            await self._rest(place)
        if self._paced:
            await self._pace(place, tokens)
        if self.limit < NEAR:
            place.since = anyio.current_time()
        return place

    def leave(self, place: Place, *, crowded: bool, landed: bool) -> None:
        """Give a place back.

        Args:
            place: as ``enter`` gave it.
            crowded: whether the server said that there were too many.
            landed: whether the call succeeded.
        """
        self._landed += landed
        self._refused += crowded
        if crowded and self.limit <= 1:
            self._slow()
        elif crowded and place.number > self._cut_at:
            self._cut()
        elif landed and self.limit < self.flying + self.waiting + 1:
            self.limit *= 1 + self._growth()
        if self.limit < 1 and place.since:
            now = anyio.current_time()
            rest = (now - place.since) * (1 / self.limit - 1)
            self._rested_at = now + min(LONGEST_REST_S, rest)
        self._free(place)

    def settle(self, expected: int, used: int) -> None:
        """Correct the token rate once it is known what a call cost."""
        bucket = self._buckets[1]
        if bucket is not None:
            bucket.give_back(expected - used)

    def _cut(self) -> None:
        """Lower the limit: the fewer calls got through since the last cut, the more."""
        answers, left = self._landed + self._refused, CUT
        if self._cut_at and answers >= ENOUGH:
            left = min(CUT, max(DEEPEST_CUT, self._landed / answers))
        self.limit = max(1.0, min(self.limit, self.flying) * left)
        self._cut_at = self._count
        self._landed = self._refused = 0

    def _slow(self) -> None:
        """Rest longer between calls if too many of them are turned away anyway."""
        answers = self._landed + self._refused
        if answers >= FEW and self._refused > CROWD * answers:
            self.limit = max(LEAST, self.limit / 2)
            self._landed = self._refused = 0
        elif answers > 4 * FEW:
            self._landed, self._refused = self._landed // 2, self._refused // 2

    def _growth(self) -> float:
        """Give what one success adds to the limit, as a share of it."""
        if self.limit < 1:
            return REST_GROWTH
        return min(STEP, self.limit) / self.limit**2

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
        while self.waiting and self.flying + 1 <= max(1.0, self.limit):
            roles = [role for role, queues in self._queues.items() if any(queues)]
            role = min(roles, key=lambda each: (self._by_role.get(each, 0), each))
            again, fresh = self._queues[role]
            waiting = (again or fresh).popleft()
            self.waiting -= 1
            waiting.place = self._place(role)
            waiting.ready.set()

    async def _wait(self, role: str, again: bool) -> Place:
        waiting = _Waiting()
        queues = self._queues.setdefault(role, (deque(), deque()))
        queue = queues[0 if again else 1]
        queue.append(waiting)
        self.waiting += 1
        self._admit()
        try:
            await waiting.ready.wait()
        except BaseException:
            if waiting.place is None:
                queue.remove(waiting)
                self.waiting -= 1
            else:
                self._free(waiting.place)
            raise
        assert waiting.place is not None
        return waiting.place

    async def _rest(self, place: Place) -> None:
        """Wait until the line has rested from the call before."""
        try:
            await anyio.sleep(max(0.0, self._rested_at - anyio.current_time()))
        except BaseException:
            self._free(place)
            raise

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
