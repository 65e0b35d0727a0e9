"""Connections are kept while they are good, and replaced or ended when they are not."""

from __future__ import annotations

import os
import ssl
import sys
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import anyio
import pytest

from tests.builtin.backends.asking import HELLO, ask, asked, sent
from tests.builtin.backends.server import HASTE
from tests.builtin.backends.wire import BODY, Wire, whole
from whileai.builtin.backends import OpenAI
from whileai.calls import CallFailed, LateCall, Lines
from whileai.calls.failures import TRANSPORT

if TYPE_CHECKING:
    from collections.abc import Iterator


pytestmark = [
    pytest.mark.anyio,
    pytest.mark.contract("S54"),
]

HERE = Path(__file__).parent
CERTIFICATE = HERE / "localhost.pem"
SIX = [ask()] * 6


def tls() -> ssl.SSLContext:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(CERTIFICATE)
    return context


async def test_one_connection_serves_calls_that_follow_each_other() -> None:
    async with Wire([whole()] * 6) as server:
        done = await asked(server, *SIX)
    assert [each.text for each in done] == ["ok"] * 6
    assert server.connections == 1
    await server.hung_up(1)


async def test_a_request_is_sent_as_servers_expect_it() -> None:
    async with Wire([whole()]) as server:
        await asked(server, ask())
    line, *headers = server.heads[0].strip().split("\r\n")
    named = dict(each.split(": ", 1) for each in headers)
    assert line == "POST /v1/chat/completions HTTP/1.1"
    assert named["Host"] == server.url.removeprefix("http://")
    assert named["Content-Type"] == "application/json"
    assert named["Authorization"] == "Bearer sk-secret"
    assert int(named["Content-Length"]) > 0


@pytest.mark.parametrize(
    "answer",
    [
        whole(BODY, "Connection: close"),
        b"HTTP/1.0 200 OK\r\nContent-Length: %d\r\n\r\n%b" % (len(BODY), BODY),
    ],
)
async def test_a_connection_that_ends_is_not_used_again(answer: bytes) -> None:
    async with Wire([answer] * 6) as server:
        await asked(server, *SIX)
    assert server.connections == 6


async def test_a_reply_may_end_with_its_connection() -> None:
    answer = b"HTTP/1.1 200 OK\r\n\r\n" + BODY
    async with Wire([answer] * 6, closes=range(6)) as server:
        done = await asked(server, *SIX)
    assert [each.text for each in done] == ["ok"] * 6


async def test_a_server_that_hung_up_meanwhile_costs_nothing() -> None:
    """The second request finds its connection closed, silently or under its hands."""
    async with Wire([whole(), b"", whole(), whole()], closes=[2]) as server:
        done = await asked(server, *SIX[:3])
    assert [each.text for each in done] == ["ok"] * 3
    assert server.connections == 3


TORN = [
    (b"", "before it answered"),
    (whole()[:-3], "in the middle of its reply"),
    (b"HTTP/1.1 200", "before it answered"),
    (
        b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nab",
        "in the middle of its reply",
    ),
]


@pytest.mark.parametrize(("answer", "words"), TORN)
async def test_a_reply_that_breaks_off_says_where(answer: bytes, words: str) -> None:
    async with Wire([answer], closes=[0]) as server:
        with pytest.raises(CallFailed, match=rf"broke off \({words}\)") as caught:
            await sent(server.url)
    assert caught.value.kind == TRANSPORT
    assert len(server.heads) == 1


async def test_what_broke_off_is_asked_again() -> None:
    async with Wire([whole()[:-3], whole()], closes=[0]) as server:
        (done,) = await asked(server, ask(timeout_s=30.0))
    assert done.text == "ok"


async def test_a_call_that_is_cancelled_ends_its_connection_alone() -> None:
    async with Wire([whole()], hangs=True) as server, Lines() as lines:
        backend = lines.backend(OpenAI("m", server.url))
        await backend.complete(HELLO, ask())
        with anyio.move_on_after(0.02):
            await backend.complete(HELLO, ask())
        await server.hung_up(1)


async def test_a_late_call_ends_its_connection_alone() -> None:
    async with Wire([], hangs=True) as server, Lines() as lines:
        backend = lines.backend(OpenAI("m", server.url))
        backend.backend.line.host.succeeded()  # type: ignore[attr-defined]
        async with anyio.create_task_group() as group:
            group.start_soon(backend.complete, HELLO, ask(timeout_s=60))
            with pytest.raises(LateCall, match="to answer"):
                await backend.complete(HELLO, ask(timeout_s=0.03))
            await server.hung_up(1)
            assert server.connections == 2
            group.cancel_scope.cancel()


