"""A server that sends bytes as they are scripted, whatever HTTP says of them."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from attrs import define, field

if TYPE_CHECKING:
    import ssl
    from collections.abc import Sequence
    from types import TracebackType

    from typing_extensions import Self

BODY = b'{"choices": [{"message": {"content": "ok"}}]}'


def whole(body: bytes = BODY, *headers: str, status: str = "200 OK") -> bytes:
    """Give an answer with the length of its body."""
    lines = [f"HTTP/1.1 {status}", f"Content-Length: {len(body)}", *headers]
    return "\r\n".join(lines).encode() + b"\r\n\r\n" + body


@define(eq=False)
class Wire:
    """The server; a connection that has no answer left, or an empty one, is closed.

    Args:
        answers: to the requests in the order they come, whatever the connection.
        closes: after which of the answers, by their place, the connection is closed.
        tls: makes it an HTTPS server.
        host: where it listens.
        hangs: whether it keeps the connection, silent, once no answer is left.
        greets: sent before any request.
        dawdles_s: seconds before a connection is closed instead of an answer.
    """

    answers: Sequence[bytes]
    closes: Sequence[int] = ()
    tls: ssl.SSLContext | None = None
    host: str = "127.0.0.1"
    hangs: bool = False
    greets: bytes = b""
    dawdles_s: float = 0.0
    heads: list[str] = field(factory=list)
    connections: int = 0
    ended: int = 0
    url: str = ""
    _server: asyncio.Server | None = None
    _ending: asyncio.Event = field(factory=asyncio.Event)

    async def _serve(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter
    ) -> None:
        self.connections += 1
        writer.write(self.greets)
        try:
            while await self._answered(reader, writer):
                pass
        except (ConnectionError, asyncio.IncompleteReadError):
            pass
        finally:
            self.ended += 1
            self._ending.set()
            writer.close()

    async def hung_up(self, connections: int) -> None:
        """Wait until so many connections have ended."""
        while self.ended < connections:
            self._ending.clear()
            await self._ending.wait()

    async def _answered(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter
    ) -> bool:
        head = (await reader.readuntil(b"\r\n\r\n")).decode()
        length = next(
            (line for line in head.lower().split("\r\n") if "content-length" in line),
            ":0",
        )
        await reader.readexactly(int(length.partition(":")[2]))
        number = len(self.heads)
        self.heads.append(head)
        answer = self.answers[number] if number < len(self.answers) else b""
        if not answer:
            await asyncio.sleep(self.dawdles_s)
        writer.write(answer)
        await writer.drain()
        if self.hangs and number + 1 >= len(self.answers):
            await reader.read(1)
        return bool(answer) and number not in self.closes

    async def __aenter__(self) -> Self:
        self._server = await asyncio.start_server(
            self._serve, self.host, 0, ssl=self.tls
        )
        port = self._server.sockets[0].getsockname()[1]
        name = f"[{self.host}]" if ":" in self.host else self.host
        self.url = f"{'https' if self.tls else 'http'}://{name}:{port}"
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        assert self._server is not None
        self._server.close()
