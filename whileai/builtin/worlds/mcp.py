"""Worlds that real MCP servers answer."""

from __future__ import annotations

import os
import shlex
import shutil
import sys
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from tempfile import mkdtemp
from typing import TYPE_CHECKING, Any

import anyio
import orjson
from anyio import to_thread
from attrs import define

from whileai.base.errors import given
from whileai.base.lines import fresh
from whileai.base.numbers import checked_count, is_number
from whileai.builtin.worlds.mcp_server import (
    Refusal,
    Server,
    ServerError,
    Silent,
    started,
)
from whileai.options.tools import read_tools
from whileai.world.answers import invalid, unknown_tool
from whileai.world.arguments import not_an_object
from whileai.world.words import listed

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from contextlib import AbstractAsyncContextManager

    from whileai.model import Slot, Tool
    from whileai.stages import StageSetup

_HANDED_ON = listed(
    "PATH HOME USER LOGNAME SHELL TERM LANG LC_ALL TZ TMPDIR TEMP TMP PYTHONPATH "
    "VIRTUAL_ENV SYSTEMROOT SYSTEMDRIVE COMSPEC PATHEXT APPDATA LOCALAPPDATA "
    "USERPROFILE PROGRAMFILES HTTP_PROXY HTTPS_PROXY NO_PROXY SSL_CERT_FILE"
)


class McpWorld:
    """Answers tools with a real MCP server, spoken to over stdio.

    Pass it as ``execute=``; its ``tools`` are then the run's, unless ``tools=`` says
    otherwise. The server is started once here to list them.

    Each rollout has a server of its own, so that what a server keeps in memory is
    never shared. What it keeps elsewhere (files, a database) is shared by all rollouts
    of a run, unless it is in ``folder``. A server that dies loses the rollout, which
    is tried again: that was not the agent's doing.

    Args:
        command: the server's command line, as text or as a list of arguments.
        env: variables it needs. It inherits ``PATH``, ``HOME`` and the like, but no
            keys or tokens.
        folder: each server starts in a copy of this folder; ``{folder}`` in the
            command is that copy. Without it, servers start in the current folder.
        servers: this many servers answer the calls of all rollouts, each call
            whichever is free. It saves the start for each rollout, and is right for
            servers that keep nothing between calls.
        start_timeout_s: seconds a server may take to start and to list its tools.
        timeout_s: seconds it may take to answer one call.

    Attributes:
        tools: the server's tools.
        servers: as given.

    Raises:
        TypeError, ValueError: for a value that cannot be, such as a command that is
            not installed.
        WhileAIError: if the server ends, stays silent, or speaks no MCP, with what it
            wrote.
    """

    def __init__(
        self,
        command: str | Sequence[str],
        *,
        env: Mapping[str, str] | None = None,
        folder: str | Path | None = None,
        servers: int | None = None,
        start_timeout_s: float = 30.0,
        timeout_s: float = 60.0,
    ) -> None:
        self._env = {k: os.environ[k] for k in _HANDED_ON if k in os.environ}
        self._env |= env or {}
        self._command = _split(command, self._env.get("PATH"))
        self._folder = _folder(folder, servers)
        if servers is not None:
            checked_count(servers, "McpWorld()", "servers")
        for name, seconds in (
            ("start_timeout_s", start_timeout_s),
            ("timeout_s", timeout_s),
        ):
            if not (is_number(seconds) and seconds > 0):
                kind = ValueError if is_number(seconds) else TypeError
                raise kind(
                    f"McpWorld({name}={given(seconds)}): pass seconds, more than 0"
                )
        self.servers = servers
        self._start_timeout_s = start_timeout_s
        self._timeout_s = timeout_s
        with ThreadPoolExecutor(1) as thread:  # a loop may be running in this one
            found = thread.submit(anyio.run, self._listed).result()
        if not found:
            raise ServerError(f"the MCP server {self.name!r} has no tools")
        self.tools: tuple[Tool, ...] = read_tools(found)

    @property
    def name(self) -> str:
        """The command line, as rows and messages show it."""
        return " ".join((Path(self._command[0]).name, *self._command[1:]))

    def __repr__(self) -> str:
        return f"McpWorld({self.name!r})"

    async def call(self, server: Server, tool: str, arguments: Any) -> Any:
        """Give a server's answer to one call as a JSON value."""
        if not isinstance(arguments, Mapping):
            return invalid((not_an_object(arguments),))
        params = {"name": tool, "arguments": fresh(dict(arguments))}
        try:
            told = await server.ask("tools/call", params, self._timeout_s, "timeout_s")
        except Refusal as error:
            return {"error": str(error), "code": "refused"}
        except Silent as error:
            return {"error": str(error), "code": "timeout"}
        return _value(told)

    @asynccontextmanager
    async def started(self) -> AsyncIterator[Server]:
        """Start a server, in a copy of the folder if there is one."""
        async with AsyncExitStack() as stack:
            folder = None
            if self._folder is not None:
                folder = await stack.enter_async_context(_copied(self._folder))
            command = [
                each if folder is None else each.replace("{folder}", str(folder))
                for each in self._command
            ]
            yield await stack.enter_async_context(
                started(
                    command,
                    env=self._env,
                    folder=folder,
                    within_s=self._start_timeout_s,
                )
            )

    async def _listed(self) -> list[dict[str, Any]]:
        async with self.started() as server:
            return await server.tools(self._start_timeout_s)


