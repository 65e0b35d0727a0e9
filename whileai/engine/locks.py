"""Files that one run holds alone, by the lock of the operating system."""

from __future__ import annotations

import sys
from typing import IO

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl

_FAR = 2**62
"""A byte that no file has: on Windows a locked one can be read by nobody else."""


def locked(file: IO[bytes]) -> bool:
    """Lock an open file for as long as it is; false where somebody else has it.

    Raises:
        OSError: if the file system knows no locks.
    """
    if sys.platform == "win32":
        place = file.tell()
        file.seek(_FAR)
        try:
            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
        except PermissionError:
            return False
        finally:
            file.seek(place)
        return True
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True
