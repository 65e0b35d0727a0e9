"""A proxy that the environment names is used, and only where it says so."""

from __future__ import annotations

import pytest

from tests.builtin.backends.asking import HELLO, ask, sent
from tests.builtin.backends.wire import Wire, whole
from whileai.builtin.backends import OpenAI
from whileai.calls import CallFailed, LateCall, Lines

pytestmark = [pytest.mark.anyio, pytest.mark.contract("S54")]

ELSEWHERE = OpenAI("m", "http://models.example", "sk-secret", allow_http=True)


async def call(timeout_s: float = 5.0) -> str:
    async with Lines() as lines:
        done = await lines.backend(ELSEWHERE).complete(HELLO, ask(timeout_s=timeout_s))
    return done.text


@pytest.fixture
def through(monkeypatch: pytest.MonkeyPatch) -> pytest.MonkeyPatch:
    for name in ("no_proxy", "NO_PROXY", "HTTP_PROXY"):
        monkeypatch.delenv(name, raising=False)
    return monkeypatch


async def test_requests_go_through_the_proxy(through: pytest.MonkeyPatch) -> None:
    async with Wire([whole()]) as proxy:
        through.setenv("http_proxy", proxy.url)
        assert await call() == "ok"
    head = proxy.heads[0]
    assert head.startswith("POST http://models.example/v1/chat/completions HTTP/1.1")
    assert "Bearer sk-secret" in head


async def test_a_host_that_needs_no_proxy_is_called_itself(
    through: pytest.MonkeyPatch,
) -> None:
    async with Wire([whole()]) as proxy, Wire([whole()]) as server:
        through.setenv("http_proxy", proxy.url)
        through.setenv("no_proxy", "127.0.0.1")
        async with Lines() as lines:
            await lines.backend(OpenAI("m", server.url)).complete(HELLO, ask())
    assert (proxy.connections, server.connections) == (0, 1)


async def test_what_a_proxy_sends_is_bounded_too(through: pytest.MonkeyPatch) -> None:
    answer = b"HTTP/1.1 200 OK\r\n\r\n" + b" " * (17 * 2**20)
    async with Wire([answer]) as proxy:
        through.setenv("http_proxy", proxy.url)
        with pytest.raises(CallFailed, match="more than 16 MB"):
            await call()


async def test_a_proxy_that_hangs_is_given_up(through: pytest.MonkeyPatch) -> None:
    async with Wire([], hangs=True) as proxy:
        through.setenv("http_proxy", proxy.url)
        with pytest.raises(LateCall, match=r"timeout=0\.1 s"):
            await call(0.1)


async def test_a_proxy_that_is_not_there_is_named(through: pytest.MonkeyPatch) -> None:
    through.setenv("http_proxy", "http://127.0.0.1:9")
    with pytest.raises(CallFailed, match=r"models\.example cannot be reached"):
        await sent("http://models.example/v1")
