"""How many connections may be open at once, as the system has it."""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from typing import Any

SPARE = 64
"""Open files that a process needs beside its connections."""

_limits: Any = import_module("resource") if find_spec("resource") else None


def check_open_files(concurrency: int) -> None:
    """Make sure that each rollout in flight can have a connection.

    Args:
        concurrency: rollouts in flight at most.

    Raises:
        ValueError: if the system's limit of open files is too low; it names both.
    """
    if _limits is None:
        return
    limit, _ = _limits.getrlimit(_limits.RLIMIT_NOFILE)
    needed = concurrency + SPARE
    if limit != _limits.RLIM_INFINITY and needed > limit:
        raise ValueError(
            f"concurrency={concurrency} needs a connection for each rollout, and this "
            f"process may have {limit} files open: pass concurrency= at most "
            f"{max(1, limit - SPARE)}, or raise the limit to {needed} or more "
            f"(`ulimit -n {needed}`)"
        )