@define
class McpSession:
    """One rollout's calls of a server.

    Args:
        world: what they are calls of.
        server: the rollout's own; without one, whichever of ``pool`` is free.
        pool: the run's servers.
        failure: why no more calls are answered.
    """

    world: McpWorld
    server: Server | None
    pool: Pool
    failure: ServerError | None = None
    blocking = False

    async def call(self, tool: str, arguments: Mapping[str, Any], /) -> Any:
        """Give the server's answer; its errors are values."""
        names = [each.name for each in self.world.tools]
        if tool not in names:
            return unknown_tool(tool, names)
        try:
            if self.server is not None:
                return await self.world.call(self.server, tool, arguments)
            async with self.pool.server() as server:
                return await self.world.call(server, tool, arguments)
        except ServerError as error:
            self.failure = error
            return {"error": str(error), "code": "server_failed"}


class Pool:
    """The servers that a run's rollouts share.

    Args:
        world: starts them.
        most: how many there are at once.
    """

    def __init__(self, world: McpWorld, most: int) -> None:
        self._world = world
        self._places = anyio.Semaphore(most)
        self._idle: list[tuple[Server, AsyncExitStack]] = []

    @asynccontextmanager
    async def server(self) -> AsyncIterator[Server]:
        """Give a server that is free; a dead one is replaced."""
        async with self._places:
            server, stack = self._idle.pop() if self._idle else await self._new()
            try:
                yield server
            finally:
                if server.alive:
                    self._idle.append((server, stack))
                else:
                    await stack.aclose()

    async def close(self) -> None:
        """Stop every server."""
        while self._idle:
            _, stack = self._idle.pop()
            await stack.aclose()

    async def _new(self) -> tuple[Server, AsyncExitStack]:
        stack = AsyncExitStack()
        return await stack.enter_async_context(self._world.started()), stack


