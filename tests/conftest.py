"""What many tests share."""

from __future__ import annotations

import gc
import json
from typing import TYPE_CHECKING, Any

import pytest

from tests.serving import process
from tests.support import shared

if TYPE_CHECKING:
    from collections.abc import Generator, Iterator
    from pathlib import Path


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Collect without looking for garbage: what comes now stays to the end."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.enable()


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture(scope="session")
def small_model() -> Iterator[str]:
    """The base address of a real model of 135 million parameters, on loopback."""
    with process.small_model() as address:
        yield address


@pytest.fixture(scope="session")
def shared_data() -> Path:
    """The folder of other people's tools and asks; skipped where it is not there."""
    return shared()


@pytest.fixture(scope="session")
def toolsets(shared_data: Path) -> dict[str, list[dict[str, Any]]]:
    value: dict[str, list[dict[str, Any]]] = json.loads(
        (shared_data / "toolsets.json").read_text(encoding="utf-8")
    )
    return value


@pytest.fixture(scope="session")
def tool_schemas(shared_data: Path) -> list[dict[str, Any]]:
    text = (shared_data / "tool_schemas.jsonl").read_text(encoding="utf-8")
    return [json.loads(line) for line in text.splitlines()]


@pytest.fixture(scope="session")
def prompts(shared_data: Path) -> list[dict[str, Any]]:
    text = (shared_data / "prompts.jsonl").read_text(encoding="utf-8")
    return [json.loads(line) for line in text.splitlines()]
