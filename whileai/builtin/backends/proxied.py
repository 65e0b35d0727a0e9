"""Requests that the environment sends through a proxy: the session speaks to it."""

from __future__ import annotations

from typing import TYPE_CHECKING
from urllib.request import getproxies, proxy_bypass

import aiohttp
import anyio
from attrs import define

from whileai.builtin.backends.outages import broken_off, unreachable
from whileai.builtin.backends.replies import body_of, reply_of
from whileai.calls.line import LateAttempt

if TYPE_CHECKING:
    from whileai.builtin.backends.replies import Reply
    from whileai.builtin.backends.targets import Origin, Target
    from whileai.calls.line import Phase


def has_proxy(origin: Origin) -> bool:
    """Whether the environment names a proxy for a host (``HTTPS_PROXY`` and such)."""
    return origin.scheme in getproxies() and not proxy_bypass(origin.host)


@define(eq=False)
class Proxied:
    """The hosts of one run that a proxy leads to.

    Args:
        session: knows the proxies.
    """

    session: aiohttp.ClientSession

    async def send(self, target: Target, body: bytes, phase: Phase) -> Reply:
        """Send one request.

        Raises:
            CallFailed: if proxy or host cannot be reached, break off, or send no reply.
            LateAttempt: if it takes longer than it may.
        """
        try:
            with anyio.CancelScope(deadline=phase.deadline):
                return await self._sent(target, body, phase)
        except (aiohttp.ClientConnectorError, aiohttp.ServerTimeoutError) as error:
            raise unreachable(target.host, error) from error
        except aiohttp.ClientHttpProxyError as error:
            refused = OSError(0, f"its proxy answers {error.status}")
            raise unreachable(target.host, refused) from error
        except (aiohttp.ClientError, OSError) as error:
            raise broken_off(target.host, type(error).__name__) from error
        raise LateAttempt

    async def _sent(self, target: Target, body: bytes, phase: Phase) -> Reply:
        async with self.session.request(
            target.method,
            target.url,
            headers=target.headers,
            data=body if target.method == "POST" else None,
            allow_redirects=False,
        ) as response:
            phase.reading(target.host)
            body = await body_of(response.headers, response.content, target.host)
            return reply_of(response.status, response.headers, body, target.host)
