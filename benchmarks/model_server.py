"""A model server for measuring: a process of its own, and little work per request.

It answers in the OpenAI dialect, first with a call of one tool, then in words, with
bytes made once, after a fixed wait, and counts how many requests it has at once.
"""

from __future__ import annotations

import asyncio
import gc
import multiprocessing
from collections import deque
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any
from urllib.request import urlopen

import orjson
from attrs import define, field, frozen

if TYPE_CHECKING:
    from collections.abc import Iterator
    from multiprocessing.connection import Connection

TICK_S = 0.01
"""Seconds between two looks at how many requests there are."""

_USAGE = {"prompt_tokens": 10, "completion_tokens": 5}
_CALL = {
    "id": "c0",
    "type": "function",
    "function": {"name": "get_order", "arguments": '{"order_id": "A1000"}'},
}


def _whole(status: str, body: dict[str, Any], *more: str) -> bytes:
    content = orjson.dumps(body)
    lines = (
        f"HTTP/1.1 {status}",
        "Content-Type: application/json",
        f"Content-Length: {len(content)}",
        *more,
    )
    return "\r\n".join(lines).encode() + b"\r\n\r\n" + content


def _choice(message: dict[str, Any], finish: str) -> dict[str, Any]:
    said = {"role": "assistant", **message}
    choice = {"index": 0, "finish_reason": finish, "message": said}
    return {"choices": [choice], "usage": _USAGE}


_CALLS = _whole(
    "200 OK", _choice({"content": None, "tool_calls": [_CALL]}, "tool_calls")
)
_SAYS = _whole("200 OK", _choice({"content": "It is on its way."}, "stop"))
_SLOW_DOWN = _whole(
    "429 Too Many Requests", {"error": {"message": "slow"}}, "Retry-After: 0.05"
)
_BROKEN = _whole("500 Internal Server Error", {"error": {"message": "broken"}})


@frozen(kw_only=True)
class Trouble:
    """What the server does to its clients.

    Args:
        latency_s: before each answer.
        limited: every how manieth request is answered with 429; 0 for none.
        broken: every how manieth request is answered with 500; 0 for none.
    """

    latency_s: float = 0.02
    limited: int = 0
    broken: int = 0


@define(eq=False)
class _State:
    """What all connections share."""

    trouble: Trouble
    flying: int = 0
    requests: int = 0
    samples: list[int] = field(factory=list)
    _due: deque[tuple[float, _Connection, bytes]] = field(factory=deque)

    def take(self, connection: _Connection, request: bytes) -> None:
        """Take a request; its answer goes out after the latency, as those before it."""
        loop = asyncio.get_running_loop()
        due = loop.time() + self.trouble.latency_s
        if not self._due:
            loop.call_at(due, self._ripe)
        self._due.append((due, connection, self._answer(request)))
        self.flying += 1

    def _ripe(self) -> None:
        loop = asyncio.get_running_loop()
        now = loop.time()
        while self._due and self._due[0][0] <= now:
            _, connection, answer = self._due.popleft()
            self.flying -= 1
            connection.write(answer)
        if self._due:
            loop.call_at(self._due[0][0], self._ripe)

    def _answer(self, request: bytes) -> bytes:
        self.requests += 1
        number, trouble = self.requests, self.trouble
        if trouble.limited and number % trouble.limited == 3:
            return _SLOW_DOWN
        if trouble.broken and number % trouble.broken == 5:
            return _BROKEN
        return _SAYS if b'"role":"tool"' in request else _CALLS

    def seen(self) -> dict[str, Any]:
        """Give what was counted, and begin anew."""
        found = {"requests": self.requests, "samples": self.samples}
        self.requests, self.samples = 0, []
        return found


class _Connection(asyncio.Protocol):
    """One client; it sends its next request when it has the last answer."""

    def __init__(self, state: _State) -> None:
        self._state = state
        self._held = b""
        self._transport: asyncio.Transport | None = None

    def connection_made(self, transport: Any) -> None:
        self._transport = transport

    def data_received(self, data: bytes) -> None:
        if self._held:
            data = self._held + data
        self._held = b""
        end = data.find(b"\r\n\r\n")
        if end > 0 and data.startswith(b"GET"):
            self.write(_whole("200 OK", self._state.seen()))
            return
        place = data.find(b"Content-Length: ", 0, end) + 16
        if end > 0 and len(data) - end - 4 >= int(
            data[place : data.find(b"\r", place)]
        ):
            self._state.take(self, data)
        else:
            self._held = data

    def write(self, answer: bytes) -> None:
        """Send an answer, if somebody is still there."""
        if self._transport is not None and not self._transport.is_closing():
            self._transport.write(answer)


def _serve(trouble: Trouble, place: Connection) -> None:
    asyncio.run(_serving(trouble, place))


async def _serving(trouble: Trouble, place: Connection) -> None:
    gc.disable()  # nothing here is ever garbage, and pauses would count as latency
    state = _State(trouble)
    server = await asyncio.get_running_loop().create_server(
        lambda: _Connection(state), "127.0.0.1", 0, backlog=4096
    )
    place.send(server.sockets[0].getsockname()[1])
    while True:
        await asyncio.sleep(TICK_S)
        state.samples.append(state.flying)


@frozen
class Served:
    """A server that runs; ``url`` is its base address."""

    url: str

    def seen(self) -> dict[str, Any]:
        """Give the requests since the last look, and how many there were at once."""
        with urlopen(f"{self.url}/stat", timeout=10) as answer:
            found: dict[str, Any] = orjson.loads(answer.read())
        return found


@contextmanager
def serving(trouble: Trouble) -> Iterator[Served]:
    """Run a server in a process of its own."""
    ours, theirs = multiprocessing.get_context("spawn").Pipe()
    process = multiprocessing.get_context("spawn").Process(
        target=_serve, args=(trouble, theirs), daemon=True
    )
    process.start()
    try:
        yield Served(f"http://127.0.0.1:{ours.recv()}")
    finally:
        process.terminate()
        process.join()


def middle(samples: list[int]) -> float:
    """Give the mean over the middle half of the time in which there was any."""
    busy = [place for place, count in enumerate(samples) if count]
    if not busy:
        return 0.0
    held = samples[busy[0] : busy[-1] + 1]
    quarter = len(held) // 4
    held = held[quarter : len(held) - quarter] or held
    return sum(held) / len(held)
