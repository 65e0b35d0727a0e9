"""What the README and the docs show works as it stands there."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import whileai as wai
from tests import reference
from tests.support import sim
from whileai.cli import COMMANDS
from whileai.model.schema import row_schema

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).resolve().parents[1]
DOCS = sorted(path.relative_to(ROOT).as_posix() for path in ROOT.glob("docs/*.md"))
PAGES = [
    "README.md",
    *DOCS,
    "plugins/README.md",
    "plugins/whileai-command-agent/README.md",
    "plugins/whileai-file-writer/README.md",
    "plugins/whileai-rules/README.md",
    "plugins/whileai-sql-world/README.md",
]
_FENCE = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_LINK = re.compile(r"\]\(([^)#:]*)(?:#([^)]+))?\)")
_HEAD = re.compile(r"^#+ (.+)$", re.MULTILINE)


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
    for target, place in _LINK.findall(text):
        led = (ROOT / page).parent / target if target else ROOT / page
        assert led.exists(), target
        assert not place or place in anchors(led.read_text("utf-8")), place


def anchors(text: str) -> set[str]:
    """Give the names by which the headings of a page are linked to."""
    heads = (head.lower() for head in _HEAD.findall(_FENCE.sub("", text)))
    return {re.sub(r"[^\w\- ]", "", head).replace(" ", "-") for head in heads}


def test_a_page_opens_with_what_you_can_do_after_reading_it() -> None:
    for page in DOCS:
        text = (ROOT / page).read_text("utf-8").removeprefix(reference.MADE).strip()
        assert re.match(r"# .+\n\nAfter reading this page you ", text), page


def test_the_index_links_to_every_page_and_the_readme_to_the_index() -> None:
    index = dict(_LINK.findall((ROOT / "docs/index.md").read_text("utf-8")))
    assert {Path(page).name for page in DOCS} - {*index} == {"index.md"}
    assert "](docs/index.md)" in (ROOT / "README.md").read_text("utf-8")


def test_every_public_name_is_on_some_page() -> None:
    told = "\n".join((ROOT / page).read_text("utf-8") for page in PAGES)
    names = [name for name in wai.__all__ if not name.startswith("__")]
    assert [n for n in names if not re.search(rf"wai\.{n}\b|`{n}`", told)] == []


def test_every_number_that_a_run_gives_is_on_its_page() -> None:
    data = sim(lambda _: "Yes.", budget=2, runs=2, grader=lambda _: 1)
    numbers, results = (
        (reference.DOCS / name).read_text("utf-8")
        for name in ("numbers.md", "results.md")
    )
    told = [*data.report(), *data.pass_at.to_dict(), *wai.delta_report(data, data)]
    assert [name for name in told if f"`{name}`" not in numbers] == []
    assert [name for name in data.search if f"`{name}`" not in results] == []


@pytest.mark.parametrize("page", reference.PAGES)
def test_a_page_made_from_the_code_is_as_the_code_has_it(page: str) -> None:
    """``python -m tests.reference --write`` makes them."""
    assert (reference.DOCS / page).read_text("utf-8") == reference.PAGES[page]()


def test_every_key_of_a_row_says_what_it_means() -> None:
    keys = row_schema()["properties"]
    assert [name for name, form in keys.items() if not form.get("description")] == []


def test_both_first_commands_stand_at_the_top_of_the_readme() -> None:
    _, first = next(blocks("README.md", "sh"))
    assert first.splitlines() == [
        "pip install -e '.[cli]' && wai quickstart",
        "pip install -e '.[dev]' && pytest",
    ]
