"""Requests over the connections of a run's session, without what the session adds.

Its connector opens connections (names, TLS, the faster of two addresses) and its parser
reads replies. What ``ClientSession.request`` does for each request beside that (URL and
headers built anew, cookies, traces, redirects, timers) is two thirds of what a request
costs, and none of it is wanted here: a request is written in one piece.
"""

from __future__ import annotations

import asyncio
from math import inf
from typing import TYPE_CHECKING

import aiohttp
import anyio
from aiohttp.http_exceptions import HttpProcessingError
from attrs import define, field
from yarl import URL

from whileai.builtin.backends.outages import broken_off, unreachable, unreadable
from whileai.builtin.backends.replies import body_of, reply_of
from whileai.calls.line import LateAttempt

if TYPE_CHECKING:
    from aiohttp.connector import BaseConnector, Connection

    from whileai.builtin.backends.replies import Reply
    from whileai.builtin.backends.targets import Origin, Target
    from whileai.calls.line import Phase

KEPT_S = 4.0
"""Seconds that an idle connection is kept; common servers close theirs after five."""

OPENS_S = 60.0
"""Seconds that opening a connection may take."""

_OPENS = aiohttp.ClientTimeout(total=None, sock_connect=OPENS_S)


class Stale(Exception):
    """The server had hung up before the request was written: it goes elsewhere."""


@define(eq=False)
class Held:
    """One connection, which serves one request at a time.

    It is not given back to its connector between two requests, which would cost a fifth
    of a request and hide whether the connection is new.

    Args:
        connection: the connector's.
        due: when the request under way is given up, by the event loop's clock.
        late: whether that time came.
        idle_since: when it last served a request, by the event loop's clock.
    """

    connection: Connection
    due: float = inf
    late: bool = False
    idle_since: float = 0.0

    @classmethod
    def of(cls, connection: Connection) -> Held:
        """Hold a new connection, with the parser that reads reply after reply."""
        # beyond aiohttp's documented interface: what its own requests do
        if connection.protocol is not None:
            connection.protocol.set_response_params(
                read_until_eof=True, auto_decompress=False
            )
        return cls(connection)

    def serves(self, now: float) -> bool:
        """Whether it is likely to serve another request."""
        connected = not self.connection.closed
        return connected and not self.spent and now - self.idle_since <= KEPT_S

    @property
    def spent(self) -> bool:
        """Whether no other request may follow."""
        protocol = self.connection.protocol
        return protocol is None or protocol.should_close

    def give_up(self) -> None:
        """Break off what is under way, which learns of it as of any other break."""
        self.late, self.due = True, inf
        transport = self.connection.transport
        if transport is not None:
            transport.abort()

    def end(self) -> None:
        """Close it, with nothing under way."""
        transport = self.connection.transport
        if transport is not None:
            transport.abort()
        self.connection.close()

    async def exchange(self, target: Target, request: bytes, phase: Phase) -> Reply:
        """Write one request and read the reply.

        Raises:
            CallFailed: if the reply breaks off, or is none.
            Stale: if the server had hung up before it was written.
            LateAttempt: if it was given up.
        """
        protocol, transport = self.connection.protocol, self.connection.transport
        if protocol is None or transport is None or transport.is_closing():
            raise Stale
        transport.write(request)
        try:
            message, content = await protocol.read()
            while 100 <= message.code < 200 and message.code != 101:
                message, content = await protocol.read()
        except HttpProcessingError:
            raise unreadable(target.host, "is no HTTP/1.1") from None
        except (aiohttp.ClientError, OSError) as error:
            if self.late:
                raise LateAttempt from None
            raise broken_off(target.host, "before it answered") from error
        phase.reading(target.host)
        try:
            if content.is_eof():  # most bodies are small, and came with their heads
                body = content.read_nowait(-1)
            else:
                body = await body_of(message.headers, content, target.host)
        except (aiohttp.ClientError, HttpProcessingError, OSError) as error:
            if self.late:
                raise LateAttempt from None
            raise broken_off(target.host, "in the middle of its reply") from error
        if self.late:  # a body that ends with its connection seems whole
            raise LateAttempt
        return reply_of(message.code, message.headers, body, target.host)


