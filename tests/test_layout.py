"""The project's own top level, and what its wheel has to bring."""

from __future__ import annotations

from pathlib import Path

import pytest

import whileai

pytestmark = pytest.mark.contract("S42")

ROOT = Path(__file__).resolve().parents[1]
EXPECTED = (
    "pyproject.toml",
    "whileai",
    "plugins",
    "tests",
    "benchmarks",
    "docs",
    "CHANGELOG.md",
    "README.md",
    "ARCHITECTURE.md",
    "LICENSE",
    ".ci/run",
)


@pytest.mark.parametrize("name", EXPECTED)
def test_the_top_level_has_what_people_look_for(name: str) -> None:
    assert (ROOT / name).exists()


def test_the_changelog_keeps_to_its_headings() -> None:
    text = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    heads = [line for line in text.splitlines() if line.startswith("## ")]
    assert heads[0].startswith("## [Unreleased]")
    kinds = [line for line in text.splitlines() if line.startswith("### ")]
    allowed = {"Added", "Changed", "Deprecated", "Removed", "Fixed", "Security"}
    assert {line.removeprefix("### ") for line in kinds} <= allowed


def test_the_package_says_that_it_is_typed() -> None:
    assert (Path(whileai.__file__).parent / "py.typed").exists()
