"""One pooled HTTP session for each run: bounded replies, named failures."""

from __future__ import annotations

import errno
import zlib
from ssl import SSLError
from typing import TYPE_CHECKING
from urllib.request import getproxies

import aiohttp
from attrs import define, field, frozen
from yarl import URL

from whileai.builtin.backends.addresses import host_of
from whileai.calls.failures import (
    GONE,
    REFUSED,
    TOO_LARGE,
    TRANSPORT,
    UNREACHABLE,
    UNREADABLE,
    CallFailed,
)

if TYPE_CHECKING:
    from collections.abc import Mapping

    from multidict import CIMultiDictProxy

    from whileai.calls.line import Phase

MOST_BYTES = 16 * 2**20
"""Bytes of a reply, unpacked, that are read at most."""

REDIRECTS = 5
REDIRECTED = frozenset((301, 302, 303, 307, 308))
KEPT_S = 4.0
"""Seconds that an idle connection is kept; common servers close theirs after five."""

_GZIP_OR_ZLIB = 32 + zlib.MAX_WBITS


@frozen(kw_only=True)
class Reply:
    """What a server sent.

    Args:
        status: the HTTP status.
        headers: names in any case.
        body: at most ``MOST_BYTES``, unpacked.
    """

    status: int
    headers: CIMultiDictProxy[str]
    body: bytes


@define(eq=False)
class Pool:
    """The session that every backend of a run posts through.

    The connections belong to the event loop of the run. How many there are
    is for the limiters and the run's concurrency to say.
    """

    _session: aiohttp.ClientSession | None = field(init=False, default=None)
    _urls: dict[str, URL] = field(init=False, factory=dict)

    def _opened(self) -> aiohttp.ClientSession:
        """Give the session, opened on the loop that asks first."""
        if self._session is not None:
            return self._session
        self._session = aiohttp.ClientSession(
            connector=aiohttp.TCPConnector(
                limit=0, ttl_dns_cache=300, keepalive_timeout=KEPT_S
            ),
            timeout=aiohttp.ClientTimeout(total=None, sock_connect=60),
            cookie_jar=aiohttp.DummyCookieJar(),
            auto_decompress=False,
            trust_env=bool(getproxies()),  # looking one up costs a thread hop a call
        )
        return self._session

    async def aclose(self) -> None:
        """Close every connection; the next request opens new ones."""
        session, self._session = self._session, None
        if session is not None:
            await session.close()

    async def post(
        self,
        url: str,
        host: str,
        headers: Mapping[str, str],
        body: bytes,
        phase: Phase,
    ) -> Reply:
        """Post ``body`` to ``host`` and read the answer, after at most five redirects.

        Headers go to the host of ``url`` alone: a redirect to another host is followed
        only where it asks for a plain GET, and then without them.

        Raises:
            CallFailed: if the host cannot be reached, breaks off, or sends too much.
        """
        try:
            target = self._urls.get(url)
            if target is None:
                target = self._urls[url] = URL(url)
            return await self._followed(target, host, headers, body, phase)
        except CallFailed:
            raise
        except (aiohttp.ClientConnectorError, aiohttp.ServerTimeoutError) as error:
            raise _unreachable(host, error) from error
        except (aiohttp.ClientError, OSError, EOFError) as error:
            raise CallFailed(
                TRANSPORT,
                host,
                f"the connection to {host} broke off ({type(error).__name__})",
            ) from error

    async def _followed(
        self,
        url: URL,
        host: str,
        headers: Mapping[str, str],
        body: bytes | None,
        phase: Phase,
    ) -> Reply:
        session, first = self._opened(), host
        method, target, sent = "POST", url, headers
        for _ in range(REDIRECTS + 1):
            async with session.request(
                method, target, headers=sent, data=body, allow_redirects=False
            ) as response:
                phase.reading(host)
                content = await _content(response, host)
                place = response.headers.get("Location")
                if response.status not in REDIRECTED or not place:
                    return Reply(
                        status=response.status, headers=response.headers, body=content
                    )
                following = target.join(URL(place))
                if response.status == 303:
                    method, body = "GET", None
                if following.origin() != target.origin():
                    sent = _elsewhere(target, following, method)
                target, host = following, host_of(str(following))
        raise CallFailed(REFUSED, first, f"{first} redirects in a circle")


def _elsewhere(url: URL, following: URL, method: str) -> dict[str, str]:
    """Give the headers for a redirect to another host: none, and for a GET alone."""
    safe = following.scheme == "https" or following.scheme == url.scheme
    if method == "GET" and safe:
        return {}
    host = host_of(str(url))
    raise CallFailed(
        GONE,
        host,
        f"{host} redirects to {host_of(str(following))}, which was not asked for: pass "
        "that address as base_url= if it is yours",
    )


def _unreachable(host: str, error: Exception) -> CallFailed:
    cause = error.__cause__ or error
    if getattr(error, "errno", None) in (errno.EMFILE, errno.ENFILE):
        return CallFailed(
            REFUSED,
            host,
            f"no connection to {host} can be opened: the limit of open files is "
            "reached. Lower concurrency=, or raise the limit (`ulimit -n`)",
        )
    if isinstance(
        error, aiohttp.ClientConnectorCertificateError | aiohttp.ClientSSLError
    ):
        reason = "its certificate is not accepted"
    elif isinstance(cause, SSLError):
        reason = "the TLS handshake failed"
    else:
        reason = getattr(error, "strerror", None) or type(error).__name__
    return CallFailed(
        UNREACHABLE,
        host,
        f"{host} cannot be reached ({reason}): is it running, and is base_url= right?",
    )


async def _content(response: aiohttp.ClientResponse, host: str) -> bytes:
    """Read a body in bounded memory, unpacking it on the way."""
    coding = response.headers.get("Content-Encoding", "identity").strip().lower()
    if coding in ("identity", ""):
        return await _plain(response, host)
    if coding not in ("gzip", "x-gzip", "deflate"):
        raise CallFailed(
            UNREADABLE, host, f"{host} packs its reply as {coding[:40]!r}, unasked"
        )
    unpack = zlib.decompressobj(_GZIP_OR_ZLIB)
    whole = bytearray()
    try:
        async for chunk in response.content.iter_any():
            whole += unpack.decompress(chunk, MOST_BYTES + 1 - len(whole))
            if len(whole) > MOST_BYTES:
                raise _too_large(response, host)
    except zlib.error as error:
        raise CallFailed(
            UNREADABLE, host, f"{host} sent a reply that cannot be unpacked"
        ) from error
    return bytes(whole)


async def _plain(response: aiohttp.ClientResponse, host: str) -> bytes:
    length = response.content_length
    if length is not None:
        if length > MOST_BYTES:
            raise _too_large(response, host)
        return await response.content.read()
    chunks, size = [], 0
    async for chunk in response.content.iter_any():
        size += len(chunk)
        if size > MOST_BYTES:
            raise _too_large(response, host)
        chunks.append(chunk)
    return b"".join(chunks)


def _too_large(response: aiohttp.ClientResponse, host: str) -> CallFailed:
    response.close()
    return CallFailed(
        TOO_LARGE, host, f"{host} sent more than {MOST_BYTES >> 20} MB for one reply"
    )
