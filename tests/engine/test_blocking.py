"""The sync form of verbs, and the thread that it needs."""

from __future__ import annotations

import asyncio
import threading
from typing import NoReturn

import pytest

from whileai.base.errors import NoThread
from whileai.engine.blocking import Loop

pytestmark = pytest.mark.contract("S01")


def test_a_sync_call_without_a_thread_says_what_to_do(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def start(_thread: threading.Thread) -> None:
        raise RuntimeError("can't start new thread")

    loop = Loop()
    with monkeypatch.context() as none:
        none.setattr(threading.Thread, "start", start)
        with pytest.raises(NoThread, match="ulimit -u"):
            loop.portal()
    assert loop.portal()
    loop.stop()


def test_a_loop_that_cannot_begin_is_told_and_tried_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def refuse() -> NoReturn:
        raise OSError(24, "Too many open files")

    loop = Loop()
    with monkeypatch.context() as none:
        none.setattr(asyncio, "new_event_loop", refuse)
        with pytest.raises(OSError, match="Too many open files"):
            loop.portal()
    assert loop.portal()
    loop.stop()
