"""Letters on their way out: what is written while one message goes is the next one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import anyio
from attrs import define, field

from whileai.engine.parcels import packed

if TYPE_CHECKING:
    from anyio.abc import ObjectStream


@define(eq=False)
class Outbox:
    """Sends letters in batches, in order, and never waits for it.

    A letter goes at once where nothing is under way, so a single one is not held back;
    many short rollouts share a message.

    Args:
        way: takes the messages.
        letters: how many were sent.
        messages: in how many messages.
    """

    way: ObjectStream[bytes]
    letters: int = 0
    messages: int = 0
    _waiting: list[Any] = field(init=False, factory=list)
    _come: anyio.Event = field(init=False, factory=anyio.Event)

    def put(self, letter: Any) -> None:
        """Write a letter."""
        self._waiting.append(letter)
        self._come.set()

    async def send(self) -> None:
        """Send what is written, for as long as the way is there."""
        while True:
            await self._come.wait()
            self._come = anyio.Event()
            await self.flush()

    async def flush(self) -> None:
        """Send what is written by now."""
        batch, self._waiting = self._waiting, []
        if batch:
            self.letters += len(batch)
            self.messages += 1
            await self.way.send(packed(batch))
