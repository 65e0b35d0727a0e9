"""Agents that workers import."""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import time
from pathlib import Path
from typing import Any

import sniffio


def elsewhere(message: str, world: Any) -> str:
    """Call a tool, and say whether this process is a worker."""
    world.call("lookup_order", {"order_id": "A1000"})
    return f"Done, in a worker: {multiprocessing.parent_process() is not None}."


def crashes(message: str) -> str:
    """End the process for some asks."""
    if len(message) % 4 == 0:
        os._exit(3)
    return "Done."


def refuses(message: str) -> str:
    """Raise for those asks."""
    if len(message) % 4 == 0:
        raise RuntimeError
    return "Done."


def lingers(message: str) -> str:
    """Leave a sign of this process, and take a while."""
    Path(os.environ["PIDS"], str(os.getpid())).touch()
    time.sleep(0.05)
    return "Done."


async def cuts(message: str) -> str:
    """Cancel, for those asks, everything that runs on the loop."""
    if len(message) % 4 == 0:
        for task in asyncio.all_tasks():
            task.cancel()
        await asyncio.sleep(0)
    return "Done."


async def names_loop(message: str) -> str:
    """Say which event loop runs here."""
    return sniffio.current_async_library()


async def holds(message: str) -> str:
    """Hold the event loop, for those asks, for longer than anybody waits."""
    if len(message) % 4 == 0:
        time.sleep(3600)  # noqa: ASYNC251 - that is the fault
    return "Done."
