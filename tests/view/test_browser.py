"""The page in a real browser: it works, and it asks for nothing."""

from __future__ import annotations

import asyncio
import threading
from typing import TYPE_CHECKING, Any

import pytest

from tests.cli.test_view import data_of
from tests.view.browser import Tab, found, tab
from tests.view.test_page import HOSTILE, shop
from whileai.cli.viewing import Server, Viewer

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

pytestmark = [
    pytest.mark.contract("S61"),
    pytest.mark.full,
    pytest.mark.skipif(found() is None, reason="there is no chromium on this machine"),
]

SHOWN = "document.querySelectorAll('details.row:not([hidden])').length"


def seen(work: Callable[[Tab], Awaitable[Any]]) -> Any:
    async def whole() -> Any:
        async with tab() as opened:
            return await work(opened)

    return asyncio.run(whole())


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> str:
    data = shop()
    data.warnings.append(HOSTILE)
    data.grade(lambda row: {"reward": "refund" not in row["prompt"], "reason": HOSTILE})
    path = tmp_path_factory.mktemp("browser") / "report.html"
    data.save_html(path)
    return path.as_uri()


def test_a_browser_shows_it_without_an_error_and_without_a_request(
    address: str,
) -> None:
    async def look(page: Tab) -> list[Any]:
        await page.go(address)
        count = await page.value(SHOWN)
        title = await page.value("document.querySelector('h1').textContent")
        scripts = await page.value("document.scripts.length")
        pictures = await page.value("document.images.length")
        return [count, title, scripts, pictures, page.said, page.asked]

    count, title, scripts, pictures, said, asked = seen(look)
    assert (count, title) == (40, "shop_agent: 40 rows")
    assert (scripts, pictures) == (1, 0)
    assert said == []
    assert asked == [address]


def test_rows_are_narrowed_down_and_opened_by_their_links(address: str) -> None:
    async def use(page: Tab) -> list[Any]:
        await page.go(address)
        type_in = (
            "const f = document.querySelector('form.filter'); {}; f.dispatchEvent("
        )
        type_in += "new Event('input', {{bubbles: true}})); " + SHOWN
        failed = await page.value(
            "{" + type_in.format("f.elements.show.value = 'failed'") + "}"
        )
        none = await page.value(
            "{" + type_in.format("f.elements.find.value = 'no such text'") + "}"
        )
        link = "document.querySelector('#failures ~ .wide a').hash"
        await page.value(f"location.hash = {link}")
        opened = await page.value(
            "new Promise(r => setTimeout(() => r(document.querySelectorAll("
            "'details.row[open]:not([hidden])').length)))"
        )
        return [failed, none, opened, page.said]

    failed, none, opened, said = seen(use)
    assert 0 < failed < 40
    assert none == 0
    assert opened == 1
    assert said == []


def test_colours_follow_the_reader_and_paper_is_white(address: str) -> None:
    async def look(page: Tab) -> list[str]:
        await page.go(address)
        found = []
        for scheme, medium in (("light", ""), ("dark", ""), ("dark", "print")):
            feature = {"name": "prefers-color-scheme", "value": scheme}
            await page.ask(
                "Emulation.setEmulatedMedia", media=medium, features=[feature]
            )
            script = "getComputedStyle(document.body).backgroundColor"
            found.append(await page.value(script))
        return found

    light, dark, paper = seen(look)
    assert light == paper == "rgb(255, 255, 255)"
    assert dark == "rgb(20, 23, 26)"


def test_a_viewer_leads_through_its_pages_and_asks_nobody_else() -> None:
    async def use(page: Tab, address: str) -> list[Any]:
        await page.go(address)
        first = await page.value(SHOWN)
        await page.follow("document.querySelector('nav a[rel=next]').click()")
        second = await page.value("document.querySelector('details.row').id")
        await page.follow(
            "const f = document.querySelector('form.filter'), e = f.elements;"
            "e.show.value = 'failed'; e.find.value = 'say'; e[2].click()"
        )
        failed = await page.value(SHOWN)
        text = await page.value("document.querySelector('#rows ~ p').textContent")
        return [first, second, failed, text, page.said, page.asked]

    with Server(Viewer.of(data_of(250))) as server:
        thread = threading.Thread(target=server.serve_forever, args=(0.01,))
        thread.start()
        try:
            found = seen(lambda page: use(page, server.address))
        finally:
            server.shutdown()
            thread.join()
    first, second, failed, text, said, asked = found
    assert (first, second, failed) == (100, "row-100", 63)
    assert text.startswith("63 of 250 rows that are of the kind: failed and hold 'say'")
    assert said == []
    assert all(each.startswith((server.address, "data:")) for each in asked)
