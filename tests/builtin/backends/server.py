"""A model server on loopback that answers from a script and remembers everything."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from aiohttp import web
from attrs import define, field, frozen

if TYPE_CHECKING:
    from types import TracebackType

    from typing_extensions import Self

HASTE: dict[str, Any] = {"first_wait_s": 0.01}
"""What a model is given whose failed calls are made again almost at once."""

USAGE = {"prompt_tokens": 10, "completion_tokens": 5}


@frozen(kw_only=True)
class Answer:
    """One HTTP answer."""

    body: Any = None
    status: int = 200
    headers: dict[str, str] = field(factory=dict)
    delay_s: float = 0.0
    drop: bool = False
    raw: bytes | None = None
    stream: Sequence[bytes] | None = None
    length: int | None = None


@frozen(kw_only=True)
class Seen:
    """One request as it came."""

    path: str
    body: dict[str, Any]
    headers: dict[str, str]
    method: str = "POST"


def says(text: str | None, finish: str = "stop", **message: Any) -> Answer:
    """Answer with text in the OpenAI dialect."""
    said = {"role": "assistant", "content": text, **message}
    choice = {"index": 0, "message": said, "finish_reason": finish}
    return Answer(body={"choices": [choice], "usage": USAGE})


def calls(*made: tuple[str, Any], text: str | None = None, ids: str = "c") -> Answer:
    """Answer with tool calls in the OpenAI dialect; text arguments go as they are."""
    listed = [
        {
            "id": f"{ids}{place}",
            "type": "function",
            "function": {
                "name": name,
                "arguments": given if isinstance(given, str) else json.dumps(given),
            },
        }
        for place, (name, given) in enumerate(made)
    ]
    return says(text, "tool_calls", tool_calls=listed)


def fails(status: int, message: str = "no", **headers: str) -> Answer:
    """Answer with an error."""
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return Answer(status=status, body={"error": {"message": message}}, headers=named)


Script = Callable[[dict[str, Any], int], Answer]


def in_order(answers: Sequence[Answer]) -> Script:
    """Answer the n-th request with the n-th answer; the last one stays."""
    return lambda _body, number: answers[min(number, len(answers) - 1)]


@define
class Server:
    """The server; ``url`` is its base address without ``/v1``."""

    script: Script | Sequence[Answer]
    requests: list[Seen] = field(factory=list)
    flying: int = 0
    peak: int = 0
    hung_up: int = 0
    _runner: Any = None
    url: str = ""

    @property
    def bodies(self) -> list[dict[str, Any]]:
        """The bodies of the requests, in order."""
        return [each.body for each in self.requests]

    async def _handle(self, request: web.Request) -> web.StreamResponse:
        text = await request.text()
        number = len(self.requests)
        body = json.loads(text) if text else {}
        headers = {name.lower(): value for name, value in request.headers.items()}
        self.requests.append(
            Seen(path=request.path, body=body, headers=headers, method=request.method)
        )
        self.flying += 1
        self.peak = max(self.peak, self.flying)
        try:
            return await self._answer(request, body, number)
        finally:
            self.flying -= 1

    async def _answer(
        self, request: web.Request, body: dict[str, Any], number: int
    ) -> web.StreamResponse:
        script = self.script if callable(self.script) else in_order(self.script)
        answer = script(body, number)
        if answer.delay_s:
            await asyncio.sleep(answer.delay_s)
        if answer.drop and request.transport is not None:
            request.transport.close()
        if answer.stream is not None:
            return await self._stream(request, answer)
        raw = answer.raw if answer.raw is not None else json.dumps(answer.body).encode()
        return web.Response(
            body=raw,
            status=answer.status,
            headers={"Content-Type": "application/json", **answer.headers},
        )

    async def _stream(self, request: web.Request, answer: Answer) -> web.StreamResponse:
        """Send pieces until they end, or the client has had enough."""
        response = web.StreamResponse(status=answer.status, headers=answer.headers)
        response.content_length = answer.length
        try:
            await response.prepare(request)
            for piece in answer.stream or ():
                await response.write(piece)
        except ConnectionError:
            self.hung_up += 1
        if answer.length is not None and request.transport is not None:
            request.transport.close()
        return response

    async def __aenter__(self) -> Self:
        app = web.Application(client_max_size=2**26)
        app.router.add_route("*", "/{tail:.*}", self._handle)
        self._runner = web.AppRunner(app, access_log=None, shutdown_timeout=0.1)
        await self._runner.setup()
        site = web.TCPSite(self._runner, "127.0.0.1", 0)
        await site.start()
        host, port = self._runner.addresses[0][:2]
        self.url = f"http://{host}:{port}"
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        await self._runner.cleanup()
