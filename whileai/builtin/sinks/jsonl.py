"""A JSONL file that readers see whole or not at all."""

from __future__ import annotations

import os
import tempfile
from contextlib import suppress
from pathlib import Path
from typing import IO, TYPE_CHECKING

from whileai.base.lines import check_writable

if TYPE_CHECKING:
    from whileai.model import Row


class JsonlSink:
    """Writes rows beside ``path`` and puts the file in place when the run ends.

    Args:
        path: the file; missing folders are made, a file that is there is replaced.

    Raises:
        ValueError: if the path cannot be written; nothing was spent yet.
    """

    def __init__(self, path: str | os.PathLike[str]) -> None:
        check_writable(path, "output")
        self._path = Path(path).resolve()  # a link stays a link
        self._file: IO[bytes] | None = None
        self._temporary = ""
        self._rows = 0

    async def __aenter__(self) -> JsonlSink:
        """Open the temporary file."""
        handle, self._temporary = tempfile.mkstemp(
            dir=self._path.parent, prefix=f".{self._path.name}."
        )
        self._file = os.fdopen(handle, "wb")
        return self

    async def put(self, row: Row, /) -> None:
        """Append one row."""
        if self._file is not None:
            self._file.write(row.line + b"\n")
            self._rows += 1

    async def __aexit__(self, *exc: object) -> None:
        """Put the file in place, whatever ended the run: what landed is kept.

        A run that failed before its first row leaves the file that was there.
        """
        if self._file is None:
            return
        try:
            with self._file as file:
                file.flush()
                os.fsync(file.fileno())
            if exc[0] is not None and not self._rows:
                os.unlink(self._temporary)
                return
            if os.name == "posix":
                os.chmod(self._temporary, 0o644)
            os.replace(self._temporary, self._path)
        except OSError as error:
            with suppress(OSError):
                os.unlink(self._temporary)
            raise OSError(error.errno, error.strerror, str(self._path)) from error
        finally:
            self._file = None