CHUNKED = b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
STALLED = [
    b"HTTP/1.1 200 OK\r\nContent-Length: 99\r\n\r\n",
    b"HTTP/1.1 200 OK\r\nContent-Length: 99\r\n\r\n{",
    CHUNKED,
    CHUNKED + b"5\r\n{",
    b"HTTP/1.1 200 OK\r\n\r\n" + BODY,
    b"HTTP/1.1 200 OK\r\nContent-Le",
]


@pytest.mark.parametrize("begun", STALLED)
async def test_a_reply_that_stalls_is_given_up_in_time(begun: bytes) -> None:
    async with Wire([begun], hangs=True) as server:
        with anyio.fail_after(5), pytest.raises(LateCall, match=r"timeout=0\.05 s"):
            await asked(server, ask(timeout_s=0.05))


EARLY = b"HTTP/1.1 103 Early Hints\r\n\r\n"


@pytest.mark.parametrize("begun", [EARLY, b"HTTP/1.1 200 OK\r\nContent-Le"])
async def test_a_request_that_came_is_sent_again_by_the_line_alone(
    begun: bytes,
) -> None:
    """Whoever pays for a call counts it, whatever became of the answer."""
    async with Wire([whole(), begun, whole()], closes=[1]) as server, Lines() as lines:
        backend = lines.backend(OpenAI("m", server.url, **HASTE))
        for _ in range(2):
            await backend.complete(HELLO, ask())
    counts = lines.usage.of("agent")
    assert (counts.requests, dict(counts.retries)) == (3, {"transport": 1})


async def test_a_server_that_worked_and_then_hung_up_is_counted() -> None:
    late = Wire([whole(), b"", whole()], dawdles_s=0.05)
    async with late as server, Lines() as lines:
        backend = lines.backend(OpenAI("m", server.url, **HASTE))
        for _ in range(2):
            await backend.complete(HELLO, ask())
    assert lines.usage.of("agent").requests == len(server.heads) == 3


async def test_what_is_under_way_ends_with_the_pool() -> None:
    async with Wire([], hangs=True) as server:
        with anyio.move_on_after(0.05):
            await asked(server, ask())
        await server.hung_up(1)


async def test_a_certificate_that_nobody_vouches_for_is_named() -> None:
    async with Wire([whole()], tls=tls()) as server:
        with pytest.raises(CallFailed, match="its certificate is not accepted"):
            await sent(server.url)


@pytest.mark.full
async def test_tls_works_where_somebody_vouches() -> None:
    code = (
        "import asyncio, sys\n"
        "from tests.builtin.backends.asking import sent\n"
        "print(asyncio.run(sent(sys.argv[1])).status)"
    )
    async with Wire([whole()], tls=tls()) as server:
        done = await anyio.run_process(
            [sys.executable, "-c", code, server.url],
            env={**os.environ, "SSL_CERT_FILE": str(CERTIFICATE)},
        )
    assert done.stdout.split() == [b"200"]


async def test_a_server_that_speaks_no_tls_is_named() -> None:
    async with Wire([], greets=whole()) as server:
        with pytest.raises(CallFailed, match="TLS handshake failed"):
            await sent(server.url.replace("http:", "https:"))


async def test_an_address_of_the_sixth_version_works() -> None:
    try:
        async with Wire([whole()], host="::1") as server:
            (done,) = await asked(server, ask())
    except OSError:
        pytest.skip("this machine has no IPv6")
    assert done.text == "ok"
    assert "Host: [::1]:" in server.heads[0]


async def test_a_name_is_looked_up_and_its_address_kept() -> None:
    async with Wire([whole()] * 2, closes=[0, 1]) as server:
        url = server.url.replace("127.0.0.1", "localhost")
        async with Lines() as lines:
            backend = lines.backend(OpenAI("m", url, **HASTE))
            for _ in range(2):
                assert (await backend.complete(HELLO, ask())).text == "ok"
    assert server.connections == 2


@contextmanager
def no_more_files() -> Iterator[None]:
    resource = pytest.importorskip("resource", reason="limits of POSIX systems")
    before: Any = resource.getrlimit(resource.RLIMIT_NOFILE)
    handle = os.open(os.devnull, os.O_RDONLY)
    os.close(handle)
    resource.setrlimit(resource.RLIMIT_NOFILE, (handle, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, before)


async def test_the_limit_of_open_files_is_named() -> None:
    with no_more_files(), pytest.raises(CallFailed, match="limit of open files"):
        await sent("http://127.0.0.1:9")
