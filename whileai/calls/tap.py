"""Every model of a run is asked through here: counted, limited, recorded, replayed."""

from __future__ import annotations

from contextlib import AsyncExitStack
from typing import TYPE_CHECKING, Any

import anyio
from attrs import define, field

from whileai.base.errors import NotConfigured
from whileai.calls.content import Asked, Content
from whileai.calls.costs import NOTHING, Cost, Price
from whileai.calls.errand import errand
from whileai.calls.failures import UNREACHABLE, CallFailed
from whileai.calls.line import Line
from whileai.calls.recorded import keeps
from whileai.calls.unmade import CassetteMiss, Unmade

if TYPE_CHECKING:
    from collections.abc import Sequence

    from whileai.calls.cassette import Cassette
    from whileai.calls.completion import Ask, Backend, Completion
    from whileai.calls.lines import Lines
    from whileai.calls.usage import RoleUsage
    from whileai.model import Turn

BYTES_A_TOKEN = 3
"""Bytes of a request that a token stands for at least, but in rare scripts."""

OVERHEAD = 32
"""Tokens that a chat template adds to a request."""


@define(eq=False)
class Tap:
    """A backend of a run; asks the one it wraps only where the run has it so.

    Args:
        backend: makes the calls. One that goes through a ``Line``, held as ``line``, is
            counted there.
        name: the model's, as rows record it.
        lines: whose limits and cassette hold.
    """

    backend: Backend
    name: str
    lines: Lines = field(repr=False)
    _stack: AsyncExitStack = field(init=False, factory=AsyncExitStack, repr=False)
    _entered: int = field(init=False, default=0)
    _proven: bool = field(init=False, default=False)
    _door: anyio.Lock | None = field(init=False, default=None, repr=False)
    _counted: bool = field(init=False)

    @_counted.default
    def _by_its_line(self) -> bool:
        return isinstance(getattr(self.backend, "line", None), Line)

    async def __aenter__(self) -> Tap:
        self._entered += 1
        enter: Any = self.backend
        if self._entered == 1 and hasattr(enter, "__aenter__"):
            await self._stack.enter_async_context(enter)
        return self

    async def __aexit__(self, *exc: object) -> None:
        self._entered -= 1
        if not self._entered:
            await self._stack.aclose()

    async def complete(self, turns: Sequence[Turn], ask: Ask, /) -> Completion:
        """Give the model's next words; see ``Backend``.

        Raises:
            LimitReached: if the run's limits leave no room for the call.
            CassetteMiss: if the cassette does not hold it and no server answers.
        """
        lines = self.lines
        counts = lines.usage.of(ask.role)
        if lines.cassette is None and lines.spending is None:
            done = await self._made(turns, ask, counts)
        else:
            counts.models[self.name] = None
            try:
                done = await self._within(turns, ask, counts)
            except Unmade:
                (errand.get() or lines.errand).unmade = True
                raise
        price = lines.prices.get(self.name)
        if price is not None:
            counts.usd += self._paid(done, 0, price).usd
        elif lines.prices:
            counts.unpriced += 1
        return done

    async def _made(
        self, turns: Sequence[Turn], ask: Ask, counts: RoleUsage
    ) -> Completion:
        """Ask the backend, and count what no line counts."""
        if self._counted:
            return await self.backend.complete(turns, ask)
        counts.models[self.name] = None
        try:
            done = await self.backend.complete(turns, ask)
        except Exception:
            counts.failed += 1
            raise
        counts.add(done)
        return done

    async def _within(
        self, turns: Sequence[Turn], ask: Ask, counts: RoleUsage
    ) -> Completion:
        """Make a call that the limits leave room for."""
        own, spending = errand.get(), self.lines.spending
        content = Content.of(self.name, turns, ask)
        if spending is None:
            return await self._taped(content, turns, ask, counts)
        price = self.lines.prices.get(self.name)
        sent = content.size // BYTES_A_TOKEN + OVERHEAD
        held = _cost(ask.n, sent, ask.max_tokens * ask.n, price)
        await spending.reserve(held)
        used = _cost(ask.n, sent, 0, price)
        try:
            done = await self._taped(content, turns, ask, counts)
            used = self._paid(done, content.size, price, ask.n)
            return done
        except Unmade:
            used = NOTHING
            raise
        except CallFailed:
            used = Cost(ask.n)  # a refusal costs no tokens
            raise
        finally:
            spending.settle(held, used, rollout=own is not None)
            if own is not None:
                own.cost += used

    def _paid(
        self, done: Completion, size: int, price: Price | None, calls: int = 1
    ) -> Cost:
        """Give what a call cost; tokens are estimated where the server is silent."""
        sent, said = done.input_tokens, done.output_tokens
        if sent is None:
            sent = size // BYTES_A_TOKEN
        if said is None:
            texts = (done.text, done.reasoning, *done.more)
            said = sum(map(len, texts)) // BYTES_A_TOKEN
        return _cost(calls, sent, said, price)

    async def _taped(
        self, content: Content, turns: Sequence[Turn], ask: Ask, counts: RoleUsage
    ) -> Completion:
        """Replay a call that the cassette holds; record one that it does not."""
        tape = self.lines.cassette
        if tape is None:
            return await self._made(turns, ask, counts)
        own = errand.get() or self.lines.errand
        key, call = tape.place(content, ask.role, own)
        ended = tape.recall(key, ask)
        if ended is None:
            asked = Asked(
                content=content,
                role=ask.role,
                model=self.name,
                slot=own.slot,
                call=call,
            )
            ended = await self._asked(tape, turns, ask, counts, asked)
            ended = tape.keep(key, asked, ended)
            if isinstance(ended, Exception):
                raise ended
            return ended
        counts.replayed += 1
        if isinstance(ended, Exception):
            counts.failed += 1
            raise ended
        counts.add(ended)
        return ended

    async def _asked(
        self,
        tape: Cassette,
        turns: Sequence[Turn],
        ask: Ask,
        counts: RoleUsage,
        asked: Asked,
    ) -> Completion | Exception:
        """Make a call that the cassette does not hold, and give how it ended.

        Beside recorded calls the first goes alone, to see whether a server is there.
        """
        while tape.replays and not self._proven:
            if self._door is None:
                self._door = anyio.Lock()
            async with self._door:
                if not self._proven:
                    return await self._tried(tape, turns, ask, counts, asked)
        return await self._tried(tape, turns, ask, counts, asked)

    async def _tried(
        self,
        tape: Cassette,
        turns: Sequence[Turn],
        ask: Ask,
        counts: RoleUsage,
        asked: Asked,
    ) -> Completion | Exception:
        why = tape.cut or tape.why_not()
        if why:
            raise self._miss(tape, why, asked)
        try:
            done = await self._made(turns, ask, counts)
        except Exception as error:
            if tape.replays and not self._proven and _unanswered(error):
                raise self._miss(tape, f"no server answers: {error}", asked) from error
            if not keeps(error):
                raise
            return error
        self._proven = True
        return done

    def _miss(self, tape: Cassette, why: str, asked: Asked) -> CassetteMiss:
        """Count a miss; from the first on, no call of any model is made."""
        missed = CassetteMiss(tape.miss(asked), why)
        if not tape.cut:
            tape.cut = why
            self.lines.unmet(missed)
        return missed


@define(eq=False)
class Absent:
    """A model that cannot be asked here; what it said before can be replayed.

    Args:
        error: what is missing.
    """

    error: NotConfigured

    async def complete(self, _turns: Sequence[Turn], _ask: Ask, /) -> Completion:
        """Ask nobody.

        Raises:
            NotConfigured: naming what is missing.
        """
        raise self.error


def _cost(calls: int, sent: float, said: float, price: Price | None) -> Cost:
    usd = 0.0 if price is None else price.of(sent, said)
    return Cost(calls, sent + said, usd)


def _unanswered(error: Exception) -> bool:
    """Whether an error says that there is nobody to ask."""
    if isinstance(error, CallFailed):
        return error.kind == UNREACHABLE
    return isinstance(error, (NotConfigured, OSError))
