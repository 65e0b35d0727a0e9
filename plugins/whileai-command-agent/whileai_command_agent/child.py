"""A process that speaks JSON lines: started, spoken to, ended with its children."""

from __future__ import annotations

import json
import os
import signal
import subprocess
from contextlib import suppress
from tempfile import TemporaryFile
from typing import IO, TYPE_CHECKING, Any

import anyio
from anyio.streams.buffered import BufferedByteReceiveStream
from attrs import Factory, define

from whileai import WhileAIError

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from anyio.abc import Process

LEAVING_S = 2.0
"""Seconds that a process has to end in once its input is closed."""

LONGEST = 64 * 1024 * 1024
"""Bytes that a line may have."""

_POSIX = os.name == "posix"
_TOLD = 1000
_GONE = (
    OSError,
    anyio.EndOfStream,
    anyio.IncompleteRead,
    anyio.BrokenResourceError,
    anyio.ClosedResourceError,
)


class CommandError(WhileAIError):
    """The program did not do its part; the message names it and what it wrote."""


@define(eq=False)
class Child:
    """A running process.

    Args:
        name: the command, for messages.
        process: its pipes are ours.
        said: what it writes to stderr.
    """

    name: str
    process: Process
    said: IO[bytes]
    _lines: BufferedByteReceiveStream = Factory(
        lambda self: BufferedByteReceiveStream(self.process.stdout), takes_self=True
    )

    @classmethod
    async def start(cls, command: Sequence[str], name: str) -> Child:
        """Start ``command``.

        Raises:
            CommandError: if it cannot be started.
        """
        said = TemporaryFile()  # noqa: SIM115 - closed by end
        try:
            process = await anyio.open_process(
                list(command),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=said,
                env={**os.environ, "PYTHONIOENCODING": "utf-8"},
                start_new_session=_POSIX,  # so that its children end with it
            )
        except OSError as error:
            said.close()
            raise CommandError(f"cannot start {name!r}: {error}") from None
        except BaseException:
            said.close()
            raise
        return cls(name, process, said)

    async def tell(self, message: Mapping[str, Any]) -> None:
        """Write one message.

        Raises:
            CommandError: if the process has ended.
        """
        assert self.process.stdin is not None
        try:  # in ASCII, which every program reads, lone surrogates included
            await self.process.stdin.send(json.dumps(message).encode("ascii") + b"\n")
        except _GONE:
            raise await self._ended() from None

    async def hear(self) -> dict[str, Any]:
        """Give the next message.

        Raises:
            CommandError: if there is none because the process has ended, or if it
                writes something else.
        """
        try:
            line = await self._lines.receive_until(b"\n", LONGEST)
        except anyio.DelimiterNotFound:
            raise self.error(f"wrote a line of over {LONGEST} bytes") from None
        except _GONE:
            raise await self._ended() from None
        try:
            message = json.loads(line)
        except ValueError:
            message = None
        if not isinstance(message, dict):
            wrote = line[:200].decode("utf-8", "replace")
            raise self.error(
                f"wrote {wrote!r} to stdout, where only JSON objects go, one on each "
                "line; print the rest to stderr"
            )
        return message

    async def end(self, *, at_once: bool) -> None:
        """End the process and all that it started, whatever is being cancelled.

        Args:
            at_once: whether it is killed, rather than left to end of itself.
        """
        with anyio.CancelScope(shield=True):
            if not at_once:
                with suppress(*_GONE):
                    assert self.process.stdin is not None
                    await self.process.stdin.aclose()
                with anyio.move_on_after(LEAVING_S):
                    await self.process.wait()
            await _kill(self.process)
            await self.process.aclose()
            self.said.close()

    async def _ended(self) -> CommandError:
        with anyio.move_on_after(LEAVING_S):
            await self.process.wait()
        status = self.process.returncode
        how = "closed its output" if status is None else f"ended with status {status}"
        return self.error(f"{how} before it had replied")

    def error(self, what: str) -> CommandError:
        """Give the error for what the process did, with the end of its stderr."""
        self.said.seek(0, os.SEEK_END)
        self.said.seek(max(0, self.said.tell() - _TOLD))
        said = self.said.read().decode("utf-8", "replace").strip()
        note = f"; on stderr it said: {said}" if said else ""
        return CommandError(f"{self.name!r} {what}{note}")


async def _kill(process: Process) -> None:
    if _POSIX:
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(process.pid, signal.SIGKILL)
    elif process.returncode is None:
        with suppress(OSError):  # /T: with its children
            await anyio.run_process(
                ["taskkill", "/F", "/T", "/PID", str(process.pid)], check=False
            )
        with suppress(OSError):
            process.kill()
