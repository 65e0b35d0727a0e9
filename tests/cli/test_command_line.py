from __future__ import annotations

import io
import json
import sys
from importlib.resources import files
from runpy import run_path
from typing import TYPE_CHECKING

import pytest

from whileai import __version__
from whileai.cli import COMMANDS, Command, main
from whileai.cli.plugins import stages
from whileai.cli.terminal import aligned, beside, is_rich, say, write
from whileai.cli.watching import progress
from whileai.plugins.registry import KINDS, OPTION_OF
from whileai.testing import isolated_plugins

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace
    from pathlib import Path

pytestmark = pytest.mark.contract("S61")


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.fixture
def terminal(monkeypatch: pytest.MonkeyPatch) -> Terminal:
    monkeypatch.setenv("TERM", "xterm-256color")
    for name in ("NO_COLOR", "FORCE_COLOR", "COLORTERM", "CI"):
        monkeypatch.delenv(name, raising=False)
    return Terminal()


def test_without_a_command_it_says_what_there_is(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main([]) == 0
    said = " ".join(capsys.readouterr().out.split())
    assert all(name in said and COMMANDS[name].about in said for name in COMMANDS)


def test_the_version_is_the_packages(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--version"]) == 0
    assert capsys.readouterr().out == f"whileai {__version__}\n"


@pytest.mark.parametrize(
    ("word", "told"),
    [
        ("quikstart", "did you mean 'quickstart'? Commands: quickstart, simulate, "),
        ("xyzzy", "no command 'xyzzy'; Commands: quickstart, simulate, "),
    ],
)
def test_an_unknown_command_is_told_what_there_is(
    word: str, told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([word]) == 2
    assert told in capsys.readouterr().err


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["quickstart", "--rows", "0"], "'0' is no whole number of 1 or more"),
        (["quickstart", "--rows", "many"], "'many' is no whole number"),
        (["quickstart", "--seed", "x"], "invalid int value"),
        (["quickstart", "--colour"], "unrecognized arguments: --colour"),
        (["--colour"], "unrecognized arguments"),
    ],
)
def test_a_wrong_argument_is_told_and_exits_with_2(
    words: list[str], told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(words) == 2
    assert told in capsys.readouterr().err


def test_a_run_that_cannot_be_exits_with_1_and_no_traceback(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    target = tmp_path / "taken"
    target.mkdir()
    assert main(["quickstart", "--rows", "3", "--output", str(target)]) == 1
    told = capsys.readouterr().err.splitlines()[-1]
    assert told.startswith("wai: ")
    assert "output" in told


@pytest.mark.parametrize(
    ("error", "code"),
    [(KeyboardInterrupt(), 130), (ValueError("no"), 1), (OSError("no"), 1)],
)
def test_what_ends_a_command_decides_its_exit_code(
    error: BaseException, code: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    def run(_given: Namespace) -> int:
        raise error

    def arguments(_parser: ArgumentParser) -> None: ...

    command = Command(about="end", arguments=arguments, run=run)
    monkeypatch.setitem(COMMANDS, "end", command)
    assert main(["end"]) == code


def test_python_m_whileai_is_the_same_command_line(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["whileai", "--version"])
    with pytest.raises(SystemExit) as ended:
        run_path(str(files("whileai") / "__main__.py"), run_name="__main__")
    assert not ended.value.code
    assert capsys.readouterr().out == f"whileai {__version__}\n"


@pytest.mark.contract("S40", "S61")
def test_plugins_are_listed_by_the_option_that_takes_them(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("WHILEAI_PLUGINS", "")
    assert main(["plugins"]) == 0
    lines = [line.split() for line in capsys.readouterr().out.splitlines()]
    assert lines[0] == ["OPTION", "NAME", "FROM", "VERSION"]
    assert ["simulator=", "template", "whileai", __version__] in lines
    assert ["grader=", "function", "whileai", __version__] in lines


def test_plugins_are_listed_as_json_for_programs(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("WHILEAI_PLUGINS", "")
    assert main(["plugins", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    own = {"option": "simulator=", "name": "template", "from": "whileai"}
    assert {**own, "version": __version__} in told


def test_every_kind_of_stage_has_a_place_in_the_list() -> None:
    with isolated_plugins() as manager:
        listed = list(stages(manager))
        count = sum(len(manager.registry.names(kind)) for kind in KINDS)
    assert len(listed) == count > 0
    assert {option for option, *_ in listed} <= {f"{o}=" for o in OPTION_OF.values()}


def test_colours_are_for_terminals_with_rich_only(
    terminal: Terminal, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert is_rich(terminal)
    assert not is_rich(io.StringIO())
    monkeypatch.setitem(sys.modules, "rich", None)
    assert not is_rich(terminal)


def test_a_dumb_terminal_gets_plain_text(
    terminal: Terminal, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TERM", "dumb")
    assert not is_rich(terminal)


def test_a_closed_terminal_is_told_nothing(terminal: Terminal) -> None:
    terminal.close()
    write("nobody reads it", terminal)
    assert not is_rich(terminal)


def test_no_color_leaves_colours_out(
    terminal: Terminal, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "stdout", terminal)
    say("[loud]", "red")
    assert "\x1b[31m" in terminal.getvalue()
    assert "[loud]" in terminal.getvalue()
    terminal.truncate(0)
    terminal.seek(0)
    monkeypatch.setenv("NO_COLOR", "1")
    say("[loud]", "red")
    assert terminal.getvalue() == "[loud]\n"


def test_progress_is_one_line_where_there_is_no_bar(
    capsys: pytest.CaptureFixture[str],
) -> None:
    with progress("playing", 3) as update:
        update({"rows": 2})
    assert capsys.readouterr().err == "playing ...\n"


def test_progress_is_a_bar_on_a_terminal(
    terminal: Terminal, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "stderr", terminal)
    with progress("playing", 3) as update:
        update({"rows": 3})
    assert "100%" in terminal.getvalue()


def test_what_a_terminal_has_no_characters_for_is_left_open(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    raw = io.BytesIO()
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(raw, encoding="ascii"))
    say("100 \u20ac", "red")
    assert raw.getvalue().split() == [b"100", b"?"]


def test_colours_too_leave_open_what_a_console_has_no_characters_for(
    terminal: Terminal, monkeypatch: pytest.MonkeyPatch
) -> None:
    raw = io.BytesIO()
    console = io.TextIOWrapper(raw, encoding="cp1252", write_through=True)
    monkeypatch.setattr(console, "isatty", lambda: True, raising=False)
    monkeypatch.setattr(sys, "stdout", console)
    say("\u2717 100 \u20ac", "red")
    assert b"? 100 \x80" in raw.getvalue()
    assert b"\x1b[31m" in raw.getvalue()


@pytest.mark.parametrize("command", [["plugins"], ["quickstart", "--rows=1"], ["x"]])
def test_nobody_has_to_listen(
    command: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "stdout", None)
    monkeypatch.setattr(sys, "stderr", None)
    assert main(command) == (2 if command == ["x"] else 0)


def test_columns_stand_under_each_other() -> None:
    assert aligned([("a", "bb"), ("ccc", "d")]) == ["a    bb", "ccc  d"]
    assert beside(["ab"], ["c", "d"], gap=1) == ["ab c", "   d"]
    assert beside([], ["c"], gap=0) == ["c"]
