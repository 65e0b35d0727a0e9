"""One worker as the run has it: what it plays, and the calls that it has made."""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING, Any

import anyio
from attrs import define, field

from whileai.base.errors import StoppedByStage
from whileai.base.lines import loads
from whileai.engine import letters
from whileai.engine.outbox import Outbox
from whileai.engine.parcels import travelling, unpacked
from whileai.engine.worker import GONE
from whileai.model import Outcome, Row

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from anyio.abc import ObjectStream, TaskGroup

    from whileai.calls import Backend
    from whileai.model import Slot

LEFT = "it ended without a word"


@define(eq=False)
class _Box:
    """The letters about one slot."""

    _letters: deque[Any] = field(init=False, factory=deque)
    _come: anyio.Event | None = field(init=False, default=None)

    def put(self, letter: Any) -> None:
        self._letters.append(letter)
        if self._come is not None:
            self._come.set()

    async def take(self) -> Any:
        while not self._letters:
            self._come = anyio.Event()
            await self._come.wait()
        return self._letters.popleft()


@define(kw_only=True, eq=False)
class Post:
    """A worker.

    Args:
        way: to it.
        models: what its stages have the run ask, by part.
        hear: takes its letters that are about no slot.
        gone: how it ended, in words; empty while it is there.
    """

    way: ObjectStream[bytes]
    models: Mapping[str, Backend]
    hear: Callable[[Any], None]
    gone: str = ""
    outbox: Outbox = field(init=False)
    _boxes: dict[str, _Box] = field(init=False, factory=dict)
    _asking: dict[int, anyio.CancelScope] = field(init=False, factory=dict)
    _scope: anyio.CancelScope = field(init=False)
    _ended: anyio.Event = field(init=False, factory=anyio.Event)

    @outbox.default
    def _made(self) -> Outbox:
        return Outbox(self.way)

    @_scope.default
    def _shielded(self) -> anyio.CancelScope:
        return anyio.CancelScope(shield=True)

    @property
    def load(self) -> int:
        """How many slots it plays."""
        return len(self._boxes)

    async def work(self) -> None:
        """Carry letters until the worker is gone; its way is closed then.

        A cancelled run lets it close its stages: only ``end`` cuts this short.
        """
        with self._scope:
            try:
                async with anyio.create_task_group() as group:
                    group.start_soon(self._send)
                    await self._read(group)
                    group.cancel_scope.cancel()
            finally:
                self._left()
                with anyio.CancelScope(shield=True):
                    await self.way.aclose()
                self._ended.set()

    def end(self) -> None:
        """End the worker at once."""
        self._scope.cancel()

    async def ended(self) -> None:
        """Wait until the worker is gone."""
        await self._ended.wait()

    def close(self) -> None:
        """Let the worker close its stages and end."""
        self.outbox.put(letters.Close())

    async def play(self, slot: Slot) -> Outcome | None:
        """Have ``slot`` played; ``None`` if the worker, which is there now, ends first.

        Raises:
            StoppedByStage: if a stage raised ``KeyboardInterrupt`` there.
        """
        box = self._boxes[slot.key] = _Box()
        self.outbox.put(letters.Play(slot=slot))
        over = False
        try:
            letter = await box.take()
            if isinstance(letter, (letters.Asked, letters.Withdrawn)):
                letter = await self._asked(box, letter)
            over = True
        finally:
            del self._boxes[slot.key]
            if not over:
                self.outbox.put(letters.Drop(key=slot.key))
        return None if isinstance(letter, letters.Farewell) else _outcome(slot, letter)

    async def _asked(self, box: _Box, letter: Any) -> Any:
        """Ask models for a slot, in its own task, until it has ended."""
        async with anyio.create_task_group() as group:
            while True:
                if isinstance(letter, letters.Asked):
                    group.start_soon(self._answer, letter)
                elif not isinstance(letter, letters.Withdrawn):
                    group.cancel_scope.cancel()
                    return letter
                elif letter.call in self._asking:
                    self._asking[letter.call].cancel()
                letter = await box.take()

    async def _answer(self, asked: letters.Asked) -> None:
        """Ask a model, and write how that ended."""
        scope = self._asking[asked.call] = anyio.CancelScope()
        try:
            with scope:
                answer = letters.Answer(
                    call=asked.call,
                    value=await self.models[asked.part].complete(
                        asked.turns, asked.ask
                    ),
                )
        except anyio.get_cancelled_exc_class():
            raise
        except BaseException as error:  # noqa: BLE001 - raised where it was asked
            answer = letters.Answer(call=asked.call, error=travelling(error))
        finally:
            del self._asking[asked.call]
        if not scope.cancelled_caught:
            self.outbox.put(answer)

    async def _send(self) -> None:
        try:
            await self.outbox.send()
        except GONE:
            return  # what reads is told too

    async def _read(self, group: TaskGroup) -> None:
        while not self.gone:
            try:
                batch = unpacked(await self.way.receive())
            except GONE as error:
                self.gone = str(error) or LEFT
                return
            for letter in batch:
                self._take(letter, group)

    def _take(self, letter: Any, group: TaskGroup) -> None:
        if isinstance(letter, letters.Farewell):
            self.gone = letter.why
        elif isinstance(letter, letters.Asked) and not letter.key:
            group.start_soon(self._answer, letter)
        elif isinstance(letter, (letters.Ended, letters.Asked, letters.Withdrawn)):
            if letter.key in self._boxes:
                self._boxes[letter.key].put(letter)
        else:
            self.hear(letter)

    def _left(self) -> None:
        self.gone = self.gone or LEFT
        for box in self._boxes.values():
            box.put(letters.Farewell(why=self.gone))


def _outcome(slot: Slot, ended: letters.Ended) -> Outcome:
    """Read how a slot ended.

    Raises:
        StoppedByStage: if a stage raised ``KeyboardInterrupt`` there.
    """
    if ended.stopped:
        raise StoppedByStage(ended.stopped)
    row = None
    if ended.line:
        row = Row.read(loads(ended.line), ended.line)
    return Outcome(
        slot=slot,
        row=row,
        lost=ended.lost,
        error=ended.error,
        timed_out=ended.timed_out,
    )
