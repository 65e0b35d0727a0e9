"""What is posted where: an address read once, and the head that its requests share."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import quote, urlsplit

from attrs import field, frozen

from whileai._version import __version__
from whileai.builtin.backends.addresses import host_of

if TYPE_CHECKING:
    from collections.abc import Mapping

PORTS = {"http": 80, "https": 443}
_KEPT = "/%:@!$&'()*+,;=~-._?"
"""Characters of a path and a query that go as they are."""

_USUAL = {"Accept": "*/*", "User-Agent": f"whileai/{__version__}"}


class Origin(NamedTuple):
    """Whom a connection leads to."""

    scheme: str
    host: str
    port: int


@frozen(kw_only=True, eq=False)
class Target:
    """Where requests go, and how each of them begins.

    Args:
        url: where to.
        headers: sent with each request; they may carry the key.
        method: ``POST``, or ``GET`` for a result elsewhere, which has no body.

    Raises:
        ValueError: if ``url`` is no address of a server.
    """

    url: str
    headers: Mapping[str, str] = field(factory=dict, repr=False)
    method: str = "POST"
    host: str = field(init=False)
    origin: Origin = field(init=False)
    _head: bytes = field(init=False, repr=False)

    @host.default
    def _host(self) -> str:
        return host_of(self.url)

    @origin.default
    def _origin(self) -> Origin:
        parts = urlsplit(self.url)
        if parts.scheme not in PORTS or not parts.hostname or parts.port == 0:
            raise ValueError(f"{self.url[:80]!r} is no address of a server")
        try:
            host = parts.hostname.encode("idna").decode("ascii")
        except UnicodeError:
            raise ValueError(
                f"{self.url[:80]!r} is no address of a server: no host can be named "
                f"{parts.hostname[:80]!r}"
            ) from None
        return Origin(parts.scheme, host, parts.port or PORTS[parts.scheme])

    @_head.default
    def _shared(self) -> bytes:
        parts, origin = urlsplit(self.url), self.origin
        path = quote(parts.path or "/", safe=_KEPT)
        query = f"?{quote(parts.query, safe=_KEPT)}" if parts.query else ""
        name = f"[{origin.host}]" if ":" in origin.host else origin.host
        usual = origin.port == PORTS[origin.scheme]
        headers = {
            "Host": name if usual else f"{name}:{origin.port}",
            **_USUAL,
            **self.headers,
        }
        lines = [f"{self.method} {path}{query} HTTP/1.1"]
        lines += [f"{header}: {value}" for header, value in headers.items()]
        return "\r\n".join(lines).encode("latin-1") + b"\r\n"

    def request(self, body: bytes) -> bytes:
        """Give the bytes of one request."""
        if self.method == "GET":
            return self._head + b"\r\n"
        return b"%bContent-Length: %d\r\n\r\n%b" % (self._head, len(body), body)
