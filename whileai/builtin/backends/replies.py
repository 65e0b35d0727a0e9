"""What a server sent: unpacked, and in bounded memory."""

from __future__ import annotations

import zlib
from typing import TYPE_CHECKING

from attrs import frozen

from whileai.builtin.backends.outages import MOST_BYTES, too_large, unreadable

if TYPE_CHECKING:
    from aiohttp import StreamReader
    from multidict import CIMultiDictProxy

_GZIP_OR_ZLIB = 32 + zlib.MAX_WBITS


@frozen
class Reply:
    """What a server sent.

    Args:
        status: the HTTP status.
        headers: by name, in any case.
        body: at most ``MOST_BYTES``, unpacked.
    """

    status: int
    headers: CIMultiDictProxy[str]
    body: bytes


async def body_of(
    headers: CIMultiDictProxy[str], content: StreamReader, host: str
) -> bytes:
    """Read a body, still packed as it comes.

    Args:
        headers: of the reply.
        content: what is here of it, and what comes.
        host: as messages name it.

    Raises:
        CallFailed: if it is too large.
    """
    length = headers.get("Content-Length", "")
    if length.isdecimal() and (len(length) > 18 or int(length) > MOST_BYTES):
        raise too_large(host)
    whole = bytearray()
    async for piece in content.iter_any():
        whole += piece
        if len(whole) > MOST_BYTES:
            raise too_large(host)
    return bytes(whole)


def reply_of(
    status: int, headers: CIMultiDictProxy[str], body: bytes, host: str
) -> Reply:
    """Give a reply whose body is here, unpacked.

    Raises:
        CallFailed: if it cannot be unpacked, or is too large then.
    """
    coding = headers.get("Content-Encoding")
    if body and coding is not None:
        body = unpacked(body, coding.strip().lower(), host)
    return Reply(status, headers, body)


def unpacked(body: bytes, coding: str, host: str) -> bytes:
    """Unpack a body.

    Args:
        body: as it came, not empty.
        coding: ``identity``, ``gzip`` or ``deflate``.
        host: as messages name it.

    Raises:
        CallFailed: if it is packed otherwise, damaged or cut, or too large unpacked.
    """
    if coding in ("", "identity"):
        return body
    if coding not in ("gzip", "x-gzip", "deflate"):
        raise unreadable(host, f"is packed as {coding[:40]!r}, unasked")
    unpack = zlib.decompressobj(_GZIP_OR_ZLIB)
    try:
        whole = unpack.decompress(body, MOST_BYTES + 1)
    except zlib.error as error:
        raise unreadable(host, "cannot be unpacked") from error
    if len(whole) > MOST_BYTES:
        raise too_large(host)
    if not unpack.eof:
        raise unreadable(host, "cannot be unpacked: it is cut")
    return whole