class McpStage:
    """The servers of one run.

    Args:
        world: what they serve.
    """

    def __init__(self, world: McpWorld) -> None:
        self.name = world.name
        self._world = world
        self._pool = Pool(world, world.servers or 1)

    @classmethod
    def of(cls, setup: StageSetup) -> McpStage:
        """Give the stage of a ``wai.McpWorld``.

        Raises:
            ValueError: if ``execute=`` only names one.
        """
        if not isinstance(setup.value, McpWorld):
            raise ValueError(
                f"execute={setup.value!r}: pass execute=wai.McpWorld(command=...), "
                "whose tools are then the run's"
            )
        return cls(setup.value)

    async def __aenter__(self) -> McpStage:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self._pool.close()

    def open(self, _slot: Slot, /) -> AbstractAsyncContextManager[McpSession]:
        """Open the world of one rollout."""
        return self._shared() if self._world.servers else self._own()

    @asynccontextmanager
    async def _own(self) -> AsyncIterator[McpSession]:
        async with self._world.started() as server:
            session = McpSession(self._world, server, self._pool)
            yield session
            _check(session)

    @asynccontextmanager
    async def _shared(self) -> AsyncIterator[McpSession]:
        session = McpSession(self._world, None, self._pool)
        yield session
        _check(session)


def _check(session: McpSession) -> None:
    """Lose the rollout whose server failed: that was not the agent's doing."""
    if session.failure is not None:
        raise session.failure


@asynccontextmanager
async def _copied(folder: Path) -> AsyncIterator[Path]:
    """A copy of ``folder`` that is gone afterwards."""
    place = Path(mkdtemp(prefix="whileai-"))
    copy = place / (folder.name or "folder")
    try:
        await to_thread.run_sync(lambda: shutil.copytree(folder, copy, symlinks=True))
        yield copy
    finally:
        with anyio.CancelScope(shield=True):
            await to_thread.run_sync(lambda: shutil.rmtree(place, ignore_errors=True))


def _value(told: Mapping[str, Any]) -> Any:
    """The result of a call as a JSON value; a failed one has an ``error``."""
    content = told.get("content")
    parts = content if isinstance(content, list) else []
    plain = all(isinstance(p, dict) and p.get("type") == "text" for p in parts)
    text = "\n".join(str(each.get("text", "")) for each in parts) if plain else ""
    if told.get("isError"):
        return {"error": text or "the tool failed", "code": "tool_error"}
    if told.get("structuredContent") is not None:
        return told["structuredContent"]
    if not plain:
        return {"content": parts}
    try:
        value = orjson.loads(text)
    except orjson.JSONDecodeError:
        return text
    return value if isinstance(value, (dict, list)) else text


def _split(command: object, path: str | None) -> tuple[str, ...]:
    parts: list[Any] = []
    if isinstance(command, str):
        parts = shlex.split(command, posix=os.name == "posix")
    elif isinstance(command, Sequence):
        parts = [os.fspath(p) if isinstance(p, Path) else p for p in command]
    data = isinstance(command, (bytes, bytearray))
    if data or not parts or not all(isinstance(each, str) for each in parts):
        empty = isinstance(command, (str, Sequence)) and not parts
        kind = ValueError if empty else TypeError
        raise kind(
            f"McpWorld(command={given(command)}): pass the server's command line, as "
            "'mcp-server-time' or ['python', '-m', 'mcp_server_time']"
        )
    beside = str(Path(sys.executable).parent)  # where pip puts a server's program
    program = shutil.which(parts[0], path=path) or shutil.which(parts[0], path=beside)
    if program is None:
        raise ValueError(
            f"McpWorld(command={given(command)}): there is no program {parts[0]!r}; "
            "install the server, or give the full path"
        )
    return (program, *parts[1:])


def _folder(folder: object, servers: object) -> Path | None:
    if folder is None:
        return None
    if not isinstance(folder, (str, Path)):
        raise TypeError(f"McpWorld(folder={given(folder)}): pass the path of a folder")
    if not Path(folder).is_dir():
        raise ValueError(f"McpWorld(folder={given(folder)}): there is no such folder")
    if servers is not None:
        raise ValueError(
            f"McpWorld(folder={given(folder)}, servers={given(servers)}): servers "
            "that are shared would share the copy too; leave out one of the two"
        )
    return Path(folder).resolve()