@define(eq=False)
class Exchanges:
    """The connections of one run that need no proxy.

    Args:
        session: opens them.
    """

    session: aiohttp.ClientSession
    _idle: dict[Origin, list[Held]] = field(init=False, factory=dict)
    _flying: set[Held] = field(init=False, factory=set)
    _requests: dict[Origin, aiohttp.ClientRequest] = field(init=False, factory=dict)
    _alarm: asyncio.TimerHandle | None = field(init=False, default=None)

    async def send(self, target: Target, body: bytes, phase: Phase) -> Reply:
        """Send one request; on a kept connection where there is one.

        Where the server had hung up on a kept connection before the request was
        written, a new one is opened. After that, whether it came is not known, and
        sending it again is for the line to decide and to count.

        Raises:
            CallFailed: if the host cannot be reached, breaks off, or sends no reply.
            LateAttempt: if it takes longer than it may.
        """
        request = target.request(body)
        kept = self._kept(target.origin)
        if kept is not None:
            try:
                return await self._asked(kept, target, request, phase)
            except Stale:
                pass
        fresh = await self._opened(target, phase.deadline)
        try:
            return await self._asked(fresh, target, request, phase)
        except Stale:
            raise broken_off(target.host, "before it answered") from None

    def close(self) -> None:
        """Close every connection, and break off what is under way."""
        self._watch(inf)
        for held in self._flying:
            held.give_up()
        for idle in self._idle.values():
            for held in idle:
                held.end()
        self._idle.clear()

    async def _asked(
        self, held: Held, target: Target, request: bytes, phase: Phase
    ) -> Reply:
        held.due = phase.deadline
        if self._alarm is None or held.due < self._alarm.when():
            self._watch(held.due)
        self._flying.add(held)
        try:
            reply = await held.exchange(target, request, phase)
        except BaseException:
            held.end()
            raise
        finally:
            self._flying.discard(held)
        if held.spent:
            held.end()
        else:
            held.idle_since = asyncio.get_running_loop().time()
            self._idle.setdefault(target.origin, []).append(held)
        return reply

    def _kept(self, origin: Origin) -> Held | None:
        """Take the connection that served last, if it is fresh enough."""
        idle = self._idle.get(origin)
        while idle:
            held = idle.pop()
            if held.serves(asyncio.get_running_loop().time()):
                return held
            held.end()
        return None

    def _watch(self, due: float) -> None:
        """Set the alarm: one serves all that is under way, as few are ever late."""
        if self._alarm is not None:
            self._alarm.cancel()
            self._alarm = None
        if due < inf:
            self._alarm = asyncio.get_running_loop().call_at(due, self._ring, due)

    def _ring(self, due: float) -> None:
        """Give up what is overdue, and set the alarm for what is due next."""
        for held in tuple(self._flying):
            if held.due <= due:
                held.give_up()
        self._watch(min((held.due for held in self._flying), default=inf))

    async def _opened(self, target: Target, deadline: float) -> Held:
        """Open a connection."""
        connector: BaseConnector | None = self.session.connector
        assert connector is not None
        try:
            with anyio.CancelScope(deadline=deadline):
                connection = await connector.connect(self._request(target), [], _OPENS)
                return Held.of(connection)
        except (aiohttp.ClientError, OSError, ValueError) as error:
            raise unreachable(target.host, error) from error
        raise LateAttempt

    def _request(self, target: Target) -> aiohttp.ClientRequest:
        """Give what says whom to connect to; it is never sent."""
        request = self._requests.get(target.origin)
        if request is None:
            request = self._requests[target.origin] = aiohttp.ClientRequest(
                target.method,
                URL(target.url),
                loop=asyncio.get_running_loop(),
                session=self.session,
            )
        return request
