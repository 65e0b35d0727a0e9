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
            try:
                self._file.write(row.line + b"\n")
            except OSError as error:
                raise self._named(error) from error
            self._rows += 1

    async def __aexit__(self, *exc: object) -> None:
        """Put the file in place, whatever ended the run: what landed is kept.

        A run that failed before its first row leaves the file that was there. Where
        the disk is full, the rows that went out whole are put in place.
        """
        if self._file is None:
            return
        failed = self._closed(self._file)
        self._file = None
        try:
            if failed is not None:
                self._rows = _only_whole(self._temporary)
            if (failed or exc[0] is not None) and not self._rows:
                os.unlink(self._temporary)
            else:
                if os.name == "posix":
                    os.chmod(self._temporary, 0o644)
                os.replace(self._temporary, self._path)
        except OSError as error:
            with suppress(OSError):
                os.unlink(self._temporary)
            failed = failed or error
        if failed is not None:
            raise self._named(failed) from failed

    def _closed(self, file: IO[bytes]) -> OSError | None:
        """Close the file; give what kept it from reaching the disk, if anything did."""
        try:
            with file:
                file.flush()
                os.fsync(file.fileno())
        except OSError as error:
            return error
        return None

    def _named(self, error: OSError) -> OSError:
        return OSError(error.errno, error.strerror, str(self._path))


def _only_whole(path: str) -> int:
    """Cut off a last line that is not whole, and give how many are left."""
    with open(path, "rb+") as file:
        sizes = [len(line) for line in file if line.endswith(b"\n")]
        file.truncate(sum(sizes))
    return len(sizes)
