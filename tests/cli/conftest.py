from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

SHOP = '''
import re


def get_order(order_id: str) -> dict:
    """Look up one order by its number, in the form ORD-48213."""


def cancel_order(order_id: str) -> dict:
    """Cancel an order that has not shipped."""


tools = [get_order, cancel_order]
print("the shop is open")


async def agent(message, world):
    number = re.search(r"ORD-\\d{5}", message)
    if number is None:
        return "Which order do you mean?"
    return f"I found {await world.call_async('get_order', {'order_id': number[0]})}"


def asks(message):
    return "Which order do you mean?"


def check(row):
    found = "found" in row["final_text"]
    return {"reward": found, "reason": "it was found" if found else "it only asks"}


class Desk:
    agent = staticmethod(asks)
'''


@pytest.fixture
def shop(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder with an agent, its tools and a grader, in which the command runs."""
    (tmp_path / "corner_shop.py").write_text(SHOP, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [*sys.path])
    known = set(sys.modules)
    yield tmp_path
    for name in set(sys.modules) - known:
        if name.startswith(("corner_", "broken_")):
            del sys.modules[name]
