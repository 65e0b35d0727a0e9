"""The commands of their page run one after the other, as they stand there."""

from __future__ import annotations

import os
import subprocess
import sys
from typing import TYPE_CHECKING, Any

import pytest

import whileai as wai
from tests.test_docs import ROOT, blocks
from whileai.cli import COMMANDS, main
from whileai.cli.viewing import Server

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.contract("S61")

PAGE = "docs/command-line.md"


def commands() -> list[list[str]]:
    """Give the words of each command of the page."""
    _, text = next(blocks(PAGE, "sh"))
    return [line.split()[1:] for line in text.splitlines()]


def module() -> str:
    """Give the agent, the tools and the grader that the commands name."""
    return next(text for _, text in blocks(PAGE, "python"))


def test_the_commands_of_the_page_do_what_it_says(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "shop.py").write_text(module(), encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [*sys.path])
    monkeypatch.delitem(sys.modules, "shop", raising=False)
    monkeypatch.setenv("WHILEAI_PLUGINS", "")

    def stop(*_: Any, **__: Any) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(Server, "serve_forever", stop)
    monkeypatch.setattr("webbrowser.open", str)
    for words in commands():
        assert main(words) == 0, words
    assert (tmp_path / "report.html").exists()
    assert len(wai.load("rows.jsonl")) == len(wai.load("conduct.jsonl")) == 40


def test_the_page_names_every_command() -> None:
    text = (ROOT / PAGE).read_text(encoding="utf-8")
    assert [name for name in COMMANDS if f"wai {name}" not in text] == []


@pytest.mark.full
def test_every_command_runs_in_a_process_of_its_own(tmp_path: Path) -> None:
    (tmp_path / "shop.py").write_text(module(), encoding="utf-8")
    every = [words for words in commands() if words[0] != "view"]
    for words in [*every, ["quickstart", "--rows=3", "--output=q.jsonl"]]:
        ran = subprocess.run(
            [sys.executable, "-W", "error", "-m", "whileai", *words],
            cwd=tmp_path,
            env={
                **os.environ,
                "PYTHONPATH": str(ROOT),
                "PYTHONIOENCODING": "cp1252",
                "WHILEAI_PLUGINS": "",
            },
            capture_output=True,
            check=False,
        )
        assert ran.returncode == 0, (words, ran.stderr)
        assert b"Traceback" not in ran.stderr
        assert b"\x1b" not in ran.stdout + ran.stderr
