"""One MCP server over stdio: started, asked, and stopped with all it started."""

from __future__ import annotations

import os
import signal
import subprocess
from collections import deque
from contextlib import asynccontextmanager, suppress
from tempfile import TemporaryFile
from typing import IO, TYPE_CHECKING, Any

import anyio
import orjson
from anyio.streams.buffered import BufferedByteReceiveStream
from attrs import Factory, define

from whileai._version import __version__
from whileai.base.errors import WhileAIError, given
from whileai.base.lines import dumps

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Mapping, Sequence
    from pathlib import Path

    from anyio.abc import Process

_PROTOCOL = "2025-06-18"
_LONGEST = 64 * 1024 * 1024
_LEAVING_S = 2.0
_POSIX = os.name == "posix"


class ServerError(WhileAIError):
    """An MCP server did not do its part; the message names it and what it wrote."""


class Silent(ServerError):
    """An MCP server gave no answer in time; it may still do so, too late."""


class Refusal(WhileAIError):
    """A server answered one request with an error; it lives on."""


@define(kw_only=True)
class Server:
    """A running server. Requests are answered one at a time, in order.

    Args:
        name: the command, for messages.
        process: the server's process; its pipes are ours.
        said: what it writes to stderr.
    """

    name: str
    process: Process
    said: IO[bytes]
    alive: bool = True
    _lines: BufferedByteReceiveStream = Factory(
        lambda self: BufferedByteReceiveStream(self.process.stdout), takes_self=True
    )
    _turn: anyio.Lock = Factory(anyio.Lock)
    _odd: deque[bytes] = Factory(lambda: deque(maxlen=3))
    _asked: int = 0

    async def hello(self, within_s: float) -> None:
        """Shake hands.

        Raises:
            ServerError: if the server ends, is silent, or refuses.
        """
        about = {
            "protocolVersion": _PROTOCOL,
            "capabilities": {},
            "clientInfo": {"name": "whileai", "version": __version__},
        }
        try:
            told = await self.ask("initialize", about, within_s, "start_timeout_s")
        except Refusal as error:
            raise self._error(f"refused to start: {error}") from None
        if not isinstance(told.get("protocolVersion"), str):
            raise self._error(f"answered 'initialize' with {given(told)}")
        await self._write({"method": "notifications/initialized"})

    async def tools(self, within_s: float) -> list[dict[str, Any]]:
        """Give its tools, as it describes them.

        Raises:
            ServerError: if it has none, or the list is no list of tools.
        """
        found: list[dict[str, Any]] = []
        cursor: str | None = None
        while True:
            page = {} if cursor is None else {"cursor": cursor}
            try:
                told = await self.ask("tools/list", page, within_s, "start_timeout_s")
            except Refusal as error:
                raise self._error(f"does not list tools: {error}") from None
            tools = told.get("tools")
            if not isinstance(tools, list) or not all(
                isinstance(each, dict) for each in tools
            ):
                raise self._error(f"answered 'tools/list' with {given(told)}")
            found += tools
            cursor = told.get("nextCursor")
            if not cursor:
                return found

    async def ask(
        self, method: str, params: Mapping[str, Any], within_s: float, option: str
    ) -> dict[str, Any]:
        """Send one request and give its result.

        Args:
            method, params: the request.
            within_s: how long to wait, seconds.
            option: the keyword that sets this time, for the message.

        Raises:
            Refusal: if the server answers with an error.
            Silent: if it gives no answer in time.
            ServerError: if it has ended, or ends.
        """
        async with self._turn:
            self._asked += 1
            request = {"id": self._asked, "method": method, "params": params}
            with anyio.move_on_after(within_s):
                await self._write(request)
                return _result(await self._answer(self._asked, method), method)
        late = f"gave no answer to {method!r} within {within_s:g} s"
        advice = f"raise {option}= if it may take that long"
        raise Silent(str(self._error(f"{late}; {advice}")))

    async def stop(self) -> None:
        """End the server: close its input, wait a little, then kill what is left."""
        self.alive = False
        with anyio.CancelScope(shield=True):
            if self.process.stdin is not None:
                with suppress(OSError, anyio.BrokenResourceError):
                    await self.process.stdin.aclose()
            with anyio.move_on_after(_LEAVING_S):
                await self.process.wait()
            _kill(self.process)
            await self.process.aclose()
            self.said.close()

    async def _write(self, message: Mapping[str, Any]) -> None:
        line = dumps({"jsonrpc": "2.0", **message}) + b"\n"
        try:
            assert self.process.stdin is not None
            await self.process.stdin.send(line)
        except (OSError, anyio.BrokenResourceError, anyio.ClosedResourceError):
            raise await self._ended(str(message.get("method"))) from None
        except BaseException:
            self.alive = False  # half a line may be out
            raise

    async def _answer(self, number: int, method: str) -> dict[str, Any]:
        while True:
            message = await self._message(method)
            if message.get("id") == number and "method" not in message:
                return message
            if "method" in message and "id" in message:
                await self._write(_reply(message))

    async def _message(self, method: str) -> dict[str, Any]:
        """Give the next message; lines that are none are kept for error messages."""
        while True:
            try:
                line = await self._lines.receive_until(b"\n", _LONGEST)
            except anyio.DelimiterNotFound:
                self.alive = False
                raise self._error(
                    f"wrote a line of more than {_LONGEST} bytes"
                ) from None
            except (OSError, anyio.IncompleteRead, anyio.BrokenResourceError):
                raise await self._ended(method) from None
            try:
                message = orjson.loads(line)
            except orjson.JSONDecodeError:
                message = None
            if isinstance(message, dict) and message.get("jsonrpc") == "2.0":
                return message
            if line.strip():
                self._odd.append(line.strip()[:200])

    async def _ended(self, method: str) -> ServerError:
        self.alive = False
        with anyio.move_on_after(_LEAVING_S):
            await self.process.wait()
        status = self.process.returncode
        how = "closed its output" if status is None else f"ended with status {status}"
        return self._error(f"{how} before it answered {method!r}")

    def _error(self, what: str) -> ServerError:
        self.said.seek(0, os.SEEK_END)
        self.said.seek(max(0, self.said.tell() - 500))
        said = self.said.read().decode("utf-8", "replace").strip()
        odd = b" | ".join(self._odd).decode("utf-8", "replace")
        notes = [f"; on stderr it said: {said}"] if said else []
        notes += [f"; it wrote lines that are no JSON-RPC: {odd}"] if odd else []
        return ServerError(f"the MCP server {self.name!r} {what}{''.join(notes)}")


