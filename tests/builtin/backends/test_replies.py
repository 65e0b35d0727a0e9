"""A reply is read the same however it is framed, and what is none is named."""

from __future__ import annotations

import gzip
import zlib

import pytest

from tests.builtin.backends.asking import sent
from tests.builtin.backends.wire import Wire
from whileai.builtin.backends.replies import Reply, unpacked
from whileai.calls import CallFailed

pytestmark = [pytest.mark.anyio, pytest.mark.contract("S54")]

OK = b"HTTP/1.1 200 OK\r\n"
CHUNKED = (
    OK + b"Transfer-Encoding: chunked\r\nX-A: 1\r\nx-a:  2\r\n\r\n"
    b"5;name=value\r\nhello\r\n00A\r\n, whole wo\r\n3\r\nrld\r\n"
    b"0\r\nTrailer: 1\r\n\r\n"
)
EARLY = b"HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n"
FRAMED = [
    (CHUNKED, 200, b"hello, whole world"),
    (b"HTTP/1.1 429 \r\nContent-Length: 2\r\n\r\nno", 429, b"no"),
    (EARLY + OK + b"Content-Length: 2\r\n\r\nok", 200, b"ok"),
    (OK + b"\r\nuntil it ends", 200, b"until it ends"),
    (b"HTTP/1.1 204 No Content\r\n\r\n", 204, b""),
    (b"HTTP/1.0 200 OK\r\n\r\nold", 200, b"old"),
]


async def answer(*pieces: bytes) -> Reply:
    async with Wire([b"".join(pieces)], closes=[0]) as server:
        return await sent(server.url)


@pytest.mark.parametrize(("framed", "status", "body"), FRAMED)
async def test_a_reply_is_read_in_every_frame(
    framed: bytes, status: int, body: bytes
) -> None:
    reply = await answer(framed)
    assert (reply.status, reply.body) == (status, body)


BAD = [
    b"SSH-2.0-OpenSSH_9.6\r\n\r\n",
    OK + b"bad name: 1\r\n\r\n",
    OK + b"Content-Length: -1\r\n\r\n",
    OK + b"X: " + b"a" * 70_000,
    OK + b"Transfer-Encoding: chunked\r\n\r\nxyz\r\n",
]


@pytest.mark.parametrize("bad", BAD)
async def test_what_is_no_reply_is_a_failure_that_may_pass(bad: bytes) -> None:
    with pytest.raises(CallFailed, match=r"127\.0\.0\.1") as caught:
        await answer(bad)
    assert caught.value.transient


@pytest.mark.parametrize(
    "size", [b"Content-Length: 16777217", b"Content-Length: " + b"9" * 30]
)
async def test_a_reply_that_says_it_is_too_large_is_not_waited_for(size: bytes) -> None:
    with pytest.raises(CallFailed, match=r"more than 16 MB|no HTTP"):
        await answer(OK, size, b"\r\n\r\nabc")


@pytest.mark.parametrize(
    ("coding", "body"),
    [
        ("gzip", gzip.compress(b"hello", mtime=0)),
        ("x-gzip", gzip.compress(b"hello", mtime=0)),
        ("deflate", zlib.compress(b"hello")),
        ("identity", b"hello"),
    ],
)
def test_a_body_is_unpacked(coding: str, body: bytes) -> None:
    assert unpacked(body, coding, "models.example") == b"hello"


@pytest.mark.parametrize(
    ("coding", "body", "words"),
    [
        ("br", b"hello", "packed as 'br', unasked"),
        (
            "gzip",
            gzip.compress(b"hello" * 99, mtime=0)[:-20],
            "cannot be unpacked: it is cut",
        ),
        ("gzip", b"hello", "cannot be unpacked"),
    ],
)
def test_a_body_that_cannot_be_unpacked_is_named(
    coding: str, body: bytes, words: str
) -> None:
    with pytest.raises(CallFailed, match=words):
        unpacked(body, coding, "models.example")
