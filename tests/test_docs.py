"""What the front pages show works as it stands there."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from whileai.cli import COMMANDS

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).resolve().parents[1]
PAGES = [
    "README.md",
    "plugins/README.md",
    "plugins/whileai-command-agent/README.md",
    "plugins/whileai-file-writer/README.md",
    "plugins/whileai-rules/README.md",
    "plugins/whileai-sql-world/README.md",
]
_FENCE = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_LINK = re.compile(r"\]\(([^)#:]+)\)")


def blocks(page: str, language: str) -> Iterator[tuple[int, str]]:
    """Give (line number, text) of every fenced block in ``language``."""
    text = (ROOT / page).read_text(encoding="utf-8")
    for found in _FENCE.finditer(text):
        if found[1] == language:
            yield text.count("\n", 0, found.start(2)), found[2]


def script(page: str, folder: Path) -> Path:
    """Write the snippets of a page; each line stands where it stands on the page."""
    lines: list[str] = []
    for start, text in blocks(page, "python"):
        lines += [""] * (start - len(lines)) + text.splitlines()
    path = folder / page.removesuffix(".md") / "page.py"
    path.parent.mkdir(parents=True)
    path.write_text("\n".join(lines), encoding="utf-8")
    return path


EACH = """
import multiprocessing, os, runpy, sys
import whileai
import whileai.builtin.agents.function, whileai.builtin.graders.function
import whileai.builtin.users.offline, whileai.builtin.writers.template

for name in whileai.__all__:
    getattr(whileai, name)

def play(page):
    os.chdir(os.path.dirname(page))
    runpy.run_path(page, run_name="__main__")

fork = multiprocessing.get_context("fork")
played = [fork.Process(target=play, args=(page,), name=page) for page in sys.argv[1:]]
for each in played:
    each.start()
    each.join()
sys.exit(", ".join(each.name for each in played if each.exitcode) or None)
"""
"""Plays each page in a process of its own, in which the package has been loaded."""


@pytest.mark.contract("S01", "S05", "S18", "S30", "S38", "S41")
def test_the_snippets_of_a_page_run_one_after_the_other(tmp_path: Path) -> None:
    pages = [str(script(page, tmp_path)) for page in PAGES]
    folders = [str(ROOT), *map(str, (ROOT / "plugins").glob("whileai-*"))]
    ran = subprocess.run(
        [sys.executable, "-W", "error", "-c", EACH, *pages],
        cwd=tmp_path,
        env={
            **os.environ,
            "PYTHONPATH": os.pathsep.join(folders),
            "WHILEAI_PLUGINS": "",
        },
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == 0, ran.stderr[-2000:]


@pytest.mark.parametrize("page", PAGES)
def test_the_commands_of_a_page_exist(page: str) -> None:
    for _, text in blocks(page, "sh"):
        for command in re.split(r"&&|\n", text.strip()):
            assert exists(command.split()), command


def exists(words: list[str]) -> bool:
    """Say whether a command line names what there is."""
    program, *rest = words
    if program == "wai":
        return rest[0] in COMMANDS
    if program == "pip":
        options, targets = rest[:1], [w for w in rest[1:] if not w.startswith("-")]
        return options == ["install"] and all(map(installs, targets))
    return program == "pytest" and find_spec("pytest") is not None


def installs(target: str) -> bool:
    """Say whether ``pip install`` finds a project, and the extra it is asked for."""
    path, _, extra = target.strip("'").rstrip("]").partition("[")
    project = ROOT / path / "pyproject.toml"
    return project.exists() and (not extra or f"\n{extra} = [" in project.read_text())


@pytest.mark.parametrize("page", PAGES)
def test_the_links_of_a_page_lead_somewhere(page: str) -> None:
    text = (ROOT / page).read_text(encoding="utf-8")
    for target in _LINK.findall(text):
        assert (ROOT / page).parent.joinpath(target).exists(), target


def test_both_first_commands_stand_at_the_top_of_the_readme() -> None:
    _, first = next(blocks("README.md", "sh"))
    assert first.splitlines() == [
        "pip install -e '.[cli]' && wai quickstart",
        "pip install -e '.[dev]' && pytest",
    ]