@asynccontextmanager
async def started(
    command: Sequence[str],
    *,
    env: Mapping[str, str],
    folder: Path | None,
    within_s: float,
) -> AsyncIterator[Server]:
    """Start a server, shake hands, and stop it at the end, whatever happened.

    Raises:
        ServerError: if it cannot be started or does not shake hands.
    """
    name = " ".join(command)
    said = TemporaryFile()  # noqa: SIM115 - closed by stop
    try:
        process = await anyio.open_process(
            list(command),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=said,
            env=dict(env),
            cwd=folder,
            start_new_session=_POSIX,
        )
    except OSError as error:
        said.close()
        raise ServerError(f"cannot start the MCP server {name!r}: {error}") from None
    except BaseException:
        said.close()
        raise
    server = Server(name=name, process=process, said=said)
    try:
        await server.hello(within_s)
        yield server
    finally:
        await server.stop()


def _result(answer: Mapping[str, Any], method: str) -> dict[str, Any]:
    error = answer.get("error")
    if error is not None:
        told = error.get("message") if isinstance(error, dict) else error
        raise Refusal(str(told))
    result = answer.get("result")
    if not isinstance(result, dict):
        raise Refusal(f"{method!r} was answered without a result: {given(answer)}")
    return result


def _reply(message: Mapping[str, Any]) -> dict[str, Any]:
    """Answer what a server asks of its client: that it lives, and nothing else."""
    if message["method"] == "ping":
        return {"id": message["id"], "result": {}}
    text = f"this client does not answer {message['method']!r}"
    return {"id": message["id"], "error": {"code": -32601, "message": text}}


def _kill(process: Process) -> None:
    with suppress(ProcessLookupError, PermissionError):
        if _POSIX:
            os.killpg(process.pid, signal.SIGKILL)  # the server and all it started
        elif process.returncode is None:
            process.kill()
