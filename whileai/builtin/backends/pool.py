"""One pooled HTTP session for each run: bounded replies, named failures."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Protocol
from urllib.parse import urljoin

import aiohttp
from attrs import define, field

from whileai.builtin.backends.addresses import host_of
from whileai.builtin.backends.exchanges import KEPT_S, OPENS_S, Exchanges
from whileai.builtin.backends.outages import unreadable
from whileai.builtin.backends.proxied import Proxied, has_proxy
from whileai.builtin.backends.targets import Target
from whileai.calls.failures import GONE, CallFailed

if TYPE_CHECKING:
    from whileai.builtin.backends.replies import Reply
    from whileai.builtin.backends.targets import Origin
    from whileai.calls.line import Phase

REDIRECTS = 5
REDIRECTED = frozenset((301, 302, 303, 307, 308))


class Way(Protocol):
    """How requests get to a host."""

    async def send(self, target: Target, body: bytes, phase: Phase) -> Reply:
        """Send one request."""
        ...


@define(eq=False)
class _Opened:
    """The session, once somebody asks, and the two ways through it."""

    session: aiohttp.ClientSession
    exchanges: Exchanges
    proxied: Proxied

    @classmethod
    def here(cls) -> _Opened:
        """Open it on the event loop that runs here."""
        session = aiohttp.ClientSession(
            connector=aiohttp.TCPConnector(
                limit=0, ttl_dns_cache=300, keepalive_timeout=KEPT_S
            ),
            timeout=aiohttp.ClientTimeout(total=None, sock_connect=OPENS_S),
            cookie_jar=aiohttp.DummyCookieJar(),
            auto_decompress=False,
            trust_env=True,
        )
        return cls(session, Exchanges(session), Proxied(session))


@define(eq=False)
class Pool:
    """The session that every backend of a run posts through.

    The connections belong to the event loop of the run. How many there are is for the
    limiters and the run's concurrency to say.
    """

    _opened: _Opened | None = field(init=False, default=None)
    _ways: dict[Origin, Way] = field(init=False, factory=dict)

    async def post(self, target: Target, body: bytes, phase: Phase) -> Reply:
        """Post ``body`` and read the answer, after at most five redirects.

        Headers go to the host of ``target`` alone: a redirect to another host is
        followed only where it asks for a plain GET, and then without them.

        Raises:
            CallFailed: if the host cannot be reached, breaks off, or sends too much.
        """
        here = target
        for _ in range(REDIRECTS + 1):
            way = self._ways.get(here.origin) or self._way(here.origin)
            reply = await way.send(here, body, phase)
            if reply.status not in REDIRECTED or not reply.headers.get("location"):
                return reply
            here = _following(here, reply)
        raise CallFailed(
            GONE,
            target.host,
            f"{target.host} redirects in a circle: check base_url=",
        )

    def _way(self, origin: Origin) -> Way:
        """Choose the way to a host once: looking a proxy up may take long."""
        if self._opened is None:
            self._opened = _Opened.here()
        proxied = has_proxy(origin)
        way = self._opened.proxied if proxied else self._opened.exchanges
        self._ways[origin] = way
        return way

    async def aclose(self) -> None:
        """Close every connection; the next request opens new ones."""
        opened, self._opened = self._opened, None
        self._ways.clear()
        if opened is not None:
            opened.exchanges.close()
            await opened.session.close()
            await asyncio.sleep(0)  # the loop lets go of the sockets in its next turn


def _following(target: Target, reply: Reply) -> Target:
    """Give where a redirect leads: elsewhere without headers, and for a GET alone."""
    place = reply.headers["location"].partition("#")[0]
    method = "GET" if reply.status == 303 else target.method
    try:
        url = urljoin(target.url, place)
        following = Target(url=url, headers=target.headers, method=method)
    except ValueError:
        raise unreadable(target.host, f"leads to no address: {place[:80]!r}") from None
    if following.origin == target.origin:
        return following
    safe = following.origin.scheme in ("https", target.origin.scheme)
    if method == "GET" and safe:
        return Target(url=url, method=method)
    raise CallFailed(
        GONE,
        target.host,
        f"{target.host} redirects to {host_of(url)}, which was not asked for: pass "
        "that address as base_url= if it is yours",
    )
