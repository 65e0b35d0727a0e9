"""Where a provider is: addresses read, checked, and shown without secrets."""

from __future__ import annotations

from ipaddress import ip_address
from urllib.parse import SplitResult, urlsplit

from whileai.base.errors import given

_FULL = ("/chat/completions", "/messages")


def read_address(text: str, *, allow_http: bool = False) -> SplitResult:
    """Read the address of a provider.

    Args:
        text: as it was given.
        allow_http: whether plain HTTP may leave this machine.

    Raises:
        ValueError: if it is none, holds a login, or would send a key in the clear.
    """
    where = f"base_url={given(_without_login(text))}"
    try:
        parts = urlsplit(text)
        whole = parts.scheme in ("http", "https") and parts.hostname and parts.port != 0
    except ValueError as error:
        raise ValueError(f"{where} is no address ({error})") from None
    if not whole:
        raise ValueError(
            f"{where} is no address of a server: pass one that begins with https://"
        )
    if parts.username is not None or parts.password is not None:
        raise ValueError(
            f"{where} holds a login, which would show in logs: pass api_key= instead"
        )
    if parts.scheme == "http" and not (is_loopback(parts) or allow_http):
        raise ValueError(
            f"{where} would send everything in the clear: use https://, or pass "
            "allow_http=True if the network is yours"
        )
    return parts


def is_loopback(parts: SplitResult) -> bool:
    """Answer whether an address is on this machine."""
    host = parts.hostname or ""
    if host == "localhost" or host.endswith(".localhost"):
        return True
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return False


def host_of(url: str) -> str:
    """Give host and port as messages name them."""
    parts = urlsplit(url)
    port = "" if parts.port in (None, 80, 443) else f":{parts.port}"
    return f"{parts.hostname}{port}"


def completions(base: SplitResult, version: str, path: str) -> str:
    """Give where completions are posted: the version once, however it was given."""
    given_path = base.path.rstrip("/")
    for full in _FULL:
        given_path = given_path.removesuffix(full)
    last = given_path.rpartition("/")[2]
    versioned = last[:1] == "v" and last[1:2].isdigit()
    joined = "/".join((given_path, *(() if versioned else (version,)), path))
    return base._replace(path=joined, fragment="").geturl()


def _without_login(text: str) -> str:
    scheme, mark, rest = text.partition("://")
    place, slash, path = rest.partition("/")
    return f"{scheme}{mark}{place.rpartition('@')[2]}{slash}{path}"
