"""A provider behind HTTP: one dialect, one line, the run's pool."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol

from attrs import evolve, field, frozen

from whileai.base.lines import dumps, loads, without_mark
from whileai.builtin.backends.refusals import OTHER_NAME, refused_parameter
from whileai.calls.failures import TOO_LARGE, UNREADABLE, CallFailed, answered
from whileai.calls.waits import retry_after

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from collections.abc import Set as AbstractSet

    from whileai.builtin.backends.pool import Pool
    from whileai.builtin.backends.replies import Reply
    from whileai.builtin.backends.targets import Target
    from whileai.calls import Ask, Completion, Line, Lines
    from whileai.calls.line import Phase
    from whileai.model import Turn

CHARS_A_TOKEN = 4
"""Characters that a token stands for, roughly: what a call is expected to cost."""

LARGE = 2**20
"""Bytes of a reply from which on its values are counted before it is read."""

MOST_PARTS = 1_000_000
"""Values that a reply holds at most: of log-probabilities there may be many."""

_PARTS = (b",", b"[", b"{")

KEY_CHARS = 16
"""Characters from which on a key is no word that a reply may hold by chance."""


class Dialect(Protocol):
    """A provider's way to spell requests and replies; a module is one."""

    OPTIONAL: tuple[str, ...]

    def request(
        self, model: str, turns: Sequence[Turn], ask: Ask, dropped: AbstractSet[str], /
    ) -> dict[str, Any]:
        """Give the body of a request."""
        ...

    def read(
        self, body: Mapping[str, Any], ask: Ask, sent: Mapping[str, Any], /
    ) -> Completion:
        """Read a reply."""
        ...


@frozen(kw_only=True, eq=False)
class HttpBackend:
    """Makes chat completions over HTTP.

    Args:
        name: the model's, as rows record it.
        model: its name on the wire.
        target: where completions are posted, and with which headers.
        secret: the key, which no message may show.
        dialect: how requests and replies are spelled.
        line: every attempt goes through it.
        pool: the run's connections.
        lines: opens and closes the pool.
        several: whether one request may ask for several completions.
    """

    name: str
    model: str
    target: Target = field(repr=False)
    secret: str | None = field(repr=False, default=None)
    dialect: Dialect = field(repr=False)
    line: Line = field(repr=False)
    pool: Pool = field(repr=False)
    lines: Lines = field(repr=False)
    several: bool = True

    async def __aenter__(self) -> HttpBackend:
        await self.lines.__aenter__()
        return self

    async def __aexit__(self, *exc: object) -> None:
        await self.lines.__aexit__(*exc)

    async def complete(self, turns: Sequence[Turn], ask: Ask, /) -> Completion:
        """Give the model's next words.

        A parameter that the model refuses is left out, or goes by its other name, from
        then on. ``n`` completions that it cannot give at once are asked one by one.

        Raises:
            CallFailed: if the provider refuses, or cannot be reached.
            LateCall: if it took longer than ``ask.timeout_s``.
        """
        if ask.n > 1 and (not self.several or "n" in self.line.dropped):
            return await self._one_by_one(turns, ask)
        tried: set[str] = set()
        while True:
            sent = self.dialect.request(self.model, turns, ask, self.line.dropped)
            try:
                return await self._asked(sent, ask)
            except CallFailed as failure:
                name = self._refused(failure, sent)
                if name is None or name in tried:
                    raise
                tried.add(name)
                self._drop(name)
            if name == "n":
                return await self._one_by_one(turns, ask)

    def _refused(self, failure: CallFailed, sent: Mapping[str, Any]) -> str | None:
        if failure.status not in (400, 422):
            return None
        droppable = (*self.dialect.OPTIONAL, *OTHER_NAME)
        names = [name for name in droppable if name in sent]
        return refused_parameter(failure.body, names)

    def _drop(self, name: str) -> None:
        other = OTHER_NAME.get(name)
        if other is not None:
            self.line.dropped.discard(other)
        self.line.dropped.add(name)

    async def _one_by_one(self, turns: Sequence[Turn], ask: Ask) -> Completion:
        every = [await self.complete(turns, evolve(ask, n=1))]
        for number in range(1, ask.n):
            again = evolve(ask, n=1, seed=ask.seed + number)
            every.append(await self.complete(turns, again))
        return evolve(
            every[0],
            more=tuple(each.text for each in every[1:]),
            input_tokens=_sum([each.input_tokens for each in every]),
            output_tokens=_sum([each.output_tokens for each in every]),
        )

    async def _asked(self, sent: dict[str, Any], ask: Ask) -> Completion:
        body = dumps(sent)

        async def attempt(phase: Phase) -> Completion:
            reply = await self.pool.post(self.target, body, phase)
            return self._read(reply, ask, sent)

        expected = len(body) // CHARS_A_TOKEN + ask.max_tokens * ask.n
        return await self.line.call(ask, attempt, expected)

    def _read(self, reply: Reply, ask: Ask, sent: Mapping[str, Any]) -> Completion:
        if reply.status >= 300:
            raise self._failure(reply)
        try:
            body = loads(self._kept(self._parsable(without_mark(reply.body))))
            if not isinstance(body, dict):
                raise ValueError("it is no object")
            if body.get("error") and "choices" not in body:
                raise self._reported(body["error"])
            return self.dialect.read(body, ask, sent)
        except ValueError as error:
            raise CallFailed(
                UNREADABLE,
                self.target.host,
                f"the reply of {self.target.host} cannot be read: {str(error)[:120]}",
                status=reply.status,
            ) from None

    def _parsable(self, raw: bytes) -> bytes:
        """Refuse a reply whose values would take many times its own memory."""
        if len(raw) > LARGE and sum(map(raw.count, _PARTS)) > MOST_PARTS:
            raise CallFailed(
                TOO_LARGE,
                self.target.host,
                f"{self.target.host} sent a reply of more than {MOST_PARTS:,} values",
            )
        return raw

    def _kept(self, raw: bytes) -> bytes:
        """Give a reply without the key, should the server repeat it."""
        if self.secret is None or len(self.secret) < KEY_CHARS:
            return raw
        key = self.secret.encode()
        return raw.replace(key, b"[key]") if key in raw else raw

    def _failure(self, reply: Reply) -> CallFailed:
        text = self._scrubbed(reply.body.decode("utf-8", "replace"))
        wait = retry_after(reply.headers)
        return answered(self.target.host, reply.status, text, wait)

    def _reported(self, error: Any) -> CallFailed:
        """Build the failure that a gateway reports inside a good answer."""
        code = error.get("code") if isinstance(error, dict) else None
        status = code if isinstance(code, int) and 300 <= code < 600 else 500
        text = self._scrubbed(dumps(error).decode())
        return answered(self.target.host, status, text)

    def _scrubbed(self, text: str) -> str:
        return text.replace(self.secret, "[key]") if self.secret else text


def _sum(counts: Sequence[int | None]) -> int | None:
    """Add up what servers counted; ``None`` if they were silent."""
    known = [count for count in counts if count is not None]
    return sum(known) if known else None
