"""A real browser over its debugging protocol: what it shows, says and asks for."""

from __future__ import annotations

import itertools
import os
import shutil
import subprocess
import tempfile
from contextlib import asynccontextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import aiohttp
import anyio
from attrs import define, field

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

NAMES = ("chromium", "chromium-browser", "google-chrome", "chrome")
FLAGS = (
    *("--headless", "--no-sandbox", "--disable-gpu", "--no-first-run"),
    *("--disable-background-networking", "--disable-component-update"),
    *("--disable-sync", "--disable-quic", "--remote-debugging-port=0"),
)
WITHIN_S = 60
_TOLD = ("Runtime.consoleAPICalled", "Runtime.exceptionThrown", "Log.entryAdded")


def found() -> str | None:
    """Give the path of a browser, if there is one."""
    named = os.environ.get("BROWSER_PATH")
    return named or next(filter(None, map(shutil.which, NAMES)), None)


@define
class Tab:
    """A page that is open.

    Args:
        socket: speaks to the browser.
        said: what the console was told, errors of the page among it.
        asked: addresses that the page asked for.
    """

    socket: aiohttp.ClientWebSocketResponse
    said: list[dict[str, Any]] = field(factory=list)
    asked: list[str] = field(factory=list)
    _ids: itertools.count[int] = field(factory=lambda: itertools.count(1))
    _loaded: int = 0

    async def ask(self, method: str, **params: Any) -> Any:
        """Ask the browser for something and give its answer."""
        number = next(self._ids)
        await self.socket.send_json({"id": number, "method": method, "params": params})
        while True:
            message = await self.socket.receive_json(timeout=WITHIN_S)
            if message.get("id") == number:
                assert "error" not in message, message
                return message["result"]
            self._note(message)

    def _note(self, message: dict[str, Any]) -> None:
        method, params = message.get("method"), message.get("params", {})
        if method in _TOLD:
            self.said.append(params)
        elif method == "Network.requestWillBeSent":
            self.asked.append(params["request"]["url"])
        self._loaded += method == "Page.loadEventFired"

    async def go(self, address: str) -> None:
        """Open an address and wait until it is there."""
        before = self._loaded
        await self.ask("Page.navigate", url=address)
        while self._loaded == before:
            self._note(await self.socket.receive_json(timeout=WITHIN_S))

    async def follow(self, script: str) -> None:
        """Do what leads to another page, and wait until that is there."""
        before = self._loaded
        await self.value(script)
        while self._loaded == before:
            self._note(await self.socket.receive_json(timeout=WITHIN_S))

    async def value(self, script: str) -> Any:
        """Give what a script comes to."""
        done = await self.ask(
            "Runtime.evaluate", expression=script, returnByValue=True, awaitPromise=True
        )
        assert "exceptionDetails" not in done, done
        return done["result"].get("value")


@asynccontextmanager
async def tab() -> AsyncIterator[Tab]:
    """Start a browser of its own and give its page."""
    path = found()
    assert path is not None
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        own = await anyio.open_process(
            [path, *FLAGS, f"--user-data-dir={folder}", "about:blank"],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        try:
            port = await _port(Path(folder))
            async with aiohttp.ClientSession() as session:
                async with session.get(f"http://127.0.0.1:{port}/json") as answer:
                    pages = [e for e in await answer.json() if e["type"] == "page"]
                address = pages[0]["webSocketDebuggerUrl"]
                async with session.ws_connect(address, max_msg_size=0) as socket:
                    opened = Tab(socket)
                    for domain in ("Page", "Runtime", "Log", "Network"):
                        await opened.ask(f"{domain}.enable")
                    yield opened
        finally:
            own.kill()
            await own.wait()


async def _port(folder: Path) -> int:
    with anyio.fail_after(WITHIN_S):
        while True:
            told = anyio.Path(folder / "DevToolsActivePort")
            if await told.exists() and (text := await told.read_text()):
                return int(text.split()[0])
            await anyio.sleep(0.05)
