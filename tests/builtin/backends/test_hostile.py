"""Servers that send too much, too little, or something else."""

from __future__ import annotations

import gzip
import itertools
import tracemalloc
import zlib
from typing import Any

import pytest

from tests.builtin.backends.asking import ask, asked, sent
from tests.builtin.backends.server import Answer, Server, fails, says
from whileai.builtin.backends.outages import MOST_BYTES
from whileai.calls import CallFailed, LateCall

pytestmark = [
    pytest.mark.anyio,
    pytest.mark.contract("S52", "S54"),
]

MEGABYTE = b" " * 2**20
BOMB = gzip.compress(MEGABYTE * 20, 1)  # the limit is 16 MB
DEFLATED = zlib.compress(MEGABYTE * 20, 1)
GZIP = {"Content-Encoding": "gzip"}

TOO_MUCH = [
    Answer(stream=[MEGABYTE] * 100),
    Answer(stream=[b"x"], length=100 * 2**20),
    Answer(raw=BOMB, headers=GZIP),
    Answer(raw=DEFLATED, headers={"Content-Encoding": "deflate"}),
]


@pytest.mark.parametrize("answer", TOO_MUCH)
async def test_a_reply_is_read_in_bounded_memory(answer: Answer) -> None:
    async with Server([answer]) as server:
        with pytest.raises(CallFailed, match="more than 16 MB"):
            await asked(server, ask())
    assert len(server.requests) == 1


NESTED = b'{"choices": [' + (b"[" * 99 + b"]" * 99 + b",") * 50_000 + b"0]}"  # 10 MB


@pytest.mark.parametrize(
    "answer", [*TOO_MUCH, Answer(raw=b"[" * 1_000_000), Answer(raw=NESTED)]
)
async def test_memory_stays_within_a_few_replies(answer: Answer) -> None:
    async with Server([answer]) as server:
        tracemalloc.start()
        try:
            with pytest.raises((CallFailed, LateCall)):
                await asked(server, ask(timeout_s=0.8))
            _, peak = tracemalloc.get_traced_memory()
        finally:
            tracemalloc.stop()
    assert peak < 3 * MOST_BYTES


async def test_a_reply_of_very_many_values_is_named() -> None:
    async with Server([Answer(raw=NESTED)]) as server:
        with pytest.raises(CallFailed, match="more than 1,000,000 values"):
            await asked(server, ask())


async def test_an_endless_reply_ends_with_the_limit() -> None:
    async with Server([Answer(stream=itertools.repeat(MEGABYTE))]) as server:  # type: ignore[arg-type]
        with pytest.raises(CallFailed, match="more than 16 MB"):
            await asked(server, ask())


async def test_a_slow_reply_ends_with_the_timeout() -> None:
    async with Server([Answer(body={}, delay_s=30)]) as server:
        with pytest.raises(LateCall, match=r"waiting for 127\.0\.0\.1"):
            await asked(server, ask(timeout_s=0.2))


UNREADABLE = [
    Answer(raw=b"<html>bad gateway</html>"),
    Answer(raw=b"\xff\xfe\x00"),
    Answer(raw=b"[" * 100_000),
    Answer(raw=b"[1, 2]"),
    Answer(body={"choices": []}),
    Answer(body={"choices": [{"text": "old"}]}),
    Answer(raw=b"not gzip", headers=GZIP),
    Answer(raw=b""),
]


@pytest.mark.parametrize("answer", UNREADABLE)
async def test_what_cannot_be_read_is_asked_again(answer: Answer) -> None:
    async with Server([answer, says("ok")]) as server:
        (done,) = await asked(server, ask())
    assert done.text == "ok"


async def test_a_byte_order_mark_before_a_reply_is_no_part_of_it() -> None:
    raw = b'\xef\xbb\xbf{"choices": [{"message": {"content": "ok"}}]}'
    async with Server([Answer(raw=raw)]) as server:
        (done,) = await asked(server, ask())
    assert done.text == "ok"


async def test_gzip_is_understood() -> None:
    raw = gzip.compress(b'{"choices": [{"message": {"content": "ok"}}]}')
    async with Server([Answer(raw=raw, headers=GZIP)]) as server:
        (done,) = await asked(server, ask())
    assert done.text == "ok"


async def test_a_redirect_in_a_circle_is_a_host_that_is_gone() -> None:
    answer = Answer(status=307, headers={"Location": "/v1/chat/completions"})
    async with Server([answer]) as server:
        with pytest.raises(CallFailed, match="redirects in a circle") as caught:
            await asked(server, ask())
    assert len(server.requests) == 6
    assert caught.value.kind == "gone"


@pytest.mark.parametrize("place", ["http://[bad", "https://a..b/", "ftp://a/"])
async def test_a_redirect_to_nowhere_is_an_error(place: str) -> None:
    answers = [Answer(status=303, headers={"Location": place}), says("ok")]
    async with Server(answers) as server:
        with pytest.raises(CallFailed, match="leads to no address"):
            await sent(server.url)


async def test_a_303_is_followed_to_its_result() -> None:
    """F135: the redirect's own empty body is no reply."""
    answers = [
        Answer(status=303, raw=b"", headers={"Location": "/result/1"}),
        says("ok"),
    ]
    async with Server(answers) as server:
        (done,) = await asked(server, ask())
    assert done.text == "ok"
    assert [each.method for each in server.requests] == ["POST", "GET"]


async def test_no_key_goes_to_another_host() -> None:
    async with Server([says("stolen")]) as other:
        place = {"Location": f"{other.url}/v1/chat/completions"}
        async with Server([Answer(status=307, headers=place)]) as server:
            with pytest.raises(CallFailed, match=r"redirects to 127\.0\.0\.1"):
                await asked(server, ask())
        async with Server([Answer(status=303, headers=place)]) as server:
            await asked(server, ask())
    assert [each.method for each in other.requests] == ["GET"]
    assert "authorization" not in other.requests[0].headers


async def test_errors_name_the_host_and_never_the_key() -> None:
    """F130."""
    async with Server([fails(401, "Incorrect API key provided: sk-secret")]) as server:
        with pytest.raises(CallFailed) as caught:
            await asked(server, ask())
    port = server.url.rpartition(":")[2]
    assert f"127.0.0.1:{port}" in str(caught.value)
    everything = f"{caught.value!r} {caught.value.body} {caught.value.__dict__}"
    assert "sk-secret" not in everything
    assert "[key]" in caught.value.body


async def test_nobody_listens() -> None:
    server: Any = Server([])
    async with server:
        pass
    with pytest.raises(CallFailed, match=r"cannot be reached .*is it running"):
        await asked(server, ask(timeout_s=30.0))
