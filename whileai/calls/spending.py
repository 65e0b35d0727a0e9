"""What a run may spend: reserved before a call, settled after it.

A call goes only while what was spent, what calls under way may cost at most, and what
it may cost itself fit the limits together. One that does not fit waits while others
are under way, because most cost less than they may; with none under way the limit is
reached. A rollout begins only while there is room for what rollouts have needed on
average, and some more, for every one under way and itself, so that those under way can
be finished.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import anyio
from attrs import define, field

from whileai.calls.costs import NOTHING, Cost
from whileai.calls.unmade import LimitReached

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

REASONS = {"calls": "call_limit", "tokens": "token_limit", "usd": "usd_limit"}
"""How ``stopped_because`` spells that a limit was reached."""

MARGIN = 1.5
"""How much more than the average a rollout beside others is taken to need."""

_EXACT = 1e-9
"""USD that sums of prices may be off by."""


def _unheard(_reason: str) -> None:
    """Nobody stops: the refused call is the caller's alone."""


@define(kw_only=True, eq=False)
class Spending:
    """The spending of one call of ``simulate``, all of its runs together.

    Args:
        limits: the most ``calls``, ``tokens`` and ``usd``, as far as they are limited.
        expected: what one rollout is expected to cost, until some have shown it.
        reached: told how ``stopped_because`` spells the limit that was reached.
    """

    limits: Mapping[str, float]
    expected: Cost = NOTHING
    reached: Callable[[str], None] = _unheard
    spent: Cost = NOTHING
    stopped_because: str = ""
    unfinished: int = 0
    _held: Cost = NOTHING
    _calls: int = 0
    _flying: int = 0
    _open: Cost = NOTHING
    _finished: int = 0
    _done: Cost = NOTHING
    _changed: anyio.Event | None = field(default=None, repr=False)

    async def reserve(self, cost: Cost) -> None:
        """Set aside what a call may cost at most, once there is room for it.

        Raises:
            LimitReached: if there is none, and no call is under way that may make it.
        """
        while True:
            name = self._short(self.spent + self._held + cost)
            if not name:
                break
            if not self._calls:
                self._stop(name)
                raise LimitReached(name, self.limits[name])
            await self._change()
        self._held += cost
        self._calls += 1

    def settle(self, held: Cost, used: Cost, *, rollout: bool) -> None:
        """Take what a call did cost in the place of what was set aside for it.

        Args:
            held: as it was reserved.
            used: what it cost.
            rollout: whether it was a rollout's.
        """
        self._held = self._held - held
        self._calls -= 1
        self.spent += used
        if rollout:
            self._open += used
        self._wake()

    def count(self, used: Cost) -> None:
        """Take what a rollout cost that an earlier call of the same run paid."""
        self.spent += used
        self._done += used
        self._finished += 1

    async def begin(self) -> bool:
        """Wait until a rollout may begin; false once the limits leave no room."""
        while not self.stopped_because:
            name = self._short(self.spent + self._needed(self._flying + 1))
            if name and not self._flying and not self._finished:
                name = self._short(self.spent)  # nothing is known yet: try one
            if not name:
                self._flying += 1
                return True
            if not self._flying:
                self._stop(name)
                return False
            await self._change()
        return False

    def end(self, cost: Cost, *, finished: bool) -> None:
        """Take what a rollout cost that is over.

        Args:
            cost: all of its calls.
            finished: whether it came to an end of its own.
        """
        self._flying -= 1
        self._open = self._open - cost
        if finished:
            self._finished += 1
            self._done += cost
        else:
            self.unfinished += 1
        self._wake()

    def _needed(self, rollouts: int) -> Cost:
        """Give what so many rollouts still need, those under way among them."""
        known = self.expected
        if self._finished:
            known = self._done.times(1 / self._finished)
        share = MARGIN if rollouts > 1 else 1.0
        return (known.times(rollouts * share) - self._open).floored()

    def _short(self, cost: Cost) -> str:
        """Give the limit that ``cost`` would pass; empty if there is none."""
        for name, most in self.limits.items():
            if getattr(cost, name) > most + (_EXACT if name == "usd" else 0):
                return name
        return ""

    def _stop(self, name: str) -> None:
        self.stopped_because = self.stopped_because or REASONS[name]
        self.reached(self.stopped_because)
        self._wake()

    async def _change(self) -> None:
        if self._changed is None:
            self._changed = anyio.Event()
        await self._changed.wait()

    def _wake(self) -> None:
        changed, self._changed = self._changed, None
        if changed is not None:
            changed.set()

    def to_json(self) -> dict[str, Any]:
        """Give what was allowed and what was spent, as ``search`` has it."""
        return {
            **{
                name: {"limit": most, "spent": round(getattr(self.spent, name), 9)}
                for name, most in self.limits.items()
            },
            "reached": self.stopped_because or None,
            "unfinished": self.unfinished,
        }
